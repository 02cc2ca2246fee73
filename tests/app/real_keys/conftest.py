"""A desktop for each test with real keys.

No key that is still pressed affects another test.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.real_keys.desk import Desk, open_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A display with a window manager and nothing but the program of the test."""
    home = tmp_path / "home"
    home.mkdir()
    with open_desk(home) as desk:
        yield desk
