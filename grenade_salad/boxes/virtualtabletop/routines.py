"""Routines: those that do exactly what buttons here do become buttons.

A routine is a program. It becomes a button if every step has a line here, and else a loss: a button that does half of
it would be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from grenade_salad.boxes.virtualtabletop.game_state import Facts, GameState, as_facts, as_list, read_text
from grenade_salad.boxes.virtualtabletop.pieces import read_count
from grenade_salad.boxes.virtualtabletop.places import Places, Seats, list_steps, to_side
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_TEXT_LENGTH, Button, Press
from grenade_salad.games.open_table.buttons import MAX_LINES

_MAX_DEPTH = 3
"""Maximum number of buttons that press each other."""
_MAX_STEPS = 60
_SILENT = frozenset(("AUDIO", "SORT", "TIMER", "DELAY"))
"""Steps that may be left out: what they do is seen or heard, but changes no game."""
_KNOWN_KEYS: Mapping[str, frozenset[str]] = {
    "MOVE": frozenset(("from", "to", "count", "fillTo", "face")),
    "SHUFFLE": frozenset(("holder", "collection")),
    "LABEL": frozenset(("label", "mode", "value")),
    "CLICK": frozenset(("collection", "count", "mode")),
    "CALL": frozenset(("widget", "routine", "return", "variable", "collection", "arguments")),
    "SELECT": frozenset(("type", "property", "relation", "value", "max", "collection", "mode", "source")),
}
"""The keys of each step that are understood: with any other it is not exact."""
_NOTES = frozenset(("func", "note", "comment", "Note"))


class Inexact(Exception):
    """A routine that no button here can do; `cause` is that of its loss."""

    def __init__(self, cause: str = "program") -> None:
        super().__init__(cause)
        self.cause = cause


@dataclass
class _Context:
    """The pieces and widgets that the steps of one routine have selected."""

    holders: dict[str, str] = field(default_factory=dict)
    """The holder of which a collection has all pieces."""
    widgets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Widgets by name of a collection."""
    turns: int = 0
    """The number of steps that pass the turn."""


