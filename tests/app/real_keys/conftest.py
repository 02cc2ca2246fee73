"""A desktop for each test with real keys: whatever one leaves behind, such as a key that is down, meets no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.real_keys.desk import Desk, open_desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A display with a window manager, and nothing on it but the program of the test."""
    home = tmp_path / "home"
    home.mkdir()
    with open_desk(home) as desk:
        yield desk
