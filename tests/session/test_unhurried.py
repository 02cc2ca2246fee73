"""The reaction window waits for unhurried players only, whatever their hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.games.live_grenade import Cancel, LiveGrenadeSetup
from grenade_salad.session.phases import Pace, Reacting
from grenade_salad.session.session import find_pass
from tests.session.test_session import SETUP, WITHOUT_KING, advance_until, open_window, reaction_phase


def _collect_timeline(setup: LiveGrenadeSetup, unhurried: int) -> list[tuple[tuple[int, ...], bool]]:
    """Return the seats that have answered, and True if the window is open.

    There is an item for each second of a minute in which no player does anything.
    """
    session = open_window("ppp", setup)
    session.pace = replace(session.pace, unhurried=frozenset({unhurried}))
    timeline = []
    for _ in range(60):
        session.advance(1.0)
        phase = session.phase
        timeline.append(
            (tuple(sorted(reaction_phase(session).answers)), True) if isinstance(phase, Reacting) else ((), False)
        )
    return timeline


@pytest.mark.rule("LG-23")
def test_window_waits_for_an_unhurried_player() -> None:
    session = open_window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({1}))
    for _ in range(300):
        session.advance(1.0)
    assert set(reaction_phase(session).answers) == {2}, "Cy has had the usual time"
    king = next(action for action in session.match.state.legal_actions(1) if isinstance(action, Cancel))
    assert session.act(king) is None
    advance_until(session, lambda: session.match.entries[-1] == king)


@pytest.mark.parametrize("unhurried", [1, 2])
def test_unhurried_wait_does_not_reveal_hands(unhurried: int) -> None:
    """Bo has a King in one world and none in the other: the timelines are the same."""
    assert _collect_timeline(SETUP, unhurried) == _collect_timeline(WITHOUT_KING, unhurried)


def test_window_closes_with_the_last_answer_or_in_time_without_the_unhurried_seat() -> None:
    session = open_window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({1}))
    for _ in range(20):
        session.advance(1.0)
    let_pass = find_pass(session.match.state, 1)
    assert let_pass is not None
    session.act(let_pass)
    advance_until(session, lambda: not isinstance(session.phase, Reacting))
    session = open_window("ppp")
    session.pace = replace(session.pace, unhurried=frozenset({0}))
    assert advance_until(session, lambda: not isinstance(session.phase, Reacting)) <= Pace().countdown + 1
