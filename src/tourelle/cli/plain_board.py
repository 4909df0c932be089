"""A title that nobody has drawn yet: its diagram and its scores."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from tourelle.core.game import Document
from tourelle.core.words import Seat, Term
from tourelle.terminal import Scene, Voice


def board(scene: Scene) -> RenderableType:
    """Return the diagram as it stands."""
    return Text(scene.game.diagram(scene.view))


def status(scene: Scene) -> RenderableType:
    """Return everybody's points, and what they would get now."""
    table = Table(box=None, padding=(0, 1))
    for title in ("plain.seat", "plain.score", "plain.now"):
        table.add_column(scene.voice(title), justify="left" if title == "plain.seat" else "right")
    for seat, name in enumerate(scene.names):
        points = scene.game.points(scene.view, Seat(seat))
        table.add_row(name, str(points), str(sum(term.points for term in scene.terms[seat])))
    return table


def asked(scene: Scene) -> str:
    """Return what is asked now, as far as the title says it."""
    key = f"stage.{scene.document.get('stage', 'turn')}"
    return scene.voice.label(scene.game.title, key, scene.voice("plain.asked"))


def term(term: Term, voice: Voice) -> str:  # noqa: ARG001 (a Board's signature)
    """Return the bare name of a line, and where it is."""
    return f"{term.what} {term.at}" if term.at else term.what


def scored(before: Document, after: Document) -> bool:
    """Tell whether the game has just ended."""
    return before["to_move"] is not None and after["to_move"] is None


def scored_title(before: Document, voice: Voice) -> str:  # noqa: ARG001 (a Board's signature)
    """Say that the end was counted."""
    return voice("plain.scored")
