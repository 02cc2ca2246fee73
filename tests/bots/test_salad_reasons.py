"""Why somebody might do something in Grenade Salad: the right words for each kind of action, and no secrets."""

from __future__ import annotations

import re
from random import Random

import pytest

from grenade_salad import bots
from grenade_salad.core import Action, redact
from grenade_salad.games.salad import (
    Arrow,
    Circles,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Pointer,
    SaladOptions,
)
from grenade_salad.games.salad.events import Killed
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.state import SaladState
from grenade_salad.match.match import Header, Match
from tests.rules.salad.positions import at, play, position
from tests.saying import hint

DECK: tuple[Card, ...] = ("arrow",) * 9
HANDS = (["arrow", "hammers", "explosion", "pointer", "circles"], ["footpath"], ["arrow"])


def table() -> SaladState:
    """Two of seat 1 stand together, one of seat 2 is far away behind another, two own ones stand together."""
    return position(
        *(at(0, 0, 100, 100), at(1, 0, 112, 100), at(2, 0, 300, 200)),
        *(at(5, 1, 140, 100), at(6, 1, 150, 110), at(7, 1, 311, 200), at(9, 2, 500, 200)),
        hands=HANDS,
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Arrow(0, 1, 5), "{1} has the most points of all your opponents, and loses three while you get one"),
        (Arrow(0, 1, 9), "takes the last soldier that {2} has on the table"),
        (Hammers(0, 2, 7), "{1} has the most points of all your opponents, and loses three while you get one"),
        (Explosion(0, 1, (146.0, 106.0)), "hits two of {1}'s soldiers and none of yours"),
        (Explosion(0, 1, (125.0, 100.0)), "hits two of {1}'s soldiers and two of yours"),
        (Explosion(0, 0, (100.0, 100.0)), "hits only two soldiers of yours, but makes room for a new card"),
        (Explosion(0, 2, (300.0, 245.0)), "hits nobody, but makes room for a new card"),
        (Pointer(0, (550.0, 350.0), 0.0), "one more soldier on the table, far from all grenades"),
        (Pointer(0, (150.0, 97.0), 0.0), "one more soldier on the table, near enough to strike"),
        (Pointer(0, (200.0, 100.0), 0.0), "one more soldier on the table, near enough to throw"),
        (Circles(0, 200.0), "three more soldiers on the table, worth 9 points"),
        (Move(0, 1, (128.0, 100.0), 0.0), "gets next to one of {1}'s soldiers, near enough to strike"),
        (Move(0, 0, (60.0, 100.0), 0.0), "gets away from your other soldiers, so that no grenade hits two at once"),
        (Move(0, 2, (280.0, 200.0), 0.0), "gets away from {1}'s soldiers"),
        (End(0), "keeps five cards for a better moment"),
    ],
)
def test_what_a_step_brings(action: Action, words: str) -> None:
    state = table()
    assert hint("grenade-salad", 0, state.view(0), action) == words


@pytest.mark.rule("GS-30")
def test_a_card_that_must_be_played_makes_no_room() -> None:
    state = position(at(0, 0, 100, 100), at(5, 1, 300, 300), hands=(["explosion"], ["arrow"]), deck=())
    words = hint("grenade-salad", 0, state.view(0), Explosion(0, 0, (140.0, 100.0)))
    assert words == "hits nobody, but a card must be played"


def test_what_a_grenade_at_nobody_is_for_stands_in_the_log() -> None:
    """All of it can be seen by everybody, and is told to everybody; a grenade that hits somebody needs no reason."""
    far, near = Explosion(0, 0, (100.0, 140.0)), Explosion(0, 0, (140.0, 100.0))
    there = (at(0, 0, 100, 100), at(5, 1, 150, 100))
    late: list[Card] = ["explosion", "explosion", "explosion"]
    told = []
    for options, deck in ((SaladOptions(), DECK), (SaladOptions(), ()), (SaladOptions(standstill=1), DECK)):
        state = position(*there, hands=(late, ["hammers"]), deck=deck, options=options)
        if options.standstill == 1:
            state.still = 1
        others = [redact(event, 1) for event in state.do(far)]
        told += [event.text(("Ann", "Bo")) for event in others if isinstance(event, Killed)]
    second = [event.text(("Ann", "Bo")) for event in state.do(far) if isinstance(event, Killed)]
    assert told == [
        "Nobody is hit, but there is room for a new card",
        "Nobody is hit, but in the end phase a card must be played",
        "Nobody is hit, but the match goes on: without a card it would have ended here",
    ]
    assert second == ["Nobody is hit, but there is room for a new card"]
    hit = position(*there, hands=(late, ["hammers"]), deck=DECK).do(near)
    assert [event.brings for event in hit if isinstance(event, Killed)] == [""]


