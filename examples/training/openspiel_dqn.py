"""OpenSpiel: its own deep Q-learner learns to play against a random opponent.

    pip install ".[research]" examples/overlook torch dm-tree matplotlib
    python examples/training/openspiel_dqn.py

Overlook, the little game of the examples, for two; the learner is `open_spiel.python.pytorch.dqn`,
the environment `open_spiel.python.rl_environment`, both as they come. What is measured are games
against random play, by the mean utility (1 for a win, -1 for a loss) and by games won.
"""

import argparse

import numpy as np
import torch
from curve import Curve, add_arguments
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import dqn

import tourelle.research.openspiel  # noqa: F401 (registers the games)


def play(env, agents, learning):
    """Play one game; return the utilities, and how many actions it took."""
    time_step, steps = env.reset(), 0
    while not time_step.last():
        agent = agents[time_step.observations["current_player"]]
        answer = agent.step(time_step, is_evaluation=not learning)
        time_step = env.step([answer.action])
        steps += 1
    for agent in agents if learning else ():
        agent.step(time_step)
    return time_step.rewards, steps


def measure(env, learners, others, games):
    """Return the mean utility of the learners, each on its seat, and the share of games won."""
    utilities = []
    for game in range(games):
        seat = game % 2
        agents = [others[0], others[1]]
        agents[seat] = learners[seat]
        utilities.append(play(env, agents, learning=False)[0][seat])
    return np.mean(utilities), np.mean([(utility + 1) / 2 for utility in utilities])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tourelle_overlook(seats=2)")
    add_arguments(parser, "openspiel_dqn", steps=200_000, every=20_000, games=400)
    given = parser.parse_args()
    torch.set_num_threads(1)
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(given.game, observation_type=kind)
    env.seed(1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    settings = {"hidden_layers_sizes": [256], "batch_size": 64, "learning_rate": 5e-4}
    settings |= {"optimizer_str": "adam", "replay_buffer_capacity": 50_000, "learn_every": 4}
    settings |= {"epsilon_decay_duration": given.steps // 2, "update_target_network_every": 200}
    learners = [dqn.DQN(seat, size, actions, **settings) for seat in range(2)]
    others = [random_agent.RandomAgent(seat, actions) for seat in range(2)]
    curve = Curve(f"OpenSpiel's DQN in {given.game}, against random play", "utility")
    curve.add(0, *measure(env, learners, others, given.games))
    steps, number, due = 0, 0, given.every
    while steps < given.steps:
        agents = [others[0], others[1]]
        agents[number % 2] = learners[number % 2]
        steps += play(env, agents, learning=True)[1]
        number += 1
        if steps >= due:
            curve.add(steps, *measure(env, learners, others, given.games))
            due += given.every
    curve.save(given.out)


if __name__ == "__main__":
    main()
