"""What the page is told of Castellan's rules: the cards, the box, what walls enclose."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.castellan import recount
from tests.stepping import steps
from tourelle.core.words import Seat
from tourelle.games.castellan.game import Castellan
from tourelle.games.castellan.story import PIECES

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "web" / "src" / "games" / "castellan" / "sample.json"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C1_1_all_pieces_stand_are_held_or_lie_in_the_box(seats: int) -> None:
    game, dice = Castellan({"seats": seats}), random.Random(seats)
    position = game.setup(seats)
    for _ in range(60):
        if game.is_over(position):
            break
        document, box = game.document(position), game.facts(position)["box"]
        kinds = [piece.split()[0] for piece in document["pieces"]]
        held = document["pieces_in_hand"]
        assert box["towers"] + kinds.count("tower") + held["T"] == 16 * seats
        assert box["long"] + kinds.count("long") + held["L"] == 13 * seats
        assert box["short"] + kinds.count("short") + held["S"] == 15 * seats
        game.apply(position, dice.choice(game.legal_actions(position)))


def test_C1_2_the_faces_are_those_of_the_deck() -> None:
    game = Castellan()
    faces = {face["card"]: face for face in game.facts(game.setup(1))["faces"]}
    assert faces["W1"] == {"card": "W1", "towers": 1, "long": 2, "short": 1, "extra": 0}
    assert len(faces) == len(game.deck.faces)


def games_at_random(seats: int, games: int = 3) -> Iterator[tuple[Castellan, Any, str, Any]]:
    """Yield every action of some games at random: the game, before, the text, after."""
    game = Castellan({"seats": seats})
    for seed in range(games):
        for step in steps(game, seed):
            yield game, *step


@pytest.mark.parametrize("seats", [2, 4])
def test_C5_6_every_courtyard_is_told_with_its_cells_and_towers(seats: int) -> None:
    told = 0
    for game, _, _, position in games_at_random(seats):
        facts, document = game.facts(position), game.document(position)
        castle = recount.Castle(document["pieces"])
        regions = castle.regions()
        assert [set(map(recount.point, yard["cells"])) for yard in facts["courtyards"]] == regions
        assert [yard["cell"] for yard in facts["courtyards"]] == [
            yard["cell"] for yard in document["courtyards"]
        ]
        assert [yard["towers"] for yard in facts["courtyards"]] == [
            castle.touching(region) for region in regions
        ]
        ends = [end for wall in castle.walls for end in wall.ends]
        bare = {end for end in ends if ends.count(end) > 1} - castle.towers
        assert {recount.point(corner) for corner in facts["corners"]} == bare
        told += len(regions)
    assert told


def test_C5_a_piece_foretells_what_it_closes_and_what_that_brings_doubled() -> None:
    closings = doubles = 0
    for game, before, text, after in games_at_random(3, games=6):
        told = game.foretold([text], before, [after])[0].facts
        known, now = (
            {tuple(yard["cells"]) for yard in game.facts(position)["courtyards"]}
            for position in (before, after)
        )
        closes = told.get("closes", ())
        assert isinstance(closes, tuple)
        assert set(closes) == now - known
        closings += bool(now - known)
        asked = [a for a in game.legal_actions(after) if game.action_text(a).startswith("double")]
        assert ("doubled" in told) == (text.split()[0] in PIECES and bool(asked))
        if "doubled" not in told:
            continue
        doubles += 1
        me, best = Seat(int(before.to_move)), []
        for action in asked:
            end = game.copy(after)
            game.apply(end, action)
            best.append(game.points(end, me) - game.points(before, me))
        assert told["doubled"] == max(best)
    assert closings
    assert doubles


def test_cards_of_a_play_are_written_as_they_lie_in_the_hand() -> None:
    game = Castellan()
    position = game.setup(3)
    hand = game.document(position)["hands"][int(position.to_move)]
    held = [*hand["W"], *hand["T"]]
    for action in game.legal_actions(position):
        cards = iter(held)
        assert all(card in cards for card in game.action_text(action).split()[1:])


def test_the_picture_of_the_home_page_is_told_as_it_stands() -> None:
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    seen = {key: sample[key] for key in ("game", "options", "to_move", "pieces", "courtyards")}
    game, position = Castellan.read(seen)
    told = game.facts(position)
    assert sample["facts"] == {key: told[key] for key in sample["facts"]}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C5_whatever_closes_or_splits_changes_the_points_of_its_seat(seats: int) -> None:
    """What a choice would close is looked up only where it would change points."""
    game, dice, met = Castellan({"seats": seats}), random.Random(seats), 0
    for deal in range(3):
        position = game.setup(deal)
        while not game.is_over(position):
            legal, seat = game.legal_actions(position), game.to_move(position)
            assert seat is not None
            if game.action_text(legal[0]).startswith(("tower", "short", "long")):
                for action, gained in zip(legal, game.gains(position, legal, seat), strict=True):
                    after = game.copy(position)
                    game.apply(after, action)
                    if int(after.face_count) > int(position.face_count):
                        assert gained, game.action_text(action)
                        met += 1
            game.apply(position, dice.choice(legal))
    assert met > 20
