"""Random play under all house rules, compared with the reference."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.core import Illegal
from grenade_salad.games.wheel import Advance, Die, Roll, WheelOptions, WheelSetup, WheelState
from grenade_salad.games.wheel.cards import HEARTS, RING, matching_spade
from grenade_salad.games.wheel.events import Exploded, Out
from grenade_salad.games.wheel.preview import preview
from grenade_salad.games.wheel.ring import Explosion
from tests.rules.wheel.positions import start_game
from tests.rules.wheel.reference_game import ReferenceGame, WhiteDie

MAX_MOVES = 91
"""Maximum number of moves by the rules.

An explosion takes at most 13 moves, and after 7 explosions one spade is left.
"""


@st.composite
def house_rules(draw: st.DrawFn) -> WheelOptions:
    return WheelOptions(
        starter=draw(st.sampled_from((None, 0, 1))),
        face_down=draw(st.sampled_from(("skipped", "counted"))),
        joker=draw(st.sampled_from(("once", "twice"))),
        joker_safe=draw(st.booleans()),
        last_heart=draw(st.booleans()),
    )


@st.composite
def setups(draw: st.DrawFn) -> tuple[int, WheelOptions, WheelSetup]:
    """Draw positions in the middle of a game, many of them impossible."""
    seats, options = draw(st.integers(2, 5)), draw(house_rules())
    ring = draw(st.permutations(RING))[: draw(st.integers(4, 8))]
    spades = [heart for heart in draw(st.permutations(HEARTS)) if matching_spade(heart) in ring]
    each = draw(st.integers(1, 2)) if seats == 2 else 1
    hearts = tuple(tuple(spades[seat * each : seat * each + each]) for seat in range(seats))
    places = st.integers(0, len(ring) - 1)
    numbers = st.sampled_from((1, 2, 3, 4, 5, 5, 5))
    dice = tuple(Die(draw(places), draw(numbers)) for _ in range(3))
    down = tuple(draw(st.sets(places, max_size=3)))
    return seats, options, WheelSetup(tuple(ring), hearts, draw(st.integers(0, seats - 1)), dice, down)


def play_random_match(seats: int, options: WheelOptions, seed: int, limit: int) -> tuple[WheelState, int]:
    """Play a random match to its end and check the invariants after each move.

    Returns the final state and the number of moves.
    """
    rng = Random(seed)
    state = start_game(seats, options, None)
    move_count = 0
    while not state.is_over:
        while state.pending_chance():
            state.apply_chance(state.sample_chance(rng))
        legal = state.legal_actions(state.active_seats()[0])
        assert legal == [Advance(state.active_seats()[0], die) for die in range(3)]
        assert all(state.why_not(action) is None for action in legal)
        state.apply(rng.choice(legal))
        move_count += 1
        assert move_count <= limit, "no end"
        if not state.is_over:
            check_invariants(state)
    return state, move_count


def check_invariants(state: WheelState) -> None:
    """Check what must be true as long as the game is not over."""
    view = state.full_view()
    assert len(view.dice) == 3
    for die in view.dice:
        assert 1 <= die.pips <= 5
        assert state.options.face_down == "counted" or die.at not in view.face_down
    face_up = [card for index, card in enumerate(view.ring) if index not in view.face_down]
    assert len([card for card in face_up if card != "joker"]) >= sum(view.alive) >= 2
    for seat, hearts in enumerate(view.hearts):
        assert isinstance(hearts, tuple)
        is_face_up = [matching_spade(heart) in face_up for heart in hearts]
        assert view.alive[seat] == (any(is_face_up) if state.options.last_heart else all(is_face_up))


@given(st.integers(2, 7), house_rules(), st.integers(0, 10**6))
def test_every_match_ends_with_one_player_left(seats: int, options: WheelOptions, seed: int) -> None:
    always_takes_card = options.face_down == "skipped" and not options.joker_safe
    state, _ = play_random_match(seats, options, seed, MAX_MOVES if always_takes_card else 5000)
    assert sum(state.full_view().alive) == 1
    ranking = state.ranking()
    assert sorted(seat for place in ranking for seat in place) == list(range(seats))
    assert all(len(place) == 1 for place in ranking)
    assert state.full_view().alive[ranking[0][0]]


@given(setups(), st.integers(0, 10**6))
def test_game_agrees_with_the_reference(drawn: tuple[int, WheelOptions, WheelSetup], seed: int) -> None:
    seats, options, setup = drawn
    try:
        state = start_game(seats, options, setup)
    except Illegal:
        return
    assert setup.dice is not None
    assert setup.face_down is not None
    dice = [WhiteDie(setup.ring[die.at], die.pips) for die in setup.dice]
    down = {setup.ring[index] for index in setup.face_down}
    reference = ReferenceGame(list(setup.ring), down, dice, [set(held) for held in setup.hearts], options)
    rng = Random(seed)
    for _ in range(12):
        view = state.view(None)
        roll, die = rng.randint(1, 6), rng.randrange(3)
        reference.explosions, reference.eliminated = [], []
        reference.move_die(roll, die)
        state.apply_chance(Roll(roll))
        rolled_view = state.view(None)
        events = state.apply(Advance(state.active_seats()[0], die))
        after = state.full_view()
        explosions = [(event.card, list(event.dice), event.takes) for event in events if isinstance(event, Exploded)]
        assert explosions == reference.explosions
        assert [event.seat for event in events if isinstance(event, Out)] == reference.eliminated
        assert [WhiteDie(after.ring[die_after.at], die_after.pips) for die_after in after.dice] == reference.dice
        assert {after.ring[face_down] for face_down in after.face_down} == reference.down
        assert [seat for seat, is_alive in enumerate(after.alive) if is_alive] == reference.find_alive_seats()
        assert view != rolled_view
        predicted = preview(rolled_view, die).explosions
        exploded = [event for event in events if isinstance(event, Exploded)]
        expected = [(event.at, event.takes, event.dice) for event in exploded]
        assert [(blast.card_index, blast.takes, blast.dice) for blast in predicted][: len(expected)] == expected
        assert len(predicted) == len(expected) or state.is_over
        if state.is_over:
            break


def test_preview_stops_where_the_game_surely_ends() -> None:
    """With two spades left, the first explosion is the last.

    The preview reveals no more than that of the hidden cards.
    """
    setup = WheelSetup(("joker", "AS", "2S"), (("AH",), ("2H",)), 0, (Die(2, 1), Die(1, 5), Die(2, 5)))
    state = start_game(2, WheelOptions(), setup)
    state.apply_chance(Roll(1))
    assert preview(state.view(None), 0).explosions == (Explosion(1, True, (1,), 2),)


@pytest.mark.rule("WH-06", "WH-10")
def test_preview_has_the_target_of_the_die_and_the_pips_of_all_dice() -> None:
    setup = WheelSetup(("AS", "2S", "joker", "3S"), (("AH",), ("2H",)), 0, (Die(0, 4), Die(3, 5), Die(3, 2)))
    state = start_game(2, WheelOptions(), setup)
    with pytest.raises(ValueError, match="not rolled"):
        preview(state.view(0), 0)
    state.apply_chance(Roll(2))
    joker_preview = preview(state.view(0), 0)
    assert (joker_preview.die, joker_preview.path, joker_preview.to, joker_preview.joker, joker_preview.pips) == (
        0,
        (1, 2),
        2,
        True,
        (5, 6, 3),
    )
    assert joker_preview.explosions == (Explosion(3, True, (1, 2), 0),)
    assert (joker_preview.after.die_positions, joker_preview.after.pips) == ([2, 0, 0], [5, 1, 1])
    plain_preview = preview(state.view(0), 2)
    assert (plain_preview.path, plain_preview.joker, plain_preview.pips, plain_preview.explosions) == (
        (0, 1),
        False,
        (4, 5, 3),
        (),
    )
