"""Compiled search over any game's kernel; no game is named here."""
