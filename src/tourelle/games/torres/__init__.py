"""Torres: knights and castles, the editions of 1999 and 2017, variants and the master game."""

from tourelle.games.torres.game import Torres

GAME = Torres
