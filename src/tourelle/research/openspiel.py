"""Tourelle's games in OpenSpiel: importing this registers `tourelle_TITLE` for every title.

    import pyspiel
    import tourelle.research.openspiel

    game = pyspiel.load_game("tourelle_torres(seats=2,options=preset:modern;cards:own)")

Chance is explicit: the deal is drawn byte by byte before the first action, `deal_bytes` of them. So
a history replays, and a game with one byte has 256 deals. What is drawn later comes from the deal.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from tourelle.batch.batch import parts_of
from tourelle.batch.batch import shares as worth
from tourelle.core import line
from tourelle.core.game import AnyGame
from tourelle.core.observation import places, size_of
from tourelle.core.words import Param, Seat
from tourelle.games import game_class, playable
from tourelle.research.single import Single

BYTE: Final = 256
DEAL_BYTES: Final = 4
MOST_DEAL_BYTES: Final = 7
SEEN: Final = pyspiel.IIGObservationType(perfect_recall=False)
"""What is observed unless somebody says otherwise: all that a player sees now."""
LONGEST: Final = 10_000
"""More actions than any game under options that end it; OpenSpiel wants a bound."""


def game_type(title: str) -> Any:
    """Return what OpenSpiel has to know of a title before it is played."""
    rules = game_class(title)
    seats = next(option for option in rules.option_list if option.name == "seats")
    numbers = [int(value) for value in seats.values] or [seats.low, seats.high]
    return pyspiel.GameType(
        short_name=f"tourelle_{title}",
        long_name=f"Tourelle: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(numbers),
        min_num_players=min(numbers),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        # OpenSpiel writes parameters as text and takes "40" for a number, so options are one text.
        parameter_specification={
            "seats": int(seats.default),
            "options": "",
            "deal_bytes": DEAL_BYTES,
        },
    )


def read_options(title: str, text: str) -> dict[str, Param]:
    """Read options as `preset:modern;deck:40`; what is wrong with them says the game.

    >>> read_options("castellan", "trial:False")
    {'trial': False}
    """
    known = {option.name: option for option in game_class(title).option_list}
    found: dict[str, Param] = {}
    for wish in filter(None, text.split(";")):
        name, _, value = wish.partition(":")
        offered = known[name].on_offer() if name in known else ()
        meant = {str(choice): choice for choice in offered}
        found[name] = meant.get(value, int(value) if value.isdecimal() else value)
    return found


def game_info(game: AnyGame) -> Any:
    """Return what OpenSpiel has to know of a game under its options."""
    return pyspiel.GameInfo(
        num_distinct_actions=game.policy_size or game.action_space,
        max_chance_outcomes=BYTE,
        num_players=game.seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


class TourelleGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A title under its options."""

    def __init__(self, title: str, params: dict[str, Any] | None = None) -> None:
        """Take seats and options as parameters, and how many bytes the deal has."""
        given = dict(params or {})
        options = read_options(title, given.get("options", ""))
        if "seats" in given:
            options["seats"] = given["seats"]
        self.rules = game_class(title)(options)
        self.deal_bytes = int(given.get("deal_bytes", DEAL_BYTES))
        if not 1 <= self.deal_bytes <= MOST_DEAL_BYTES:
            raise ValueError(f"deal_bytes is {self.deal_bytes}; it must be from 1 to 7")
        super().__init__(game_type(title), game_info(self.rules), given)

    def new_initial_state(self) -> "TourelleState":
        """Return a game that is yet to be dealt."""
        return TourelleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what observes states: a tensor of the observation, or strings."""
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        return Observer(self.rules, iig_obs_type or SEEN)


class TourelleState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: TourelleGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self._rules = _Kept(game.rules)
        self._bytes_left = game.deal_bytes
        self._seed = 0
        self.single: Single | None = None

    def current_player(self) -> int:
        """Return who chooses next."""
        if self.single is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.single.whose < 0 else self.single.whose

    def _legal_actions(self, player: int) -> list[int]:
        """Return what is legal, in ascending order."""
        single = self.single
        return single.legal() if single is not None and player == single.whose else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every next byte of the deal, all as likely."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        """Take a byte of the deal, or play an action."""
        if self.single is not None:
            self.single.play(action, remember=True)
            return
        self._seed = BYTE * self._seed + action
        self._bytes_left -= 1
        if self._bytes_left == 0:
            self.single = Single(self._rules.game)
            self.single.reset(self._seed)

    def _action_to_string(self, player: int, action: int) -> str:
        """Write an action in the notation of the rules."""
        if player == pyspiel.PlayerId.CHANCE or self.single is None:
            return f"deal {action}"
        return self._rules.game.action_text(self.single.number(action))

    def is_terminal(self) -> bool:
        """Tell whether the game has ended."""
        return self.single is not None and self.single.whose < 0

    def returns(self) -> list[float]:
        """Return what the game has brought to every seat."""
        seats = self._rules.game.seats
        outcome = self.single.outcome if self.single is not None else None
        return [0.0] * seats if outcome is None else worth(outcome, seats)

    def __str__(self) -> str:
        """Return the position as one line."""
        if self.single is None:
            return f"deal {self._seed}, {self._bytes_left} bytes to go"
        return line.written(self._rules.game.document(self.single.position))


class _Kept:
    """Rules, which are the same for all copies of a state."""

    def __init__(self, game: AnyGame) -> None:
        self.game: Final = game

    def __deepcopy__(self, _memo: object) -> "_Kept":
        return self


class Observer:
    """What one seat sees of a state, as OpenSpiel's observers have it.

    Of the public part alone it is what a watcher sees; of the private part alone it is the entries
    that differ from that, as text. With perfect recall there are strings only, and a hash of all
    views and own actions before goes with them.
    """

    def __init__(self, game: AnyGame, kind: Any) -> None:
        """Make room for the tensor and its parts by name."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer sees what one player sees, or what everybody does")
        self._game = game
        self._recalls = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = parts_of(game)
        room = np.zeros(size_of(parts), np.float32)
        at = places(parts)
        named = {part.name: room[at[part.name]].reshape(part.shape) for part in parts}
        has_tensor = self._public and not self._recalls
        self.tensor: Any = room if has_tensor else None
        self.dict: dict[str, Any] = named if has_tensor else {}

    def _who(self, player: int) -> Seat:
        """Return who looks: the player, or somebody who watches."""
        return Seat(player if self._private else -1)

    def set_from(self, state: TourelleState, player: int) -> None:
        """Let the tensor show a state to a player."""
        if self.tensor is None:
            return
        single = state.single
        self.tensor[:] = 0 if single is None else single.observation(self._who(player))

    def string_from(self, state: TourelleState, player: int) -> str:
        """Return what a player sees of a state as text."""
        single, who = state.single, self._who(player)
        if single is None:
            return "to be dealt"
        seen = self._document(single, who)
        if not self._public:
            common = self._document(single, Seat(-1))
            differs = {key: value for key, value in seen.items() if value != common[key]}
            seen = {"game": seen["game"], **differs}
        text = line.written(seen)
        return f"{text} {single.recollection(who)}" if self._recalls else text

    def _document(self, single: Single, who: Seat) -> Mapping[str, object]:
        """Return what somebody sees of a game as a document."""
        return self._game.document(self._game.view(single.position, who))


def _maker(title: str) -> type[TourelleGame]:
    """Return the class that OpenSpiel makes games of a title with."""

    class Named(TourelleGame):
        """A title under its options."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(title, params)

    return Named


for _title in playable():
    pyspiel.register_game(game_type(_title), _maker(_title))
