"""rules, options, boards, help, the language; nothing is noisy about pipes and Ctrl-C."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Command
from tourelle.cli.parser import COMMANDS
from tourelle.cli.voice import chosen_language
from tourelle.core import plugins
from tourelle.core.words import Refusal
from tourelle.games import TITLES, game_class
from tourelle.languages import LANGUAGES


def test_rules_print_a_clause_or_a_section(command: Command) -> None:
    clause = command("rules", "torres", "T5.4").out
    assert clause.startswith("### T5.4 Block\n")
    assert "### T5.5" not in clause
    section = command("rules", "torres", "t5").out
    assert section.startswith("## T5 ")
    assert clause.strip() in section
    assert "## T6" not in section
    assert command("rules", "torres", "notation").out.startswith("## Notation")
    assert command("rules", "torres").out.startswith("# Torres")


def test_rules_in_other_languages(command: Command) -> None:
    assert command("rules", "torres", "T5.4", "--lang", "fr").out.startswith("### T5.4 Bloc\n")
    german = command("rules", "torres", "T5.4", "--lang", "de")
    assert german.out.startswith("### T5.4 Baustein\n")
    assert german.err == ""


def test_a_bad_clause_lists_near_ones(command: Command) -> None:
    said = command("rules", "torres", "T5.44")
    assert (said.status, said.out) == (1, "")
    assert "T5.4," in said.err


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_name_every_choice(command: Command, title: str, language: str) -> None:
    said = command("options", title, "--lang", language).out
    told = command("options", title, "--lang", language, "--json").json()["options"]
    assert [entry["name"] for entry in told] == [o.name for o in game_class(title).option_list]
    for entry in told:
        assert entry["sentence"]
        assert entry["sentence"] in said
        assert all(entry["labels"].values())


def test_boards_of_blox(command: Command, tmp_path: Path) -> None:
    assert "reconstruction" in command("boards").out
    shown = command("boards", "show", "reconstruction")
    assert "reconstruction" in shown.err
    file = tmp_path / "board.txt"
    file.write_text(shown.out, encoding="utf-8")
    assert command("boards", "check", str(file)).status == 0
    file.write_text(shown.out.replace("p1", "pX", 1), encoding="utf-8")
    broken = command("boards", "check", str(file))
    assert broken.status == 1
    assert "“pX” on" in broken.err
    assert command("boards", "show").status == 1
    assert command("boards", "show", "nowhere").status == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*COMMANDS, ""])
def test_every_command_has_help_with_examples(command: Command, name: str, language: str) -> None:
    said = command(*filter(None, [name, "--help", "--lang", language]))
    assert said.status == 0
    assert f"tourelle {name}".strip() in said.out.partition("\n\n")[2]


CHOSEN: list[tuple[list[str], dict[str, str], str]] = [
    ([], {}, "en"),
    ([], {"LANG": "fr_CA.UTF-8"}, "fr"),
    ([], {"LANG": "C.UTF-8"}, "en"),
    ([], {"LANG": "fr_FR", "LC_ALL": "de_AT.UTF-8"}, "de"),
    ([], {"LANG": "fr_FR", "TOURELLE_LANG": "de"}, "de"),
    ([], {"LANG": "fro_FR"}, "en"),
    (["legal", "--lang", "fr"], {"TOURELLE_LANG": "de"}, "fr"),
    (["--lang=de", "legal"], {}, "de"),
    (["legal", "--lang"], {}, "en"),
]


@pytest.mark.parametrize(("words", "environment", "language"), CHOSEN)
def test_language_is_chosen(words: list[str], environment: dict[str, str], language: str) -> None:
    assert chosen_language(words, environment) == language


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m tourelle random torres --games 40 --seats 2 | head -c 100"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tourelle", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("tourelle ")


def test_what_is_wrong_with_an_installed_package_is_told(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Refusal("plugin-name", params={"title": "Arch", "package": "hill"})
    monkeypatch.setattr(plugins, "troubles", lambda group: [wrong] * (group == plugins.GAMES))
    status, _, told = command("legal", "no-such-file.json")
    assert status == 1
    assert told.startswith("The package hill brings a game or a bot called “Arch”")
