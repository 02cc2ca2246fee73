"""Log texts for the full view and for a redacted one; and impossible setups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.core import Event, Illegal, Reason, TurnBegan, redact, to_json
from grenade_salad.games.live_grenade import GAME, Deal, LiveGrenadeOptions, LiveGrenadeSetup, events, reasons
from tests.rules.live_grenade.positions import cards, position

NAMES = ("Ann", "Bo", "Cy")


@pytest.mark.parametrize(
    ("event", "full", "open_part"),
    [
        (
            events.Began(40, 1, ("4", "9")),
            "The deck has 40 cards, including 1 ace; out of the game: 4s and 9s",
            None,
        ),
        (events.Began(40, 2, ()), "The deck has 40 cards, including 2 aces", None),
        (
            events.Dealt(0, 2, cards("2C KH"), visible_to=(0,)),
            "Ann gets the 2 of clubs and the King of hearts",
            "Ann gets 2 cards",
        ),
        (TurnBegan(1), "Bo's turn", None),
        (events.Drew(2, "10D", visible_to=(2,)), "Cy draws the 10 of diamonds", "Cy draws a card"),
        (
            events.Grenade(0, "AS", "2C"),
            "Ann draws a Live Grenade, the ace of spades: the 2 of clubs jumps on it",
            None,
        ),
        (events.Grenade(0, "AS", None), "Ann draws a Live Grenade, the ace of spades, and has no Best Friend", None),
        (events.Reshuffled(12), "The ace goes back, and the deck of 12 cards is shuffled", None),
        (
            events.Out(1, cards("4C JC QC"), 3),
            "Bo is out, finishes in place 3 and discards the 4 of clubs, the Jack of clubs and the Queen of clubs",
            None,
        ),
        (events.Out(1, (), 3), "Bo is out and finishes in place 3", None),
        (events.Won(2), "Cy is the last one left and wins", None),
        (
            events.Played(0, "pair", cards("4C 4D"), 1),
            "Ann plays a pair, the 4 of clubs and the 4 of diamonds, to steal from Bo",
            None,
        ),
        (events.Played(0, "steal", cards("10S"), 1), "Ann plays the 10 of spades to steal from Bo", None),
        (events.Played(0, "skip", cards("JS"), None), "Ann plays a Skip, the Jack of spades", None),
        (events.Passed(2), "Cy passes", None),
        (events.Cancelled(0, "steal", 1), "Ann's Steal is cancelled by Bo", None),
        (
            events.Stolen(0, 1, "3D", visible_to=(0, 1)),
            "Ann steals the 3 of diamonds from Bo",
            "Ann steals a card from Bo",
        ),
        (events.NothingStolen(0, 1), "Ann finds Bo's hand empty", None),
        (events.Skipped(0), "Ann does not draw", None),
        (events.Turned(-1), "Play goes on anticlockwise", None),
        (events.Turned(1), "Play goes on clockwise", None),
    ],
)
def test_events_have_their_log_texts(event: Event, full: str, open_part: str | None) -> None:
    assert event.text(NAMES) == full
    assert redact(event, None).text(NAMES) == (open_part or full)
    assert redact(event, 2).text(NAMES) == (full if 2 in event.visible_to else open_part or full)


GOOD = LiveGrenadeSetup(hands=(cards("2H 4C"), cards("2S"), ()), deck=cards("AS 9D AC"), turn=0)


@pytest.mark.rule("LG-02", "LG-12", "LG-13", "LG-14", "LG-31")
@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (replace(GOOD, hands=GOOD.hands[:2]), reasons.WrongSetup),
        (replace(GOOD, alive=(True, True)), reasons.WrongSetup),
        (replace(GOOD, hands=((), (), ()), deck=(), alive=(False, False, False)), reasons.WrongSetup),
        (replace(GOOD, direction=0), reasons.WrongSetup),
        (replace(GOOD, turn=3), reasons.WrongSetup),
        (replace(GOOD, turn=-1), reasons.WrongSetup),
        (replace(GOOD, turn=2, alive=(True, True, False), deck=("AS",)), reasons.OutOnTurn),
        (replace(GOOD, deck=cards("AS 9D AC 9D")), reasons.NotInBox),
        (replace(GOOD, deck=cards("AS 9D AC 3S")), reasons.NotInBox),
        (replace(GOOD, discard=cards("2H")), reasons.NotInBox),
        (replace(GOOD, discard=cards("joker")), reasons.NotInBox),
        (replace(GOOD, discard=cards("11H")), reasons.NotInBox),
        (replace(GOOD, hands=(cards("AH"), (), ())), reasons.GrenadeInHand),
        (replace(GOOD, alive=(True, False, True), deck=("AS",)), reasons.OutWithCards),
        (replace(GOOD, deck=cards("AS 9D")), reasons.WrongGrenades),
        (replace(GOOD, deck=cards("AS 9D AC AD")), reasons.WrongGrenades),
        (replace(GOOD, deck=()), reasons.WrongGrenades),
        (replace(GOOD, alive=(True, True, False)), reasons.WrongGrenades),
    ],
)
def test_impossible_setups_are_refused(setup: LiveGrenadeSetup, reason: type[Reason]) -> None:
    GAME.start(3, LiveGrenadeOptions(), GOOD)
    with pytest.raises(Illegal) as caught:
        GAME.start(3, LiveGrenadeOptions(), setup)
    assert type(caught.value.reason) is reason
    assert caught.value.reason.text()


@pytest.mark.rule("LG-02", "LG-05", "LG-30", "LG-31")
def test_available_cards_follow_the_house_rules() -> None:
    def find_reason(text: str, options: LiveGrenadeOptions, seats: int = 2) -> Reason | None:
        hands = " ".join(text.split())
        try:
            position(
                *[hands, *[""] * (seats - 1)],
                deck=" ".join(["AC", "AD", "AH", "AS", "AC"][: seats - 1]),
                options=options,
            )
        except Illegal as illegal:
            return illegal.reason
        return None

    two_decks, needed = LiveGrenadeOptions(decks=2), LiveGrenadeOptions(added="needed")
    assert find_reason("3S", LiveGrenadeOptions()) == reasons.NotInBox("3S", 1, 0)
    assert find_reason("3S", LiveGrenadeOptions(best_friends=3)) is None
    assert find_reason("4C 4C", LiveGrenadeOptions()) == reasons.NotInBox("4C", 2, 1)
    assert find_reason("4C 4C", two_decks) is None
    assert find_reason("4C 4C 4C", two_decks) == reasons.NotInBox("4C", 3, 2)
    assert find_reason("2C 2C", needed) == reasons.NotInBox("2C", 2, 1)
    assert find_reason("2C 2C", needed, seats=6) is None
    assert find_reason("4C 4C", needed, seats=6) == reasons.NotInBox("4C", 2, 1)
    short = LiveGrenadeOptions(short=True, short_ranks=("4", "5"))
    assert find_reason("4C", short) == reasons.NotInBox("4C", 1, 0)
    assert find_reason("6C", short) is None


def test_a_deal_line_has_the_keys_of_a_setup() -> None:
    assert Deal(GOOD).to_line() == {
        "chance": "deal",
        "outcome": {
            "hands": [["2H", "4C"], ["2S"], []],
            "deck": ["AS", "9D", "AC"],
            "turn": 0,
            "direction": 1,
        },
    }


def test_view_as_json_has_the_expected_keys() -> None:
    view = to_json(position("2H 10C 4C", "KD", deck="AS 9D", discard="JC").view(0))
    assert isinstance(view, dict)
    assert view["hands"] == [["2H", "4C", "10C"], 1]
    assert view["deck"] == 2
    assert (view["discard"], view["turn"], view["direction"], view["alive"]) == (["JC"], 0, 1, [True, True])
    assert (view["game"], view["seat"], view["over"], view["to_act"]) == ("live-grenade", 0, False, [0])


@pytest.mark.rule("LG-16")
def test_a_position_with_one_player_left_is_over() -> None:
    state = position("4C", "", deck="5C", alive=[True, False])
    assert state.is_over
    assert state.active_seats() == ()
    assert state.ranking() == ((0,), (1,))
