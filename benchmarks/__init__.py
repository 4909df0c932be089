"""Measurements: each module prints a table and, with --json, writes JSON."""
