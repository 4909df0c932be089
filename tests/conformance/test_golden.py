"""Golden records replay, perft counts hold: a difference here is a change of the rules."""

from pathlib import Path

import pytest

from tests.conformance.golden import DATA, PLANS
from tourelle.games.blox.game import Blox
from tourelle.games.castellan.game import Castellan
from tourelle.games.torres.game import Torres
from tourelle.testing import Golden, OlderRecords
from tourelle.testing.golden import regenerate


class TestTorres(Golden):
    game = Torres
    folder = DATA / "torres"


class TestBlox(Golden):
    game = Blox
    folder = DATA / "blox"


class TestCastellan(OlderRecords):
    game = Castellan
    folder = DATA / "castellan"


@pytest.mark.parametrize("name", ["golden.jsonl", "perft.jsonl"])
def test_the_files_are_made_anew_byte_for_byte(name: str, tmp_path: Path) -> None:
    regenerate(Castellan, PLANS["castellan"], tmp_path)
    assert (tmp_path / name).read_bytes() == (DATA / "castellan" / name).read_bytes()
