"""BLOX on a terminal: every colour with its letter, and room enough on a small screen."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, Group

from tests.cli.running import Command
from tourelle.cli.boards import board_of
from tourelle.cli.hotseat import Hotseat
from tourelle.cli.screen import draw_turn, scene_of, side_by_side
from tourelle.cli.voice import Voice
from tourelle.core.records import Player
from tourelle.core.words import Seat
from tourelle.games import game_class
from tourelle.games.blox import boards, terminal
from tourelle.games.blox.game import TURNED
from tourelle.languages import LANGUAGES, say
from tourelle.terminal import SEATS, Scene

POSITION: dict[str, Any] = {
    "game": "blox",
    "options": {"seats": 2, "round_limit": 0},
    "board": (
        "bn g. w. g. w. p. b. p. g.\n"
        "w. p. b. p. b. wBP g. b. p.\n"
        "g. w. p. gBGW p. g. b. w. b.\n"
        "w. g. w0 p. gWWWP b. p. b. w.\n"
        "b. p. g. w. b. w. g. p. b.\n"
        "w. bBGGWP p. b. g. p. w1 g. w.\n"
        "b. w. b. g. p. g. p. w. g.\n"
        "p. b. g. w. b. p. b. p. w.\n"
        "g. p. b. p. w. g. w. g. b0"
    ),
    "phase": 3,
    "points": [12, 104],
    "blocks": ["bgggwpp", "wp"],
    "hands": ["bbgwp", "pppp"],
    "jokers": [True, False],
    "round": 7,
    "discard": "bbw",
}


def scene(*, viewer: int | None = 0, **changes: Any) -> Scene:
    """The position above, as one seat sees it."""
    game, position = game_class("blox").read({**POSITION, **changes})
    view = position if viewer is None else game.view(position, Seat(viewer))
    terms = [game.score_terms(view, Seat(seat)) for seat in range(game.seats)]
    names = ["You", "Greedy the Great"]
    return Scene(game, view, game.document(view), names, terms, Voice("en"), viewer)


def drawn(what: Scene, width: int = 80, *, colours: bool = False) -> str:
    """What a terminal shows of board and status."""
    out = io.StringIO()
    kind: Any = "truecolor" if colours else None
    screen = Console(file=out, width=width, force_terminal=colours, color_system=kind)
    screen.print(side_by_side(what))
    return out.getvalue()


def lines(what: Scene, width: int = 80) -> list[str]:
    return [line.rstrip() for line in drawn(what, width).splitlines()]


def changed(what: Scene, **changes: Any) -> Scene:
    return Scene(**{**vars(what), **changes})


def test_blox_has_its_own_board() -> None:
    assert board_of("blox") is terminal


def test_every_square_shows_its_colour_and_what_stands_on_it() -> None:
    shown = lines(scene())
    assert shown[1].startswith("  a     b     c     d     e     f     g     h     i")
    assert shown[2].startswith("9 b (n) g     w     g     w     p     b     p     g ")
    assert shown[3].startswith("8 w     p     b     p     b     wBP2  g     b     p ")
    assert shown[5].startswith("6 w     g     w (0) p     gWWWP4b     p     b     w ")
    assert shown[7].startswith("4 w     bBGGWPp     b     g     p     w (1) g     w ")
    assert shown[10].startswith("1 g     p     b     p     w     g     w     g     b (0)")


def test_a_tall_terminal_says_the_height_of_every_tower() -> None:
    shown = lines(changed(scene(), tall=True), 100)
    assert shown[12].startswith("4 w      b    5 p      b ")
    assert shown[13].startswith("          BGGWP")
    assert "(n)" in shown[3]
    assert "This board is a reconstruction" in " ".join(shown)


def test_what_stands_beside_the_board() -> None:
    shown = lines(scene())
    beside = [line[57:] for line in shown]
    assert shown[0].startswith("Phase 3 of 4: destroy up to 3, build 4")
    assert beside[:8] == [
        "round 7",
        "       ▸(0) (1)",
        "points   12 104",
        "cards     5   4",
        "reserve   2   3",
        "joker     *   -",
        "* up  - down",
        "blocks  7/7 2/7",
    ]
    assert beside[8:13] == [
        "  B       1   .",
        "  G       3   .",
        "  W       1   1",
        "  P       2   1",
        "hand: bb g w p",
    ]
    assert shown[11].startswith("▸(0) You  (1) Greedy …")
    assert shown[12].startswith("draw pile 48   discard pile 3")


def test_a_round_limit_is_told() -> None:
    assert "round 7 of 9 at most" in drawn(scene(options={"seats": 2, "round_limit": 9}))
    assert "round 7 of 60 at most" in drawn(scene(options={"seats": 2}))


def test_ten_blocks_leave_the_columns_apart() -> None:
    assert "blocks   10 2/7" in drawn(scene(blocks=["bgggwwpppp", "wp"]))


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    assert "hand: bb g w p" in drawn(scene(viewer=0))
    assert "hand: pppp" in drawn(scene(viewer=1))
    assert "pppp" not in drawn(scene(viewer=0))
    assert "hand:" not in drawn(scene(viewer=-1))
    everything = drawn(scene(viewer=None))
    assert "(0) bb g w p" in everything
    assert "(1) pppp" in everything


def test_a_reconstruction_is_told_where_all_is_shown_and_no_other_board_is_called_one() -> None:
    told = " ".join(line[57:] for line in lines(scene(viewer=None)))
    assert "This board is a reconstruction: of the printed one only parts are known." in told
    turned = "\n".join(reversed(POSITION["board"].splitlines()))
    assert "reconstruction" not in drawn(scene(viewer=None, board=turned))


def test_a_game_that_is_over() -> None:
    ended = scene(viewer=None, phase=4)
    assert ended.document["to_move"] is None
    assert lines(ended)[0].startswith("Game over")
    assert terminal.asked(ended) == "The game is over."
    assert terminal.scored_title(ended.document, ended.voice) == "Game over"
    assert not terminal.scored(scene().document, ended.document)


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_have_a_name(language: str) -> None:
    (line,) = scene().terms[1]
    assert terminal.term(line, Voice(language)) == say(language, "blox", "term.points")


# ---------------------------------------------------------------- terminals of all kinds


def test_without_signs_the_screen_is_ascii() -> None:
    for tall in (False, True):
        plain = drawn(changed(scene(), signs=False, tall=tall), 100)
        assert plain.isascii()
        assert ">(0)" in plain


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "48;2;" in drawn(scene(), colours=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "48;2;" not in drawn(scene(), colours=True)


def luminance(colour: Any) -> float:
    """How bright a colour is to the eye, as WCAG counts it."""
    parts = [part / 255 for part in colour.triplet]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def test_every_letter_can_be_read_on_its_colour() -> None:
    for look in (
        *terminal.GROUND.values(),
        *terminal.BLOCKS.values(),
        *SEATS,
        terminal.NEUTRAL,
    ):
        dark, light = sorted((luminance(look.color), luminance(look.bgcolor)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_squares_touched_by_others_are_underlined() -> None:
    touched = changed(scene(), fresh=frozenset({"b4"}))
    screen = Console(width=80)
    underlined = [
        part.text
        for part in screen.render(Group(terminal.board(touched)))
        if part.style is not None and part.style.underline
    ]
    assert "".join(underlined) == "bBGGWP"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_small_terminal_is_large_enough(seats: int, language: str) -> None:
    bots = [Player("", "random") for _ in range(seats)]
    table = Hotseat(game_class("blox")({"seats": seats}), 5, bots, lambda: 0)
    for number in range(60):
        if table.seat() is None:
            break
        table.push_bot()
        if number % 30 != 29:
            continue
        middle = Hotseat(table.game, table.seed, [Player()] * seats, lambda: 0)
        for step in table.steps:
            middle.push(step.text)
        out = io.StringIO()
        screen = Console(file=out, width=80, height=24, force_terminal=True, no_color=True)
        draw_turn(screen, middle, Voice(language), [])
        assert len(out.getvalue().splitlines()) <= 23
        scene_now = scene_of(middle, Voice(language), screen)
        shown = lines(scene_now)
        assert max(map(len, shown)) <= 80
        assert len(shown) == 13
        assert all(len(line) > 57 and line[56] == " " for line in shown[:13])


# ---------------------------------------------------------------- boards of one's own


def test_a_board_file_can_be_played(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(f"# upside down\n{TURNED}", encoding="utf-8")
    words = ("play", "blox", "--seats", "2", "--bots", "1=greedy", "--seed", "1")
    said = command(*words, "--option", f"board={file}", given="quit\n")
    assert (said.status, said.err) == (0, "")
    first = boards.check(TURNED).text().splitlines()[0].split()
    (row,) = [line for line in said.out.splitlines() if line.startswith("9 ")]
    assert [row[2 + 6 * i] for i in range(9)] == [cell[0] for cell in first]
    (kept,) = (tmp_path / "state").iterdir()
    record = json.loads(kept.read_text(encoding="utf-8"))
    assert TURNED in record["options"]["board"]
    assert command("play", "--resume", given="quit\n").status == 0


BROKEN = [
    (TURNED.replace("g4", "g5", 1), "“g5” on e6 is no cell"),
    (TURNED.partition("\n")[0], "A board has nine rows, rank 9 first; here are 1."),
    ("", "A board has nine rows, rank 9 first; here are 0."),
]


@pytest.mark.parametrize(("text", "sentence"), BROKEN)
def test_a_broken_board_file_is_told(
    command: Command, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(text, encoding="utf-8")
    for words in (("play", "blox", "--option", f"board={file}"), ("boards", "check", str(file))):
        said = command(*words)
        assert (said.status, said.out) == (1, "")
        assert sentence in said.err


def test_a_board_that_is_neither_name_nor_file(command: Command) -> None:
    said = command("play", "blox", "--option", "board=nowhere")
    assert (said.status, said.out) == (1, "")
    assert "There is no board “nowhere”" in said.err
