"""Holders: their names, layouts and seats; counters and notes."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.virtualtabletop.faces import read_label
from grenade_salad.boxes.virtualtabletop.game_state import (
    GameState,
    Placement,
    as_facts,
    as_list,
    read_number,
    read_text,
)
from grenade_salad.boxes.virtualtabletop.parts import TABLE, to_point, to_size
from grenade_salad.boxes.virtualtabletop.pieces import read_count
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_COUNTERS, MAX_HOLDERS, MAX_SEATS, Counter, Holder, Note

_MAX_NAME = 60
_BESIDE = 45.0
"""Maximum distance of a label from the holder that it names, in units."""
_LABEL_REACH = 30.0
"""Maximum width of a label that counts: long ones are wider than their words."""
_MAX_LABELS = 1000
"""Maximum number of labels that may name something."""
_SIGNS = frozenset(("", "+", "-", "−", "–", "➕", "➖", "+1", "-1", "▲", "▼", "<", ">", "add", "remove"))
"""Words of the buttons that count, which a counter has here by itself."""
Lays = Literal["stack", "row", "column", "rising", "free"]


@dataclass(frozen=True)
class Seats:
    """The seats of a game, in their order."""

    names: tuple[str, ...]
    """Their widgets; of two with one index it is the first."""
    minimum: int
    maximum: int


def read_seats(state: GameState) -> Seats:
    """Return the seats, and the numbers of players for which the game is made."""
    by_index: dict[float, str] = {}
    for name in state.names_of_type("seat"):
        by_index.setdefault(state.number(name, "index", 1), name)
    names = tuple(by_index[index] for index in sorted(by_index))
    words = read_text(state.info.get("players"), 100)
    numbers = [int(number) for number in "".join(c if c.isdigit() else " " for c in words).split() if len(number) < 4]
    numbers = [number for number in numbers if number > 0]
    count = min(len(names), MAX_SEATS)
    if not numbers:
        return Seats(names, 1, count or MAX_SEATS)
    minimum, maximum = min(numbers), max(numbers)
    if "+" in words:
        maximum = max(maximum, count or MAX_SEATS)
    return Seats(names, min(minimum, MAX_SEATS), min(maximum, MAX_SEATS))


@dataclass
class Places:
    """The places of a game."""

    holders: list[Holder] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Names in the box by their widgets."""
    hands: set[str] = field(default_factory=set)
    """The widgets of hands."""
    used_labels: set[str] = field(default_factory=set)
    """Widgets whose words are the name of something, and do not lie on the table."""
    counters: dict[str, Counter] = field(default_factory=dict)
    """Counters by the widgets of their labels."""
    seat_counters: list[Counter] = field(default_factory=list)
    used_buttons: set[str] = field(default_factory=set)
    """Buttons that only count: a counter has them by itself."""
    notes: list[Note] = field(default_factory=list)

    def holder(self, widget: str) -> Holder | None:
        """Return the holder of a widget."""
        name = self.names.get(widget)
        return next((holder for holder in self.holders if holder.name == name), None) if name else None


