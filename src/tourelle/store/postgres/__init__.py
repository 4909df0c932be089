"""A journal in a PostgreSQL database, shared by any number of servers."""
