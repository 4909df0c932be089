"""Gymnasium and Stable-Baselines3: PPO with action masks learns to play against random opponents.

    pip install ".[research]" stable-baselines3 sb3-contrib matplotlib
    python examples/training/gymnasium_ppo.py

Torres without cards for two. What is learnt is points, as they are scored; what is measured are
100 games against random play, by the difference in points and by games won (half for a tie).
"""

import gymnasium
import numpy as np
import torch
from curve import Curve, arguments_of_a_title
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from tourelle.research.gymnasium import SeatEnv

TENTH = 0.1
"""Points are tens, rewards are best near 1."""


class Flat(gymnasium.Wrapper):
    """The observation alone, as numbers near 1; the mask is asked for by `action_masks`."""

    def __init__(self, env):
        super().__init__(env)
        size = env.observation_space["observation"].shape
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, size, np.float32)

    def reset(self, **given):
        observation, info = self.env.reset(**given)
        return self._flat(observation), info

    def step(self, action):
        observation, reward, *rest = self.env.step(action)
        return self._flat(observation), TENTH * reward, *rest

    def _flat(self, observation):
        self._mask = observation["action_mask"].view(bool)
        return TENTH * observation["observation"].astype(np.float32)

    def action_masks(self):
        return self._mask


def make(title, options):
    return Flat(SeatEnv(title, rewards="points", opponents="random", **options))


def measure(model, title, options, games):
    """Return the mean difference in points to the best opponent, and the share of games won."""
    env = make(title, options)
    margins = []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, _, over, _, info = env.step(int(action))
        points = list(info["points"])
        mine = points.pop(info["seat"])
        margins.append(mine - max(points))
    return np.mean(margins), np.mean([(np.sign(margin) + 1) / 2 for margin in margins])


def main():
    lengths = {"steps": 60_000, "every": 10_000, "games": 100}
    given, options = arguments_of_a_title(__doc__, "gymnasium_ppo", **lengths)
    torch.set_num_threads(1)
    envs = DummyVecEnv([lambda: make(given.title, options)] * 8)
    settings = {"n_steps": 128, "batch_size": 256, "n_epochs": 4, "learning_rate": 1e-3}
    model = MaskablePPO("MlpPolicy", envs, seed=1, policy_kwargs={"net_arch": [128]}, **settings)
    curve = Curve(f"PPO in {given.title} against random play", "points ahead")
    curve.add(0, *measure(model, given.title, options, given.games))
    while model.num_timesteps < given.steps:
        model.learn(given.every, reset_num_timesteps=False)
        curve.add(model.num_timesteps, *measure(model, given.title, options, given.games))
    curve.save(given.out)


if __name__ == "__main__":
    main()
