"""A guided first match: data that a game provides, see `registry.Plugin.lesson`.

It starts at a line of a record, and follows the rules. The record's later lines are the actions of machines and the
outcomes of chance as long as they are legal, and the actions of a good pupil: the check of a game plays them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from grenade_salad.core.actions import Action
from grenade_salad.core.events import Event
from grenade_salad.core.view import View
from grenade_salad.text import Words, m

MAX_STEPS = 12
"""Maximum number of steps in a lesson."""
MAX_WORDS = 25
"""Maximum number of English words in a step or a tip."""
WORDS_PER_MINUTE = 150.0
"""Speed of reading."""
SECONDS_PER_TASK = 12.0
"""Time for what a step asks for."""
MAX_MINUTES = 5.0
"""Maximum time of a lesson, at the pace above."""

# Translators: the last step of a lesson; bulb and question mark are pictures on buttons
PLAY_ON = m(
    "Now play on. The bulb gives a hint; the question mark opens the rules. I'll tell you the rest when it matters."
)
"""Text of the last step, beside the spots "hint" and "help" of every table."""


@dataclass(frozen=True)
class Moment:
    """The facts for a condition: only what the pupil in `seat` may know."""

    seat: int
    view: View
    """The pupil's view."""
    actions: tuple[Action, ...] = ()
    """The pupil's own actions.

    For a step, they are those since it appeared; for a tip, since the last moment.
    """
    events: tuple[Event, ...] = ()
    """The events of the same time, as the pupil may know them."""

    @property
    def may_act(self) -> bool:
        """True if the pupil may act now, in a turn or in a reaction window."""
        return self.seat in self.view.active_seats


Condition: TypeAlias = Callable[[Moment], bool]


def may_act(moment: Moment) -> bool:
    """True if the pupil may act now."""
    return moment.may_act


def always(moment: Moment) -> bool:
    """True at any moment, even in others' turns."""
    return True


def never(moment: Moment) -> bool:
    """False at any moment: such a step is never skipped."""
    return False


def did(*kinds: type[Action]) -> Condition:
    """Return a condition: the pupil has done one of these actions."""
    return lambda moment: any(isinstance(action, kinds) for action in moment.actions)


def saw(*kinds: type[Event]) -> Condition:
    """Return a condition: one of these events has happened."""
    return lambda moment: any(isinstance(event, kinds) for event in moment.events)


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """A step of a lesson: one idea, in words beside the places that it is about."""

    text: Words
    """Shown beside the `spots`."""
    spots: Sequence[str] = ()
    """Names of places that the game's own board knows; the text does not cover them."""
    clear: Sequence[str] = ()
    """Spots that the text mentions without pointing there; it does not cover them."""
    when: Condition = may_act
    """The step appears as soon as this is true."""
    until: Condition | None = None
    """The step ends when this is true.

    Without it the step only explains, waits for "Next", and the machines wait with it.
    """
    skip_when: Condition = never
    """The step is skipped when this is true: its moment is past."""


LAST_STEP = LessonStep(text=PLAY_ON, spots=("hint", "help"), when=always)
"""The last step of our lessons."""


@dataclass(frozen=True, kw_only=True)
class Tip:
    """A rule that is explained once, when it first matters."""

    name: str
    """Identifies the tip."""
    text: Words
    when: Condition
    spots: Sequence[str] = ()
    """As in `LessonStep`; may also contain "hand" and "turn".

    These are the cards in the hand, and the actions of the turn.
    """
    rule: str = ""
    """The id of the rule."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A first match that teaches a game: steps, and tips after them.

    It has at most MAX_STEPS steps and MAX_MINUTES minutes, and MAX_WORDS words at once. Played by its record, every
    step appears and ends; whatever else the pupil does, it ends all the same. `check_game` tries both. After the steps
    the match continues, with the tips.
    """

    record: Path
    """A match record."""
    start_line: int
    """The number of lines below its header that are played before the lesson begins."""
    steps: Sequence[LessonStep]
    tips: Sequence[Tip] = ()
    hand_tips: Sequence[Tip] = ()
    """Tips for people without the steps.

    A phone shows them in the first hand of this game, before the tips.
    """
    aim: Words = ""
    """Says what one plays for; a phone shows it to newcomers before the first card."""
    aim_art: tuple[str, ...] = ()
    """Names of cards in the folder of cards, which are the picture beside the aim."""
    seat: int = 0
    """The pupil's seat."""
