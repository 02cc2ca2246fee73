"""Lesson of Live Grenade: grenades, Best Friends, stealing, Kings and Jacks.

Spots: "deck", "discard", "stack" (plays that wait for reactions), "draw" and "play" (the buttons, while they exist),
"card:7C" (a card of the pupil's hand).
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Condition, Lesson, LessonStep, Moment, Tip, always, did, saw
from grenade_salad.games.live_grenade.actions import Cancel, Draw, Pair, Pass, Reverse, Skip
from grenade_salad.games.live_grenade.cards import PAIR_RANKS
from grenade_salad.games.live_grenade.events import Out
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Seat, m

BO = 1
"""The seat whose Queen can be stolen, and that steals later."""


def _view(moment: Moment) -> LiveGrenadeView:
    assert isinstance(moment.view, LiveGrenadeView)
    return moment.view


def _hand(moment: Moment) -> tuple[str, ...]:
    hand = _view(moment).hands[moment.seat]
    assert not isinstance(hand, int)
    return hand


def _can_play(moment: Moment) -> bool:
    """True if the pupil may play a card or draw."""
    return moment.may_act and not _view(moment).stack


def _can_cancel(moment: Moment) -> bool:
    """True if the pupil may cancel a play."""
    return moment.may_act and bool(_view(moment).stack)


def _is_turn_over(moment: Moment) -> bool:
    return _view(moment).turn != moment.seat


def _lacks(*cards: str) -> Condition:
    """True if the turn is over, or the pupil does not hold all of these cards."""
    return lambda moment: _is_turn_over(moment) or not set(cards) <= set(_hand(moment))


def _holds(moment: Moment, *ranks: str) -> bool:
    return any(card[:-1] in ranks for card in _hand(moment))


def _has_pair(moment: Moment) -> bool:
    """True if the pupil could steal with a pair."""
    ranks = [card[:-1] for card in _hand(moment)]
    return any(ranks.count(rank) > 1 for rank in PAIR_RANKS)


# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        text=m("Two aces are hidden in this deck: Live Grenades. Draw one, and you are out. The last one left wins."),
        spots=("deck",),
    ),
    LessonStep(
        text=m("Unless you hold a Best Friend, a two or a three: it jumps on one grenade for you. Here is yours."),
        spots=("card:3H",),
        skip_when=_lacks("3H"),
    ),
    LessonStep(
        text=m(
            "Play cards before you draw. A pair, four to nine, steals a card: choose a seven, then {who}.",
            who=Seat(BO),
        ),
        spots=("card:7C", "card:7D", f"seat:{BO}"),
        until=did(Pair),
        skip_when=_lacks("7C", "7D"),
    ),
    LessonStep(
        text=m("Play as many cards as you like. Drawing one ends your turn. Draw now."),
        spots=("draw", "deck"),
        when=_can_play,
        until=did(Draw),
        skip_when=_is_turn_over,
    ),
    LessonStep(
        text=m(
            "{who} is about to steal from you. A King cancels whatever card was just played. You have one: cancel!",
            who=Seat(BO),
        ),
        spots=("pick",),
        clear=("answer", "stack"),
        when=_can_cancel,
        until=did(Cancel, Pass),
        skip_when=lambda moment: _can_play(moment) or (_can_cancel(moment) and not _holds(moment, "K")),
    ),
    LessonStep(
        text=m(
            "A Jack ends your turn without a draw. So does a Queen, which also reverses the order of "
            "play. Play one of yours."
        ),
        spots=("card:JH", "card:QC", "play"),
        when=_can_play,
        until=did(Skip, Reverse),
        skip_when=lambda moment: _can_play(moment) and not _holds(moment, "J", "Q"),
    ),
    LessonStep(
        text=m("Two grenades are left in a small deck. But your Best Friend is with you: draw, and hold your breath!"),
        spots=("draw", "deck"),
        when=_can_play,
        until=did(Draw),
        skip_when=lambda moment: _view(moment).grenades < 2 or (_can_play(moment) and not _holds(moment, "2", "3")),
    ),
    LessonStep(
        text=m("A grenade! Your Best Friend is gone, the ace went back, and the whole deck was shuffled."),
        spots=("discard",),
        when=always,
        skip_when=lambda moment: "3H" not in _view(moment).discard,
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="friendless",
        rule="LG-12",
        text=m("You have no Best Friend now: a grenade would put you out. Steal, skip, or hope."),
        when=lambda moment: _can_play(moment) and not _holds(moment, "2", "3"),
    ),
    Tip(
        name="ten",
        rule="LG-18",
        text=m("A ten steals like a pair, all on its own."),
        when=lambda moment: _can_play(moment) and _holds(moment, "10"),
    ),
    Tip(
        name="out",
        rule="LG-14",
        text=m("Whoever is out discards their hand. There is always one grenade fewer than there are players left."),
        spots=("discard",),
        when=saw(Out),
    ),
    Tip(
        name="kings",
        rule="LG-23",
        text=m("A King can be cancelled by another King: then the card under it counts again."),
        when=lambda moment: sum(play.do == "cancel" for play in _view(moment).stack) > 0 and _can_cancel(moment),
    ),
    Tip(
        name="queen",
        rule="LG-21",
        text=m("With two players left, a Queen is just a Jack."),
        when=lambda moment: _can_play(moment) and sum(_view(moment).alive) == 2 and _holds(moment, "Q"),
    ),
    Tip(
        name="empty",
        rule="LG-15",
        text=m("No cards left? You stay in the game and keep drawing."),
        when=lambda moment: _can_play(moment) and not _hand(moment),
    ),
)

# Translators: tips on a phone, each when it first matters; at most 25 words
HAND = (
    Tip(
        name="goal",
        rule="LG-12",
        text=m("The aces in the deck are Live Grenades. Draw one, and you are out. The last one left wins."),
        spots=("deck",),
        when=always,
    ),
    Tip(
        name="friend",
        rule="LG-12",
        text=m("A two or a three is your Best Friend: it jumps on one grenade for you, all by itself."),
        spots=("hand",),
        when=lambda moment: _holds(moment, "2", "3"),
    ),
    Tip(
        name="turn",
        rule="LG-09",
        text=m("Play as many cards as you like first. Then draw: that ends your turn."),
        spots=("turn",),
        when=_can_play,
    ),
    Tip(
        name="king",
        rule="LG-22",
        text=m("A King cancels the card that was just played. Everybody is asked, with or without one."),
        spots=("answer",),
        when=_can_cancel,
    ),
    Tip(
        name="jack",
        rule="LG-20",
        text=m("A Jack ends your turn without a draw. So does a Queen, which also reverses the order of play."),
        spots=("hand",),
        when=lambda moment: _can_play(moment) and _holds(moment, "J", "Q"),
    ),
    Tip(
        name="pair",
        rule="LG-17",
        text=m("Two cards of the same number, four to nine, steal a card from somebody."),
        spots=("hand",),
        when=lambda moment: _can_play(moment) and _has_pair(moment),
    ),
)

LESSON = Lesson(
    # Translators: the aim of the game, for people who have never played it
    aim=m("Aces are Live Grenades. Draw one without a Best Friend, and you are out. The last one left wins."),
    aim_art=("playing/AS", "playing/2H"),
    record=Path(__file__).with_suffix(".jsonl"),
    start_line=0,
    steps=STEPS,
    tips=TIPS,
    hand_tips=HAND,
)
