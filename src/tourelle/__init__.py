"""Tourelle: play, study and research three tower-building games."""

__version__ = "0.1.0"
