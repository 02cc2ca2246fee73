"""Machines beside blocks: what they aim at they see, what they put down lies beside them, and they throw over them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from grenade_salad.bots.salad import move_generation
from grenade_salad.bots.salad.board import board_of
from grenade_salad.games.salad.moves import Arrow, Explosion, Move, Pointer
from grenade_salad.games.salad.pieces import Soldier
from tests.rules.salad.test_blocks import WALL, crowd, lay, start

from grenade_salad.games.salad.pieces import Measures  # isort: skip


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
