"""A game reviewed: every turn with what it was worth, as a table, as JSON or as a page."""

import os
import sys
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from tourelle import __version__
from tourelle.bots.hints import HINTER
from tourelle.cli.arena_table import print_table
from tourelle.cli.on_documents import print_json
from tourelle.cli.precompile import precompile_bots
from tourelle.cli.progress import counted
from tourelle.cli.reading import game_of, read_json, title_of
from tourelle.cli.voice import UserError, Voice
from tourelle.core.compile import cache_root
from tourelle.core.records import Record, read_record
from tourelle.core.words import about
from tourelle.languages import say
from tourelle.review import page
from tourelle.review.judged import Review, Turn, to_json
from tourelle.review.keeping import Shelf
from tourelle.review.reviewing import WORK, Reviewing
from tourelle.review.telling import DOMAIN, number, reason_sentence

LETTERS: Final = "ABCD"
FIRST: Final = 20_000
"""States weighed to learn how fast this machine is."""
LEAST: Final = 2_000
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "only": "!"}


def run(given: Namespace, voice: Voice) -> int:
    """Review a record and print what was found."""
    if given.file is None and sys.stdin.isatty():
        raise UserError("no-file", command=given.command)
    for name in ("budget", "seconds", "jobs"):
        if getattr(given, name) is not None and not getattr(given, name) > 0:
            raise UserError("not-positive", option=f"--{name}")
    data = read_json(given.file or "-")
    with about(title_of(data)):
        record = read_record(data)
        precompile_bots(game_of(record, voice).title, [HINTER.name], voice)
        review = _reviewed(record, given, voice)
        names = names_of(record)
        if given.json:
            print_json(_json(review, voice, names))
        elif given.html:
            print(page.html(record, review, names, voice.language))
        else:
            _print(review, names, voice)
    return 0


def names_of(record: Record) -> list[str]:
    """Return what the seats are called."""
    given = [player.name for player in record.seats]
    return [
        given[seat] if seat < len(given) and given[seat] else LETTERS[seat] for seat in range(4)
    ]


def _reviewed(record: Record, given: Namespace, voice: Voice) -> Review:
    """Return the review of a record: one that was kept, or a new one."""
    jobs = given.jobs or os.cpu_count() or 1
    work = given.budget or WORK
    if given.seconds:
        work = _budget(record, given.seconds, jobs)
    shelf = Shelf(cache_root())
    reviewing = Reviewing(record, work, __version__)
    found = None if given.seconds else shelf.find(reviewing.name)
    if found is not None:
        return found
    with (
        counted(voice("review.progress"), len(reviewing.decisions)) as tell,
        ThreadPoolExecutor(jobs) as pool,
    ):
        judging = pool.map(reviewing.judged, range(len(reviewing.decisions)))
        for place, decision in enumerate(judging):
            reviewing.take(place, decision)
            tell(place + 1)
    review = reviewing.review()
    shelf.keep(reviewing.name, review, record)
    return review


def _budget(record: Record, seconds: float, jobs: int) -> int:
    """Return the states to weigh for a decision so that a review takes about so long."""
    trial = Reviewing(record, FIRST)
    places = range(0, len(trial.decisions), max(1, len(trial.decisions) // 4))
    for place in list(places)[:1]:
        trial.judged(place)
    began = time.perf_counter()
    for place in places:
        trial.judged(place)
    each = (time.perf_counter() - began) / max(1, len(places))
    cores = min(jobs, os.cpu_count() or 1)
    return max(LEAST, int(FIRST * seconds * cores / max(1e-6, each * len(trial.decisions))))


def _json(review: Review, voice: Voice, names: list[str]) -> dict[str, Any]:
    """Return a review as JSON with its reasons in words."""
    made = to_json(review)
    for told, turn in zip(made["turns"], review.turns, strict=True):
        told["why"] = [
            reason_sentence(voice.language, review.title, reason, names) for reason in turn.why
        ]
    return made


def _print(review: Review, names: list[str], voice: Voice) -> None:
    """Print seats and turns as tables."""
    keys = ("page.seat", "page.accuracy", "page.decided", "page.drawn")
    seat_, accuracy, decided, drawn = (say(voice.language, DOMAIN, key) for key in keys)
    heads = [seat_, accuracy, "?!", "?", "??", decided, drawn]
    rows = [
        [
            names[seat],
            "-" if each.accuracy is None else number(voice.language, f"{each.accuracy:.1f}"),
            *(str(each.marks[mark]) for mark in ("inaccuracy", "mistake", "blunder")),
            number(voice.language, f"{each.decided.points:+.1f}"),
            number(voice.language, f"{each.drawn.points:+.1f}"),
        ]
        for seat, each in enumerate(review.seats)
    ]
    print_table(heads, rows)
    print()
    for turn in review.turns:
        _print_turn(review, turn, names, voice)


def _print_turn(review: Review, turn: Turn, names: list[str], voice: Voice) -> None:
    """Print a turn: who, what, its mark; where it has one, what was better and why."""
    chance = turn.played.leads_to.chances[turn.seat]
    sign = SIGNS.get(turn.mark or "", "")
    head = f"{turn.number:3d} {names[turn.seat]:<10.10} {100 * chance:3.0f} % {sign:<2} "
    print(head + ", ".join(turn.played.actions))
    if turn.mark not in (None, "only"):
        cost = say(
            voice.language,
            DOMAIN,
            "page.cost",
            chance=f"{100 * turn.cost.chance:.0f}",
            points=number(voice.language, f"{turn.cost.points:.1f}"),
        )
        better = say(voice.language, DOMAIN, "page.better")
        print(f"{'':23}{better}: {', '.join(turn.best.actions)}\n{'':23}{cost}")
    for reason in turn.why:
        print(f"{'':23}{reason_sentence(voice.language, review.title, reason, names)}")
