"""What an action did, as facts and in words: compared with the engine, never decided here."""

import random
import re
from typing import Any

import pytest

from tests.conformance.cases import CASES
from tests.server.running import NobodyThinks, quick
from tests.tables.toys import MemoryJournal, happen, play, table
from tourelle.core.bits import bit
from tourelle.core.words import Seat
from tourelle.games.blox.piles import COLOURS, letters_of, pile_of
from tourelle.games.blox.squares import square_named
from tourelle.games.torres.knights import door_targets, step_targets
from tourelle.games.torres.story import way_through
from tourelle.languages import LANGUAGES, say
from tourelle.play import Play
from tourelle.server.live.rooms import Room
from tourelle.server.metrics import Metrics
from tourelle.server.said import logbook, states, telling
from tourelle.server.said.deeds import deed_of
from tourelle.server.said.eyes import Eyes
from tourelle.tables.entries import SEAT
from tourelle.tables.table import Table
from tourelle.testing import Case, random_steps

NAMES = ["Ana", "@colour.b", "Cy {x}", "Di"]
START = ("place d8", "place a4", "king h5")


def room_of(at_table: Table) -> Room:
    """A room without anybody in it."""
    settings = quick(None)  # type: ignore[arg-type]
    return Room(at_table, MemoryJournal(), settings, Metrics(), NobodyThinks())


def told(at_table: Table, language: str = "en") -> list[Any]:
    """The actions of a table's log, as a watcher reads them."""
    room = room_of(at_table)
    log: list[Any] = []
    while not log or log[0].number > 1:
        log = logbook.log(room, Eyes((), language), 0, log[0].number if log else None) + log
    return [entry for entry in log if entry.kind == "action"]


def play_on(at_table: Table, seed: int) -> None:
    """Play at random to the end."""
    dice = random.Random(seed)
    while not at_table.is_over:
        play(at_table, dice.choice(at_table.game.legal_texts(at_table.position)))


@pytest.mark.parametrize("case", [c for c in CASES if c.options["seats"] == 3], ids=str)
def test_every_deed_is_told_in_every_language(case: Case) -> None:
    game = case.game()
    for step in random_steps(game, seed=4, every=2):
        if step.action is None:
            continue
        game_on = Play(game, step.position)
        game_on.apply(step.action)
        after, deed = game_on.position, deed_of(game, game_on.step(0))
        seats = range(game.seats)
        stood = [game.points(step.position, Seat(seat)) for seat in seats]
        assert [game.points(after, Seat(seat)) for seat in seats] == [
            points + more for points, more in zip(stood, deed.gained, strict=True)
        ]
        for language in LANGUAGES:
            said = telling.told_sentence(
                language, game.title, game.action_text(step.action), deed.telling, ["A", "B", "C"]
            )
            assert said
            assert not set("{}@") & set(said), said


def test_T5_3_a_way_leads_through_the_castle_to_every_door_and_to_no_other() -> None:
    game = CASES[0].game()
    ways = 0
    for step in random_steps(game, seed=11, every=7):
        pos = step.position
        for start in range(64):
            doors, steps = int(door_targets(pos, start)), int(step_targets(pos, start))
            for end in range(64):
                way = way_through(tuple(pos.heights), start, end)
                if end == start:
                    continue
                assert bool(way) == bool(doors & bit(end)), (start, end)
                if way and not steps & bit(end):
                    ways += 1
                    squares, floors = zip(*way, strict=True)
                    assert (squares[0], squares[-1]) == (start, end)
                    assert len(squares[1:]) == len(set(squares[1:]))  # maybe under where he stood
                    assert floors[0] == pos.heights[start]
                    assert floors[-1] == pos.heights[end]
                    assert list(floors) == sorted(floors, reverse=True)  # never up inside
                    assert all(pos.heights[square] > floor for square, floor in way[1:-1])
    assert ways > 100


