"""Routines of playingcards.io as buttons: those that move, call back, shuffle, flip and count."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Literal

from grenade_salad.core import Json
from grenade_salad.games.open_table.box import LONGEST_TEXT, MOST_PIECES, Button, Press
from grenade_salad.games.open_table.buttons import MOST_LINES

_HAND = "hand"


class Routines:
    """What the buttons of a file do, with the places and counters that there are; what is left out is counted."""

    def __init__(
        self, holders: frozenset[str], counters: Mapping[str, str], homes: Mapping[str, str], left: Tally[str]
    ) -> None:
        self.holders, self.counters, self.homes, self.left = holders, counters, homes, left

    def button(self, widget: dict[str, Json]) -> Button | None:
        """None if nothing of it can be done here."""
        routine, lines = widget.get("clickRoutine"), list[Press]()
        for step in routine[:100] if isinstance(routine, list) else []:
            func, given = part(step, "func"), part(step, "args")
            name = func[:40] if isinstance(func, str) and func.isprintable() else "?"
            found = list(self._lines(name, given))
            if not found or len(lines) + len(found) > MOST_LINES:
                self.left[name] += 1
            else:
                lines += found
        if not lines:
            self.left["automationButton"] += 1
            return None
        label = widget.get("label")
        words = "".join(filter(str.isprintable, " ".join(label.split()))) if isinstance(label, str) else ""
        return Button(words[:LONGEST_TEXT] or "Deal", tuple(lines))

    def _lines(self, func: str, given: Json) -> Iterator[Press]:
        match func:
            case "MOVE_CARDS_BETWEEN_HOLDERS":
                yield from self._moved(given)
            case "RECALL_CARDS":
                yield from self._recalled(given)
            case "SHUFFLE_CARDS":
                yield from (Press("shuffle", one) for one in self._places(given, "holders", hand=False))
            case "FLIP_CARDS" if _said(given, "flipMode") in (None, "pile"):
                if there := self._places(given, "holders", hand=False):
                    yield Press("flip", what=tuple(there), face=_face(given, "flipFace"))
            case "CHANGE_COUNTER":
                yield from self._counted(given)

    def _moved(self, given: Json) -> Iterator[Press]:
        """So many from each place to each; `fill`: only what is missing there."""
        n = _whole(given, "quantity", 1, 0, MOST_PIECES)
        fill, face = _said(given, "fillAdd") == "fill", _face(given, "moveFlip")
        for to in self._places(given, "to"):
            for of in self._places(given, "from"):
                mine = _HAND in (of, to)
                if fill and n and of != _HAND:
                    yield Press("deal", of, n, (to,), up_to=True, mine=mine)
                elif of != to:
                    yield Press("move", of, n, (to,), mine=mine, face=face)

    def _recalled(self, given: Json) -> Iterator[Press]:
        """All that lies in places goes home, if all decks have one home; what lies loose on the table stays there."""
        home = {self.homes.get(one, "") for one in _ids(given, "decks")}
        if len(home) != 1 or set(self.homes.values()) != home or not home <= self.holders:
            return
        (to,) = home
        hands = _said(given, "includeHands") in (None, "hands")
        for of in sorted(self.holders - home):
            if of != _HAND or hands:
                yield Press("move", of, 0, (to,), face=_face(given, "flip"))

    def _counted(self, given: Json) -> Iterator[Press]:
        n = _whole(given, "changeNumber", 0, -1_000_000, 1_000_000)
        mode = _said(given, "changeMode")
        for one in _ids(given, "counters"):
            if (name := self.counters.get(one)) is None:
                continue
            if mode in ("inc", "dec"):
                if n:
                    yield Press("set", name, by=n if mode == "inc" else -n)
            else:
                yield Press("set", name, n)

    def _places(self, given: Json, key: str, hand: bool = True) -> list[str]:
        return [one for one in _ids(given, key) if one in self.holders and (hand or one != _HAND)]


def part(value: Json, key: str) -> Json:
    """What stands under a key; None if nothing does."""
    return value.get(key) if isinstance(value, dict) else None


def _said(given: Json, key: str) -> Json:
    value = part(part(given, key), "value")
    return value if isinstance(value, (str, int, float)) else None


def _face(given: Json, key: str) -> Literal["", "up", "down"]:
    value = _said(given, key)
    return "up" if value == "faceUp" else "down" if value == "faceDown" else ""


def _ids(given: Json, key: str) -> list[str]:
    """Ids of widgets: a list of them, or one."""
    value = part(part(given, key), "value")
    found = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(one for one in found if isinstance(one, str)))


def _whole(given: Json, key: str, usual: int, least: int, most: int) -> int:
    value = _said(given, key)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return min(max(value, least), most) if isinstance(value, int) and not isinstance(value, bool) else usual
