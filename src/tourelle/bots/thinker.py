"""Bots that search: they differ in their settings alone."""

from typing import Any, Final

from tourelle.bots.presets import ByTitle
from tourelle.bots.styles import style_of, titles_of
from tourelle.bots.thinking import Findings, Progress, think
from tourelle.core.chance import Dice
from tourelle.core.game import AnyGame, Document
from tourelle.core.layout import View
from tourelle.core.weights import Weights, make_weights, read_weights
from tourelle.core.words import Action, Seat
from tourelle.neural.artefact import bring, contents, net_of


class Thinker:
    """Plays the best turn that a search finds."""

    def __init__(
        self,
        name: str,
        settings: ByTitle,
        weights: Weights | Document | None = None,
        without: str = "",
        net: str = "",
    ) -> None:
        """Take the settings by title; other `weights`, or a document of them; a feature to drop.

        `net` is the file of another net than the title's.
        """
        self.name: Final = name
        self.settings: Final = settings
        self._weights: Final = weights
        self._without: Final = without
        self._net: Final = net

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process with the net that is asked: its file may lie here alone."""
        made_of = (self.name, self.settings, self._weights, self._without)
        return _arrived, (*made_of, contents(self._net) if self._net else b"")

    @property
    def titles(self) -> tuple[str, ...] | None:
        """Return the titles that a character is for; None: all of them."""
        return titles_of(self.settings.style) if self.settings.style else None

    def turn(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> list[Action]:
        """Return the best turn found, as far as it can be known."""
        return list(self.findings(game, view, seat, dice, progress).best.turn)

    def findings(
        self, game: AnyGame, view: View, seat: Seat, dice: Dice, progress: Progress | None = None
    ) -> Findings:
        """Return all that the search found."""
        settings = self.settings.of(game)
        net = net_of(game, settings.asks, self._net)
        return think(game, view, seat, dice, settings, self._weighing(game), progress, net)

    def with_settings(self, name: str, **changes: Any) -> "Thinker":
        """Return a bot like this one with some settings changed in every title."""
        changed = self.settings.changed(**changes)
        return Thinker(name, changed, self._weights, self._without, self._net)

    def with_weights(
        self, name: str, weights: Weights | Document | None, without: str = ""
    ) -> "Thinker":
        """Return a bot like this one that weighs positions otherwise."""
        return Thinker(name, self.settings, weights, without, self._net)

    def with_net(self, name: str, file: str) -> "Thinker":
        """Return a bot like this one that asks the net in a file."""
        return Thinker(name, self.settings, self._weights, self._without, file)

    def _weighing(self, game: AnyGame) -> Weights:
        """Return the weights to use."""
        weights = self._weights or game.weights
        if isinstance(weights, dict):
            weights = read_weights(weights, game.feature_names, game.seats)
        if self.settings.style:
            weights = style_of(game.title, self.settings.style).weighing(weights)
        if not self._without:
            return weights
        named = {**weights.named(), self._without: 0.0}
        return make_weights(weights.features, named, weights.spread, weights.command)


def _arrived(
    name: str, settings: ByTitle, weights: Weights | Document | None, without: str, net: bytes
) -> Thinker:
    """Return a bot that came from another process."""
    return Thinker(name, settings, weights, without, bring(net) if net else "")
