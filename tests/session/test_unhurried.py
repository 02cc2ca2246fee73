"""The reaction window waits for unhurried players only, whatever their hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.games.live_grenade import Cancel, LiveGrenadeSetup
from grenade_salad.session.phases import Pace, Reacting
from grenade_salad.session.session import Session
from tests.session.sessions import SETUP, WITHOUT_KING, advance_until, open_window, reaction_phase


def _open_unhurried(seat: int, setup: LiveGrenadeSetup = SETUP) -> Session:
    """Return a session in which Bo and Cy are asked, and this seat is unhurried."""
    session = open_window("ppp", setup)
    session.pace = replace(session.pace, unhurried=frozenset({seat}))
    return session


def _collect_timeline(setup: LiveGrenadeSetup, unhurried: int) -> list[tuple[int, ...] | None]:
    """Return the seats that have answered after each second of a minute.

    It is None when the window is closed. No player does anything.
    """
    session = _open_unhurried(unhurried, setup)
    timeline: list[tuple[int, ...] | None] = []
    for _ in range(60):
        session.advance(1.0)
        phase = session.phase
        timeline.append(tuple(sorted(phase.answers)) if isinstance(phase, Reacting) else None)
    return timeline


@pytest.mark.rule("LG-23")
def test_window_waits_for_an_unhurried_player() -> None:
    session = _open_unhurried(1)
    for _ in range(300):
        session.advance(1.0)
    assert set(reaction_phase(session).answers) == {2}, "Cy has had the usual time"
    king = next(action for action in session.match.state.legal_actions(1) if isinstance(action, Cancel))
    assert session.act(king) is None
    advance_until(session, lambda: session.match.entries[-1] == king)


@pytest.mark.parametrize("unhurried", [1, 2])
def test_unhurried_wait_does_not_reveal_hands(unhurried: int) -> None:
    """Bo has a King in one world and none in the other: the timelines are the same."""
    timeline = _collect_timeline(SETUP, unhurried)
    assert timeline[0] == ()
    assert timeline == _collect_timeline(WITHOUT_KING, unhurried)


def test_window_closes_when_the_unhurried_player_passes() -> None:
    session = _open_unhurried(1)
    for _ in range(20):
        session.advance(1.0)
    let_pass = session.match.state.find_pass(1)
    assert let_pass is not None
    assert session.act(let_pass) is None
    advance_until(session, lambda: not isinstance(session.phase, Reacting))


def test_unhurried_player_who_is_not_asked_does_not_hold_the_window() -> None:
    session = _open_unhurried(0)
    assert advance_until(session, lambda: not isinstance(session.phase, Reacting)) <= Pace().countdown + 1
