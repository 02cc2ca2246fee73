"""Matches of any players with any house rules, to check rules and time limits."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Any

from grenade_salad import players
from grenade_salad.core import Action, Game, Illegal, Options, registry
from grenade_salad.lab.playout import make_players, show_steps
from grenade_salad.lab.turnless import require_turns
from grenade_salad.lab.workers import map_seeds
from grenade_salad.match.match import Header, Match

LIMIT = 1.0
"""Seconds on one core that people accept for a decision without another limit."""
AT_ONCE = 0.1
"""Seconds that are not noticed: the limit for an answer in a reaction window."""
TOO_LONG = 1.5
"""A decision is too slow if it takes more than this factor of its time."""
_TIMES = ("0.01", "0.03", "0.1")
"""Time limits of thinking players, in seconds."""
_UNLIMITED_SHARE = 0.04
"""The share of thinking players who have no time limit."""
_CHANGED_SHARE = 0.3
"""The share of house rules that are drawn; the others are the default."""


def _random_value(metadata: Mapping[str, Any], default: object, seats: int, rng: Random) -> object:
    """Return a random value of a house rule, by the convention for options' metadata."""
    if "choices" in metadata:
        return rng.choice(metadata["choices"])[0]
    if metadata.get("seat"):
        return rng.randrange(seats)
    if isinstance(default, bool):
        return rng.random() < 0.5
    if "parts" in metadata and isinstance(default, tuple):
        return tuple(part * rng.uniform(0.7, 1.5) for part in default)
    if "range" in metadata:
        low, high, step = metadata["range"]
        return low + step * rng.randrange(int((high - low) / step) + 1)
    return default


def random_options(game: Game, seats: int, rng: Random) -> Options:
    """Return random house rules, most of them the default.

    They may contradict each other.
    """
    options = game.options()
    for part in fields(options):
        if rng.random() < _CHANGED_SHARE:
            value = _random_value(part.metadata, getattr(options, part.name), seats, rng)
            options = replace(options, **{part.name: value})
    return options


def random_name(game: str, rng: Random, times: Sequence[str] = _TIMES) -> str:
    """Return a player of any level and style of the game.

    Thinking players nearly always get a time limit.
    """
    level = rng.choice(players.levels(game))
    style = rng.choice(("", *(f"-{style}" for style in players.STYLES))) if level in players.STYLED_LEVELS else ""
    timed = level in players.TIMED_LEVELS and rng.random() >= _UNLIMITED_SHARE
    return f"{level}{style}:{rng.choice(times)}" if timed else f"{level}{style}"


def random_mixed_match(game: str, seed: int, turns: int, times: Sequence[str] = _TIMES) -> tuple[Match, list[str]]:
    """Return a match before its first chance, and its players.

    Seats, house rules and players are drawn by the seed. `turns` is a turn limit, for games that have one, unless a
    lower one was drawn.
    """
    rng = Random(f"mixed/{game}/{seed}")
    rules = registry.load(game)
    while True:
        seats = rng.randint(rules.min_seats, rules.max_seats)
        options = random_options(rules, seats, rng)
        options = options.with_turn_limit(turns)
        names = [random_name(game, rng, times) for _ in range(seats)]
        try:
            return Match(Header(game, tuple(names), options, seed)), names
        except Illegal:
            continue


@dataclass(frozen=True)
class Slow:
    """A slow decision of a match."""

    name: str
    """The player's."""
    seed: int
    """That of the match."""
    seconds: float
    """The time that it took, of the processor."""
    share: float
    """The share of its time limit that this is."""
    window: bool
    """True if it is an answer in a reaction window."""


@dataclass(frozen=True)
class Conduct:
    """The conduct of the players of one match."""

    game: str
    seed: int
    decisions: int
    over: int
    """The number of decisions that took TOO_LONG, in seconds of the processor."""
    over_wall: int
    """The same in real time, which a busy machine makes longer."""
    slowest: Slow | None
    """The slowest decision of a turn, relative to the limit."""
    slowest_answer: Slow | None
    """The slowest answer in a reaction window, relative to the limit."""
    wrong: str | None
    """An error: an action that is not legal, or an exception."""
    longest: Slow | None = None
    """The decision that took the most seconds, whatever the limit."""


def time_limit(name: str, legal: Sequence[Action]) -> float:
    """Return the seconds that this player has for a choice between these actions."""
    if any(action.is_pass for action in legal):
        return AT_ONCE
    seconds = players.parse_spec(name).seconds
    return LIMIT if seconds is None else max(seconds, players.MIN_SECONDS)


def check_conduct(game: str, seed: int, turns: int = 100, times: Sequence[str] = _TIMES) -> Conduct:
    """Let players play the match with this seed to its end, and record their conduct.

    Raises `Illegal` for a game without turns.
    """
    require_turns(game)
    match, names = random_mixed_match(game, seed, turns, times)
    decisions = over = over_wall = 0
    worst: dict[bool, Slow] = {}
    longest: Slow | None = None
    wrong = None
    try:
        players = make_players(game, names, seed)
        show_steps(players, match.resolve_chance())
        while not match.state.is_over:
            seat = match.state.active_seats()[0]
            view, legal = match.state.view(seat), match.state.legal_actions(seat)
            limit = time_limit(names[seat], legal)
            started, wall_started = process_time(), perf_counter()
            action = players[seat].decide(view, legal)
            seconds, waited = process_time() - started, perf_counter() - wall_started
            decisions += 1
            over += seconds > TOO_LONG * limit
            over_wall += waited > TOO_LONG * limit
            window = any(candidate.is_pass for candidate in legal)
            slow = Slow(names[seat], seed, seconds, seconds / limit, window)
            longest = max(longest or slow, slow, key=lambda decision: decision.seconds)
            worst[window] = max(worst.get(window, slow), slow, key=lambda decision: decision.share)
            show_steps(players, match.act(action))
    except Exception as error:
        wrong = f"{type(error).__name__}: {error} (with {', '.join(names)}) {traceback.format_exc().splitlines()[-3]}"
    return Conduct(game, seed, decisions, over, over_wall, worst.get(False), worst.get(True), wrong, longest)


def check_all_conduct(game: str, matches: int, seed: int, executor: Executor | None = None) -> Iterator[Conduct]:
    """Yield the conduct in matches with the seeds from `seed` on, in order.

    Each is yielded as soon as it is finished.
    """
    return map_seeds(partial(check_conduct, game), range(seed, seed + matches), executor)
