"""Routines of playingcards.io as buttons, if every step of them has a line.

What a missing argument means is how VirtualTabletop reads it, which was made after the program itself: a move moves one
card, a recall takes from piles but not from hands and turns face down, a flip turns the top card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from grenade_salad.boxes.playingcards_io.decks import Decks
from grenade_salad.boxes.playingcards_io.places import HAND, Places
from grenade_salad.boxes.playingcards_io.widgets import Widget, list_ids
from grenade_salad.boxes.virtualtabletop.game_state import as_facts, as_list, read_number, read_text
from grenade_salad.core import Json
from grenade_salad.games.open_table.actions import Face
from grenade_salad.games.open_table.box import MAX_SEATS, MAX_TEXT_LENGTH, Box, Button, Press
from grenade_salad.games.open_table.buttons import MAX_LINES, count_lines

_MAX_STEPS = 200
_SILENT_STEPS = ("CHANGE_TIMER_STATE", "CHANGE_TIMER_TIME")
"""Steps that do not change what lies on the table."""
_QUERY_KEYS = ("type", "queryWidgetTypes", "holders")
"""Keys of a query that only says which places are meant."""
_LABELS = {"deal": "Deal", "recall": "New round", "shuffle": "Shuffle", "pass": "Next turn"}
"""Labels of buttons without words, by their last line."""


class Inexact(Exception):
    """A routine does something that no button here can. `cause` is that of the loss."""

    def __init__(self, cause: str = "program") -> None:
        super().__init__(cause)
        self.cause = cause


@dataclass(frozen=True)
class Names:
    """What routines name, by the ids of widgets."""

    places: Places
    decks: Decks
    kind_names: tuple[str, ...]
    """The names of the kinds of the box, by index."""
    pieces: int
    """The number of all cards and pieces: more cannot be moved."""


def find_named_decks(widgets: list[Widget]) -> set[str]:
    """Return the decks that routines call back."""
    return _collect_names(widgets, "RECALL_CARDS", "decks")


def find_shuffled(widgets: list[Widget]) -> set[str]:
    """Return the places that routines shuffle."""
    return _collect_names(widgets, "SHUFFLE_CARDS", "holders")


def _collect_names(widgets: list[Widget], function: str, argument: str) -> set[str]:
    """Return all names in an argument of the steps with a function."""
    return {
        name
        for widget in widgets
        for step in _list_steps(widget)
        if _read_function(step) == function
        for name in _list_argument(step, argument)
    }


class RoutineReader:
    """Makes buttons of routines."""

    def __init__(self, names: Names, box: Box) -> None:
        """Read routines for a box, of which holders, kinds and counters are there."""
        self._names, self._places, self._box = names, names.places, box

    def read(self, widget: Widget) -> Button | None:
        """Return the button of a widget, or None if it does nothing.

        Raises Inexact if no button here can do it.
        """
        routine = widget.get("clickRoutine")
        if as_list(as_facts(routine).get("questions")):
            raise Inexact("questions")
        steps = _list_steps(widget)
        lines: list[Press] = []
        for step in steps[:_MAX_STEPS]:
            lines += self._read_step(step)
        if not lines:
            if any(_read_function(step) in _SILENT_STEPS for step in steps):
                raise Inexact
            return None
        if widget.get("type") == "turnButton":
            lines.append(Press("pass"))
        label = read_text(widget.get("label"), MAX_TEXT_LENGTH) or _LABELS.get(lines[-1].do, "Move")
        button = Button(label, tuple(lines))
        seats = self._places.seat_count or MAX_SEATS
        if len(lines) > MAX_LINES or count_lines(button, self._box, seats) > MAX_LINES:
            raise Inexact("length")
        return button

    def _read_step(self, step: Json) -> list[Press]:
        if len(as_list(as_facts(step).get("branches"))) > 1:
            raise Inexact
        function = _read_function(step)
        match function:
            case "MOVE_CARDS_BETWEEN_HOLDERS":
                return list(self._read_move(step))
            case "RECALL_CARDS":
                return list(self._read_recall(step))
            case "SHUFFLE_CARDS":
                return [Press("shuffle", name) for name in self._find_holders(_list_argument(step, "holders"))]
            case "SORT_CARDS":
                return list(self._read_sort(step))
            case "FLIP_CARDS":
                return list(self._read_flip(step))
            case "CHANGE_COUNTER":
                return list(self._read_count(step))
            case "CHANGE_CHOOSER" | "ROLL_DICE" | "SPIN_SPINNER":
                return list(self._read_turn(step, function))
            case "NEXT_TURN":
                return [Press("pass")]
        if function in _SILENT_STEPS:
            return []
        raise Inexact

    def _find_holders(self, ids: list[str]) -> list[str]:
        return [self._places.holders[name].name for name in ids if name in self._places.holders]

    # Moving

    def _read_move(self, step: Json) -> Iterator[Press]:
        sources = self._list_sources(step, "from")
        targets = self._list_targets(_list_argument(step, "to"))
        if not sources or not targets:
            return
        if _read_word(step, "toPosition") not in ("", "top"):
            raise Inexact
        offset = int(_read_amount(step, "startingOffset", 0)) % len(targets)
        targets = [*targets[offset:], *targets[:offset]]
        n = int(_read_amount(step, "quantity", 1))
        n = 0 if n <= 0 or n >= self._names.pieces else n
        seats = [name for name in sources if name in self._places.seats]
        face = _read_face(step, "moveFlip")
        if seats:
            yield from self._gather_hands(seats, targets, n, face)
        for source in sources:
            if source not in seats:
                yield from self._move_from(step, source, targets, n, face)

    def _move_from(self, step: Json, source: str, targets: list[int | str], n: int, face: Face) -> Iterator[Press]:
        """Yield what moves pieces from a pile, or from the hand of whoever presses."""
        if source in self._places.hands:
            if len(targets) > 1 or not isinstance(targets[0], str) or targets[0] == HAND:
                raise Inexact
            yield Press("move", HAND, n, (targets[0],), mine=True, face=face, at_most=True)
            return
        name = self._places.holders[source].name
        others: list[int | str] = [target for target in targets if target != name]
        is_fill = _read_word(step, "fillAdd") == "fill" and n > 0
        if HAND in others:
            if len(others) > 1:
                raise Inexact
            if is_fill:
                yield Press("deal", name, n, (HAND,), True, mine=True, at_most=True)
            else:
                yield Press("move", name, n, (HAND,), mine=True, at_most=True)
            return
        if not others:
            return
        is_block = _read_word(step, "moveMethod") == "all" or (len(others) == 1 and n == 1)
        if is_block and not is_fill:
            if len(others) > 1 and n == 0:
                raise Inexact
            for target in others:
                place = f"{HAND} {target}" if isinstance(target, int) else target
                yield Press("move", name, n, (place,), face=face, at_most=True)
            return
        is_everybody = others == list(range(self._places.seat_count))
        yield Press("deal", name, n, () if is_everybody else tuple(others), is_fill, face=face, at_most=True)

    def _gather_hands(self, seats: list[str], targets: list[int | str], n: int, face: Face) -> Iterator[Press]:
        """Yield what brings hands to a place, or so many of each."""
        if len(targets) > 1 or not isinstance(targets[0], str) or targets[0] == HAND:
            raise Inexact
        if len(set(seats)) == self._places.seat_count:
            yield Press("recall", HAND, n, (targets[0],), face=face)
            return
        self._places.need_all_seats()
        for seat in seats:
            yield Press("recall", f"{HAND} {self._places.seats[seat]}", n, (targets[0],), face=face)

    def _list_sources(self, step: Json, key: str) -> list[str]:
        """Return the ids of places that a step names, or that a query finds."""
        query = as_facts(_read_argument(step, "objects"))
        if query:
            if any(value and part not in _QUERY_KEYS for part, value in query.items()):
                raise Inexact
            ids = list_ids(query.get("holders"))
        else:
            ids = _list_argument(step, key)
        known = [name for name in ids if name in self._places.holders or name in self._places.seats]
        return [*known, *(name for name in ids if name in self._places.hands and self._places.has_hands)]

    def _list_targets(self, ids: list[str]) -> list[int | str]:
        """Return seats by number and holders by name; single seats have to be there."""
        targets: list[int | str] = []
        for name in ids:
            if name in self._places.holders:
                targets.append(self._places.holders[name].name)
            elif name in self._places.seats:
                targets.append(self._places.seats[name])
            elif name in self._places.hands and self._places.has_hands:
                targets.append(HAND)
        seats = [target for target in targets if isinstance(target, int)]
        if seats:
            if sorted(seats) == list(range(self._places.seat_count)) and len(seats) == len(targets):
                return targets
            self._places.need_all_seats()
        return targets

    def _read_recall(self, step: Json) -> Iterator[Press]:
        kinds = [
            self._names.kind_names[index]
            for deck in _list_argument(step, "decks")
            for index in self._names.decks.by_deck.get(deck, ())
        ]
        if not kinds:
            return
        leaves_hands = _read_word(step, "includeHands") != "hands"
        leaves_holders = _read_word(step, "includeHolders") == "normal"
        leaves: Literal["", "hands", "holders", "both"] = "hands" if leaves_hands else ""
        if leaves_holders:
            leaves = "both" if leaves_hands else "holders"
        word = _read_word(step, "flip")
        face: Face = "" if word == "none" else "up" if word == "faceUp" else "down"
        yield Press("recall", to=("",), kinds=tuple(dict.fromkeys(kinds)), face=face, leaves=leaves)

    # What lies there

    def _read_sort(self, step: Json) -> Iterator[Press]:
        """Yield the sort of a hand and of rows; that of a pile tells what was hidden."""
        ids = _list_argument(step, "sources") or _list_argument(step, "holders")
        reverse = (_read_word(step, "direction") or _read_word(step, "sortDirection")) == "za"
        if self._places.has_hands and any(name in self._places.seats or name in self._places.hands for name in ids):
            yield Press("sort", HAND, reverse=reverse)
        for name in ids:
            holder = self._places.holders.get(name)
            if holder is not None and holder.lays != "stack":
                yield Press("sort", holder.name, reverse=reverse)

    def _read_flip(self, step: Json) -> Iterator[Press]:
        names = tuple(self._find_holders(self._list_sources(step, "holders")))
        if not names:
            return
        face = _read_face(step, "flipFace")
        mode, word = _read_word(step, "flipMode"), _read_word(step, "flipFace")
        if word == "random" or mode not in ("", "top", "pile"):
            raise Inexact
        if mode != "pile":
            yield Press("flip", what=names, each=True, n=1, face=face)
        elif face or word == "switchEach" or _read_word(step, "reverse") == "none":
            yield Press("flip", what=names, each=True, face=face)
        else:
            yield Press("flip", what=names)

    def _read_count(self, step: Json) -> Iterator[Press]:
        counters = [
            self._places.counters[name] for name in _list_argument(step, "counters") if name in self._places.counters
        ]
        mode = _read_word(step, "counterChangeMode") or _read_word(step, "changeMode") or "set"
        mode = {"add": "inc", "subtract": "dec"}.get(mode, mode)
        if mode not in ("set", "inc", "dec"):
            raise Inexact
        n = int(_read_amount(step, "changeNumber", 0 if mode == "set" else 1))
        for counter in counters:
            if mode == "set":
                yield Press("set", counter, n)
            elif n:
                yield Press("set", counter, by=n if mode == "inc" else -n)

    def _read_turn(self, step: Json, function: str) -> Iterator[Press]:
        """Yield the turn of dice to a face, or their roll."""
        key = {"CHANGE_CHOOSER": "choosers", "ROLL_DICE": "dice", "SPIN_SPINNER": "spinners"}[function]
        widgets = [name for name in _list_argument(step, key) if name in self._names.decks.dice]
        change = next(
            (
                word
                for part in ("chooserChangeType", "diceChangeType", "changeType")
                if (word := _read_word(step, part))
            ),
            "",
        )
        choice = next(
            (word for part in ("chooserChoice", "diceChoice", "choice") if (word := _read_word(step, part))), ""
        )
        for widget in widgets:
            index, faces = self._names.decks.dice[widget]
            kinds = (self._names.kind_names[index],)
            if self._box.kinds[index].piece != "die":
                continue
            if change == "random" or (function != "CHANGE_CHOOSER" and not change):
                yield Press("roll", kinds=kinds)
            elif choice and change in ("", "set"):
                if choice in faces:
                    yield Press("turn", n=faces.index(choice), kinds=kinds)
            else:
                yield Press("turn", by=-1 if change == "prev" else 1, kinds=kinds)


def _list_steps(widget: Widget) -> list[Json]:
    """Return the steps of a routine, in its old form or its new one."""
    routine = widget.get("clickRoutine")
    return as_list(routine.get("steps")) if isinstance(routine, dict) else as_list(routine)


def _first_branch(step: Json) -> Json:
    """Return the function of a step, which has several only under conditions."""
    branches = as_list(as_facts(step).get("branches"))
    return branches[0] if branches else step


def _read_function(step: Json) -> str:
    return read_text(as_facts(_first_branch(step)).get("func"), 60)


def _read_argument(step: Json, key: str) -> Json:
    return as_facts(as_facts(_first_branch(step)).get("args")).get(key)


def _read_value(step: Json, key: str) -> Json:
    """Return the value of a literal argument. Raises Inexact for one that is computed."""
    argument = as_facts(_read_argument(step, key))
    if argument and (argument.get("type", "literal") != "literal" or argument.get("counterId")):
        raise Inexact
    return argument.get("value")


def _read_word(step: Json, key: str) -> str:
    value = _read_value(step, key)
    return value[:200] if isinstance(value, str) else ""


def _read_amount(step: Json, key: str, default: int) -> float:
    return read_number(_read_value(step, key), default, -1e6, 1e6)


def _list_argument(step: Json, key: str) -> list[str]:
    """Return the ids that an argument lists; one that is computed names none."""
    argument = as_facts(_read_argument(step, key))
    return list_ids(argument.get("value")) if argument.get("type", "literal") == "literal" else []


def _read_face(step: Json, key: str) -> Face:
    word = _read_word(step, key)
    return "up" if word == "faceUp" else "down" if word == "faceDown" else ""
