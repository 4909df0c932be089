"""Castellan in the terminal: the castle, what stands beside it, and its actions in words."""

from collections.abc import Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tourelle.core.game import Document
from tourelle.core.words import Term
from tourelle.games.castellan.actions import point_at
from tourelle.games.castellan.courtyards import face_at
from tourelle.games.castellan.material import DECKS, DEFAULT_DECK, PIECES
from tourelle.terminal import COORDINATES, SEATS, Scene, Voice

TITLE: Final = "castellan"

TOWER: Final = Style(color="#000000", bgcolor="#cfbea6", bold=True)
WALL: Final = Style(color="#cfbea6", bold=True)
OPEN_END: Final = Style(color="#ffe14d", bold=True)
LOOKS: Final = {"O": TOWER, "+": OPEN_END, ".": COORDINATES}
COLUMN: Final = 3  # characters from one point to the next
NAME_WIDTH: Final = 12


# ---------------------------------------------------------------- the castle


def board(scene: Scene) -> RenderableType:
    """Draw the castle between its coordinates; courtyards are filled with their seat's colour."""
    *rows, corner = scene.game.diagram(scene.view).splitlines()
    left, bottom = map(int, corner.split(","))
    if not rows:
        return Text(".", COORDINATES)
    width = max(map(len, rows))
    top = bottom + len(rows) // 2
    xs = range(left, left + width // COLUMN + 1)
    ruler = Text(
        "    " + "".join(f"{x:<{COLUMN}}" if x % 2 == 0 else "   " for x in xs), COORDINATES
    )
    lines = [ruler]
    for number, row in enumerate(rows):
        y = top - number // 2
        if number % 2 == 0:
            line = Text().append(f"{y:>3} ", COORDINATES)
            for sign in row:
                line.append(sign, LOOKS.get(sign, WALL))
        else:
            line = Text("    ").append_text(_cells(scene, row.ljust(width), left, y - 1))
        lines.append(line)
    return Group(*lines, ruler)


def _cells(scene: Scene, row: str, left: int, y: int) -> Text:
    """Draw a row of cells: the walls between them, and whose they are."""
    drawn = Text()
    for start in range(0, len(row), COLUMN):
        x = left + start // COLUMN
        drawn.append(row[start], WALL)
        face = face_at(scene.view, point_at(x, y))
        owner = int(scene.view.owners[face]) - 1
        drawn.append(row[start + 1 : start + COLUMN], SEATS[owner] if owner >= 0 else "")
    return drawn


def badge(seat: int) -> Text:
    """Draw a seat: its digit on its colour."""
    return Text(f" {seat} ", SEATS[seat])


# ---------------------------------------------------------------- beside the castle


def status(scene: Scene) -> RenderableType:
    """Tell who is to move, everybody's points and cards, the pieces to place, and the hand."""
    document, voice = scene.document, scene.voice
    seat = document["to_move"]
    if seat is None:
        header = voice.of(TITLE, "status.over")
    else:
        header = voice.of(TITLE, "status.turn", name=scene.names[seat])
        if document["ending"] is not None:
            header += f" ({voice.of(TITLE, 'status.last')})"
    lines: list[RenderableType] = [Text(header, "bold"), _seats(scene)]
    if any(document["pieces_in_hand"].values()):
        lines.append(_labelled("pieces", _pieces(document["pieces_in_hand"], voice), voice))
    if seat is not None:
        lines += _hand(scene, document["hands"][seat])
    shown = range(len(scene.names)) if scene.tall else [seat or 0]
    lines += [_ledger(one, scene) for one in shown if scene.terms[one]]
    lines.append(Text(voice.of(TITLE, "status.deck", deck=_deck_name(document)), "dim"))
    return Group(*lines)


def _deck_name(document: Document) -> str:
    """Return the name of the deck that is played with."""
    return str(document["options"].get("deck", DEFAULT_DECK))


def _labelled(key: str, text: str, voice: Voice) -> Text:
    """Return a line that says what it is about."""
    label = voice("label", label=voice.of(TITLE, f"status.{key}"))
    return Text.assemble((f"{label} ", "bold"), text)


def _pieces(numbers: Mapping[str, int], voice: Voice) -> str:
    """Say how many pieces of each kind there are."""
    return ", ".join(
        f"{voice.of(TITLE, f'piece.{key}')} {number}" for key, number in numbers.items() if number
    )


def _seats(scene: Scene) -> Table:
    """Return a row for every seat: points, courtyards, cards in hand and decks, the double keep."""
    document, voice = scene.document, scene.voice
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("", max_width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    for key in ("score", "courtyards", "hand", "decks", "double"):
        table.add_column(voice.of(TITLE, f"status.{key}"), justify="right", no_wrap=True)
    for seat, name in enumerate(scene.names):
        mine = document["to_move"] == seat
        pointer = ("▸" if scene.signs else ">") if mine else " "
        used = "used" if document["double_used"][seat] else "free"
        table.add_row(
            Text(pointer, "bold") + badge(seat),
            Text(name, "bold" if mine else ""),
            Text(str(sum(term.points for term in scene.terms[seat])), "bold"),
            str(len(scene.terms[seat])),
            _sizes(document["hands"][seat]),
            _sizes(document["decks"][seat]),
            voice.of(TITLE, f"status.double.{used}"),
        )
    return table


def _sizes(cards: Mapping[str, list[str]]) -> str:
    """Say how many wall and tower cards there are."""
    return " ".join(f"{len(names)}{letter}" for letter, names in cards.items())


def _hand(scene: Scene, hand: Mapping[str, list[str]]) -> list[RenderableType]:
    """Return a line for every card in hand: its name and its pieces."""
    deck = DECKS[_deck_name(scene.document)]
    names = [card for cards in hand.values() for card in cards if card != "?"]
    lines: list[RenderableType] = []
    for face in deck.faces:
        if face.card in names:
            shown = dict(zip(PIECES, (face.towers, face.long, face.short), strict=True))
            times = names.count(face.card)
            what = _pieces({**shown, "extra": face.extra}, scene.voice)
            lines.append(Text.assemble((f"{face.card:<3}", "bold"), f"x{times}  {what}"))
    return lines


def _ledger(seat: int, scene: Scene) -> Text:
    """Return what a seat's courtyards are worth."""
    terms = [f"{term(line, scene.voice)} {line.points}" for line in scene.terms[seat]]
    return Text.assemble(badge(seat), " ", ", ".join(terms))


def asked(scene: Scene) -> str:
    """Return what is asked of the seat to move."""
    return scene.voice.of(TITLE, f"stage.{scene.document['stage']}")


def term(term: Term, voice: Voice) -> str:
    """Return what a line of a score is for, and where."""
    return f"{voice.of(TITLE, f'term.{term.what}')} {term.at}"


def scored(before: Document, after: Document) -> bool:
    """Tell whether the game has just ended."""
    return bool(before["stage"] != "over" and after["stage"] == "over")


def scored_title(before: Document, voice: Voice) -> str:  # noqa: ARG001 (a Board's signature)
    """Say that the end was counted."""
    return voice.of(TITLE, "status.over")
