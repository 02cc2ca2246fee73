"""Player with a policy that `ppo.py` has learned: it needs numpy alone.

    grenade-salad arena live-grenade --players ppo_player.Player@0.1 normal --games 400
    grenade-salad --player ppo_player.Player@0.1

Run that where this file and ppo.npz are, or set PPO_MODEL to the path of the model.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from grenade_salad.core import Action, Event, View
from grenade_salad.core.encoding import Encoding, relative_seats
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.lab.encoding import make_encoding
from grenade_salad.players.live_grenade.normal import Memory


def network_input(numbers: Any, friends: Any, risk: Any) -> Any:
    """Return the input of the network at Live Grenade, a row for each position.

    It is the encoder's numbers, how many Best Friends may be expected in each hand, and as a share of it (from
    the own seat on, clockwise), and the risk of a draw.
    """
    seats = friends.shape[1]
    sizes = numbers[:, 23 : 23 + seats]
    shares = friends / np.maximum(sizes, 1)
    return np.concatenate((numbers, friends, shares, risk[:, None], np.sqrt(risk)[:, None]), axis=1).astype(np.float32)


class Player:
    """An external player, made for each match and handed what its seat may know."""

    def __init__(self, game: str, seat: int, rng: Random) -> None:
        """Load the model. Raises FileNotFoundError if there is none."""
        self._game = game
        self._seat = seat
        self._encoding: Encoding | None = None
        self._memory = Memory()
        model = np.load(os.environ.get("PPO_MODEL", Path(__file__).with_name("ppo.npz")))
        self._scale = model["scale"]
        self._layers = [(model[f"matrix{index}"], model[f"offset{index}"]) for index in range(3)]

    def see(self, event: Event) -> None:
        """Remember who was seen to get Best Friends."""
        self._memory.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the legal action that the policy prefers."""
        if self._encoding is None:
            self._encoding = make_encoding(self._game, count_seats(view), view.options)  # type: ignore[attr-defined]
        encoded = self._encoding.encode(view, legal)
        values = self._input(view, encoded.numbers) / self._scale
        for index, (matrix, offset) in enumerate(self._layers):
            values = matrix @ values + offset
            if index < len(self._layers) - 1:
                values = np.tanh(values)
        allowed = [choice is not None for choice in encoded.choices]
        action = encoded.choices[int(np.where(allowed, values, -np.inf).argmax())]
        assert action is not None
        return action

    def _input(self, view: View, numbers: Sequence[float]) -> Any:
        if self._game != "live-grenade":
            return np.array(numbers, dtype=np.float32)
        assert isinstance(view, LiveGrenadeView)
        assert isinstance(view.deck, int)
        friends = self._memory.expected_friends(view, self._seat)
        ordered = [friends[seat] for seat in relative_seats(self._seat, len(friends))]
        risk = view.grenades / view.deck
        return network_input(np.array([numbers]), np.array([ordered]), np.array([risk]))[0]


def count_seats(view: View) -> int:
    """Return the number of seats; views of games with fixed actions have `alive`."""
    return len(view.alive)  # type: ignore[attr-defined]
