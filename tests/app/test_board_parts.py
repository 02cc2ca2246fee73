"""A game's board is one class that has a table, and no subclass of it."""

from __future__ import annotations

import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.match.fallback_board import FallbackBoard
from grenade_salad.app.match.game_board import GameBoard

MAX_NAMES = 64
"""Maximum number of names of a board's class, with those of `GameBoard`."""


@pytest.mark.parametrize("kind", [SaladBoard, LiveGrenadeBoard, WheelBoard, OpenTableBoard, FallbackBoard])
def test_board_is_one_class(kind: type[GameBoard]) -> None:
    assert kind.__mro__[1:] == (GameBoard, object)
    assert len([name for name in dir(kind) if not name.startswith("__")]) <= MAX_NAMES
