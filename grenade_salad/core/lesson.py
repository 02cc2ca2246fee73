"""A guided first match: data that a game provides, see `registry.Plugin.lesson`.

It starts at a line of a record, and everything goes by the rules. The record's later lines are what the machines and
luck do as long as that is legal, and what a good pupil does: the check of a game plays them.
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
"""How many steps a lesson has at most, and how many words, in English, one of them or a tip."""
WORDS_PER_MINUTE, SECONDS_PER_TASK = 150.0, 12.0
"""How fast somebody reads, and how long they take for what a step asks for: with that a lesson takes MOST_MINUTES."""
MAX_MINUTES = 5.0

# Translators: the last step of a lesson; bulb and question mark are pictures on buttons
PLAY_ON = m(
    "Now play on. The bulb gives a hint; the question mark opens the rules. I'll tell you the rest when it matters."
)
"""What the last step says, beside the spots "hint" and "help" that every table has."""


@dataclass(frozen=True)
class Moment:
    """What a condition may look at: what the pupil in `seat` may know, and nothing else.

    `view` is theirs, `actions` what they decided and `events` what happened, as they may know it: for a step since it
    came, for a tip since the last moment.
    """

    seat: int
    view: View
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def may_act(self) -> bool:
        """Whether the pupil decides now, in a turn or in a reaction window."""
        return self.seat in self.view.active_seats


Condition: TypeAlias = Callable[[Moment], bool]


def may_act(moment: Moment) -> bool:
    """The pupil decides now."""
    return moment.may_act


def always(moment: Moment) -> bool:
    """At any moment, even on others' turns."""
    return True


def never(moment: Moment) -> bool:
    """At no moment: what a step is never passed over by."""
    return False


def did(*kinds: type[Action]) -> Condition:
    """The pupil has done one of these."""
    return lambda moment: any(isinstance(action, kinds) for action in moment.actions)


def saw(*kinds: type[Event]) -> Condition:
    """One of these has happened."""
    return lambda moment: any(isinstance(event, kinds) for event in moment.events)


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One idea. `says` is shown beside the spots `at`, names that the game's own scene knows, and never over them, nor
    over those in `clear`: what it speaks of without pointing there.

    It comes as soon as `when` holds, and goes when `until` does; without that it only tells, waits for "Next", and the
    machines wait with it. When `gone` holds its moment is past, and it is passed over.
    """

    text: Words
    spots: Sequence[str] = ()
    clear: Sequence[str] = ()
    when: Condition = may_act
    until: Condition | None = None
    skip_when: Condition = never


LAST_STEP = LessonStep(text=PLAY_ON, spots=("hint", "help"), when=always)
"""How our lessons end."""


@dataclass(frozen=True, kw_only=True)
class Tip:
    """A rule that is explained once, when it first matters. `name` is what it is remembered by.

    `rule` is the id under which the rules have it. `at` may name "hand" and "turn" as well: the cards that one holds,
    and what can be done in the turn.
    """

    name: str
    text: Words
    when: Condition
    spots: Sequence[str] = ()
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A first match that leads somebody in: steps, and tips after them.

    At most MOST_STEPS steps and MOST_MINUTES minutes, MOST_WORDS words at once. Played by its record every step comes
    and ends; whatever else is legal and done, it comes to its end all the same. `check_game` tries both.

    `record` is a match record, which is played for `line` lines below its header before the lesson begins; `seat` is
    the pupil's. After the steps the match goes on, with the tips.

    `hand` is for who had no steps: what a phone tells whom it is the first hand of this game for, before the tips.
    """

    record: Path
    start_line: int
    steps: Sequence[LessonStep]
    tips: Sequence[Tip] = ()
    hand_tips: Sequence[Tip] = ()
    seat: int = 0
