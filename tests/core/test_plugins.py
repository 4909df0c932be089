"""Games and bots of other packages: found by name, and what is wrong with one is said."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tourelle import games
from tourelle.core import plugins
from tourelle.core.weights import title_weights
from tourelle.languages import LANGUAGES, catalogue, refusal_sentence, rulebook


def package(folder: Path, name: str, titles: dict[str, str], source: str = "") -> None:
    """Lay an installed package into a folder: its module, its data, its entry points."""
    home = folder / name.replace("-", "_")
    (home / "words").mkdir(parents=True)
    (home / "rules").mkdir()
    (home / "__init__.py").write_text(source, encoding="utf-8")
    (home / "words" / "en.json").write_text('{"title": "Ours"}', encoding="utf-8")
    (home / "rules" / "en.md").write_text("# Rules\n", encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{title} = {home.name}:{value}" for title, value in titles.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{plugins.GAMES}]", *lines, ""]))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that Python finds; what was found before is forgotten, twice."""
    caches: tuple[Any, ...] = (
        *(plugins.entries, plugins.loaded, plugins.game_named, plugins.package_of),
        *(games.playable, catalogue, rulebook.page, title_weights),
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    for cached in caches:
        cached.cache_clear()
    yield tmp_path
    for cached in caches:
        cached.cache_clear()
    for module in set(sys.modules) - before:
        sys.modules.pop(module)


def test_ours_come_first_in_their_order_and_others_follow(site: Path) -> None:
    package(site, "hill-games", {"zenith": "GAME", "arch": "GAME"})
    assert games.titles() == (*games.OWN, "arch", "zenith")
    assert plugins.package_of("arch") == "hill_games"
    assert plugins.package_of("torres") == "tourelle.games.torres"
    assert "hill_games" not in sys.modules


def test_what_lies_in_the_folder_of_a_game_is_found(site: Path) -> None:
    package(site, "hill-games", {"arch": "GAME"})
    for language in LANGUAGES:
        assert catalogue(language, "arch") == {"title": "Ours"}
    assert rulebook.page("arch", "en") == "# Rules\n"
    assert rulebook.page("arch", "fr") is None
    weights = title_weights("arch", ("points", "hope"), 2)
    assert weights.named() == {"points": 1.0, "hope": 0.0}


SOUND = "class GAME:\n    title = 'arch'\n"


@pytest.mark.parametrize(
    ("packages", "reason", "names"),
    [
        ({"hill": ({"Arch": "GAME"}, SOUND)}, "plugin-name", ("Arch", "hill")),
        (
            {"hill": ({"arch": "GAME"}, SOUND), "dale": ({"arch": "GAME"}, SOUND)},
            "plugin-twice",
            ("arch", "dale, hill"),
        ),
        ({"hill": ({"torres": "GAME"}, SOUND)}, "plugin-twice", ("torres", "hill, tourelle")),
        ({"hill": ({"arch": "GAME"}, "1 / 0")}, "plugin-broken", ("arch", "hill", "ZeroDivision")),
        ({"hill": ({"arch": "NONE"}, SOUND)}, "plugin-broken", ("arch", "hill", "NONE")),
        ({"hill": ({"vault": "GAME"}, SOUND)}, "plugin-broken", ("vault", "hill", "'arch'")),
    ],
    ids=["a bad name", "twice", "one of ours", "fails", "lacks it", "another title"],
)
def test_what_is_wrong_with_one_is_said_and_the_others_go_on(
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    packages: dict[str, tuple[dict[str, str], str]],
    reason: str,
    names: tuple[str, ...],
) -> None:
    for name, (titles, source) in packages.items():
        package(site, name, titles, source)
    monkeypatch.setattr(games, "TITLES", games.titles())
    assert games.playable() == games.OWN
    (trouble,) = games.troubles()
    assert trouble.reason == reason
    for language in LANGUAGES:
        said = refusal_sentence(language, "", trouble.reason, dict(trouble.params))
        assert all(name in said for name in names), said
