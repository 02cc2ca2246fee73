"""Machine players: they get the view and legal actions of a seat, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Protocol, runtime_checkable

from grenade_salad.core import Action, Event, MatchRandom, View, discovery, registry
from grenade_salad.text import Message, Seat, Words, m, say

LEVELS = ("random", "easy", "casual", "normal", "hard", "expert")
"""All levels, the weakest first; every game may have all of them."""
TIMED_LEVELS = ("hard", "expert")
"""Levels that can be given a time to think, as in `expert:0.1`."""
STYLES = ("careful", "reckless")
"""Styles of play, as in `hard-careful`.

A style decides among choices that the player thinks about equally good.
"""
STYLED_LEVELS = ("normal", "hard", "expert")
"""Levels that have a style."""
MAX_SECONDS = 60.0
"""Maximum seconds that a player may be given for a decision."""
EXTERNAL_SECONDS = 1.0
"""Seconds of an external player without a time of its own."""
MIN_SECONDS = 0.05
"""Minimum seconds of a decision: the cost of looking at the table at all.

A player that is given less still takes up to this time.
"""


@dataclass(frozen=True)
class PlayerSpec:
    """A type of player."""

    level: str
    """One of LEVELS, or the name of an external player."""
    style: str = ""
    """One of STYLES; "" for none."""
    seconds: float | None = None
    """Seconds to think for a decision; None if no time was given."""
    external_class: str = ""
    """The class of an external player, as in "module:Class"; "" for a level."""


@cache
def parse_spec(name: str) -> PlayerSpec:
    """Parse a name: `LEVEL[-STYLE][:SECONDS]`, or `NAME[@SECONDS]` if external.

    NAME is that of an entry point, or a class, as in my_package.Player. Raises `ValueError`, in one line, if there is
    no such player; classes are not looked for.

    >>> parse_spec("expert-careful:0.1").seconds, parse_spec("my_package.Player@0.5").external_class
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
    """Return the external player of this name; None if it is the name of a level."""
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
    """Return the short name of an external player, the last word; "" for a level.

    >>> external_name("my_package.Player@0.1"), external_name("expert:0.1")
    ('Player', '')
    """
    words = name.partition("@")[0]
    is_external = words in discovery.external_players() or ("." in words and ":" not in words)
    return words.rpartition(".")[2] if is_external else ""


def external_players(game: str) -> tuple[str, ...]:
    """Return the external players for the game.

    They are those that packages install, and those that were named at the start.
    """
    installed_names = [
        name for name in discovery.external_players() if name.partition(".")[0] == game or "." not in name
    ]
    return tuple(dict.fromkeys((*installed_names, *discovery.allowed_players())))


