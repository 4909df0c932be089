"""OpenSpiel's own random simulations pass over every game with every number of seats."""

import copy
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import tourelle
import tourelle.research.openspiel
from tests.research import playthroughs
from tourelle.games import TITLES
from tourelle.research.single import Single

EVERY_GAME = [(title, seats) for title in TITLES for seats in (2, 3, 4)]
WITH_RECALL = pyspiel.IIGObservationType(perfect_recall=True)


def dealt(title: str, *deal: int, **parameters: Any) -> Any:
    """A state after these bytes of the deal."""
    game = pyspiel.load_game(f"tourelle_{title}", {**parameters, "deal_bytes": len(deal)})
    state = game.new_initial_state()
    for byte in deal:
        state.apply_action(byte)
    return state


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_random_simulations(title: str, seats: int) -> None:
    game = pyspiel.load_game(f"tourelle_{title}", {"seats": seats})
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=seats == 2, verbose=False)


@pytest.mark.parametrize(("title", "seats"), EVERY_GAME)
def test_playthroughs(title: str, seats: int) -> None:
    """What OpenSpiel's tool says of a whole game: information states, observations, utilities."""
    path = playthroughs.place(title, seats)
    kept, again = path.read_text(encoding="utf-8"), playthroughs.replayed(path)
    pairs = zip(kept.splitlines(), again.splitlines(), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_a_playthrough_shows_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Information states that forget are other hashes, in every state that is shown."""
    kept = playthroughs.place("blox", 2)
    lines = kept.read_text(encoding="utf-8").splitlines()
    monkeypatch.setattr(Single, "recollection", lambda *_: "forgotten")
    again = playthroughs.replayed(kept).splitlines()
    states = [pair for pair in zip(lines, again, strict=True) if pair[0].startswith("# State")]
    dealt = [(before, after) for before, after in states[1:] if "not shown" not in before]
    assert len(dealt) > 5
    assert all(before != after for before, after in dealt)


PUBLIC = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
)
PRIVATE = pyspiel.IIGObservationType(
    public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
)


def test_what_is_public_and_what_is_private() -> None:
    state = dealt("castellan", 1, seats=2)
    public, private = (make_observation(state.get_game(), kind) for kind in (PUBLIC, PRIVATE))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert "W:(%3F,%3F),T:(%3F,%3F)),(W:(%3F,%3F)" in public.string_from(state, 0)
    hands = {private.string_from(state, player) for player in (0, 1)}
    assert len(hands) == 2
    assert all(hand.startswith("castellan;hands=(") for hand in hands)
    public.set_from(state, 0)
    seen = public.tensor.copy()
    public.set_from(state, 1)
    assert np.array_equal(seen, public.tensor)
    assert not public.dict["hands"].any()
    assert private.tensor is None


def test_nobody_observes_what_all_players_know_together() -> None:
    kind = pyspiel.PrivateInfoType.ALL_PLAYERS
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=kind)
    with pytest.raises(ValueError, match="what one player sees"):
        make_observation(pyspiel.load_game("tourelle_castellan"), everything)


@pytest.mark.parametrize("title", TITLES)
def test_games_are_those_of_the_library(title: str) -> None:
    state, dice = dealt(title, 3, 7, seats=2), random.Random(1)
    play = tourelle.start(title, seats=2, seed=3 * 256 + 7)
    while not state.is_terminal():
        assert str(state) == play.line()
        action = dice.choice(state.legal_actions())
        play.push(state.action_to_string(action))
        state.apply_action(action)
    outcome = play.outcome()
    assert outcome is not None
    winners = [seat for seat, worth in enumerate(state.returns()) if worth == max(state.returns())]
    assert winners == list(outcome.winners)


@pytest.mark.parametrize("title", TITLES)
def test_a_clone_goes_its_own_way(title: str) -> None:
    state = dealt(title, 1, seats=2)
    state.apply_action(state.legal_actions()[0])
    twin, before = state.clone(), str(state)
    assert str(twin) == before
    assert twin.information_state_string(0) == state.information_state_string(0)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)
    assert str(copy.deepcopy(state)) == before


def test_information_states_tell_what_a_seat_has_seen_and_no_more() -> None:
    deals = [dealt("castellan", byte, seats=2) for byte in range(256)]
    states: dict[str, set[str]] = {}
    for state in deals:
        states.setdefault(state.information_state_string(0), set()).add(
            state.information_state_string(1)
        )
    assert len(states) < len(deals)
    assert max(map(len, states.values())) > 1  # the same hand against different ones


def test_information_states_remember() -> None:
    """Two ways to one position: equal observations, different information states."""
    state = dealt("torres", 5, seats=2)
    while "move" not in " ".join(map(state.action_to_string, state.legal_actions())):
        state.apply_action(state.legal_actions()[0])
    other = state.clone()
    texts = {state.action_to_string(action): action for action in state.legal_actions()}
    there = next(text for text in texts if text.startswith("move"))
    state.apply_action(texts[there])
    assert state.current_player() == other.current_player()
    assert state.information_state_string(0) != other.information_state_string(0)


@pytest.mark.parametrize("title", TITLES)
def test_tensors_have_named_parts(title: str) -> None:
    state = dealt(title, 1, seats=2)
    observer = make_observation(state.get_game())
    observer.set_from(state, 1)
    assert set(observer.dict) == {part.name for part in tourelle.game(title).observation}
    assert np.array_equal(observer.tensor, state.observation_tensor(1))
    assert np.concatenate([part.ravel() for part in observer.dict.values()]).sum() > 0


def test_options_are_one_text() -> None:
    game = pyspiel.load_game("tourelle_torres(seats=3,options=preset:modern;deck:40)")
    assert game.rules.options == {"preset": "modern", "deck": "40", "seats": 3}
    again = pyspiel.load_game(str(game))
    assert again.rules.options == game.rules.options
    short = pyspiel.load_game("tourelle_blox(seats=2,options=round_limit:7)")
    assert short.rules.chosen("round_limit") == 7
    with pytest.raises(tourelle.RefusedError):
        pyspiel.load_game("tourelle_blox(options=castles:chosen)")


@pytest.mark.parametrize("number", [0, 8])
def test_a_deal_has_some_bytes_and_fits_a_word(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 7"):
        pyspiel.load_game("tourelle_castellan", {"deal_bytes": number})
