"""The notebooks are true: run from the top, their cells say what they are kept with."""

from pathlib import Path

import pytest

from tests.docs import notebooks


def test_there_are_some() -> None:
    assert {path.stem for path in notebooks.NOTEBOOKS} == {"a-game", "research"}


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_say_what_they_are_kept_with(path: Path) -> None:
    kept = notebooks.read(path)
    for before, after in zip(kept["cells"], notebooks.ran(kept)["cells"], strict=True):
        assert before == after


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_code_has_been_run_and_some_are_drawn_or_print(path: Path) -> None:
    cells = [cell for cell in notebooks.read(path)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert sum(bool(cell["outputs"]) for cell in cells) > len(cells) / 2
