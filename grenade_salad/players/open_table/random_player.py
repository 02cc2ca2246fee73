"""Somebody who does anything at the open table: fills templates in with what their seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from grenade_salad.core import Action, Event, Undo, View
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.actions import Face as Side
from grenade_salad.games.open_table.box import STACKED, Holder
from grenade_salad.games.open_table.view import Face, SeenHolder, TableView

_STEP = 20.0
_SLIDING = ("disc", "cube", "pawn", "die")


class Anything:
    """It chooses a kind of action, and parts with which that can be done; if there are none, another kind."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """It remembers nothing."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Anything that can be done; whose turn it is can always be marked, and one template alone may not do."""
        assert isinstance(view, TableView)
        templates = list(legal)
        self._rng.shuffle(templates)
        seat = templates[0].seat or 0
        sight = Sight(view, seat, self._rng)
        for template in templates:
            fill = _FILL.get(type(template))
            action = template if fill is None else fill(sight)
            if action is not None:
                return action
        return templates[0]


class Source(NamedTuple):
    """What can be taken: some of a pile, or a piece or stack by its number; the shape of all of it, "" if unknown."""

    shape: str
    many: int
    of: int | str = ""
    what: int = 0
    blind: bool = False


class Sight:
    """What a seat sees of the table, as things to take and places to go."""

    def __init__(self, view: TableView, seat: int, rng: Random) -> None:
        self.view, self.seat, self.rng = view, seat, rng
        self.holders = view.box.holders_for(len(view.looks))

    def shape(self, face: Face | None) -> str:
        """What shape a piece has, "" if that is hidden."""
        return "" if face is None or face.kind is None else self.view.box.kinds[face.kind].piece

    def mine(self, holder: SeenHolder) -> bool:
        """Whether the seat may take from it."""
        return self.holders[holder.name].secret != "hand" or holder.seat in (None, self.seat)

    def piles(self) -> list[Source]:
        """Stacks and holders that have something."""
        found = [Source(self.shape(stack.top), stack.count, stack.number) for stack in self.view.stacks]
        for holder in self.view.holders:
            if holder.count and self.mine(holder):
                blind = self.holders[holder.name].secret == "bag"
                found.append(Source(self.shape(holder.top), holder.count, holder.name, blind=blind))
        return found

    def numbered(self) -> list[Source]:
        """Pieces and stacks that are not locked, by number."""
        free = [one for one in self.view.pieces if not one.locked]
        found = [Source(self.shape(piece.face), 1, what=piece.number) for piece in free]
        stacks = [stack for stack in self.view.stacks if not stack.locked]
        return [*found, *(Source(self.shape(stack.top), stack.count, what=stack.number) for stack in stacks)]

    def any_of(self, found: Sequence[Source]) -> Source | None:
        """One of them."""
        return self.rng.choice(found) if found else None

    def point(self, apart: int = 0) -> tuple[float, float]:
        """A point on the table, with room to the right for so many steps."""
        width, height = self.view.box.table
        room = max(0.0, width - _STEP * apart)
        return round(self.rng.uniform(0, room), 1), round(self.rng.uniform(0, height), 1)

    def takes(self, name: str, shape: str, count: int) -> bool:
        """Whether the holder surely takes so many pieces of that shape."""
        holder, seen = self.holders[name], self.view.holder(name)
        assert seen is not None
        if holder.most and seen.count + count > holder.most:
            return False
        if shape == "board" or (shape == "" and not self._any_shape(holder)):
            return False
        return self._any_shape(holder) or (shape in STACKED and self.shape(seen.top) in ("", shape))

    def _any_shape(self, holder: Holder) -> bool:
        return holder.lays != "stack" or holder.secret != "open"

    def place(self, source: Source, count: int, apart: bool) -> tuple[float, float] | int | str:
        """Where such pieces can go."""
        width = self.view.box.table[0]
        kind = self.rng.random()
        if kind < 0.4 and source.shape in STACKED:
            on = [
                one for one in self.numbered() if one.shape == source.shape and one.what not in (source.what, source.of)
            ]
            lying = {piece.number for piece in self.view.pieces if piece.holder is not None}
            on = [one for one in on if one.what not in lying]
            if on:
                return self.rng.choice(on).what
        if kind < 0.8:
            names = [name for name in self.holders if name != source.of and self.takes(name, source.shape, count)]
            if names:
                return self.rng.choice(names)
        return self.point(count if apart and width > _STEP * count else 0)


