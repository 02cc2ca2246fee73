"""Sheets and animations of the open table.

Motions are read from what everybody sees before and after; what is not visible has its back up.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from grenade_salad.boxes import bundled
from grenade_salad.boxes.losses import find_title, group_losses
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.core import Action, Chance, Event, Setup, Undo, View
from grenade_salad.games.open_table import actions, events, faces
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.buttons import expand_button, sorts_unseen
from grenade_salad.games.open_table.faces import back_picture
from grenade_salad.games.open_table.placed_pieces import (
    Area,
    Key,
    PlacedPiece,
    find_hand_name,
    holder_areas,
    list_pieces,
    visible_kind,
)
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import (
    GIVE_BACK,
    GIVE_NOTHING,
    Spot,
    describe_stack,
    name_holder,
    translate_word,
)
from grenade_salad.sheets.animations import Animation, call, fly, seat_spot
from grenade_salad.sheets.animations import Spot as Place
from grenade_salad.sheets.open_table_actions import WRITE, describe_commands
from grenade_salad.sheets.open_table_picture import (
    describe_look,
    describe_table,
    list_pictures,
    name_piece,
    public_face,
)
from grenade_salad.sheets.sheet import Card, Choice, Sheet, SheetWriter, card_art, describe_end, playing_card
from grenade_salad.text import Message, Reader, Seat, Words, m

_MAX_FLIGHTS = 30
"""Maximum number of pieces shown moving at once; others just appear in place."""
_SOUNDS = {
    events.Shuffled: "shuffle",
    events.Recalled: "shuffle",
    events.RecalledSome: "shuffle",
    events.Sorted: "shuffle",
    events.SortedUnseen: "shuffle",
    events.Rolled: "die_roll",
    events.Flipped: "flip",
    events.Shot: "clack",
}


def animate(step_events: Sequence[Event], old_view: View, new_view: View) -> Sequence[Animation]:
    """Return the animations of a step."""
    assert isinstance(old_view, TableView)
    assert isinstance(new_view, TableView)
    animations = [Animation("sound", 0.0, 0.1, sound) for event in step_events if (sound := _SOUNDS.get(type(event)))]
    for event in step_events:
        if isinstance(event, events.Dealt):
            animations += _animate_deal(event, old_view)
        elif isinstance(event, events.Finished) and event.won:
            animations.append(call(event.message(), event.won[0], 0.0, "win"))
        elif isinstance(event, events.Moved):
            animations += _animate_move(event, old_view, new_view)
    return animations + list(_animate_glides(old_view, new_view))


def _animate_film(
    animations: Sequence[Animation], old_view: View, action: Action, rest: Chance, rng: Random
) -> Sequence[Animation]:
    from grenade_salad.sheets.open_table_paths import follow_paths

    return follow_paths(animations, old_view, action, rest, rng)


def _animate_deal(event: events.Dealt, old_view: TableView) -> Iterator[Animation]:
    """Deal the cards round by round."""
    start, dealt_count = _find_place(event.of, old_view), 0
    for turn in range(max(event.each, default=0)):
        for to, count in zip(event.to, event.each, strict=True):
            if turn < count and dealt_count < _MAX_FLIGHTS:
                yield fly(_find_back(old_view), start, _find_place(to, old_view), 0.06 * dealt_count)
                dealt_count += 1


def _animate_move(event: events.Moved, old_view: TableView, new_view: TableView) -> Iterator[Animation]:
    """Move what entered or left a stack or a holder.

    Such a piece has an id on one of the two sides only.
    """
    old_pieces, new_pieces = _loose_pieces(old_view), _loose_pieces(new_view)
    entered, left = (
        [entering for key, entering in new_pieces.items() if key not in old_pieces],
        [leaving for key, leaving in old_pieces.items() if key not in new_pieces],
    )
    start: Place = _find_place(event.of, old_view) if event.of.kind != "table" or not left else left[0].position
    end: Place = _find_place(event.to, new_view) if event.to.kind != "table" or not entered else entered[0].position
    if event.of != event.to and start != end and not (event.of.kind == event.to.kind == "table"):
        yield fly(_find_back(old_view), start, end, 0.0, "draw" if event.to.kind == "hand" else "card")


def _animate_glides(old_view: TableView, new_view: TableView) -> Iterator[Animation]:
    """Glide pieces that have moved and can be followed."""
    old_pieces, new_pieces = _loose_pieces(old_view), _loose_pieces(new_view)
    moved = [
        moved_piece
        for key, moved_piece in new_pieces.items()
        if key in old_pieces and old_pieces[key].position != moved_piece.position
    ]
    for piece in moved[:_MAX_FLIGHTS]:
        x, y = piece.position
        yield Animation(
            "glide", 0.0, 0.5, "put", {"key": piece.key, "x": round(x, 1), "y": round(y, 1), "angle": piece.angle}
        )


def _loose_pieces(view: TableView) -> dict[Key, PlacedPiece]:
    return {piece.key: piece for piece in list_pieces(view, len(view.looks)) if isinstance(piece.key, int)}


def _find_place(spot: Spot, view: TableView) -> Place:
    """Return the spot on the television page."""
    if spot.kind == "hand" and spot.seat is not None:
        return seat_spot(spot.seat)
    for holder in view.holders:
        box_holder = view.box.holders_for(len(view.looks))[holder.name]
        if (
            spot.kind in ("holder", "hand")
            and (box_holder.title or box_holder.name) == spot.title
            and box_holder.seat == spot.seat
        ):
            return f"area {holder.name}"
    return "middle"


def _find_back(view: TableView) -> str:
    """Return the back for dealt cards: the first picture of a back in the box."""
    for kind in view.box.kinds:
        back = back_picture(kind)
        if back is not None and not back.of_box and back.path.startswith("cards/"):
            return back.path.removeprefix("cards/").removesuffix(".svg")
    return card_art(None)


_MAX_LOOSE = 40
"""Maximum number of loose pieces described in words."""


def write_sheet(view: View, legal: Sequence[Action], reader: Reader, *, opened_boxes: OpenedBoxes) -> Sheet:
    """Write the sheet for the seat of the view."""
    assert isinstance(view, TableView)
    files = list_pictures(view, opened_boxes).keys()
    seats = len(reader.names)
    hand = "" if view.seat is None else find_hand_name(view, seats, view.seat)
    own_cards = _visible_contents(view, hand)
    lines = tuple(_describe_table(view, seats))
    return Sheet(
        status=_describe_status(view),
        public=lines,
        facts=tuple(_describe_seat(view, seats, seat) for seat in range(seats)),
        hand=tuple(_make_card(view, face, index, reader, files) for index, face in enumerate(own_cards)),
        # Translators: on the page of a phone, a head: the cards, tiles or pieces of one's own hand
        hand_title=m("Your hand") if hand or view.looking else "",
        choices=tuple(_list_choices(view, hand, own_cards, reader.names, view.seat))
        if legal and view.seat is not None
        else (),
        cover_label="" if not hand else None,
        spoken=lines,
        picture=describe_table(view, reader, files),
        acting=() if view.is_over or view.turn is None else (view.turn,),
        differences=_describe_losses(view),
        tools=describe_commands(view, hand, seats, reader, files) if legal and view.seat is not None else None,
    )


def _describe_losses(view: TableView) -> tuple[tuple[Words, tuple[Words, ...]], ...]:
    """Return how the box differs from its original file, in groups."""
    groups = group_losses(view.box.losses)
    if not groups:
        return ()
    title, parts = find_title(groups), tuple((group.heading, group.sentences) for group in groups)
    return parts if parts[0][0] == title else ((title, ()), *parts)


def _describe_status(view: TableView) -> Words:
    if view.is_over:
        return describe_end(view, m("The table is cleared")) if view.ranking else m("The table is cleared.")
    if view.turn is None:
        return m("Anybody may play, at any time.")
    return m("It is {who}'s turn.", who=Seat(view.turn), you=m("It is your turn."))


def _visible_contents(view: TableView, name: str) -> tuple[Face, ...]:
    """Return the contents of a holder, as far as they are visible."""
    holder = view.holder(name) if name else None
    return holder.inside if holder is not None and isinstance(holder.inside, tuple) else ()


def _make_card(view: TableView, face: Face, index: int, reader: Reader, files: Container[str]) -> Card:
    """Return a card of the seat's hand. Its code is its index from the left."""
    words = name_piece(view, face._replace(side=max(face.side, 0)))
    kind = view.box.kinds[face.kind] if face.kind is not None else None
    front = kind.fronts[face.front] if kind is not None and face.front is not None else ""
    if kind is not None and kind.codes == "cards" and front != "joker" and faces.front_picture(kind, face.front or 0):
        result = playing_card(front, words)
        return Card(result.words, result.short, red=result.red, code=str(index), art=result.art)
    drawing = describe_look(view, face._replace(side=max(face.side, 0)), reader, files)
    size = kind.size if kind is not None else (63.0, 88.0)
    note = "" if kind is None else _describe_print(kind, face, words)
    return Card(words, words, note, code=str(index), look={**drawing, "size": list(size)})


