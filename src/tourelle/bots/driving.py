"""A bot's turn, planned once and played action by action: the one way in which bots play.

The server lets a bot think in a thread and submits like everybody else, an arena looks at its
clock, the terminal does neither; what lies between a plan and an action is the same for all.
"""

from collections.abc import Callable, Iterator, Sequence

from tourelle.bots.bot import Bot
from tourelle.bots.thinking import Progress
from tourelle.core.chance import Dice, below
from tourelle.core.words import Action, RefusedError, Seat
from tourelle.play import AnyPlay

Planning = Callable[[], list[Action]]
"""The thinking about one turn: it may be done in any thread."""


class BotError(Exception):
    """A bot has planned nothing, or something that the rules refuse."""


def planning(play: AnyPlay, bot: Bot, dice: Dice, progress: Progress | None = None) -> Planning:
    """Return the thinking of a bot that is to move, which knows its seat's view of now."""
    seat = play.to_move
    if seat is None:
        raise BotError("the game is over")
    game, view = play.game, play.game.view(play.position, seat)
    return lambda: bot.turn(game, view, seat, dice, progress)


def turns_to_plan(play: AnyPlay, dice: Dice) -> Iterator[tuple[Seat, bool]]:
    """Yield the seat to move until a game is over, and whether its opening is behind it.

    Whoever asks plays what that seat does; the opening is drawn here, after what sets up the board,
    so that games differ.
    """
    left = play.game.varied_opening()
    while (seat := play.to_move) is not None:
        legal = play.legal_actions()
        if left and not play.game.sets_up(legal[0]):
            left -= 1
            play.apply(legal[int(below(dice, len(legal)))])
        else:
            yield seat, left == 0


class Driver:
    """Holds what a bot has planned of its turn."""

    def __init__(self) -> None:
        """Begin without a plan."""
        self._planned: tuple[Action, ...] = ()
        self._from = b""

    def has_plan(self, play: AnyPlay) -> bool:
        """Tell whether something is planned that goes on from what stands now."""
        return bool(self._planned) and self._from == play.game.identity(play.position)

    def adopt(self, play: AnyPlay, planned: Sequence[Action]) -> None:
        """Take what a bot has planned from what stands now on."""
        self._planned, self._from = tuple(planned), play.game.identity(play.position)

    def next_action(self, play: AnyPlay) -> Action:
        """Return the next action of the plan; it is for the caller to play it."""
        if not self._planned:
            raise BotError("nothing is planned")
        action, *rest = self._planned
        try:
            step = play.foresee(action)
        except RefusedError as error:
            raise BotError(str(error)) from error
        self._planned, self._from = tuple(rest), play.game.identity(step.after)
        return action

    def drive(self, play: AnyPlay, bot: Bot, dice: Dice) -> Action:
        """Return what a bot does next; it thinks here and now where nothing is planned."""
        if not self.has_plan(play):
            self.adopt(play, planning(play, bot, dice)())
        return self.next_action(play)
