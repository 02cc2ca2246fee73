"""Fit the value networks of Grenade Salad's players.

    python -m tools.fit_salad play
    python -m tools.fit_salad fit

`play` lets machines play, with some random steps, and saves the networks' features after every turn, and the winners.
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
from grenade_salad.lab.playout import make_options, make_players, show_steps
from grenade_salad.lab.workers import map_seeds, workers
from grenade_salad.match.match import Header, Match
from grenade_salad.players.salad import value_net
from grenade_salad.players.salad.known_position import Change, read_position
from grenade_salad.players.salad.normal import RandomPlayer

FILE = Path(value_net.__file__).with_name("value.json")
_EPOCHS, _BATCH, _RATE, _DECAY = 12, 512, 2e-3, 1e-3
_HIDDEN = ((24, 12), (32, 16), (32, 16), (32, 16))
"""Sizes of the hidden layers of each network.

Hard uses only the first, and with two seats there is no other.
"""
Layers: TypeAlias = list[tuple[Floats, Floats]]
Row: TypeAlias = tuple[Floats, float, int]
"""Features of a position, its share of the win, and the seed of the match."""


def main() -> None:
    """Read the command line, then play or fit."""
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
    args = parser.parse_args()
    if args.what == "fit":
        fit(args.files, args.seats, args.on)
        return
    begun = perf_counter()
    rows: list[Row] = []
    work = partial(play_match, args.players, args.chance)
    with workers(args.jobs, args.dask) as executor:
        for match_positions in map_seeds(work, range(args.seed, args.seed + args.games), executor):
            rows += match_positions
            if perf_counter() - begun > args.seconds:
                break
    facts, wins, matches = (np.array(part) for part in zip(*rows, strict=True))
    np.savez_compressed(args.files[0], facts=facts, wins=wins, matches=matches)


def play_match(players: Sequence[str], by_chance: float, seed: int) -> list[Row]:
    """Play a match and return a row for each turn.

    A row has the features for the seat that ended the turn, its final share of the win, and the seed of the match.
    """
    match = Match(
        Header("grenade-salad", tuple("ABCD"[: len(players)]), make_options("grenade-salad", len(players)), seed)
    )
    players_by_seat = make_players("grenade-salad", players, seed)
    rng = Random(seed)
    random_player = RandomPlayer(rng)
    rows: list[tuple[int, Floats]] = []
    show_steps(players_by_seat, match.resolve_chance())
    state = match.state
    assert isinstance(state, SaladState)
    recorded_turns = 0
    while not state.is_over:
        if state.turns != recorded_turns:
            ended = (state.turn - 1) % state.seats
            rows.append((ended, _features(state, ended)))
            recorded_turns = state.turns
        seat = state.active_seats()[0]
        player = (
            random_player if state.step in ("move", "cards") and rng.random() < by_chance else players_by_seat[seat]
        )
        show_steps(players_by_seat, match.act(player.decide(state.view(seat), state.legal_actions(seat))))
    keys = [(state.scores[seat], state.reserve[seat]) for seat in range(state.seats)]
    return [(facts, (keys[seat] == max(keys)) / keys.count(max(keys)), seed) for seat, facts in rows]


def _features(state: SaladState, ended: int) -> Floats:
    """Return the networks' features for the seat whose turn has just ended."""
    board = read_position(state.view(ended), ended)
    row: Floats = value_net.change_features(
        replace(board, turns_left=board.turns_left + 1, calm=board.calm - 1), [Change(End(ended))]
    )[0]
    return row


