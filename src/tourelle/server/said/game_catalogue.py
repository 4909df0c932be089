"""What there is to play: titles, options, editions and bots, in the listener's language."""

from collections.abc import Collection, Mapping
from functools import cache

from tourelle.bots import playing
from tourelle.bots.levels import level_of
from tourelle.bots.styles import names
from tourelle.core.game import AnyGame
from tourelle.core.options import Option
from tourelle.core.words import Param
from tourelle.games import game_class, playable
from tourelle.languages import filled
from tourelle.server.protocol import BotInfo, GameInfo, OptionInfo, PresetInfo
from tourelle.server.said import courses, messages


def games(language: str, programs: Collection[str] = ()) -> list[GameInfo]:
    """Return every title that can be played, also against some programs of the host."""
    found = [_game(language, title) for title in playable()]
    if not programs:
        return found
    about = messages.label(language, "bots", "program.character", "")
    more = [BotInfo(name=name, label=name, character=about, level=None) for name in programs]
    return [game.model_copy(update={"bots": [*game.bots, *more]}) for game in found]


@cache
def _game(language: str, title: str) -> GameInfo:
    """Return one title."""
    rules = game_class(title)
    seats = next(option for option in rules.option_list if option.name == "seats")
    return GameInfo(
        title=title,
        label=messages.label(language, title, "title", title),
        sentence=messages.label(language, title, "about", ""),
        reconstruction=messages.label(language, title, "reconstruction", "") or None,
        seats=[int(value) for value in seats.on_offer()],
        usual_seats=int(seats.default),
        options=[
            _option(language, title, option)
            for option in rules.option_list
            if option.name != "seats"
        ],
        presets=[_preset(language, title, name) for name in rules.presets],
        bots=[_bot(language, bot) for bot in playing(title)],
        guided=courses.has_first_game(title),
    )


def _option(language: str, title: str, option: Option) -> OptionInfo:
    """Return one option."""
    values = list(option.on_offer())
    return OptionInfo(
        name=option.name,
        clause=option.clause,
        sentence=messages.label(language, title, f"option.{option.name}", option.name),
        default=option.default,
        values=values,
        labels=[value_label(language, title, option, value) for value in values],
    )


def value_label(language: str, title: str, option: Option, value: Param) -> str:
    """Return what an option's value is called: by a sentence of its own, or one for any value."""
    if option.seats:
        return messages.told(language, "seat.letter", letter=messages.LETTERS[int(value)])
    key = f"option.{option.name}"
    if own := messages.label(language, title, f"{key}.{value}", ""):
        return own
    if any_value := messages.label(language, title, f"{key}.value", ""):
        return filled(language, any_value, {"value": value})
    shown = str(value).strip().splitlines()
    return shown[0] if len(shown) == 1 else messages.told(language, "option.own")


def _preset(language: str, title: str, name: str) -> PresetInfo:
    """Return one edition."""
    return PresetInfo(
        name=name,
        label=_edition(language, title, name),
        sentence=messages.label(language, title, f"preset.{name}", name),
        values=dict(game_class(title).presets[name]),
    )


def _edition(language: str, title: str, name: str) -> str:
    """Return what an edition is called."""
    return messages.label(language, title, f"option.preset.{name}", name)


def _bot(language: str, name: str) -> BotInfo:
    """Return one opponent."""
    return BotInfo(
        name=name,
        label=messages.bot_label(language, name),
        character=messages.label(language, "bots", f"bot.{name}.character", ""),
        level=level_of(name),
        style=name in names(),
    )


def summary(language: str, game: AnyGame) -> str:
    """Return the edition and what differs from it, in a few words."""
    words = []
    base: Mapping[str, Param] = {}
    if game.presets:
        edition = str(game.chosen("preset"))
        base = game.presets[edition]
        words.append(_edition(language, game.title, edition))
    for option in game.option_list:
        value = game.options.get(option.name)
        if option.name in ("preset", "seats") or value is None:
            continue
        if value != base.get(option.name, option.default):
            words.append(value_label(language, game.title, option, value))
    if game.reconstructed:
        words.append(messages.told(language, "option.reconstruction"))
    return " · ".join(words)
