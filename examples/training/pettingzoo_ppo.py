"""PettingZoo and Stable-Baselines3: PPO with action masks learns by playing against itself.

    pip install ".[research]" stable-baselines3 sb3-contrib matplotlib
    python examples/training/pettingzoo_ppo.py

Torres without cards for two. One policy learns on one seat; on the other sits what it was at the
last measurement, random play at first. What is learnt are points, those of the
other taken off. What is measured are games of its most likely actions against random play, by
points ahead and by games won (half for a tie).
"""

import random

import gymnasium
import numpy as np
import torch
from curve import Curve, arguments_of_a_title
from sb3_contrib import MaskablePPO

from tourelle.research.pettingzoo import raw_env

TENTH = 0.1
"""Points are tens, rewards are best near 1."""


class SelfPlay(gymnasium.Env):
    """One agent of a PettingZoo environment for two; `rival` answers for the other."""

    def __init__(self, title, options):
        self.env = raw_env(title, rewards="points", **options)
        self.env.reset(seed=1)
        agent = self.env.possible_agents[0]
        size = self.env.observation_space(agent)["observation"].shape
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, size, np.float32)
        self.action_space = self.env.action_space(agent)
        self.me, self.rival, self.dice = 0, None, random.Random(1)

    def reset(self, seed=None, options=None):
        self.env.reset(seed=seed)
        self.me = 1 - self.me
        self._answer()
        return self.seen(), {}

    def step(self, action):
        reward = self._play(action) + self._answer()
        over = any(self.env.terminations.values())
        return self.seen(), reward, over, False, self.env.infos["player_0"]

    def _play(self, action):
        """Play an action; return what it brought us, less what it brought the other."""
        self.env.step(int(action))
        rewards = self.env.rewards
        return TENTH * (rewards[f"player_{self.me}"] - rewards[f"player_{1 - self.me}"])

    def _answer(self):
        """Let the rival play until it is our turn; return what that was worth to us."""
        worth = 0.0
        while self.env.agent_selection != f"player_{self.me}":
            if any(self.env.terminations.values()):
                break
            worth += self._play(self._choice())
        return worth

    def _choice(self):
        mask = self.action_masks()
        if self.rival is None:
            return self.dice.choice(np.flatnonzero(mask))
        with torch.no_grad():
            return self.rival.predict(self.seen(), action_masks=mask)[0]

    def seen(self):
        """Return what the agent to move sees, as numbers near 1."""
        return TENTH * self.env.observe(self.env.agent_selection)["observation"].astype(np.float32)

    def action_masks(self):
        return self.env.observe(self.env.agent_selection)["action_mask"].view(bool)


def measure(model, title, options, games):
    """Return the mean points ahead of a random opponent, and the share of games won."""
    env, margins = SelfPlay(title, options), []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            masks = env.action_masks()
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, _, over, _, info = env.step(action)
        margins.append(info["points"][env.me] - info["points"][1 - env.me])
    return np.mean(margins), np.mean([(np.sign(margin) + 1) / 2 for margin in margins])


def main():
    lengths = {"steps": 30_000, "every": 5_000, "games": 100}
    given, options = arguments_of_a_title(__doc__, "pettingzoo_ppo", **lengths)
    torch.set_num_threads(1)
    env = SelfPlay(given.title, options)
    settings = {"n_steps": 1024, "batch_size": 256, "n_epochs": 4, "learning_rate": 1e-3}
    model = MaskablePPO("MlpPolicy", env, seed=1, policy_kwargs={"net_arch": [128]}, **settings)
    spaces = (env.observation_space, env.action_space)
    curve = Curve(f"PPO by self-play in {given.title}, against random play", "points ahead")
    curve.add(0, *measure(model, given.title, options, given.games))
    while model.num_timesteps < given.steps:
        model.learn(given.every, reset_num_timesteps=False)
        env.rival = env.rival or type(model.policy)(*spaces, lambda _: 0.0, net_arch=[128])
        env.rival.load_state_dict(model.policy.state_dict())
        curve.add(model.num_timesteps, *measure(model, given.title, options, given.games))
    curve.save(given.out)


if __name__ == "__main__":
    main()
