"""Games and bots of other packages: found by name, and what is wrong with one is said."""

import functools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tourelle import bots, games
from tourelle.bots import presets, styles
from tourelle.core import compile, plugins
from tourelle.core.weights import title_weights
from tourelle.core.words import DocumentError
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
        *(presets.opponents, styles.styles, compile._packages, compile.sources_hash),
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    # Others hold the dictionary of bots itself: it stays as it is, and comes back.
    monkeypatch.setattr(bots, "_found", functools.cache(bots._found.__wrapped__))
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


def test_compiled_code_of_a_game_hangs_on_its_own_package(site: Path) -> None:
    package(site, "hill-games", {"arch": "GAME"}, SOUND)
    (site / "hill_games" / "rules.py").write_text("", encoding="utf-8")
    (site / "lonely.py").write_text("", encoding="utf-8")
    info = site / "lonely-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lonely\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{plugins.GAMES}]\nlonely = lonely:GAME\n")
    groups = ("torres", "hill_games", "lonely", "shared")
    before = hashes(*groups)
    assert compile.group_of("hill_games.rules") == "hill_games"
    assert compile.group_of("lonely") == "lonely"
    assert compile.group_of("tourelle.games.torres.legal") == "torres"
    assert (
        compile.group_of("tourelle.search.tree")
        == compile.group_of("hill_gamesmanship")
        == "shared"
    )
    (site / "hill_games" / "rules.py").write_text("# an edit", encoding="utf-8")
    assert changed(before, hashes(*groups)) == {"hill_games", "shared"}
    (site / "lonely.py").write_text("# another", encoding="utf-8")
    assert changed(before, hashes(*groups)) == {"hill_games", "lonely", "shared"}
    assert "hill_games" not in sys.modules


def hashes(*groups: str) -> dict[str, str]:
    """The names under which compiled code is kept, from the sources as they are now."""
    compile.sources_hash.cache_clear()
    return {group: compile.sources_hash(group) for group in groups}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """The groups whose compiled code is not good any more."""
    return {group for group in before if before[group] != after[group]}


def test_every_level_plays_a_game_that_says_nothing_of_its_opponents(site: Path) -> None:
    package(site, "hill-games", {"arch": "GAME"}, SOUND)
    assert [presets.level(number)["arch"].noise for number in range(1, 9)] == [5, 4, 3, 1.5] + [
        0
    ] * 4
    assert presets.level(8)["arch"].seconds > presets.level(7)["arch"].seconds
    assert presets.REPLY["arch"].rounds == 1


@pytest.mark.parametrize(
    ("document", "trouble"),
    [
        ({"turn": {"breadth": 8}}, "breadth"),
        ({"noise": [1.0]}, "levels 2 to 8"),
        ({"seconds": {"8": 1.0}}, "levels 6 to 8"),
        ({"work": {"7": 10}}, "levels 6 to 8"),
        ({"work": {"6": 1}, "seconds": {"6": 1.0}}, "`work` or of `seconds`"),
        ({"level": 3}, "level"),
        ({"judged by": {"net-2.npz": {"levels": 3}}}, "levels"),
        ({"judged by": {"net-2.npz": {"work": {"8": 10}}}}, "levels 6 to 8"),
    ],
)
def test_what_is_wrong_with_opponents_is_said(
    site: Path, document: dict[str, Any], trouble: str
) -> None:
    package(site, "hill-games", {"arch": "GAME"}, SOUND)
    (site / "hill_games" / "opponents.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        presets.opponents("arch")
    for language in LANGUAGES:
        refusal = caught.value.refusal
        said = refusal_sentence(language, "", refusal.reason, dict(refusal.params))
        assert "arch" in said
        assert trouble in said


def test_levels_with_a_budget_of_work_are_as_strong_on_any_machine(site: Path) -> None:
    package(site, "hill-games", {"arch": "GAME"}, SOUND)
    document = {"work": {"6": 1000, "7": 20000, "8": 400000}, "master": 4.0}
    (site / "hill_games" / "opponents.json").write_text(json.dumps(document), encoding="utf-8")
    budgets = [(presets.level(n)["arch"].work, presets.level(n)["arch"].seconds) for n in (6, 8, 9)]
    assert budgets == [(1000, 0.0), (400000, 0.0), (0, 4.0)]


def test_games_that_a_net_judges_may_have_levels_of_their_own() -> None:
    document = {
        "deep": {"asks": "both", "rounds": 7, "root_share": 0.3},
        "work": {"6": 1000, "7": 20000, "8": 400000},
        "master": 4.0,
        "judged by": {
            "net-2-steep.npz": {"work": {"6": 100, "7": 200, "8": 300}},
            "net-3.npz": {"deep": {"root_share": 0.7}},
        },
    }
    usual = presets.read_opponents(document)
    steep = usual.judged_by["net-2-steep.npz"]
    assert [usual.level(number).work for number in (6, 7, 8)] == [1000, 20000, 400000]
    assert [steep.level(number).work for number in (6, 7, 8)] == [100, 200, 300]
    assert steep.level(9) == usual.level(9)  # what it doesn't name is as in the title
    assert steep.level(1) == usual.level(1)
    wide = usual.judged_by["net-3.npz"].deep
    assert (wide.root_share, wide.asks, wide.rounds) == (0.7, "both", 7)
    assert usual.judged_by["net-3.npz"].level(7).work == 20000


BOTS_OF_OTHERS = """
from tourelle.bots.random import Random

class Calm(Random):
    name = "calm"
    titles = ("torres",)

class Deep(Random):
    name = "deep"

def several():
    return [Calm(), Deep()]
"""


def test_bots_of_other_packages_sit_down_after_ours(site: Path) -> None:
    package(site, "calm-bots", {}, BOTS_OF_OTHERS)
    package(site, "sad-bots", {}, "1 / 0")
    for name, value in (("calm-bots", "calm_bots:several"), ("sad-bots", "sad_bots:BOT")):
        points = site / f"{name}-1.0.dist-info" / "entry_points.txt"
        points.write_text(f"[{plugins.BOTS}]\n{name.replace('-', '_')} = {value}\n")
    everywhere = [name for name in bots.BOTS if name not in styles.names()]
    assert everywhere == [*(bot.name for bot in bots.OWN), "calm"]
    assert list(bots.BOTS)[-1] == "calm"
    assert "calm" in bots.playing("torres")
    assert "calm" not in bots.playing("blox")
    taken, broken = bots.troubles()
    assert (taken.reason, taken.params["title"]) == ("plugin-twice", "deep")
    assert (broken.reason, broken.params["package"]) == ("plugin-broken", "sad-bots")
