"""People without accounts: what is kept of a player under the hash of their key."""
