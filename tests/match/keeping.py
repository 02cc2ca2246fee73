"""Matches in a journal, played by machine players, for tests."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from grenade_salad import games
from grenade_salad.core import Json
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.lab.playout import make_options, make_players, play, show_steps
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match, Step

NAMES = ("Ann", "Bo", "Cy")
_TURN_LIMIT = 9


class MatchStopped(Exception):
    """Raised when the match is stopped after some steps."""


def stop_after(steps: int | None) -> Callable[[Step], None]:
    """Return a function that raises `MatchStopped` at the last of these steps.

    None is no last step.
    """
    count = itertools.count(1)

    def count_step(_: Step) -> None:
        if next(count) == steps:
            raise MatchStopped

    return count_step


def new_header(game: str, seed: int = 3, **meta: Json) -> Header:
    """Return the header of a match of three, with few turns if the game has a limit."""
    options = make_options(game, 2)
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=_TURN_LIMIT)
    return Header(game, NAMES, options, seed, None, meta)


def play_new_match(match: JournaledMatch, level: str = "random", steps: int | None = None) -> None:
    """Play a match that has just begun: `steps` steps, or to its saved end."""
    players = make_players(match.header.game, [level] * len(match.header.seats), match.header.seed)
    try:
        play(match, players, stop_after(steps))
    except MatchStopped:
        return
    match.finish()


def continue_match(match: JournaledMatch, steps: int | None = None) -> None:
    """Continue a match by random players: `steps` steps, or to its saved end."""
    players = make_players(match.header.game, ["random"] * len(match.header.seats), match.header.seed)
    show_steps(players, match.steps)
    try:
        play(match, players, stop_after(steps))
    except MatchStopped:
        return
    assert steps is None, "the match was over before"
    match.finish()


def begin_match(journal: Journal, game: str, seed: int = 3, steps: int | None = None, **meta: Json) -> int:
    """Begin a match in the journal, play it as above and return its id."""
    with journal.begin(new_header(game, seed, **meta)) as match:
        play_new_match(match, steps=steps)
        return match.id


def memory_level(game: str) -> str:
    """Return the level of players that remember, if the game has one.

    At a table without turns only random players exist.
    """
    return "normal" if game in games.with_turns() else "random"


def play_uninterrupted(game: str, seed: int, level: str = "normal") -> bytes:
    """Return the record of a match of machine players that is never interrupted."""
    match = Match(new_header(game, seed, controllers=[f"bot {level}"] * len(NAMES)))
    play(match, make_players(game, [level] * len(NAMES), seed))
    return b"".join(encode(line) for line in (match.header.to_line(), *(entry.to_line() for entry in match.entries)))


def damage(file: Path, offset: int, data: bytes) -> None:
    """Overwrite bytes of a file."""
    with file.open("r+b") as stream:
        stream.seek(offset)
        stream.write(data)
