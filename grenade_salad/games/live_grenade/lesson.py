"""The first match of Live Grenade: the grenades, one's best friend, stealing, a King at the right moment, a Jack.

Spots: "deck", "discard", "stack" (plays that wait for answers), "draw" and "play" (the buttons, while they are there),
"card:7C" (a card of the pupil's hand).
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Condition, Lesson, LessonStep, Moment, Tip, always, did, saw
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Reverse, Skip
from grenade_salad.games.live_grenade.events import Out
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Seat, m

BO = 1
"""Who has a Queen to be stolen, and steals later."""


def _view(now: Moment) -> LiveGrenadeView:
    assert isinstance(now.view, LiveGrenadeView)
    return now.view


def _hand(now: Moment) -> tuple[str, ...]:
    hand = _view(now).hands[now.seat]
    assert not isinstance(hand, int)
    return hand


def _in_turn(now: Moment) -> bool:
    """The pupil may play a card or draw."""
    return now.may_act and not _view(now).stack


def _asked(now: Moment) -> bool:
    """The pupil may cancel."""
    return now.may_act and bool(_view(now).stack)


def _turn_over(now: Moment) -> bool:
    return _view(now).turn != now.seat


def _lacks(*cards: str) -> Condition:
    """The turn is over, or the pupil does not hold all of these cards."""
    return lambda now: _turn_over(now) or not set(cards) <= set(_hand(now))


def _holds(now: Moment, *ranks: str) -> bool:
    return any(card[:-1] in ranks for card in _hand(now))


def _has_pair(now: Moment) -> bool:
    """The pupil could steal with a pair."""
    ranks = [card[:-1] for card in _hand(now)]
    return any(ranks.count(rank) > 1 for rank in "456789")


# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        says=m("Two aces are hidden in this deck: Live Grenades. Draw one, and you are out. The last one left wins."),
        at=("deck",),
    ),
    LessonStep(
        says=m("Unless you hold a Best Friend, a two or a three: it jumps on one grenade for you. Here is yours."),
        at=("card:3H",),
        skip_when=_lacks("3H"),
    ),
    LessonStep(
        says=m(
            "Play cards before you draw. A pair, four to nine, steals a card: choose a seven, then {who}.",
            who=Seat(BO),
        ),
        at=("card:7C", "card:7D", f"seat:{BO}"),
        until=did(Pair),
        skip_when=_lacks("7C", "7D"),
    ),
    LessonStep(
        says=m("Play as many cards as you like. Drawing one ends your turn. Draw now."),
        at=("draw", "deck"),
        when=_in_turn,
        until=did(Draw),
        skip_when=_turn_over,
    ),
    LessonStep(
        says=m(
            "{who} is about to steal from you. A King cancels whatever card was just played. You have one: cancel!",
            who=Seat(BO),
        ),
        at=("pick",),
        clear=("answer", "stack"),
        when=_asked,
        until=did(Cancel, Pass),
        skip_when=lambda now: _in_turn(now) or (_asked(now) and not _holds(now, "K")),
    ),
    LessonStep(
        says=m(
            "A Jack ends your turn without a draw. So does a Queen, which also reverses the order of "
            "play. Play one of yours."
        ),
        at=("card:JH", "card:QC", "play"),
        when=_in_turn,
        until=did(Skip, Reverse),
        skip_when=lambda now: _in_turn(now) and not _holds(now, "J", "Q"),
    ),
    LessonStep(
        says=m("Two grenades are left in a small deck. But your Best Friend is with you: draw, and hold your breath!"),
        at=("draw", "deck"),
        when=_in_turn,
        until=did(Draw),
        skip_when=lambda now: _view(now).grenades < 2 or (_in_turn(now) and not _holds(now, "2", "3")),
    ),
    LessonStep(
        says=m("A grenade! Your Best Friend is gone, the ace went back, and the whole deck was shuffled."),
        at=("discard",),
        when=always,
        skip_when=lambda now: "3H" not in _view(now).discard,
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="friendless",
        rule="LG-12",
        says=m("You have no Best Friend now: a grenade would put you out. Steal, skip, or hope."),
        when=lambda now: _in_turn(now) and not _holds(now, "2", "3"),
    ),
    Tip(
        name="ten",
        rule="LG-18",
        says=m("A ten steals like a pair, all on its own."),
        when=lambda now: _in_turn(now) and _holds(now, "10"),
    ),
    Tip(
        name="out",
        rule="LG-14",
        says=m("Whoever is out discards their hand. There is always one grenade fewer than there are players left."),
        at=("discard",),
        when=saw(Out),
    ),
    Tip(
        name="kings",
        rule="LG-23",
        says=m("A King can be cancelled by another King: then the card under it counts again."),
        when=lambda now: sum(play.do == "cancel" for play in _view(now).stack) > 0 and _asked(now),
    ),
    Tip(
        name="queen",
        rule="LG-21",
        says=m("With two players left, a Queen is just a Jack."),
        when=lambda now: _in_turn(now) and sum(_view(now).alive) == 2 and _holds(now, "Q"),
    ),
    Tip(
        name="empty",
        rule="LG-15",
        says=m("No cards left? You stay in the game and keep drawing."),
        when=lambda now: _in_turn(now) and not _hand(now),
    ),
)

# Translators: tips on a phone, each when it first matters; at most 25 words
HAND = (
    Tip(
        name="goal",
        rule="LG-12",
        says=m("The aces in the deck are Live Grenades. Draw one, and you are out. The last one left wins."),
        at=("deck",),
        when=always,
    ),
    Tip(
        name="friend",
        rule="LG-12",
        says=m("A two or a three is your Best Friend: it jumps on one grenade for you, all by itself."),
        at=("hand",),
        when=lambda now: _holds(now, "2", "3"),
    ),
    Tip(
        name="turn",
        rule="LG-09",
        says=m("Play as many cards as you like first. Then draw: that ends your turn."),
        at=("turn",),
        when=_in_turn,
    ),
    Tip(
        name="king",
        rule="LG-22",
        says=m("A King cancels the card that was just played. Everybody is asked, with or without one."),
        at=("answer",),
        when=_asked,
    ),
    Tip(
        name="jack",
        rule="LG-20",
        says=m("A Jack ends your turn without a draw. So does a Queen, which also reverses the order of play."),
        at=("hand",),
        when=lambda now: _in_turn(now) and _holds(now, "J", "Q"),
    ),
    Tip(
        name="pair",
        rule="LG-17",
        says=m("Two cards of the same number, four to nine, steal a card from somebody."),
        at=("hand",),
        when=lambda now: _in_turn(now) and _has_pair(now),
    ),
)

LESSON = Lesson(record=Path(__file__).with_suffix(".jsonl"), line=0, steps=STEPS, tips=TIPS, hand=HAND)
