"""Seats, holders and counters of a game of playingcards.io."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.playingcards_io.widgets import Rectangle, Room, Widget, get_number, get_text
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_COUNTERS, MAX_HOLDERS, MAX_SEATS, Counter, Holder

HAND = "hand"
"""The name of each seat's hand in the box."""
_MAX_NAME_LENGTH = 60
_MAX_LABEL_LENGTH = 40
"""Maximum number of characters of a label that is the name of the place beside it."""
_NEAR = 40.0
"""Units between a place and a label that names it."""
_LINE = 1.6
"""Height of a line of text, as a share of its size."""
_LAYS: dict[tuple[str, str], Literal["stack", "row", "column", "rising", "free"]] = {
    ("spread", "down"): "column",
    ("spread", "up"): "rising",
    ("spread", ""): "row",
    ("grid", ""): "row",
    ("freeform", ""): "free",
}


@dataclass
class Places:
    """Seats, holders and counters, with the ids of their widgets."""

    seats: dict[str, int] = field(default_factory=dict)
    """Seats by the ids of their widgets."""
    seat_count: int = 0
    hands: set[str] = field(default_factory=set)
    """The ids of the widgets of the hand, of which each seat has its own."""
    has_hands: bool = False
    holders: dict[str, Holder] = field(default_factory=dict)
    """Holders by the ids of their widgets."""
    counters: dict[str, str] = field(default_factory=dict)
    """Names of counters by the ids of their widgets, also of those of a seat."""
    counter_list: list[Counter] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """The names of holders that are taken."""
    min_seats: int = 1
    """The minimum number of players: all seats, if one of them is named."""

    def need_all_seats(self) -> None:
        """Remember that something is for one seat, so all have to be there."""
        self.min_seats = max(1, self.seat_count)

    def choose_name(self, words: str, fallback: str) -> str:
        """Return a name for a holder that no other has, and take it."""
        words = words[:_MAX_NAME_LENGTH].strip()
        candidates = _number_names(words) if words else _number_names(fallback, first=fallback != "Place")
        name = next(candidate for candidate in candidates if candidate not in self.names)
        self.names.add(name)
        return name


def _number_names(words: str, *, first: bool = True) -> Iterator[str]:
    """Yield a name, and then with numbers; without `first` only those, from 1.

    >>> [name for _, name in zip(range(3), _number_names("Phase 1"), strict=False)]
    ['Phase 1', 'Phase 1 (2)', 'Phase 1 (3)']
    >>> [name for _, name in zip(range(2), _number_names("Place", first=False), strict=False)]
    ['Place 1', 'Place 2']
    """
    if first:
        yield words
    ends_with_number = words[-1:].isdigit()
    for suffix in range(2 if first else 1, 10_000):
        yield f"{words} ({suffix})" if ends_with_number else f"{words} {suffix}"


def read_places(room: Room, losses: LossTally) -> Places:
    """Return the seats, holders and counters of a room."""
    places = Places(names={HAND, *(f"{HAND} {seat}" for seat in range(MAX_SEATS))})
    _read_seats(room, places, losses)
    for widget in room.of_type("hand"):
        places.hands.add(get_text(widget, "id"))
    places.has_hands = any(widget.get("enabled") is not False for widget in room.of_type("hand"))
    _read_holders(room, places, losses)
    _read_counters(room, places, losses)
    return places


def _read_seats(room: Room, places: Places, losses: LossTally) -> None:
    widgets = sorted(room.of_type("seat"), key=lambda widget: get_number(widget, "seatIndex"))
    ids = list(dict.fromkeys(name for widget in widgets if (name := get_text(widget, "id"))))
    losses.add("place", "seats", count=len(ids) - MAX_SEATS)
    places.seats = {name: seat for seat, name in enumerate(ids[:MAX_SEATS])}
    places.seat_count = len(places.seats)


def _read_holders(room: Room, places: Places, losses: LossTally) -> None:
    labels = _Labels(room)
    widgets = [widget for widget in room.of_type("cardPile", "holder") if get_text(widget, "id")]
    # Each seat has a hand, which is one holder of the box.
    losses.add("place", "number", count=len(widgets) - (MAX_HOLDERS - 1))
    stock = _find_stock(room)
    for widget in widgets[: MAX_HOLDERS - 1]:
        name, place = get_text(widget, "id"), room.place(widget)
        words = get_text(widget, "label", _MAX_NAME_LENGTH) or labels.find(place)
        seat = places.seats.get(get_text(widget, "linkedSeat"))
        if seat is not None:
            places.need_all_seats()
        holder_name = places.choose_name(words, "draw pile" if name == stock else "Place")
        layout, direction = get_text(widget, "layoutType", 20), get_text(widget, "spreadDirection", 20)
        places.holders[name] = Holder(
            holder_name,
            # With the name of its seat it needs no number.
            words if seat is not None and words != holder_name else "",
            lays=_LAYS.get((layout, direction)) or _LAYS.get((layout, ""), "stack"),
            seat=seat,
            areas=(room.to_area(place),),
        )


