"""legal, apply, score and show, on one document and on streams of lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import TURN, Command, document


def test_legal_lists_one_action_a_line(command: Command) -> None:
    said = command("legal", "-", given="{}")
    assert said.status == 0
    assert sorted(said.out.split("\n")[:-1]) == sorted(
        f"place {square}" for square in ("d8", "c6", "f6", "h5", "a4", "c3", "f3", "e1")
    )
    assert command("legal", "-", "--json", given="{}").json()["legal"] == said.out.splitlines()


def test_nothing_is_legal_when_the_game_is_over(command: Command, tmp_path: Path) -> None:
    over = document(tmp_path, {**TURN, "stage": "over", "year": 3, "to_move": None})
    assert command("legal", over) == (0, "", "")


def test_apply_answers_with_the_new_document(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, TURN)
    said = command("apply", file, "block d6", "block c6", "end")
    assert said.status == 0
    after = said.json()
    assert after["board"].splitlines()[2] == ".. .0 3. 1. .. 1K .. .."
    assert after["to_move"] == 1
    assert command("apply", "-", given=said.out).json() == after


def test_apply_is_all_or_nothing(command: Command, tmp_path: Path) -> None:
    said = command("apply", document(tmp_path, TURN), "block d6", "block d4")
    assert said == (
        1,
        "",
        "block d4: d4 is beside no castle, and a block can’t start one. (T5.4)\n",
    )


REFUSED = [
    ("en", "block c6", "tower-too-high", "T5.4", "c6 can’t rise further: its castle has an area"),
    (
        "fr",
        "block c6",
        "tower-too-high",
        "T5.4",
        "c6 ne peut pas monter plus haut\u00a0: son château",
    ),
    ("de", "block c6", "tower-too-high", "T5.4", "c6 kann nicht höher werden: Die Burg hat eine"),
    ("en", "move b6 d6", "", "", ""),
    ("en", "jump c6", "notation", "", "“jump c6” is not an action in the notation of this game."),
    ("de", "play lift b6 d8", "card-not-in-hand", "T5.6", "Die Karte „Aufzug“ ist nicht auf"),
]


@pytest.mark.parametrize(("language", "action", "reason", "clause", "sentence"), REFUSED)
def test_refusals_are_told_in_three_languages(
    command: Command,
    tmp_path: Path,
    language: str,
    action: str,
    reason: str,
    clause: str,
    sentence: str,
) -> None:
    file = document(tmp_path, TURN)
    said = command("apply", file, action, "--lang", language)
    told = command("apply", file, action, "--lang", language, "--json")
    if not reason:
        assert (said.status, said.err) == (0, "")
        return
    assert said.status == told.status == 1
    assert said.out == told.err == ""
    assert said.err.startswith(sentence)
    assert said.err.endswith(f" ({clause})\n" if clause else ".\n")
    assert told.json().keys() == {"reason", "clause", "sentence"}
    assert (told.json()["reason"], told.json()["clause"]) == (reason, clause)
    assert told.json()["sentence"].startswith(sentence)


def test_unquoted_actions_get_a_hint(command: Command, tmp_path: Path) -> None:
    said = command("apply", document(tmp_path, TURN), "move", "b6", "b5")
    assert said.status == 1
    assert '"move b6 b5"' in said.err


def test_score_says_what_a_year_would_give(command: Command, tmp_path: Path) -> None:
    board = ".. .. .. 1. .. .. .. ..\n.. .. .. .. .. .. .. ..\n.. 1. 40 1K .. 1. .. ..\n"
    board += ".. .. 20 .. .. .. .. 1.\n1. .. .. .. .. .. .. ..\n.. .. 1. .. .. 11 .. ..\n"
    board += ".. .. .. .. .. .. .. ..\n.. .. .. .. 1. .. .. .."
    file = document(tmp_path, {"board": board, "year": 2, "options": {"seats": 2}})
    seats = command("score", file).json()["seats"]
    assert seats[0] == {
        "seat": 0,
        "total": 26,
        "terms": [
            {"what": "castle", "at": "c6", "clause": "T8.2", "points": 16},
            {"what": "king", "at": "c5", "clause": "T9.1", "points": 10},
        ],
    }
    assert [seat["total"] for seat in seats] == [26, 1]


def test_show_prints_the_plain_diagram_in_a_pipe(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, TURN)
    for words in (("show", file), ("show", "--plain", file)):
        assert command(*words) == (0, f"{TURN['board']}\n", "")


def test_show_draws_a_picture_and_writes_one_line(command: Command, tmp_path: Path) -> None:
    file = document(tmp_path, TURN)
    code, svg, _ = command("show", "--svg", file)
    assert (code, svg[:5], svg[-7:]) == (0, "<svg ", "</svg>\n")
    code, line, _ = command("show", "--line", file)
    assert (code, line.count("\n")) == (0, 1)
    (tmp_path / "line.txt").write_text(line, encoding="utf-8")
    assert command("show", str(tmp_path / "line.txt")) == (0, f"{TURN['board']}\n", "")


BAD: list[tuple[str, str]] = [
    ("torres;ap", "This line can't be read as a position from character 10 on"),
    ("chess;a=1", "“chess” is no game known here."),
    ("", "“standard input” is no JSON"),
    ("{", "“standard input” is no JSON: it stops making sense at line 1, column 2."),
    ("[" * 100_000, "“standard input” is no JSON"),
    ("[]", "A position document is a JSON object"),
    ('{"game": "chess"}', "“chess” is no game known here."),
    ('{"game": ["torres"]}', "is no game known here."),
    ('{"bord": ""}', "A position document has no key “bord”."),
    ('{"board": ".. .."}', "The board must have eight rows"),
    ('{"options": {"preset": "blue"}}', "The option “preset” can't be “blue”."),
    ('{"options": []}', "Options are a JSON object"),
    ('{"year": "one"}', '“year” can\'t be "one" here; expected: 1-3. (T4.1)'),
    ('{"supply": 3}', "“supply” can't be 3 here"),
    ('{"seed": ' + "9" * 5000 + "}", "is no JSON"),
    ('{"tourelle": 1}', "“seed” is missing or not of the right kind"),
    ('{"tourelle": 9, "seed": 1}', "This record has format 9"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
@pytest.mark.parametrize("verb", ["legal", "apply", "score", "show"])
def test_bad_documents_are_told_never_traced(
    command: Command, verb: str, text: str, sentence: str
) -> None:
    said = command(verb, "-", given=text)
    assert (said.status, said.out) == (1, "")
    assert sentence in said.err
    assert len(said.err.splitlines()) == 1


def test_corrupted_cell_is_named(command: Command, tmp_path: Path) -> None:
    board = str(TURN["board"]).replace("2.", "2X")
    said = command("legal", document(tmp_path, {**TURN, "board": board}))
    assert said.status == 1
    assert "“2X” on c6 is no cell" in said.err


def test_missing_and_unreadable_files(command: Command, tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.json")
    assert command("legal", missing) == (1, "", f"There is no file “{missing}”.\n")
    assert "can't be read" in command("legal", str(tmp_path)).err
    scrambled = tmp_path / "picture.json"
    scrambled.write_bytes(b"\xff\xfe\x00")
    assert "holds no UTF-8 text" in command("legal", str(scrambled)).err


# ---------------------------------------------------------------- --lines


def lines(said: str) -> list[Any]:
    return [json.loads(line) for line in said.splitlines()]


def test_lines_answer_every_line_and_go_on(command: Command) -> None:
    stream = [
        json.dumps({"document": TURN, "actions": ["block d6"]}),
        "not json",
        json.dumps({"document": {"bord": 1}}),
        json.dumps({"document": TURN, "actions": ["block d6", "block d4"]}),
        json.dumps({"document": TURN, "actions": "block d6"}),
        "",
        json.dumps(TURN),
    ]
    said = command("apply", "--lines", given="\n".join(stream))
    answers = lines(said.out)
    assert (said.status, said.err) == (0, "")
    assert [next(iter(answer)) for answer in answers] == [
        "document",
        "error",
        "error",
        "refusal",
        "error",
        "document",
    ]
    assert answers[1]["error"]["reason"] == "line-not-json"
    assert answers[3]["refusal"]["clause"] == "T5.4"
    assert answers[4]["error"]["reason"] == "actions-form"
    assert answers[5]["document"]["board"] == TURN["board"]


def test_lines_of_legal_and_score(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "stream.jsonl"
    file.write_text('{"document": {}}\n{"game": "blox"}\n', encoding="utf-8")
    legal = lines(command("legal", "--lines", str(file)).out)
    assert len(legal[0]["legal"]) == 8
    assert legal[1]["legal"]
    scores = lines(command("score", "--lines", str(file)).out)
    assert [len(answer["seats"]) for answer in scores] == [4, 4]


def test_lines_take_actions_of_the_command_too(command: Command) -> None:
    said = command("apply", "--lines", "-", "place d8", given="{}\n{}\n")
    assert [answer["document"]["to_move"] for answer in lines(said.out)] == [1, 1]


def test_half_a_character_is_no_json(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    for text in ('{"stage": "\\ud800"}', '{"tourelle": 1, "seats": [{"name": "\\udfff"}]}'):
        file.write_text(text, encoding="utf-8")
        for words in (("legal",), ("apply",), ("replay",), ("record", "verify"), ("show",)):
            said = command(*words, str(file))
            assert (said.status, said.out) == (1, "")
            assert "JSON" in said.err
        assert command("legal", "--lines", str(file)).json()["error"]["reason"] == "line-not-json"
    file.write_text('{"stage": "\\ud83c\\udff0"}', encoding="utf-8")
    assert "🏰" in command("legal", str(file)).err