def fit(files: Sequence[Path], seats: str, resume: bool) -> None:
    """Fit networks to three quarters of the matches; print their loss on the others."""
    archives = [np.load(file) for file in files]
    facts, wins, matches = (
        np.concatenate([archive[part] for archive in archives]) for part in ("facts", "wins", "matches")
    )
    saved = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    mean, spread = facts.mean(axis=0), np.maximum(facts.std(axis=0), 1e-3)
    starts = [
        _new_layers(facts.shape[1], hidden, seed) for seed, hidden in enumerate(_HIDDEN[: 1 if seats == "2" else None])
    ]
    if resume:
        mean, spread = np.array(saved[seats]["mean"]), np.array(saved[seats]["spread"])
        starts = [
            [(np.array(layer["weights"]), np.array(layer["bias"])) for layer in layers]
            for layers in saved[seats]["networks"]
        ]
    facts = (facts - mean) / spread
    test = matches % 4 == 0
    odds = np.zeros(int(test.sum()))
    for seed, layers in enumerate(starts):
        loss_before = _loss(_forward(layers, facts[test])[-1][:, 0], wins[test])
        _train(layers, facts[~test], wins[~test], seed, _RATE / 2 if resume else _RATE)
        odds += _forward(layers, facts[test])[-1][:, 0]
        loss_after = _loss(odds / (seed + 1), wins[test])
        losses = f"log loss {loss_before:.4f}, now {loss_after:.4f}"
        print(f"{len(facts)} positions; {losses}, on matches that were not learned from")
    saved[seats] = {
        "mean": _round_row(mean),
        "spread": _round_row(spread),
        "networks": [
            [{"weights": [_round_row(row) for row in weights], "bias": _round_row(bias)} for weights, bias in layers]
            for layers in starts
        ],
    }
    FILE.write_text(json.dumps(saved) + "\n", encoding="utf-8")


def _loss(odds: Floats, wins: Floats) -> float:
    return float(np.mean(np.logaddexp(0, odds) - wins * odds))


def _new_layers(features: int, hidden: Sequence[int], seed: int) -> Layers:
    """Return layers with random weights."""
    rng = np.random.default_rng(seed)
    sizes = (features, *hidden, 1)
    return [(rng.normal(size=pair) / np.sqrt(pair[0]), np.zeros(pair[1])) for pair in pairwise(sizes)]


def _round_row(row: Floats) -> list[float]:
    return [float(f"{value:.5g}") for value in row]


def _forward(layers: Layers, rows: Floats) -> list[Floats]:
    """Return the rows and the output of each layer."""
    outputs = [rows]
    for weights, bias in layers:
        rows = outputs[-1] @ weights + bias
        outputs.append(rows if weights is layers[-1][0] else np.tanh(rows))
    return outputs


def _train(layers: Layers, facts: Floats, wins: Floats, seed: int, max_rate: float) -> None:
    """Train in place, with logistic loss and Adam."""
    rng = np.random.default_rng(seed)
    parts = [part for layer in layers for part in layer]
    mean, square = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(_EPOCHS):
        order = rng.permutation(len(facts))
        rate = max_rate * (1 - epoch / _EPOCHS) + 1e-5
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            step += 1
            for index, gradient in enumerate(_gradients(layers, facts[batch], wins[batch])):
                mean[index] += 0.1 * (gradient - mean[index])
                square[index] += 0.001 * (gradient * gradient - square[index])
                size = np.sqrt(square[index] / (1 - 0.999**step)) + 1e-8
                parts[index] -= rate * mean[index] / (1 - 0.9**step) / size


def _gradients(layers: Layers, rows: Floats, wins: Floats) -> list[Floats]:
    """Return the gradient of the loss for each part of each layer."""
    outputs = _forward(layers, rows)
    delta = ((1 / (1 + np.exp(-outputs[-1][:, 0])) - wins) / len(rows))[:, None]
    gradients: list[Floats] = []
    for (weights, _), inputs in zip(reversed(layers), reversed(outputs[:-1]), strict=True):
        gradients = [inputs.T @ delta + _DECAY * weights, delta.sum(axis=0), *gradients]
        delta = (delta @ weights.T) * (1 - inputs * inputs)
    return gradients


if __name__ == "__main__":
    main()
