"""Machine players: they are handed what their seat may know and what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Protocol, runtime_checkable

from grenade_salad.core import Action, Event, View

LEVELS = ("random", "easy", "normal", "hard", "expert")
"""The ladder, the weakest first; every game has all of it."""
THINKING = ("hard", "expert")
"""Levels that can be told how long they may think, as in `expert:0.1`."""
STYLES = ("careful", "reckless")
"""How a player likes to play, as in `hard-careful`: what it does among choices that it thinks about equally good."""
STYLED = ("normal", "hard", "expert")
"""Levels that have a style."""
MOST_SECONDS = 60.0
FEWEST_SECONDS = 0.05
"""Who is told less to think takes up to so much all the same: that is what it costs to look at the table at all."""

_FOLDERS = {"grenade-salad": "salad", "live-grenade": "live_grenade", "wheel": "wheel"}


@dataclass(frozen=True)
class Kind:
    """What kind of player: its level, its style ("" for none) and, if it was told, how many seconds it may think."""

    level: str
    style: str = ""
    seconds: float | None = None


def kind(name: str) -> Kind:
    """The kind that a name says: LEVEL[-STYLE][:SECONDS]. Raises ValueError, in one line, if there is no such player.

    >>> kind("expert-careful:0.1")
    Kind(level='expert', style='careful', seconds=0.1)
    """
    words, timed, time = name.partition(":")
    level, styled, style = words.partition("-")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    if styled and (style not in STYLES or level not in STYLED):
        raise ValueError(f"{name!r}: there is no such style; {', '.join(STYLED)} can be {' or '.join(STYLES)}")
    if not timed:
        return Kind(level, style)
    if level not in THINKING:
        raise ValueError(f"{name!r}: {level} does not think by the clock")
    try:
        seconds = float(time)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"{name!r}: the time is a number of seconds, more than 0 and at most {MOST_SECONDS:g}")
    return Kind(level, style, seconds)


def why_not_level(name: str) -> str | None:
    """Why there is no player of this name (see `kind`), in one line; None if there is."""
    try:
        kind(name)
    except ValueError as error:
        return str(error)
    return None


class Bot(Protocol):
    """A machine player in one seat of one match."""

    def see(self, event: Event) -> None:
        """Something happened; the event is redacted for the seat."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose what to do; templates of continuous choices are to be filled in."""


@dataclass(frozen=True)
class Advice:
    """What a player would do, and how likely it thinks it is to win then, from 0 to 1; None if it does not ask itself.

    `played` is the same for the action that was asked about. Wins that are shared count in parts.
    """

    action: Action
    chance: float | None = None
    played: float | None = None


@runtime_checkable
class Adviser(Protocol):
    """A player that can say what it thinks of a choice."""

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """What it would do, and what it thinks of that and of `played`, by the same measure."""


class Player:
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

    def advise(self, view: View, legal: Sequence[Action], played: Action | None = None) -> Advice:
        """What it would do, and what it thinks of that and of what was played, as far as it thinks."""
        self._rng.seed(self._key + self._seen)
        if isinstance(self._bot, Adviser):
            return self._bot.advise(view, legal, played)
        return Advice(self._bot.decide(view, legal))


def make(game: str, name: str, seat: int, rng: Random) -> Player:
    """A machine player of a name as in `kind`. Its choices depend on what it sees and on how `rng` starts alone.

    Made anew with an equal `rng` and shown the same events, it goes on as the first one would have: how many decisions
    were asked of it does not count. So a match can be taken up at any line. Bots draw no random numbers in `see`.
    What was told how long to think (`expert:0.1`) is the exception: it depends on how fast the machine is.
    """
    wanted, package = kind(name), f"grenade_salad.bots.{_FOLDERS[game]}"
    bot: Bot
    match wanted.level:
        case "random":
            bot = import_module(package).Anything(rng)
        case "easy":
            bot = import_module(f"{package}.easy").Easy(seat, rng)
        case "normal":
            bot = import_module(f"{package}.normal").Normal(seat, rng, wanted.style)
        case _:
            bot = import_module(f"{package}.thinking").Thinking(wanted, seat, rng)
    return Player(bot, rng)


def reason(game: str, seat: int, view: View, action: Action) -> str:
    """Why the seat might do that, in a few words of plain English: what it brings, by what the seat knows."""
    words: str = import_module(f"grenade_salad.bots.{_FOLDERS[game]}.reasons").reason(seat, view, action)
    return words
