"""BLOX in the terminal: the coloured board, and what stands beside it."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.style import Style
from rich.text import Text

from tourelle.core.game import Document
from tourelle.core.words import Term
from tourelle.games.blox import boards
from tourelle.games.blox.material import FIGURES, MOST_BLOCKS, OPTIONS, TALLEST
from tourelle.games.blox.piles import COLOURS
from tourelle.terminal import COORDINATES, FRESH, SEATS, Scene, Voice

TITLE: Final = "blox"
FILES: Final = "abcdefghi"

NEUTRAL: Final = Style(color="#000000", bgcolor="#d8b98a", bold=True)
# Squares and cards are a little paler than blocks of the same colour; both carry their letter.
GROUND: Final = {
    "b": Style(color="#d6d6d6", bgcolor="#2e2e33"),
    "g": Style(color="#000000", bgcolor="#8c8c92"),
    "w": Style(color="#3a3a3a", bgcolor="#dedbd0"),
    "p": Style(color="#ffffff", bgcolor="#6a4a8c"),
}
BLOCKS: Final = {
    "B": Style(color="#ffffff", bgcolor="#000000", bold=True),
    "G": Style(color="#000000", bgcolor="#b4b4ba", bold=True),
    "W": Style(color="#000000", bgcolor="#ffffff", bold=True),
    "P": Style(color="#ffffff", bgcolor="#8f2fd0", bold=True),
}
CELL: Final = 6  # the colour, then four blocks and the chip, or five blocks
TALL_CELL: Final = 7
BESIDE: Final = 23  # characters that eighty leave beside the board
TALL_BESIDE: Final = 34  # of a hundred
COLUMN: Final = 4  # characters a seat beside the board
NAME_WIDTH: Final = 8
LABELS: Final = ("points", "cards", "reserve", "joker", "blocks.short")
JOKER: Final = {True: "*", False: "-"}  # face up as it is typed

# ---------------------------------------------------------------- the board


def board(scene: Scene) -> RenderableType:
    """Draw the phase, nine rows of cells with their coordinates, who plays, and the piles."""
    rows = [row.split() for row in scene.document["board"].splitlines()]
    width = TALL_CELL if scene.tall else CELL
    drawn = _tall_cell if scene.tall else _cell
    lines = [
        Text(_phase(scene), "bold"),
        Text("  " + "".join(name.ljust(width) for name in FILES), COORDINATES),
    ]
    for place, cells in enumerate(rows):
        rank = len(rows) - place
        parts = []
        for file, cell in zip(FILES, cells, strict=True):
            fresh = FRESH if f"{file}{rank}" in scene.fresh else Style()
            parts.append(drawn(cell[0], cell[1:], GROUND[cell[0]] + fresh))
        for label, line in zip((f"{rank} ", "  "), zip(*parts, strict=True), strict=False):
            lines.append(Text().append(label, COORDINATES).append_text(Text().join(line)))
    return Group(*lines, _names(scene), _piles(scene))


def _cell(colour: str, piece: str, ground: Style) -> list[Text]:
    """Draw a square on one line: its colour, then a figure, or a tower's blocks and its chip."""
    drawn = Text(colour, ground)
    if piece.isupper():
        drawn.append_text(blocks(piece, ground))
        drawn.append("" if len(piece) == TALLEST else str(len(piece)), ground)  # B7.2: no chip
    elif piece != ".":
        drawn.append(" ", ground).append_text(badge(piece))
    return [_filled(drawn, CELL, ground)]


def _tall_cell(colour: str, piece: str, ground: Style) -> list[Text]:
    """Draw a square on two lines: its colour and the height, below it the blocks or the figure."""
    upper, lower = Text(colour, ground), Text(" ", ground)
    if piece.isupper():
        upper.append(f"{len(piece):>5}", ground)
        lower.append_text(blocks(piece, ground))
    elif piece != ".":
        lower.append(" ", ground).append_text(badge(piece))
    return [_filled(line, TALL_CELL, ground) for line in (upper, lower)]


def _filled(drawn: Text, width: int, ground: Style) -> Text:
    """Fill the rest of a square with its colour."""
    return drawn.append(" " * (width - len(drawn)), ground)


def blocks(letters: str, ground: Style | None = None) -> Text:
    """Draw blocks: each its letter on its colour."""
    fresh = FRESH if ground is not None and ground.underline else Style()
    return Text.assemble(*((letter, BLOCKS[letter] + fresh) for letter in letters.upper()))


def badge(figure: str) -> Text:
    """Draw a figure: the seat's digit, or `n` for a neutral one, on its colour."""
    return Text(f"({figure})", NEUTRAL if figure == "n" else SEATS[int(figure)])


def _phase(scene: Scene) -> str:
    """Say what may be destroyed and built."""
    document, voice = scene.document, scene.voice
    if document["to_move"] is None:
        return _word(voice, "over")
    phase = document["phase"]
    return voice.of(TITLE, "status.phase", phase=phase, destroy=phase, build=phase + 1)


def _names(scene: Scene) -> Text:
    """Say who sits where, and who is to move."""
    line = Text()
    for seat, name in enumerate(scene.names):
        mine = scene.document["to_move"] == seat
        called = Text(name, "bold" if mine else "")
        called.truncate(NAME_WIDTH, overflow="ellipsis" if scene.signs else "crop")
        line.append_text(_marked(seat, scene)).append(" ").append_text(called).append(" ")
    return line


