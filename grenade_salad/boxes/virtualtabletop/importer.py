"""Import a game of VirtualTabletop: a zip of states and assets, as a box."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import radians
from pathlib import PurePosixPath

from grenade_salad.boxes.answers import NO_ANSWERS, Answers
from grenade_salad.boxes.box_reader import LoadedBox, check_loaded_box
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import Source
from grenade_salad.boxes.front_groups import group_fronts
from grenade_salad.boxes.losses import LossTally
from grenade_salad.boxes.virtualtabletop.decks import add_decks
from grenade_salad.boxes.virtualtabletop.faces import read_label, strip_tags
from grenade_salad.boxes.virtualtabletop.game_state import (
    MAX_STATE_BYTES,
    Facts,
    GameState,
    as_facts,
    parse_state,
    read_text,
)
from grenade_salad.boxes.virtualtabletop.grids import add_snaps
from grenade_salad.boxes.virtualtabletop.parts import TABLE, Parts, Start, to_point
from grenade_salad.boxes.virtualtabletop.pictures import PictureStore
from grenade_salad.boxes.virtualtabletop.pieces import PieceReader
from grenade_salad.boxes.virtualtabletop.places import (
    PlaceReader,
    Places,
    Seats,
    find_common_front,
    list_steps,
    read_seats,
)
from grenade_salad.boxes.virtualtabletop.routines import Inexact, Pieces, RoutineReader, list_shuffled
from grenade_salad.core import Json
from grenade_salad.games.open_table.box import MAX_BUTTONS, MAX_HOLDERS, Box, Button, Holder, Kind, Lay, Press
from grenade_salad.text import m

_MAX_STATES = 60
_MAX_ALL_STATES_BYTES = 16 * 1024 * 1024
"""Maximum bytes of all states together that are looked at."""
_MAX_WORDLESS = 3
"""Maximum number of buttons without words that do the same kind of thing."""
_MAX_RULES = 30_000
"""Maximum number of characters of the rules."""
_STATE = re.compile(r"/?([^/]{1,100})\.json")
_BREAK = re.compile(r"<(?:br|/p|/h[1-6]|/tr|/div|/ul|/ol)\b[^<>]{0,200}>", re.IGNORECASE)
_ITEM = re.compile(r"<li\b[^<>]{0,200}>", re.IGNORECASE)
_SAME_PLACE = 1.0
"""Units within which loose cards lie on each other."""


@dataclass(frozen=True)
class _State:
    """A state of a game: its file, and what people call it."""

    file: str
    title: str


def _read_states(files: Source) -> list[_State]:
    """Return the states of a game, each with its own title.

    Raises BadBoxFile if none of them can be read.
    """
    names = [files.main] if files.main else sorted(name for name in files.sizes if _STATE.fullmatch(name))
    states: list[_State] = []
    errors: list[BadBoxFile] = []
    titles: set[str] = set()
    bytes_left = _MAX_ALL_STATES_BYTES
    for name in names[:_MAX_STATES]:
        bytes_left -= files.sizes[name]
        if bytes_left < 0 and states:
            break
        try:
            widgets = _read_state(files, name)
        except BadBoxFile as error:
            errors.append(error)
            continue
        meta = widgets.get("_meta")
        if not isinstance(meta, dict):
            continue
        title = read_text(as_facts(meta.get("info")).get("variant"), 100) or name.strip("/").removesuffix(".json")
        title = next(candidate for candidate in number_names(title) if candidate not in titles)
        titles.add(title)
        states.append(_State(name, title))
    if not states:
        raise errors[0] if errors else BadBoxFile(files.name, m("there is no such file in the box"))
    return states


def _read_state(files: Source, name: str) -> Facts:
    data = files.read_prefix(name, MAX_STATE_BYTES + 1)
    if len(data) > MAX_STATE_BYTES:
        raise BadBoxFile(name, m("it has more than {most} bytes", most=MAX_STATE_BYTES))
    return parse_state(name, data)


def load(files: Source, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return the box of one state: that whose variant is the answer, else the first.

    Raises BadBoxFile.
    """
    states = _read_states(files)
    chosen = next((candidate for candidate in states if candidate.title == answers.variant), states[0])
    loaded = _Importer(files, _read_state(files, chosen.file)).read_box()
    try:
        check_loaded_box(loaded)
    except BadBoxFile as error:
        _, _, location, why = error.details
        raise BadBoxFile(chosen.file, why, location) from None
    if len(states) == 1:
        return loaded
    return replace(loaded, variants=tuple(candidate.title for candidate in states), variant=chosen.title)


