"""Files and standard input: JSON, positions, records, options; each error says what and where."""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tourelle.cli.precompile import precompile_rules
from tourelle.cli.voice import UserError, Voice
from tourelle.core import line
from tourelle.core.game import AnyGame, Rules
from tourelle.core.layout import AnyPosition
from tourelle.core.options import Option
from tourelle.core.records import Record, read_record, replayed
from tourelle.core.words import Param, about
from tourelle.games import TITLES, game_class

STANDARD_INPUT: Final = "-"
LINE: Final = re.compile(r"\s*[a-z][\w-]*;")
"""How a position written as one line begins: no JSON does."""
TRUTH: Final = {"true": True, "false": False}


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        if name == STANDARD_INPUT:
            return sys.stdin.read()
        with open(name, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise UserError("no-such-file", file=name) from None
    except UnicodeDecodeError:
        raise UserError("not-text", file=name) from None
    except OSError as trouble:
        raise UserError("unreadable", file=name, trouble=trouble.strerror or "") from None


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines that are not blank, those of standard input as they come."""
    lines: Iterable[str] = sys.stdin if name == STANDARD_INPUT else read_text(name).splitlines()
    try:
        for text in lines:
            if text.strip():
                yield text
    except UnicodeDecodeError:
        raise UserError("not-text", file=name) from None


def parse_json(text: str, name: str, number: int = 0) -> object:
    """Return what a JSON text says; `number` is its place in a stream of lines."""
    try:
        data: object = json.loads(text)
        _check_letters(text, data)
    except json.JSONDecodeError as trouble:
        raise _no_json(name, number, trouble.lineno, trouble.colno) from None
    except (ValueError, RecursionError):  # a number too long, brackets too deep, half a letter
        raise _no_json(name, number, 1, 1) from None
    return data


def _check_letters(text: str, data: object) -> None:
    """Refuse a text with half a character in it (a lone surrogate), which can't be written."""
    if "\\u" in text:
        json.dumps(data, ensure_ascii=False).encode()


def _no_json(name: str, number: int, row: int, column: int) -> UserError:
    """Return the error of a text that is no JSON."""
    if number:
        return UserError("line-not-json", line=number, column=column)
    return UserError("not-json", file=name, line=row, column=column)


def read_json(name: str) -> object:
    """Return what a JSON file says; a position may also stand there as one line of text."""
    text = read_text(name)
    if not LINE.match(text):
        return parse_json(text, name)
    with about(""):
        return line.read(text)


def is_record(data: object) -> bool:
    """Tell a record from a position document: only a record has the key `tourelle`."""
    return isinstance(data, Mapping) and "tourelle" in data


def title_of(data: object) -> object:
    """Return the title that a document names; the first title where it names none."""
    return data.get("game", TITLES[0]) if isinstance(data, Mapping) else TITLES[0]


def game_named(title: object, voice: Voice) -> Rules:
    """Return the rules of a title, compiled."""
    rules = game_class(title)
    precompile_rules(rules, voice)
    return rules


def position_of(data: object, voice: Voice) -> tuple[AnyGame, AnyPosition]:
    """Return the game and the position that a document describes, or that a record leads to."""
    if is_record(data):
        record = read_record(data)
        game = game_of(record, voice)
        return game, replayed(game, record)
    return game_named(title_of(data), voice).read(data)


def game_of(record: Record, voice: Voice) -> AnyGame:
    """Return the game that a record was played under."""
    return game_named(record.game, voice)(record.options, record.rules)


# ---------------------------------------------------------------- options on the command line


def options_from(rules: Rules, wishes: Iterable[str], seats: int | None) -> dict[str, Param]:
    """Return an option set from `key=value` words; a word in braces is read as JSON."""
    options: dict[str, Param] = {}
    known = {option.name: option for option in rules.option_list}
    for wish in wishes:
        if wish.startswith("{"):
            given = parse_json(wish, wish)
            options.update(given if isinstance(given, dict) else {})
            continue
        name, equals, value = wish.partition("=")
        if not equals:
            raise UserError("option-form", option=wish)
        options[name] = _typed(known.get(name), value)
    if seats is not None:
        options["seats"] = seats
    return options


def _typed(option: Option | None, value: str) -> Param:
    """Return a value as the option wants it: yes or no, a number, or the text of a file."""
    if option is None:
        return value
    if isinstance(option.default, bool) and value.lower() in TRUTH:
        return TRUTH[value.lower()]
    if value not in option.values and option.admits(value) and os.path.isfile(value):
        return read_text(value) + "\n"  # text has lines, a name has none
    return int(value) if isinstance(option.default, int) and value.isdecimal() else value
