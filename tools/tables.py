"""Tables with the scene of a game on them, for tools and tests."""

from __future__ import annotations

from typing import TypeVar

from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.table.on_table import OnTable
from grenade_salad.app.table.table import Table

S = TypeVar("S", bound=OnTable)


def scene_on(table: Scene, kind: type[S]) -> S:
    """The game's scene of this kind that lies on a table. Raises AssertionError if another lies there, or none."""
    assert isinstance(table, Table)
    assert isinstance(table.scene, kind)
    return table.scene
