"""Setup and deal of Live Grenade: LG-01 to LG-06, LG-08, LG-30, LG-31."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from grenade_salad.core import ChanceNotPending, Illegal, Reason
from grenade_salad.core.reasons import WrongOption
from grenade_salad.games.live_grenade import GAME, Deal, LiveGrenadeOptions, LiveGrenadeSetup, LiveGrenadeState, reasons
from tests.kinds import expect_type
from tests.rules.live_grenade.matches import PAIR_RANKS
from tests.rules.live_grenade.positions import cards, check_refused, deck, hands, list_all_cards, start_dealt_match

RULES = LiveGrenadeOptions()
PLAIN_RANKS = (*PAIR_RANKS, "10", "J", "Q", "K")


def check_not_started(seats: int, options: LiveGrenadeOptions, setup: LiveGrenadeSetup | None = None) -> Reason:
    """Check that no such match starts; return the reason."""
    with pytest.raises(Illegal) as caught:
        GAME.start(seats, options, setup)
    assert str(caught.value) == caught.value.reason.text()
    return caught.value.reason


def count_ranks(state: LiveGrenadeState) -> Counter[str]:
    """Count the cards of each rank."""
    return Counter(card[:-1] for card in list_all_cards(state))


@pytest.mark.rule("LG-01")
def test_two_to_thirteen_can_play() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 13)


@pytest.mark.rule("LG-01", "LG-30")
@pytest.mark.parametrize(
    ("options", "maximum"),
    [
        (RULES, 5),
        (LiveGrenadeOptions(decks=2), 9),
        (LiveGrenadeOptions(added="needed"), 9),
        (LiveGrenadeOptions(decks=3), 13),
        (LiveGrenadeOptions(decks=2, added="needed"), 13),
        (LiveGrenadeOptions(decks=3, added="needed"), 13),
    ],
)
def test_number_of_players_is_limited_by_the_decks(options: LiveGrenadeOptions, maximum: int) -> None:
    for seats in range(2, maximum + 1):
        assert len(hands(start_dealt_match(seats, options))) == seats
    for seats in (-1, 0, 1, maximum + 1):
        assert check_not_started(seats, options) == reasons.WrongPlayers(seats, maximum, options.decks)


@pytest.mark.rule("LG-02", "LG-03", "LG-04", "LG-05")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_deck_has_the_right_cards(seats: int) -> None:
    state = start_dealt_match(seats)
    counts = Counter(list_all_cards(state))
    assert max(counts.values()) == 1
    assert "3S" not in counts
    assert set(counts) >= {"3C", "3D", "3H"}
    rank_counts = count_ranks(state)
    assert (rank_counts["A"], rank_counts["2"], rank_counts["3"]) == (seats - 1, seats - 1, 3)
    assert all(rank_counts[rank] == 4 for rank in PLAIN_RANKS)


@pytest.mark.rule("LG-03", "LG-13")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_grenade_fewer_than_players_all_in_the_deck(seats: int) -> None:
    state = start_dealt_match(seats, seed=seats)
    assert sum(card[0] == "A" for card in deck(state)) == seats - 1 == state.view(None).grenades


@pytest.mark.rule("LG-04")
@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (5, 1), (2, 2), (9, 2)])
def test_everybody_gets_one_best_friend(seats: int, decks: int) -> None:
    state = start_dealt_match(seats, LiveGrenadeOptions(decks=decks, extra_cards=0))
    friends = sorted(card for hand in hands(state) for card in hand)
    assert [len(hand) for hand in hands(state)] == [1] * seats
    assert friends[-1] == "3H"
    assert [card[0] for card in friends[:-1]] == ["2"] * (seats - 1)
    assert Counter(list_all_cards(state))["2C"] <= decks


def friends_in_deck(seats: int, options: LiveGrenadeOptions) -> str:
    """Return the Best Friends besides those dealt; 2s are without their suit."""
    state = start_dealt_match(seats, replace(options, extra_cards=0))
    return " ".join(sorted("2" if card[0] == "2" else card for card in deck(state) if card[0] in "23"))


@pytest.mark.rule("LG-05")
@pytest.mark.parametrize(
    ("seats", "decks", "number", "friends"),
    [
        (5, 1, None, "3C 3D"),
        (9, 2, None, "3C 3C 3D 3D"),
        (4, 1, 0, ""),
        (4, 1, 1, "3C"),
        (4, 1, 3, "3C 3D 3S"),
        (4, 1, 4, "2 3C 3D 3S"),
        (2, 1, 6, "2 2 2 3C 3D 3S"),
        (9, 2, 5, "3C 3C 3D 3D 3H"),
        (9, 2, 6, "3C 3C 3D 3D 3H 3S"),
        (9, 2, 7, "3C 3C 3D 3D 3H 3S 3S"),
        (8, 2, 8, "2 3C 3C 3D 3D 3H 3S 3S"),
    ],
)
def test_best_friends_are_taken_in_order(seats: int, decks: int, number: int | None, friends: str) -> None:
    assert friends_in_deck(seats, LiveGrenadeOptions(decks=decks, best_friends=number)) == friends


@pytest.mark.rule("LG-05")
@pytest.mark.parametrize(("seats", "decks", "maximum"), [(5, 1, 3), (4, 1, 4), (2, 1, 6), (9, 2, 7), (2, 2, 14)])
def test_no_more_best_friends_than_the_decks_have(seats: int, decks: int, maximum: int) -> None:
    start_dealt_match(seats, LiveGrenadeOptions(decks=decks, best_friends=maximum))
    for count in (-1, maximum + 1):
        reason = expect_type(WrongOption, check_not_started(seats, LiveGrenadeOptions(decks=decks, best_friends=count)))
        assert (reason.name, reason.value) == ("best_friends", count)


@pytest.mark.rule("LG-06")
@pytest.mark.parametrize("extra", [0, 1, 2, 4, 8])
def test_extra_cards_without_grenades(extra: int) -> None:
    state = start_dealt_match(5, LiveGrenadeOptions(extra_cards=extra))
    assert [len(hand) for hand in hands(state)] == [1 + extra] * 5
    assert not any(card[0] == "A" for hand in hands(state) for card in hand)
    assert len(deck(state)) == 51 - 5 - 5 * extra


@pytest.mark.rule("LG-06")
def test_best_friends_of_the_deck_may_be_extra_cards() -> None:
    held = Counter(card for seed in range(30) for hand in hands(start_dealt_match(5, seed=seed)) for card in hand)
    assert held["3C"]
    assert held["3D"]


@pytest.mark.rule("LG-06")
def test_no_more_extra_cards_than_there_are() -> None:
    state = start_dealt_match(2, LiveGrenadeOptions(extra_cards=21))
    assert [card[0] for card in deck(state)] == ["A"]
    for count in (-1, 22):
        reason = expect_type(WrongOption, check_not_started(2, LiveGrenadeOptions(extra_cards=count)))
        assert (reason.name, reason.value) == ("extra_cards", count)


@pytest.mark.rule("LG-08")
def test_first_player_is_random_or_chosen() -> None:
    assert {start_dealt_match(3, seed=seed).view(None).turn for seed in range(30)} == {0, 1, 2}
    for seat in range(3):
        state = start_dealt_match(3, LiveGrenadeOptions(starter=seat))
        assert state.active_seats() == (seat,)
    for seat in (-1, 3):
        reason = expect_type(WrongOption, check_not_started(3, LiveGrenadeOptions(starter=seat)))
        assert reason.name == "starter"


@pytest.mark.rule("LG-30")
@pytest.mark.parametrize("seats", range(2, 10))
def test_only_the_cards_that_players_need_are_added(seats: int) -> None:
    state = start_dealt_match(seats, LiveGrenadeOptions(added="needed"))
    rank_counts = count_ranks(state)
    assert (rank_counts["A"], rank_counts["2"], rank_counts["3"]) == (seats - 1, seats - 1, 3)
    assert all(rank_counts[rank] == 4 for rank in PLAIN_RANKS)
    assert "3S" not in list_all_cards(state)


@pytest.mark.rule("LG-30")
@pytest.mark.parametrize(("seats", "sets"), [(9, 2), (10, 3), (13, 3)])
def test_two_decks_get_only_the_cards_that_more_players_need(seats: int, sets: int) -> None:
    state = start_dealt_match(seats, LiveGrenadeOptions(decks=2, added="needed"))
    rank_counts = count_ranks(state)
    assert (rank_counts["A"], rank_counts["2"], rank_counts["3"]) == (seats - 1, seats - 1, 5)
    assert all(rank_counts[rank] == 8 for rank in PLAIN_RANKS)
    assert max(list_all_cards(state).count(ace) for ace in ("AC", "AD", "AH", "AS")) <= sets


@pytest.mark.rule("LG-30")
def test_with_three_decks_there_is_nothing_to_add() -> None:
    for seats in (2, 9, 13):
        whole_decks, needed = (LiveGrenadeOptions(decks=3, added=added) for added in ("decks", "needed"))
        assert sorted(list_all_cards(start_dealt_match(seats, whole_decks))) == sorted(
            list_all_cards(start_dealt_match(seats, needed))
        )


@pytest.mark.rule("LG-01", "LG-30")
@pytest.mark.parametrize(
    ("seats", "added", "decks"),
    [(5, "decks", 1), (6, "decks", 2), (9, "decks", 2), (10, "decks", 3), (9, "needed", 1), (10, "needed", 2)],
)
def test_number_of_decks_follows_the_number_of_players(
    seats: int, added: Literal["decks", "needed"], decks: int
) -> None:
    assert LiveGrenadeOptions(added=added).for_seats(seats).decks == decks
    assert LiveGrenadeOptions(added=added, decks=3).for_seats(seats).decks == 3


@pytest.mark.rule("LG-30")
def test_whole_decks_have_the_right_cards() -> None:
    rank_counts = count_ranks(start_dealt_match(9, LiveGrenadeOptions(decks=2, extra_cards=4)))
    assert (rank_counts["A"], rank_counts["2"], rank_counts["3"]) == (8, 8, 5)
    assert all(rank_counts[rank] == 8 for rank in PLAIN_RANKS)


@pytest.mark.rule("LG-31")
@pytest.mark.parametrize(("seats", "sets"), [(2, 2), (3, 1)])
def test_short_game_removes_ranks_and_names_them(seats: int, sets: int) -> None:
    drawn = set()
    for seed in range(20):
        state = start_dealt_match(seats, LiveGrenadeOptions(short=True), seed)
        out = state.view(None).short_ranks
        assert len(out) == sets
        assert [rank for rank in PAIR_RANKS if not count_ranks(state)[rank]] == list(out)
        assert sum(count_ranks(state)[rank] for rank in PAIR_RANKS) == 4 * (6 - sets)
        drawn.add(out)
    assert len(drawn) > 3
    chosen_ranks = ("9", "5")[:sets]
    state = start_dealt_match(seats, LiveGrenadeOptions(short=True, short_ranks=chosen_ranks))
    assert state.view(None).short_ranks == chosen_ranks
    assert not any(count_ranks(state)[rank] for rank in chosen_ranks)


@pytest.mark.rule("LG-31")
def test_two_players_have_two_best_friends_in_the_short_deck() -> None:
    for count in (None, 0, 6, 99):
        assert friends_in_deck(2, LiveGrenadeOptions(short=True, best_friends=count)) == "3C 3D"
    assert friends_in_deck(2, LiveGrenadeOptions(decks=2, short=True)) == "3C 3D"
    assert friends_in_deck(3, LiveGrenadeOptions(short=True, best_friends=3)) == "3C 3D 3S"


@pytest.mark.rule("LG-31")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (4, LiveGrenadeOptions(short=True)),
        (2, LiveGrenadeOptions(short=True, short_ranks=("4",))),
        (3, LiveGrenadeOptions(short=True, short_ranks=("4", "5"))),
        (2, LiveGrenadeOptions(short=True, short_ranks=("4", "4"))),
        (3, LiveGrenadeOptions(short=True, short_ranks=("10",))),
        (3, LiveGrenadeOptions(short=True, short_ranks=())),
        (3, LiveGrenadeOptions(short_ranks=("4",))),
        (3, LiveGrenadeOptions(decks=0)),
        (3, LiveGrenadeOptions(decks=4)),
        (3, LiveGrenadeOptions(added="all")),  # type: ignore[arg-type]
    ],
)
def test_impossible_house_rules_are_refused(seats: int, options: LiveGrenadeOptions) -> None:
    assert isinstance(check_not_started(seats, options), WrongOption)


def swap_cards(setup: LiveGrenadeSetup, first: str, second: str) -> LiveGrenadeSetup:
    """Return the setup with two cards exchanged wherever they are.

    The first is replaced by the second if there is no second one.
    """

    def exchange(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(second if card == first else first if card == second else card for card in cards)

    return replace(setup, hands=tuple(exchange(hand) for hand in setup.hands), deck=exchange(setup.deck))


@pytest.mark.rule("LG-02", "LG-03", "LG-04", "LG-05", "LG-06", "LG-08", "LG-10", "LG-13")
def test_impossible_deals_are_refused() -> None:
    options = LiveGrenadeOptions(starter=1, extra_cards=1)
    state = expect_type(LiveGrenadeState, GAME.start(3, options, None))
    good = LiveGrenadeSetup(
        hands=(cards("3H 4C"), cards("2C 4D"), cards("2D 3C")),
        deck=cards("3D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S 10C 10D 10H 10S")
        + cards("JC JD JH JS QC QD QH QS KC KD KH KS AC AD"),
        turn=1,
    )
    assert state.why_not_chance(Deal(good)) is None
    bad = {
        "another starts": replace(good, turn=0),
        "counter-clockwise": replace(good, direction=-1),
        "something is discarded": replace(good, deck=good.deck[1:], discard=("3D",)),
        "a 2 that nobody needs is discarded": replace(good, discard=("2H",)),
        "somebody is out": replace(good, alive=(True, True, False), hands=(*good.hands[:2], ())),
        "too few cards in hand": replace(good, hands=(cards("3H"), *good.hands[1:]), deck=(*good.deck, "4C")),
        "a 2 and the 3 of hearts in one hand": swap_cards(good, "4C", "2C"),
        "a hand without a Best Friend": swap_cards(swap_cards(good, "2D", "4H"), "3C", "4S"),
        "the 3 of hearts is not dealt": swap_cards(good, "3H", "5C"),
        "an ace is held": swap_cards(good, "4C", "AC"),
        "an ace too many": replace(good, deck=(*good.deck, "AH")),
        "an ace too few": replace(good, deck=good.deck[:-1]),
        "the 3 of spades": swap_cards(good, "3D", "3S"),
        "another 2": replace(good, deck=(*good.deck, "2H")),
        "a card twice": replace(good, deck=(*good.deck, "9D")),
        "a card is missing": replace(good, deck=good.deck[:5] + good.deck[6:]),
        "a hand too few": replace(good, hands=good.hands[:2]),
    }
    for fault, deal in bad.items():
        assert check_refused(state, Deal(deal)), fault
    state.apply_chance(Deal(good))
    assert check_refused(state, Deal(good)) == ChanceNotPending("deal", None)


@pytest.mark.rule("LG-31")
def test_a_short_deal_leaves_whole_ranks_out() -> None:
    options = LiveGrenadeOptions(short=True)
    state = GAME.start(3, options, None)
    chance = expect_type(Deal, state.sample_chance(Random(5)))
    deal = chance.outcome
    out = (set(PAIR_RANKS) - {card[0] for card in (*deal.deck, *sum(deal.hands, ()))}).pop()
    index = next(index for index, card in enumerate(deal.deck) if card[:-1] in PAIR_RANKS)
    wrong = replace(deal, deck=(*deal.deck[:index], out + "C", *deal.deck[index + 1 :]))
    assert check_refused(dealtless := LiveGrenadeState(3, options, None), Deal(wrong))
    assert dealtless.why_not_chance(chance) is None
