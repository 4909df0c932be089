"""Points in words: the ledger, a year that has just been scored, the end of the game."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tourelle.cli.boards import board_of
from tourelle.core.words import Seat
from tourelle.terminal import Scene


def ledger(scene: Scene) -> RenderableType:
    """Return, line by line, what everybody would score now."""
    voice = scene.voice
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for key in ("ledger.seat", "ledger.what", "ledger.clause", "ledger.points"):
        table.add_column(voice(key), justify="right" if key == "ledger.points" else "left")
    drawing = board_of(scene.game.title)
    for seat in range(scene.game.seats):
        who = scene.called(seat)
        terms = scene.terms[seat]
        for place, term in enumerate(terms):
            table.add_row(
                who if place == 0 else "", drawing.term(term, voice), term.clause, str(term.points)
            )
        total = Text(str(sum(term.points for term in terms)), style="bold")
        table.add_row("" if terms else who, Text(voice("ledger.total")), "", total)
    return table


def scoring_of(before: Scene, after: Scene) -> RenderableType | None:
    """Return what was scored between two scenes, or None where nothing was."""
    if not board_of(after.game.title).scored(before.document, after.document):
        return None
    voice, lines = after.voice, []
    for seat in range(after.game.seats):
        old = before.game.points(before.view, Seat(seat))
        new = after.game.points(after.view, Seat(seat))
        lines.append(Text(voice("scored.seat", name=after.called(seat), old=old, new=new)))
    title = board_of(after.game.title).scored_title(before.document, voice)
    return Panel(Group(ledger(before), Text(), *lines), title=title, expand=False)


def final_result(scene: Scene) -> RenderableType:
    """Return who won, and everybody's points."""
    outcome = scene.game.outcome(scene.view)
    assert outcome is not None  # asked at the end only
    voice = scene.voice
    order = sorted(range(len(scene.names)), key=lambda seat: -outcome.points[seat])
    winners = ", ".join(scene.called(seat) for seat in outcome.winners)
    lines = [Text(voice("won", names=winners), style="bold")]
    for seat in order:
        points = outcome.points[seat]
        lines.append(Text(voice("won.seat", name=scene.called(seat), points=points)))
    drawing = board_of(scene.game.title)
    return Group(drawing.board(scene), Panel(Group(*lines), expand=False))
