"""Tourelle's games as Gymnasium environments: one seat is yours, bots sit on the others.

import gymnasium

env = gymnasium.make("tourelle.research.gymnasium:tourelle/torres-v0", seats=2)
observation, info = env.reset(seed=1)
action = env.action_space.sample(observation["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from tourelle.batch.batch import Rewards
from tourelle.bots.bot import Bot
from tourelle.bots.named import named
from tourelle.core.compile import buffer
from tourelle.core.words import Param, Seat
from tourelle.games import game_class, playable
from tourelle.research.single import Single
from tourelle.research.spaces import observation_space

Observation = dict[str, Any]


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a game against bots."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium's own declaration)
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        title: str,
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = "random",
        rewards: Rewards = "outcome",
        render_mode: str | None = None,
        **options: Param,
    ) -> None:
        """Take a title and its options.

        `seat`: yours; None draws one for each game. `opponents`: a bot by its name for all other
        seats, or one for each of them clockwise from yours. `rewards`: `outcome` at the end, or
        `points` as scored. An illegal action changes nothing, and `info["illegal"]` says so.
        """
        self.game = game_class(title)(options)
        self.render_mode = render_mode
        names = [opponents] * (self.game.seats - 1) if isinstance(opponents, str) else opponents
        if len(names) != self.game.seats - 1:
            raise ValueError(f"{self.game.seats - 1} opponents are wanted, not {len(names)}")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}: there are {self.game.seats}")
        self._opponents: list[Bot] = [named(name) for name in names]
        self._wanted = seat
        self._single = Single(self.game, rewards)
        self._dice = buffer(1)
        self.seat = seat or 0
        self.observation_space = observation_space(self.game, self._single.actions)
        self.action_space: Any = spaces.Discrete(self._single.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, from this seed itself where one is given, and let the others begin."""
        super().reset(seed=seed, options=options)
        self._dice[0] = int(self.np_random.integers(1 << 62))
        drawn = int(self.np_random.integers(1 << 62))
        self.seat = drawn % self.game.seats if self._wanted is None else self._wanted
        self._single.reset(drawn if seed is None else seed)
        self._answer()
        return self._seen(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play your action, then those of the others until it is your turn again."""
        single, reward = self._single, 0.0
        legal = single.is_legal(int(action))
        if legal:
            single.play(int(action))
            reward = single.rewards[self.seat] + self._answer()
        info: dict[str, Any] = {"seat": self.seat, "illegal": not legal}
        if single.outcome is not None:
            info |= {"points": single.outcome.points, "winners": single.outcome.winners}
        return self._seen(), reward, single.whose < 0, False, info

    def _answer(self) -> float:
        """Let the others play until it is your turn; return what that was worth to you."""
        single, reward = self._single, 0.0
        while single.whose not in (self.seat, -1):
            seat = Seat(single.whose)
            bot = self._opponents[(seat - self.seat - 1) % self.game.seats]
            view = self.game.view(single.position, seat)
            for number in bot.turn(self.game, view, seat, self._dice):
                single.play(single.index(number))
                reward += single.rewards[self.seat]
        return reward

    def _seen(self) -> Observation:
        """Return what your seat sees."""
        single = self._single
        return {"observation": single.observation(self.seat), "action_mask": single.mask()}

    def render(self) -> str | None:
        """Return the diagram of the position as your seat sees it."""
        if self.render_mode is None:
            return None
        return self.game.diagram(self.game.view(self._single.position, Seat(self.seat)))


for _title in playable():
    gymnasium.register(
        f"tourelle/{_title}-v0",
        entry_point="tourelle.research.gymnasium:SeatEnv",
        kwargs={"title": _title},
        nondeterministic=False,
    )
