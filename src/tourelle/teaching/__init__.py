"""Lessons and first games: data in a title's folder, read, checked and played through."""
