"""What a title may be told before a game: every option with its sentence and its choices."""

import json
from argparse import Namespace

from tourelle.cli.voice import Voice
from tourelle.core.options import Option
from tourelle.games import game_class


def options(given: Namespace, voice: Voice) -> int:
    """Print the options of a title."""
    rules = game_class(given.game)
    if given.json:
        entries = [_entry(rules.title, option, voice) for option in rules.option_list]
        print(json.dumps({"options": entries}, ensure_ascii=False, indent=2))
        return 0
    for option in rules.option_list:
        print(f"{option.name} ({option.clause})")
        print(f"  {voice.label(rules.title, f'option.{option.name}', '')}")
        for value, label in values_of(rules.title, option, voice):
            default = f"  [{voice('options.default')}]" if value == str(option.default) else ""
            print(f"    {value:<15} {label}{default}".rstrip())
        if not option.values:
            print(f"    {option.choices()}  [{voice('options.default')}: {option.default}]")
    if voice.knows(rules.title, "edition"):
        print(f"\n{voice.of(rules.title, 'edition')}")
    return 0


def values_of(title: str, option: Option, voice: Voice) -> list[tuple[str, str]]:
    """Return the values of an option with their labels."""
    return [
        (str(value), voice.label(title, f"option.{option.name}.{value}", ""))
        for value in option.values
    ]


def _entry(title: str, option: Option, voice: Voice) -> dict[str, object]:
    """Return an option for a script."""
    return {
        "name": option.name,
        "clause": option.clause,
        "default": option.default,
        "choices": list(option.values) or list(range(option.low, option.high + 1)),
        "labels": dict(values_of(title, option, voice)),
        "sentence": voice.label(title, f"option.{option.name}", ""),
    }
