"""The journal: what has happened at every table, on disk before anybody is told."""
