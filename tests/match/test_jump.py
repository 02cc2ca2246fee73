"""Jumping to any line of a match gives what playing up to there gives."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games
from grenade_salad.match.match import Match
from grenade_salad.match.seek import EVERY, Jumps
from tests.match.keeping import header
from tests.playing import random_match, steps


@pytest.mark.parametrize("game", games.NAMES)
def test_every_line(game: str) -> None:
    played = random_match(game, 4)
    all_steps = list(steps(played, Random(4), 2 * EVERY + 7))
    jumps = Jumps(played.header, played.entries)
    assert [(step.entry, step.events) for step in jumps.steps] == [(step.entry, step.events) for step in all_steps]
    match = Match(played.header)
    for number in range(len(all_steps) + 1):
        there = jumps.at(number)
        assert there.state == match.state
        assert there.entries == match.entries
        assert there.chances == match.chances
        if number < len(all_steps):
            match.add(all_steps[number].entry)


def test_what_is_played_on_there_changes_nothing() -> None:
    played = Match(header("wheel"))
    for _ in range(8):
        played.settle()
        played.act(played.state.legal_actions(played.state.active_seats()[0])[0])
    jumps = Jumps(played.header, played.entries)
    there = jumps.at(0)
    there.settle()
    there.act(there.state.legal_actions(there.state.active_seats()[0])[-1])
    assert jumps.at(0).state.pending_chance() == "deal"
    assert jumps.at(len(played.entries)).state == played.state


def test_no_such_line() -> None:
    jumps = Jumps(header("wheel"), [])
    assert jumps.at(0).entries == []
    for number in (-1, 1):
        with pytest.raises(ValueError, match="0 lines"):
            jumps.at(number)
