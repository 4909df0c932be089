"""BLOX: figures, towers and cards in four colours, four phases, two to four seats."""

from tourelle.games.blox.game import Blox

GAME = Blox
