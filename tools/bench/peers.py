"""Random decisions a second of batches and of the single loop, against peers.

All run on the same core in the same minute. "bare" is choices and chance; "with views" adds, as numbers, what the
active player sees and the legal actions. OpenSpiel's games are in C++ and are stepped from Python, their chance drawn
with `random.choices`, which is faster than in its examples; RLCard's and PettingZoo's environments always make views.
Decisions are counted with the forced ones and without. Needs the packages open-spiel and rlcard (the extra [bench]),
and pettingzoo.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from tools.bench.batches import GAMES, KINDS, TABLES, UNIT, measure_millions, play_batch, play_single
from tools.bench.by_chance import connect_four, environment_matches, spiel_matches, uno_matches
from tools.bench.figures import Counts, Figure, make_figure

_SEATS = 2


def figures() -> Iterator[Figure]:
    """Yield millions of decisions a second of each side."""
    for views, kind in enumerate(KINDS):
        sides: dict[str, Iterator[Counts]] = {}
        for entry in GAMES:
            sides[f"{entry.game.name}, {TABLES} tables"] = play_batch(entry.batch(TABLES, _SEATS), bool(views))
            sides[f"{entry.game.name}, the single loop"] = play_single(entry, _SEATS, bool(views))
        sides |= _peer_sides(bool(views))
        measured = dict(zip(sides, measure_millions(*sides.values()), strict=True))
        for entry in GAMES:
            batch_name, single = f"{entry.game.name}, {TABLES} tables", measured[f"{entry.game.name}, the single loop"]
            measured[batch_name] = measured[batch_name]._replace(free_share=single.free_share)
        for name, rate in measured.items():
            details = f"{rate.mean * rate.free_share:.3g} not forced"
            yield make_figure(f"{kind}, 2 seats: {name}", UNIT, None, rate.rounds, details)


def _peer_sides(views: bool) -> dict[str, Iterator[Counts]]:
    """Return the sides of the peers that are installed."""
    sides: dict[str, Iterator[Counts]] = {}
    if find_spec("pyspiel") is not None:
        for name in ("liars_dice", "crazy_eights"):
            sides[f"OpenSpiel's {name}"] = spiel_matches(name, views=views)
    else:
        print("peers: not compared with OpenSpiel: pip install open-spiel")
    if views and find_spec("rlcard") is not None:
        sides["RLCard's uno"] = uno_matches()
    elif views:
        print("peers: not compared with RLCard: pip install rlcard")
    if views:
        matches = environment_matches(connect_four())
        sides["PettingZoo's connect_four"] = ((decisions, free) for _, decisions, free in matches)
    return sides
