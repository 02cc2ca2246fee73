"""All moves in arrays, compared with the game's by every house rule about them."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import WheelOptions, WheelState
from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.preview import preview_on
from grenade_salad.games.wheel.ring import BLAST_PIPS, DICE, PIPS, RingState
from grenade_salad.players.wheel.moves import TableBatch, apply_moves, die_spread, explosion_spreads, make_moves
from tests.players.wheel_matches import new_wheel_match

RULES = [
    WheelOptions(face_down=down, joker=joker, joker_safe=safe)  # type: ignore[arg-type]
    for down, joker, safe in product(("skipped", "counted"), ("once", "twice"), (False, True))
]


def random_boards(options: WheelOptions, matches: int) -> list[RingState]:
    """Return the boards of random matches."""
    rng, boards = Random(5), []
    for seed in range(matches):
        match = new_wheel_match(2 + seed % 4, options, seed)
        match.resolve_chance()
        while not match.state.is_over and len(match.entries) < 150:
            assert isinstance(match.state, WheelState)
            boards.append(match.state.full_view().ring_state())
            match.act(rng.choice(match.state.legal_actions(match.state.active_seats()[0])))
    return boards


@pytest.mark.quick("counted-twice-True", "skipped-once-False")
@pytest.mark.parametrize("options", RULES, ids=lambda rules: f"{rules.face_down}-{rules.joker}-{rules.joker_safe}")
def test_arrays_move_like_the_game(options: WheelOptions) -> None:
    """Compare every die and roll: its goal, the ring after it and the spades lost."""
    chains = 0
    for board in random_boards(options, 12):
        cards = len(board.ring)
        moves = make_moves(
            cards, board.ring.index(JOKER), options.face_down == "counted", options.joker_safe, options.joker == "twice"
        )
        slots = np.array(
            [[BLAST_PIPS * place + pips - 1] for place, pips in zip(board.die_positions, board.pips, strict=True)]
        )
        before = TableBatch(np.array([board.down]), slots, np.zeros(1), np.ones(1))
        spades = moves.up & (np.arange(cards) != board.ring.index(JOKER))
        worth = spades.ravel().astype(float)
        after = apply_moves(moves, before, slice(None), lambda rows, _, worth=worth: (worth[rows], np.ones(len(rows))))  # type: ignore[misc]
        for index, (roll, die) in enumerate(product(PIPS, DICE)):
            expected = preview_on(board, die, roll)
            if expected.after.count_spades() < 2:
                continue
            chains += len(expected.explosions) > 1
            assert after.ring[index] == expected.after.down
            assert [divmod(slot, BLAST_PIPS) for slot in after.slots[:, index].tolist()] == [
                (place, pips - 1) for place, pips in zip(expected.after.die_positions, expected.after.pips, strict=True)
            ]
            taken = [blast for blast in expected.explosions if blast.takes and board.ring[blast.card_index] != JOKER]
            assert after.gain[index] == len(taken)
    assert chains > 10


@pytest.mark.parametrize("counted", [False, True])
def test_array_spread_equals_spread_of_one_die(counted: bool) -> None:
    """The shares of the cards are equal to the last bit: a choice may depend on it."""
    for ring in (0, 0b1, 0b10110, 0b1111110):
        for position in range(8):
            for pips in range(1, BLAST_PIPS):
                shares = explosion_spreads(8, counted)[:, ring, BLAST_PIPS * position + pips - 1]
                assert tuple(shares.tolist()) == die_spread(8, ring, counted, position, BLAST_PIPS - pips)
