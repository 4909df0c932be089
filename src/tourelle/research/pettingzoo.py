"""Tourelle's games as PettingZoo environments (AEC): every seat an agent, `player_0` first.

from tourelle.research.pettingzoo import env

games = env("torres", seats=3, preset="modern")
games.reset(seed=1)
for agent in games.agent_iter():
    observation, reward, termination, truncation, info = games.last()
    mask = observation["action_mask"]
    games.step(None if termination else games.action_space(agent).sample(mask))
"""

import secrets
from operator import index
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from tourelle.batch.batch import Rewards
from tourelle.core.words import Param, Seat
from tourelle.games import game_class
from tourelle.research.single import Single
from tourelle.research.spaces import observation_space

Observation = dict[str, Any]

ILLEGAL: Final = -1.0
"""What an illegal action brings."""


def env(title: str, **settings: Any) -> AECEnv:
    """Return an environment as PettingZoo's own are: an illegal action loses the game."""
    return wrappers.OrderEnforcingWrapper(_Losing(title, **settings))


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 (untyped; PettingZoo's name)
    """One game of a title under its options; an illegal action raises."""

    def __init__(
        self,
        title: str,
        *,
        rewards: Rewards = "outcome",
        render_mode: str | None = None,
        **options: Param,
    ) -> None:
        """Take a title and its options. `rewards`: `outcome` at the end, or `points` as scored."""
        super().__init__()
        self.metadata = {
            "name": f"tourelle_{title}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game = game_class(title)(options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._single = Single(self.game, rewards)
        self._seed: int | None = None
        self.observation_spaces = {
            agent: observation_space(self.game, self._single.actions)
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._single.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of what an agent sees: the observation, and the mask of its actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of an agent's actions: policy indices."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the one of this seed, else the next one after the last, else any."""
        del options
        if seed is None:
            seed = secrets.randbelow(1 << 62) if self._seed is None else self._seed + 1
        self._seed = seed
        self._single.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._single.whose]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; a mask of nothing where it isn't its turn."""
        seat, single = self._seats[agent], self._single
        to_move = seat == single.whose
        mask = single.mask() if to_move else np.zeros(single.actions, np.int8)
        return {"observation": single.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        single = self._single
        if not single.played(index(action)):
            self._refuse(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, single.rewards, strict=True))
        if single.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            ending = {"points": single.outcome.points, "winners": single.outcome.winners}
            self.infos = {agent: dict(ending) for agent in self.agents}
        else:
            self.agent_selection = self.possible_agents[single.whose]
        self._accumulate_rewards()

    def _refuse(self, agent: str, action: int) -> None:
        """Answer an illegal action, which has changed nothing."""
        raise ValueError(f"action {action} is not legal for {agent}")

    def render(self) -> str | None:
        """Return the diagram of the position, as far as everybody may see it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode is None: nothing is drawn")
            return None
        return self.game.diagram(self.game.view(self._single.position, Seat(-1)))

    def close(self) -> None:
        """Let go of nothing: there is no window."""


class _Losing(raw_env):
    """A game that an illegal action ends: what PettingZoo's two wrappers for it do, in one call.

    They ask for every attribute through each other, which costs more than the rules of a step.
    """

    def _refuse(self, agent: str, action: int) -> None:
        """Let the agent lose by an illegal action, and the others have nothing of it."""
        assert self.action_spaces[agent].contains(action), "action is not in action space"
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {each: ILLEGAL if each == agent else 0.0 for each in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()
