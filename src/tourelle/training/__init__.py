"""Games of bots against themselves, nets fitted to them, and the matches they must win."""
