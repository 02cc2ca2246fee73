"""A game's scene is one class that has a table, not one that is a table."""

from __future__ import annotations

import pytest

from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.match.fallback_board import PlainScene
from grenade_salad.app.match.game_board import OnTable

MOST = 64
"""Names that a scene's class has at most, with those of `OnTable`: Salad's had 158 as a subclass of the table."""


@pytest.mark.parametrize("kind", [SaladScene, LiveGrenadeScene, WheelScene, OpenTableScene, PlainScene])
def test_a_scene_is_one_class(kind: type[OnTable]) -> None:
    assert kind.__mro__[1:] == (OnTable, object)
    assert len([name for name in dir(kind) if not name.startswith("__")]) <= MOST