def test_a_log_says_how_and_where_and_what_it_brought() -> None:
    torres = table("torres", "link link")
    play(torres, *START, "block c8", "move d8 d7", "point", "end")
    lines = [(entry.sentence, entry.price, entry.gained, entry.way) for entry in told(torres)][3:]
    assert lines == [
        ("builds on c8: 1 high", "1 AP", [], ["c8"]),
        ("goes down from d8 to d7, on the ground", "1 AP", [], ["d8", "d7"]),
        ("takes a point: from 0 to 1", "1 AP", [1, 0], []),
        ("ends the turn", "", [], []),
    ]
    assert told(torres)[2].news == ["Year 1 begins"]


def test_a_way_through_a_castle_says_where_and_how_high_it_comes_out() -> None:
    said = set()
    for seed in range(6):
        torres, dice = table("torres", "link link", seed=seed), random.Random(seed)
        while not torres.is_over:
            play(torres, dice.choice(torres.game.legal_texts(torres.position)))
        for entry in told(torres):
            if len(entry.way) > 2:
                out = entry.floors[-1]
                where = f"level {out}" if out else "on the ground"
                start, end = entry.way[0], entry.way[-1]
                assert (
                    entry.sentence == f"goes from {start} through the castle, out at {end}, {where}"
                )
                said.add(where)
    assert {"on the ground", "level 1"} <= said


def test_whose_figure_was_hit_is_said_whatever_they_are_called() -> None:
    dice, seen = random.Random(3), set()
    for seed in range(1, 12):
        blox = table("blox", "link link link", seed=seed, round_limit=40)
        for seat, name in enumerate(NAMES[:3]):
            happen(blox, blox.rename(seat, name, 2000))
        while not blox.is_over:
            texts = blox.game.legal_texts(blox.position)
            hits = [text for text in texts if text.startswith(("hit", "destroy"))]
            play(blox, dice.choice(hits or texts))
        for entry in told(blox):
            if entry.text.startswith("hit"):
                assert any(entry.sentence.startswith(f"hits {name} on") for name in NAMES)
                seen.add(entry.sentence.split(" on ")[0])
    assert len(seen) >= 2


def test_points_of_blox_are_told_by_what_they_were_for() -> None:
    blox = table("blox", "link link", round_limit=60)
    dice = random.Random(3)
    while not blox.is_over:
        texts = blox.game.legal_texts(blox.position)
        good = [text for text in texts if text.startswith(("hit", "destroy", "build"))]
        play(blox, dice.choice(good or texts))
    room = room_of(blox)
    ledger = states.state(room, Eyes(), 0).ledger
    assert {term.what for term in ledger.terms} >= {"destroyed", "built"}
    for seat in range(2):
        points = sum(term.points for term in ledger.terms if term.seat == seat)
        assert points == ledger.totals[seat] == blox.game.points(blox.position, Seat(seat))
    for phase in range(1, int(blox.position.phase) + 1):
        gained = [[0, 0]]
        for played, entry in zip(blox.played, told(blox), strict=True):
            before = blox.position_after(entry.action)
            if before.phase == phase and entry.gained:
                assert played.number == entry.number
                gained.append(entry.gained)
        sums = [sum(column) for column in zip(*gained, strict=True)]
        within = [term for term in ledger.terms if term.span == f"Phase {phase}"]
        assert sums == [sum(t.points for t in within if t.seat == seat) for seat in range(2)]


def cured(position: Any, near: Any) -> None:
    """Take away the one thing that forbids an action, as its sentence names it."""
    me, clause = int(position.to_move), near.clause
    start, end = (square_named(name) or 0 for name in near.squares)
    if "on the way" in near.sentence:
        blocked = square_named(near.sentence[:2]) or 0
        wanted = letters_of(position.towers[end]) or COLOURS[position.colours[end]]
        position.colours[blocked] = COLOURS.index(next(c for c in COLOURS if c not in wanted))
    elif clause in ("B6.2", "B8.2"):
        word = near.sentence.removesuffix(".").rsplit(": ", 1)[1].split(", ")[0]
        names = {say("en", "blox", f"colour.{letter}"): letter for letter in COLOURS}
        position.hands[me] += pile_of(names[word])
    elif clause == "B6.3":
        position.phase = len(letters_of(position.towers[end]))
    else:
        position.blocks[me] = 0
    assert position.pieces[start] == me + 1


