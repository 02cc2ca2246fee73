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
TIMED_LEVELS = ("hard", "expert")
"""Levels that can be told how long they may think, as in `expert:0.1`."""
STYLES = ("careful", "reckless")
"""How a player likes to play, as in `hard-careful`: what it does among choices that it thinks about equally good."""
STYLED_LEVELS = ("normal", "hard", "expert")
"""Levels that have a style."""
MAX_SECONDS = 60.0
EXTERNAL_SECONDS = 1.0
"""The time of players from outside that were not told another."""
MIN_SECONDS = 0.05
"""Who is told less to think takes up to so much all the same: that is what it costs to look at the table at all."""


@dataclass(frozen=True)
class PlayerSpec:
    """What kind of player: its level, its style ("" for none) and, if it was told, how many seconds it may think.

    `outside` is where the class of a player from outside is, as in "module:Class"; `level` is its name then.
    """

    level: str
    style: str = ""
    seconds: float | None = None
    external_class: str = ""


@cache
def parse_spec(name: str) -> PlayerSpec:
    """The kind that a name says: `LEVEL[-STYLE][:SECONDS]`, or `NAME[@SECONDS]` of a player from outside.

    NAME is that of an entry point, or a class, as in my_package.Player. Raises ValueError, in one line, if there is no
    such player; classes are not looked for.

    >>> kind("expert-careful:0.1").seconds, kind("my_package.Player@0.5").outside
    (0.1, 'my_package:Player')
    """
    if external := _parse_external(name):
        return external
    words, has_time, time = name.partition(":")
    level, has_style, style = words.partition("-")
    if level not in LEVELS:
        raise ValueError(say(m("there is no level {level}; there are {levels:,}", level=repr(level), levels=LEVELS)))
    if has_style and (style not in STYLES or level not in STYLED_LEVELS):
        message = m(
            "{name}: there is no such style; {levels:,} can be {styles:or}",
            name=repr(name),
            levels=STYLED_LEVELS,
            styles=STYLES,
        )
        raise ValueError(say(message))
    if not has_time:
        return PlayerSpec(level, style)
    if level not in TIMED_LEVELS:
        raise ValueError(say(m("{name}: {level} does not think by the clock", name=repr(name), level=level)))
    return PlayerSpec(level, style, _parse_seconds(name, time))


def _parse_seconds(name: str, time: str) -> float:
    try:
        seconds = float(time)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_SECONDS:
        message = m(
            "{name}: the time is a number of seconds, more than 0 and at most {most}",
            name=repr(name),
            most=f"{MAX_SECONDS:g}",
        )
        raise ValueError(say(message))
    return seconds


def _parse_external(name: str) -> PlayerSpec | None:
    """The player from outside of this name; None if it is the name of one of ours."""
    words, has_time, time = name.partition("@")
    target = discovery.external_players().get(words, "")
    if not target:
        if ":" in words or "." not in words:
            return None
        parts = words.split(".")
        if not all(part.isidentifier() for part in parts):
            raise ValueError(say(m("{name} is no class of a player, as in my_package.Player", name=repr(name))))
        target = f"{'.'.join(parts[:-1])}:{parts[-1]}"
    return PlayerSpec(words, "", _parse_seconds(name, time) if has_time else EXTERNAL_SECONDS, target)


def external_name(name: str) -> str:
    """What people call a player from outside: the last word of its name; "" if it is one of ours.

    >>> outside_name("my_package.Player@0.1"), outside_name("expert:0.1")
    ('Player', '')
    """
    words = name.partition("@")[0]
    is_external = words in discovery.external_players() or ("." in words and ":" not in words)
    return words.rpartition(".")[2] if is_external else ""


def external_players(game: str) -> tuple[str, ...]:
    """Players from outside for the game: those that packages bring, and those that were named at the start."""
    installed_names = [
        name for name in discovery.external_players() if name.partition(".")[0] == game or "." not in name
    ]
    return tuple(dict.fromkeys((*installed_names, *discovery.allowed_players())))


def why_not_level(name: str, game: str | None = None) -> str | None:
    """Why there is no player of this name (see `kind`), or none in this game, in one line; None if there is."""
    try:
        level = parse_spec(name).level
    except ValueError as error:
        return str(error)
    if parse_spec(name).external_class:
        return None
    if game is not None and level not in levels(game):
        message = m(
            "{game} has no player {level}; it has {levels:,}",
            game=registry.title(game),
            level=repr(level),
            levels=levels(game),
        )
        return say(message)
    return None


class Player(Protocol):
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
class Roster:
    """The machine players of a game. Where a game has no `random` of its own, there is one that takes anything legal.

    `make(kind, seat, rng)` makes a `Player` for one seat of one match. It is handed the seat's view, its legal actions
    and
    redacted events, and nothing else; its random numbers are those of `rng`, drawn in `decide` and never in `see`.

    `levels` are those of LEVELS that `make` knows. `reason` says why a seat might do something, in a few words: what it
    brings, by what the seat knows; players are {SEAT} there.

    `top_levels` says from how many players on which level is the last that is shown to win more than the one below it,
    by
    what `grenade-salad arena` measured: docs/strength.md. Where it says nothing, people are offered all levels.

    `remember` says that a seat may know hidden things that its view does not hold: a world made from the view alone may
    be impossible then, and no judge plays in such worlds: see `core.puzzle_rules` for who makes others.
    """

    levels: tuple[str, ...]
    make: Callable[[PlayerSpec, int, Random], Player]
    top_levels: Mapping[int, str] = field(default_factory=dict)
    explain: Callable[[int, View, Action], Words] | None = None
    has_memory: bool = False


