"""Machine players: they are handed what their seat may know and what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Protocol, runtime_checkable

from grenade_salad.core import Action, Event, MatchRandom, View, discovery, registry
from grenade_salad.text import Message, Seat, Words, m, say

LEVELS = ("random", "easy", "casual", "normal", "hard", "expert")
"""The ladder, the weakest first; every game has all of it."""
THINKING = ("hard", "expert")
"""Levels that can be told how long they may think, as in `expert:0.1`."""
STYLES = ("careful", "reckless")
"""How a player likes to play, as in `hard-careful`: what it does among choices that it thinks about equally good."""
STYLED = ("normal", "hard", "expert")
"""Levels that have a style."""
MOST_SECONDS = 60.0
OUTSIDE_SECONDS = 1.0
"""The time of players from outside that were not told another."""
FEWEST_SECONDS = 0.05
"""Who is told less to think takes up to so much all the same: that is what it costs to look at the table at all."""


@dataclass(frozen=True)
class Kind:
    """What kind of player: its level, its style ("" for none) and, if it was told, how many seconds it may think.

    `outside` is where the class of a player from outside is, as in "module:Class"; `level` is its name then.
    """

    level: str
    style: str = ""
    seconds: float | None = None
    outside: str = ""


@cache
def kind(name: str) -> Kind:
    """The kind that a name says: `LEVEL[-STYLE][:SECONDS]`, or `NAME[@SECONDS]` of a player from outside.

    NAME is that of an entry point, or a class, as in my_package.Player. Raises ValueError, in one line, if there is no
    such player; classes are not looked for.

    >>> kind("expert-careful:0.1").seconds, kind("my_package.Player@0.5").outside
    (0.1, 'my_package:Player')
    """
    if outsider := _outsider(name):
        return outsider
    words, timed, time = name.partition(":")
    level, styled, style = words.partition("-")
    if level not in LEVELS:
        raise ValueError(say(m("there is no level {level}; there are {levels:,}", level=repr(level), levels=LEVELS)))
    if styled and (style not in STYLES or level not in STYLED):
        told = m(
            "{name}: there is no such style; {levels:,} can be {styles:or}",
            name=repr(name),
            levels=STYLED,
            styles=STYLES,
        )
        raise ValueError(say(told))
    if not timed:
        return Kind(level, style)
    if level not in THINKING:
        raise ValueError(say(m("{name}: {level} does not think by the clock", name=repr(name), level=level)))
    return Kind(level, style, _seconds(name, time))


def _seconds(name: str, time: str) -> float:
    try:
        seconds = float(time)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MOST_SECONDS:
        told = m(
            "{name}: the time is a number of seconds, more than 0 and at most {most}",
            name=repr(name),
            most=f"{MOST_SECONDS:g}",
        )
        raise ValueError(say(told))
    return seconds


def _outsider(name: str) -> Kind | None:
    """The player from outside of this name; None if it is the name of one of ours."""
    words, timed, time = name.partition("@")
    target = discovery.players().get(words, "")
    if not target:
        if ":" in words or "." not in words:
            return None
        parts = words.split(".")
        if not all(part.isidentifier() for part in parts):
            raise ValueError(say(m("{name} is no class of a player, as in my_package.Player", name=repr(name))))
        target = f"{'.'.join(parts[:-1])}:{parts[-1]}"
    return Kind(words, "", _seconds(name, time) if timed else OUTSIDE_SECONDS, target)


def outside_name(name: str) -> str:
    """What people call a player from outside: the last word of its name; "" if it is one of ours.

    >>> outside_name("my_package.Player@0.1"), outside_name("expert:0.1")
    ('Player', '')
    """
    words = name.partition("@")[0]
    outside = words in discovery.players() or ("." in words and ":" not in words)
    return words.rpartition(".")[2] if outside else ""


def outsiders(game: str) -> tuple[str, ...]:
    """Players from outside for the game: those that packages bring, and those that were named at the start."""
    brought = [name for name in discovery.players() if name.partition(".")[0] == game or "." not in name]
    return tuple(dict.fromkeys((*brought, *discovery.allowed())))


def why_not_level(name: str, game: str | None = None) -> str | None:
    """Why there is no player of this name (see `kind`), or none in this game, in one line; None if there is."""
    try:
        level = kind(name).level
    except ValueError as error:
        return str(error)
    if kind(name).outside:
        return None
    if game is not None and level not in levels(game):
        has = m(
            "{game} has no player {level}; it has {levels:,}",
            game=registry.title(game),
            level=repr(level),
            levels=levels(game),
        )
        return say(has)
    return None


class Bot(Protocol):
    """A machine player in one seat of one match."""

    def see(self, event: Event) -> None:
        """Something happened; the event is redacted for the seat. Whoever remembers nothing can leave it as it is."""
        return

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


@dataclass(frozen=True, kw_only=True)
class Players:
    """The machine players of a game. Where a game has no `random` of its own, there is one that takes anything legal.

    `make(kind, seat, rng)` makes a `Bot` for one seat of one match. It is handed the seat's view, its legal actions and
    redacted events, and nothing else; its random numbers are those of `rng`, drawn in `decide` and never in `see`.

    `levels` are those of LEVELS that `make` knows. `reason` says why a seat might do something, in a few words: what it
    brings, by what the seat knows; players are {SEAT} there.

    `tops` says from how many players on which level is the last that is shown to win more than the one below it, by
    what `grenade-salad arena` measured: docs/strength.md. Where it says nothing, people are offered all levels.

    `remember` says that a seat may know hidden things that its view does not hold: a world made from the view alone may
    be impossible then, and no judge plays in such worlds: see `core.puzzle_rules` for who makes others.
    """

    levels: tuple[str, ...]
    make: Callable[[Kind, int, Random], Bot]
    tops: Mapping[int, str] = field(default_factory=dict)
    reason: Callable[[int, View, Action], Words] | None = None
    remember: bool = False


def _nobody(kind: Kind, seat: int, rng: Random) -> Bot:
    raise ValueError(f"there is no player of the level {kind.level}")


_NOBODY = Players(levels=(), make=_nobody)


@runtime_checkable
class Thinker(Protocol):
    """A player whose thinking may be cut off by the clock: see `players.time_budget.Clock`."""

    @property
    def cut_off(self) -> int:
        """How many decisions that was so in."""


class Player:
    """A bot whose random numbers belong to each decision, by how much has happened at the table."""

    def __init__(self, bot: Bot, luck: MatchRandom) -> None:
        """`luck` is the bot's, and nobody else's."""
        self._bot = bot
        self._shown = None if type(bot).see is Bot.see else bot.see
        self._luck = luck
        self._seen = 0

    def see(self, event: Event) -> None:
        """Show the bot an event, redacted for its seat; it counts as a moment of the match."""
        self._seen += 1
        if self._shown is not None:
            self._shown(event)

    @property
    def cut_off(self) -> int:
        """How many decisions were cut off by the clock, and are not those of a machine with more time."""
        return self._bot.cut_off if isinstance(self._bot, Thinker) else 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What the bot chooses, with the random numbers that belong to this moment of the match."""
        self._luck.seek(self._seen)
        return self._bot.decide(view, legal)

    def advise(self, view: View, legal: Sequence[Action], played: Action | None = None) -> Advice:
        """What it would do, and what it thinks of that and of what was played, as far as it thinks."""
        self._luck.seek(self._seen)
        if isinstance(self._bot, Adviser):
            return self._bot.advise(view, legal, played)
        return Advice(self._bot.decide(view, legal))


