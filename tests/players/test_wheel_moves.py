"""All moves in arrays, held to the game's own moves by every house rule about them."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from grenade_salad.games.wheel import WheelOptions, WheelState
from grenade_salad.games.wheel.cards import JOKER
from grenade_salad.games.wheel.preview import preview_on
from grenade_salad.games.wheel.ring import BLAST, DICE, PIPS, Board
from grenade_salad.players.wheel.moves import Tables, moved, moves_in, spread, spreads
from tests.players.wheel_matches import begun

RULES = [
    WheelOptions(face_down=down, joker=joker, joker_safe=safe)  # type: ignore[arg-type]
    for down, joker, safe in product(("skipped", "counted"), ("once", "twice"), (False, True))
]


def boards(options: WheelOptions, matches: int) -> list[Board]:
    """The tables of matches that anybody plays anyhow."""
    rng, found = Random(5), []
    for seed in range(matches):
        match = begun(2 + seed % 4, options, seed)
        match.settle()
        while not match.state.is_over and len(match.entries) < 150:
            assert isinstance(match.state, WheelState)
            found.append(match.state.full_view().board())
            match.act(rng.choice(match.state.legal_actions(match.state.active_seats()[0])))
    return found


@pytest.mark.quick("counted-twice-True", "skipped-once-False")
@pytest.mark.parametrize("options", RULES, ids=lambda one: f"{one.face_down}-{one.joker}-{one.joker_safe}")
def test_arrays_move_as_the_game_does(options: WheelOptions) -> None:
    """Where every die would go with every roll, what would lie there then, and how many spades blow up for good."""
    chains = 0
    for board in boards(options, 12):
        cards = len(board.ring)
        found = moves_in(
            cards, board.ring.index(JOKER), options.face_down == "counted", options.joker_safe, options.joker == "twice"
        )
        slots = np.array([[BLAST * at + pips - 1] for at, pips in zip(board.at, board.pips, strict=True)])
        now = Tables(np.array([board.down]), slots, np.zeros(1), np.ones(1))
        spades = found.up & (np.arange(cards) != board.ring.index(JOKER))
        worth = spades.ravel().astype(float)
        there = moved(found, now, slice(None), lambda here, _, worth=worth: (worth[here], np.ones(len(here))))  # type: ignore[misc]
        for number, (roll, die) in enumerate(product(PIPS, DICE)):
            seen = preview_on(board, die, roll)
            if seen.after.spades() < 2:
                continue
            chains += len(seen.explosions) > 1
            assert there.ring[number] == seen.after.down
            assert [divmod(slot, BLAST) for slot in there.slots[:, number].tolist()] == [
                (at, pips - 1) for at, pips in zip(seen.after.at, seen.after.pips, strict=True)
            ]
            taken = [blast for blast in seen.explosions if blast.takes and board.ring[blast.at] != JOKER]
            assert there.now[number] == len(taken)
    assert chains > 10


@pytest.mark.parametrize("counted", [False, True])
def test_where_dice_blow_up_is_as_the_rings_ways_say(counted: bool) -> None:
    """The same shares of cards, to the last bit: a choice may hang on it."""
    for ring in (0, 0b1, 0b10110, 0b1111110):
        for at in range(8):
            for pips in range(1, BLAST):
                shares = spreads(8, counted)[:, ring, BLAST * at + pips - 1]
                assert tuple(shares.tolist()) == spread(8, ring, counted, at, BLAST - pips)
