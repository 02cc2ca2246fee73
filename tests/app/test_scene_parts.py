"""A game's scene is one class that has a table, not one that is a table."""

from __future__ import annotations

import pytest

from grenade_salad.app.games.live_grenade.scene import LiveGrenadeScene
from grenade_salad.app.games.open_table.scene import OpenTableScene
from grenade_salad.app.games.salad.scene import SaladScene
from grenade_salad.app.games.wheel.scene import WheelScene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.table.plain_scene import PlainScene

MOST = 64
"""Names that a scene's class has at most, with those of `OnTable`: Salad's had 158 as a subclass of the table."""


@pytest.mark.parametrize("kind", [SaladScene, LiveGrenadeScene, WheelScene, OpenTableScene, PlainScene])
def test_a_scene_is_one_class(kind: type[OnTable]) -> None:
    assert kind.__mro__[1:] == (OnTable, object)
    assert len([name for name in dir(kind) if not name.startswith("__")]) <= MOST
