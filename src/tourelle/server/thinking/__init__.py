"""Thinking, wherever it is done: in this process's own threads, or by workers elsewhere."""
