"""The first match of Grenade Salad: the drop, a move, two cards, a mine in somebody's turn, a grenade, a new soldier.

Whatever drop is kept, the lesson goes on with it. Spots: "own" (the pupil's soldiers), "card:arrow" (in their hand),
"drop", "keep" and "end" (buttons, while they are there), "do:arrow" (the button that does it, while it is aimed),
"mover" and "prey" (one of the pupil's soldiers and one of others, as near to each other as no two), "beside" (where the
first can be put, close to the second), "stepped" (whom a mine is asked for).
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Condition, Lesson, LessonStep, Moment, Tip, did, saw
from grenade_salad.games.salad.actions import Arrow, Drop, End, Explosion, Footpath, Hammers, Keep, Move, Pass, Pointer
from grenade_salad.games.salad.events import EndPhase, Killed, MineWentOff, Still
from grenade_salad.games.salad.geometry import gap_between
from grenade_salad.games.salad.pieces import Card
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Seat, m

BO = 1
"""The other one."""


def _view(now: Moment) -> SaladView:
    assert isinstance(now.view, SaladView)
    return now.view


def _hand(now: Moment) -> tuple[Card, ...]:
    hand = _view(now).hands[now.seat]
    assert not isinstance(hand, int)
    return hand


def _in_turn(now: Moment) -> bool:
    """The pupil's own turn, and no window is open."""
    return _view(now).turn == now.seat and now.may_act


def _dropping(now: Moment) -> bool:
    return now.may_act and _view(now).step == "drop"


def _can_keep(now: Moment) -> bool:
    return _dropping(now) and _view(now).attempts > 0


def _kept(now: Moment) -> bool:
    """The drop is over."""
    return _view(now).step != "drop"


def _asked(now: Moment) -> bool:
    return now.may_act and _view(now).step == "mines"


def _turn_over(now: Moment) -> bool:
    return _view(now).turn != now.seat


def _deck_runs_low(now: Moment) -> bool:
    """At most four cards are left to draw. Before the deal, and in the end phase, there is no deck."""
    deck = _view(now).deck
    return _in_turn(now) and isinstance(deck, int) and 0 < deck <= 4


def _cannot(card: Card) -> Condition:
    """The turn is over, two cards are played, or the pupil does not hold the card."""
    return lambda now: _turn_over(now) or not _view(now).cards_left or card not in _hand(now)


def _no_close_combat(now: Moment) -> bool:
    """The Hammers cannot be played: there is nobody near enough, if for nothing else."""
    soldiers, cube = _view(now).soldiers, _view(now).options.cube
    own = [one for one in soldiers if one.seat == now.seat]
    others = [one for one in soldiers if one.seat != now.seat]
    near = any(gap_between(cube, one, other) < cube for one in own for other in others)
    return _cannot("hammers")(now) or not near


def _lost(now: Moment) -> bool:
    """Soldiers of the pupil were killed."""
    killed = [event for event in now.events if isinstance(event, Killed)]
    return any(owner == now.seat for event in killed for _, owner in event.soldiers)


def _mined(now: Moment) -> bool:
    """Somebody else's mine went off."""
    return any(isinstance(event, MineWentOff) and event.seat != now.seat for event in now.events)


