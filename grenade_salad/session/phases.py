"""Phases of a running match: one at a time, and which follows which.

    Showing -> ResolvingChance | Deciding | Reacting | Over | Stalled  when all that happened has been shown
    ResolvingChance | Deciding | Reacting -> Showing                   when a line has been carried out

At a table without turns (`State.is_turnless`) players do not wait for what is still to be shown:

    Showing -> ResolvingChance | FreePlay | Over              as above, and from then on
    ResolvingChance | FreePlay -> ResolvingChance | FreePlay  when a line has been carried out
    FreePlay -> Showing                                       when a player has ended the match

A client reads the phase and its fields; only the session changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grenade_salad.core import Action, Reason
from grenade_salad.text import Message, Words, m

MAX_PAUSE = 30.0
"""Seconds that a reaction window waits for people who are away, in total."""
TIME_TO_REACT = 12.0
"""Seconds that people have in a reaction window, unless they choose otherwise."""
MAX_LOOK = 15.0
"""Seconds for which a reaction window pauses while a person looks under a cover.

They are the same for everybody.
"""
RESTING_PASS = 5.0
"""Seconds after which those who pass for the turn have passed.

It counts in a reaction window that waits for all answers.
"""
STOPPED = m("Paused: press P to go on")


@dataclass(frozen=True)
class Pace:
    """Durations in seconds, the same for everybody."""

    countdown: float = TIME_TO_REACT
    """The time that people have in a reaction window; 0: until all have answered."""
    window: float = 0.8
    """The time of a window in which only machines are asked, whatever they hold."""
    moment: tuple[float, float] = (0.05, 0.25)
    """Bounds of a random time, instead of `window`, where no person can learn from it.

    It is drawn once for all machines that are asked in a row.
    """
    machine: float = 0.35
    """The time before a machine acts, so that people can follow."""
    machine_again: float = 0.12
    """The time before a machine acts again in its turn."""
    in_turn: bool = False
    """True if a window without people is no window.

    Its machines decide one after another.
    """
    unhurried: frozenset[int] = frozenset()
    """Seats for which the time never ends.

    Whenever one of them is asked, whatever it holds, the window waits for its answer.
    """


NO_DELAYS = Pace(window=0.0, moment=(0.0, 0.0), machine=0.0, machine_again=0.0, in_turn=True)
"""The pace of a match that no person watches."""


@dataclass(frozen=True)
class Showing:
    """A step is still to be shown: take it, and mark it as shown."""


@dataclass(frozen=True)
class ResolvingChance:
    """Chance is worked out."""


@dataclass
class Deciding:
    """One seat decides, or the table together by it."""

    seat: int
    by: Literal["person", "phone", "bot"]
    """"person" is a person at this screen."""
    thinking_seconds: float = 0.0
    """The time for which a machine has been thinking; 0 when it has decided."""


@dataclass(frozen=True)
class FreePlay:
    """A table without turns: all seats may act at any time.

    Nothing waits for them. It does not matter whether all has been shown.
    """


@dataclass
class Reacting:
    """A reaction window: all who could answer by the rules have the same time.

    It does not matter what they hold. What machines hold or think is not in here.
    """

    seats: tuple[int, ...]
    """The people among those asked, in the order in which their answers count."""
    seconds: float
    answers: dict[int, Action] = field(default_factory=dict)
    """The answers of `seats`: show that a seat has answered, never what."""
    elapsed: float = 0.0
    is_stopped: bool = False
    """True if a person has stopped the time for everybody."""
    waits_for: tuple[int, ...] = ()
    """The seats of people who are away, and for whom the time waits."""
    waited_seconds: float = 0.0
    looking_seat: int | None = None
    """The seat that looks under its cover at this screen, which pauses the time."""
    looked_seconds: float = 0.0
    """Seconds of that look."""
    is_closed: bool = False
    """True when no answer of people counts any more.

    A person did more than pass, all have answered, or the time was up.
    """
    resting: frozenset[int] = frozenset()
    """Those who passed before for the rest of this turn.

    They are asked all the same, so that the pause stays as it is.
    """
    can_rest: bool = True
    """True if there is a rest of the turn for which they may pass."""

    @property
    def seconds_left(self) -> float | None:
        """Seconds left; None if it does not end on its own."""
        return max(0.0, self.seconds - self.elapsed) if self.seconds > 0 else None

    @property
    def is_paused(self) -> bool:
        """True if the time is paused."""
        return self.is_stopped or self.is_held or bool(self.waits_for)

    @property
    def is_held(self) -> bool:
        """True if the time is paused because a person looks under a cover."""
        return self.looking_seat is not None and self.looked_seconds < MAX_LOOK

    @property
    def missed(self) -> frozenset[int]:
        """The seats of people whose time was up before they answered."""
        return frozenset(self.seats) - set(self.answers) if self.seconds_left == 0 else frozenset()


@dataclass(frozen=True)
class Over:
    """The match has ended, and all of it was shown."""

    trouble: str = ""
    """The reason why its result could not be written down, or ""."""


@dataclass(frozen=True)
class Stalled:
    """Only machines play, and they would never end: see `match.is_endless`.

    The match is saved as it is.
    """


Phase: TypeAlias = Showing | ResolvingChance | Deciding | FreePlay | Reacting | Over | Stalled


@dataclass(frozen=True)
class HasAnswered(Reason):
    """A second answer to the same question."""

    def message(self) -> Message:
        return m("you have answered")


@dataclass(frozen=True)
class NothingToTakeBack(Reason):
    """The match is not in the journal, or a reaction window is open."""

    def message(self) -> Message:
        return m("nothing can be undone now")


def why_paused(reaction: Reacting, names: Sequence[str]) -> Words:
    """Return why the time of a reaction window is paused; empty if it runs."""
    if reaction.is_stopped:
        return STOPPED
    if reaction.is_held and reaction.looking_seat is not None:
        return m("{who} is looking: the clock waits", who=names[reaction.looking_seat])
    if not reaction.waits_for:
        return ""
    away = [names[seat] for seat in reaction.waits_for]
    # Translators: {away} is a player, or a list of players
    return m(
        "Waiting for {away} to reconnect: {seconds} s at most",
        away=away,
        seconds=round(MAX_PAUSE - reaction.waited_seconds),
    )
