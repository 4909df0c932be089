"""Live play: one table is one game in progress, with one writer and no clock of its own."""
