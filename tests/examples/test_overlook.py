"""The example, installed: Tourelle plays it everywhere, and not a line of Tourelle knows it."""

import json
import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.examples.installing import EXAMPLE, ROOT, Fresh
from tests.patience import PATIENCE
from tests.server.running import Browser, play_out

PLAIN = {"TOURELLE_PLAIN": "1"}  # what needs no search is quicker so than to be compiled


@pytest.fixture
def tourelle(overlook: Fresh, tmp_path: Path) -> Any:
    """Return what `tourelle` says, where Overlook is installed."""

    def say(*words: str, given: str = "") -> str:
        state = str(tmp_path / "state")
        return overlook.run(
            "tourelle", *words, at=tmp_path, given=given, TOURELLE_STATE=state, **PLAIN
        )

    return say


def test_nothing_in_tourelle_names_the_example() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in sources if path.suffix != ".woff2"}
    named = {path.name for path, text in texts.items() if re.search("overlook", text, re.I)}
    assert named == {"__init__.py"}, "the docstring of tourelle.testing alone"


def test_the_example_passes_its_own_tests_and_the_laws(overlook: Fresh) -> None:
    """On the machine that these tests run on; one of the laws compares it with the others."""
    words = ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    said = overlook.run(*words, at=EXAMPLE)
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None
    assert int(passed[1]) > 150
    assert "skipped" not in said


def test_the_library_starts_it_by_name(overlook: Fresh, tmp_path: Path) -> None:
    program = """
import tourelle
play = tourelle.start("overlook", seats=3, seed=5)
while not play.is_over:
    play.push(play.legal_texts()[0])
again = tourelle.from_line(play.line())
print(tourelle.titles()[-1], play.outcome() == again.outcome(), len(play))
"""
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    title, same, actions = overlook.run("program", at=tmp_path, **PLAIN).split()
    assert (title, same) == ("overlook", "True")
    assert int(actions) > 20


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_rules_and_options_in_every_language(tourelle: Any, language: str) -> None:
    clause = tourelle("rules", "overlook", "O3.4", "--lang", language)
    assert clause.startswith("### O3.4")
    assert "roofs (O6)" in tourelle("options", "overlook", "--lang", language)


def test_records_documents_and_pictures(tourelle: Any, tmp_path: Path) -> None:
    record = tourelle("random", "overlook", "--games", "1", "--seed", "3")
    assert "good: 42 actions" in tourelle("record", "verify", "-", given=record)
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    document = json.loads(tourelle("replay", "game.json", "--at", "5", "--json"))
    assert document["stage"] == "draw"
    (tmp_path / "position.json").write_text(json.dumps(document), encoding="utf-8")
    assert tourelle("show", "position.json").startswith(document["board"])
    picture = ET.fromstring(tourelle("show", "position.json", "--svg"))
    assert picture.find("{http://www.w3.org/2000/svg}title") is not None
    assert tourelle("legal", "position.json").split("\n")[0] == "draw column"
    applied = json.loads(tourelle("apply", "position.json", "draw row"))
    assert applied["to_move"] == 1 - document["to_move"]
    scores = json.loads(tourelle("score", "position.json"))
    assert scores
    assert "builds on" in tourelle("replay", "game.json", "--steps")
    assert tourelle("perft", "overlook", "--depth", "2", "--seed", "1").split()[-1] == "24"


def test_a_game_in_the_terminal(tourelle: Any) -> None:
    record = json.loads(tourelle("random", "overlook", "--games", "1", "--seed", "4"))
    typed = "help\nchoices\nscore\nboard\nlog\nbuild a1 9\n" + "\n".join(record["actions"]) + "\n"
    said = tourelle("play", "overlook", "--seats", "2", "--seed", "4", given=typed)
    assert "“build a1 9”" in said, "what is no action is said to be none"
    assert "Won:" in said
    ending = said.splitlines()[-5:]
    assert all(any(str(n) in line for line in ending) for n in record["outcome"]["points"])


def test_a_refusal_is_a_sentence_with_its_clause(overlook: Fresh, tmp_path: Path) -> None:
    program = """
import tourelle
play = tourelle.start("overlook", seed=5)
try:
    play.push("roof a1")
except tourelle.IllegalActionError as error:
    print(error)
"""
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    said = overlook.run("program", at=tmp_path, **PLAIN)
    assert said == "A roof goes on a tower of your own, and there is none on a1. (O3.4)\n"


def test_a_table_is_opened_over_http_and_played_to_its_end(overlook: Fresh, tmp_path: Path) -> None:
    with overlook.served(tmp_path, **PLAIN) as port:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as asking:
            offered = asking.get("/api/games", params={"language": "de"}).json()
            (offer,) = (game for game in offered if game["title"] == "overlook")
            assert offer["label"] == "Overlook"
            assert offer["sentence"].startswith("Mit verdeckten Karten")
            assert offer["seats"] == [2, 3, 4]
            wish = {"game": "overlook", "seats": [{"kind": "here"}] * 3, "options": {"roofs": 2}}
            opened = asking.post("/api/tables", json=wish).json()
        secrets = {key["seat"]: key["secret"] for key in opened["keys"]}
        browsers = {
            seat: Browser(port, opened["table"], (secret,)) for seat, secret in secrets.items()
        }
        assert play_out(browsers, random.Random(1)) > 30
        last = browsers[0].state
        assert last["outcome"]["points"]
        assert any("builds on" in entry.get("sentence", "") for entry in browsers[0].log)
        check_secrets(browsers)
        for browser in browsers.values():
            browser.close()


def check_secrets(browsers: dict[int, Browser]) -> None:
    """Check that nobody was ever told a card of another's hand."""
    for seat, browser in browsers.items():
        for text in browser.heard:
            message = json.loads(text)
            for other, hand in enumerate(message.get("document", {}).get("hands", [])):
                if other != seat:
                    assert set(hand["column"] + hand["row"]) <= {"?"}
