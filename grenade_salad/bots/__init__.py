"""Machine players: they are handed what their seat may know and what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Protocol

from grenade_salad.core import Action, Event, View

LEVELS = ("random", "easy", "normal")
"""The ladder. Each game has the first few of them: see `levels`."""

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}
_MODULES = {"easy": "_easy"}


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has, the weakest first."""
    return LEVELS


def why_not_level(game: str, level: str) -> str | None:
    """Why there is no such player, in one line; None if there is."""
    there = levels(game)
    return None if level in there else f"there is no level {level!r}; there are {', '.join(there)}"


class Bot(Protocol):
    """A machine player in one seat of one match."""

    def see(self, event: Event) -> None:
        """Something happened; the event is redacted for the seat."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose what to do; templates of continuous choices are to be filled in."""


class _Repeatable:
    """A bot whose random numbers are drawn anew for each decision, by how much has happened at the table."""

    def __init__(self, bot: Bot, rng: Random) -> None:
        self._bot = bot
        self._rng = rng
        self._key = rng.getrandbits(64) << 32
        self._seen = 0

    def see(self, event: Event) -> None:
        """Pass it on."""
        self._seen += 1
        self._bot.see(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What the bot chooses, with the random numbers that belong to this moment of the match."""
        self._rng.seed(self._key + self._seen)
        return self._bot.decide(view, legal)


def make(game: str, level: str, seat: int, rng: Random) -> Bot:
    """A machine player of one of `levels`. Its choices depend on what it sees and on how `rng` starts alone.

    Made anew with an equal `rng` and shown the same events, it goes on as the first one would have: how many decisions
    were asked of it does not count. So a match can be taken up at any line. Bots draw no random numbers in `see`.
    """
    module = _FOLDERS[game] + _MODULES.get(level, "")
    bot: Bot = import_module(f"grenade_salad.bots.{module}").make(level, seat, rng)
    return _Repeatable(bot, rng)
