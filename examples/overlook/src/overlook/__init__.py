"""Overlook: towers grow by hidden cards; what is seen of them at the end counts."""

from overlook.game import Overlook

GAME = Overlook