def _find_stock(room: Room) -> str:
    """Return the pile of the deck with the most cards; "" if it has none."""
    counts: dict[str, int] = {}
    for card in room.of_type("card"):
        deck = get_text(card, "deck")
        counts[deck] = counts.get(deck, 0) + 1
    decks = [deck for deck in room.of_type("cardDeck") if get_text(deck, "parent")]
    largest = max(decks, key=lambda deck: counts.get(get_text(deck, "id"), 0), default=None)
    return "" if largest is None else get_text(largest, "parent")


class _Labels:
    """The labels of a room, to find the one that is printed beside a place."""

    def __init__(self, room: Room) -> None:
        self._labels: list[tuple[Rectangle, str]] = []
        for widget in room.of_type("labelText"):
            words = get_text(widget, "labelContent", _MAX_LABEL_LENGTH + 1)
            # A sentence tells a rule; it is no name.
            if 0 < len(words) <= _MAX_LABEL_LENGTH and not words.endswith((".", "!", "?")):
                place = room.place(widget)
                height = get_number(widget, "textSize", 20, 4, 200) * _LINE
                self._labels.append((Rectangle(place.x, place.y, place.width, height), words))

    def find(self, place: Rectangle) -> str:
        """Return the words above, below or over a place; "" if there are none."""
        candidates = [(distance, words) for label, words in self._labels if (distance := _measure(place, label)) >= 0]
        return min(candidates)[1] if candidates else ""


def _measure(place: Rectangle, label: Rectangle) -> float:
    """Return how far a label is from a place; -1 if it is too far or beside it."""
    overlap = min(place.x + place.width, label.x + label.width) - max(place.x, label.x)
    if overlap < min(place.width, label.width) / 2:
        return -1
    above, below = place.y - (label.y + label.height), label.y - (place.y + place.height)
    distance = max(above, below, 0.0)
    return distance if distance <= _NEAR else -1


def _read_counters(room: Room, places: Places, losses: LossTally) -> None:
    """Read the counters, those without a label by their places.

    Counters that the file links to the seats, one to each, belong to them. Nothing else does, whatever its name says.
    """
    widgets = [widget for widget in room.of_type("counter") if get_text(widget, "id")]
    widgets.sort(key=lambda widget: (get_number(widget, "y"), get_number(widget, "x")))
    names: set[str] = set()
    for group in _find_linked(widgets, places):
        linked_name = _choose_counter_name(names, get_text(next(iter(group.values())), "label"), places.seat_count)
        first = next(iter(group.values()))
        places.counter_list.append(_make_counter(linked_name, first, each=True))
        places.counters |= {get_text(widget, "id"): f"{linked_name} {seat}" for seat, widget in group.items()}
    for widget in widgets:
        if get_text(widget, "id") in places.counters:
            continue
        if len(places.counter_list) >= MAX_COUNTERS:
            losses.add("piece", "number")
            continue
        name = _choose_counter_name(names, get_text(widget, "label"), 0)
        places.counter_list.append(_make_counter(name, widget))
        places.counters[get_text(widget, "id")] = name


def _find_linked(widgets: Iterable[Widget], places: Places) -> Iterator[dict[int, Widget]]:
    """Yield groups of counters that begin alike, one for each seat."""
    groups: dict[tuple[str, float], dict[int, Widget]] = {}
    for widget in widgets:
        seat = places.seats.get(get_text(widget, "linkedSeat"))
        if seat is not None:
            groups.setdefault((get_text(widget, "label"), get_number(widget, "counterValue")), {}).setdefault(
                seat, widget
            )
    return (group for group in groups.values() if len(group) == places.seat_count > 1)


def _choose_counter_name(names: set[str], label: str, seats: int) -> str:
    """Return a name that no counter has, nor that of one of a seat, and take it."""
    for name in _number_names(label[:_MAX_NAME_LENGTH].strip() or "Counter"):
        taken = {name, *(f"{name} {seat}" for seat in range(MAX_SEATS if seats else 0))}
        if not taken & names:
            names |= taken
            return name
    raise AssertionError("names have no end")


def _make_counter(name: str, widget: Widget, *, each: bool = False) -> Counter:
    lowest, highest = (_read_bound(widget.get(key), default) for key, default in _BOUNDS)
    start = int(get_number(widget, "counterValue", 0, lowest, max(lowest, highest)))
    return Counter(name, start, lowest, max(start, highest), each)


_BOUNDS = (("counterMin", -1_000_000), ("counterMax", 1_000_000))
"""Keys of the bounds of a counter, and their defaults."""


def _read_bound(value: Json, default: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return default
    return int(min(max(value, -1_000_000), 1_000_000)) if value == value else default
