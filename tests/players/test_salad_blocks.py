"""Machines beside blocks: what they aim at they see, what they put down lies beside them, and they throw over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from grenade_salad.core import Json
from grenade_salad.games.salad.actions import Arrow, Blocks, Explosion, Move, Pointer
from grenade_salad.games.salad.pieces import Measures, Soldier
from grenade_salad.lab.playout import house_rules, playout
from grenade_salad.match.lines import entry, header
from grenade_salad.match.match import Match
from grenade_salad.players.salad import move_generation
from grenade_salad.players.salad.known_position import board_of
from tests.marks import over
from tests.rules.salad.test_blocks import WALL, crowd, lay, start


@pytest.mark.rule("GS-17", "GS-18", "GS-35")
def test_nobody_shoots_through_a_block_and_grenades_fly_over_it() -> None:
    own, other = Soldier(0, 0, 85.0, 200.0, 0.0), Soldier(1, 1, 115.0, 200.0, 0.0)
    for blocks, shots in (((), 1), ((WALL,), 0)):
        state = start(blocks, (own, other))
        board = board_of(state.view(0), 0)
        found = [change.action for change in move_generation.strikes(board)]
        assert sum(isinstance(action, Arrow) for action in found) == shots
        thrown = [change for change in move_generation.throws(board) if isinstance(change.action, Explosion)]
        assert any(1 in change.killed for change in thrown)
        assert all(state.why_not(action) is None for action in found)


@pytest.mark.rule("GS-11", "GS-13", "GS-35")
def test_whom_machines_put_down_lies_beside_blocks() -> None:
    rng = Random(4)
    blocks = lay(Measures(), 8, rng)
    state = start(blocks, tuple(crowd(replace(Measures(), blocks=blocks), 24, rng)))
    board = board_of(state.view(0), 0)
    found = [change.action for change in (*move_generation.moves(board), *move_generation.pointers(board, rng))]
    assert sum(isinstance(action, Move) for action in found) > 20
    assert any(isinstance(action, Pointer) for action in found)
    assert all(state.why_not(action) is None for action in found)


def played(levels: Sequence[str], seed: int, **rules: Json) -> Match:
    """A whole match of machines beside eight blocks, played again from the lines of its record.

    Machines are shown all that happens: one that is not decides the same for ever, and drops again and again.
    """
    options = house_rules("grenade-salad", len(levels), {"blocks": 8, **rules})
    first, *lines = playout("grenade-salad", levels, seed, options=options).lines
    match = Match(header(first))
    for line in lines:
        match.add(entry(match.game, line))
    assert match.state.is_over
    assert sum(isinstance(one, Blocks) for one in match.entries) == 1
    return match


@pytest.mark.rule("GS-33", "GS-35")
def test_machines_of_all_levels_end_short_matches_with_blocks() -> None:
    for levels in (("random", "easy"), ("casual", "normal", "hard", "expert:0.05")):
        assert played(levels, 8, turn_limit=4).state.full_view().end_reason == "turn_limit"


@pytest.mark.slow
@pytest.mark.rule("GS-34", "GS-35")
@over("seed", range(6))
def test_machines_end_whole_matches_with_blocks(seed: int) -> None:
    for level in ("random", "easy", "casual", "normal", "hard"):
        for seats in (2, 4):
            played([level] * seats, seed)
    played(("expert:0.05", "random", "hard"), seed)
