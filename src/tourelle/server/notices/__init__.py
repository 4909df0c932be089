"""Notices: whoever is awaited at a table and is not there is told, by a way of their choice."""
