"""Every random match ends by the rules alone, within their bounds (GS-33, GS-34)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad import games
from grenade_salad.core import Action, Options
from grenade_salad.games.live_grenade import LiveGrenadeView
from grenade_salad.games.salad import Keep, SaladOptions
from grenade_salad.games.wheel import WheelOptions
from grenade_salad.lab.playout import make_options, make_players, play
from grenade_salad.match.match import Header, Match
from tests.marks import for_each

_QUICK = (("grenade-salad", 2), ("live-grenade", 8), ("live-grenade", 9))
KINDS = [games.load(name) for name in games.with_turns()]
TABLES = [(kind.name, seats) for kind in KINDS for seats in range(kind.min_seats, kind.max_seats + 1)]
QUICK_TABLES = [(name, seats) for name, seats in TABLES if name == "wheel" or (name, seats) in _QUICK]
_CARDS = 54


def new_match(name: str, seats: int, seed: int, options: Options | None = None) -> Match:
    """Return a match before its first decision."""
    names = tuple(f"P{seat}" for seat in range(seats))
    match = Match(Header(name, names, options or make_options(name, seats), seed))
    match.resolve_chance()
    return match


def max_decisions(match: Match) -> int:
    """Return the maximum number of decisions, counted from Keep in Grenade Salad.

    Grenade Salad: each of 54 cards is played once at most. Between two of them, and before the first and after the
    last, fewer than `standstill` rounds pass before the end phase (GS-34), and then one round of passes (GS-31). A turn
    is a move, two cards, its end, and three reaction windows in which each opponent is asked once, and again after a
    mine of the seat's own.

    Live Grenade: a draw takes a card from the deck for good, or a Best Friend out of a hand (LG-12); a play takes a
    card out of a hand for good, and then each other player answers once (LG-24). So each card makes one draw and one
    play at most, and a Best Friend one draw more.

    The wheel: three dice show 3 together at first and 15 at most, so one of thirteen moves is an explosion (WH-08);
    each takes one of eight cards (WH-08, WH-12), and two spades are left as long as two players are (WH-13).
    """
    seats, options, view = match.state.seats, match.header.options, match.state.full_view()
    if isinstance(options, SaladOptions):
        turns = (_CARDS + 1) * (options.standstill + 1) * seats
        return turns * (4 + 3 * (seats - 1)) + _CARDS
    if isinstance(view, LiveGrenadeView):
        assert isinstance(view.deck, tuple)
        cards = len(view.deck) + sum(len(hand) for hand in view.hands if isinstance(hand, tuple))
        return 2 * cards + cards * seats
    return 13 * 6


def play_to_end(match: Match, seed: int) -> int:
    """Play to the end; return the number of decisions, from Keep on in Grenade Salad."""
    play(match, make_players(match.header.game, ["random"] * match.state.seats, seed))
    assert match.state.is_over
    actions = [entry for entry in match.entries if isinstance(entry, Action)]
    keep_index = next((index for index, entry in enumerate(actions) if isinstance(entry, Keep)), -1)
    return len(actions) - keep_index - 1


def check_ends(name: str, seats: int, seed: int) -> None:
    match = new_match(name, seats, seed)
    maximum = max_decisions(match)
    assert play_to_end(match, seed) <= maximum, seed
    assert match.state.full_view().end_reason != "turn_limit"


@pytest.mark.rule("GS-33", "GS-34", "LG-16", "WH-14")
@pytest.mark.parametrize(("name", "seats"), QUICK_TABLES)
def test_random_matches_end(name: str, seats: int) -> None:
    for seed in range(5):
        check_ends(name, seats, seed)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.rule("GS-33", "GS-34", "LG-16", "WH-14")
@pytest.mark.parametrize(("name", "seats"), TABLES)
@for_each("seed", [], range(1000, 1015), range(1015, 1150))
def test_many_random_matches_end(name: str, seats: int, seed: int) -> None:
    check_ends(name, seats, seed)


@pytest.mark.rule("GS-34")
@pytest.mark.parametrize("standstill", [1, 9])
def test_matches_end_with_every_standstill(standstill: int) -> None:
    for seed in range(5):
        match = new_match("grenade-salad", 2, seed, SaladOptions(standstill=standstill))
        assert play_to_end(match, seed) <= max_decisions(match)


@pytest.mark.quick("4-*")
@pytest.mark.rule("WH-07", "WH-12", "WH-14")
@pytest.mark.parametrize("options", [WheelOptions(joker_safe=True), WheelOptions(face_down="counted")])
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_wheel_ends_without_an_upper_bound(options: WheelOptions, seats: int) -> None:
    """An explosion may take no card by these rules, so the moves have no upper bound."""
    for seed in range(100):
        assert play_to_end(new_match("wheel", seats, seed, options), seed) > 0
        assert play_to_end(new_match("wheel", seats, seed, replace(options, last_heart=True)), seed) > 0
