"""Plays with what `ppo.py` has learned: numpy alone.

    grenade-salad arena live-grenade --players ppo_player.Player@0.1 normal --games 400
    grenade-salad --player ppo_player.Player@0.1

Run that where this file and ppo.npz are, or say with PPO_MODEL where the model is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import Encoding
from grenade_salad.lab.encoding import encoding_of


class Player:
    """A player from outside: it is made for each match, and handed what its seat may know."""

    def __init__(self, game: str, seat: int, rng: Random) -> None:
        """Raises FileNotFoundError where there is no model."""
        self._game = game
        self._encoding: Encoding | None = None
        model = np.load(os.environ.get("PPO_MODEL", Path(__file__).with_name("ppo.npz")))
        self._scale = model["scale"]
        self._layers = [(model[f"matrix{number}"], model[f"offset{number}"]) for number in range(3)]

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What it thinks best of what is legal."""
        if self._encoding is None:
            self._encoding = encoding_of(self._game, seats_of(view), view.options)  # type: ignore[attr-defined]
        encoded = self._encoding.encode(view, legal)
        deep = np.array(encoded.numbers, dtype=np.float32) / self._scale
        for number, (matrix, offset) in enumerate(self._layers):
            deep = matrix @ deep + offset
            if number < len(self._layers) - 1:
                deep = np.tanh(deep)
        allowed = [choice is not None for choice in encoded.choices]
        action = encoded.choices[int(np.where(allowed, deep, -np.inf).argmax())]
        assert action is not None
        return action


def seats_of(view: View) -> int:
    """How many play: both games with fixed actions say who is still in the game."""
    return len(view.alive)  # type: ignore[attr-defined]
