"""What would you play? The best turns of a position, what they promise, and how sure that is."""

from argparse import Namespace
from typing import Final, TypedDict

from tourelle.bots.hints import HINTER, find_turns
from tourelle.bots.thinking import Candidate, Findings
from tourelle.cli.arena_table import print_table
from tourelle.cli.on_documents import position_given, print_json, stream
from tourelle.cli.precompile import precompile_bots
from tourelle.cli.voice import UserError, Voice
from tourelle.core.chance import dice_from
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition, View
from tourelle.core.records import SEEDS
from tourelle.core.words import Seat

NOTHING: Final = "-"
LOADING: Final = 20_000
"""States to weigh until everything that searches is loaded: some hundredths of a second."""
HEADS: Final = (
    "suggest.turn",
    "suggest.chance",
    "suggest.points",
    "suggest.visits",
    "suggest.share",
)


def run(given: Namespace, voice: Voice) -> int:
    """Print the best turns of the seat to move, seen from that seat."""
    _check(given)
    if given.lines:
        return stream(given, voice, lambda game, position, _: _answer(given, voice, game, position))
    game, position = position_given(given, voice)
    answer = _answer(given, voice, game, position)
    if given.json:
        print_json(answer)
    elif answer["seat"] is None:
        print(voice("suggest.over"))
    else:
        _print(answer, voice)
    return 0


def _check(given: Namespace) -> None:
    """Refuse what no search can keep to."""
    for name in ("seconds", "turns"):
        if not getattr(given, name) > 0:
            raise UserError("not-positive", option=f"--{name}")
    if given.work < 0 or not 0 <= given.seed < SEEDS:
        raise UserError("negative")


class Suggested(TypedDict):
    """One turn of the answer; of one that was not followed neither chance nor points are known."""

    turn: list[str]
    chance: float | None
    points: list[float] | None
    visits: int
    principal_variation: list[list[str]]
    share: float | None


class Suggestion(TypedDict, total=False):
    """The answer as JSON; of a game that is over it has nothing but an empty list of turns."""

    seat: int | None
    simulations: int
    work: int
    seconds: float
    turns: list[Suggested]


def _answer(given: Namespace, voice: Voice, game: AnyGame, position: AnyPosition) -> Suggestion:
    """Return the best turns; of a game that is over, no turns."""
    seat = game.to_move(position)
    if seat is None:
        return {"seat": None, "turns": []}
    findings = _thought(given, voice, game, game.view(position, seat), seat)
    followed = sum(candidate.visits for candidate in findings.candidates)
    return {
        "seat": int(seat),
        "simulations": followed,
        "work": findings.work,
        "seconds": round(findings.seconds, 3),
        "turns": [
            _turn(game, candidate, followed) for candidate in findings.candidates[: given.turns]
        ],
    }


def _thought(given: Namespace, voice: Voice, game: AnyGame, view: View, seat: Seat) -> Findings:
    """Think about a view, once the search is compiled and loaded: that is not thinking."""
    precompile_bots(game.title, [HINTER.name], voice)
    find_turns(game, view, seat, dice_from(given.seed), work=LOADING)
    return find_turns(game, view, seat, dice_from(given.seed), given.seconds, given.work)


def _turn(game: AnyGame, candidate: Candidate, followed: int) -> Suggested:
    """Return a turn as JSON."""
    return {
        "turn": [game.action_text(action) for action in candidate.turn],
        "chance": round(candidate.chance, 4) if candidate.visits else None,
        "points": [round(points, 2) for points in candidate.points] if candidate.visits else None,
        "visits": candidate.visits,
        "principal_variation": [
            [game.action_text(action) for action in turn] for turn in candidate.principal_variation
        ],
        "share": round(candidate.visits / followed, 4) if followed else None,
    }


def _print(answer: Suggestion, voice: Voice) -> None:
    """Print the turns as a table, and how much work is behind it."""
    print_table([voice(head) for head in HEADS], [_row(turn) for turn in answer["turns"]])
    told = {key: value for key, value in answer.items() if key != "turns"}
    print(f"\n{voice('suggest.behind', **told)}")
    if answer["turns"][0]["chance"] is None:
        print(voice("suggest.only"))


def _row(turn: Suggested) -> list[str]:
    """Return the cells of one turn."""
    chance, points, share = turn["chance"], turn["points"], turn["share"]
    return [
        ", ".join(turn["turn"]),
        NOTHING if chance is None else f"{100 * chance:.0f} %",
        NOTHING if points is None else " : ".join(f"{hoped:.1f}" for hoped in points),
        str(turn["visits"]),
        NOTHING if share is None else f"{100 * share:.0f} %",
    ]
