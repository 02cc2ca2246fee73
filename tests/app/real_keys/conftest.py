"""A desktop for the tests with real keys, one for each process of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.real_keys.desk import Desk, open_desk


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A display with a window manager, and nothing on it but the program of a test."""
    with open_desk(tmp_path_factory.mktemp("desk")) as desk:
        yield desk
