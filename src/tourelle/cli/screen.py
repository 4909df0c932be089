"""What a person sees: the board, what stands beside it, what happened, what can be done."""

import sys
from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tourelle.cli.boards import board_of
from tourelle.cli.hotseat import Hotseat, Step
from tourelle.cli.prompting import MENU_LINES
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.words import Seat
from tourelle.languages.narration import sentence
from tourelle.tables.naming import plain_name
from tourelle.terminal import Scene, Voice

PIPE_WIDTH: Final = 100
TALL: Final = 36
WIDE: Final = 100
FEW_CHOICES: Final = 8


def labelled(label: str, text: str, voice: Voice) -> Text:
    """Return a line that says what it is about."""
    line = Text(voice("label", label=label) + " ", style="bold")
    return line.append(text, style="not bold")


def console() -> Console:
    """Return the screen; a pipe gets no colours and a fixed width."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def names_of(table: Hotseat, voice: Voice) -> list[str]:
    """Return what to call everybody."""
    names = []
    for seat, player in enumerate(table.players):
        if table.is_person(seat):
            names.append(plain_name(player.name) or voice("seat.person", seat=seat))
        else:
            names.append(voice.label("bots", f"bot.{player.kind}.name", player.kind))
    return names


def scene_of(table: Hotseat, voice: Voice, screen: Console) -> Scene:
    """Return what the person to move may see."""
    view = table.seen()
    return Scene(
        game=table.game,
        view=view,
        document=table.game.document(view),
        names=names_of(table, voice),
        terms=table.play.terms(),
        voice=voice,
        viewer=table.viewer(),
        fresh=frozenset(table.news()),
        tall=screen.is_terminal and screen.height >= TALL and screen.width >= WIDE,
        signs=_writes_signs(screen),
    )


def _writes_signs(screen: Console) -> bool:
    """Tell whether chess signs and dots can be written."""
    return screen.encoding.lower().replace("-", "") in ("utf8", "utf16", "utf8sig")


def show_position(game: AnyGame, position: AnyPosition, voice: Voice) -> None:
    """Draw one position with everything known."""
    screen = console()
    names = [voice("seat.person", seat=seat) for seat in range(game.seats)]
    terms = [game.score_terms(position, Seat(seat)) for seat in range(game.seats)]
    document = game.document(position)
    tall = screen.height >= TALL and screen.width >= WIDE
    signs = _writes_signs(screen)
    scene = Scene(game, position, document, names, terms, voice, tall=tall, signs=signs)
    screen.print(side_by_side(scene))


def side_by_side(scene: Scene) -> RenderableType:
    """Return the board with the status beside it."""
    drawing = board_of(scene.game.title)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_row(drawing.board(scene), drawing.status(scene))
    return grid


# ---------------------------------------------------------------- what happened


def turns(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps in runs of one seat."""
    runs: list[list[Step]] = []
    for step in steps:
        if runs and runs[-1][-1].seat == step.seat:
            runs[-1].append(step)
        else:
            runs.append([step])
    return runs


def turn_line(run: Sequence[Step], scene: Scene, *, words: bool) -> Text:
    """Return one line for a run of actions: in notation, or in words where there is room."""
    seat = run[0].seat
    hidden = scene.viewer not in (None, seat)
    texts = [told(step, scene, words=words, hidden=hidden) for step in run]
    said = ", ".join(counted(texts))
    if words:
        name = scene.names[seat]
        alone = scene.names.count(name) == 1
        return Text(scene.voice("step", name=name if alone else scene.called(seat), sentence=said))
    return labelled(scene.called(seat), said, scene.voice)


def told(step: Step, scene: Scene, *, words: bool, hidden: bool) -> str:
    """Return an action in words, or in notation; a secret choice is told as far as all may know."""
    language, title = scene.voice.language, scene.game.title
    said = sentence(language, title, step.text, hidden=hidden)
    if words or said != sentence(language, title, step.text):
        return said
    return step.text


def counted(texts: Sequence[str]) -> list[str]:
    """Return the texts with repeats counted: point x3."""
    found: list[tuple[str, int]] = []
    for text in texts:
        if found and found[-1][0] == text:
            found[-1] = (text, found[-1][1] + 1)
        else:
            found.append((text, 1))
    return [text if times == 1 else f"{text} ×{times}" for text, times in found]


# ---------------------------------------------------------------- what can be done


def grouped(game: AnyGame, texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the legal actions by kind."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(game.kind(text), []).append(text)
    return groups


def choices_line(game: AnyGame, texts: Sequence[str], voice: Voice) -> Text:
    """Return the kinds of actions with their counts."""
    few = len(texts) <= FEW_CHOICES
    parts = []
    for name, members in grouped(game, texts).items():
        parts += members if few or len(members) == 1 else [f"{name} ({len(members)})"]
    return labelled(voice("choices"), ", ".join(parts), voice)


def listing(texts: Sequence[str]) -> RenderableType:
    """Return a list of actions in columns."""
    return Columns([Text(text) for text in texts], padding=(0, 3), column_first=True)


# ---------------------------------------------------------------- the whole screen


def draw_turn(
    screen: Console, table: Hotseat, voice: Voice, notes: Sequence[RenderableType]
) -> None:
    """Draw everything a person needs to choose; on a terminal it fills the screen."""
    scene = scene_of(table, voice, screen)
    top = side_by_side(scene)
    asked = Text(board_of(scene.game.title).asked(scene), style="bold")
    choices = choices_line(table.game, table.game.legal_texts(scene.view), voice)
    below: list[RenderableType] = [asked, choices, *notes]
    room = screen.height - MENU_LINES - 2 - height_of(screen, Group(top, *below))
    if screen.is_terminal:
        screen.clear()
    screen.print(top)
    latest = _latest(screen, table, scene, max(room, 1))
    spare = room - sum(height_of(screen, line) for line in latest)
    for line in latest:
        screen.print(line)
    if spare > 0 or not screen.is_terminal:
        screen.print()
    for line in below:
        screen.print(line)


def height_of(screen: Console, what: RenderableType) -> int:
    """Return how many lines something takes."""
    return len(screen.render_lines(what, pad=False))


def _latest(screen: Console, table: Hotseat, scene: Scene, room: int) -> list[RenderableType]:
    """Return what happened last, as much as there is room for."""
    shown: list[RenderableType] = []
    for run in reversed(turns(table.steps)):
        line = turn_line(run, scene, words=scene.tall)
        room -= height_of(screen, line)
        if room < 0 or len(shown) > table.game.seats:
            break
        shown.insert(0, line)
    return shown
