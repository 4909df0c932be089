"""The vocabulary of every room, and the machine that the rules run on."""
