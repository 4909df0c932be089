"""Torres in the terminal: the board, and what stands beside it."""

from typing import Final

from rich.console import Group, JustifyMethod, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tourelle.core.game import Document
from tourelle.core.words import Term
from tourelle.games.torres.material import KNIGHTS, ROUNDS
from tourelle.terminal import COORDINATES, FRESH, SEATS, Scene, Voice

TITLE: Final = "torres"
FILES: Final = "abcdefgh"

KING: Final = Style(color="#000000", bgcolor="#ffe14d", bold=True)
# The ground is dark, and every level is a little nearer to the light.
GROUND: Final = (
    Style(color="#8fa08a", bgcolor="#2b3a33"),
    Style(color="#8fa08a", bgcolor="#324239"),
)
STONE: Final = tuple(
    Style(color="#ffffff" if level < 3 else "#000000", bgcolor=shade, bold=True)
    for level, shade in enumerate(
        ("#6b5f52", "#84766a", "#a08f7c", "#b8a690", "#cfbea6", "#e2d4be", "#f1e7d6", "#fffaf0"), 1
    )
)
NAME_WIDTH: Final = 8
FEW_CARDS: Final = 3
SETUP: Final = ("castle", "place", "king-setup")


# ---------------------------------------------------------------- the board


def board(scene: Scene) -> RenderableType:
    """Draw eight rows of cells between their coordinates; on a tall terminal two lines a row."""
    rows = [row.split() for row in scene.document["board"].splitlines()]
    width = 6 if scene.tall else 4
    files = Text("   " + "".join(name.center(width) for name in FILES), COORDINATES)
    lines = [files]
    for place, cells in enumerate(rows):
        rank = 8 - place
        line, lower = Text(f" {rank} ", COORDINATES), Text("   ")
        for file, cell in enumerate(cells):
            ground = GROUND[(place + file) % 2]
            if f"{FILES[file]}{rank}" in scene.fresh:
                ground += FRESH
            line.append_text(_cell(cell, ground, width, scene.signs))
            lower.append_text(Text(" " * width, _stone(cell, GROUND[(place + file) % 2])))
        line.append(f" {rank}", COORDINATES)
        lines += [line, lower] if scene.tall else [line]
    return Group(*lines, files)


def _stone(cell: str, ground: Style) -> Style:
    """Return the look of a square by its height."""
    height = 0 if cell[0] == "." else int(cell[:-1])
    if not height:
        return ground
    stone = STONE[min(height, len(STONE)) - 1]
    return stone + FRESH if ground.underline else stone


def _cell(cell: str, ground: Style, width: int, signs: bool) -> Text:
    """Draw a square: its height as number and lightness, the figure as a badge."""
    height, figure = cell[:-1], cell[-1]
    stone = _stone(cell, ground)
    margin = (width - 4) // 2
    drawn = Text(" " * margin, stone)
    dot = "·" if signs else "."
    if figure == ".":
        drawn.append(f" {dot}  " if height == "." else f"{height:>2}  ", stone)
    else:
        drawn.append("  " if height == "." else f"{height:>2}", stone)
        drawn.append_text(badge(figure, signs))
    drawn.append(" " * margin, stone)
    return drawn


def badge(figure: str, signs: bool = True) -> Text:
    """Draw a figure: its sign, its letter or digit, its colour."""
    if figure == "K":
        return Text("♚K" if signs else "*K", KING)
    return Text(("♞" if signs else "n") + figure, SEATS[int(figure)])


# ---------------------------------------------------------------- beside the board


def status(scene: Scene) -> RenderableType:
    """Tell the time, everybody's points and blocks, the hand, the master card, the ledger."""
    document, voice = scene.document, scene.voice
    header = Text(_time(document, voice), style="bold")
    header.append(f"  {_word(voice, 'supply')} {document['supply']}", "dim")
    lines: list[RenderableType] = [header, _seats(scene)]
    if document["stage"] in ("turn", "keep", "return"):
        lines.append(_action_points(document, scene))
    held = [(key, _cards(document, key)) for key in ("drawn", "bought", "hand")]
    lines += [_labelled(key, _listed(cards, voice), voice) for key, cards in held if cards]
    if document["master"]:
        card = f"master.{document['master']}"
        effect = f"{voice.of(TITLE, card)}. {voice.of(TITLE, f'{card}.effect')}"
        lines.append(_labelled("master", effect, voice))
    shown = range(len(scene.names)) if scene.tall else [document["to_move"] or 0]
    lines += [_ledger(seat, scene) for seat in shown if scene.terms[seat]]
    return Group(*lines)


