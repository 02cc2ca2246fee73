"""Carries out decisions of phones, or refuses them with the reason.

It also saves better wordings that phones send.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from grenade_salad.core import Action, Reason
from grenade_salad.session.phases import HasAnswered, Reacting
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import find_refusing_rule
from grenade_salad.sheets.compose import why_not as preview_refusal
from grenade_salad.system import wording_feedback
from grenade_salad.text import Words, m
from grenade_salad.text.say import find_english
from grenade_salad.web.protocol import Decision, WordingSuggestion


class Refuse(Protocol):
    """Tells a seat why its decision was not carried out, and by which rule."""

    def __call__(self, seat: int, words: Words, names: Sequence[str] = (), rule: str = "") -> None: ...


def carry_out(
    decision: Decision, session: Session, is_current: bool, refuse: Refuse, on_settled: Callable[[int], None]
) -> None:
    """Carry out the decision.

    `is_current` is True if it answers the current question; `on_settled` is called with a seat whose answer is no
    action. Raises `JournalError` if it could not be written down; then it has not happened.
    """
    if not is_current:
        refuse(decision.seat, m("things have changed since: look again."))
    elif decision.action == "screen":
        if not session.move_to_screen(decision.seat):
            refuse(decision.seat, m("that cannot be done at the big screen now."))
        on_settled(decision.seat)
    elif decision.action == "rest":
        _pass_for_turn(decision.seat, session, refuse, on_settled)
    else:
        for action in (decision.action, *decision.more):
            if reason := session.act(action):
                send_reason(decision.seat, action, reason, session, refuse)
                return


def why_not(decision: Decision, session: Session) -> Reason | None:
    """Return why the first line of the decision is not possible now, or None."""
    action = decision.action
    return session.match.state.why_not(action) if isinstance(action, Action) else None


def send_reason(seat: int, action: Action, reason: Reason, session: Session, refuse: Refuse) -> None:
    """Tell the seat why its action was not carried out, with its phone's name for it."""
    names = session.match.header.names
    why = preview_refusal(session.match.state, seat, action, names) or reason.message()
    refuse(seat, m("{why}.", why=why), names, find_refusing_rule(session.match.header.game, action, reason))


def _pass_for_turn(seat: int, session: Session, refuse: Refuse, on_settled: Callable[[int], None]) -> None:
    """Pass for the seat for this turn."""
    phase = session.phase
    if not isinstance(phase, Reacting) or seat not in phase.seats:
        refuse(seat, m("you are not being asked right now."))
    elif seat in phase.answers:
        refuse(seat, m("{why}.", why=HasAnswered().message()))
    else:
        session.pass_for_turn(seat)
        on_settled(seat)


def save_rewording(rewording: WordingSuggestion, folder: Path | None) -> None:
    """Save a better wording from a phone beside those of the window.

    It is lost where nothing is saved.
    """
    if folder is not None and wording_feedback.has_space(folder):
        with suppress(OSError):
            english = find_english(rewording.current, exactly=True)
            wording_feedback.add_feedback(
                folder, rewording.language, "a phone", english, rewording.current, rewording.better
            )