class RoutineReader:
    """Reads the routines of a room; `dice` are numbers of pieces by widget."""

    def __init__(
        self, state: GameState, places: Places, seats: Seats, dice: Mapping[str, int], front: int | None
    ) -> None:
        self._state, self._places, self._seats = state, places, seats
        self._dice, self._front = dice, front

    def read_button(self, name: str) -> Button | None:
        """Return the button of a widget; None if it does nothing to do here.

        To pass the turn is here by itself. Raises Inexact.
        """
        context = _Context()
        lines = tuple(self._read_routine(self._state.get(name, "clickRoutine"), context, 0))
        if len(lines) > MAX_LINES:
            raise Inexact("length")
        if context.turns and lines:
            raise Inexact
        if not lines:
            return None
        label = self._state.text(name)[:MAX_TEXT_LENGTH]
        return Button(label or _describe_lines(lines), lines)

    def _read_routine(self, routine: Json, context: _Context, depth: int) -> Iterator[Press]:
        if depth >= _MAX_DEPTH:
            raise Inexact
        for index, step in enumerate(list_steps(routine)):
            if index >= _MAX_STEPS or not isinstance(step, dict):
                raise Inexact
            yield from self._read_step(step, context, depth)

    def _read_step(self, step: Facts, context: _Context, depth: int) -> Iterator[Press]:
        func = step.get("func")
        if not isinstance(func, str):
            raise Inexact
        if func == "INPUT":
            raise Inexact("questions")
        if func in _SILENT or step.get("skip") is True:
            return
        if func == "TURN" and step.keys() <= _NOTES:
            context.turns += 1
            return
        keys = _KNOWN_KEYS.get(func)
        if keys is None or not step.keys() <= (keys | _NOTES) or _has_variable(step):
            raise Inexact
        match func:
            case "MOVE":
                yield from self._read_move(step)
            case "SHUFFLE":
                for holder in self._find_holders(step, context):
                    yield Press("shuffle", holder)
            case "LABEL":
                yield from self._read_label(step)
            case "SELECT":
                self._read_select(step, context)
            case "CLICK":
                yield from self._read_click(step, context, depth)
            case "CALL":
                yield from self._read_call(step, context, depth)

    # Places

    def _name_holder(self, widget: Json) -> str:
        """Return the name of a shared holder. Raises Inexact."""
        if not isinstance(widget, str) or widget in self._places.hands or widget not in self._places.names:
            raise Inexact
        return self._places.names[widget]

    def _find_holders(self, step: Facts, context: _Context) -> list[str]:
        """Return the holders that a step names, or that a collection stands for."""
        if step.get("holder") is not None:
            return [self._name_holder(widget) for widget in as_list(step["holder"])]
        collection = step.get("collection", "DEFAULT")
        if not isinstance(collection, str) or collection not in context.holders:
            raise Inexact
        return [context.holders[collection]]

    def _read_select(self, step: Facts, context: _Context) -> None:
        """Select all that lies in a holder, or widgets by their id."""
        collection = step.get("collection", "DEFAULT")
        is_plain = (
            step.get("relation", "==") == "=="
            and step.get("mode", "set") == "set"
            and step.get("source", "all") == "all"
            and step.get("max") is None
        )
        if not is_plain or not isinstance(collection, str):
            raise Inexact
        value = step.get("value")
        context.holders.pop(collection, None)
        context.widgets.pop(collection, None)
        if step.get("property", "parent") == "parent" and step.get("type", "all") in ("all", "card"):
            context.holders[collection] = self._name_holder(value)
        elif step.get("property") == "id" and isinstance(value, str) and value in self._state.stated:
            context.widgets[collection] = (value,)
        else:
            raise Inexact

    # Steps

    def _read_move(self, step: Facts) -> Iterator[Press]:
        origins = [self._name_holder(widget) for widget in as_list(step.get("from"))]
        targets = as_list(step.get("to"))
        if not origins or not targets:
            raise Inexact
        fill_to = step.get("fillTo")
        count = _read_amount(step.get("count", 1) if fill_to is None else fill_to)
        face = to_side(step.get("face"), self._front)
        if step.get("face") is not None and not face:
            raise Inexact
        if count > MAX_PIECES or (fill_to is not None and not count):
            raise Inexact
        if self._are_all_seats(targets):
            # Seats put what they get into the hand, whatever its side.
            if len(origins) != 1 or not count or fill_to is not None:
                raise Inexact
            yield Press("deal", origins[0], count)
            return
        for origin in origins:
            for target in targets:
                yield from self._move_to(origin, target, count, face, is_fill=fill_to is not None)

    def _move_to(
        self, origin: str, target: Json, count: int, face: Literal["", "up", "down"], *, is_fill: bool
    ) -> Iterator[Press]:
        is_hand = isinstance(target, str) and target in self._places.hands
        name = self._places.names[str(target)] if is_hand else self._name_holder(target)
        if name == origin:
            raise Inexact
        if is_fill and not is_hand:
            holder = self._places.holder(str(target))
            if face and (holder is None or holder.face != face):
                raise Inexact
            yield Press("deal", origin, count, (name,), up_to=True)
        elif is_fill:
            # There it counts the cards of all players, here those of one.
            raise Inexact
        else:
            yield Press("move", origin, count, (name,), mine=is_hand, face="" if is_hand else face)

    def _are_all_seats(self, targets: Sequence[Json]) -> bool:
        """True if the targets are all seats, and each has our hand."""
        names = {target for target in targets if isinstance(target, str)}
        if not self._seats.names or names != {*self._seats.names}:
            return False
        hands = {self._state.text(name, "hand") or "hand" for name in self._seats.names}
        return len(hands) == 1 and hands <= self._places.hands and len(self._places.hands) == 1

    def _read_label(self, step: Facts) -> Iterator[Press]:
        value, mode = read_count(step.get("value", 0)), step.get("mode", "set")
        if value is None or mode not in ("set", "inc", "dec"):
            raise Inexact
        for label in as_list(step.get("label")):
            counter = self._places.counters.get(label) if isinstance(label, str) else None
            if counter is None:
                raise Inexact
            if mode == "set":
                yield Press("set", counter.name, value)
            elif value:
                yield Press("set", counter.name, by=value if mode == "inc" else -value)

    def _read_click(self, step: Facts, context: _Context, depth: int) -> Iterator[Press]:
        if read_count(step.get("count", 1)) != 1 or step.get("mode", "respect") not in ("respect", "ignoreClickable"):
            raise Inexact
        collection = step.get("collection", "DEFAULT")
        widgets: Sequence[Json]
        if isinstance(collection, list):
            widgets = collection
        elif isinstance(collection, str) and collection in context.widgets:
            widgets = context.widgets[collection]
        else:
            raise Inexact
        for widget in widgets:
            if not isinstance(widget, str) or widget not in self._state.stated:
                raise Inexact
            routine = self._state.get(widget, "clickRoutine")
            if isinstance(routine, list):
                yield from self._read_routine(routine, context, depth + 1)
            elif widget in self._dice:
                yield Press("roll", what=(self._dice[widget],))
            else:
                raise Inexact

    def _read_call(self, step: Facts, context: _Context, depth: int) -> Iterator[Press]:
        widget, routine = as_list(step.get("widget")), as_list(step.get("routine", "clickRoutine"))
        if as_facts(step.get("arguments")) or step.get("return") is False or len(widget) != 1 or len(routine) != 1:
            raise Inexact
        name, key = widget[0], routine[0]
        if not isinstance(name, str) or name not in self._state.stated or not isinstance(key, str):
            raise Inexact
        steps = self._state.get(name, key)
        if not key.endswith("Routine") or not isinstance(steps, list):
            raise Inexact
        yield from self._read_routine(steps, _Context(turns=context.turns), depth + 1)

    def list_shuffled(self) -> set[str]:
        """Return the widgets of holders that any routine shuffles."""
        result: set[str] = set()
        for facts in self._state.stated.values():
            for key, routine in facts.items():
                if key.endswith("Routine") and isinstance(routine, list):
                    result |= _find_shuffled(routine, 0)
        return result


