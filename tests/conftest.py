"""What all tests share: no window, no sound, nobody's own settings."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from grenade_salad import report

os.environ.update(LANGUAGE="en", SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def nothing_is_caught(request: pytest.FixtureRequest) -> Iterator[None]:
    """The net under the program hides no mistake from a test, unless the test is about the net."""
    report.caught.clear()
    yield
    caught = list(report.caught)
    report.caught.clear()
    if request.node.get_closest_marker("caught") is None:
        assert not caught, caught
