"""The clock of a reaction window stops while a person looks under a cover."""

from __future__ import annotations

import pytest

from grenade_salad.session.phases import MAX_LOOK, TIME_TO_REACT, Reacting, why_paused
from grenade_salad.text import say
from tests.session.sessions import NAMES, SETUP, WITHOUT_KING, advance_until, open_window, reaction_phase


def test_default_reaction_time_is_twelve_seconds() -> None:
    session = open_window("ppp")
    assert reaction_phase(session).seconds == TIME_TO_REACT == 12.0


@pytest.mark.parametrize("kinds", ["ppp", "ppf"])
def test_clock_stops_while_a_person_looks(kinds: str) -> None:
    session = open_window(kinds)
    session.advance(1.0)
    left = reaction_phase(session).seconds_left
    session.hold_clock(1)
    for _ in range(14):
        session.advance(1.0)
    assert reaction_phase(session).seconds_left == left
    assert reaction_phase(session).is_paused
    assert say(why_paused(reaction_phase(session), NAMES)) == "Bo is looking: the clock waits"
    session.hold_clock(None)
    assert not reaction_phase(session).is_paused
    session.advance(1.0)
    assert reaction_phase(session).seconds_left == (left or 0.0) - 1.0


def test_each_look_stops_the_clock_for_fifteen_seconds_at_most() -> None:
    session = open_window("ppp")
    session.hold_clock(1)
    for _ in range(20):
        session.advance(1.0)
    assert reaction_phase(session).elapsed == 20.0 - MAX_LOOK
    session.hold_clock(None)
    session.hold_clock(2)
    session.advance(1.0)
    assert reaction_phase(session).elapsed == 20.0 - MAX_LOOK
    session.hold_clock(None)
    assert advance_until(session, lambda: not isinstance(session.phase, Reacting)) == TIME_TO_REACT - 5.0


def test_clock_does_not_reveal_a_king() -> None:
    """The visible time is the same for all looks, however long, and for all hands."""
    timelines = []
    for setup in (SETUP, WITHOUT_KING):
        timeline = []
        for seat in (1, 2):
            session = open_window("ppp", setup)
            for second in range(40):
                session.hold_clock(seat if 2 <= second < 20 else None)
                session.advance(1.0)
                phase = session.phase
                timeline.append((phase.seconds_left, phase.is_paused) if isinstance(phase, Reacting) else None)
        timelines.append(timeline)
    assert timelines[0] == timelines[1]
    assert timelines[0][:40] == timelines[0][40:], "Bo's looks, who may have the King, and Cy's"