# Translators: a lesson, and a tip on a phone; at most 25 words
OWN = m("These are your soldiers. Each one alive at the end scores three points, and each one you take scores one.")
# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        says=m(
            "Every match begins in two hands full of soldiers, five of each of you. How high is up to you: drop them!"
        ),
        at=("drop",),
        when=_dropping,
        until=did(Drop),
        skip_when=lambda now: _kept(now) or _view(now).attempts > 0,
    ),
    LessonStep(
        says=m(
            "No two drops are the same: low makes a heap, high scatters them. Drop again if you like, or keep this one."
        ),
        at=("keep",),
        when=_can_keep,
        until=did(Keep),
        skip_when=_kept,
    ),
    LessonStep(
        says=OWN,
        at=("own",),
        when=_in_turn,
    ),
    LessonStep(
        says=m(
            "First you may move one soldier, up to a tile width. Take yours to the mark, close to {who}'s.",
            who=Seat(BO),
        ),
        at=("mover", "beside", "do:move"),
        clear=("prey",),
        when=_in_turn,
        until=did(Move),
        skip_when=lambda now: _turn_over(now) or (_in_turn(now) and _view(now).moved),
    ),
    LessonStep(
        says=m(
            (
                "Then play up to two cards. Hammers kill somebody less than a cube width away. Choose "
                "the card, then {who}'s soldier."
            ),
            who=Seat(BO),
        ),
        at=("card:hammers", "prey", "do:hammers"),
        clear=("mover",),
        when=_in_turn,
        until=did(Hammers),
        skip_when=_no_close_combat,
    ),
    LessonStep(
        says=m("The Arrow kills at any distance if nobody stands in between. Choose it, then an enemy soldier."),
        at=("card:arrow", "do:arrow"),
        clear=("prey",),
        when=_in_turn,
        until=did(Arrow),
        skip_when=_cannot("arrow"),
    ),
    LessonStep(
        says=m("Two cards a turn is the limit. End your turn to refill your hand to five."),
        at=("end",),
        when=_in_turn,
        until=did(End),
        skip_when=_turn_over,
    ),
    LessonStep(
        says=m(
            "{who} moved a soldier, and you hold a Footpath: say that a mine was there! Everybody in the circle "
            "dies. Play it.",
            who=Seat(BO),
        ),
        at=("pick",),
        clear=("answer", "stepped"),
        when=_asked,
        until=did(Footpath, Pass),
        skip_when=lambda now: _in_turn(now) or (_asked(now) and "footpath" not in _hand(now)),
    ),
    LessonStep(
        says=m(
            "Explosion: throw a grenade up to a tile width away. Whoever the circle touches dies, "
            "your own too. Choose it, and take aim."
        ),
        at=("card:explosion", "do:explosion"),
        clear=("prey",),
        when=_in_turn,
        until=did(Explosion),
        skip_when=lambda now: _in_turn(now) and _cannot("explosion")(now),
    ),
    LessonStep(
        says=m("The Pointer puts a soldier from your reserve anywhere: far from danger, or near its prey."),
        at=("card:pointer", "do:pointer"),
        when=_in_turn,
        until=did(Pointer),
        skip_when=_cannot("pointer"),
    ),
    LessonStep(
        says=m("Three Circles drops three soldiers on the middle. They fall and push like real cubes."),
        at=("card:circles",),
        when=_in_turn,
        skip_when=lambda now: _turn_over(now) or "circles" not in _hand(now),
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="lost",
        rule="GS-27",
        says=m(
            "You lost a soldier, and three points. There are more in your reserve: Pointer and Three Circles bring "
            "them in."
        ),
        when=_lost,
    ),
    Tip(
        name="mine",
        rule="GS-21",
        says=m(
            "That was a mine. Anybody who moves, places or drops a soldier may set one off, and you "
            "never know who holds mines."
        ),
        when=_mined,
    ),
    Tip(
        name="last",
        rule="GS-29",
        says=m("The deck is empty. From now on you must play a card if you can, and Three Circles no longer works."),
        when=saw(EndPhase),
    ),
    Tip(
        name="still",
        rule="GS-34",
        says=m(
            "Nobody has played a card for a whole round. If this goes on, the game ends and the points are counted."
        ),
        when=saw(Still),
    ),
    Tip(
        name="few",
        rule="GS-27",
        says=m(
            "Few cards are left in the deck. Living soldiers count most: spread yours out, so that no blast hits two."
        ),
        when=_deck_runs_low,
    ),
)

# Translators: tips on a phone, each when it first matters; at most 25 words
HAND = (
    Tip(
        name="own",
        rule="GS-27",
        says=OWN,
        at=("own",),
        when=lambda now: _view(now).step != "drop" and any(one.seat == now.seat for one in _view(now).soldiers),
    ),
    Tip(
        name="drop",
        rule="GS-06",
        says=m(
            "Drop all the soldiers together, as often as you like: a low drop makes a heap, a high one scatters them."
        ),
        at=("turn",),
        when=lambda now: _view(now).step == "drop",
    ),
    Tip(
        name="move",
        rule="GS-11",
        says=m("First you may move one soldier, up to a tile width: drag it on the table. Use two fingers to turn it."),
        at=("own",),
        when=lambda now: _in_turn(now) and _view(now).step == "move",
    ),
    Tip(
        name="cards",
        rule="GS-10",
        says=m("Then play up to two cards. End the turn to refill your hand to five."),
        at=("turn",),
        when=lambda now: _in_turn(now) and _view(now).step in ("move", "cards"),
    ),
    Tip(
        name="asked",
        rule="GS-21",
        says=m(
            "A soldier stopped there. Whoever holds a Footpath may say it stepped on a mine! "
            "Everybody in the circle dies."
        ),
        at=("answer",),
        when=_asked,
    ),
)

LESSON = Lesson(record=Path(__file__).with_suffix(".jsonl"), line=0, steps=STEPS, tips=TIPS, hand=HAND)
