"""Somebody who does anything at the open table: fills templates in with what their seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from grenade_salad.core import Action, Event, Undo, View
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.view import TableView


class Anything:
    """Most of what it wants can be done; what cannot is refused, and asked again."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """It remembers nothing."""

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Any kind of action, with any parts."""
        assert isinstance(view, TableView)
        template = self._rng.choice(legal)
        fill = _FILL.get(type(template))
        return template if fill is None else fill(view, template.seat or 0, self._rng)


def _piece(view: TableView, rng: Random) -> int:
    """Any number on the table."""
    return rng.choice(view.order) if view.order else 1


def _pile(view: TableView, seat: int, rng: Random) -> int | str:
    """Any stack, or any holder that has something in it."""
    piles: list[int | str] = [stack.number for stack in view.stacks]
    piles += [holder.name for holder in view.holders if holder.count]
    return rng.choice(piles) if piles else 1


def _point(view: TableView, rng: Random) -> tuple[float, float]:
    width, height = view.box.table
    return round(rng.uniform(0, width), 1), round(rng.uniform(0, height), 1)


def _count(rng: Random) -> int:
    return rng.choice((1, 1, 1, 2, 3, 5))


def _move(view: TableView, seat: int, rng: Random) -> Action:
    to: tuple[float, float] | int | str = _point(view, rng)
    if rng.random() < 0.3:
        to = _piece(view, rng)
    elif view.holders and rng.random() < 0.6:
        to = rng.choice(view.holders).name
    face: moves.Face = rng.choice(("", "", "up", "down"))
    step = (20.0, 0.0) if rng.random() < 0.3 else (0.0, 0.0)
    under = rng.random() < 0.2
    if rng.random() < 0.4:
        what = tuple({_piece(view, rng) for _ in range(_count(rng))})
        return moves.Move(seat, what, to=to, face=face, step=step, under=under, angle=rng.choice((None, 1.5)))
    of = _pile(view, seat, rng)
    if rng.random() < 0.3:
        return moves.Move(seat, of=of, at=tuple(rng.sample(range(6), rng.choice((1, 2)))), to=to, face=face, step=step)
    end: Literal["top", "bottom"] = rng.choice(("top", "top", "bottom"))
    return moves.Move(seat, of=of, n=_count(rng), end=end, to=to, face=face, step=step, under=under)


def _deal(view: TableView, seat: int, rng: Random) -> Action:
    return moves.Deal(seat, _pile(view, seat, rng), rng.choice((0, 1, 1, 2, 3)), up_to=rng.random() < 0.3)


def _flip(view: TableView, seat: int, rng: Random) -> Action:
    return moves.Flip(seat, (_piece(view, rng),))


def _shuffle(view: TableView, seat: int, rng: Random) -> Action:
    return moves.Shuffle(seat, _pile(view, seat, rng))


def _dice(view: TableView) -> list[int]:
    kinds = view.box.kinds
    return [one.number for one in view.pieces if one.face.kind is not None and kinds[one.face.kind].piece == "die"]


def _roll(view: TableView, seat: int, rng: Random) -> Action:
    dice = _dice(view) or [_piece(view, rng)]
    return moves.Roll(seat, tuple(rng.sample(dice, rng.randint(1, len(dice)))))


def _flick(view: TableView, seat: int, rng: Random) -> Action:
    return moves.Flick(seat, _piece(view, rng), round(rng.uniform(-3, 3), 3), round(rng.uniform(10, 2000), 1))


def _push(view: TableView, seat: int, rng: Random) -> Action:
    path = tuple((100 * at, *_point(view, rng)) for at in range(1, rng.randint(3, 6)))
    return moves.Push(seat, _piece(view, rng), path)


def _look(view: TableView, seat: int, rng: Random) -> Action:
    if rng.random() < 0.5:
        return moves.Look(seat, (_piece(view, rng),))
    return moves.Look(seat, of=_pile(view, seat, rng), n=rng.choice((0, 1, 3)))


def _reveal(view: TableView, seat: int, rng: Random) -> Action:
    to = () if rng.random() < 0.3 else (rng.randrange(len(view.looks)),)
    if rng.random() < 0.5:
        return moves.Reveal(seat, (_piece(view, rng),), to=to)
    return moves.Reveal(seat, of=_pile(view, seat, rng), at=(0,), to=to)


def _set(view: TableView, seat: int, rng: Random) -> Action:
    hands = [holder.name for holder in view.holders if holder.seat == seat]
    wanted = [
        moves.Set(seat, "turn", to=rng.randrange(-1, len(view.looks))),
        moves.Set(seat, "lock", _piece(view, rng), rng.random() < 0.5),
        moves.Set(seat, "text", _piece(view, rng), rng.choice(("", "seven", "eight"))),
    ]
    wanted += [moves.Set(seat, "counter", name, rng.randrange(9)) for name in view.counters]
    wanted += [moves.Set(seat, "note", name, rng.choice(("", "a note"))) for name in view.notes]
    wanted += [moves.Set(seat, "open", name, rng.random() < 0.5) for name in hands]
    return rng.choice(wanted)


def _put(view: TableView, seat: int, rng: Random) -> Action:
    kind, front, most = rng.choice(view.supply) if view.supply else (0, 0, 1)
    to = rng.choice(view.holders).name if view.holders and rng.random() < 0.5 else _point(view, rng)
    return moves.Put(
        seat, view.box.kinds[kind].name, front, rng.randint(1, min(2, most)), to, face=rng.choice(("", "down"))
    )


def _remove(view: TableView, seat: int, rng: Random) -> Action:
    if rng.random() < 0.5:
        return moves.Remove(seat, (_piece(view, rng),))
    return moves.Remove(seat, of=_pile(view, seat, rng))


def _undo(view: TableView, seat: int, rng: Random) -> Action:
    if view.back is not None and rng.random() < 0.7:
        return Undo(seat, view.back)
    return Undo(seat, rng.randrange(view.lines) if view.lines else 0)


_FILL: dict[type[Action], Callable[[TableView, int, Random], Action]] = {
    moves.Move: _move,
    moves.Deal: _deal,
    moves.Flip: _flip,
    moves.Shuffle: _shuffle,
    moves.Roll: _roll,
    moves.Flick: _flick,
    moves.Push: _push,
    moves.Look: _look,
    moves.Reveal: _reveal,
    moves.Set: _set,
    moves.Put: _put,
    moves.Remove: _remove,
    Undo: _undo,
}
