"""Facts of every match by any house rules: LG-13, LG-16, LG-27 and the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grenade_salad.core import Action, Event, redact
from grenade_salad.games.live_grenade import (
    Cancel,
    Draw,
    LiveGrenadeOptions,
    LiveGrenadeState,
    Pair,
    Pass,
    Reverse,
    Skip,
    Steal,
)
from grenade_salad.games.live_grenade.events import Dealt, Drew, Grenade, Out, Played, Stolen
from tests.rules.live_grenade.matches import random_steps, sample_positions, start_match, tables
from tests.rules.live_grenade.positions import deck, hands, list_all_cards

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ALL_CARDS = [rank + suit for rank in RANKS for suit in "CDHS"]
seeds = st.integers(0, 2**32)


def check_state(state: LiveGrenadeState, cards: list[str]) -> None:
    """Check what holds at every step."""
    assert list_all_cards(state) == cards
    view = state.view(None)
    grenades = sum(card[0] == "A" for card in deck(state))
    assert grenades == view.grenades == sum(view.alive) - 1
    for hand, alive in zip(hands(state), view.alive, strict=True):
        assert not any(card[0] == "A" for card in hand)
        assert alive or not hand
    assert (state.pending_chance() is not None) + bool(state.active_seats()) + state.is_over == 1
    for seat in range(state.seats):
        assert bool(state.legal_actions(seat)) == (seat in state.active_seats())


@pytest.mark.rule("LG-07", "LG-12", "LG-13", "LG-14", "LG-16")
@settings(max_examples=60, deadline=None)
@given(tables(), seeds)
def test_every_match_keeps_its_cards_and_ends(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    seats, options = table
    state = start_match(seats, options)
    rng = Random(seed)
    assert state.pending_chance() == "deal"
    state.apply_chance(state.sample_chance(rng))
    cards = list_all_cards(state)
    for count, _ in enumerate(random_steps(state, rng)):
        check_state(state, cards)
        assert count < 5000
    check_state(state, cards)
    ranking = state.ranking()
    assert sorted(seat for place in ranking for seat in place) == list(range(seats))
    assert all(len(place) == 1 for place in ranking)
    assert state.view(None).alive[ranking[0][0]]


@pytest.mark.rule("LG-27")
@settings(max_examples=30, deadline=None)
@given(tables(), seeds)
def test_counts_are_public_and_cards_are_not(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    for state in sample_positions(start_match(*table), seed, every=7):
        sizes = tuple(len(hand) for hand in hands(state))
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            assert view.deck == len(deck(state))
            assert view.discard == state.full_view().discard
            assert view.grenades == sum(card[0] == "A" for card in deck(state))
            for owner, hand in enumerate(view.hands):
                assert hand == (hands(state)[owner] if owner == seat else sizes[owner])


@settings(max_examples=30, deadline=None)
@given(tables(), seeds)
def test_view_of_a_seat_does_not_depend_on_hidden_cards(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    rng = Random(seed)
    for state in sample_positions(start_match(*table), seed, every=9):
        for seat in range(state.seats):
            world = state.resample(seat, rng)
            assert world.view(seat) == state.view(seat)
            assert world.legal_actions(seat) == state.legal_actions(seat)
            assert world.active_seats() == state.active_seats()
            check_state(world, list_all_cards(state))


def test_resampling_deals_all_hidden_cards_again() -> None:
    state = start_match(3, LiveGrenadeOptions())
    state.apply_chance(state.sample_chance(Random(1)))
    previous = state.copy()
    worlds = [state.resample(0, Random(seed)) for seed in range(300)]
    assert state == previous
    dealt_cards = Counter(card for world in worlds for card in hands(world)[1])
    assert set(dealt_cards) == {card for card in list_all_cards(state) if card[0] != "A"} - set(hands(state)[0])
    aces = {index for world in worlds for index, card in enumerate(deck(world)) if card[0] == "A"}
    assert aces == set(range(len(deck(state))))


def test_resampling_leaves_the_drawn_grenade_in_place() -> None:
    state = start_match(2, LiveGrenadeOptions())
    state.apply_chance(state.sample_chance(Random(1)))
    for _ in random_steps(state, Random(4)):
        if state.pending_chance() == "reshuffle":
            break
    assert {deck(state.resample(0, Random(seed)))[0] for seed in range(20)} == {deck(state)[0]}


def conceivable_actions(seat: int, seats: int) -> Iterator[Action]:
    """Yield every action that a player could think of, and many impossible ones."""
    yield Draw(seat)
    yield Pass(seat)
    targets = range(-1, seats + 1)
    for card in ALL_CARDS:
        yield Skip(seat, (card,))
        yield Reverse(seat, (card,))
        yield Cancel(seat, (card,))
        yield from (Steal(seat, (card,), target) for target in targets)
        partners = [
            partner for partner in ALL_CARDS if partner >= card and (partner[0] == card[0] or partner[1] == card[1])
        ]
        yield from (Pair(seat, (card, mate), target) for mate in partners for target in targets)
    for cards in ((), ("JC", "JD"), ("QC", "QC"), ("KC", "KD"), ("10C", "10D"), ("XX",), ("4C",), ("4C", "4D", "4H")):
        yield from (kind(seat, cards) for kind in (Skip, Reverse, Cancel))
        yield from (kind(seat, cards, target) for kind in (Steal, Pair) for target in targets)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.sampled_from([(2, 1), (3, 1), (3, 2)]), seeds)
def test_legal_actions_are_exactly_the_allowed_ones(table: tuple[int, int], seed: int) -> None:
    seats, decks = table
    for state in sample_positions(start_match(seats, LiveGrenadeOptions(decks=decks)), seed, every=11):
        for seat in range(-1, seats + 1):
            legal = state.legal_actions(seat)
            assert len(set(legal)) == len(legal)
            possible = {action for action in conceivable_actions(seat, seats) if state.why_not(action) is None}
            assert possible == set(legal)


@settings(max_examples=20, deadline=None)
@given(tables(), seeds)
def test_copies_are_equal_and_independent(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    for state in sample_positions(start_match(*table), seed, every=13):
        changed, unchanged = state.copy(), state.copy()
        assert changed == state
        for _ in random_steps(changed, Random(seed)):
            pass
        assert state == unchanged
        assert state.is_over or changed != state


@settings(max_examples=20, deadline=None)
@given(tables(), seeds)
def test_events_of_a_seat_tell_it_the_whole_hand(table: tuple[int, LiveGrenadeOptions], seed: int) -> None:
    """Follow the events of each seat: they give its hand."""
    state = start_match(*table)
    names = [f"P{seat}" for seat in range(state.seats)]
    followed_hands: list[Counter[str]] = [Counter() for _ in names]
    for events in random_steps(state, Random(seed)):
        for event in events:
            for seat, hand in enumerate(followed_hands):
                redacted = redact(event, seat)
                assert redacted.text(names)
                follow_event(redacted, seat, hand)
        for seat, hand in enumerate(followed_hands):
            assert sorted(hand.elements()) == sorted(hands(state)[seat])


def follow_event(event: Event, seat: int, hand: Counter[str]) -> None:
    """Update the seat's own hand by an event that it sees."""
    match event:
        case Dealt(seat=owner, cards=cards) if owner == seat:
            assert cards is not None
            hand.update(cards)
        case Drew(seat=owner, card=card) if owner == seat:
            assert card is not None
            hand[card] += 1
        case Played(seat=owner, cards=cards) | Out(seat=owner, cards=cards) if owner == seat:
            hand.subtract(cards)
        case Grenade(seat=owner, friend=friend) if owner == seat and friend is not None:
            hand[friend] -= 1
        case Stolen(thief=thief, victim=victim, card=card) if seat in (thief, victim):
            assert card is not None
            hand[card] += 1 if seat == thief else -1
