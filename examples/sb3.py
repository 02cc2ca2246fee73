"""Stable-Baselines3 learns Live Grenade against chance, by MaskablePPO as it is.

pip install '.[rl]' sb3-contrib
python examples/sb3.py --steps 60000
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.vector import BatchEnv
from grenade_salad.lab.intervals import interval

TABLES = 64


class Tables(VecEnv):  # type: ignore[misc]
    """A batch as Stable-Baselines3 wants many tables.

    A table whose match is over is dealt again in the same step. A single table needs none of this: `TableEnv`
    can be used as it is, and is slower.
    """

    def __init__(self) -> None:
        self.tables = BatchEnv(LiveGrenadeBatch(TABLES, seats=2))
        super().__init__(TABLES, self.tables.single_observation_space, self.tables.single_action_space)

    def reset(self) -> Any:
        return self.tables.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        last, rewards, over, _, _ = self.tables.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in over]
        for table in over.nonzero()[0]:
            infos[table] = {"terminal_observation": {name: rows[table] for name, rows in last.items()}}
        self.tables.deal(over)
        return self.tables.observe(), rewards, over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **words: Any) -> list[Any]:
        return list(self.tables.batch.mask().astype(bool))  # "action_masks" is all that is asked

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * TABLES

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * TABLES

    def close(self) -> None:
        pass


def count_wins(model: MaskablePPO, matches: int, seed: int) -> tuple[int, int]:
    """Return the wins in new matches, and how many they were: at least `matches`."""
    tables = Tables()
    tables.seed(seed)
    observation: Any = tables.reset()
    won, played = 0, np.zeros(TABLES, int)
    # Count as many matches at each table: else the short ones, which are over first, would count more often.
    each = -(-matches // TABLES)
    while played.min() < each:
        actions, _ = model.predict(
            observation, action_masks=np.stack(tables.env_method("action_masks")), deterministic=True
        )
        observation, rewards, over, _ = tables.step(actions)
        won += int((rewards[over & (played < each)] > 0).sum())
        played += over
    return won, each * TABLES


def main() -> None:
    """Learn, then play matches that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
    parser.add_argument("--matches", type=int, default=1000, help="matches to play afterwards, at least")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)  # small networks: threads would only wait for each other
    model = MaskablePPO("MultiInputPolicy", Tables(), n_steps=64, batch_size=512, seed=args.seed, device="cpu")
    model.learn(args.steps)
    won, matches = count_wins(model, args.matches, seed=1_000_000)
    low, high = interval(won, matches)
    print(f"{matches} matches against chance: wins {won / matches:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
