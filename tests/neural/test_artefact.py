"""Nets as they are kept: ours fit their games, and what doesn't fit is refused with a sentence."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tourelle.core import plugins
from tourelle.core.game import AnyGame
from tourelle.core.words import DocumentError
from tourelle.games import OWN, game_class
from tourelle.languages import LANGUAGES, refusal_sentence
from tourelle.neural import artefact
from tourelle.neural.artefact import (
    COARSE,
    FINE,
    MOST_BYTES,
    Learnt,
    check_fit,
    chosen_net,
    file_name,
    file_names,
    from_bytes,
    learnt_under,
    net_of,
    rules_of,
    shapes,
    to_bytes,
)
from tourelle.search.net import FIRST

TABLES = [(title, seats) for title in OWN for seats in (2, 3, 4)]
SHIPPED = [(title, seats, file) for title, seats in TABLES for file in file_names(title, seats)]


def learnt(width: int = 5, inputs: int | None = None, seed: int = 1, **changes: Any) -> Learnt:
    """Return any net for two seats of Castellan."""
    names = game_class("castellan").input_names(2)[:inputs]
    drawn, told = np.random.default_rng(seed), len(names)
    arrays = {name: drawn.uniform(0.5, 1.5, of) for name, of in shapes(told, width, 3, 2).items()}
    options = [{"deck": "reconstruction"}]
    return Learnt("castellan", 2, names, options, {**arrays, **changes}, {"command": "by hand"})


def knowing(title: str, *games: AnyGame) -> Learnt:
    """Return a net that was learnt under the options of some games."""
    return Learnt(title, 2, (), [rules_of(game) for game in games], {}, {})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that lies in the place of every title's own."""
    forget = (plugins.file_names, artefact._read, artefact._for_search)
    for each in forget:
        each.cache_clear()
    monkeypatch.setattr(plugins, "files", lambda _package: tmp_path)
    yield tmp_path
    for each in forget:
        each.cache_clear()


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


@pytest.mark.parametrize(("title", "seats", "file"), SHIPPED)
def test_our_nets_fit_are_small_and_tell_how_they_came_about(
    title: str, seats: int, file: str
) -> None:
    data = plugins.bytes_of(title, file)
    assert data is not None
    assert len(data) < MOST_BYTES
    found = from_bytes(data, file)
    for known in found.options:
        game = game_class(title)({**known, "seats": seats})
        check_fit(found, game, file)
        chosen = chosen_net(game)
        assert chosen is not None
        assert chosen.file == file  # no other net claims the same options
    assert found.story["command"].startswith(f"tourelle learn {title} --seats {seats} ")
    assert len(found.story["commit"]) == 40
    assert found.story["seed"] >= 0
    assert found.story["gates"][0]["against"] == "terms"
    assert all(gate["kept"] and gate["low"] > 0.5 for gate in found.story["gates"])


def test_castellan_has_learnt_for_every_number_of_seats_however_people_undo() -> None:
    for seats in (2, 3, 4):
        for trial in (True, False):
            game = game_class("castellan")({"seats": seats, "trial": trial})
            assert net_of(game, "both") is not None


def test_blox_has_learnt_for_every_number_of_seats_under_its_usual_options() -> None:
    blox = game_class("blox")
    for seats in (2, 3, 4):
        assert net_of(blox({"seats": seats}), "leaves") is not None
        assert net_of(blox({"seats": seats, "round_limit": 30}), "leaves") is None


def test_torres_has_learnt_its_two_editions_but_classic_for_three_seats() -> None:
    torres = game_class("torres")
    found = {
        (preset, seats): net_of(torres({"seats": seats, "preset": preset}), "both") is not None
        for preset in ("classic", "modern", "master")
        for seats in (2, 3, 4)
    }
    modern, classic = {("modern", seats) for seats in (2, 3, 4)}, {("classic", 2), ("classic", 4)}
    assert {table for table, learnt in found.items() if learnt} == modern | classic
    assert net_of(torres({"seats": 2, "preset": "modern", "climb": "up-to-two"}), "both") is None


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
    assert net_of(game_class("torres")({"seats": 3}), "both") is None  # the classic edition
    with pytest.raises(DocumentError, match="net-unreadable"):
        net_of(castellan, "both", str(tmp_path / "missing.npz"))


