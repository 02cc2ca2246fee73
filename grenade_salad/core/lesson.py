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

MAX_STEPS, MAX_WORDS = 12, 25
"""Maximum of steps in a lesson, and of English words in a step or a tip."""
WORDS_PER_MINUTE, SECONDS_PER_TASK = 150.0, 12.0
"""Speed of reading, and the time for what a step asks for.

At that pace a lesson takes at most MAX_MINUTES.
"""
MAX_MINUTES = 5.0

# Translators: the last step of a lesson; bulb and question mark are pictures on buttons
PLAY_ON = m(
    "Now play on. The bulb gives a hint; the question mark opens the rules. I'll tell you the rest when it matters."
)
"""Text of the last step, beside the spots "hint" and "help" of every table."""


@dataclass(frozen=True)
class Moment:
    """The facts for a condition: only what the pupil in `seat` may know.

    `view` is the pupil's, `actions` are the pupil's own, and `events` happened, as the pupil may know them: for a
    step, since it appeared; for a tip, since the last moment.
    """

    seat: int
    view: View
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()

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
    """One idea.

    `text` is shown beside the `spots`, names that the game's own board knows. It covers neither these nor the spots
    in `clear`, which it mentions without pointing there.

    A step appears as soon as `when` holds, and ends when `until` does. Without `until` it only explains, waits for
    "Next", and the machines wait with it. When `skip_when` holds, its moment is past, and it is skipped.
    """

    text: Words
    spots: Sequence[str] = ()
    clear: Sequence[str] = ()
    when: Condition = may_act
    until: Condition | None = None
    skip_when: Condition = never


LAST_STEP = LessonStep(text=PLAY_ON, spots=("hint", "help"), when=always)
"""The last step of our lessons."""


@dataclass(frozen=True, kw_only=True)
class Tip:
    """A rule that is explained once, when it first matters; `name` identifies it.

    `rule` is the rule's id. `spots` may also contain "hand" and "turn": the cards in the hand, and the actions of the
    turn.
    """

    name: str
    text: Words
    when: Condition
    spots: Sequence[str] = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A first match that teaches a game: steps, and tips after them.

    It has at most MAX_STEPS steps and MAX_MINUTES minutes, and MAX_WORDS words at once. Played by its record, every
    step appears and ends; whatever else the pupil does, it ends all the same. `check_game` tries both.

    `record` is a match record, of which `start_line` lines below its header are played before the lesson begins;
    `seat` is the pupil's. After the steps the match continues, with the tips.

    `hand_tips` are for people without the steps: a phone shows them in the first hand of this game, before the tips.
    """

    record: Path
    start_line: int
    steps: Sequence[LessonStep]
    tips: Sequence[Tip] = ()
    hand_tips: Sequence[Tip] = ()
    seat: int = 0
