"""Table and hand as places for the focus: arrows choose what lies next there, Enter does its first verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grenade_salad.app.games.open_table import accessible_board, hand_strip
from grenade_salad.app.games.open_table.accessible_board import front_words
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.ui.accessible import USED, Act, Heard
from grenade_salad.app.ui.inputs import Command, Input, Key, Point
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.open_table.box import Point as Spot
from grenade_salad.games.open_table.placed_pieces import Key as Stop
from grenade_salad.text import m, say

_PARTS = 400
"""Stops that a reader is given at most."""
_PLACES = 1000
"""The keys of pieces are their numbers and this."""
_WAYS: dict[str, Spot] = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class Ground(Widget):
    """Keys and readers go through what lies on the table with it; the mouse does not meet it."""

    def __init__(self, desk: Desk, press: Callable[[], None], changed: Callable[[], None]) -> None:
        super().__init__()
        self.desk, self.press, self.changed = desk, press, changed
        self.label = m("The table")
        self._last: Spot | None = None
        """Where something was chosen last, from which the arrows go on when nothing is chosen any more."""

    def covers(self, at: Point) -> bool:
        return False

    def heard(self) -> Heard:
        stops = accessible_board.order(self.desk)[:_PARTS]
        parts = tuple(Heard("item", self._said(key), acts=USED, key=_key(self.desk, key)) for key in stops)
        chosen = self.desk.chosen[0] if len(self.desk.chosen) == 1 else None
        return replace(self.as_heard("group", value="" if chosen is None else self._said(chosen)), parts=parts)

    def _said(self, key: Stop) -> str:
        return say(accessible_board.words_of(self.desk, key), begin=True)

    @property
    def part(self) -> int:
        return _key(self.desk, self.desk.chosen[0]) if len(self.desk.chosen) == 1 else 0

    def use_part(self, key: int, act: Act) -> None:
        found = next((stop for stop in accessible_board.order(self.desk) if _key(self.desk, stop) == key), None)
        if found is not None:
            self.desk.choose([found])
            self.changed()

    def typed(self, event: Input) -> bool:
        """Page down: the next stop in the order of reading is chosen; page up: the one before."""
        if not isinstance(event, Key) or not event.down or not event.means & {"page_back", "page_on"}:
            return False
        step = 1 if "page_on" in event.means else -1
        stops = accessible_board.order(self.desk)
        now = stops.index(self.desk.chosen[0]) if self.desk.chosen and self.desk.chosen[0] in stops else None
        if stops:
            self.desk.choose([stops[(now + step) % len(stops) if now is not None else 0 if step > 0 else -1]])
            self.changed()
        return True

    def repeats(self, press: Key) -> bool:
        return True

    def nudge(self, where: Command) -> bool:
        if where not in _WAYS:
            return False
        there = stops(self.desk)
        if self.desk.chosen and self.desk.chosen[0] in there:
            self._last = there[self.desk.chosen[0]]
        found = nearest(there, self._last, _WAYS[where])
        if found is None:
            return False
        self._last = there[found]
        self.desk.choose([found])
        self.changed()
        return True


class HeardHand(Widget):
    """The strip as it is heard: closed, how many it holds; its cards while it is open, and no longer."""

    def __init__(self, desk: Desk, press: Callable[[], None], changed: Callable[[], None]) -> None:
        super().__init__()
        self.desk, self.press, self.changed = desk, press, changed

    def covers(self, at: Point) -> bool:
        return False

    def heard(self) -> Heard:
        if self.desk.seat is None:
            return self.as_heard("group", say(m("The hand")))
        title, how = hand_strip.words(self.desk)
        cards = self._cards()
        chosen = self.desk.card if self.desk.card is not None and self.desk.card < len(cards) else None
        heard = self.as_heard("group", say(title), "" if chosen is None else cards[chosen], say(how))
        return replace(heard, parts=tuple(Heard("item", one, acts=USED, key=at) for at, one in enumerate(cards, 1)))

    def _cards(self) -> list[str]:
        if not self.desk.strip_open:
            return []
        return [say(front_words(self.desk, face), begin=True) for face in self.desk.secret_faces()]

    @property
    def part(self) -> int:
        return self.desk.card + 1 if self.desk.card is not None and self.desk.strip_open else 0

    def use_part(self, key: int, act: Act) -> None:
        if 0 < key <= len(self._cards()):
            self.desk.choose([], key - 1)
            self.changed()

    def repeats(self, press: Key) -> bool:
        return True

    def nudge(self, where: Command) -> bool:
        number = hand_strip.count(self.desk)
        if where not in ("left", "right") or not number or not self.desk.strip_open:
            return False
        step, now = (1 if where == "right" else -1), self.desk.card
        self.desk.choose([], (now + step) % number if now is not None else 0 if step > 0 else number - 1)
        self.changed()
        return True


def _key(desk: Desk, key: Stop) -> int:
    """The key of a stop for readers: pieces by their number, places before them."""
    if isinstance(key, int):
        return _PLACES + key
    return 1 + next(at for at, area in enumerate(desk.areas) if area.holder.name == key)


def stops(desk: Desk) -> dict[Stop, Spot]:
    """Holders, then what lies by itself, and where that is in mm."""
    found: dict[Stop, Spot] = {area.holder.name: area.middle for area in desk.areas}
    return found | {one.key: one.at for one in desk.things if one.shape != "board" and one.key not in found}


def nearest(there: dict[Stop, Spot], here: Spot | None, way: Spot) -> Stop | None:
    """What lies next in a direction from a place; the first of all without one."""
    if here is None:
        return next(iter(there), None)

    def far(spot: Spot) -> float | None:
        across, up = spot[0] - here[0], spot[1] - here[1]
        along, aside = across * way[0] + up * way[1], abs(across * way[1]) + abs(up * way[0])
        return along + 2 * aside if along > 1 and aside <= 2 * along else None

    away = [(distance, key) for key, spot in there.items() if (distance := far(spot)) is not None]
    return min(away, key=lambda one: one[0], default=(0.0, None))[1]
