"""Positions of the card games that are set up by hand, step by step, and what is wrong with them meanwhile."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import Action
from grenade_salad.games.live_grenade import position_draft as live
from grenade_salad.games.live_grenade.reasons import GrenadeInHand, NotInBox, WrongGrenades
from grenade_salad.games.wheel import position_draft as wheel
from grenade_salad.games.wheel.reasons import CardTwice, NobodyLeft, OnFaceDown

LIVE = (
    "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; hand b KD ?2; hand c ?; deck AS ?20; discard 9C 10D; turn b; "
    "anticlockwise; steal 10D from c; asked c a"
)
WHEEL = (
    "wheel; seats 3; ring 3S joker AS 5S 2S 7S 4S 6S; down 7S; dice 3S 1, 5S 4, AS 2; hearts a 4H; hearts b ?1; "
    "hearts c ?; turn b; roll 4"
)


def _rules(found: object) -> list[tuple[type, str]]:
    assert isinstance(found, tuple)
    return [(type(trouble.why), trouble.rule) for trouble in found]


def test_lines_are_read_and_written() -> None:
    assert live.line(live.read(LIVE)) == LIVE
    assert wheel.line(wheel.read(WHEEL)) == WHEEL
    for seats in (2, 3):
        assert live.read(live.line(live.new(seats))) == live.new(seats)
        assert wheel.read(wheel.line(wheel.new(seats))) == wheel.new(seats)
        assert not live.troubles(live.new(seats))
        assert not wheel.troubles(wheel.new(seats))


@pytest.mark.rule("LG-02", "LG-12", "LG-13")
def test_cards_of_live_grenade_come_from_the_tray() -> None:
    setup = live.given(live.new(2), 0, "4H")
    assert live.hand(setup, 0) == (("4H",), 2)
    assert live.hand(live.taken_back(setup, 0, 0), 0) == ((), 2)
    assert _rules(live.troubles(live.given(setup, 1, "4H"))) == [(NotInBox, "LG-02")]
    assert _rules(live.troubles(live.given(setup, 1, "AC"))) == [(GrenadeInHand, "LG-12")]
    two = live.given(live.given(setup, "deck", "AC"), "deck", "AD")
    assert _rules(live.troubles(two)) == [(WrongGrenades, "LG-13")]
    assert not live.troubles(live.taken_back(two, "deck", 1))
    started = live.start(live.below(live.given(setup, "deck", "KC"), 6), Random(1)).setup
    assert (started.deck[0], len(started.deck)) == ("KC", 7)  # type: ignore[attr-defined]


@pytest.mark.rule("LG-14")
def test_who_is_out_has_no_cards() -> None:
    setup = live.put_out(live.new(3), 1)
    assert (live.alive(setup, 1), live.hand(setup, 1)) == (False, ((), 0))
    assert not live.troubles(setup)
    assert live.alive(live.put_out(setup, 1), 1)
    assert live.with_seats(setup, 2).draft.out == (1,)


@pytest.mark.rule("LG-18", "LG-22", "LG-24")
def test_a_play_waits_for_answers() -> None:
    setup = live.given(live.given(live.new(3), "discard", "10S"), "discard", "KD")
    (from_b, from_c) = live.plays(setup)
    assert (from_b.do, from_b.target, from_c.target) == ("steal", 1, 2)
    setup = live.waiting(setup, from_b)
    assert [play.seat for play in setup.draft.stack] == [-1, 1]
    assert setup.draft.asked == live.able(setup) == (2, 0)
    setup = live.cancelled_by(setup, 1, 2)
    assert setup.draft.asked == (0, 1)
    setup = live.asking(setup, 0, asked=False)
    assert not live.troubles(setup)
    began = live.start(setup, Random(2))
    state = live.GAME.start(began.seats, began.options, began.setup)
    assert state.active_seats() == (1,)
    assert live.line(setup).endswith("turn a; steal 10S from b; cancel c KD; asked b")
    pair = live.given(live.given(live.new(2), "discard", "4S"), "discard", "4C")
    setup = live.waiting(pair, live.plays(pair)[0])
    assert setup.draft.discard == ("4C", "4S")
    assert not live.troubles(setup)
    assert not live.troubles(live.waiting(setup, None))


@pytest.mark.rule("WH-02", "WH-07", "WH-14")
def test_ring_dice_and_hearts_of_the_wheel() -> None:
    setup = wheel.swapped(wheel.new(2), 0, 7)
    assert (setup.draft.ring[0], setup.draft.ring[7]) == ("joker", "AS")
    assert wheel.place_of(setup, 0) == 0
    setup = wheel.die_shows(wheel.die_on(setup, 2, 4), 2, 6)
    assert setup.draft.dice[2] == (setup.draft.ring[4], 1)
    down = wheel.turned_over(setup, 4)
    assert _rules(wheel.troubles(down)) == [(OnFaceDown, "WH-07")]
    assert wheel.turned_over(down, 4) == setup
    setup = wheel.given(wheel.given(setup, 0, "4H"), 0, "5H")
    assert wheel.hand(setup, 0) == (("4H", "5H"), 0)
    assert _rules(wheel.troubles(wheel.given(wheel.taken_back(setup, 1, 0), 1, "4H"))) == [(CardTwice, "WH-02")]
    setup = wheel.die_on(setup, 2, 0)
    lost = wheel.turned_over(wheel.turned_over(setup, setup.draft.ring.index("4S")), setup.draft.ring.index("5S"))
    assert _rules(wheel.troubles(lost)) == [(NobodyLeft, "WH-14")]
    began = wheel.start(wheel.rolled(setup, 3), Random(1))
    state = wheel.GAME.start(began.seats, began.options, began.setup)
    legal: list[Action] = list(state.legal_actions(0))
    assert len(legal) == 3
