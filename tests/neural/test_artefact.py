"""Nets as they are kept: ours fit their games, and what doesn't fit is refused with a sentence."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tourelle.core import plugins
from tourelle.core.words import DocumentError
from tourelle.games import OWN, game_class
from tourelle.languages import LANGUAGES, refusal_sentence
from tourelle.neural.artefact import (
    COARSE,
    FINE,
    MOST_BYTES,
    Learnt,
    check_fit,
    file_name,
    from_bytes,
    learnt_under,
    net_of,
    rules_of,
    to_bytes,
)
from tourelle.search.net import FIRST

TABLES = [(title, seats) for title in OWN for seats in (2, 3, 4)]
SHIPPED = [
    (title, seats)
    for title, seats in TABLES
    if plugins.bytes_of(title, file_name(seats)) is not None
]


def learnt(width: int = 5, inputs: int | None = None, seed: int = 1, **changes: Any) -> Learnt:
    """Return any net for two seats of Castellan."""
    names = game_class("castellan").input_names(2)[:inputs]
    drawn, told = np.random.default_rng(seed), len(names)
    shapes = {
        "mean": (told,),
        "deviation": (told,),
        "first": (told, width),
        "first_bias": (width,),
        "second": (width, 3),
        "second_bias": (3,),
        "last": (3, 4),
        "skip": (told, 4),
        "bias": (4,),
    }
    arrays = {name: drawn.uniform(0.5, 1.5, shape) for name, shape in shapes.items()}
    return Learnt("castellan", 2, names, {**arrays, **changes}, {"command": "by hand"})


def refusal(data: bytes) -> tuple[str, dict[str, object]]:
    """Return why bytes are refused as the net of a table for two."""
    game = game_class("castellan")({"seats": 2})
    with pytest.raises(DocumentError) as refused:
        check_fit(from_bytes(data, "x.npz"), game, "x.npz")
    reason = refused.value.refusal.reason
    params: dict[str, object] = dict(refused.value.refusal.params)
    for language in LANGUAGES:
        assert "x.npz" in refusal_sentence(language, "castellan", reason, params)
    return reason, params


@pytest.mark.parametrize(("title", "seats"), SHIPPED)
def test_our_nets_fit_are_small_and_tell_how_they_came_about(title: str, seats: int) -> None:
    data = plugins.bytes_of(title, file_name(seats))
    assert data is not None
    assert len(data) < MOST_BYTES
    found = from_bytes(data, file_name(seats))
    check_fit(found, game_class(title)({"seats": seats}), file_name(seats))
    assert found.story["command"].startswith(f"tourelle learn {title} --seats {seats} ")
    assert len(found.story["commit"]) == 40
    assert found.story["seed"] >= 0
    assert found.story["gates"][0]["against"] == "terms"
    assert all(gate["kept"] and gate["low"] > 0.5 for gate in found.story["gates"])


def test_castellan_has_learnt_for_every_number_of_seats() -> None:
    assert {("castellan", 2), ("castellan", 3), ("castellan", 4)} <= set(SHIPPED)


def test_blox_has_learnt_for_two_seats_under_its_usual_options() -> None:
    assert ("blox", 2) in SHIPPED
    blox = game_class("blox")
    assert net_of(blox({"seats": 2}), "leaves") is not None
    assert net_of(blox({"seats": 2, "round_limit": 30}), "leaves") is None


def test_a_net_is_the_same_after_being_written_and_read() -> None:
    data = to_bytes(learnt())
    again = from_bytes(data, "x.npz")
    assert to_bytes(again) == data
    assert again.story == {"command": "by hand"}
    for name in (*COARSE, *FINE):
        np.testing.assert_allclose(again.arrays[name], learnt().arrays[name], rtol=1e-3)


def test_what_is_no_net_is_refused() -> None:
    whole = to_bytes(learnt())
    for data in (b"", b"PK", whole[:-200], whole[: len(whole) // 2], json.dumps({}).encode()):
        assert refusal(data)[0] == "net-unreadable"


def test_a_file_that_would_run_something_is_refused() -> None:
    file = io.BytesIO()
    arrays: dict[str, Any] = {name: np.array([{"a": 1}], object) for name in (*COARSE, *FINE)}
    np.savez(file, about=np.zeros(2, np.uint8), **arrays)
    assert refusal(file.getvalue())[0] == "net-unreadable"


@pytest.mark.parametrize(
    "wrong",
    [
        {"bias": np.zeros(6)},
        {"second": np.zeros((4, 3))},
        {"first_bias": np.full(5, np.nan)},
        {"skip": np.zeros((3, 4))},
    ],
)
def test_arrays_that_do_not_belong_together_are_refused(wrong: dict[str, Any]) -> None:
    assert refusal(to_bytes(learnt(**wrong)))[0] == "net-unreadable"


def test_a_net_too_large_for_its_room_is_refused() -> None:
    assert refusal(to_bytes(learnt(width=FIRST + 1)))[0] == "net-unreadable"


def test_a_net_of_another_table_is_refused() -> None:
    data = plugins.bytes_of("castellan", file_name(3))
    assert data is not None
    assert refusal(data) == (
        "net-other-game",
        {"file": "x.npz", "title": "castellan", "seats": 3},
    )


def test_a_net_that_is_told_other_things_is_refused_by_their_names() -> None:
    reason, params = refusal(to_bytes(learnt(inputs=-1)))
    assert reason == "net-inputs"
    assert params["inputs"] == game_class("castellan").input_names(2)[-1]


def test_without_a_net_or_a_question_none_is_read(tmp_path: Path) -> None:
    castellan = game_class("castellan")({"seats": 2})
    assert net_of(castellan, "none") is None
    assert net_of(game_class("torres")({"seats": 2}), "both") is None
    with pytest.raises(DocumentError, match="net-unreadable"):
        net_of(castellan, "both", str(tmp_path / "missing.npz"))


def test_a_net_is_asked_only_under_options_that_it_was_learnt_under() -> None:
    rules = game_class("torres")
    classic, modern = rules({"seats": 2}), rules({"seats": 2, "preset": "modern"})
    alone = Learnt("torres", 2, (), {}, {"options": [rules_of(classic)]})
    both = Learnt("torres", 2, (), {}, {"options": [rules_of(classic), rules_of(modern)]})
    assert learnt_under(alone, classic)
    assert not learnt_under(alone, modern)
    assert learnt_under(alone, rules({"seats": 2, "cards": "shared"}))  # what it is anyway
    assert learnt_under(both, modern)
    assert learnt_under(Learnt("torres", 2, (), {}, {}), modern)  # it does not say
    blox = game_class("blox")
    first = Learnt("blox", 2, (), {}, {"options": [rules_of(blox({"seats": 2}))]})
    assert learnt_under(first, blox({"seats": 2, "first_seat": 1}))
    assert not learnt_under(first, blox({"seats": 2, "round_limit": 30}))
