"""The guided first match of Grenade Salad.

It has the drop, a move, two cards, a mine in another player's turn, a grenade and a new soldier. The lesson continues
with any drop that is kept. Spots: "own" (the pupil's soldiers), "card:arrow" (in their hand), "drop", "keep" and
"end" (buttons, while they are there), "do:arrow" (the button that does it, while it is aimed), "mover" and "prey"
(the nearest pair of one of the pupil's soldiers and one of others), "beside" (where the first can be put, close to
the second), "stepped" (the soldier for which a mine is asked).
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Condition, Lesson, LessonStep, Moment, Tip, did, saw
from grenade_salad.games.salad.actions import Arrow, Drop, End, Explosion, Footpath, Hammers, Keep, Move, Pass, Pointer
from grenade_salad.games.salad.events import EndPhase, Killed, MineWentOff, Still
from grenade_salad.games.salad.geometry import edge_gap
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Seat, m

RIVAL = 1
"""Seat of the other player."""


def _view(moment: Moment) -> SaladView:
    assert isinstance(moment.view, SaladView)
    return moment.view


def _hand(moment: Moment) -> tuple[Card, ...]:
    hand = _view(moment).hands[moment.seat]
    assert not isinstance(hand, int)
    return hand


def _is_in_turn(moment: Moment) -> bool:
    """True in the pupil's own turn while no reaction window is open."""
    return _view(moment).turn == moment.seat and moment.may_act


def _is_dropping(moment: Moment) -> bool:
    return moment.may_act and _view(moment).step == "drop"


def _can_keep(moment: Moment) -> bool:
    return _is_dropping(moment) and _view(moment).attempts > 0


def _has_kept_drop(moment: Moment) -> bool:
    """True if the drop is over."""
    return _view(moment).step != "drop"


def _is_asked_for_mine(moment: Moment) -> bool:
    return moment.may_act and _view(moment).step == "mines"


def _is_turn_over(moment: Moment) -> bool:
    return _view(moment).turn != moment.seat


def _is_deck_low(moment: Moment) -> bool:
    """True if at most four cards are left to draw.

    Before the deal, and in the end phase, there is no deck.
    """
    deck = _view(moment).deck
    return _is_in_turn(moment) and isinstance(deck, int) and 0 < deck <= 4


def _cannot_play(card: Card) -> Condition:
    """Return a condition: the pupil can no longer play the card.

    The turn is over, two cards are played, or the pupil does not hold the card.
    """
    return lambda moment: _is_turn_over(moment) or not _view(moment).cards_left or card not in _hand(moment)


def _cannot_strike(moment: Moment) -> bool:
    """True if the Hammers cannot be played, or no enemy is near enough."""
    soldiers, cube = _view(moment).soldiers, _view(moment).options.cube
    own_soldiers = [soldier for soldier in soldiers if soldier.seat == moment.seat]
    rivals = [soldier for soldier in soldiers if soldier.seat != moment.seat]
    is_near = any(edge_gap(cube, own_soldier, rival) < cube for own_soldier in own_soldiers for rival in rivals)
    return _cannot_play("hammers")(moment) or not is_near


def _has_lost_soldier(moment: Moment) -> bool:
    """True if soldiers of the pupil were killed."""
    killed = [event for event in moment.events if isinstance(event, Killed)]
    return any(owner == moment.seat for event in killed for _, owner in event.soldiers)


def _has_seen_mine(moment: Moment) -> bool:
    """True if another player's mine exploded."""
    return any(isinstance(event, MineWentOff) and event.seat != moment.seat for event in moment.events)


