"""The table as a place for the focus: arrows choose what lies next in that direction, Enter does its first verb."""

from __future__ import annotations

from collections.abc import Callable

from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.app.games.open_table.ground_picture import title_of
from grenade_salad.app.games.open_table.lying import Key
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.inputs import Command, Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.text import Words, m, say

_WAYS: dict[str, Spot] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class Ground(Widget):
    """Keys and readers go through what lies on the table with it; the mouse does not meet it."""

    def __init__(self, desk: Desk, press: Callable[[], None], changed: Callable[[], None]) -> None:
        super().__init__()
        self.desk, self.press, self.changed = desk, press, changed
        self.label = m("The table")

    def covers(self, at: Point) -> bool:
        return False

    def heard(self) -> Heard:
        key = self.desk.chosen[0] if len(self.desk.chosen) == 1 else None
        return self.as_heard("group", value="" if key is None else say(self._words(key)))

    def _words(self, key: Key) -> Words:
        area, one = self.desk.area(key) if isinstance(key, str) else None, self.desk.thing(key)
        if area is not None:
            return m("{place}: {n}", place=title_of(self.desk, area), n=area.seen.count)
        if one is None:
            return ""
        if one.stack:
            return m("a stack of {n}, on top {what}", n=one.count, what=name_of(self.desk, one))
        return m("{what}, face down", what=name_of(self.desk, one)) if one.back else name_of(self.desk, one)

    def nudge(self, where: Command) -> bool:
        if where not in _WAYS:
            return False
        found = nearest(self.desk, _WAYS[where])
        if found is None:
            return False
        self.desk.choose([found])
        self.changed()
        return True


def stops(desk: Desk) -> dict[Key, Spot]:
    """Holders, then what lies by itself, and where that is in mm."""
    found: dict[Key, Spot] = {area.holder.name: area.middle for area in desk.areas}
    return found | {one.key: one.at for one in desk.things if one.shape != "board" and one.key not in found}


def nearest(desk: Desk, way: Spot) -> Key | None:
    """What lies next in a direction from what is chosen; the first of all if nothing is."""
    there = stops(desk)
    here = there.get(desk.chosen[0]) if desk.chosen else None
    if here is None:
        return next(iter(there), None)

    def far(spot: Spot) -> float | None:
        across, up = spot[0] - here[0], spot[1] - here[1]
        along, aside = across * way[0] + up * way[1], abs(across * way[1]) + abs(up * way[0])
        return along + 2 * aside if along > 1 and aside <= 2 * along else None

    away = [(distance, key) for key, spot in there.items() if (distance := far(spot)) is not None]
    return min(away, key=lambda one: one[0], default=(0.0, None))[1]
