"""Bots at live tables: threads that they think in, hints, and what must be compiled first."""
