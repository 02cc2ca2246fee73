"""The most that anybody can win at the wheel game with two players against Normal, or against random play.

`python -m tools.bench.ceiling`. Exact: all deals, all rolls, the best answer to every position, by somebody who sees
all hearts and knows the other's ways. Who sees a view only cannot reach it.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from grenade_salad.games.wheel.cards import RING
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.players.wheel.best_responses import Table, Way, answers
from grenade_salad.players.wheel.ring_tables import hands, rows


def ceiling(way: Way) -> float:
    """The share of matches that the best player wins against that way of playing, the seats exchanged."""
    cards = len(RING)
    # The dice start on the card after the joker if the joker comes first (WH-04), else anywhere alike.
    starts = np.array([1, *range(1, cards)])
    at = np.tile(starts, (len(DICE), 1)).astype(np.int32)
    first = rows(cards, at, np.ones_like(at))
    chances = []
    for own in hands(cards, True, 2):
        found = answers(Table(cards, True, False, own, 2), way)
        chances.append((found.own[first].mean() + found.theirs[first].mean()) / 2)
    return float(np.mean(chances))


def run() -> None:
    """Print both."""
    names: dict[Way, str] = {"sound": "Normal", "any": "random play"}
    for way, name in names.items():
        begun = process_time()
        most = ceiling(way)
        print(f"wheel, 2 players: at most {most:.2%} against {name} ({process_time() - begun:.1f} s of processor time)")


if __name__ == "__main__":
    run()