class PlaceReader:
    """Reads the places of a room."""

    def __init__(
        self, state: GameState, seats: Seats, losses: LossTally, contents: dict[str, int], front: int | None
    ) -> None:
        self._state, self._seats, self._losses = state, seats, losses
        self._front = front
        self._contents = contents
        """The number of cards in each holder at the start."""
        self._places = Places()
        self._titles: set[str] = set()
        self._groups: Tally[str] = Tally()
        """Numbers of places of each seat, by their words."""
        titles = (name for kind in ("label", "basic") for name in state.names_of_type(kind) if _is_title(state, name))
        self._labels = {name: (index, state.placement(name)) for index, name in enumerate(islice(titles, _MAX_LABELS))}
        """The labels with their order, as far as they are looked at."""
        self._by_column = sorted((label.x, name) for name, (_, label) in self._labels.items())

    def read(self) -> Places:
        """Return all places."""
        self._read_counters()
        self._read_notes()
        self._read_holders()
        return self._places

    # Names

    def _make_title(self, title: str, fallback: str, *, is_each: bool = False) -> str:
        """Return a name that nothing has yet, nor the things of seats that have it."""
        title = title[:_MAX_NAME].strip() or fallback
        candidate, suffix = title, 2
        while self._titles & _list_names(candidate, is_each):
            candidate, suffix = f"{title} {suffix}", suffix + 1
        self._titles |= _list_names(candidate, is_each)
        return candidate

    def _find_label(self, place: Placement, widget: str) -> str:
        """Return the widget of a label in a holder or beside it; "" if there is none."""
        children = {name for name in self._state.children.get(widget, ()) if self._is_free_label(name)}
        if children:
            return min(children, key=lambda name: self._labels[name][0])
        (width, height), best, best_rank = place.extent, "", (_BESIDE, 0)
        reach = _BESIDE + (width + _LABEL_REACH) / 2
        for _, name in self._by_column[
            bisect_left(self._by_column, (place.x - reach, "")) : bisect_left(self._by_column, (place.x + reach, ""))
        ]:
            index, label = self._labels[name]
            across = abs(label.x - place.x) - (width + min(label.width, _LABEL_REACH)) / 2
            along = abs(label.y - place.y) - (height + label.height) / 2
            rank = max(across, along, 0.0), index
            # Words within a large holder name something smaller.
            is_beside = across > -label.width or along > -label.height
            if rank < best_rank and is_beside and self._is_free_label(name):
                best, best_rank = name, rank
        return best

    def _is_free_label(self, name: str) -> bool:
        """True if a widget is a label that may become a name."""
        is_used = name in self._places.used_labels or name in self._places.counters
        return name in self._labels and not is_used

    # Counters and notes

    def _read_counters(self) -> None:
        """Turn numbers with buttons that count into counters."""
        state = self._state
        for button, label in _list_counted(state):
            if label not in state.stated or not state.exists(label):
                continue
            number = read_count(state.get(label, "text"))
            if state.type_of(label) != "label" or number is None:
                continue
            if label not in self._places.counters:
                if len(self._places.counters) + 1 >= MAX_COUNTERS:
                    continue
                title = self._find_counter_label(label)
                counter = Counter(self._make_title(title, "Counter"), number)
                self._places.counters[label] = counter
                self._places.used_labels.add(label)
            is_alone = sum(1 for _ in list_steps(state.get(button, "clickRoutine"))) == 1
            sign = state.text(button)
            if is_alone and sign.lower() in _SIGNS:
                self._places.used_buttons.add(button)
        scores = [read_count(state.get(name, "score")) for name in self._seats.names]
        if state.names_of_type("scoreboard") or any(score is not None for score in scores):
            start = scores[0] if scores and scores[0] is not None and len(set(scores)) == 1 else 0
            self._places.seat_counters.append(Counter(self._make_title("", "Score", is_each=True), start, each=True))

    def _find_counter_label(self, widget: str) -> str:
        name = self._find_label(self._state.placement(widget), widget)
        if not name:
            return ""
        self._places.used_labels.add(name)
        return self._state.text(name)

    def _read_notes(self) -> None:
        """Turn words that people edit into notes."""
        state = self._state
        for name in state.names_of_type("label"):
            if state.get(name, "editable") is not True or name in self._places.counters:
                continue
            if len(self._places.notes) >= MAX_COUNTERS:
                self._losses.add("words", "number", state.text(name))
                continue
            title = self._make_title(state.text(name, "placeholderText", _MAX_NAME), "Note")
            self._places.notes.append(Note(title, state.text(name)))
            self._places.used_labels.add(name)

    # Holders

    def _read_holders(self) -> None:
        state = self._state
        widgets = [
            name
            for name in state.names_of_type("holder")
            if state.placement(name).is_in_room or state.get(name, "childrenPerOwner") is True
        ]
        # Of too many, those with cards in them are kept.
        widgets.sort(key=lambda name: (state.get(name, "childrenPerOwner") is not True, not self._contents.get(name)))
        shared: list[str] = []
        for name in widgets:
            if state.get(name, "childrenPerOwner") is True:
                self._add_hand(name)
            else:
                shared.append(name)
        shared = self._add_seat_groups(shared)
        for name in shared:
            if len(self._places.holders) >= MAX_HOLDERS:
                self._losses.add("place", "number", state.text(name))
                continue
            self._add_holder(name)

    def _add_hand(self, widget: str) -> None:
        title = self._make_title(self._state.text(widget), "hand", is_each=True)
        self._places.holders.append(Holder(title, title, each=True, secret="hand", lays="row"))
        self._places.names[widget] = title
        self._places.hands.add(widget)

    def _find_seat(self, widget: str) -> int | None:
        """Return the seat to which a holder alone is linked."""
        linked = self._state.get(widget, "linkedToSeat")
        names = [name for name in as_list(linked) if isinstance(name, str)]
        return self._seats.names.index(names[0]) if len(names) == 1 and names[0] in self._seats.names else None

    def _add_seat_groups(self, widgets: Sequence[str]) -> list[str]:
        """Add the holders that each seat has, and return the others."""
        groups: dict[tuple[object, ...], dict[int, list[str]]] = {}
        for name in widgets:
            seat = self._find_seat(name)
            if seat is not None and not self._contents.get(name):
                holder = self._describe(name, "x")
                key = (*(round(side) for side in holder.areas[0][2:]), holder.lays, holder.face, holder.most)
                key = (*sorted(key[:2], key=str), *key[2:])
                groups.setdefault(key, {}).setdefault(seat, []).append(name)
        added: set[str] = set()
        count = min(len(self._seats.names), MAX_SEATS)
        for by_seat in groups.values():
            numbers = {len(by_seat.get(seat, ())) for seat in range(count)}
            if count < 2 or len(numbers) != 1 or numbers == {0}:
                continue
            for index in range(numbers.pop()):
                if len(self._places.holders) >= MAX_HOLDERS:
                    break
                members = [by_seat[seat][index] for seat in range(count)]
                self._add_seat_group(members)
                added |= {*members}
        return [name for name in widgets if name not in added]

    def _add_seat_group(self, members: Sequence[str]) -> None:
        state = self._state
        labels = [self._find_label(state.placement(name), name) for name in members]
        words = {state.text(label) for label in labels if label}
        label = words.pop() if len(words) == 1 and all(labels) else "place"
        self._groups[label] += 1
        display = label if self._groups[label] == 1 else f"{label} {self._groups[label]}"
        title = self._make_title(label, "place", is_each=True)
        areas = tuple(self._describe(name, "x").areas[0] for name in members)
        holder = replace(self._describe(members[0], title), title=display, each=True, areas=areas)
        self._places.holders.append(holder)
        for seat, name in enumerate(members):
            self._places.names[name] = f"{title} {seat}"

    def _add_holder(self, widget: str) -> None:
        state = self._state
        title = words = read_label(state, widget)
        if not title and (label := self._find_label(state.placement(widget), widget)):
            title = words = state.text(label)
            self._places.used_labels.add(label)
        if not title and any(state.type_of(child) == "deck" for child in state.children.get(widget, ())):
            title = "draw pile"
        name = self._make_title(title, f"Place {len(self._places.holders) + 1}")
        holder = self._describe(widget, name)
        seat = self._find_seat(widget)
        if seat is not None:
            if seat < self._seats.minimum:
                holder = replace(holder, seat=seat)
            else:
                self._losses.add("place", "seats", words)
        elif state.get(widget, "onlyVisibleForSeat"):
            self._losses.add("place", "seats", words)
        if holder.most and self._contents.get(widget, 0) > holder.most:
            self._losses.add("place", "full", words)
            holder = replace(holder, most=0)
        self._places.holders.append(holder)
        self._places.names[widget] = name

    def _describe(self, widget: str, name: str) -> Holder:
        """Return the holder of a widget that everybody has in common."""
        state = self._state
        place = state.placement(widget)
        width, height = to_size(*place.extent)
        width, height = min(width, TABLE[0]), min(height, TABLE[1])
        x, y = to_point(place.x, place.y)
        area = (round(x - width / 2, 1), round(y - height / 2, 1), width, height)
        limit = state.number(widget, "dropLimit", -1)
        capacity = int(limit) if 0 < limit <= 2000 else 0
        return Holder(name, lays=self._read_lays(widget), areas=(area,), face=self._read_face(widget), most=capacity)

    def _read_lays(self, widget: str) -> Lays:
        state = self._state
        if state.get(widget, "alignChildren") is False:
            return "free"
        across, along = state.number(widget, "stackOffsetX"), state.number(widget, "stackOffsetY")
        if across and along:
            return "free"
        if across:
            return "row"
        if along:
            return "column" if along > 0 else "rising"
        return "stack"

    def _read_face(self, widget: str) -> Literal["", "up", "down"]:
        face = as_facts(self._state.get(widget, "onEnter")).get("activeFace")
        return to_side(face, self._front)