def _refuse(spec: PlayerSpec, seat: int, rng: Random) -> Player:
    raise ValueError(f"there is no player of the level {spec.level}")


_EMPTY_ROSTER = Roster(levels=(), make=_refuse)


@runtime_checkable
class Thinker(Protocol):
    """A player whose thinking may be cut off by the clock: see `players.time_budget.Clock`."""

    @property
    def cut_off(self) -> int:
        """How many decisions that was so in."""


class SeededPlayer:
    """A bot whose random numbers belong to each decision, by how much has happened at the table."""

    def __init__(self, player: Player, rng: MatchRandom) -> None:
        """`luck` is the bot's, and nobody else's."""
        self._player = player
        self._see = None if type(player).see is Player.see else player.see
        self._rng = rng
        self._event_count = 0

    def see(self, event: Event) -> None:
        """Show the bot an event, redacted for its seat; it counts as a moment of the match."""
        self._event_count += 1
        if self._see is not None:
            self._see(event)

    @property
    def cut_off(self) -> int:
        """How many decisions were cut off by the clock, and are not those of a machine with more time."""
        return self._player.cut_off if isinstance(self._player, Thinker) else 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What the bot chooses, with the random numbers that belong to this moment of the match."""
        self._rng.seek(self._event_count)
        return self._player.decide(view, legal)

    def advise(self, view: View, legal: Sequence[Action], played: Action | None = None) -> Advice:
        """What it would do, and what it thinks of that and of what was played, as far as it thinks."""
        self._rng.seek(self._event_count)
        if isinstance(self._player, Adviser):
            return self._player.advise(view, legal, played)
        return Advice(self._player.decide(view, legal))


def make(game: str, name: str, seat: int, rng: Random) -> SeededPlayer:
    """A machine player of a name as in `kind`. Its choices depend on what it sees and on how `rng` starts alone.

    Made anew with an equal `rng` and shown the same events, it goes on as the first one would have: how many decisions
    were asked of it does not count. So a match can be taken up at any line. Bots draw no random numbers in `see`.
    What was told how long to think (`expert:0.1`) is the exception: it depends on how fast the machine is.

    >>> make('wheel', 'genius', 0, Random(1))
    Traceback (most recent call last):
    ...
    ValueError: there is no level 'genius'; there are random, easy, casual, normal, hard, expert
    """
    spec = parse_spec(name)
    roster, player_rng = load_roster(game), MatchRandom(rng.getrandbits(64))
    if spec.external_class:
        from grenade_salad.players.external import ExternalPlayer

        return SeededPlayer(
            ExternalPlayer(game, name, spec.external_class, seat, spec.seconds or EXTERNAL_SECONDS, player_rng),
            player_rng,
        )
    if spec.level in roster.levels:
        return SeededPlayer(roster.make(spec, seat, player_rng), player_rng)
    if spec.level == "random":
        return SeededPlayer(RandomPlayer(player_rng), player_rng)
    raise ValueError(why_not_level(name, game))


@cache
def load_roster(game: str) -> Roster:
    """The machine players that a game brings. Raises registry.NoGame."""
    target = registry.plugin(game).players
    return registry.load_object(target, Roster) if target else _EMPTY_ROSTER


def levels(game: str) -> tuple[str, ...]:
    """The levels of the ladder that there are for a game, the weakest first."""
    available = ("random", *load_roster(game).levels)
    return tuple(level for level in LEVELS if level in available)


def useful_levels(game: str, seats: int) -> tuple[str, ...]:
    """The levels that are worth choosing with so many players, the weakest first: each wins more than the one below.

    >>> rungs('live-grenade', 2), rungs('live-grenade', 4)[-1]
    (('easy', 'casual', 'normal'), 'hard')
    """
    available, top_levels = levels(game), load_roster(game).top_levels
    measured = [players for players in top_levels if players <= seats]
    if measured:
        available = available[: available.index(top_levels[max(measured)]) + 1]
    return tuple(level for level in available if level != "random") or available


_MAX_SEATS = 20


def nearest_player(game: str, name: str) -> str:
    """The player of that name (see `kind`, `external_players`), or the strongest of the game that is no stronger.

    That has no style and no time of its own.

    >>> nearest('wheel', "hard-careful")
    'hard-careful'
    """
    available = levels(game)
    if name in external_players(game):
        return name
    # A class that nobody here has named is not run because it stands in a record.
    accepted = "normal" if why_not_level(name) or parse_spec(name).external_class else name
    level = parse_spec(accepted).level
    if level in available:
        return accepted
    weaker = [
        weaker_level
        for weaker_level in available
        if LEVELS.index(weaker_level) < LEVELS.index(level) and weaker_level != "random"
    ]
    return weaker[-1] if weaker else available[-1]


def explain(game: str, seat: int, view: View, action: Action) -> Words:
    """Why the seat might do that, in a few words, as that seat reads it; "" where nobody says."""
    explainer = load_roster(game).explain
    words = "" if explainer is None else explainer(seat, view, action)
    if words and isinstance(words, str):
        return Message(words, fields={str(other_seat): Seat(other_seat) for other_seat in range(_MAX_SEATS)})
    return words


class RandomPlayer(Player):
    """Anything that is legal."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, each as likely as the others."""
        return self._rng.choice(legal)
