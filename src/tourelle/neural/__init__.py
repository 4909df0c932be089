"""Nets that were learnt: how they are kept, and read for the search."""
