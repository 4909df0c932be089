"""Seeds of 128 bits, as records carry them; what they deal is among the laws."""

import pytest

from tourelle.core.records import LARGE_SEEDS, SEEDS, Record, large_seed, read_record
from tourelle.core.words import DocumentError


@pytest.mark.parametrize(
    "seed", [SEEDS, -1, str(SEEDS - 1), str(LARGE_SEEDS), "٣" * 20, "1e30", "", True, "9" * 5000]
)
def test_a_seed_has_one_writing(seed: object) -> None:
    record = Record("torres", 1, {"seats": 2}, 1).to_json()
    with pytest.raises(DocumentError, match="seed"):
        read_record({**record, "seed": seed})


def test_large_seeds_are_drawn_from_all_of_them() -> None:
    assert large_seed(lambda below: below - 1) == LARGE_SEEDS - 1
    assert large_seed(lambda _: 0) == SEEDS
