"""The vocabulary of every room: seats, actions, options, records, refusals, games, and the machine they run on."""
