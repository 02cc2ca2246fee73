"""What a phone decided is done, or refused with the reason; better words that it has are written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from grenade_salad.core import Action, Reason
from grenade_salad.session.phases import Asking, HasAnswered
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import rule_of
from grenade_salad.sheets.compose import why_not as said_why_not
from grenade_salad.system import wording_feedback
from grenade_salad.text import Words, m
from grenade_salad.text.say import english_of
from grenade_salad.web.protocol import Decision, Reworded


class Refuse(Protocol):
    """Says to a seat why its decision was not carried out, and by which rule."""

    def __call__(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None: ...


def carry_out(decision: Decision, session: Session, now: bool, refuse: Refuse, settled: Callable[[int], None]) -> None:
    """Do it; `now` says whether it answers what is asked now, `settled` hears of a seat whose answer is no action.

    Raises JournalError: it could not be written down, and has not happened.
    """
    if not now:
        refuse(decision.seat, m("things have changed since: look again."))
    elif decision.action == "screen":
        if not session.at_screen(decision.seat):
            refuse(decision.seat, m("that cannot be done at the big screen now."))
        settled(decision.seat)
    elif decision.action == "rest":
        _rest(decision.seat, session, refuse, settled)
    else:
        for action in (decision.action, *decision.more):
            if reason := session.act(action):
                tell_why(decision.seat, action, reason, session, refuse)
                return


def why_not(decision: Decision, session: Session) -> Reason | None:
    """Why the first line of it cannot be done now, or None."""
    action = decision.action
    return session.match.state.why_not(action) if isinstance(action, Action) else None


def tell_why(seat: int, action: Action, reason: Reason, session: Session, refuse: Refuse) -> None:
    """Say to the seat why its action was not carried out, as its phone calls it."""
    names = session.match.header.names
    why = said_why_not(session.match.state, seat, action, names) or reason.message()
    refuse(seat, m("{why}.", why=why), names, rule_of(session.match.header.game, action, reason))


def _rest(seat: int, session: Session, refuse: Refuse, settled: Callable[[int], None]) -> None:
    """The seat passes for this turn."""
    asking = session.phase
    if not isinstance(asking, Asking) or seat not in asking.seats:
        refuse(seat, m("you are not being asked right now."))
    elif seat in asking.answers:
        refuse(seat, m("{why}.", why=HasAnswered().message()))
    else:
        session.pass_for_turn(seat)
        settled(seat)


def write_down(said: Reworded, folder: Path | None) -> None:
    """Better words from a phone, beside those of the window; somewhere that nothing is kept they are lost."""
    if folder is not None and wording_feedback.room_in(folder):
        with suppress(OSError):
            english = english_of(said.now, exactly=True)
            wording_feedback.write(folder, said.language, "a phone", english, said.now, said.better)