# Translators: a lesson, and a tip on a phone; at most 25 words
OWN_SOLDIERS = m(
    "These are your soldiers. Each one alive at the end scores three points, and each one you take scores one."
)
# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        text=m(
            "Every match begins in two hands full of soldiers, five of each of you. How high is up to you: drop them!"
        ),
        spots=("drop",),
        when=_is_dropping,
        until=did(Drop),
        skip_when=lambda moment: _has_kept_drop(moment) or _view(moment).attempts > 0,
    ),
    LessonStep(
        text=m(
            "No two drops are the same: low makes a heap, high scatters them. Drop again if you like, or keep this one."
        ),
        spots=("keep",),
        when=_can_keep,
        until=did(Keep),
        skip_when=_has_kept_drop,
    ),
    LessonStep(
        text=OWN_SOLDIERS,
        spots=("own",),
        when=_is_in_turn,
    ),
    LessonStep(
        text=m(
            "First you may move one soldier, up to a tile width. Take yours to the mark, close to {who}'s.",
            who=Seat(RIVAL),
        ),
        spots=("mover", "beside", "do:move"),
        clear=("prey", "tile"),
        when=_is_in_turn,
        until=did(Move),
        skip_when=lambda moment: _is_turn_over(moment) or (_is_in_turn(moment) and _view(moment).moved),
    ),
    LessonStep(
        text=m(
            (
                "Then play up to two cards. Hammers kill somebody less than a cube width away. Choose "
                "the card, then {who}'s soldier."
            ),
            who=Seat(RIVAL),
        ),
        spots=("card:hammers", "prey", "do:hammers"),
        clear=("mover",),
        when=_is_in_turn,
        until=did(Hammers),
        skip_when=_cannot_strike,
    ),
    LessonStep(
        text=m("The Arrow kills at any distance if nobody stands in between. Choose it, then an enemy soldier."),
        spots=("card:arrow", "do:arrow"),
        clear=("prey",),
        when=_is_in_turn,
        until=did(Arrow),
        skip_when=_cannot_play("arrow"),
    ),
    LessonStep(
        text=m("Two cards a turn is the limit. End your turn to refill your hand to five."),
        spots=("end",),
        when=_is_in_turn,
        until=did(End),
        skip_when=_is_turn_over,
    ),
    LessonStep(
        text=m(
            "{who} moved a soldier, and you hold a Footpath: say that a mine was there! Everybody in the circle "
            "dies. Play it.",
            who=Seat(RIVAL),
        ),
        spots=("pick",),
        clear=("answer", "stepped"),
        when=_is_asked_for_mine,
        until=did(Footpath, Pass),
        skip_when=lambda moment: (
            _is_in_turn(moment) or (_is_asked_for_mine(moment) and "footpath" not in _hand(moment))
        ),
    ),
    LessonStep(
        text=m(
            "Explosion: throw a grenade up to a tile width away. Whoever the circle touches dies, "
            "your own too. Choose it, and take aim."
        ),
        spots=("card:explosion", "do:explosion"),
        clear=("prey",),
        when=_is_in_turn,
        until=did(Explosion),
        skip_when=lambda moment: _is_in_turn(moment) and _cannot_play("explosion")(moment),
    ),
    LessonStep(
        text=m("The Pointer puts a soldier from your reserve anywhere: far from danger, or near its prey."),
        spots=("card:pointer", "do:pointer"),
        when=_is_in_turn,
        until=did(Pointer),
        skip_when=_cannot_play("pointer"),
    ),
    LessonStep(
        text=m("Three Circles drops three soldiers on the middle. They fall and push like real cubes."),
        spots=("card:circles",),
        when=_is_in_turn,
        skip_when=lambda moment: _is_turn_over(moment) or "circles" not in _hand(moment),
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="lost",
        rule="GS-27",
        text=m(
            "You lost a soldier, and three points. There are more in your reserve: Pointer and Three Circles bring "
            "them in."
        ),
        when=_has_lost_soldier,
    ),
    Tip(
        name="mine",
        rule="GS-21",
        text=m(
            "That was a mine. Anybody who moves, places or drops a soldier may set one off, and you "
            "never know who holds mines."
        ),
        when=_has_seen_mine,
    ),
    Tip(
        name="last",
        rule="GS-29",
        text=m("The deck is empty. From now on you must play a card if you can, and Three Circles no longer works."),
        when=saw(EndPhase),
    ),
    Tip(
        name="still",
        rule="GS-34",
        text=m(
            "Nobody has played a card for a whole round. If this goes on, the game ends and the points are counted."
        ),
        when=saw(Still),
    ),
    Tip(
        name="few",
        rule="GS-27",
        text=m(
            "Few cards are left in the deck. Living soldiers count most: spread yours out, so that no blast hits two."
        ),
        when=_is_deck_low,
    ),
)

# Translators: tips on a phone, each when it first matters; at most 25 words
PHONE_TIPS = (
    Tip(
        name="own",
        rule="GS-27",
        text=OWN_SOLDIERS,
        spots=("own",),
        when=lambda moment: (
            _view(moment).step != "drop" and any(soldier.seat == moment.seat for soldier in _view(moment).soldiers)
        ),
    ),
    Tip(
        name="drop",
        rule="GS-06",
        text=m(
            "Drop all the soldiers together, as often as you like: a low drop makes a heap, a high one scatters them."
        ),
        spots=("turn",),
        when=lambda moment: _view(moment).step == "drop",
    ),
    Tip(
        name="move",
        rule="GS-11",
        text=m("First you may move one soldier, up to a tile width: drag it on the table. Use two fingers to turn it."),
        spots=("own",),
        when=lambda moment: _is_in_turn(moment) and _view(moment).step == "move",
    ),
    Tip(
        name="cards",
        rule="GS-10",
        text=m("Then play up to two cards. End the turn to refill your hand to five."),
        spots=("turn",),
        when=lambda moment: _is_in_turn(moment) and _view(moment).step in ("move", "cards"),
    ),
    Tip(
        name="asked",
        rule="GS-21",
        text=m(
            "A soldier stopped there. Whoever holds a Footpath may say it stepped on a mine! "
            "Everybody in the circle dies."
        ),
        spots=("answer",),
        when=_is_asked_for_mine,
    ),
)

LESSON = Lesson(
    # Translators: the aim of the game, for people who have never played it
    aim=m("Keep your soldiers alive: three points each. Take those of the others: one point each."),
    aim_art=("salad/arrow", "salad/explosion"),
    record=Path(__file__).with_suffix(".jsonl"),
    start_line=0,
    steps=STEPS,
    tips=TIPS,
    hand_tips=PHONE_TIPS,
)
