"""Carries out decisions of phones, or refuses them with the reason.

It also saves better wordings that phones send.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from grenade_salad.core import Action, Reason
from grenade_salad.session.phases import HasAnswered, Reacting
from grenade_salad.session.session import Session
from grenade_salad.sheets.compose import find_refusing_rule, make_reader
from grenade_salad.sheets.compose import why_not as preview_refusal
from grenade_salad.system import wording_feedback
from grenade_salad.text import m
from grenade_salad.text.say import find_english
from grenade_salad.web.page_server import PageServer
from grenade_salad.web.protocol import Decision, WordingSuggestion


def carry_out(
    decision: Decision, session: Session, is_current: bool, server: PageServer, *, has_millimetres: bool
) -> None:
    """Carry out the decision, or tell its seat the reason against it.

    `is_current` is True if it answers the current question. Raises `JournalError` if it could not be written down; then
    it has not happened.
    """
    if not is_current:
        server.refuse(decision.seat, m("things have changed since: look again."))
    elif decision.action == "screen":
        if not session.move_to_screen(decision.seat):
            server.refuse(decision.seat, m("that cannot be done at the big screen now."))
        server.settle(decision.seat)
    elif decision.action == "rest":
        _pass_for_turn(decision.seat, session, server)
    else:
        for action in (decision.action, *decision.more):
            if reason := session.act(action):
                send_reason(decision.seat, action, reason, session, server, has_millimetres=has_millimetres)
                return


def why_not(decision: Decision, session: Session) -> Reason | None:
    """Return why the first line of the decision is not possible now, or None."""
    action = decision.action
    return session.match.state.why_not(action) if isinstance(action, Action) else None


def send_reason(
    seat: int, action: Action, reason: Reason, session: Session, server: PageServer, *, has_millimetres: bool
) -> None:
    """Tell the seat why its action was not carried out, with its phone's name for it."""
    names = session.match.header.names
    why = preview_refusal(session.match.state, seat, action, names) or reason.message()
    view = session.match.state.view(seat)
    reader = make_reader(view, names, seat, has_millimetres=has_millimetres)
    server.refuse(seat, m("{why}.", why=why), reader, find_refusing_rule(session.match.header.game, action, reason))


def _pass_for_turn(seat: int, session: Session, server: PageServer) -> None:
    """Pass for the seat for this turn."""
    phase = session.phase
    if not isinstance(phase, Reacting) or seat not in phase.seats:
        server.refuse(seat, m("you are not being asked right now."))
    elif seat in phase.answers:
        server.refuse(seat, m("{why}.", why=HasAnswered().message()))
    else:
        session.pass_for_turn(seat)
        server.settle(seat)


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