def test_what_nearly_goes_is_kept_by_the_one_thing_that_is_said() -> None:
    clauses: set[str] = set()
    for seed in range(3):
        blox = table("blox", "link link link", seed=seed, round_limit=40)
        dice = random.Random(seed)
        while not blox.is_over:
            seat = blox.to_move
            assert seat is not None
            texts = blox.game.legal_texts(blox.position)
            for near in states.state(room_of(blox), Eyes((int(seat),)), 0).nearly:
                head = " ".join([near.kind, *near.squares])
                assert not any(text.startswith(head) for text in texts)
                other = blox.game.copy(blox.position)
                cured(other, near)
                assert any(text.startswith(head) for text in blox.game.legal_texts(other)), near
                clauses.add(near.clause)
            good = [text for text in texts if text.startswith(("destroy", "move", "enter"))]
            play(blox, dice.choice(good or texts))
        assert states.state(room_of(blox), Eyes((0,)), 0).nearly == []
    assert clauses >= {"B6.1", "B6.2", "B6.3", "B8.1"}


def test_what_nearly_goes_is_told_to_nobody_else() -> None:
    blox = table("blox", "link link", round_limit=40)
    while not states.state(room_of(blox), Eyes((int(blox.to_move or 0),)), 0).nearly:
        play(blox, blox.game.legal_texts(blox.position)[0])
    assert states.state(room_of(blox), Eyes((1 - int(blox.to_move or 0),)), 0).nearly == []
    assert states.state(room_of(blox), Eyes(()), 0).nearly == []


