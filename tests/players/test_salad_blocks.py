"""Machines beside blocks: aims, placement and throws.

They aim only at what they see, place soldiers clear of blocks, and throw over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from grenade_salad.core import Json
from grenade_salad.games.salad.actions import Arrow, Blocks, Explosion, Move, Pointer
from grenade_salad.games.salad.blocks import lay_blocks
from grenade_salad.games.salad.pieces import Measures, Soldier
from grenade_salad.lab.playout import make_options, run_playout
from grenade_salad.match.lines import parse_entry, parse_header
from grenade_salad.match.match import Match
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import read_position
from tests.marks import for_each
from tests.rules.salad.block_matches import WALL, place_crowd, start_match


@pytest.mark.rule("GS-17", "GS-18", "GS-35")
def test_blocks_stop_shots_but_not_grenades() -> None:
    own_soldier, rival = Soldier(0, 0, 85.0, 200.0, 0.0), Soldier(1, 1, 115.0, 200.0, 0.0)
    for blocks, shot_count in (((), 1), ((WALL,), 0)):
        state = start_match(blocks, (own_soldier, rival))
        board = read_position(state.view(0), 0)
        actions = [change.action for change in move_generation.list_strikes(board)]
        assert sum(isinstance(action, Arrow) for action in actions) == shot_count
        throws = [change for change in move_generation.list_throws(board) if isinstance(change.action, Explosion)]
        assert any(1 in change.killed for change in throws)
        assert all(state.why_not(action) is None for action in actions)


@pytest.mark.rule("GS-11", "GS-13", "GS-35")
def test_machines_place_soldiers_clear_of_blocks() -> None:
    rng = Random(4)
    blocks = lay_blocks(Measures(), 8, rng)
    state = start_match(blocks, tuple(place_crowd(replace(Measures(), blocks=blocks), 24, rng)))
    board = read_position(state.view(0), 0)
    actions = [
        change.action for change in (*move_generation.list_moves(board), *move_generation.list_pointers(board, rng))
    ]
    assert sum(isinstance(action, Move) for action in actions) > 20
    assert any(isinstance(action, Pointer) for action in actions)
    assert all(state.why_not(action) is None for action in actions)


def play_match(levels: Sequence[str], seed: int, **rules: Json) -> Match:
    """Return a match of machines beside eight blocks, repeated from its record.

    Machines see all events: one that does not decides the same for ever, and drops again and again.
    """
    options = make_options("grenade-salad", len(levels), {"blocks": 8, **rules})
    first, *lines = run_playout("grenade-salad", levels, seed, options=options).lines
    match = Match(parse_header(first))
    for line in lines:
        match.apply_entry(parse_entry(match.game, line))
    assert match.state.is_over
    assert sum(isinstance(record_entry, Blocks) for record_entry in match.entries) == 1
    return match


@pytest.mark.rule("GS-33", "GS-35")
def test_machines_of_all_levels_end_short_matches_with_blocks() -> None:
    for levels in (("random", "easy"), ("casual", "normal", "hard", "expert:0.05")):
        assert play_match(levels, 8, turn_limit=4).state.full_view().end_reason == "turn_limit"


@pytest.mark.slow
@pytest.mark.rule("GS-34", "GS-35")
@for_each("seed", range(6))
def test_machines_end_whole_matches_with_blocks(seed: int) -> None:
    for level in ("random", "easy", "casual", "normal", "hard"):
        for seats in (2, 4):
            play_match([level] * seats, seed)
    play_match(("expert:0.05", "random", "hard"), seed)
