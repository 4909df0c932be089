"""Why a whole kind of action can't be chosen, in terms of the game."""

import random

import pytest

from tourelle.core.words import Seat
from tourelle.games import game_class
from tourelle.languages import LANGUAGES, refusal_sentence
from tourelle.server.said import reasons

CARDS = ("six", "climb", "raise", "supply", "lift", "diagonal", "shift", "summon", "leap")


@pytest.mark.parametrize("preset", ["master", "modern", "classic"])
def test_a_card_is_refused_without_naming_an_action_nobody_meant(preset: str) -> None:
    game = game_class("torres")({"preset": preset, "seats": 3})
    position = game.setup(5)
    dice = random.Random(5)
    found = set()
    for step in range(400):
        if game.is_over(position):
            break
        seat = game.to_move(position)
        assert seat is not None
        view = game.view(position, Seat(seat))
        if step % 12 == 0:
            legal = {game.kind(text) for text in game.legal_texts(view)}
            for word in (*(f"play {card}" for card in CARDS), "knight", "block"):
                assert reasons.is_kind(game, word) or word in ("play six",)
                if not reasons.is_kind(game, word):
                    continue
                refusal = reasons.against(game, view, word)
                assert (refusal is None) == (word in legal)
                if refusal is not None:
                    found.add(refusal.reason)
                    for language in LANGUAGES:
                        told = refusal_sentence(
                            language, "torres", refusal.reason, dict(refusal.params)
                        )
                        assert not game.squares(f"x {told}")
        game.apply(position, dice.choice(game.legal_actions(position)))
    assert "wrong-stage" in found
    assert "nowhere" in found or preset == "classic"
    assert found & {"card-already-played", "card-not-in-hand", "card-just-bought"}


def test_a_whole_action_is_no_kind() -> None:
    game = game_class("torres")()
    assert not reasons.is_kind(game, "point")
    assert not reasons.is_kind(game, "move a1 a2")
    assert not reasons.is_kind(game, "castle in the air")
    assert reasons.is_kind(game, "play climb")


def test_colours_are_told_by_their_names() -> None:
    told = {
        language: refusal_sentence(language, "blox", "joker-would-do", {"cards": "wp"})
        for language in LANGUAGES
    }
    assert "white, purple" in told["en"]
    assert "blanc, mauve" in told["fr"]
    assert "Weiß, Violett" in told["de"]
