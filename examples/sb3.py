"""Stable-Baselines3 learns Live Grenade against chance, with its own MaskablePPO and nothing changed.

pip install '.[rl]' sb3-contrib
python examples/sb3.py --steps 40000
"""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO

from grenade_salad.lab.batch.live_grenade import LiveGrenadeBatch
from grenade_salad.lab.batch.vector import TableEnv
from grenade_salad.lab.intervals import interval


def wins(model: MaskablePPO, matches: int, seed: int) -> int:
    """How many of so many new matches it wins."""
    table, won = TableEnv(LiveGrenadeBatch(1, seats=2)), 0
    for number in range(matches):
        seen, _ = table.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=table.action_masks())
            seen, reward, over, _, _ = table.step(np.int64(action))
        won += reward > 0
    return won


def main() -> None:
    """Learn, then play matches that it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40_000, help="decisions to learn from")
    parser.add_argument("--matches", type=int, default=400, help="matches to play afterwards")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    table = TableEnv(LiveGrenadeBatch(1, seats=2))
    model = MaskablePPO("MultiInputPolicy", table, n_steps=1024, batch_size=256, seed=args.seed, device="cpu")
    model.learn(args.steps)
    won = wins(model, args.matches, seed=1_000_000)
    low, high = interval(won, args.matches)
    print(f"{args.matches} matches against chance: wins {won / args.matches:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
