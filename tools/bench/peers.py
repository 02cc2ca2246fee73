"""Decisions a second of batches and the single loop, against peers on the same core in the same minute, by chance.

Like for like: "bare" is choices and luck, "with views" is what the player who is asked sees and may do besides, as
numbers. OpenSpiel's games are in C++ and are stepped from Python, their luck drawn with `random.choices`, which is
quicker than its examples do it; RLCard's and PettingZoo's environments always make views. Decisions are counted with
those that are forced, and without. Needs the packages open-spiel and rlcard (the extra [bench]), and pettingzoo.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from statistics import fmean

from tools.bench.batches import GAMES, KINDS, TABLES, UNIT, Side, batch, loop, rates
from tools.bench.by_chance import connect_four, of_outcomes, spiel_match, uno_matches
from tools.bench.figures import Figure, of_rounds

_SEATS = 2


def figures() -> Iterator[Figure]:
    """Millions of decisions a second of each side."""
    for views, kind in enumerate(KINDS):
        sides: dict[str, Side] = {}
        for made in GAMES:
            sides[f"{made.game.name}, {TABLES} tables"] = batch(made.batch(TABLES, _SEATS), bool(views))
            sides[f"{made.game.name}, the single loop"] = loop(made, _SEATS, bool(views))
        sides |= _peers(bool(views))
        found = dict(zip(sides, rates(*sides.values()), strict=True))
        for made in GAMES:
            many, one = f"{made.game.name}, {TABLES} tables", found[f"{made.game.name}, the single loop"]
            found[many] = found[many]._replace(free_share=one.free_share)
        for name, rate in found.items():
            beside = f"{fmean(rate.rounds) * rate.free_share:.3g} not forced"
            yield of_rounds(f"{kind}, 2 seats: {name}", UNIT, None, rate.rounds, beside)


def _peers(views: bool) -> dict[str, Side]:
    """The sides that are installed."""
    found: dict[str, Side] = {}
    if find_spec("pyspiel") is not None:
        for name in ("liars_dice", "crazy_eights"):
            found[f"OpenSpiel's {name}"] = _spiel(name, views)
    else:
        print("peers: not compared with OpenSpiel: pip install open-spiel")
    if views and find_spec("rlcard") is not None:
        found["RLCard's uno"] = uno_matches()
    elif views:
        print("peers: not compared with RLCard: pip install rlcard")
    if views:
        found["PettingZoo's connect_four"] = _zoo()
    return found


def _spiel(name: str, views: bool) -> Side:
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    while True:
        yield spiel_match(game, of_outcomes, rng, views)


def _zoo() -> Side:
    env, rng, seed = connect_four(), Random(1), 0
    while True:
        env.reset(seed=seed)
        seed += 1
        decisions = free = 0
        for _ in env.agent_iter():
            observation, _, ended, gone, _ = env.last()
            legal = observation["action_mask"].nonzero()[0].tolist()
            env.step(None if ended or gone else rng.choice(legal))
            if not (ended or gone):
                decisions += 1
                free += len(legal) > 1
        yield decisions, free
