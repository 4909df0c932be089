"""The page about research is true: its examples run, and it names every part of an observation."""

import doctest
from pathlib import Path

import pytest

from tourelle.core.observation import size_of
from tourelle.games import TITLES, game_class

PAGE = Path(__file__).resolve().parents[2] / "docs" / "research.md"


def test_the_examples_run() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False)
    assert done.attempted > 20
    assert done.failed == 0


def test_the_readme_plays_a_random_match(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    match = readme.partition("a random match through PettingZoo")[2]
    exec(match.partition("```python\n")[2].partition("```")[0], {})
    points = capsys.readouterr().out.strip()
    assert points.count(",") == 1, points


@pytest.mark.parametrize("title", TITLES)
def test_every_part_is_named_with_its_shape(title: str) -> None:
    text, rules = PAGE.read_text(encoding="utf-8"), game_class(title)
    section = text.partition(f"### {title}\n")[2].partition("\n#")[0].casefold()
    assert f"{size_of(rules.observation):,} numbers" in section
    assert f"{rules.policy_size:,} policy indices" in section
    for part in rules.observation:
        shape = " × ".join(map(str, part.shape))
        assert f"| `{part.name}` | {shape} |" in section