def _word(voice: Voice, key: str) -> str:
    """Return a word of the status."""
    return voice.of(TITLE, f"status.{key}")


def _labelled(key: str, text: str, voice: Voice) -> Text:
    """Return a line that says what it is about."""
    label = voice("label", label=_word(voice, key))
    return Text.assemble((f"{label} ", "bold"), text)


def _time(document: Document, voice: Voice) -> str:
    """Say year and round."""
    if document["stage"] in SETUP:
        return _word(voice, "setup")
    if document["stage"] == "over":
        return _word(voice, "over")
    year, seats = document["year"], len(document["scores"])
    rounds = ROUNDS[seats][year]
    return voice.of(TITLE, "status.year", year=year, round=document["round"], rounds=rounds)


def _seats(scene: Scene) -> Table:
    """Return a row for every seat: score, what the year would give, knights, stacks, cards."""
    document, voice = scene.document, scene.voice
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("", max_width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    heads = {key: _word(voice, key) for key in ("score", "now", "stacks", "hand")}
    heads["knights"] = "♞" if scene.signs else "n"
    for key in ("score", "now", "knights", "stacks", "hand"):
        justify: JustifyMethod = "left" if key == "stacks" else "right"
        table.add_column(heads[key], justify=justify, no_wrap=True)
    for seat, name in enumerate(scene.names):
        mine = document["to_move"] == seat
        pointer = ("▸" if scene.signs else ">") if mine else " "
        table.add_row(
            Text(pointer, "bold") + badge(str(seat), scene.signs),
            Text(name, "bold" if mine else ""),
            Text(str(document["scores"][seat]), "bold"),
            f"+{sum(term.points for term in scene.terms[seat])}",
            f"{_knights(document, seat)}/{KNIGHTS}",
            _stacks(document, seat),
            str(len(document["hands"][seat])),
        )
    return table


def _knights(document: Document, seat: int) -> int:
    """Count the knights of a seat on the board."""
    return sum(cell.endswith(str(seat)) for cell in document["board"].split())


def _stacks(document: Document, seat: int) -> str:
    """Say the sizes of a seat's stacks, the one in use in brackets, and the blocks kept."""
    sizes = [str(size) for size in document["stacks"][seat]]
    if document["open_stack"] is not None and document["to_move"] == seat:
        sizes.insert(0, f"[{document['open_stack']}]")
    if document["kept"][seat]:
        sizes.append(f"+{document['kept'][seat]}")
    return " ".join(sizes)


def _action_points(document: Document, scene: Scene) -> Text:
    """Draw the action points left."""
    points = document["ap"]
    full = "●" if scene.signs else "*"
    return _labelled("ap", f"{points} {full * points}", scene.voice)


def _cards(document: Document, key: str) -> list[str]:
    """Return the cards of the seat to move that it may see."""
    if key == "hand":
        seat = document["to_move"]
        cards = [] if seat is None else document["hands"][seat]
    else:
        cards = document[key]
    return [card for card in cards if card != "?"]


def _listed(cards: list[str], voice: Voice) -> str:
    """Return cards as they are typed, a few of them with their names."""
    if len(cards) > FEW_CARDS:
        return ", ".join(cards)
    return ", ".join(f"{card} ({voice.of(TITLE, f'card.{card}')})" for card in cards)


def _ledger(seat: int, scene: Scene) -> Text:
    """Return what the year would give a seat, term by term."""
    terms = [f"{term(line, scene.voice)} {line.points}" for line in scene.terms[seat]]
    return Text.assemble(badge(str(seat), scene.signs), " ", " + ".join(terms))


def term(term: Term, voice: Voice) -> str:
    """Return what a line of a score is for, and where."""
    kind = "master" if term.clause == "T10" else "term"
    name = voice.of(TITLE, f"{kind}.{term.what}")
    return f"{name} {term.at}" if term.at else name


def scored(before: Document, after: Document) -> bool:
    """Tell whether a year was scored between two documents."""
    return before["stage"] in ("turn", "store") and after["stage"] in ("king", "over")


def scored_title(before: Document, voice: Voice) -> str:
    """Say which year was scored."""
    return voice.of(TITLE, "status.scored", year=before["year"])


def asked(scene: Scene) -> str:
    """Return what is asked of the seat to move."""
    return scene.voice.of(TITLE, f"stage.{scene.document['stage']}")
