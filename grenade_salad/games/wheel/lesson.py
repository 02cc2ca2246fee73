"""Lesson of the wheel: the aim, the dice, explosions, the joker, and secrecy.

Spots: "heart" (the pupil's own), "card:5S" (a card of the ring), "down" (those face down), "die:0", "black" (the black
die), "raiser" (dice that could come to the joker), "move" (the button, as soon as a die is chosen), "said" (what
happened last), "notebook".
"""

from __future__ import annotations

from pathlib import Path

from grenade_salad.core.lesson import LAST_STEP, Lesson, LessonStep, Moment, Tip, always, did, may_act
from grenade_salad.games.wheel.actions import Advance
from grenade_salad.games.wheel.cards import matching_spade
from grenade_salad.games.wheel.events import Exploded, Reset
from grenade_salad.games.wheel.preview import Preview, preview
from grenade_salad.games.wheel.ring import DICE
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Seat, m

OPPONENT = 1
"""The seat whose spade the pupil can blow up."""


def _view(moment: Moment) -> WheelView:
    assert isinstance(moment.view, WheelView)
    return moment.view


def _previews(moment: Moment) -> list[Preview]:
    """Return the preview of each die, if the pupil is to choose one."""
    view = _view(moment)
    return [preview(view, die) for die in DICE] if moment.may_act and view.roll is not None else []


def _can_blow_up(moment: Moment, card: str) -> bool:
    """True if a die that the pupil may choose would blow that card up."""
    ring = _view(moment).ring
    return any(ring[explosion.card_index] == card for choice in _previews(moment) for explosion in choice.explosions)


def _is_down(card: str, moment: Moment) -> bool:
    view = _view(moment)
    return any(view.ring[index] == card for index in view.face_down)


def _may_go_out(moment: Moment) -> bool:
    """True if a die that the pupil may choose would put the pupil out (WH-13)."""
    view, hearts = _view(moment), _view(moment).hearts[moment.seat]
    assert not isinstance(hearts, int)
    up = {spade for heart in hearts if not _is_down(spade := matching_spade(heart), moment)}
    blown = [up & {view.ring[explosion.card_index] for explosion in choice.explosions} for choice in _previews(moment)]
    return bool(up) and (up in blown if view.options.last_heart else any(blown))


def _cannot_reach_joker(moment: Moment) -> bool:
    """True if the pupil is to choose, and no die can reach the joker."""
    return moment.may_act and not any(choice.joker for choice in _previews(moment))


def _explosions(moment: Moment) -> list[Exploded]:
    return [event for event in moment.events if isinstance(event, Exploded)]


# Translators: a lesson, a sentence or two beside the table; at most 25 words
STEPS = (
    LessonStep(
        text=m(
            "This heart is your secret. When the spade with its number blows up, you are out. The last one left wins."
        ),
        spots=("heart",),
    ),
    LessonStep(
        text=m(
            "So keep the five of spades in play and get rid of the others' spades. Which ones are theirs? You "
            "have to guess."
        ),
        spots=("card:5S",),
        skip_when=lambda moment: _is_down("5S", moment),
    ),
    LessonStep(
        text=m(
            "You rolled a four. Choose a white die, then choose it again: it moves four cards "
            "clockwise, and then shows one more."
        ),
        spots=("die:0", "die:1", "die:2", "move"),
        clear=("black", "said"),
        until=did(Advance),
    ),
    LessonStep(
        text=m("A die that would show six blows up. Its card is out of play, and the die starts again at one."),
        spots=("down",),
        clear=("black", "die:0", "die:1", "die:2"),
    ),
    LessonStep(
        text=m(
            "This die shows five: wherever it goes, it blows up. Your roll of one takes it to somebody's six. Try it!"
        ),
        spots=("die:0", "card:6S", "move"),
        clear=("black", "said"),
        until=did(Advance),
        skip_when=lambda moment: moment.may_act and not _can_blow_up(moment, "6S"),
    ),
    LessonStep(
        text=m("That was the secret number of {who}, who is out now and shows the heart.", who=Seat(OPPONENT)),
        spots=(f"seat:{OPPONENT}",),
        clear=("said",),
        when=always,
        skip_when=lambda moment: _view(moment).alive[OPPONENT],
    ),
    LessonStep(
        text=m("A die that lands on the joker raises all three dice by one. Move one there."),
        spots=("raiser", "card:joker", "move"),
        clear=("black", "die:0", "die:1", "die:2", "said"),
        until=did(Advance),
        skip_when=_cannot_reach_joker,
    ),
    LessonStep(
        text=m(
            "Watch what others spare, and note your guesses here. They watch you too: sometimes endanger your own five!"
        ),
        spots=("notebook",),
        when=always,
    ),
    LAST_STEP,
)

