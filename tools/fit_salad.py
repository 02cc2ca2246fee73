"""Fit what Grenade Salad's players think a position is worth: `python -m tools.fit_salad play`, then `... fit`.

`play` lets machines play, with some steps by chance, and keeps what the networks look at after every turn, and who won.
`fit` reads such files and writes players/salad/value.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TypeAlias

import numpy as np

from grenade_salad.games.salad import End
from grenade_salad.games.salad.state import SaladState
from grenade_salad.games.salad.vector_geometry import Floats
from grenade_salad.lab.playout import house_rules, make_players, show
from grenade_salad.lab.workers import each, workers
from grenade_salad.match.match import Header, Match
from grenade_salad.players.salad import value_net
from grenade_salad.players.salad.known_position import Change, board_of
from grenade_salad.players.salad.normal import Anything

FILE = Path(value_net.__file__).with_name("value.json")
_EPOCHS, _BATCH, _RATE, _DECAY = 12, 512, 2e-3, 1e-3
_HIDDEN = ((24, 12), (32, 16), (32, 16), (32, 16))
"""Sizes of the hidden layers of each network. Hard asks the first alone, and with two there is no other of those."""
Layers: TypeAlias = list[tuple[Floats, Floats]]
Row: TypeAlias = tuple[Floats, float, int]
"""Features of a position, the share of the win that came of it, and the seed of the match."""


def main() -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--players", nargs="+", default=["normal", "normal"])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=20_000)
    parser.add_argument("--chance", type=float, default=0.08, help="how often a step is any legal one")
    parser.add_argument("--seconds", type=float, default=1e9, help="play no more matches after so many seconds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", help="the address of a Dask scheduler whose workers play")
    parser.add_argument("--seats", choices=("2", "2 expert", "4"), default="2", help="whose networks are fitted")
    parser.add_argument("--on", action="store_true", help="go on from the networks that are there")
    wanted = parser.parse_args()
    if wanted.what == "fit":
        fit(wanted.files, wanted.seats, wanted.on)
        return
    begun = perf_counter()
    rows: list[Row] = []
    work = partial(match_rows, wanted.players, wanted.chance)
    with workers(wanted.jobs, wanted.dask) as executor:
        for found in each(work, range(wanted.seed, wanted.seed + wanted.games), executor):
            rows += found
            if perf_counter() - begun > wanted.seconds:
                break
    facts, wins, matches = (np.array(part) for part in zip(*rows, strict=True))
    np.savez_compressed(wanted.files[0], facts=facts, wins=wins, matches=matches)


def match_rows(players: Sequence[str], by_chance: float, seed: int) -> list[Row]:
    """For each turn of a match: the features of whoever ended it, its share of the win in the end, and the match."""
    match = Match(
        Header("grenade-salad", tuple("ABCD"[: len(players)]), house_rules("grenade-salad", len(players)), seed)
    )
    bots = make_players("grenade-salad", players, seed)
    rng = Random(seed)
    anything = Anything(rng)
    rows: list[tuple[int, Floats]] = []
    show(bots, match.settle())
    state = match.state
    assert isinstance(state, SaladState)
    seen = 0
    while not state.is_over:
        if state.turns != seen:
            ended = (state.turn - 1) % state.seats
            rows.append((ended, _facts(state, ended)))
            seen = state.turns
        seat = state.active_seats()[0]
        player = anything if state.step in ("move", "cards") and rng.random() < by_chance else bots[seat]
        show(bots, match.act(player.decide(state.view(seat), state.legal_actions(seat))))
    keys = [(state.scores[seat], state.reserve[seat]) for seat in range(state.seats)]
    return [(facts, (keys[seat] == max(keys)) / keys.count(max(keys)), seed) for seat, facts in rows]


def _facts(state: SaladState, ended: int) -> Floats:
    """What the networks look at, for the seat whose turn has just ended."""
    board = board_of(state.view(ended), ended)
    row: Floats = value_net.features(replace(board, left=board.left + 1, calm=board.calm - 1), [Change(End(ended))])[0]
    return row


def fit(files: Sequence[Path], seats: str, on: bool) -> None:
    """Fit networks to three quarters of the matches, and say how it does with the others."""
    kept = [np.load(file) for file in files]
    facts, wins, matches = (np.concatenate([one[part] for one in kept]) for part in ("facts", "wins", "matches"))
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    mean, spread = facts.mean(axis=0), np.maximum(facts.std(axis=0), 1e-3)
    starts = [_new(facts.shape[1], hidden, seed) for seed, hidden in enumerate(_HIDDEN[: 1 if seats == "2" else None])]
    if on:
        mean, spread = np.array(found[seats]["mean"]), np.array(found[seats]["spread"])
        starts = [
            [(np.array(layer["weights"]), np.array(layer["bias"])) for layer in layers]
            for layers in found[seats]["networks"]
        ]
    facts = (facts - mean) / spread
    test = matches % 4 == 0
    odds = np.zeros(int(test.sum()))
    for seed, layers in enumerate(starts):
        before = _loss(_forward(layers, facts[test])[-1][:, 0], wins[test])
        _train(layers, facts[~test], wins[~test], seed, _RATE / 2 if on else _RATE)
        odds += _forward(layers, facts[test])[-1][:, 0]
        after = _loss(odds / (seed + 1), wins[test])
        print(f"{len(facts)} positions; log loss {before:.4f}, now {after:.4f}, on matches that were not learned from")
    found[seats] = {
        "mean": _short(mean),
        "spread": _short(spread),
        "networks": [
            [{"weights": [_short(row) for row in weights], "bias": _short(bias)} for weights, bias in layers]
            for layers in starts
        ],
    }
    FILE.write_text(json.dumps(found) + "\n", encoding="utf-8")


def _loss(odds: Floats, wins: Floats) -> float:
    return float(np.mean(np.logaddexp(0, odds) - wins * odds))


def _new(features: int, hidden: Sequence[int], seed: int) -> Layers:
    """Layers that know nothing."""
    rng = np.random.default_rng(seed)
    sizes = (features, *hidden, 1)
    return [(rng.normal(size=pair) / np.sqrt(pair[0]), np.zeros(pair[1])) for pair in pairwise(sizes)]


def _short(row: Floats) -> list[float]:
    return [float(f"{number:.5g}") for number in row]


def _forward(layers: Layers, rows: Floats) -> list[Floats]:
    """The rows, and what comes out of each layer."""
    found = [rows]
    for weights, bias in layers:
        rows = found[-1] @ weights + bias
        found.append(rows if weights is layers[-1][0] else np.tanh(rows))
    return found


def _train(layers: Layers, facts: Floats, wins: Floats, seed: int, most: float) -> None:
    """Logistic loss, by Adam, in place."""
    rng = np.random.default_rng(seed)
    parts = [part for layer in layers for part in layer]
    mean, square = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(_EPOCHS):
        order = rng.permutation(len(facts))
        rate = most * (1 - epoch / _EPOCHS) + 1e-5
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            step += 1
            for index, slope in enumerate(_slopes(layers, facts[batch], wins[batch])):
                mean[index] += 0.1 * (slope - mean[index])
                square[index] += 0.001 * (slope * slope - square[index])
                size = np.sqrt(square[index] / (1 - 0.999**step)) + 1e-8
                parts[index] -= rate * mean[index] / (1 - 0.9**step) / size


def _slopes(layers: Layers, rows: Floats, wins: Floats) -> list[Floats]:
    """How the loss changes with each part of each layer."""
    found = _forward(layers, rows)
    back = ((1 / (1 + np.exp(-found[-1][:, 0])) - wins) / len(rows))[:, None]
    slopes: list[Floats] = []
    for (weights, _), inputs in zip(reversed(layers), reversed(found[:-1]), strict=True):
        slopes = [inputs.T @ back + _DECAY * weights, back.sum(axis=0), *slopes]
        back = (back @ weights.T) * (1 - inputs * inputs)
    return slopes


if __name__ == "__main__":
    main()
