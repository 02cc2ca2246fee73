"""The time of an answer reveals nothing: with and without the card it is equal.

Work is counted in calls of functions, on a clock that advances when it is read: no time is measured.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from types import FrameType

import pytest

from grenade_salad import players
from grenade_salad.core import Action, Options, redact
from grenade_salad.games.live_grenade import Cancel, LiveGrenadeOptions, Skip, Steal
from grenade_salad.games.live_grenade.chance import Deal as LiveGrenadeDeal
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup
from grenade_salad.games.salad import Drop, Keep, Move
from grenade_salad.games.salad.actions import Deal as SaladDeal
from grenade_salad.games.salad.actions import Dealt
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import OF_EACH_SYMBOL, SYMBOLS
from grenade_salad.match.match import Header, Match, Step
from tests.players.names import all_names
from tests.players.still_clock import stop_clocks
from tests.playing import fill_template

SLACK, SHARE = 25, 0.1
"""Maximum difference of work: so many calls (some microseconds), or such a share."""
ANSWERER = 1
WARM_UP = ("6C",)
"""The first answer of a process also loads what all later ones use."""


def make_match(game: str, options: Options, seed: int = 5) -> Match:
    return Match(Header(game, ("A", "B", "C"), options, seed))


def count_calls(name: str, match: Match, steps: Sequence[Step]) -> int:
    """Return the number of calls of an answer, in Python and in C.

    The player has seen all of the match.
    """
    player = players.make(match.header.game, name, ANSWERER, Random(3))
    for step in steps:
        for event in step.events:
            player.see(redact(event, ANSWERER))
    view, legal = match.state.view(ANSWERER), match.state.legal_actions(ANSWERER)
    assert any(action.do == "pass" for action in legal)
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    previous_profiler = sys.getprofile()
    gc.disable()  # Otherwise collections of other objects are counted too.
    sys.setprofile(count)
    try:
        player.decide(view, legal)
    finally:
        sys.setprofile(previous_profiler)
        gc.enable()
    return calls


def is_equal_work(costs: Sequence[int]) -> bool:
    return max(costs) - min(costs) <= max(SLACK, SHARE * min(costs))


PLAYS: dict[str, list[Action]] = {
    "skip": [Skip(0, ("JC",))],
    "steals from it": [Steal(0, ("10C",), 1)],
    "steals from another": [Steal(0, ("10C",), 2)],
    "cancelled": [Skip(0, ("JC",)), Cancel(2, ("KD",))],
}


def make_king_match(card: str, play: str) -> tuple[Match, list[Step]]:
    """Return a match and its steps in which the answerer has this card.

    The rest of the hand is always the same, and a card that it has not got is in the deck.
    """
    hands = (("2S", "10C", "JC"), ("3H", "9C", card), ("2D", "8D", "KD"))
    ranks = [rank + suit for rank in ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") for suit in "CDHS"]
    deck = [deck_card for deck_card in (*ranks, "3C", "3D", "AC", "AD") if not any(deck_card in hand for hand in hands)]
    Random(1).shuffle(deck)
    match = make_match("live-grenade", LiveGrenadeOptions())
    deal = LiveGrenadeDeal(LiveGrenadeSetup(hands, tuple(deck), 0))
    return match, [match.apply_entry(deal), *(match.apply_entry(action) for action in PLAYS[play])]


@pytest.mark.parametrize("name", list(all_names("live-grenade")))
@pytest.mark.parametrize("play", PLAYS)
def test_answer_with_a_king_takes_no_longer(name: str, play: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players.make("live-grenade", name, ANSWERER, Random(3))
    stop_clocks(monkeypatch)
    costs = [count_calls(name, *make_king_match(card, play)) for card in (*WARM_UP, "KC", "KS", "4C", "5H")]
    assert is_equal_work(costs[1:]), costs


def make_mine_match(hand: Sequence[str], seed: int) -> tuple[Match, list[Step]]:
    """Return a match and its steps in which a soldier of the heap was moved.

    The answerer has these cards.
    """
    match = make_match("grenade-salad", SaladOptions(), seed)
    steps = [*match.act(Drop(height=40.0)), match.apply_entry(Keep())]
    other_hands = tuple(("arrow", "hammers", "explosion", "pointer", "circles") for _ in range(2))
    rest = Counter(dict.fromkeys(SYMBOLS, OF_EACH_SYMBOL)) - Counter((*other_hands[0], *other_hands[1], *hand))
    steps.append(
        match.apply_entry(SaladDeal(Dealt((other_hands[0], tuple(hand), other_hands[1]), tuple(rest.elements()), 0)))
    )
    rng = Random(seed)
    templates = [action for action in match.state.legal_actions(0) if isinstance(action, Move)]
    move = next(move for template in templates if (move := fill_template(match.state, template, rng)))
    return match, [*steps, match.apply_entry(move)]


@pytest.mark.quick("normal-careful", "hard:0.01", "casual")
@pytest.mark.parametrize("name", list(all_names("grenade-salad")))
def test_answer_with_a_mine_takes_no_longer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players.make("grenade-salad", name, ANSWERER, Random(3))
    stop_clocks(monkeypatch)
    for seed in range(3):
        rest = ("arrow", "pointer", "hammers", "arrow")
        costs = [
            count_calls(name, *make_mine_match((*rest, card), seed))
            for card in ("arrow", "footpath", "explosion", "circles")
        ]
        costs.append(count_calls(name, *make_mine_match((*rest[:3], "footpath", "footpath"), seed)))
        assert is_equal_work(costs[1:]), costs