def why_not_level(name: str, game: str | None = None) -> str | None:
    """Return why there is no player of this name; None if there is.

    With `game`, it must be one of that game. The reason is one line. See `parse_spec` for names.
    """
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
        """Observe an event, redacted for the seat. Players without memory inherit this."""
        return

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose an action; templates of continuous choices are to be filled in."""


@dataclass(frozen=True)
class Advice:
    """The action that a player would choose, and estimated chances to win, 0 to 1.

    Wins that are shared count in parts. An estimate is None if the player has none.
    """

    action: Action
    chance: float | None = None
    """The chance with that action."""
    played: float | None = None
    """The chance with the action that was asked about."""


@runtime_checkable
class Adviser(Protocol):
    """A player that can judge a choice."""

    def advise(self, view: View, legal: Sequence[Action], played: Action | None) -> Advice:
        """Return its choice, with estimates of it and of `played` by the same measure."""


@dataclass(frozen=True, kw_only=True)
class Roster:
    """The machine players of a game; `random` is added if the game has none."""

    levels: tuple[str, ...]
    """Those of LEVELS that `make` can make."""
    make: Callable[[PlayerSpec, int, Random], Player]
    """Makes a player for one seat of one match.

    It gets the seat's view, its legal actions and redacted events, and nothing else; its random numbers are those of
    the argument, drawn in `decide` and never in `see`.
    """
    top_levels: Mapping[int, str] = field(default_factory=dict)
    """By number of players, the last level that wins more than the one below it.

    `grenade-salad arena` measured them: docs/strength.md. Without an entry, people are offered all levels.
    """
    explain: Callable[[int, View, Action], Words] | None = None
    """Returns why a seat might choose an action, in a few words.

    That is its effect, as far as the seat knows. Players are {SEAT} there.
    """
    has_memory: bool = False
    """True if a seat may know hidden facts that its view does not hold.

    A world made from the view alone may be impossible then, and no evaluation plays in such worlds; `core.puzzle_rules`
    makes others.
    """


def _refuse(spec: PlayerSpec, seat: int, rng: Random) -> Player:
    raise ValueError(f"there is no player of the level {spec.level}")


_EMPTY_ROSTER = Roster(levels=(), make=_refuse)


@runtime_checkable
class Thinker(Protocol):
    """A player whose thinking may be cut off by the clock: see `time_budget.Clock`."""

    @property
    def cut_off(self) -> int:
        """The number of decisions that were cut off."""


class SeededPlayer:
    """A player with random numbers for each decision, by the number of events so far."""

    def __init__(self, player: Player, rng: MatchRandom) -> None:
        """`rng` belongs to the player alone."""
        self._player = player
        self._see = None if type(player).see is Player.see else player.see
        self._rng = rng
        self._event_count = 0

    def see(self, event: Event) -> None:
        """Pass on an event, redacted for the seat.

        It counts as a moment of the match, unless it is a summary.
        """
        self._event_count += not event.is_summary
        if self._see is not None:
            self._see(event)

    @property
    def cut_off(self) -> int:
        """The number of decisions that were cut off by the clock.

        They may differ from those of a machine with more time.
        """
        return self._player.cut_off if isinstance(self._player, Thinker) else 0

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the player's choice, with the random numbers of this moment."""
        self._rng.seek(self._event_count)
        return self._player.decide(view, legal)

    def advise(self, view: View, legal: Sequence[Action], played: Action | None = None) -> Advice:
        """Return its choice, with estimates of it and of `played` if it has any."""
        self._rng.seek(self._event_count)
        if isinstance(self._player, Adviser):
            return self._player.advise(view, legal, played)
        return Advice(self._player.decide(view, legal))


def make(game: str, name: str, seat: int, rng: Random) -> SeededPlayer:
    """Make a machine player, of a name as in `parse_spec`.

    Its choices depend only on what it sees and on how `rng` starts. Made again with an equal `rng` and shown the same
    events, it continues as the first one would have: the number of decisions that were asked of it does not count. So
    a match can be resumed at any line. Players draw no random numbers in `see`. A player with a time to think
    (`expert:0.1`) is the exception: it depends on how fast the machine is.

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
    """Return the machine players of a game. Raises `registry.NoGame`."""
    target = registry.plugin(game).players
    return registry.load_object(target, Roster) if target else _EMPTY_ROSTER


def levels(game: str) -> tuple[str, ...]:
    """Return the levels of a game, the weakest first."""
    available = ("random", *load_roster(game).levels)
    return tuple(level for level in LEVELS if level in available)


def useful_levels(game: str, seats: int) -> tuple[str, ...]:
    """Return the levels worth choosing with so many players, the weakest first.

    Each wins more than the one below.

    >>> useful_levels('live-grenade', 2), useful_levels('live-grenade', 4)[-1]
    (('easy', 'casual', 'normal'), 'hard')
    """
    available, top_levels = levels(game), load_roster(game).top_levels
    measured = [players for players in top_levels if players <= seats]
    if measured:
        available = available[: available.index(top_levels[max(measured)]) + 1]
    return tuple(level for level in available if level != "random") or available


_MAX_SEATS = 20
"""More than any game has."""


def nearest_player(game: str, name: str) -> str:
    """Return the player of that name, or the next weaker one that the game has.

    See `parse_spec` and `external_players` for names. The weaker one has no style and no time of its own.

    >>> nearest_player('wheel', "hard-careful")
    'hard-careful'
    """
    available = levels(game)
    if name in external_players(game):
        return name
    # A class that no one named at the start is not run because a record has its name.
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
    """Return why the seat might choose that, in a few words; "" if unknown.

    It is as that seat reads it.
    """
    explainer = load_roster(game).explain
    words = "" if explainer is None else explainer(seat, view, action)
    if words and isinstance(words, str):
        return Message(words, fields={str(other_seat): Seat(other_seat) for other_seat in range(_MAX_SEATS)})
    return words


class RandomPlayer(Player):
    """A player that chooses any legal action."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions, each with the same probability."""
        return self._rng.choice(legal)
