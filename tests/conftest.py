"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from grenade_salad import report

# No time is measured: on a busy machine even drawing a few numbers takes long.
settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
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
