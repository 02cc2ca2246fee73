"""Convert routines of playingcards.io to buttons.

Those that move, call back, shuffle, flip and count are supported.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Literal

from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_TEXT_LENGTH, Button, Press
from grenade_salad.games.open_table.buttons import MAX_LINES

_HAND = "hand"


class RoutineConverter:
    """Converts routines for the holders and counters of a box.

    What cannot be converted is counted in `left_out`.
    """

    def __init__(
        self, holders: frozenset[str], counters: Mapping[str, str], homes: Mapping[str, str], left_out: Tally[str]
    ) -> None:
        self.holders, self.counters, self.homes, self.left_out = holders, counters, homes, left_out

    def convert(self, widget: dict[str, Json]) -> Button | None:
        """Return the button of a widget; None if nothing of it can be done here."""
        routine, lines = widget.get("clickRoutine"), list[Press]()
        for step in routine[:100] if isinstance(routine, list) else []:
            func, arguments = get_value(step, "func"), get_value(step, "args")
            name = func[:40] if isinstance(func, str) and func.isprintable() else "?"
            presses = list(self._convert_step(name, arguments))
            if not presses or len(lines) + len(presses) > MAX_LINES:
                self.left_out[name] += 1
            else:
                lines += presses
        if not lines:
            self.left_out["automationButton"] += 1
            return None
        label = widget.get("label")
        words = "".join(filter(str.isprintable, " ".join(label.split()))) if isinstance(label, str) else ""
        return Button(words[:MAX_TEXT_LENGTH] or "Deal", tuple(lines))

    def _convert_step(self, func: str, arguments: Json) -> Iterator[Press]:
        match func:
            case "MOVE_CARDS_BETWEEN_HOLDERS":
                yield from self._convert_move(arguments)
            case "RECALL_CARDS":
                yield from self._convert_recall(arguments)
            case "SHUFFLE_CARDS":
                yield from (
                    Press("shuffle", place) for place in self._list_places(arguments, "holders", includes_hand=False)
                )
            case "FLIP_CARDS" if _read_argument(arguments, "flipMode") in (None, "pile"):
                if places := self._list_places(arguments, "holders", includes_hand=False):
                    yield Press("flip", what=tuple(places), face=_read_face(arguments, "flipFace"))
            case "CHANGE_COUNTER":
                yield from self._convert_count(arguments)

    def _convert_move(self, arguments: Json) -> Iterator[Press]:
        """Yield moves of so many pieces from each place to each.

        `fill` moves only what is missing there.
        """
        n = _read_integer(arguments, "quantity", 1, 0, MAX_PIECES)
        is_fill, face = _read_argument(arguments, "fillAdd") == "fill", _read_face(arguments, "moveFlip")
        for target in self._list_places(arguments, "to"):
            for origin in self._list_places(arguments, "from"):
                is_own = _HAND in (origin, target)
                if is_fill and n and origin != _HAND:
                    yield Press("deal", origin, n, (target,), up_to=True, mine=is_own)
                elif origin != target:
                    yield Press("move", origin, n, (target,), mine=is_own, face=face)

    def _convert_recall(self, arguments: Json) -> Iterator[Press]:
        """Yield moves of all pieces in places to the home that all decks share.

        Loose pieces on the table stay there.
        """
        homes = {self.homes.get(deck, "") for deck in _list_ids(arguments, "decks")}
        if len(homes) != 1 or set(self.homes.values()) != homes or not homes <= self.holders:
            return
        (to,) = homes
        includes_hands = _read_argument(arguments, "includeHands") in (None, "hands")
        for origin in sorted(self.holders - homes):
            if origin != _HAND or includes_hands:
                yield Press("move", origin, 0, (to,), face=_read_face(arguments, "flip"))

    def _convert_count(self, arguments: Json) -> Iterator[Press]:
        n = _read_integer(arguments, "changeNumber", 0, -1_000_000, 1_000_000)
        mode = _read_argument(arguments, "changeMode")
        for counter in _list_ids(arguments, "counters"):
            if (name := self.counters.get(counter)) is None:
                continue
            if mode in ("inc", "dec"):
                if n:
                    yield Press("set", name, by=n if mode == "inc" else -n)
            else:
                yield Press("set", name, n)

    def _list_places(self, arguments: Json, key: str, includes_hand: bool = True) -> list[str]:
        return [
            place for place in _list_ids(arguments, key) if place in self.holders and (includes_hand or place != _HAND)
        ]


def get_value(value: Json, key: str) -> Json:
    """Return the value of a key; None if there is none."""
    return value.get(key) if isinstance(value, dict) else None


def _read_argument(arguments: Json, key: str) -> Json:
    value = get_value(get_value(arguments, key), "value")
    return value if isinstance(value, (str, int, float)) else None


def _read_face(arguments: Json, key: str) -> Literal["", "up", "down"]:
    value = _read_argument(arguments, key)
    return "up" if value == "faceUp" else "down" if value == "faceDown" else ""


def _list_ids(arguments: Json, key: str) -> list[str]:
    """Return ids of widgets from a list, or from a single id."""
    value = get_value(get_value(arguments, key), "value")
    ids = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(widget_id for widget_id in ids if isinstance(widget_id, str)))


def _read_integer(arguments: Json, key: str, default: int, minimum: int, maximum: int) -> int:
    value = _read_argument(arguments, key)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return min(max(value, minimum), maximum) if isinstance(value, int) and not isinstance(value, bool) else default
