"""Card game positions that are set up by hand, and their problems meanwhile."""

from __future__ import annotations

from random import Random

import pytest

from grenade_salad.core import Action
from grenade_salad.games.live_grenade import position_draft as live
from grenade_salad.games.live_grenade.chance import LiveGrenadeSetup
from grenade_salad.games.live_grenade.reasons import GrenadeInHand, NotInBox, WrongGrenades
from grenade_salad.games.wheel import position_draft as wheel
from grenade_salad.games.wheel.reasons import CardTwice, OnFaceDown, TooFewPlayers
from tests.kinds import expect_type

LIVE = (
    "live-grenade; seats Ann, Bo, Cy; hand a 2C 4H; hand b KD ?2; hand c ?; deck AS ?20; discard 9C 10D; turn b; "
    "anticlockwise; steal 10D from c; asked c a"
)
WHEEL = (
    "wheel; seats 3; ring 3S joker AS 5S 2S 7S 4S 6S; down 7S; dice 3S 1, 5S 4, AS 2; hearts a 4H; hearts b ?1; "
    "hearts c ?; turn b; roll 4"
)


def _find_rules(problems: object) -> list[tuple[type, str]]:
    assert isinstance(problems, tuple)
    return [(type(problem.why), problem.rule) for problem in problems]


def test_lines_survive_reading_and_writing() -> None:
    assert live.format_draft(live.parse_draft(LIVE)) == LIVE
    assert wheel.format_draft(wheel.parse_draft(WHEEL)) == WHEEL
    for seats in (2, 3):
        assert live.parse_draft(live.format_draft(live.new_draft(seats))) == live.new_draft(seats)
        assert wheel.parse_draft(wheel.format_draft(wheel.new_draft(seats))) == wheel.new_draft(seats)
        assert not live.find_problems(live.new_draft(seats))
        assert not wheel.find_problems(wheel.new_draft(seats))


@pytest.mark.rule("LG-02", "LG-12", "LG-13")
def test_live_grenade_cards_are_given_and_taken_back() -> None:
    draft = live.add_card(live.new_draft(2), 0, "4H")
    assert live.hand(draft, 0) == (("4H",), 2)
    assert live.hand(live.remove_card(draft, 0, 0), 0) == ((), 2)
    assert _find_rules(live.find_problems(live.add_card(draft, 1, "4H"))) == [(NotInBox, "LG-02")]
    assert _find_rules(live.find_problems(live.add_card(draft, 1, "AC"))) == [(GrenadeInHand, "LG-12")]
    two_grenades = live.add_card(live.add_card(draft, "deck", "AC"), "deck", "AD")
    assert _find_rules(live.find_problems(two_grenades)) == [(WrongGrenades, "LG-13")]
    assert not live.find_problems(live.remove_card(two_grenades, "deck", 1))
    start = live.start(live.with_hidden_deck(live.add_card(draft, "deck", "KC"), 6), Random(1))
    deck = expect_type(LiveGrenadeSetup, start.setup).deck
    assert (deck[0], len(deck)) == ("KC", 7)


@pytest.mark.rule("LG-14")
def test_player_who_is_out_has_no_cards() -> None:
    draft = live.toggle_out(live.new_draft(3), 1)
    assert (live.is_alive(draft, 1), live.hand(draft, 1)) == (False, ((), 0))
    assert not live.find_problems(draft)
    assert live.is_alive(live.toggle_out(draft, 1), 1)
    assert live.with_seats(draft, 2).draft.out == (1,)


@pytest.mark.rule("LG-18", "LG-22", "LG-24")
def test_played_card_waits_for_answers() -> None:
    draft = live.add_card(live.add_card(live.new_draft(3), "discard", "10S"), "discard", "KD")
    (from_b, from_c) = live.possible_plays(draft)
    assert (from_b.do, from_b.target, from_c.target) == ("steal", 1, 2)
    draft = live.with_play(draft, from_b)
    assert [play.seat for play in draft.draft.stack] == [-1, 1]
    assert draft.draft.asked == live.seats_to_ask(draft) == (2, 0)
    draft = live.set_king_player(draft, 1, 2)
    assert draft.draft.asked == (0, 1)
    draft = live.set_asked(draft, 0, is_asked=False)
    assert not live.find_problems(draft)
    started = live.start(draft, Random(2))
    state = live.GAME.start(started.seats, started.options, started.setup)
    assert state.active_seats() == (1,)
    assert live.format_draft(draft).endswith("turn a; steal 10S from b; cancel c KD; asked b")
    pair = live.add_card(live.add_card(live.new_draft(2), "discard", "4S"), "discard", "4C")
    draft = live.with_play(pair, live.possible_plays(pair)[0])
    assert draft.draft.discard == ("4C", "4S")
    assert not live.find_problems(draft)
    assert not live.find_problems(live.with_play(draft, None))


@pytest.mark.rule("WH-02", "WH-07", "WH-14")
def test_ring_dice_and_hearts_of_the_wheel_can_be_set_up() -> None:
    draft = wheel.swap_cards(wheel.new_draft(2), 0, 7)
    assert (draft.draft.ring[0], draft.draft.ring[7]) == ("joker", "AS")
    assert wheel.find_die_index(draft, 0) == 0
    draft = wheel.set_die_pips(wheel.put_die_on(draft, 2, 4), 2, 6)
    assert draft.draft.dice[2] == (draft.draft.ring[4], 1)
    down = wheel.flip_card(draft, 4)
    assert _find_rules(wheel.find_problems(down)) == [(OnFaceDown, "WH-07")]
    assert wheel.flip_card(down, 4) == draft
    draft = wheel.add_card(wheel.add_card(draft, 0, "4H"), 0, "5H")
    assert wheel.hand(draft, 0) == (("4H", "5H"), 0)
    assert _find_rules(wheel.find_problems(wheel.add_card(wheel.remove_card(draft, 1, 0), 1, "4H"))) == [
        (CardTwice, "WH-02")
    ]
    draft = wheel.put_die_on(draft, 2, 0)
    last_spades_down = wheel.flip_card(
        wheel.flip_card(draft, draft.draft.ring.index("4S")), draft.draft.ring.index("5S")
    )
    assert _find_rules(wheel.find_problems(last_spades_down)) == [(TooFewPlayers, "WH-14")]
    started = wheel.start(wheel.with_roll(draft, 3), Random(1))
    state = wheel.GAME.start(started.seats, started.options, started.setup)
    legal: list[Action] = list(state.legal_actions(0))
    assert len(legal) == 3