def _describe_print(kind: Kind, face: Face, words: Words) -> str:
    """Return the number and the text that are printed on a card, without marks.

    Whoever may know the front may know them, and nobody else does.
    """
    if not kind.printed or face.front is None or face.text:
        return ""
    printed = kind.printed[face.front]
    number = "" if printed.number == words else printed.number
    return ", ".join(filter(None, (number, *printed.text.replace("*", "").splitlines())))


def _describe_seat(view: TableView, seats: int, seat: int) -> Words:
    """Describe the size of a seat's hand, its counters, and an open hand's cards."""
    facts: list[Words] = []
    name = find_hand_name(view, seats, seat)
    holder = view.holder(name) if name else None
    if holder is not None:
        facts.append(m("{n} in hand", n=holder.count))
        if holder.open and isinstance(holder.inside, tuple) and holder.inside:
            card_names = [name_piece(view, face._replace(side=max(face.side, 0))) for face in holder.inside]
            # Translators: what lies open of a player's hand; {cards} is a list
            facts.append(m("open: {cards:,}", cards=card_names))
    for key, (counter, owner) in view.box.counter_owners(seats).items():
        if owner == seat:
            facts.append(m("{what}: {n}", what=translate_word(counter.name), n=view.counters[key]))
    return m("{facts:,}", facts=facts) if facts else ""


