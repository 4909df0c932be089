"""What is compiled before bots can play: the rules, then what they search with, in stages."""

from functools import partial
from pathlib import Path
from typing import Final

from tourelle.bots.bot import Bot
from tourelle.bots.greedy import Greedy
from tourelle.bots.presets import DEEP, TURN
from tourelle.bots.thinker import Thinker
from tourelle.core import plugins
from tourelle.core.compile import buffer, cache_folder, group_of
from tourelle.core.game import Rules
from tourelle.core.precompile import Step
from tourelle.core.precompile import steps as rule_steps
from tourelle.core.words import Seat
from tourelle.games import game_class

RULES, TURNS, TREE = STAGES = range(3)
"""What a table needs; what searches one's own turn; what also looks at the answers."""
LONG_ENOUGH: Final = 100_000
"""States to weigh until everything that searches has been used, whatever the clock says."""
FIRST: Final[dict[int, tuple[Bot, ...]]] = {
    TURNS: (Greedy(), Thinker("turn", TURN)),
    TREE: (Thinker("deep", DEEP).with_settings("deep", work=LONG_ENOUGH, seconds=0.0),),
}
"""Who has to play once in each stage; other bots differ from these in numbers alone."""


def steps(title: str, stage: int) -> list[Step]:
    """Return calls that together compile a stage of a title; earlier stages come first."""
    rules = game_class(title)
    if stage == RULES:
        return rule_steps(rules)
    return [partial(_play_once, bot, rules) for bot in FIRST[stage]]


def stage_of(bot: Bot, title: str) -> int:
    """Return the last stage that has to be compiled before a bot can play a title."""
    if not isinstance(bot, Thinker):
        return RULES
    return TREE if bot.settings[title].rounds else TURNS


def mark(title: str, stage: int) -> Path:
    """Return the file that says that a stage is compiled."""
    if stage == RULES:
        return cache_folder(group_of(plugins.package_of(title))) / f"compiled-{title}"
    return cache_folder() / f"compiled-{title}-{stage}"


def _play_once(bot: Bot, rules: Rules) -> None:
    """Let a bot choose the first turn of a game."""
    game = rules({})
    position = game.setup(0)
    seat = game.to_move(position) or Seat(0)
    bot.turn(game, game.view(position, seat), seat, buffer(1))
