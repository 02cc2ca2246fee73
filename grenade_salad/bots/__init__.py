"""Machine players: they are handed what their seat may know and what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Protocol

from grenade_salad.core import Action, Event, View

LEVELS = ("random", "easy", "normal", "hard", "expert")
"""The ladder. Each game has the first few of them: see `levels`."""
THINKING = ("hard", "expert")
"""Levels that can be told how long they may think, as in `expert:0.1`."""
MOST_SECONDS = 60.0

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}
_MODULES = {"easy": "_easy", "hard": "_thinking", "expert": "_thinking"}
_THERE = {"grenade-salad": 3, "live-grenade": 3, "wheel": 5}


def levels(game: str) -> tuple[str, ...]:
    """The levels that a game has, the weakest first."""
    return LEVELS[: _THERE[game]]


def why_not_level(game: str, level: str) -> str | None:
    """Why there is no such player, in one line; None if there is. A time may follow, as in `expert:0.1` (seconds)."""
    name, timed, time = level.partition(":")
    there = levels(game)
    if name not in there:
        return f"there is no level {name!r} here; there are {', '.join(there)}"
    if not timed:
        return None
    if name not in THINKING:
        return f"{level!r}: {name} does not think by the clock"
    try:
        good = 0 < float(time) <= MOST_SECONDS
    except ValueError:
        good = False
    return None if good else f"{level!r}: the time is a number of seconds, more than 0 and at most {MOST_SECONDS:g}"


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
    What thinks until its time is over (`expert`) is the exception: it depends on how fast the machine is.
    """
    module = _FOLDERS[game] + _MODULES.get(level.partition(":")[0], "")
    bot: Bot = import_module(f"grenade_salad.bots.{module}").make(level, seat, rng)
    return _Repeatable(bot, rng)