@pytest.mark.rule("GS-34")
def test_the_end_by_a_standstill_is_told() -> None:
    state = position(at(0, 0, 100, 100), hands=(["arrow"], ["arrow"]), options=SaladOptions(standstill=1), turn=1)
    state.do(End(1))
    assert hint("grenade-salad", 0, state.view(0), End(0)) == "ends the game with the most points"


def test_as_many_are_told_as_are_hit() -> None:
    crowd = [at(5 + one, 1, 131.0 + 9.0 * (one % 3), 91.0 + 9.0 * (one // 3)) for one in range(7)]
    state = position(at(0, 0, 95, 100), *crowd, hands=(["explosion"], ["arrow"]))
    words = hint("grenade-salad", 0, state.view(0), Explosion(0, 0, (138.0, 100.0)))
    assert words == "hits seven of {1}'s soldiers and none of yours"


def test_getting_out_of_sight_is_told() -> None:
    """At 100, 200 it stands in the open; at 100, 150 its own comrade stands between it and seat 1."""
    state = position(at(0, 0, 100, 200), at(1, 0, 150, 150), at(5, 1, 300, 150), hands=(["pointer"], ["arrow"]))
    hides = Move(0, 0, (100.0, 150.0), 0.0)
    assert hint("grenade-salad", 0, state.view(0), hides) == "gets out of {1}'s line of sight"


def test_getting_near_is_told() -> None:
    state = position(at(0, 0, 100, 200), at(5, 1, 220, 200), hands=(["explosion"], ["arrow"]))
    nears = Move(0, 0, (148.0, 200.0), 0.0)
    assert hint("grenade-salad", 0, state.view(0), nears) == "gets near enough to {1}'s soldiers for a grenade"


def test_answers_and_the_end_of_a_turn() -> None:
    state = table()
    play(state, Pointer(0, (150.0, 97.0), 0.0))
    (new,) = state.triggers
    mine = hint("grenade-salad", 1, state.view(1), Footpath(1, new))
    assert mine == "hits one of {0}'s soldiers and two of yours"
    passes = [hint("grenade-salad", seat, state.view(seat), Pass(seat)) for seat in (1, 2)]
    assert passes == ["a mine here would hit your soldiers too", "a mine is not worth it now"]
    play(state, Pass(1), Pass(2), Arrow(0, 1, 5))
    assert hint("grenade-salad", 0, state.view(0), End(0)) == "both cards of this turn are played"


def test_the_set_up_has_reasons() -> None:
    match = Match(Header("grenade-salad", ("A", "B"), SaladOptions(), 1))
    view = match.state.view(0)
    low, high = (hint("grenade-salad", 0, view, Drop(height=height)) for height in (40.0, 250.0))
    assert low != high
    assert hint("grenade-salad", 0, view, Keep())


def test_every_step_of_a_match_has_a_reason_of_a_few_words() -> None:
    match = Match(Header("grenade-salad", ("A", "B", "C"), SaladOptions(turn_limit=9), 4))
    players = [bots.make("grenade-salad", "normal", seat, Random(seat)) for seat in range(3)]
    match.settle()
    while not match.state.over:
        seat = match.state.to_act()[0]
        view = match.state.view(seat)
        action = players[seat].decide(view, match.state.legal(seat))
        words = hint("grenade-salad", seat, view, action)
        assert words == words.strip(". ")
        assert 2 <= len(words.split()) <= 16
        assert all(int(other) in range(3) for other in re.findall(r"{(\d)}", words))
        match.act(action)
