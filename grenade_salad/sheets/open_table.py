"""The open table in plain words for one seat, and what it can do there; and what moves on a television.

Where things go is read from what everybody sees before and after; what is not seen has its back up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from grenade_salad.boxes import bundled
from grenade_salad.core import Action, Chance, Event, Setup, Undo, View
from grenade_salad.games.open_table import actions, events, faces
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.faces import back_picture
from grenade_salad.games.open_table.placed_pieces import Area, Key, Lying, areas, hand_name, kind_of, things
from grenade_salad.games.open_table.view import Face, TableView
from grenade_salad.games.open_table.words import Spot, called, stack_of
from grenade_salad.sheets.animations import Beat, call, fly, seat_spot
from grenade_salad.sheets.animations import Spot as Place
from grenade_salad.sheets.open_table_actions import WRITE, tools
from grenade_salad.sheets.open_table_picture import files, look, picture, public, title, words_of
from grenade_salad.sheets.sheet import Card, Choice, Sheet, Told, art, over, playing_card
from grenade_salad.text import Message, Reader, Seat, Words, m

_MOST = 30
"""Pieces that are seen moving at once; the others are simply there."""
_SOUNDS = {events.Shuffled: "shuffle", events.Rolled: "die_roll", events.Flipped: "flip", events.Shot: "clack"}


def show(happened: Sequence[Event], before: View, after: View) -> Sequence[Beat]:
    """The beats of a step."""
    assert isinstance(before, TableView)
    assert isinstance(after, TableView)
    beats = [Beat("sound", 0.0, 0.1, sound) for event in happened if (sound := _SOUNDS.get(type(event)))]
    for event in happened:
        if isinstance(event, events.Dealt):
            beats += _dealt(event, before)
        elif isinstance(event, events.Finished) and event.won:
            beats.append(call(event.message(), event.won[0], 0.0, "win"))
        elif isinstance(event, events.Moved):
            beats += _moved(event, before, after)
    return beats + list(_glides(before, after))


def _filmed(beats: Sequence[Beat], before: View, action: Action, rest: Chance, luck: Random) -> Sequence[Beat]:
    from grenade_salad.sheets.open_table_paths import filmed

    return filmed(beats, before, action, rest, luck)


def _dealt(event: events.Dealt, before: TableView) -> Iterator[Beat]:
    """Round by round, as one deals."""
    start, done = _place(event.of, before), 0
    for turn in range(max(event.each, default=0)):
        for to, many in zip(event.to, event.each, strict=True):
            if turn < many and done < _MOST:
                yield fly(_back(before), start, _place(to, before), 0.06 * done)
                done += 1


def _moved(event: events.Moved, before: TableView, after: TableView) -> Iterator[Beat]:
    """What came out of somewhere, or went in: it has no number on one of the two sides."""
    was, now = _lying(before), _lying(after)
    came, went = (
        [one for key, one in now.items() if key not in was],
        [one for key, one in was.items() if key not in now],
    )
    start: Place = _place(event.of, before) if event.of.kind != "table" or not went else went[0].at
    end: Place = _place(event.to, after) if event.to.kind != "table" or not came else came[0].at
    if event.of != event.to and start != end and not (event.of.kind == event.to.kind == "table"):
        yield fly(_back(before), start, end, 0.0, "draw" if event.to.kind == "hand" else "card")


def _glides(before: TableView, after: TableView) -> Iterator[Beat]:
    """What lies elsewhere than before and can be followed."""
    was, now = _lying(before), _lying(after)
    moved = [one for key, one in now.items() if key in was and was[key].at != one.at]
    for one in moved[:_MOST]:
        x, y = one.at
        yield Beat("glide", 0.0, 0.5, "put", {"key": one.key, "x": round(x, 1), "y": round(y, 1), "angle": one.angle})


def _lying(view: TableView) -> dict[Key, Lying]:
    return {one.key: one for one in things(view, len(view.looks)) if isinstance(one.key, int)}


def _place(spot: Spot, view: TableView) -> Place:
    """Where that is on the page of the table."""
    if spot.kind == "hand" and spot.seat is not None:
        return seat_spot(spot.seat)
    for holder in view.holders:
        found = view.box.holders_for(len(view.looks))[holder.name]
        if spot.kind in ("holder", "hand") and (found.title or found.name) == spot.title and found.seat == spot.seat:
            return f"area {holder.name}"
    return "middle"


def _back(view: TableView) -> str:
    """The back of what is dealt; most boxes have one."""
    for kind in view.box.kinds:
        found = back_picture(kind)
        if found is not None and not found.of_box and found.path.startswith("cards/"):
            return found.path.removeprefix("cards/").removesuffix(".svg")
    return art(None)


_MOST_LOOSE = 40
"""Loose pieces that are told in words at most."""


def told(view: View, legal: Sequence[Action], reader: Reader) -> Told:
    """What the seat of the view is told."""
    assert isinstance(view, TableView)
    seats = len(reader.names)
    hand = "" if view.seat is None else hand_name(view, seats, view.seat)
    own = _inside(view, hand)
    lines = tuple(_lines(view, seats))
    return Told(
        status=_status(view),
        public=lines,
        facts=tuple(_facts(view, seats, seat) for seat in range(seats)),
        hand=tuple(_card(view, face, at, reader) for at, face in enumerate(own)),
        # Translators: on the page of a phone, a head: the cards, tiles or pieces of one's own hand
        hand_title=m("Your hand") if hand or view.looking else "",
        choices=tuple(_choices(view, hand, own, reader.names, view.seat)) if legal and view.seat is not None else (),
        covered="" if not hand else None,
        spoken=lines,
        picture=picture(view, reader),
        acting=() if view.is_over or view.turn is None else (view.turn,),
        tools=tools(view, hand, seats, reader) if legal and view.seat is not None else None,
    )


def _status(view: TableView) -> Words:
    if view.is_over:
        return over(view, m("The table is cleared")) if view.ranking else m("The table is cleared.")
    if view.turn is None:
        return m("Anybody may play, at any time.")
    return m("It is {who}'s turn.", who=Seat(view.turn), you=m("It is your turn."))


def _inside(view: TableView, name: str) -> tuple[Face, ...]:
    """What is in a holder, as far as it is seen."""
    holder = view.holder(name) if name else None
    return holder.inside if holder is not None and isinstance(holder.inside, tuple) else ()


def _card(view: TableView, face: Face, at: int, reader: Reader) -> Card:
    """A card of the own hand. Its code is where it lies in it, from the left."""
    words = words_of(view, face._replace(side=max(face.side, 0)))
    kind = view.box.kinds[face.kind] if face.kind is not None else None
    front = kind.fronts[face.front] if kind is not None and face.front is not None else ""
    if kind is not None and kind.codes == "cards" and front != "joker" and faces.front_picture(kind, face.front or 0):
        found = playing_card(front, words)
        return Card(found.words, found.short, red=found.red, code=str(at), art=found.art)
    drawn = look(view, face._replace(side=max(face.side, 0)), reader)
    size = kind.size if kind is not None else (63.0, 88.0)
    return Card(words, words, code=str(at), look={**drawn, "size": list(size)})


def _facts(view: TableView, seats: int, seat: int) -> Words:
    """How many it holds, its counters, and its hand if that lies open."""
    found: list[Words] = []
    name = hand_name(view, seats, seat)
    holder = view.holder(name) if name else None
    if holder is not None:
        found.append(m("{n} in hand", n=holder.count))
        if holder.open and isinstance(holder.inside, tuple) and holder.inside:
            seen = [words_of(view, face._replace(side=max(face.side, 0))) for face in holder.inside]
            # Translators: what lies open of a player's hand; {cards} is a list
            found.append(m("open: {cards:,}", cards=seen))
    for key, (counter, owner) in view.box.counter_owners(seats).items():
        if owner == seat:
            found.append(m("{what}: {n}", what=called(counter.name), n=view.counters[key]))
    return m("{facts:,}", facts=found) if found else ""


def _lines(view: TableView, seats: int) -> Iterator[Words]:
    """Holders first, then what lies loose, from the upper left to the lower right; counters and notes of the table."""
    all_of_it = things(view, seats)
    for area in areas(view, seats):
        inside = [one for one in all_of_it if one.holder == area.holder.name and not one.bag]
        yield _area(view, area, inside[-1] if inside else None)
    loose = [one for one in all_of_it if one.holder is None and one.shape != "board"]
    for one in sorted(loose, key=lambda one: (-round(one.at[1] / 40), one.at[0]))[:_MOST_LOOSE]:
        what = words_of(view, public(view, one.face))
        if one.stack:
            yield stack_of(one.name, one.count, what)
        else:
            yield m("{what}, face down", what=what) if one.back else what
    for name, (_, owner) in view.box.counter_owners(seats).items():
        if owner is None:
            yield m("{what}: {n}", what=called(name), n=view.counters[name])
    yield from filter(None, view.notes.values())


def _area(view: TableView, area: Area, top: Lying | None) -> Message:
    place = title(area.holder.title or area.holder.name, area.holder.seat)
    if top is None or top.back:
        return m("{place}: {n}", place=place, n=area.seen.count)
    what = words_of(view, public(view, top.face))
    return m("{place}: {n}, top {what}", place=place, n=area.seen.count, what=what)


def _choices(view: TableView, hand: str, own: tuple[Face, ...], names: Sequence[str], seat: int) -> Iterator[Choice]:
    """What can be done with a card of the hand, then what has nothing to do with a piece."""
    seats = len(names)
    for at in range(len(own)):
        yield from _of_card(hand, at, names, seat)
        kind = kind_of(view.box, own[at])
        if kind is not None and kind.blank:
            yield Choice((WRITE,), actions.Set(seat, "text", hand, at=at), ("text",), cards=(str(at),))
    for button in view.box.buttons:
        if lines := pressed(button, seat, view):
            yield Choice((called(button.label),), lines[0], more=tuple(lines[1:]))
    # Translators: buttons at a table where people play what they like
    yield Choice((m("Pass the turn"),), actions.Set(seat, "turn", to=_next(view, seat, seats)), keys=("pass",))
    if view.back is not None:
        yield Choice((_undo(view.whose),), Undo(seat, view.back), keys=("undo",))
    if hand:
        opened = view.holder(hand)
        is_open = opened is not None and opened.open
        # Translators: buttons: everybody sees one's hand then, or no longer
        words = m("Take up my hand again") if is_open else m("Lay my hand open")
        yield Choice((words,), actions.Set(seat, "open", hand, not is_open))
    ending = m("Finish…")
    for winner in range(seats):
        won = m("{who} won", who=names[winner])
        yield Choice((ending, won), actions.Finish(seat, (winner,)), keys=("do", "won"))
    yield Choice((ending, m("Just clear the table")), actions.Finish(seat), keys=("do", "won"))


def _undo(whose: int | None) -> Message:
    """A button: the last thing that somebody did is taken back; it stays in the log."""
    if whose is None:
        return m("Undo the last step")
    return m("Undo what {who} did last", who=Seat(whose), you=m("Undo what you did last"))


def _next(view: TableView, seat: int, seats: int) -> int:
    return ((seat if view.turn is None else view.turn) + 1) % seats


def _of_card(hand: str, at: int, names: Sequence[str], seat: int) -> Iterator[Choice]:
    cards = (str(at),)
    # Translators: buttons for a card of one's hand: it goes to a place that is tapped then
    for side, face in ((m("Play face up"), "up"), (m("Play face down"), "down")):
        play = actions.Move(seat, of=hand, at=(at,), face="up" if face == "up" else "down")
        yield Choice((side,), play, ("place",), ("face",), cards=cards)
    # Translators: a button: a card is shown to somebody who is chosen then
    ways: list[tuple[Words, Words, tuple[int, ...]]] = [(m("Show to…"), m("everybody", context="shown to"), ())]
    ways += [(m("Show to…"), name, (other,)) for other, name in enumerate(names) if other != seat]
    for words, whom, to in ways:
        action = actions.Reveal(seat, of=hand, at=(at,), to=to)
        yield Choice((words, whom), action, keys=("do", "to"), cards=cards)


def _starts() -> Mapping[str, Callable[[], Setup]]:
    """The boxes on the shelf."""
    return {name: partial(_setup, name) for name in bundled.names()}


def _setup(name: str) -> Setup:
    return bundled.opened(name).setup


SHEET = Sheet(told, show=show, filmed=_filmed, files=files, starts=_starts)
