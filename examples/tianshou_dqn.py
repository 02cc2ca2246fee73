"""Tianshou learns Live Grenade against chance, with its own DQN.

Only the names in the observation are changed.

pip install '.[rl]' tianshou
python examples/tianshou_dqn.py --steps 15000
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.vector import TableEnv
from grenade_salad.lab.intervals import interval


class Named(gymnasium.ObservationWrapper):  # type: ignore[misc,type-arg]
    """The same environment with Tianshou's names."""

    def __init__(self) -> None:
        super().__init__(TableEnv(LiveGrenadeBatch(1, seats=2)))
        space = self.env.observation_space
        self.observation_space = gymnasium.spaces.Dict(obs=space["observation"], mask=space["action_mask"])

    def observation(self, observation: Any) -> Any:
        """Return the observation with Tianshou's names; `mask` marks legal actions."""
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def main() -> None:
    """Learn, then play matches that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=15_000, help="decisions to learn from")
    parser.add_argument("--matches", type=int, default=400, help="matches to play afterwards")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    table, tables, tests = Named(), DummyVectorEnv([Named] * 8), DummyVectorEnv([Named] * 8)
    tables.seed(args.seed)
    tests.seed(1_000_000)
    inputs = table.observation_space["obs"].shape
    model = Net(state_shape=inputs, action_shape=table.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=model, action_space=table.action_space, eps_training=0.1)
    learner: Any = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=300)
    training = Collector(learner, tables, VectorReplayBuffer(20_000, 8), exploration_noise=True)
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            max_epochs=1,
            epoch_num_steps=args.steps,
            collection_step_num_env_steps=80,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            show_progress=False,
        )
    )
    policy.eval()
    played = Collector(policy, tests).collect(n_episode=args.matches, reset_before_collect=True)
    won = int((played.returns > 0).sum())
    lower, upper = interval(won, args.matches)
    print(f"{args.matches} matches against chance: wins {won / args.matches:.1%} ({lower:.1%} to {upper:.1%})")


if __name__ == "__main__":
    main()
