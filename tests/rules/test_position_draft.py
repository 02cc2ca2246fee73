"""Card game positions that are set up by hand, and their troubles meanwhile."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import Action
from grenade_salad.games.live_grenade import position_draft as live
from grenade_salad.games.live_grenade.reasons import GrenadeInHand, NotInBox, WrongGrenades
from grenade_salad.games.wheel import position_draft as wheel
from grenade_salad.games.wheel.reasons import CardTwice, OnFaceDown, TooFewPlayers

LIVE = (
    "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; hand b KD ?2; hand c ?; deck AS ?20; discard 9C 10D; turn b; "
    "anticlockwise; steal 10D from c; asked c a"
)
WHEEL = (
    "wheel; seats 3; ring 3S joker AS 5S 2S 7S 4S 6S; down 7S; dice 3S 1, 5S 4, AS 2; hearts a 4H; hearts b ?1; "
    "hearts c ?; turn b; roll 4"
)


def _trouble_rules(troubles: object) -> list[tuple[type, str]]:
    assert isinstance(troubles, tuple)
    return [(type(trouble.why), trouble.rule) for trouble in troubles]


def test_lines_survive_reading_and_writing() -> None:
    assert live.format_draft(live.parse_draft(LIVE)) == LIVE
    assert wheel.format_draft(wheel.parse_draft(WHEEL)) == WHEEL
    for seats in (2, 3):
        assert live.parse_draft(live.format_draft(live.new_draft(seats))) == live.new_draft(seats)
        assert wheel.parse_draft(wheel.format_draft(wheel.new_draft(seats))) == wheel.new_draft(seats)
        assert not live.find_troubles(live.new_draft(seats))
        assert not wheel.find_troubles(wheel.new_draft(seats))


@pytest.mark.rule("LG-02", "LG-12", "LG-13")
def test_live_grenade_cards_are_given_and_taken_back() -> None:
    setup = live.add_card(live.new_draft(2), 0, "4H")
    assert live.hand(setup, 0) == (("4H",), 2)
    assert live.hand(live.remove_card(setup, 0, 0), 0) == ((), 2)
    assert _trouble_rules(live.find_troubles(live.add_card(setup, 1, "4H"))) == [(NotInBox, "LG-02")]
    assert _trouble_rules(live.find_troubles(live.add_card(setup, 1, "AC"))) == [(GrenadeInHand, "LG-12")]
    two_grenades = live.add_card(live.add_card(setup, "deck", "AC"), "deck", "AD")
    assert _trouble_rules(live.find_troubles(two_grenades)) == [(WrongGrenades, "LG-13")]
    assert not live.find_troubles(live.remove_card(two_grenades, "deck", 1))
    started = live.start(live.with_hidden_deck(live.add_card(setup, "deck", "KC"), 6), Random(1)).setup
    assert (started.deck[0], len(started.deck)) == ("KC", 7)  # type: ignore[attr-defined]


@pytest.mark.rule("LG-14")
def test_player_who_is_out_has_no_cards() -> None:
    setup = live.toggle_out(live.new_draft(3), 1)
    assert (live.is_alive(setup, 1), live.hand(setup, 1)) == (False, ((), 0))
    assert not live.find_troubles(setup)
    assert live.is_alive(live.toggle_out(setup, 1), 1)
    assert live.with_seats(setup, 2).draft.out == (1,)


@pytest.mark.rule("LG-18", "LG-22", "LG-24")
def test_played_card_waits_for_answers() -> None:
    setup = live.add_card(live.add_card(live.new_draft(3), "discard", "10S"), "discard", "KD")
    (from_b, from_c) = live.possible_plays(setup)
    assert (from_b.do, from_b.target, from_c.target) == ("steal", 1, 2)
    setup = live.with_play(setup, from_b)
    assert [play.seat for play in setup.draft.stack] == [-1, 1]
    assert setup.draft.asked == live.seats_to_ask(setup) == (2, 0)
    setup = live.set_king_player(setup, 1, 2)
    assert setup.draft.asked == (0, 1)
    setup = live.set_asked(setup, 0, is_asked=False)
    assert not live.find_troubles(setup)
    started = live.start(setup, Random(2))
    state = live.GAME.start(started.seats, started.options, started.setup)
    assert state.active_seats() == (1,)
    assert live.format_draft(setup).endswith("turn a; steal 10S from b; cancel c KD; asked b")
    pair = live.add_card(live.add_card(live.new_draft(2), "discard", "4S"), "discard", "4C")
    setup = live.with_play(pair, live.possible_plays(pair)[0])
    assert setup.draft.discard == ("4C", "4S")
    assert not live.find_troubles(setup)
    assert not live.find_troubles(live.with_play(setup, None))


@pytest.mark.rule("WH-02", "WH-07", "WH-14")
def test_ring_dice_and_hearts_of_the_wheel_can_be_set_up() -> None:
    setup = wheel.swap_cards(wheel.new_draft(2), 0, 7)
    assert (setup.draft.ring[0], setup.draft.ring[7]) == ("joker", "AS")
    assert wheel.find_die_index(setup, 0) == 0
    setup = wheel.set_die_pips(wheel.put_die_on(setup, 2, 4), 2, 6)
    assert setup.draft.dice[2] == (setup.draft.ring[4], 1)
    down = wheel.flip_card(setup, 4)
    assert _trouble_rules(wheel.find_troubles(down)) == [(OnFaceDown, "WH-07")]
    assert wheel.flip_card(down, 4) == setup
    setup = wheel.add_card(wheel.add_card(setup, 0, "4H"), 0, "5H")
    assert wheel.hand(setup, 0) == (("4H", "5H"), 0)
    assert _trouble_rules(wheel.find_troubles(wheel.add_card(wheel.remove_card(setup, 1, 0), 1, "4H"))) == [
        (CardTwice, "WH-02")
    ]
    setup = wheel.put_die_on(setup, 2, 0)
    last_spades_down = wheel.flip_card(
        wheel.flip_card(setup, setup.draft.ring.index("4S")), setup.draft.ring.index("5S")
    )
    assert _trouble_rules(wheel.find_troubles(last_spades_down)) == [(TooFewPlayers, "WH-14")]
    started = wheel.start(wheel.with_roll(setup, 3), Random(1))
    state = wheel.GAME.start(started.seats, started.options, started.setup)
    legal: list[Action] = list(state.legal_actions(0))
    assert len(legal) == 3