def _move(sight: Sight) -> Action | None:
    rng, seat = sight.rng, sight.seat
    face: Side = rng.choice(("", "", "up", "down"))
    under = rng.random() < 0.2
    if rng.random() < 0.4:
        source = sight.any_of(sight.numbered())
        if source is None:
            return None
        to = sight.place(source, source.many, apart=False)
        return actions.Move(seat, (source.what,), to=to, face=face, under=under, angle=rng.choice((None, 1.5)))
    source = sight.any_of(sight.piles())
    if source is None:
        return None
    number = min(source.many, rng.choice((1, 1, 1, 2, 3, 5)) if source.shape in STACKED else 1)
    apart = number > 1 and rng.random() < 0.5
    to = sight.place(source, number, apart)
    step = (_STEP, 0.0) if apart and not isinstance(to, (int, str)) else (0.0, 0.0)
    if step[0] and to[0] + _STEP * number > sight.view.box.table[0]:  # type: ignore[index, operator]
        step = (0.0, 0.0)
    action = actions.Move(seat, of=source.of, n=number, to=to, face=face, step=step, under=under)
    if source.blind or rng.random() < 0.6:
        return action
    if rng.random() < 0.5:
        return replace(action, end="bottom")
    return replace(action, n=1, at=tuple(rng.sample(range(source.many), number)))


def _deal(sight: Sight) -> Action | None:
    source = sight.any_of([one for one in sight.piles() if one.shape in STACKED or one.blind])
    hands = [one for one in sight.view.holders if sight.holders[one.name].secret == "hand"]
    hands = [one for one in hands if one.name != (source.of if source else "")]
    if source is None or not hands:
        return None
    names = tuple(one.name for one in hands)
    number = sight.rng.choice((1, 1, 2, 3))
    room = all(sight.takes(name, source.shape, number) for name in names)
    return actions.Deal(sight.seat, source.of, number, names) if room and source.many >= number * len(names) else None


def _flip(sight: Sight) -> Action | None:
    source = sight.any_of([one for one in sight.numbered() if one.shape in STACKED])
    return None if source is None else actions.Flip(sight.seat, (source.what,))


def _shuffle(sight: Sight) -> Action | None:
    source = sight.any_of([one for one in sight.piles() if one.many > 1 and not one.blind])
    return None if source is None else actions.Shuffle(sight.seat, source.of)


def _roll(sight: Sight) -> Action | None:
    dice = [one.what for one in sight.numbered() if one.shape == "die"]
    return actions.Roll(sight.seat, tuple(sight.rng.sample(dice, sight.rng.randint(1, len(dice))))) if dice else None


def _sliding(sight: Sight) -> Source | None:
    stacks = {stack.number for stack in sight.view.stacks}
    free = {piece.number for piece in sight.view.pieces if piece.holder is None} - stacks
    return sight.any_of([one for one in sight.numbered() if one.shape in _SLIDING and one.what in free])


def _flick(sight: Sight) -> Action | None:
    source, rng = _sliding(sight), sight.rng
    if source is None:
        return None
    speed = rng.uniform(10, sight.view.box.flick.fastest)
    return actions.Flick(sight.seat, source.what, round(rng.uniform(-3, 3), 3), round(speed, 1))


def _push(sight: Sight) -> Action | None:
    source = _sliding(sight)
    if source is None:
        return None
    path = tuple((100 * at, *sight.point()) for at in range(sight.rng.randint(2, 5)))
    return actions.Push(sight.seat, source.what, path)


def _look(sight: Sight) -> Action | None:
    if sight.rng.random() < 0.5:
        source = sight.any_of(sight.numbered())
        return None if source is None else actions.Look(sight.seat, (source.what,))
    source = sight.any_of([one for one in sight.piles() if not one.blind])
    number = sight.rng.choice((0, 1, 3))
    return None if source is None else actions.Look(sight.seat, of=source.of, n=min(number, source.many))


