"""Machine players: they are handed what their seat may know and what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Protocol

from grenade_salad.core import Action, Event, View

LEVELS = ("random", "normal")

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}


class Bot(Protocol):
    """A machine player in one seat of one match."""

    def see(self, event: Event) -> None:
        """Something happened; the event is redacted for the seat."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose what to do; templates of continuous choices are to be filled in."""


def make(game: str, level: str, seat: int, rng: Random) -> Bot:
    """A machine player of a level of LEVELS. Its choices depend on what it sees and on `rng` alone."""
    bot: Bot = import_module(f"grenade_salad.bots.{_FOLDERS[game]}").make(level, seat, rng)
    return bot