def test_the_towers_of_every_height_come_with_the_state() -> None:
    blox = table("blox", "link link", round_limit=20)
    play_on(blox, 5)
    facts = states.state(room_of(blox), Eyes(()), 0).facts
    heights = [len(letters_of(tower)) for tower in blox.position.towers]
    assert facts["towers"] == [heights.count(height) for height in range(1, 6)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_castellan_names_courtyards_and_towers(language: str) -> None:
    seen = set()
    for seed in range(8):
        at_table = table("castellan", "link link", seed=seed)
        play_on(at_table, seed)
        points = [at_table.game.points(at_table.position, Seat(seat)) for seat in range(2)]
        if points[0] == points[1]:
            continue
        ending = states.state(room_of(at_table), Eyes((), language), 0).ending
        assert ending
        found = [int(number) for number in re.findall(r"\d+", ending)]
        document = at_table.game.document(at_table.position)
        doubled = {yard["cell"] for yard in document["courtyards"] if yard["double"]}
        expected = []
        for seat in sorted(range(2), key=lambda seat: -points[seat]):
            yards = at_table.game.score_terms(at_table.position, Seat(seat))
            again = [yard.points // 2 for yard in yards if yard.at in doubled]
            expected += [len(yards), points[seat] - sum(again), *again]
        assert found == expected
        seen.add(len(found))
    assert len(seen) > 1  # with and without a doubled courtyard


def test_a_scored_year_is_counted_once_while_the_king_is_placed() -> None:
    torres = table("torres", "link link")
    dice = random.Random(2)
    settled = 0
    while not torres.is_over:
        play(torres, dice.choice(torres.game.legal_texts(torres.position)))
        state = states.state(room_of(torres), Eyes(), 0)
        stood = [seat.points for seat in state.seats]
        if torres.position.year and state.view["stage"] in ("king", "over"):
            settled += 1
            assert state.ledger.settled
            assert state.ledger.totals == stood
        elif state.ledger.terms:
            assert state.ledger.totals != stood
    assert settled == 3


def test_a_year_is_told_with_what_it_gave() -> None:
    torres = table("torres", "link link")
    play_on(torres, 2)
    log = told(torres)
    scored = [entry for entry in log if entry.scored]
    assert [entry.scored.title for entry in scored] == ["Year 1", "Year 2", "Year 3"]
    assert [entry.news[0] for entry in scored] == [f"Year {year} is scored" for year in (1, 2, 3)]
    for entry in scored:
        for seat in range(2):
            lines = [t.points for t in entry.scored.terms if t.seat == seat]
            jumps = (entry.gained or [0, 0])[seat] - sum(lines)
            assert 0 <= jumps <= 2
    begun = [news for entry in log for news in entry.news if "begins" in news]
    assert begun == ["Year 1 begins", "Year 2 begins", "Year 3 begins"]
    assert sum(sum(entry.gained) for entry in log) == sum(
        torres.game.points(torres.position, Seat(seat)) for seat in range(2)
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_T4_1_the_rounds_of_a_year_come_with_the_state(seats: int) -> None:
    torres = table("torres", " ".join(["link"] * seats))
    dice = random.Random(1)
    while not torres.is_over:
        play(torres, dice.choice(torres.game.legal_texts(torres.position)))
        state = states.state(room_of(torres), Eyes(), 0)
        if state.view["stage"] == "turn":
            assert state.view["round"] <= state.facts["rounds"]
    assert state.facts["rounds"] == (4 if seats == 2 else 3)


@pytest.mark.parametrize("title", ["torres", "blox", "castellan"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_says_why(title: str, language: str) -> None:
    options: dict[str, Any] = {"round_limit": 20} if title == "blox" else {}
    at_table = table(title, "link link", **options)
    happen(at_table, [at_table._entry(1, SEAT, 0, name="{Ana} @colour")])
    assert states.state(room_of(at_table), Eyes((), language), 0).ending is None
    play_on(at_table, 6)
    ending = states.state(room_of(at_table), Eyes((), language), 0).ending
    assert ending
    assert ending.endswith(".")


def test_an_undone_action_keeps_its_words() -> None:
    torres = table("torres", "link bot")
    play(torres, *START, "block c8", "block c8")
    happen(torres, torres.undo(torres.number, 0, 3000))
    play(torres, "point")
    room = room_of(torres)
    log = [e.sentence for e in logbook.log(room, Eyes(), 0) if e.kind == "action"]
    assert log[-3:] == [
        "builds on c8: 1 high",
        "builds on c8: 2 high",
        "takes a point: from 0 to 1",
    ]


def test_choices_foretell_the_way_the_price_and_the_points() -> None:
    torres = table("torres", "link link")
    play(torres, *START, "block c8")
    choices = {c.text: c for c in states.state(room_of(torres), Eyes((0,)), 0).choices}
    assert choices["point"].gains == 1
    assert choices["knight d7"].price == 2
    assert choices["move d8 d7"].sentence == "goes down from d8 to d7, on the ground"
    assert choices["move d8 d7"].way == ["d8", "d7"]


def test_a_choice_that_closes_a_courtyard_says_so() -> None:
    found: set[str] = set()
    for seed in range(6):
        at_table = table("castellan", "here here", seed=seed)
        dice = random.Random(seed)
        while not at_table.is_over and len(found) < 2:
            position = at_table.position
            seat = at_table.game.to_move(position)
            assert seat is not None
            room = room_of(at_table)
            choices = states.state(room, Eyes((int(seat),), "en"), 0).choices
            for choice in choices:
                closes = "closes a courtyard" in choice.sentence
                assert closes or choice.gains <= 0 or choice.kind == "double"
                if closes:
                    assert str(choice.gains) in choice.sentence
                    found.add(choice.kind)
            play(at_table, dice.choice(choices).text)
    assert found