def make(game: str, name: str, seat: int, rng: Random) -> Player:
    """A machine player of a name as in `kind`. Its choices depend on what it sees and on how `rng` starts alone.

    Made anew with an equal `rng` and shown the same events, it goes on as the first one would have: how many decisions
    were asked of it does not count. So a match can be taken up at any line. Bots draw no random numbers in `see`.
    What was told how long to think (`expert:0.1`) is the exception: it depends on how fast the machine is.

    >>> make('wheel', 'genius', 0, Random(1))
    Traceback (most recent call last):
    ...
    ValueError: there is no level 'genius'; there are random, easy, casual, normal, hard, expert
    """
    wanted = kind(name)
    players, luck = players_of(game), MatchRandom(rng.getrandbits(64))
    if wanted.outside:
        from grenade_salad.players.external import Outside

        return Player(Outside(game, name, wanted.outside, seat, wanted.seconds or OUTSIDE_SECONDS, luck), luck)
    if wanted.level in players.levels:
        return Player(players.make(wanted, seat, luck), luck)
    if wanted.level == "random":
        return Player(Anything(luck), luck)
    raise ValueError(why_not_level(name, game))


@cache
def players_of(game: str) -> Players:
    """The machine players that a game brings. Raises registry.NoGame."""
    target = registry.plugin(game).players
    return registry.load_object(target, Players) if target else _NOBODY


def levels(game: str) -> tuple[str, ...]:
    """The levels of the ladder that there are for a game, the weakest first."""
    known = ("random", *players_of(game).levels)
    return tuple(level for level in LEVELS if level in known)


def rungs(game: str, seats: int) -> tuple[str, ...]:
    """The levels that are worth choosing with so many players, the weakest first: each wins more than the one below.

    >>> rungs('live-grenade', 2), rungs('live-grenade', 4)[-1]
    (('easy', 'casual', 'normal'), 'hard')
    """
    there, tops = levels(game), players_of(game).tops
    known = [players for players in tops if players <= seats]
    if known:
        there = there[: there.index(tops[max(known)]) + 1]
    return tuple(level for level in there if level != "random") or there


_MOST_SEATS = 20


def nearest(game: str, name: str) -> str:
    """The player of that name (see `kind`, `outsiders`), or the strongest of the game that is no stronger.

    That has no style and no time of its own.

    >>> nearest('wheel', "hard-careful")
    'hard-careful'
    """
    there = levels(game)
    if name in outsiders(game):
        return name
    # A class that nobody here has named is not run because it stands in a record.
    wanted = "normal" if why_not_level(name) or kind(name).outside else name
    level = kind(wanted).level
    if level in there:
        return wanted
    weaker = [one for one in there if LEVELS.index(one) < LEVELS.index(level) and one != "random"]
    return weaker[-1] if weaker else there[-1]


def reason(game: str, seat: int, view: View, action: Action) -> Words:
    """Why the seat might do that, in a few words, as that seat reads it; "" where nobody says."""
    why = players_of(game).reason
    words = "" if why is None else why(seat, view, action)
    if words and isinstance(words, str):
        return Message(words, fields={str(other): Seat(other) for other in range(_MOST_SEATS)})
    return words


class Anything(Bot):
    """Anything that is legal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, each as likely as the others."""
        return self._rng.choice(legal)
