"""Arithmetic that is equal on every machine, and matches of players that use it."""

from __future__ import annotations

import os
import subprocess
import sys
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from grenade_salad.players import exact_math
from grenade_salad.players.live_grenade.value_net import load_trained
from grenade_salad.players.salad import value_net

_MATCHES = (("grenade-salad", 1), ("live-grenade", 2), ("wheel", 2))
"""A short match of Hard and Expert of each game, by its seed."""
_PROCESSORS = ({"OPENBLAS_CORETYPE": "Nehalem"}, {"NPY_DISABLE_CPU_FEATURES": "X86_V3"})
"""Older processors than this one, for numpy's BLAS and for numpy itself."""


def test_exp_and_log_equal_those_of_math() -> None:
    for value in (-700.0, -20.5, -1e-9, 0.0, 0.3, 1.0, 88.7, 700.0):
        assert float(exact_math.exp(value)) == pytest.approx(exp(value), rel=5e-16)
    for value in (1e-300, 1e-3, 0.7, 0.9999, 1.0, 1.5, 2.0, 1e9):
        assert float(exact_math.log(value)) == pytest.approx(log(value), rel=5e-16, abs=1e-16)


def test_tables_follow_their_curves_to_both_ends() -> None:
    values = np.array([-np.inf, -30.0, -5.25, -0.001, 0.0, 0.7, 5.25, 30.0, np.inf])
    assert exact_math.tanh(values) == pytest.approx(np.tanh(values), abs=2.5e-4)
    assert exact_math.logistic(values) == pytest.approx(1 / (1 + np.exp(-values)), abs=4e-5)
    assert exact_math.decay(values[:5]) == pytest.approx(np.exp(values[:5]), abs=1.3e-4)
    assert exact_math.logistic(values[[0, -1]]).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("is_expert", [False, True])
def test_log_odds_do_not_depend_on_the_order_of_sums(
    seats: int, is_expert: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shuffle features and middle layers: every sum is added in another order."""
    mean, spread, networks = value_net._load_networks("4" if seats > 2 else "2 expert" if is_expert else "2")
    rng = np.random.default_rng(7)
    facts = mean + spread * rng.normal(0.0, 2.0, (400, len(mean)))
    odds = value_net.log_odds(facts, seats, is_expert)
    order = rng.permutation(len(mean))
    shuffled = []
    for network in networks:
        columns, layers = order, []
        for weights, bias in network:
            units = rng.permutation(len(bias))
            layers.append((np.ascontiguousarray(weights[columns][:, units]), bias[units]))
            columns = units
        shuffled.append(tuple(layers))
    monkeypatch.setattr(value_net, "_load_networks", lambda _: (mean[order], spread[order], tuple(shuffled)))
    assert value_net.log_odds(facts[:, order], seats, is_expert).tobytes() == odds.tobytes()


def test_odds_of_live_grenade_do_not_depend_on_the_order_of_sums() -> None:
    rng = np.random.default_rng(7)
    for net in (net for nets in load_trained() for net in nets):
        table = rng.random((400, len(net.table)), dtype=np.float32) * 3
        choice = rng.random((400, len(net.choice)), dtype=np.float32)
        odds = net.odds(net.prepare(table), choice)
        rows, columns, units = (rng.permutation(len(part)) for part in (net.table, net.choice, net.bias))
        middle = rng.permutation(len(net.middle_bias))
        shuffled = type(net)(
            np.ascontiguousarray(net.table[rows][:, units]),
            np.ascontiguousarray(net.choice[columns][:, units]),
            net.bias[units],
            np.ascontiguousarray(net.middle[units][:, middle]),
            net.middle_bias[middle],
            net.last[middle],
            net.last_bias,
        )
        assert shuffled.odds(shuffled.prepare(table[:, rows]), choice[:, columns]).tobytes() == odds.tobytes()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_thinking_machines_play_the_same_match_on_other_processors(tmp_path: Path) -> None:
    """The records are equal to the last byte.

    Time limits are so generous that the clock cuts nothing off.
    """
    records = [_play(tmp_path / str(index), variables) for index, variables in enumerate(({}, *_PROCESSORS))]
    assert len(records[0]) == len(_MATCHES)
    assert records[1] == records[0]
    assert records[2] == records[0]


def _play(folder: Path, variables: dict[str, str]) -> dict[str, bytes]:
    """Play the matches in processes with these variables, and return the records."""
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS_", "NPY_"))
    } | variables
    for game, seed in _MATCHES:
        words = ["simulate", game, "--levels", "hard,expert", "--games", "1", "--seed", str(seed)]
        run = [sys.executable, "-m", "grenade_salad", *words, "--players", "2", "--record", str(folder)]
        subprocess.run(run, env=environ, check=True, stdout=subprocess.DEVNULL)
    return {file.name: file.read_bytes() for file in folder.iterdir()}
