"""Somebody who has all the time to react: the window waits for them whatever they hold, and for nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.games.live_grenade import Cancel, LiveGrenadeSetup
from grenade_salad.session.phases import Asking, Pace
from grenade_salad.session.session import passing
from tests.session.test_session import SETUP, WITHOUT_KING, asking, until, window


def _course(setup: LiveGrenadeSetup, unhurried: int) -> list[tuple[tuple[int, ...], bool]]:
    """Who has answered and whether the window is open, every second of a minute in which nobody does anything."""
    session = window("ppp", setup)
    session.pace = replace(session.pace, unhurried=frozenset({unhurried}))
    seen = []
    for _ in range(60):
        session.advance(1.0)
        phase = session.phase
        seen.append((tuple(sorted(asking(session).answers)), True) if isinstance(phase, Asking) else ((), False))
    return seen


@pytest.mark.rule("LG-23")
def test_the_window_waits_for_who_has_no_hurry() -> None:
    session = window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({1}))
    for _ in range(300):
        session.advance(1.0)
    assert set(asking(session).answers) == {2}, "Cy has had the usual time"
    king = next(action for action in session.match.state.legal_actions(1) if isinstance(action, Cancel))
    assert session.act(king) is None
    until(session, lambda: session.match.entries[-1] == king)


@pytest.mark.parametrize("unhurried", [1, 2])
def test_nobody_can_tell_from_it_who_holds_what(unhurried: int) -> None:
    """Bo has a King in one world and none in the other: nothing that passes is different."""
    assert _course(SETUP, unhurried) == _course(WITHOUT_KING, unhurried)


def test_the_window_closes_with_the_last_answer_and_without_the_seat_in_time() -> None:
    session = window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({1}))
    for _ in range(20):
        session.advance(1.0)
    let_pass = passing(session.match.state, 1)
    assert let_pass is not None
    session.act(let_pass)
    until(session, lambda: not isinstance(session.phase, Asking))
    session = window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({0}))
    assert until(session, lambda: not isinstance(session.phase, Asking)) <= Pace().countdown + 1
