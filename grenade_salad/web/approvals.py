"""Actions of phones that another person must approve first.

That happens at the screen, in the terminal, or at the host's phone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grenade_salad.core import Action
from grenade_salad.session.session import Session
from grenade_salad.text import Message, Seat, m
from grenade_salad.web.protocol import Decision


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """A decision that waits for approval."""

    id: int
    decision: Decision
    words: Message
    """The question, for the host to answer."""

    @property
    def seat(self) -> int:
        """The seat that asks."""
        return self.decision.seat


def needs_approval(decision: Decision) -> bool:
    """True if another person has to approve the decision first."""
    lines = (decision.action, *decision.more)
    return not decision.is_allowed and any(isinstance(line, Action) and line.needs_approval for line in lines)


class Approvals:
    """The requests without an answer, the oldest first; each seat has one at most."""

    def __init__(self) -> None:
        self.waiting: tuple[ApprovalRequest, ...] = ()
        self._last_id = 0

    def add(self, decision: Decision, session: Session) -> ApprovalRequest:
        """Add a request; it replaces an older one of the same seat."""
        self._last_id += 1
        lines = [line for line in (decision.action, *decision.more) if isinstance(line, Action) and line.needs_approval]
        view = session.match.state.view(None)
        # Translators: asked at the screen when a phone wants to do something for the whole table; {what} is what it
        # does, such as "start a new round"
        words = m(
            "{who}: {what}. Is that all right?",
            who=Seat(decision.seat),
            what=session.match.game.describe(lines[0], view),
        )
        request = ApprovalRequest(self._last_id, decision, words)
        self.waiting = (*(earlier for earlier in self.waiting if earlier.seat != decision.seat), request)
        return request

    def answer(self, request_id: int, is_allowed: bool) -> Decision | None:
        """Answer a request: return the decision to carry out, or None."""
        request = next((candidate for candidate in self.waiting if candidate.id == request_id), None)
        self.waiting = tuple(candidate for candidate in self.waiting if candidate is not request)
        return replace(request.decision, is_allowed=True) if request is not None and is_allowed else None

    def clear(self) -> None:
        """Drop all requests: there is another match, or none."""
        self.waiting = ()