class _Importer:
    """Builds the box of one state."""

    def __init__(self, files: Source, widgets: Facts) -> None:
        self.losses = LossTally()
        self.title = read_text(PurePosixPath(files.name).stem, 100)
        """What the game is called if it has no name."""
        self.state = GameState(widgets)
        self.losses.add("piece", "number", count=self.state.surplus_count)
        self.parts = Parts(self.state, PictureStore(files, self.losses), self.losses)
        self.seats = read_seats(self.state)

    def read_box(self) -> LoadedBox:
        """Return the box with its pictures."""
        parts, state = self.parts, self.state
        sides = add_decks(parts)
        front = find_common_front(sides.values())
        cards = parts.starts
        contents = Tally(start.holder for start in cards if start.holder)
        places = PlaceReader(state, self.seats, self.losses, dict(contents), front).read()
        parts.starts = []
        pieces = PieceReader(parts, frozenset(places.used_labels))
        dice = pieces.add_dice()
        parts.starts += cards
        pieces.add_all()
        parts.trim()
        add_snaps(parts)
        builder = _LayoutBuilder(state, places, parts.kinds, list_shuffled(state), self.seats)
        layout = builder.build(parts.starts)
        homes: dict[str, str] = {}
        for lay in layout:
            if lay.into:
                homes.setdefault(lay.kind, lay.into)
        numbers = {name: number for number, name in enumerate(dice, 1)}
        named = Pieces(numbers, parts.deck_kinds, front, parts.has_many_faces, homes, _list_in_order(parts))
        routines = RoutineReader(state, places, self.seats, named)
        buttons = [*self._drop_wordless(self._read_buttons(routines, places)), Button("New round", (Press("reset"),))]
        self._count_rest()
        box = Box(
            read_text(state.info.get("name"), 100) or self.title or "VirtualTabletop",
            seats=(self.seats.minimum, self.seats.maximum),
            table=TABLE,
            ground="felt",
            kinds=tuple(parts.kinds),
            holders=tuple(places.holders),
            counters=(*places.counters.values(), *places.seat_counters),
            notes=tuple(places.notes),
            layout=tuple(layout),
            buttons=tuple(buttons),
            rules=self._read_rules(),
            losses=self.losses.to_losses(),
        )
        cover = parts.store.load_cover(state.info.get("image"))
        used = {cover, *(name for kind in box.kinds for name in (*kind.pictures, kind.back_picture))}
        needed = parts.store.list_needed(used)
        pictures = {name: data for name, data in parts.store.pictures.items() if name in needed}
        drawings = {name: drawing for name, drawing in parts.store.drawings.items() if name in needed}
        return LoadedBox(box, pictures, drawings=drawings, is_foreign=True, cover_name=cover)

    def _drop_wordless(self, buttons: Iterable[tuple[str, Button]]) -> list[Button]:
        """Return the buttons that people can tell apart; count the others.

        Without words a button there is known by its place, of which nothing is left here.
        """
        named = list(buttons)
        wordless = Tally(button.label for name, button in named if not read_label(self.state, name))
        result: list[Button] = []
        for name, button in named:
            if wordless[button.label] > _MAX_WORDLESS and not read_label(self.state, name):
                self.losses.add("button", "wordless")
            else:
                result.append(button)
        return result

    def _read_buttons(self, routines: RoutineReader, places: Places) -> Iterator[tuple[str, Button]]:
        """Yield the buttons that do exactly what theirs do; count the others.

        Each is with its widget.
        """
        state = self.state
        added = 0
        for name in state.stated:
            kind = state.type_of(name)
            routine = state.get(name, "clickRoutine")
            if not isinstance(routine, list) or not any(True for _ in list_steps(routine)):
                continue
            if name in places.used_buttons or not state.exists(name):
                continue
            if kind != "button" and "clickRoutine" not in state.stated[name]:
                continue
            title = read_label(state, name)
            title = title if any(map(str.isalpha, title)) else ""
            try:
                button = routines.read_button(name)
            except Inexact as error:
                self.losses.add("button", error.cause, title)
                continue
            if button is None:
                continue
            if added + 1 >= MAX_BUTTONS:
                self.losses.add("button", "number", title)
                continue
            added += 1
            yield name, button

    def _count_rest(self) -> None:
        """Count what has no counterpart here: timers, canvases, what happens by itself."""
        state = self.state
        for kind in ("timer", "canvas"):
            self.losses.add("piece", kind, count=len(state.names_of_type(kind)))
        for facts in state.stated.values():
            for key, routine in facts.items():
                if key.endswith("Routine") and key != "clickRoutine" and _happens_by_itself(key) and routine:
                    self.losses.add("rule", "automatic")

    def _read_rules(self) -> str:
        info = self.state.info
        pages = [read_html(info.get(key)) for key in ("ruleText", "helpText")]
        return "\n\n".join(filter(None, pages))[:_MAX_RULES]


