"""What a running match is at: one phase at a time, and which follows which.

    Showing -> Settling | Deciding | Asking | Over | Stalled     when all that happened has been shown
    Settling | Deciding | Asking -> Showing              when a line has been carried out

At a table without turns (`State.is_turnless`) nothing that is shown stops anybody:

    Showing -> Settling | Anybody | Over                 as above, and from then on
    Settling | Anybody -> Settling | Anybody             when a line has been carried out
    Anybody -> Showing                                   when somebody has ended it

A client reads the phase and what stands in it; the session alone changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grenade_salad.core import Action, Reason
from grenade_salad.text import Message, Words, m

MAX_PAUSE = 30.0
"""Seconds that a window waits for people who are away, all in all."""
TIME_TO_REACT = 12.0
"""Seconds that people have in a reaction window, unless they want it otherwise."""
MAX_LOOK = 15.0
"""Seconds for which the time of a window stands still while somebody looks under a cover; for everybody alike."""
RESTING_PASS = 5.0
"""Seconds after which those who rest have passed in a window that waits for all answers."""
STOPPED = m("Paused: press P to go on")


@dataclass(frozen=True)
class Pace:
    """How long things take, in seconds; for everybody alike.

    `countdown` is how long people have in a reaction window (0: until all have answered), `window` how long one is open
    in which only machines are asked, whatever they hold, `machine` what passes before a machine acts, so that people
    can follow, `again` before it goes on with its turn. Where nobody's eyes need protection, a window of machines is
    open for a `moment` instead: a random time between these two, once for all that are asked in a row. With `in_turn`
    a window without people is no window: its machines decide one after another. For the `unhurried` seats the time
    never ends: whenever one of them is asked, whatever it holds, the window waits for its answer.
    """

    countdown: float = TIME_TO_REACT
    window: float = 0.8
    moment: tuple[float, float] = (0.05, 0.25)
    machine: float = 0.35
    machine_again: float = 0.12
    in_turn: bool = False
    unhurried: frozenset[int] = frozenset()


NO_DELAYS = Pace(window=0.0, moment=(0.0, 0.0), machine=0.0, machine_again=0.0, in_turn=True)
"""For a match that nobody looks at."""


@dataclass(frozen=True)
class Showing:
    """Something that happened is still to be shown: take it, and say when it was shown."""


@dataclass(frozen=True)
class ResolvingChance:
    """Luck is worked out."""


@dataclass
class Deciding:
    """One seat decides, or the table together by it.

    `by` says where: at this screen, with a phone, or a machine. `thought` is for how many seconds a machine has been
    thinking; 0.0 when it knows.
    """

    seat: int
    by: Literal["person", "phone", "bot"]
    thinking_seconds: float = 0.0


@dataclass(frozen=True)
class FreePlay:
    """A table without turns: all seats may act at any time, whether or not all is shown. Nobody is waited for."""


@dataclass
class Reacting:
    """A reaction window: everybody who could answer by the rules is asked for the same time, whatever they hold.

    `seats` are the people among them, in the order in which their answers count, and `answers` what they said: it is
    told that somebody has answered, never what. `closed` says that no answer of people counts any more: somebody did
    more than pass, all have answered, or the time was up. `resting` are those who said before that they pass for this
    turn: they are asked all the same, so that the pause stays as it is. What machines hold or think is told nowhere.
    """

    seats: tuple[int, ...]
    seconds: float
    answers: dict[int, Action] = field(default_factory=dict)
    elapsed: float = 0.0
    is_stopped: bool = False
    """Somebody has stopped the time for everybody."""
    waits_for: tuple[int, ...] = ()
    """The seats of people who are away, and whom the time waits for."""
    waited_seconds: float = 0.0
    looking_seat: int | None = None
    """The seat that looks under its cover at this screen: the time stands, whatever it holds."""
    looked_seconds: float = 0.0
    """Seconds of that look."""
    is_closed: bool = False
    resting: frozenset[int] = frozenset()
    can_rest: bool = True
    """Whether there is a rest of the turn for which they may pass."""

    @property
    def seconds_left(self) -> float | None:
        """Seconds left; None if it does not end on its own."""
        return max(0.0, self.seconds - self.elapsed) if self.seconds > 0 else None

    @property
    def is_paused(self) -> bool:
        """Whether the time stands still."""
        return self.is_stopped or self.is_held or bool(self.waits_for)

    @property
    def is_held(self) -> bool:
        """True if the time stands because somebody looks under a cover."""
        return self.looking_seat is not None and self.looked_seconds < MAX_LOOK

    @property
    def missed(self) -> frozenset[int]:
        """The seats of people whose time was up before they answered."""
        return frozenset(self.seats) - set(self.answers) if self.seconds_left == 0 else frozenset()


@dataclass(frozen=True)
class Over:
    """The match has ended, and all of it was shown. `trouble` is why its result could not be written down."""

    trouble: str = ""


@dataclass(frozen=True)
class Stalled:
    """Machines alone play, and would for ever: see `match.is_endless`. The match is kept as it is."""


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
    """Why the time of a window stands still; empty if it runs."""
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
