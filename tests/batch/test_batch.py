"""Batches: the engine's games, masks that say what is legal, no more than a seat may know."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.batch.toys import Counters, counters
from tests.conformance.cases import CASES
from tourelle.batch import Batch, shares
from tourelle.core import layout
from tourelle.core.words import Action, Outcome, Seat
from tourelle.games import TITLES, game_class
from tourelle.testing import Case, random_steps

SIZE = 3
EVERY = 6


def chosen(batch: Batch, dice: random.Random) -> NDArray[np.int64]:
    """Any legal action of each game; 0 where a game is over."""
    picks = [int(dice.random() * count) for count in batch.counts]
    return np.where(batch.counts > 0, batch.legal[np.arange(batch.size), picks], 0).astype(np.int64)


def identities(batch: Batch) -> list[bytes]:
    return [layout.to_bytes(batch.position(row)) for row in range(batch.size)]


def two_seats(title: str, size: int, **more: Any) -> Batch:
    return Batch(title, size, seats=2, **more)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_games_are_those_of_the_engine_byte_for_byte(case: Case) -> None:
    game, dice = case.game(), random.Random(str(case))
    batch = Batch(game, SIZE, auto_reset=False)
    seeds = [5, 6, (1 << 63) - 1]
    batch.reset(seeds)
    positions = [game.setup(seed) for seed in seeds]
    while (batch.to_move >= 0).any():
        assert identities(batch) == [game.identity(position) for position in positions]
        actions = chosen(batch, dice)
        for row, position in enumerate(positions):
            if game.is_over(position):
                continue
            assert batch.to_move[row] == game.to_move(position)
            indices = batch.legal[row, : batch.counts[row]].tolist()
            legal = [Action(batch.action(row, index)) for index in indices]
            assert legal == game.legal_actions(position)
            assert len(set(indices)) == len(indices)
            assert 0 <= min(indices) <= max(indices) < batch.actions
            game.apply(position, Action(batch.action(row, int(actions[row]))))
        outcomes = batch.step(actions).outcomes
        assert outcomes == {row: game.outcome(positions[row]) for row in outcomes}
    assert identities(batch) == [game.identity(position) for position in positions]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_seat_observes_what_it_may_know_and_nothing_else(case: Case) -> None:
    game = case.game()
    batch = Batch(game, 2)
    batch.reset([0, 0])
    seen: dict[bytes, bytes] = {}
    for number, step in enumerate(random_steps(game, seed=6, every=EVERY)):
        for seat in map(Seat, range(-1, game.seats)):
            view = game.view(step.position, seat)
            batch.put(0, step.position)
            batch.put(1, game.imagine(view, seat, seed=number))
            real, imagined = batch.observe(seat)
            assert real.tobytes() == imagined.tobytes()
            if seat == 0:  # what differs for a seat looks different to it
                assert seen.setdefault(real.tobytes(), game.identity(view)) == game.identity(view)
            for part in batch.parts:
                block = batch.part(real[None], part.name)
                assert block.shape == (1, *part.shape)
                assert part.low <= block.min() <= block.max() <= part.high, part.name
    assert len(seen) > 5


@pytest.mark.parametrize("title", TITLES)
def test_masks_say_what_the_lists_say(title: str) -> None:
    batch, dice = two_seats(title, SIZE), random.Random(7)
    batch.reset(range(SIZE))
    packed, dense = batch.legal_mask(), batch.legal_mask(packed=False)
    for _ in range(150):
        assert packed is batch.legal_mask()
        for row in range(SIZE):
            listed = sorted(batch.legal[row, : batch.counts[row]].tolist())
            bits = np.unpackbits(packed[row], bitorder="little", count=batch.actions)
            assert np.flatnonzero(bits).tolist() == listed
            assert np.flatnonzero(dense[row]).tolist() == listed
        batch.step(chosen(batch, dice))


@pytest.mark.parametrize("title", TITLES)
def test_a_game_that_ends_is_dealt_anew(title: str) -> None:
    batch, dice = two_seats(title, SIZE), random.Random(8)
    batch.reset(range(SIZE))
    ended = 0
    while not ended:
        rewards, over, outcomes = batch.step(chosen(batch, dice))
        assert not rewards[~over].any()
        ended = int(over.sum())
    for row, outcome in outcomes.items():
        assert batch.seeds[row] == row + SIZE
        assert identities(batch)[row] == batch.game.identity(batch.game.setup(row + SIZE))
        assert rewards[row].tolist() == shares(outcome, 2)


@pytest.mark.parametrize("title", TITLES)
def test_points_as_rewards_add_up(title: str) -> None:
    batch, dice = two_seats(title, 2, rewards="points"), random.Random(9)
    batch.reset([1, 2])
    totals = np.zeros((2, 2))
    done = 0
    while done < 4:
        rewards, _, outcomes = batch.step(chosen(batch, dice))
        totals += rewards
        for row, outcome in outcomes.items():
            assert totals[row].tolist() == list(outcome.points)
            totals[row] = 0
            done += 1


@pytest.mark.parametrize(
    ("winners", "seats", "worth"),
    [
        ((0,), 2, [1.0, -1.0]),
        ((0, 1), 2, [0.0, 0.0]),
        ((2,), 3, [-0.5, -0.5, 1.0]),
        ((1, 3), 4, [-1 / 3, 1 / 3, -1 / 3, 1 / 3]),
    ],
)
def test_shares(winners: tuple[int, ...], seats: int, worth: list[float]) -> None:
    outcome = Outcome((0,) * seats, tuple(map(Seat, winners)), "")
    assert shares(outcome, seats) == pytest.approx(worth)


@pytest.mark.parametrize("title", TITLES)
def test_an_illegal_action_changes_nothing(title: str) -> None:
    batch = two_seats(title, SIZE)
    batch.reset(range(SIZE))
    before = identities(batch)
    actions = batch.legal[:, 0].astype(np.int64)
    actions[1] = batch.actions
    with pytest.raises(ValueError, match="is not legal in game 1"):
        batch.step(actions)
    with pytest.raises(ValueError, match="takes 3 actions"):
        batch.step(actions[:2])
    assert identities(batch) == before


def test_threads_change_nothing() -> None:
    alone, together = (two_seats("castellan", 200, threads=threads) for threads in (1, 3))
    for batch in (alone, together):
        batch.reset(range(200))
        batch.legal_mask()
        dice = random.Random(10)
        for _ in range(12):
            batch.step(chosen(batch, dice))
    assert identities(alone) == identities(together)
    assert (alone.legal_mask() == together.legal_mask()).all()
    assert (alone.observe() == together.observe()).all()


def test_a_game_that_is_over_rests_without_auto_reset() -> None:
    batch = Batch(counters(), 2, auto_reset=False)
    batch.reset([3, 4])
    for _ in range(4):
        batch.step([4, 4])
    assert batch.to_move.tolist() == [-1, -1]
    assert batch.counts.tolist() == [0, 0]
    before = identities(batch)
    assert not batch.step([0, 0]).over.any()
    assert identities(batch) == before


def test_a_game_without_an_observation_is_seen_by_the_bytes_of_its_view() -> None:
    batch = Batch(counters(), 2)
    batch.reset([3, 5])
    assert batch.actions == Counters.action_space
    assert batch.legal[0, : batch.counts[0]].tolist() == [0, 1, 2, 3, 4]
    assert [bytes(row.tolist()) for row in batch.observe()] == identities(batch)


def test_seeds_that_nobody_knows() -> None:
    batch = two_seats("castellan", 2)
    batch.reset()
    first = batch.seeds.tolist()
    batch.reset()
    assert batch.seeds.tolist() != first


def test_rewards_have_names() -> None:
    with pytest.raises(ValueError, match="outcome or points"):
        Batch(game_class("castellan")(), 1, rewards="glory")  # type: ignore[arg-type]


def test_other_libraries_read_its_arrays_where_they_lie() -> None:
    batch = Batch("torres", 4, seats=2, auto_reset=False)
    batch.reset(range(4))
    arrays = {
        "legal": batch.legal,
        "counts": batch.counts,
        "to_move": batch.to_move,
        "mask": batch.legal_mask(),
        "observation": batch.observe(),
    }
    for name, array in arrays.items():
        assert np.shares_memory(array, np.from_dlpack(array)), name  # type: ignore[arg-type]
    counts = np.from_dlpack(batch.counts)
    before = counts.copy()
    batch.step(batch.legal[:, 0])
    assert (counts == batch.counts).all()
    assert (counts != before).any()