def _marked(seat: int, scene: Scene) -> Text:
    """Draw a seat, with a mark before the one to move."""
    mark = "▸" if scene.signs else ">"
    mine = scene.document["to_move"] == seat
    return Text().append(mark if mine else " ", "bold").append_text(badge(str(seat)))


def _piles(scene: Scene) -> Text:
    """Say how many cards lie in the draw pile and in the discard pile."""
    sizes = {key: len(scene.document[key]) for key in ("draw", "discard")}
    return Text("   ".join(f"{_word(scene.voice, key)} {size}" for key, size in sizes.items()))


# ---------------------------------------------------------------- beside the board


def status(scene: Scene) -> RenderableType:
    """Tell the round, what everybody has, and the hand of who looks on."""
    document, voice = scene.document, scene.voice
    everybody = range(len(scene.names))
    held = document["blocks"]
    width = max(len(_word(voice, key)) for key in LABELS)

    def row(label: Text, cells: Sequence[str], style: str = "") -> Text:
        """Return a label with one cell a seat."""
        line = label + Text(" " * (width - len(label)))
        return line.append("".join(cell.rjust(COLUMN) for cell in cells), style)

    def named(key: str, cells: Sequence[object], style: str = "") -> Text:
        """Return a row with a word before it."""
        return row(Text(_word(voice, key)), [str(cell) for cell in cells], style)

    reserve = [FIGURES - _figures(document, seat) for seat in everybody]
    jokers = [JOKER[up] for up in document["jokers"]]
    lines = [
        Text(_round(document, voice), "bold"),
        Text(" " * width) + Text().join(_marked(seat, scene) for seat in everybody),
        named("points", document["points"], "bold"),
        named("cards", [len(hand) for hand in document["hands"]]),
        named("reserve", reserve),
        named("joker", jokers),
        Text("  ".join(f"{JOKER[up]} {_joker(up, voice)}" for up in JOKER), "dim"),
        named("blocks.short", [_of_limit(len(pile)) for pile in held]),
    ]
    for letter in COLOURS:
        counts = [str(pile.count(letter) or ".") for pile in held]
        lines.append(row(Text("  ") + blocks(letter), counts))
    lines += [_hand(seat, scene) for seat in everybody if scene.viewer in (None, seat)]
    if (scene.tall or scene.viewer is None) and _is_reconstruction(document):
        lines.append(Text(voice.of(TITLE, "board.reconstruction"), "dim"))
    return Constrain(Group(*lines), TALL_BESIDE if scene.tall else BESIDE)


def _word(voice: Voice, key: str) -> str:
    """Return a word of the status."""
    return voice.of(TITLE, f"status.{key}")


def _joker(up: bool, voice: Voice) -> str:
    """Say how a joker lies."""
    return _word(voice, "joker.up" if up else "joker.down")


def _of_limit(number: int) -> str:
    """Say how many blocks there are, and with how many nobody destroys (B6.5)."""
    return f"{number}/{MOST_BLOCKS}" if number < 10 else str(number)


def _round(document: Document, voice: Voice) -> str:
    """Say the round, and which is the last at the latest."""
    usual = next(option.default for option in OPTIONS if option.name == "round_limit")
    limit = document["options"].get("round_limit", usual)
    key = "status.round.limit" if limit else "status.round"
    return voice.of(TITLE, key, round=document["round"], **({"limit": limit} if limit else {}))


def _figures(document: Document, seat: int) -> int:
    """Count the figures of a seat on the board."""
    return sum(cell[1:] == str(seat) for cell in document["board"].split())


def _hand(seat: int, scene: Scene) -> Text:
    """Draw the cards of a hand by colour."""
    label = scene.voice("label", label=_word(scene.voice, "hand"))
    line = Text.assemble((label, "bold"))
    if scene.viewer is None:
        line = badge(str(seat))
    hand = scene.document["hands"][seat]
    for colour in COLOURS:
        if cards := colour * hand.count(colour):
            line.append(" ").append(cards, GROUND[colour])
    return line


def _is_reconstruction(document: Document) -> bool:
    """Tell whether the squares have the colours of a board that is a reconstruction."""
    colours = [cell[0] for cell in document["board"].split()]
    known = (boards.load(name).text().split() for name in boards.RECONSTRUCTED)
    return any(colours == [cell[0] for cell in cells] for cells in known)


# ---------------------------------------------------------------- words


def asked(scene: Scene) -> str:
    """Return what is asked of the seat to move."""
    stage = "over" if scene.document["to_move"] is None else "turn"
    return scene.voice.of(TITLE, f"stage.{stage}")


def term(term: Term, voice: Voice) -> str:
    """Return what a line of a score is for."""
    return voice.of(TITLE, f"term.{term.what}")


def scored(before: Document, after: Document) -> bool:  # noqa: ARG001 (a Board's signature)
    """Tell that nothing is counted apart: points are got with an action, and always shown."""
    return False


def scored_title(before: Document, voice: Voice) -> str:  # noqa: ARG001 (a Board's signature)
    """Say that the game is over."""
    return _word(voice, "over")
