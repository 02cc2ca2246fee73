"""The first match of the wheel: what one wants, the dice, what blows up, the joker, and what one gives away.

Spots: "heart" (one's own), "card:5S" (a card of the ring), "down" (those face down), "die:0", "black" (the black die),
"raiser" (dice that could come to the joker), "move" (the button, as soon as a die is chosen), "said" (what happened
last), "notebook".
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Lesson, LessonStep, Moment, Tip, always, did, may_act
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.events import Exploded, Reset
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Seat, m

BO = 1
"""Whose spade the pupil can blow up."""


def _view(now: Moment) -> WheelView:
    assert isinstance(now.view, WheelView)
    return now.view


def _choices(now: Moment) -> list[Preview]:
    """What each die would do, if the pupil is to choose one."""
    view = _view(now)
    return [preview(view, die) for die in range(3)] if now.may_act and view.roll is not None else []


def _blows_up(now: Moment, card: str) -> bool:
    """Whether a die that the pupil may choose would blow that card up."""
    ring = _view(now).ring
    return any(ring[one.at] == card for choice in _choices(now) for one in choice.explosions)


def _is_down(card: str, now: Moment) -> bool:
    view = _view(now)
    return any(view.ring[at] == card for at in view.face_down)


def _puts_out(now: Moment) -> bool:
    """Whether a die that the pupil may choose would blow up what keeps the pupil in (WH-13)."""
    view, hearts = _view(now), _view(now).hearts[now.seat]
    assert not isinstance(hearts, int)
    up = {spade for heart in hearts if not _is_down(spade := f"{heart[:-1]}S", now)}
    blown = [up & {view.ring[one.at] for one in choice.explosions} for choice in _choices(now)]
    return bool(up) and (up in blown if view.options.last_heart else any(blown))


def _nowhere(now: Moment) -> bool:
    """The pupil is to choose, and no die comes to the joker."""
    return now.may_act and not any(choice.joker for choice in _choices(now))


def _exploded(now: Moment) -> list[Exploded]:
    return [event for event in now.events if isinstance(event, Exploded)]


# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        says=m(
            "This heart is your secret. When the spade with its number blows up, you are out. The last one left wins."
        ),
        at=("heart",),
    ),
    LessonStep(
        says=m(
            "So keep the five of spades in play and get rid of the others' spades. Which ones are theirs? You "
            "have to guess."
        ),
        at=("card:5S",),
        skip_when=lambda now: _is_down("5S", now),
    ),
    LessonStep(
        says=m(
            "You rolled a four. Choose a white die, then choose it again: it moves four cards "
            "clockwise, and then shows one more."
        ),
        at=("die:0", "die:1", "die:2", "move"),
        clear=("black", "said"),
        until=did(Advance),
    ),
    LessonStep(
        says=m("A die that would show six blows up. Its card is out of play, and the die starts again at one."),
        at=("down",),
        clear=("black", "die:0", "die:1", "die:2"),
    ),
    LessonStep(
        says=m(
            "This die shows five: wherever it goes, it blows up. Your roll of one takes it to somebody's six. Try it!"
        ),
        at=("die:0", "card:6S", "move"),
        clear=("black", "said"),
        until=did(Advance),
        skip_when=lambda now: now.may_act and not _blows_up(now, "6S"),
    ),
    LessonStep(
        says=m("That was the secret number of {who}, who is out now and shows the heart.", who=Seat(BO)),
        at=(f"seat:{BO}",),
        clear=("said",),
        when=always,
        skip_when=lambda now: _view(now).alive[BO],
    ),
    LessonStep(
        says=m("A die that lands on the joker raises all three dice by one. Move one there."),
        at=("raiser", "card:joker", "move"),
        clear=("black", "die:0", "die:1", "die:2", "said"),
        until=did(Advance),
        skip_when=_nowhere,
    ),
    LessonStep(
        says=m(
            "Watch what others spare, and note your guesses here. They watch you too: sometimes endanger your own five!"
        ),
        at=("notebook",),
        when=always,
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="own",
        rule="WH-13",
        says=m("Careful: one of these dice would blow up your own spade now, and you would be out."),
        at=("heart",),
        when=_puts_out,
    ),
    Tip(
        name="reset",
        rule="WH-09",
        says=m(
            "All dice on a card that blows up start again: at one, on the next spade clockwise, never on the joker."
        ),
        when=lambda now: any(isinstance(event, Reset) and len(event.dice) > 1 for event in now.events),
    ),
    Tip(
        name="chain",
        rule="WH-11",
        says=m("Several dice blew up in one move: the moved one first, then the others, clockwise."),
        when=lambda now: len(_exploded(now)) > 1,
    ),
    Tip(
        name="joker",
        rule="WH-12",
        says=m("The joker can be blown up too. That puts nobody out, but it no longer raises dice."),
        when=lambda now: any(event.card == "joker" and event.takes for event in _exploded(now)),
    ),
    Tip(
        name="down",
        rule="WH-07",
        says=m("Cards that are face down are passed over: they are not counted, and no die stops there."),
        when=lambda now: now.may_act and len(_view(now).face_down) > 1,
    ),
    Tip(
        name="two",
        rule="WH-14",
        says=m("Two players are left. Whoever's spade blows up first loses, even if one move would blow up both."),
        when=lambda now: may_act(now) and sum(_view(now).alive) == 2,
    ),
)

HAND = (
    Tip(
        name="heart",
        rule="WH-13",
        says=STEPS[0].says,
        at=("hand",),
        when=lambda now: len(_view(now).hearts) > 2,
    ),
    Tip(
        name="hearts",
        rule="WH-13",
        says=m("These hearts are your secret. When either of their spades blows up, you are out and have lost."),
        at=("hand",),
        when=lambda now: len(_view(now).hearts) == 2 and not _view(now).options.last_heart,
    ),
    Tip(
        name="last heart",
        rule="WH-13",
        says=m("These hearts are your secret. When both of their spades have blown up, you are out and have lost."),
        at=("hand",),
        when=lambda now: len(_view(now).hearts) == 2 and _view(now).options.last_heart,
    ),
    Tip(
        name="dice",
        rule="WH-06",
        says=m("Choose a white die: it moves clockwise as far as the black die shows, and then shows one more."),
        at=("turn",),
        when=may_act,
    ),
    Tip(
        name="six",
        rule="WH-08",
        says=STEPS[3].says,
        at=("ring",),
        when=lambda now: any(choice.explosions for choice in _choices(now)),
    ),
    Tip(
        name="raise",
        rule="WH-10",
        says=m("A die that lands on the joker raises all three dice by one."),
        at=("ring",),
        when=lambda now: any(choice.joker for choice in _choices(now)),
    ),
    Tip(
        name="guess",
        rule="WH-15",
        says=m("Watch what others spare, and note your guesses below your heart. They watch you too."),
        at=("hand",),
        when=lambda now: bool(_exploded(now)),
    ),
)

LESSON = Lesson(record=Path(__file__).with_suffix(".jsonl"), line=1, steps=STEPS, tips=TIPS, hand=HAND)
