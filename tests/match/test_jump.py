"""Jumping to any line of a match equals playing up to there."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad import games
from grenade_salad.match.match import Match
from grenade_salad.match.seek import LINES_PER_POSITION, MatchSeeker
from tests.match.keeping import new_header
from tests.playing import random_match, random_steps


@pytest.mark.parametrize("game", games.NAMES)
def test_jump_to_every_line_equals_playing(game: str) -> None:
    played = random_match(game, 4)
    all_steps = list(random_steps(played, Random(4), 2 * LINES_PER_POSITION + 7))
    seeker = MatchSeeker(played.header, played.entries)
    assert [(step.entry, step.events) for step in seeker.steps] == [(step.entry, step.events) for step in all_steps]
    match = Match(played.header)
    for line in range(len(all_steps) + 1):
        jumped = seeker.match_at(line)
        assert jumped.state == match.state
        assert jumped.entries == match.entries
        assert jumped.chance_count == match.chance_count
        if line < len(all_steps):
            match.apply_entry(all_steps[line].entry)


def test_playing_on_after_a_jump_changes_nothing_else() -> None:
    played = Match(new_header("wheel"))
    for _ in range(8):
        played.resolve_chance()
        played.act(played.state.legal_actions(played.state.active_seats()[0])[0])
    seeker = MatchSeeker(played.header, played.entries)
    jumped = seeker.match_at(0)
    jumped.resolve_chance()
    jumped.act(jumped.state.legal_actions(jumped.state.active_seats()[0])[-1])
    assert seeker.match_at(0).state.pending_chance() == "deal"
    assert seeker.match_at(len(played.entries)).state == played.state


def test_jump_to_a_missing_line_is_refused() -> None:
    seeker = MatchSeeker(new_header("wheel"), [])
    assert seeker.match_at(0).entries == []
    for line in (-1, 1):
        with pytest.raises(ValueError, match="0 lines"):
            seeker.match_at(line)