def _happens_by_itself(key: str) -> bool:
    """True if a routine of that name runs without a click."""
    return key in ("enterRoutine", "leaveRoutine", "changeRoutine", "gameStartRoutine") or key.endswith(
        ("ChangeRoutine", "UpdateRoutine")
    )


def read_html(source: Json) -> str:
    """Return some HTML as Markdown, without anything but its words, lines and bullets.

    >>> read_html("<h1>Play</h1>Two <b>each</b><ul><li>Ace<li>King</ul>")
    'Play\\n\\nTwo each\\n\\n- Ace\\n\\n- King'
    """
    if not isinstance(source, str):
        return ""
    source = _ITEM.sub("\n- ", _BREAK.sub("\n", source[: 4 * _MAX_RULES]))
    return "\n\n".join(filter(None, (strip_tags(line) for line in source.split("\n"))))


def _list_in_order(parts: Parts) -> tuple[tuple[str, ...], ...]:
    """Return the cards in the order of the box: those with the same front together."""
    groups: dict[tuple[int, int], list[str]] = {}
    for start in parts.starts:
        if parts.kinds[start.kind].piece == "card":
            groups.setdefault((start.kind, start.front), []).append(start.widget)
    return tuple(tuple(groups[key]) for key in sorted(groups))


class _LayoutBuilder:
    """Lays out the pieces of a game at its start."""

    def __init__(
        self, state: GameState, places: Places, kinds: Sequence[Kind], shuffled: set[str], seats: Seats
    ) -> None:
        self._state, self._places, self._kinds = state, places, kinds
        self._shuffled = shuffled
        box = Box("", holders=tuple(places.holders))
        self._entered = {*box.holders_for(seats.minimum)}
        """The holders that there are for every number of seats."""
        self._players = {
            player: seat
            for seat, name in reversed([*enumerate(seats.names[: seats.minimum])])
            if (player := state.text(name, "player"))
        }
        """Seats that there are for every number of seats, by the names of their players."""

    def build(self, starts: Sequence[Start]) -> list[Lay]:
        """Return the layout: dice, boards, what is in holders, and the rest.

        Dice are first, since buttons name them by number.
        """
        dice = [start for start in starts if self._kinds[start.kind].piece == "die"]
        boards = [start for start in starts if self._kinds[start.kind].piece == "board" and start.place.is_in_room]
        placed: dict[tuple[str, str], list[Start]] = {}
        loose: list[Start] = []
        for start in starts:
            piece = self._kinds[start.kind].piece
            if piece in ("die", "board"):
                continue
            if start.holder in self._places.hands and not self._find_hand(start):
                # Nobody at this table holds it.
                start = replace(start, up=False, holder=self._find_stock(start))
            name = self._find_hand(start) or self._places.names.get(start.holder, "")
            if piece == "card" and name in self._entered:
                placed.setdefault((start.holder, name), []).append(start)
            elif start.place.is_in_room:
                loose.append(start)
        # Dice that wait in the box would have no number.
        layout = [self._lay_loose(start) for start in dice]
        layout += self._lay_rows(sorted(boards, key=lambda start: start.order))
        for (widget, name), members in placed.items():
            layout += self._lay_in_holder(widget, name, members)
        layout += self._lay_piles(loose)
        return layout

    def _lay_loose(self, start: Start) -> Lay:
        kind = self._kinds[start.kind]
        fronts = () if kind.piece == "die" else (start.front,)
        point = to_point(start.place.x, start.place.y)
        return Lay(kind.name, fronts, 1, (point,), angle=_to_angle(start), up=start.up, locked=start.locked)

    def _lay_rows(self, starts: Sequence[Start]) -> list[Lay]:
        """Return an entry for neighbours that differ only in their place."""
        layout: list[Lay] = []
        for start in starts:
            lay = self._lay_loose(start)
            if layout and replace(layout[-1], at=(), n=0) == replace(lay, at=(), n=0):
                last = layout[-1]
                if lay.at[0] not in last.at:
                    layout[-1] = replace(last, n=last.n + 1, at=(*last.at, *lay.at))
                    continue
            layout.append(lay)
        return layout

    def _lay_piles(self, loose: Sequence[Start]) -> list[Lay]:
        """Return the layout of loose pieces: cards in one place are a stack."""
        piles: dict[object, list[Start]] = {}
        for start in loose:
            is_stackable = self._kinds[start.kind].piece in ("card", "disc") and not start.locked
            place = (
                round(start.place.x / _SAME_PLACE),
                round(start.place.y / _SAME_PLACE),
                self._kinds[start.kind].piece,
            )
            piles.setdefault((start.pile or place) if is_stackable else start.widget, []).append(start)
        layout: list[Lay] = []
        single: list[Start] = []
        for members in sorted(piles.values(), key=lambda members: members[-1].order):
            if len(members) == 1:
                single.append(members[0])
                continue
            layout += self._lay_rows(single)
            single = []
            layout += self._lay_pile(members)
        return [*layout, *self._lay_rows(single)]

    def _lay_pile(self, members: Sequence[Start]) -> list[Lay]:
        """Return the layout of a stack; one of several kinds or sides needs a holder."""
        members = sorted(members, key=lambda start: start.order)
        counts = Tally(start.front for start in members)
        has_one_look = len({(start.kind, start.up) for start in members}) == 1
        first = members[0]
        if has_one_look and len(set(counts.values())) == 1:
            lay = self._lay_loose(first)
            is_shuffled = first.pile in self._shuffled and not first.up
            return [replace(lay, fronts=tuple(counts), n=counts[first.front], shuffled=is_shuffled)]
        if len(self._places.holders) >= MAX_HOLDERS:
            return self._lay_rows(members)
        kind = self._kinds[first.kind]
        x, y = to_point(first.place.x, first.place.y)
        width, height = kind.size
        taken = {holder.name for holder in self._places.holders}
        title = next(name for name in number_names("Stack") if name not in taken)
        area = (round(x - width / 2, 1), round(y - height / 2, 1), width, height)
        self._places.holders.append(Holder(title, areas=(area,)))
        return self._lay_into(title, members, is_shuffled=first.pile in self._shuffled)

    def _find_hand(self, start: Start) -> str:
        """Return the name of the hand that a card is in; "" for none.

        It is that of the seat whose player owns the card.
        """
        seat = self._players.get(self._state.text(start.widget, "owner"))
        return (
            f"{self._places.names[start.holder]} {seat}"
            if start.holder in self._places.hands and seat is not None
            else ""
        )

    def _find_stock(self, start: Start) -> str:
        """Return the widget of the place from which a card was dealt: that of its deck."""
        deck = self._state.find_deck(self._state.stated[start.widget])
        place = self._state.parent_of(deck) if deck else ""
        return "" if place in self._places.hands else place

    def _lay_in_holder(self, widget: str, name: str, members: Sequence[Start]) -> list[Lay]:
        holder = self._places.holder(widget)
        is_shuffled = widget in self._shuffled and (holder is None or holder.lays == "stack")
        return self._lay_into(name, self._sort(holder, members), is_shuffled=is_shuffled)

    def _sort(self, holder: Holder | None, members: Sequence[Start]) -> list[Start]:
        """Return the pieces of a holder, from the first or the lowest."""
        match holder.lays if holder is not None else "":
            case "row":
                return sorted(members, key=lambda start: (start.place.x, start.order))
            case "column":
                return sorted(members, key=lambda start: (start.place.y, start.order))
            case "rising":
                return sorted(members, key=lambda start: (-start.place.y, start.order))
        return sorted(members, key=lambda start: start.order)

    def _lay_into(self, name: str, members: Sequence[Start], *, is_shuffled: bool) -> list[Lay]:
        """Return the entries that put pieces into a holder, in order."""
        runs: list[tuple[tuple[int, bool], list[int]]] = []
        for start in members:
            key = start.kind, start.up
            if not runs or runs[-1][0] != key:
                runs.append((key, []))
            runs[-1][1].append(start.front)
        layout: list[Lay] = []
        for (kind, is_up), fronts in runs:
            for some, n in group_fronts(fronts, keeps_order=is_up and not is_shuffled):
                layout.append(
                    Lay(self._kinds[kind].name, some, n, into=name, up=is_up, shuffled=is_shuffled and not is_up)
                )
        return layout


def number_names(title: str) -> Iterator[str]:
    """Yield a name, and then the same with numbers from 2."""
    yield title
    for suffix in range(2, 1000):
        yield f"{title} {suffix}"


def _to_angle(start: Start) -> float:
    """Return the angle in radians counterclockwise."""
    return round(radians(-start.place.degrees % 360), 4) if start.place.degrees else 0.0
