"""Routines: those that do exactly what buttons here do become buttons.

A routine is a program. It becomes a button if every step has a line here, and else a loss: a button that does half of
it would be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from grenade_salad.boxes.virtualtabletop.faces import read_label
from grenade_salad.boxes.virtualtabletop.game_state import Facts, GameState, as_facts, as_list, read_text
from grenade_salad.boxes.virtualtabletop.pieces import read_count
from grenade_salad.boxes.virtualtabletop.places import Places, Seats, list_steps, to_side
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_PIECES, MAX_TEXT_LENGTH, Button, Press
from grenade_salad.games.open_table.buttons import MAX_LINES

_MAX_DEPTH = 3
"""Maximum number of buttons that press each other."""
_MAX_STEPS = 60
_MAX_KEYS = 20
"""Maximum number of values by which cards are sorted."""
_SILENT = frozenset(("AUDIO", "TIMER", "DELAY"))
"""Steps that may be left out: what they do is seen or heard, but changes no game."""
_KNOWN_KEYS: Mapping[str, frozenset[str]] = {
    "MOVE": frozenset(("from", "to", "count", "fillTo", "face")),
    "SHUFFLE": frozenset(("holder", "collection")),
    "FLIP": frozenset(("holder", "collection", "count", "face")),
    "RECALL": frozenset(("holder", "owned", "inHolder")),
    "SET": frozenset(("collection", "property", "relation", "value")),
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
    decks: dict[str, str] = field(default_factory=dict)
    """The deck of which a collection has all cards."""
    widgets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Widgets by name of a collection."""
    button: str = ""
    """The widget whose routine it is."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of a game that routines name."""

    dice: Mapping[str, int]
    """Numbers of dice by their widgets."""
    kinds: Mapping[str, tuple[str, ...]]
    """The kinds of cards by their deck."""
    front: int | None
    """The face that is the front of all decks; None if they differ."""
    has_many_faces: bool = False
    """True if cards have more than two faces."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """The holder in which a kind begins, by its name."""
    order: tuple[tuple[str, ...], ...] = ()
    """Cards in the order of the box: those with the same front together."""


class RoutineReader:
    """Reads the routines of a state, with the places and pieces that there are here."""

    def __init__(self, state: GameState, places: Places, seats: Seats, pieces: Pieces) -> None:
        self._state, self._places, self._seats, self._pieces = state, places, seats, pieces
        self._front = pieces.front
        self._widgets = {title: widget for widget, title in places.names.items()}
        """The widgets of holders by their names."""
        self._orders: dict[str, bool] = {}
        """True for each key that has the order of the box."""
        self._unsorted: set[str] = set()
        """Holders that are in another order here than there, until they are shuffled."""
        self._turns_on_leave = any(
            as_facts(state.get(name, "onLeave")).get("activeFace") is not None for name in state.names_of_type("holder")
        )

    def read_button(self, name: str) -> Button | None:
        """Return the button of a widget; None if it does nothing to do here.

        To pass the turn is here by itself. Raises Inexact.
        """
        context = _Context(button=name)
        self._unsorted.clear()
        lines = tuple(self._read_routine(self._state.get(name, "clickRoutine"), context, 0))
        if len(lines) > MAX_LINES:
            raise Inexact("length")
        if all(line.do == "pass" for line in lines):
            return None
        self._check_recalls(lines)
        return Button(read_label(self._state, name)[:MAX_TEXT_LENGTH] or _describe_lines(lines), lines)

    def _check_recalls(self, lines: Sequence[Press]) -> None:
        """Raise Inexact if recalled cards might show another side than there.

        There each place that a card leaves may turn it; here it keeps its side until it is flipped.
        """
        if not self._turns_on_leave:
            return
        faces = {holder.name: holder.face for holder in self._places.holders}
        for index, line in enumerate(lines):
            if line.do != "recall":
                continue
            homes = {self._pieces.homes.get(kind, "") for kind in line.kinds} if line.to == ("",) else {*line.to}
            later = lines[index + 1 :]
            flipped = {name for flip in later if flip.do == "flip" and flip.face and not flip.n for name in flip.what}
            if any(not faces.get(str(name)) and name not in flipped for name in homes):
                raise Inexact

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
        if func == "SORT":
            yield from self._read_sort(step, context)
            return
        if func == "TURN" and _is_next_turn(step):
            yield Press("pass")
            return
        keys = _KNOWN_KEYS.get(func)
        step = {key: self._resolve(context.button, value) for key, value in step.items()}
        if keys is None or not step.keys() <= (keys | _NOTES) or _has_variable(step):
            raise Inexact
        match func:
            case "MOVE":
                yield from self._read_move(step, context)
            case "FLIP":
                yield from self._read_flip(step, context)
            case "SET":
                yield from self._read_set(step, context)
            case "RECALL":
                yield from self._read_recall(step)
            case "SHUFFLE":
                for holder in self._find_holders(step, context):
                    self._unsorted.discard(holder)
                    yield Press("shuffle", holder)
            case "LABEL":
                yield from self._read_label(step)
            case "SELECT":
                self._read_select(step, context)
            case "CLICK":
                yield from self._read_click(step, context, depth)
            case "CALL":
                yield from self._read_call(step, context, depth)

    def _resolve(self, button: str, value: Json) -> Json:
        """Return a value with the button and its parent named, also in a list."""
        if isinstance(value, list):
            return [self._state.resolve(button, part) for part in value]
        return self._state.resolve(button, value)

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
        for selected in (context.holders, context.decks, context.widgets):
            selected.pop(collection, None)
        if step.get("property", "parent") == "parent" and step.get("type", "all") in ("all", "card"):
            context.holders[collection] = self._name_holder(value)
        elif step.get("property") == "deck" and isinstance(value, str) and self._pieces.kinds.get(value):
            context.decks[collection] = value
        elif step.get("property") == "id" and isinstance(value, str) and value in self._state.stated:
            context.widgets[collection] = (value,)
        else:
            raise Inexact

    # Steps

    def _read_sort(self, step: Facts, context: _Context) -> Iterator[Press]:
        """Yield the sort of holders whose cards have the same order in the box.

        Other sorts are left out: they change no game, unless cards are then taken from the top.
        """
        step = {key: self._resolve(context.button, value) for key, value in step.items()}
        key, reverse = step.get("key", "value"), step.get("reverse", False)
        is_plain = step.keys() <= (_NOTES | {"holder", "collection", "key", "reverse"}) and isinstance(key, str)
        try:
            holders = self._find_holders(step, context)
        except Inexact:
            # Hands are sorted by those who hold them. Other cards are only known when the button is pressed.
            if not {str(widget) for widget in as_list(step.get("holder"))} & self._places.hands:
                self._unsorted |= {*self._places.names.values()}
            return
        for name in holders:
            widget = self._widgets[name]
            holder = self._places.holder(widget)
            lays = holder.lays if holder is not None else ""
            is_known = lays == "stack" or (lays == "row" and self._state.number(widget, "stackOffsetX") > 0)
            if is_plain and isinstance(reverse, bool) and is_known and self._is_in_order(str(key)):
                # There the last one is on top of a stack, and on the right of a row.
                yield Press("sort", name, reverse=reverse == (lays == "row"))
                self._unsorted.discard(name)
            else:
                self._unsorted.add(name)

    def _is_in_order(self, key: str) -> bool:
        """True if that value of the cards grows from front to front of the box."""
        if key not in self._orders and len(self._orders) >= _MAX_KEYS:
            return False
        if key not in self._orders:
            groups = [{_read_sort_value(self._state.get(card, key)) for card in cards} for cards in self._pieces.order]
            values = [value for group in groups for value in group]
            is_alike = len({type(value) for value in values}) == 1 and None not in values
            is_single = all(len(group) == 1 for group in groups)
            self._orders[key] = (
                is_alike and is_single and all(first < second for first, second in pairwise(values))  # type: ignore[operator]
            )
        return self._orders[key]

    def _read_move(self, step: Facts, context: _Context) -> Iterator[Press]:
        targets = as_list(step.get("to"))
        if step.get("from") is None:
            yield from self._move_collection(step, context, targets)
            return
        origins = as_list(step.get("from"))
        fill_to = step.get("fillTo")
        count = _read_amount(step.get("count", 1) if fill_to is None else fill_to)
        if not origins or not targets or count > MAX_PIECES or (fill_to is not None and not count):
            raise Inexact
        if any(self._places.names.get(str(origin)) in self._unsorted for origin in origins):
            raise Inexact
        seats = self._find_seats(targets)
        if seats is not None:
            # Seats put what they get into the hand, whatever its side.
            if len(origins) != 1 or fill_to is not None or (not count and len(seats) != 1):
                raise Inexact
            if count:
                yield Press("deal", self._name_holder(origins[0]), count, seats)
                return
            (hand,) = self._places.hands
            yield Press("move", self._name_holder(origins[0]), 0, (f"{self._places.names[hand]} {seats[0]}",))
            return
        for origin in origins:
            for target in targets:
                yield self._move_to(origin, target, count, step, is_fill=fill_to is not None)

    def _move_to(self, origin: Json, target: Json, count: int, step: Facts, *, is_fill: bool) -> Press:
        """Return the move of so many pieces.

        A hand is that of the seat that presses the button.
        """
        is_from_hand = isinstance(origin, str) and origin in self._places.hands
        if is_from_hand and (count or is_fill):
            # There it takes the cards of all players together.
            raise Inexact
        source = self._places.names[str(origin)] if is_from_hand else self._name_holder(origin)
        is_hand = isinstance(target, str) and target in self._places.hands
        name = self._places.names[str(target)] if is_hand else self._name_holder(target)
        if name == source or (is_hand and (is_fill or is_from_hand)):
            raise Inexact
        if is_hand:
            return Press("move", source, count, (name,), mine=True)
        face = self._find_side(origin, target, step)
        if not is_fill:
            return Press("move", source, count, (name,), face=face)
        if face:
            raise Inexact
        return Press("deal", source, count, (name,), up_to=True)

    def _find_side(self, origin: Json, target: Json, step: Facts) -> Literal["", "up", "down"]:
        """Return the side that moved cards must be given; "" for none.

        The holder gives it, or they keep theirs.

        There the step turns them first, then the holder that they leave, then that which they enter.
        """
        holder = self._places.holder(str(target))
        if holder is not None and holder.face:
            return ""
        left = as_facts(self._state.get(str(origin), "onLeave")).get("activeFace") if origin is not None else None
        face = step.get("face") if left is None else left
        side = to_side(face, self._front)
        if face is not None and (not side or self._pieces.has_many_faces):
            raise Inexact
        return side

    def _move_collection(self, step: Facts, context: _Context, targets: Sequence[Json]) -> Iterator[Press]:
        """Yield the move of all that lies in a holder, or of all cards of a deck."""
        collection = step.get("collection", "DEFAULT")
        is_all = step.get("fillTo") is None and _read_amount(step.get("count", "all")) == 0
        if not isinstance(collection, str) or len(targets) != 1 or not is_all:
            raise Inexact
        name = self._name_holder(targets[0])
        if collection in context.holders:
            origin = self._widgets[context.holders[collection]]
            if name == context.holders[collection]:
                raise Inexact
            yield self._move_to(origin, targets[0], 0, step, is_fill=False)
        elif collection in context.decks:
            kinds = self._pieces.kinds[context.decks[collection]]
            yield Press("recall", kinds=kinds, to=(name,), face=self._find_side(None, targets[0], step))
        else:
            raise Inexact

    def _find_seats(self, targets: Sequence[Json]) -> tuple[int, ...] | None:
        """Return the seats that are meant, () for all; None if the targets are no seats.

        Raises Inexact if seats and places are mixed, or the seats have no hand of ours.
        """
        names = [target for target in targets if isinstance(target, str) and target in self._seats.names]
        if not names:
            return None
        hands = {self._state.text(name, "hand") or "hand" for name in names}
        if len(names) < len(targets) or not hands <= self._places.hands or len(self._places.hands) != 1:
            raise Inexact
        seats = tuple(sorted({self._seats.names.index(name) for name in names}))
        if len(seats) == len(self._seats.names):
            return ()
        if seats[-1] >= self._seats.maximum:
            raise Inexact
        return seats

    def _read_flip(self, step: Facts, context: _Context) -> Iterator[Press]:
        holders = self._find_holders(step, context)
        yield self._flip(holders, _read_amount(step.get("count", "all")), step.get("face"))

    def _flip(self, holders: Sequence[str], count: int, face: Json) -> Press:
        side = to_side(face, self._front)
        if self._pieces.has_many_faces or (face is not None and not side):
            raise Inexact
        return Press("flip", what=tuple(holders), each=True, n=count, face=side)

    def _read_set(self, step: Facts, context: _Context) -> Iterator[Press]:
        """Yield the flip of all that lies in a holder: its face is set."""
        is_face = step.get("property") == "activeFace" and step.get("relation", "=") in ("=", "==")
        if not is_face or read_count(step.get("value")) is None:
            raise Inexact
        yield self._flip(
            self._find_holders({"collection": step.get("collection", "DEFAULT")}, context), 0, step["value"]
        )

    def _read_recall(self, step: Facts) -> Iterator[Press]:
        leaves: Literal["", "hands", "holders", "both"] = ""
        if step.get("inHolder") is False:
            leaves = "both"
        elif step.get("owned") is False:
            leaves = "hands"
        recalled: list[tuple[str, tuple[str, ...]]] = []
        for widget in as_list(step.get("holder")):
            name = self._name_holder(widget)
            decks = [deck for deck in self._pieces.kinds if self._state.parent_of(deck) == widget]
            kinds = tuple(kind for deck in decks for kind in self._pieces.kinds[deck])
            if not kinds:
                raise Inexact
            recalled.append((name, kinds))
        are_at_home = all(self._pieces.homes.get(kind) == name for name, kinds in recalled for kind in kinds)
        if len(recalled) > 1 and are_at_home:
            yield Press("recall", kinds=tuple(kind for _, kinds in recalled for kind in kinds), to=("",), leaves=leaves)
            return
        for name, kinds in recalled:
            yield Press("recall", kinds=kinds, to=(name,), leaves=leaves)

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
                yield from self._read_routine(routine, _Context(button=widget), depth + 1)
            elif widget in self._pieces.dice:
                yield Press("roll", what=(self._pieces.dice[widget],))
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
        yield from self._read_routine(steps, _Context(button=name), depth + 1)


def _read_sort_value(value: Json) -> float | str | None:
    """Return a value by which cards are sorted; None for one whose place is unknown."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and value.isascii() and value.replace(" ", "").isalnum():
        return value.casefold()
    return None


def list_shuffled(state: GameState) -> set[str]:
    """Return the widgets of holders that any routine shuffles."""
    result: set[str] = set()
    for facts in state.stated.values():
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


def _is_next_turn(step: Facts) -> bool:
    """True if a step passes the turn to the next seat."""
    is_forward = step.get("turnCycle", "forward") == "forward" and read_count(step.get("turn", 1)) == 1
    return is_forward and step.keys() <= (_NOTES | {"turn", "turnCycle"})


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
    words = {
        "deal": "Deal", "flip": "Flip", "move": "Move", "recall": "Recall", "roll": "Roll", "set": "Count",
        "shuffle": "Shuffle", "sort": "Sort",
    }  # fmt: skip
    return words.get(lines[-1].do, "Button")