def _describe_table(view: TableView, seats: int) -> Iterator[Words]:
    """Describe holders, then loose pieces, then counters and notes of the table.

    Loose pieces are ordered from the upper left to the lower right.
    """
    pieces = list_pieces(view, seats)
    for area in holder_areas(view, seats):
        inside = [contained for contained in pieces if contained.holder == area.holder.name and not contained.is_bag]
        yield _describe_area(view, area, inside[-1] if inside else None)
    loose = [piece for piece in pieces if piece.holder is None and piece.shape != "board"]
    for loose_piece in sorted(
        loose, key=lambda loose_piece: (-round(loose_piece.position[1] / 40), loose_piece.position[0])
    )[:_MAX_LOOSE]:
        piece_name = name_piece(view, public_face(view, loose_piece.face))
        if loose_piece.is_stack:
            yield describe_stack(loose_piece.name, loose_piece.count, piece_name)
        else:
            yield m("{what}, face down", what=piece_name) if loose_piece.is_face_down else piece_name
    for counter_name, (_, owner) in view.box.counter_owners(seats).items():
        if owner is None:
            yield m("{what}: {n}", what=translate_word(counter_name), n=view.counters[counter_name])
    yield from filter(None, view.notes.values())


def _describe_area(view: TableView, area: Area, top: PlacedPiece | None) -> Message:
    place = name_holder(area.holder)
    if top is None or top.is_face_down:
        return m("{place}: {n}", place=place, n=area.contents.count)
    top_name = name_piece(view, public_face(view, top.face))
    return m("{place}: {n}, top {what}", place=place, n=area.contents.count, what=top_name)


