"""What there is to play: titles, options, editions and bots, in the listener's language."""

from functools import cache
from importlib import import_module
from typing import Any, Final

from tourelle.bots import BOTS
from tourelle.bots.levels import level_of
from tourelle.core.game import Game
from tourelle.core.options import Option
from tourelle.core.words import Param
from tourelle.games import TITLES, game_class
from tourelle.server import speech
from tourelle.server.protocol import BotInfo, GameInfo, OptionInfo, PresetInfo

OFFERED: Final[dict[tuple[str, str], tuple[int, ...]]] = {
    ("blox", "round_limit"): (15, 30, 60, 120, 0),
}
"""The choices on offer where an option takes any number."""
SEAT_OPTIONS: Final = ("first_seat",)
"""Options whose values are seats."""
RECONSTRUCTED: Final = ("blox", "castellan")


def presets(title: str) -> dict[str, dict[str, Param]]:
    """Return the editions of a title: names for sets of option values."""
    found: dict[str, dict[str, Param]] = getattr(
        import_module(f"tourelle.games.{title}.material"), "PRESETS", {}
    )
    return found


def games(language: str) -> list[GameInfo]:
    """Return every title."""
    return [_game(language, title) for title in TITLES]


@cache
def _game(language: str, title: str) -> GameInfo:
    """Return one title."""
    rules = game_class(title)
    seats = next(option for option in rules.option_list if option.name == "seats")
    pieced = speech.label(language, speech.ROOM, f"game.{title}.reconstruction", "")
    return GameInfo(
        title=title,
        label=speech.label(language, title, "title", title),
        sentence=speech.told(language, f"game.{title}"),
        reconstruction=pieced or None,
        seats=[int(value) for value in _values(title, seats)],
        options=[
            _option(language, title, option)
            for option in rules.option_list
            if option.name != "seats"
        ],
        presets=[_preset(language, title, name) for name in presets(title)],
        bots=[_bot(language, bot) for bot in BOTS],
    )


def _values(title: str, option: Option) -> list[Param]:
    """Return the choices of an option."""
    if option.values:
        return list(option.values)
    return list(OFFERED.get((title, option.name), range(option.low, option.high + 1)))


def _option(language: str, title: str, option: Option) -> OptionInfo:
    """Return one option."""
    values = _values(title, option)
    return OptionInfo(
        name=option.name,
        clause=option.clause,
        sentence=speech.label(language, title, f"option.{option.name}", option.name),
        default=option.default,
        values=values,
        labels=[value_label(language, title, option.name, value) for value in values],
    )


def value_label(language: str, title: str, option: str, value: Param) -> str:
    """Return what an option's value is called."""
    if option in SEAT_OPTIONS:
        return speech.told(language, "seat.letter", letter=speech.LETTERS[int(value)])
    if (title, option) in OFFERED:
        key = "option.no-limit" if value == 0 else "option.rounds"
        return speech.told(language, key, count=value)
    shown = str(value).strip().splitlines()
    otherwise = shown[0] if len(shown) == 1 else speech.told(language, "option.own")
    return speech.label(language, title, f"option.{option}.{value}", otherwise)


def _preset(language: str, title: str, name: str) -> PresetInfo:
    """Return one edition."""
    return PresetInfo(
        name=name,
        label=value_label(language, title, "preset", name),
        sentence=speech.label(language, title, f"preset.{name}", name),
        values=dict(presets(title)[name]),
    )


def _bot(language: str, name: str) -> BotInfo:
    """Return one opponent."""
    return BotInfo(
        name=name,
        label=speech.bot_label(language, name),
        character=speech.label(language, "bots", f"bot.{name}.character", ""),
        level=level_of(name),
    )


def summary(language: str, game: Game[Any]) -> str:
    """Return the edition and what differs from it, in a few words."""
    words = []
    edition = game.options.get("preset")
    if presets(game.title):
        edition = edition or next(iter(presets(game.title)))
        words.append(value_label(language, game.title, "preset", edition))
    base = presets(game.title).get(str(edition), {})
    for option in game.option_list:
        value = game.options.get(option.name)
        if option.name in ("preset", "seats") or value is None:
            continue
        if value != base.get(option.name, option.default):
            words.append(value_label(language, game.title, option.name, value))
    if game.title in RECONSTRUCTED:
        words.append(speech.told(language, "option.reconstruction"))
    return " · ".join(words)
