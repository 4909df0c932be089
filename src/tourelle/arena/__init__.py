"""Matches between bots: paired deals, rotated seats, and what they prove."""