def _find_shuffled(routine: list[Json], depth: int) -> set[str]:
    """Return the holders that a routine shuffles, also in its loops and branches."""
    result: set[str] = set()
    selected: dict[str, Json] = {}
    for step in routine[:300]:
        if not isinstance(step, dict):
            continue
        if step.get("func") == "SELECT" and step.get("property", "parent") == "parent":
            selected[read_text(step.get("collection")) or "DEFAULT"] = step.get("value")
        if step.get("func") == "SHUFFLE":
            holders = step.get("holder", selected.get(read_text(step.get("collection")) or "DEFAULT"))
            result |= {holder for holder in as_list(holders) if isinstance(holder, str)}
        for key in ("loopRoutine", "thenRoutine", "elseRoutine"):
            inner = step.get(key)
            if isinstance(inner, list) and depth < 8:
                result |= _find_shuffled(inner, depth + 1)
    return result


def _has_variable(step: Facts) -> bool:
    """True if a value of a step is computed."""
    values = [part for value in step.values() for part in (value if isinstance(value, list) else [value])]
    return any(isinstance(value, str) and "${" in value for value in values) or any(
        isinstance(value, dict) and value for value in values
    )


def _read_amount(value: Json) -> int:
    """Return the number of pieces, 0 for all. Raises Inexact."""
    if value == "all":
        return 0
    count = read_count(value)
    if count is None or count < 0:
        raise Inexact
    return count


def _describe_lines(lines: Sequence[Press]) -> str:
    """Return a label for a button without words."""
    words = {"deal": "Deal", "move": "Move", "shuffle": "Shuffle", "roll": "Roll", "set": "Count"}
    return words.get(lines[-1].do, "Button")
