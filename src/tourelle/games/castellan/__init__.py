"""Castellan: builders of one castle claim its courtyards; the deck is a reconstruction."""

from tourelle.games.castellan.game import Castellan

GAME = Castellan
