"""Every game, number of seats and option set: what the laws are tested over."""

from tourelle.games import TITLES, game_class
from tourelle.testing import Case, cases

CASES: list[Case] = [case for title in TITLES for case in cases(game_class(title))]
