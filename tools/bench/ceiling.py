"""The best possible share of wins at the wheel game with two players.

It is against Normal, or against random play: `python -m tools.bench.ceiling`. Exact: all deals, all rolls,
the best answer to every position, by a player who sees all hearts and knows how the rival plays. A player
with a view alone cannot reach it.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from grenade_salad.games.wheel.cards import RING
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.wheel.best_responses import EndgameSpec, RivalModel, best_responses
from grenade_salad.players.wheel.ring_tables import all_hands, find_rows


def best_share(strategy: RivalModel) -> float:
    """Return the share of matches that the best player wins against a strategy.

    Both seatings count alike.
    """
    cards = len(RING)
    # The dice start on the card after the joker if the joker comes first (WH-04), else anywhere alike.
    starts = np.array([1, *range(1, cards)])
    positions = np.tile(starts, (len(DICE), 1)).astype(np.int32)
    first = find_rows(cards, positions, np.ones_like(positions))
    chances = []
    for hand in all_hands(cards, True, 2):
        result = best_responses(EndgameSpec(cards, True, False, hand, 2), strategy)
        chances.append((result.own[first].mean() + result.theirs[first].mean()) / 2)
    return float(np.mean(chances))


def run() -> None:
    """Print the best share against both."""
    names: dict[RivalModel, str] = {"sound": "Normal", "any": "random play"}
    for strategy, name in names.items():
        begun = process_time()
        share = best_share(strategy)
        print(
            f"wheel, 2 players: at most {share:.2%} against {name} ({process_time() - begun:.1f} s of processor time)"
        )


if __name__ == "__main__":
    run()