# Translators: tips beside the table, each when it first matters; at most 25 words
TIPS = (
    Tip(
        name="own",
        rule="WH-13",
        text=m("Careful: one of these dice would blow up your own spade now, and you would be out."),
        spots=("heart",),
        when=_may_go_out,
    ),
    Tip(
        name="reset",
        rule="WH-09",
        text=m(
            "All dice on a card that blows up start again: at one, on the next spade clockwise, never on the joker."
        ),
        when=lambda moment: any(isinstance(event, Reset) and len(event.dice) > 1 for event in moment.events),
    ),
    Tip(
        name="chain",
        rule="WH-11",
        text=m("Several dice blew up in one move: the moved one first, then the others, clockwise."),
        when=lambda moment: len(_explosions(moment)) > 1,
    ),
    Tip(
        name="joker",
        rule="WH-12",
        text=m("The joker can be blown up too. That puts nobody out, but it no longer raises dice."),
        when=lambda moment: any(event.card == "joker" and event.takes for event in _explosions(moment)),
    ),
    Tip(
        name="down",
        rule="WH-07",
        text=m("Cards that are face down are passed over: they are not counted, and no die stops there."),
        when=lambda moment: moment.may_act and len(_view(moment).face_down) > 1,
    ),
    Tip(
        name="two",
        rule="WH-14",
        text=m("Two players are left. Whoever's spade blows up first loses, even if one move would blow up both."),
        when=lambda moment: may_act(moment) and sum(_view(moment).alive) == 2,
    ),
)

HAND = (
    Tip(
        name="heart",
        rule="WH-13",
        text=STEPS[0].text,
        spots=("hand",),
        when=lambda moment: len(_view(moment).hearts) > 2,
    ),
    Tip(
        name="hearts",
        rule="WH-13",
        text=m("These hearts are your secret. When either of their spades blows up, you are out and have lost."),
        spots=("hand",),
        when=lambda moment: len(_view(moment).hearts) == 2 and not _view(moment).options.last_heart,
    ),
    Tip(
        name="last heart",
        rule="WH-13",
        text=m("These hearts are your secret. When both of their spades have blown up, you are out and have lost."),
        spots=("hand",),
        when=lambda moment: len(_view(moment).hearts) == 2 and _view(moment).options.last_heart,
    ),
    Tip(
        name="dice",
        rule="WH-06",
        text=m("Choose a white die: it moves clockwise as far as the black die shows, and then shows one more."),
        spots=("turn",),
        when=may_act,
    ),
    Tip(
        name="six",
        rule="WH-08",
        text=STEPS[3].text,
        spots=("ring",),
        when=lambda moment: any(choice.explosions for choice in _previews(moment)),
    ),
    Tip(
        name="raise",
        rule="WH-10",
        text=m("A die that lands on the joker raises all three dice by one."),
        spots=("ring",),
        when=lambda moment: any(choice.joker for choice in _previews(moment)),
    ),
    Tip(
        name="guess",
        rule="WH-15",
        text=m("Watch what others spare, and note your guesses below your heart. They watch you too."),
        spots=("hand",),
        when=lambda moment: bool(_explosions(moment)),
    ),
)

LESSON = Lesson(
    # Translators: the aim of the game, for people who have never played it
    aim=m("Your heart is secret. When the spade with its number blows up, you are out. The last one left wins."),
    aim_art=("playing/7H", "playing/7S"),
    record=Path(__file__).with_suffix(".jsonl"),
    start_line=1,
    steps=STEPS,
    tips=TIPS,
    hand_tips=HAND,
)
