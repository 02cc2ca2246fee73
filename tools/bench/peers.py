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
from random import Random
from statistics import fmean

from tools.bench.batches import GAMES, KINDS, TABLES, UNIT, Side, measure_sides, play_batch, play_single
from tools.bench.by_chance import connect_four, draw_outcome, play_spiel_match, uno_matches
from tools.bench.figures import Figure, make_figure

_SEATS = 2


def figures() -> Iterator[Figure]:
    """Yield millions of decisions a second of each side."""
    for views, kind in enumerate(KINDS):
        sides: dict[str, Side] = {}
        for entry in GAMES:
            sides[f"{entry.game.name}, {TABLES} tables"] = play_batch(entry.batch(TABLES, _SEATS), bool(views))
            sides[f"{entry.game.name}, the single loop"] = play_single(entry, _SEATS, bool(views))
        sides |= _peer_sides(bool(views))
        measured = dict(zip(sides, measure_sides(*sides.values()), strict=True))
        for entry in GAMES:
            batch_name, single = f"{entry.game.name}, {TABLES} tables", measured[f"{entry.game.name}, the single loop"]
            measured[batch_name] = measured[batch_name]._replace(free_share=single.free_share)
        for name, rate in measured.items():
            details = f"{fmean(rate.rounds) * rate.free_share:.3g} not forced"
            yield make_figure(f"{kind}, 2 seats: {name}", UNIT, None, rate.rounds, details)


def _peer_sides(views: bool) -> dict[str, Side]:
    """Return the sides of the peers that are installed."""
    sides: dict[str, Side] = {}
    if find_spec("pyspiel") is not None:
        for name in ("liars_dice", "crazy_eights"):
            sides[f"OpenSpiel's {name}"] = _openspiel_side(name, views)
    else:
        print("peers: not compared with OpenSpiel: pip install open-spiel")
    if views and find_spec("rlcard") is not None:
        sides["RLCard's uno"] = uno_matches()
    elif views:
        print("peers: not compared with RLCard: pip install rlcard")
    if views:
        sides["PettingZoo's connect_four"] = _pettingzoo_side()
    return sides


def _openspiel_side(name: str, views: bool) -> Side:
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    while True:
        yield play_spiel_match(game, draw_outcome, rng, views)


def _pettingzoo_side() -> Side:
    env, rng, seed = connect_four(), Random(1), 0
    while True:
        env.reset(seed=seed)
        seed += 1
        decisions = free = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            legal = observation["action_mask"].nonzero()[0].tolist()
            env.step(None if terminated or truncated else rng.choice(legal))
            if not (terminated or truncated):
                decisions += 1
                free += len(legal) > 1
        yield decisions, free