def _reveal(sight: Sight) -> Action | None:
    to = () if sight.rng.random() < 0.3 else (sight.rng.randrange(len(sight.view.looks)),)
    if sight.rng.random() < 0.5:
        source = sight.any_of(sight.numbered())
        return None if source is None else actions.Reveal(sight.seat, (source.what,), to=to)
    source = sight.any_of([one for one in sight.piles() if not one.blind])
    at = 0 if source is None else sight.rng.randrange(source.many)
    return None if source is None else actions.Reveal(sight.seat, of=source.of, at=(at,), to=to)


def _set(sight: Sight) -> Action | None:
    view, seat, rng = sight.view, sight.seat, sight.rng
    wanted = [actions.Set(seat, "turn", to=rng.randrange(-1, len(view.looks)))]
    wanted += [actions.Set(seat, "lock", number, rng.random() < 0.5) for number in view.order[:1]]
    wanted += [actions.Set(seat, "name", one.number, rng.choice(("", "market"))) for one in view.stacks[:1]]
    wanted += [actions.Set(seat, "counter", name, rng.randrange(9)) for name in list(view.counters)[:2]]
    wanted += [actions.Set(seat, "note", name, rng.choice(("", "a note"))) for name in view.notes]
    hands = [one.name for one in view.holders if one.seat == seat and sight.holders[one.name].secret == "hand"]
    wanted += [actions.Set(seat, "open", name, rng.random() < 0.5) for name in hands]
    kinds = view.box.kinds
    blank = [one for one in view.pieces if one.face.front is not None and kinds[one.face.kind or 0].blank]
    wanted += [actions.Set(seat, "text", one.number, rng.choice(("", "seven", "eight"))) for one in blank]
    for name in hands:
        inside = seen.inside if (seen := view.holder(name)) is not None else 0
        faces = enumerate(inside if isinstance(inside, tuple) else ())
        blanks = [at for at, face in faces if face.front is not None and kinds[face.kind or 0].blank]
        wanted += [actions.Set(seat, "text", name, rng.choice(("", "seven", "eight")), at) for at in blanks]
    dice = [one for one in view.pieces if one.face.kind is not None and kinds[one.face.kind].piece == "die"]
    wanted += [actions.Set(seat, "die", one.number, rng.randrange(2)) for one in dice[:1]]
    return rng.choice(wanted)


def _put(sight: Sight) -> Action | None:
    if not sight.view.supply:
        return None
    kind, front, most = sight.rng.choice(sight.view.supply)
    found = sight.view.box.kinds[kind]
    number = sight.rng.randint(1, min(2, most)) if found.piece in STACKED else 1
    to: tuple[float, float] | str = sight.point()
    names = [name for name in sight.holders if sight.takes(name, found.piece, number)]
    if names and sight.rng.random() < 0.5:
        to = sight.rng.choice(names)
    return actions.Put(sight.seat, found.name, front, number, to, face=sight.rng.choice(("", "down")))


def _remove(sight: Sight) -> Action | None:
    if sight.rng.random() < 0.5:
        source = sight.any_of(sight.numbered())
        return None if source is None else actions.Remove(sight.seat, (source.what,))
    source = sight.any_of([one for one in sight.piles() if not one.blind])
    return None if source is None else actions.Remove(sight.seat, of=source.of)


def _undo(sight: Sight) -> Action | None:
    return None if sight.view.back is None else Undo(sight.seat, sight.view.back)


_FILL: dict[type[Action], Callable[[Sight], Action | None]] = {
    actions.Move: _move,
    actions.Deal: _deal,
    actions.Flip: _flip,
    actions.Shuffle: _shuffle,
    actions.Roll: _roll,
    actions.Flick: _flick,
    actions.Push: _push,
    actions.Look: _look,
    actions.Reveal: _reveal,
    actions.Set: _set,
    actions.Put: _put,
    actions.Remove: _remove,
    Undo: _undo,
}
