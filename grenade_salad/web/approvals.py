"""What phones would like to do and somebody else has to allow: at the screen, in the terminal, or the host's phone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grenade_salad.core import Action
from grenade_salad.session.session import Session
from grenade_salad.text import Message, Seat, m
from grenade_salad.web.protocol import Decision


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that waits for a yes: its `number`, and what it is about, in `words`."""

    number: int
    decision: Decision
    words: Message

    @property
    def seat(self) -> int:
        """Whose it is."""
        return self.decision.seat


def asks(decision: Decision) -> bool:
    """Whether somebody has to say yes to it first."""
    lines = (decision.action, *decision.more)
    return not decision.allowed and any(isinstance(one, Action) and one.needs_approval for one in lines)


class AskedFirst:
    """The questions that nobody has answered, the oldest first; each seat has one at most."""

    def __init__(self) -> None:
        self.waiting: tuple[Question, ...] = ()
        self._last = 0

    def add(self, decision: Decision, session: Session) -> Question:
        """Somebody has to say yes to this; a newer one of the seat takes the place of an older one."""
        self._last += 1
        lines = [one for one in (decision.action, *decision.more) if isinstance(one, Action) and one.needs_approval]
        view = session.match.state.view(None)
        # Translators: asked at the screen when a phone wants to do something for the whole table; {what} is what it
        # does, such as "start a new round"
        words = m(
            "{who}: {what}. Is that all right?",
            who=Seat(decision.seat),
            what=session.match.game.describe(lines[0], view),
        )
        asked = Question(self._last, decision, words)
        self.waiting = (*(one for one in self.waiting if one.seat != decision.seat), asked)
        return asked

    def answered(self, number: int, yes: bool) -> Decision | None:
        """Somebody has answered: what is to be done now, None for nothing."""
        found = next((one for one in self.waiting if one.number == number), None)
        self.waiting = tuple(one for one in self.waiting if one is not found)
        return replace(found.decision, allowed=True) if found is not None and yes else None

    def forget(self) -> None:
        """Nothing is asked any more: another match, or none."""
        self.waiting = ()
