"""Matches in a journal, played by machines, for the tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from grenade_salad import games
from grenade_salad.core import Json
from grenade_salad.games.salad import SaladOptions
from grenade_salad.journal.journal import Journal
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.lab.playout import house_rules, make_players, play
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Header, Match, Step

NAMES = ("Ann", "Bo", "Cy")


class Stopped(Exception):
    """The match was stopped after some steps."""


def header(game: str, seed: int = 3, **meta: Json) -> Header:
    """A match of three, with few turns in the game that has a limit."""
    options = house_rules(game, 2)
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=9)
    return Header(game, NAMES, options, seed, None, meta)


def play_on(match: JournaledMatch, level: str = "random", steps: int | None = None) -> None:
    """Play a match that has just begun: so many steps, or to its end, which is written down then."""
    seen = 0

    def saw(step: Step) -> None:
        nonlocal seen
        seen += 1
        if seen == steps:
            raise Stopped

    try:
        play(match, make_players(match.header.game, [level] * len(match.header.seats), match.header.seed), saw)
    except Stopped:
        return
    match.finish()


def begun(journal: Journal, game: str, seed: int = 3, steps: int | None = None, **meta: Json) -> int:
    """The number of a new match in the journal, played so far."""
    with journal.begin(header(game, seed, **meta)) as match:
        play_on(match, steps=steps)
        return match.id


def level_at(game: str) -> str:
    """Who plays matches of that game when it matters that they remember: at a table without turns, chance."""
    return "normal" if game in games.with_turns() else "random"


def undisturbed(game: str, seed: int, level: str = "normal") -> bytes:
    """The record of a match of machines that nobody stopped."""
    match = Match(header(game, seed, controllers=[f"bot {level}"] * len(NAMES)))
    play(match, make_players(game, [level] * len(NAMES), seed))
    return b"".join(encode(line) for line in (match.header.to_line(), *(entry.to_line() for entry in match.entries)))


def damage(file: Path, at: int, data: bytes) -> None:
    """Overwrite bytes of a file."""
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(data)