def test_a_net_is_asked_only_under_options_that_it_was_learnt_under() -> None:
    rules = game_class("torres")
    classic, modern = rules({"seats": 2}), rules({"seats": 2, "preset": "modern"})
    assert learnt_under(knowing("torres", classic), classic)
    assert not learnt_under(knowing("torres", classic), modern)
    same = rules({"seats": 2, "cards": "shared"})  # what it is anyway
    assert learnt_under(knowing("torres", classic), same)
    assert learnt_under(knowing("torres", classic, modern), modern)
    assert not learnt_under(knowing("torres"), modern)
    blox = game_class("blox")
    first = knowing("blox", blox({"seats": 2}))
    assert learnt_under(first, blox({"seats": 2, "first_seat": 1}))
    assert not learnt_under(first, blox({"seats": 2, "round_limit": 30}))


def test_a_file_that_was_learnt_under_other_options_is_refused_by_what_is_other(
    tmp_path: Path,
) -> None:
    rules = game_class("torres")
    file = tmp_path / "x.npz"
    file.write_bytes(to_bytes(torres_net({"preset": "modern"})))
    assert net_of(rules({"seats": 2, "preset": "modern"}), "both", str(file)) is not None
    with pytest.raises(DocumentError, match="net-other-options") as refused:
        net_of(rules({"seats": 2, "cards": "own"}), "both", str(file))
    assert refused.value.refusal.params == {
        "file": str(file),
        "options": "leftover=keep, year_start=last-names",
    }


def test_a_net_that_does_not_say_its_options_is_refused() -> None:
    with np.load(io.BytesIO(to_bytes(learnt()))) as kept:
        arrays = {name: kept[name] for name in kept.files}
    about = json.loads(arrays["about"].tobytes())
    del about["options"]
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    assert refusal(file.getvalue())[0] == "net-unreadable"


def torres_net(options: dict[str, Any], seed: int = 1) -> Learnt:
    """Return any net for two seats of Torres, learnt under some options."""
    game = game_class("torres")({"seats": 2, **options})
    names = game.input_names(2)
    drawn = np.random.default_rng(seed)
    arrays = {name: drawn.uniform(0.5, 1.5, of) for name, of in shapes(len(names), 4, 3, 2).items()}
    return Learnt("torres", 2, names, [rules_of(game)], arrays, {"command": "by hand"})


def test_the_options_of_a_game_choose_among_the_nets_of_its_title(folder: Path) -> None:
    rules = game_class("torres")
    for number, (name, preset) in enumerate((("", "classic"), ("modern", "modern"))):
        data = to_bytes(torres_net({"preset": preset}, number))
        (folder / file_name(2, name)).write_bytes(data)
    (folder / "net-3-modern.npz").write_bytes(b"not even looked at")
    assert file_names("torres", 2) == ["net-2-modern.npz", "net-2.npz"]
    found = [chosen_net(rules({"seats": 2, "preset": each})) for each in ("classic", "modern")]
    assert [each.file for each in found if each] == ["net-2.npz", "net-2-modern.npz"]
    assert len({each.digest for each in found if each}) == 2
    assert chosen_net(rules({"seats": 2, "preset": "master"})) is None
    nets = [net_of(rules({"seats": 2, "preset": each}), "both") for each in ("classic", "modern")]
    assert nets[0] is not None
    assert nets[1] is not None
    assert np.any(nets[0].first != nets[1].first)
    assert net_of(rules({"seats": 2, "preset": "master"}), "both") is None
