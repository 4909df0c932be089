"""The command `tourelle`: scripts over documents and records, and play in the terminal."""
