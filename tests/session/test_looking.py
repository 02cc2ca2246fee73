"""The time of a reaction window stands while somebody at the screen looks under a cover."""

from __future__ import annotations

import pytest

from grenade_salad.session.phases import LONGEST_LOOK, TIME_TO_REACT, Asking, why_it_stands
from grenade_salad.text import say
from tests.session.test_session import NAMES, SETUP, WITHOUT_KING, asking, until, window


def test_time_to_react_is_twelve_seconds_unless_people_want_it_otherwise() -> None:
    session = window("ppp")
    assert asking(session).seconds == TIME_TO_REACT == 12.0


@pytest.mark.parametrize("kinds", ["ppp", "ppf"])
def test_clock_stands_while_somebody_looks(kinds: str) -> None:
    session = window(kinds)
    session.advance(1.0)
    left = asking(session).left
    session.hold_clock(1)
    for _ in range(14):
        session.advance(1.0)
    assert asking(session).left == left
    assert asking(session).stands
    assert say(why_it_stands(asking(session), NAMES)) == "Bo is looking: the clock waits"
    session.hold_clock(None)
    assert not asking(session).stands
    session.advance(1.0)
    assert asking(session).left == (left or 0.0) - 1.0


def test_one_look_holds_the_clock_for_fifteen_seconds_at_most_and_the_next_look_again() -> None:
    session = window("ppp")
    session.hold_clock(1)
    for _ in range(20):
        session.advance(1.0)
    assert asking(session).passed == 20.0 - LONGEST_LOOK
    session.hold_clock(None)
    session.hold_clock(2)
    session.advance(1.0)
    assert asking(session).passed == 20.0 - LONGEST_LOOK
    session.hold_clock(None)
    assert until(session, lambda: not isinstance(session.phase, Asking)) == TIME_TO_REACT - 5.0


def test_clock_tells_nobody_who_holds_a_king() -> None:
    """Whoever looks, for however long, whatever they hold: all that can be seen of the time is the same."""
    courses = []
    for setup in (SETUP, WITHOUT_KING):
        course = []
        for seat in (1, 2):
            session = window("ppp", setup)
            for second in range(40):
                session.hold_clock(seat if 2 <= second < 20 else None)
                session.advance(1.0)
                phase = session.phase
                course.append((phase.left, phase.stands) if isinstance(phase, Asking) else None)
        courses.append(course)
    assert courses[0] == courses[1]
    assert courses[0][:40] == courses[0][40:], "Bo's looks, who may have the King, and Cy's"
