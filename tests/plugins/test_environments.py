"""Plugins in environments: by plain numbers, or by an encoder of their own."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from grenade_salad.core import registry
from grenade_salad.lab.env import env

with warnings.catch_warnings():
    # PettingZoo's tests import one of its examples in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize(("name", "seats"), [("nim", 2), ("nim", 4), ("high-card", 3)])
@pytest.mark.filterwarnings("ignore:Observation")
def test_plugin_has_an_environment(guests: Path, name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, seats), num_cycles=40)
    seed_test(lambda: env(name, seats), num_cycles=40)
    assert "Passed" in capsys.readouterr().out


ENCODER = """
from grenade_salad.core.encoding import EncodedView, Encoder, Encoding, Feature

class NimEncoding(Encoding):
    numbers = tuple(Feature(f"heap {heap}", 0, 7) for heap in range(5))
    choices = tuple(f"take {count} from heap {heap}" for heap in range(5) for count in range(1, 8))

    def encode(self, view, legal):
        choices = [None] * len(self.choices)
        for action in legal:
            choices[action.heap * 7 + action.count - 1] = action
        return EncodedView([*view.heaps, *[0.0] * (5 - len(view.heaps))], choices)

ENCODER = Encoder(lambda seats, options: NimEncoding())
"""


def test_plugin_may_bring_an_encoder(guests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (guests / "guest_games" / "nim_encoder.py").write_text(ENCODER, encoding="utf-8")
    plugin = replace(registry.plugin("nim"), encoder="guest_games.nim_encoder:ENCODER")
    monkeypatch.setattr(registry, "plugin", lambda name: plugin)
    table = env("nim", 2, heaps=2)
    table.reset(seed=1)
    observation, *_ = table.last()
    assert observation["observation"].tolist() == [3, 4, 0, 0, 0]
    assert int(observation["action_mask"].sum()) == 7
    rng = Random(1)
    for _ in table.agent_iter():
        observation, _, ended, _, _ = table.last()
        legal = [index for index, is_legal in enumerate(observation["action_mask"]) if is_legal]
        table.step(None if ended else rng.choice(legal))
    assert table.unwrapped.match.state.is_over