def _list_choices(
    view: TableView, hand: str, own_cards: tuple[Face, ...], names: Sequence[str], seat: int
) -> Iterator[Choice]:
    """Yield what can be done with a card of the hand, then what needs no piece."""
    seats = len(names)
    for index in range(len(own_cards)):
        yield from _card_choices(hand, index, names, seat)
        kind = visible_kind(view.box, own_cards[index])
        if kind is not None and kind.blank:
            yield Choice((WRITE,), actions.Set(seat, "text", hand, at=index), ("text",), cards=(str(index),))
    if any(asked.seat == seat for asked in view.asked):
        yield Choice((GIVE_BACK,), actions.Give(seat))
        yield Choice((GIVE_NOTHING,), actions.Give(seat, keeps=True))
    for button in view.box.buttons:
        if lines := expand_button(button, seat, view):
            # Translators: a button: cards that lie in a pile are put in order, so that everybody knows it
            asking = (m("Put them in order anyway"),) if any(sorts_unseen(line, view) for line in lines) else ()
            yield Choice((translate_word(button.label), *asking), lines[0], more=tuple(lines[1:]))
    # Translators: buttons at a table where people play what they like
    yield Choice((m("Pass the turn"),), actions.Set(seat, "turn", to=_next_seat(view, seat, seats)), keys=("pass",))
    if view.back is not None:
        yield Choice((_undo_label(view.whose),), Undo(seat, view.back), keys=("undo",))
    if hand:
        holder = view.holder(hand)
        is_open = holder is not None and holder.open
        # Translators: buttons: everybody sees one's hand then, or no longer
        words = m("Take up my hand again") if is_open else m("Lay my hand open")
        yield Choice((words,), actions.Set(seat, "open", hand, not is_open))
    ending = m("Finish…")
    for winner in range(seats):
        won = m("{who} won", who=names[winner])
        yield Choice((ending, won), actions.Finish(seat, (winner,)), keys=("do", "won"))
    yield Choice((ending, m("Just clear the table")), actions.Finish(seat), keys=("do", "won"))


def _undo_label(actor: int | None) -> Message:
    """Return the label of the undo button; the undone step stays in the log."""
    if actor is None:
        return m("Undo the last step")
    return m("Undo what {who} did last", who=Seat(actor), you=m("Undo what you did last"))


def _next_seat(view: TableView, seat: int, seats: int) -> int:
    return ((seat if view.turn is None else view.turn) + 1) % seats


def _card_choices(hand: str, index: int, names: Sequence[str], seat: int) -> Iterator[Choice]:
    cards = (str(index),)
    # Translators: buttons for a card of one's hand: it goes to a place that is tapped then
    for side, face in ((m("Play face up"), "up"), (m("Play face down"), "down")):
        play = actions.Move(seat, of=hand, at=(index,), face="up" if face == "up" else "down")
        yield Choice((side,), play, ("place",), ("face",), cards=cards)
    # Translators: a button: a card is shown to somebody who is chosen then
    audiences: list[tuple[Words, Words, tuple[int, ...]]] = [(m("Show to…"), m("everybody", context="shown to"), ())]
    audiences += [(m("Show to…"), name, (rival,)) for rival, name in enumerate(names) if rival != seat]
    for words, label, to in audiences:
        action = actions.Reveal(seat, of=hand, at=(index,), to=to)
        yield Choice((words, label), action, keys=("do", "to"), cards=cards)


def _named_setups() -> Mapping[str, Callable[[], Setup]]:
    """Return the boxes on the shelf."""
    return {name: partial(_load_setup, name) for name in bundled.names()}


def _load_setup(name: str) -> Setup:
    return bundled.load_box(name).setup


def _make_writer(opened_boxes: OpenedBoxes) -> SheetWriter:
    return SheetWriter(
        partial(write_sheet, opened_boxes=opened_boxes),
        animate=animate,
        animate_film=_animate_film,
        files=partial(list_pictures, opened_boxes=opened_boxes),
        named_setups=_named_setups,
        with_boxes=_make_writer,
    )


SHEET = _make_writer(OpenedBoxes())