def _list_names(title: str, is_each: bool) -> set[str]:
    """Return a name, with those of all seats if each has such a thing."""
    return {title, *(f"{title} {seat}" for seat in range(MAX_SEATS if is_each else 0))}


def find_common_front(sides: Iterable[tuple[int, ...]]) -> int | None:
    """Return the face that is the front of all decks with two faces, or None.

    Without any such deck it is 1, by custom.
    """
    fronts = {faces[0] for faces in sides if len(faces) > 1}
    return fronts.pop() if len(fronts) == 1 else None if fronts else 1


def to_side(face: Json, front: int | None) -> Literal["", "up", "down"]:
    """Return the side that a face is; "" if it is unknown."""
    if face is None or front is None:
        return ""
    return "up" if read_number(face, 0) == front else "down"


def _is_title(state: GameState, name: str) -> bool:
    """True if a widget shows words that may be the name of a place."""
    words = state.text(name)
    if not words or len(words) > _MAX_NAME or not any(map(str.isalpha, words)):
        return False
    if state.type_of(name) == "label":
        return state.get(name, "editable") is not True
    return state.get(name, "movable") is False and not state.get(name, "image") and not state.get(name, "clickRoutine")


def _list_counted(state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the buttons that count, each with the label that it changes."""
    for button in state.names_of_type("button"):
        for step in list_steps(state.get(button, "clickRoutine")):
            if not isinstance(step, dict) or step.get("func") != "LABEL" or step.get("mode") not in ("inc", "dec"):
                continue
            for label in as_list(state.resolve(button, step.get("label"))):
                if isinstance(label, str) and read_count(step.get("value")) is not None:
                    yield button, label


def list_steps(routine: Json) -> Iterator[Json]:
    """Yield the steps of a routine without its comments."""
    for step in routine if isinstance(routine, list) else []:
        if isinstance(step, str) and step.strip().startswith("//"):
            continue
        yield step
