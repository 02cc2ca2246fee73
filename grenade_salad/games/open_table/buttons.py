"""What a button of a box does: lines of the record, as if its seat had done them one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.box import Button, Press
from grenade_salad.games.open_table.moves import TableAction
from grenade_salad.games.open_table.view import TableView

MOST_LINES = 20
"""So many lines come of a button at most; a phone may not send more at once."""


def pressed(button: Button, seat: int, view: TableView) -> list[TableAction]:
    """The actions of a button, for the seat that presses it; whether each can be done says the state, in its turn.

    They are taken back together. Places of each seat are filled in; what is empty by then is left out.
    """
    lines = [action for press in button.lines for action in _actions(press, seat, view)]
    return [replace(action, goes_on=at > 0) for at, action in enumerate(lines[:MOST_LINES])]


def _actions(press: Press, seat: int, view: TableView) -> Iterator[TableAction]:
    named = _Named(view, seat if press.mine else None)
    match press.do:
        case "deal":
            to = (seat,) if press.mine and not press.to else tuple(named.all(press.to))
            for of in named(press.of):
                yield moves.Deal(seat, of, press.n, to, press.up_to)
        case "move":
            yield from _moved(press, seat, view, named)
        case "flip":
            yield moves.Flip(seat, tuple(named.all(press.what)))
        case "roll":
            yield moves.Roll(seat, tuple(one for one in press.what if isinstance(one, int)))
        case "shuffle":
            for of in named(press.of):
                yield moves.Shuffle(seat, of)
        case "reset":
            yield moves.Reset(seat)


def _moved(press: Press, seat: int, view: TableView, named: _Named) -> Iterator[TableAction]:
    """All of each holder, or as many as it has, goes to the first place, or to that of its own seat."""
    of, to = named(press.of), named.all(press.to[:1])
    for at, one in enumerate(of):
        inside = view.holder(one) if isinstance(one, str) else None
        if inside is not None and not inside.count:
            continue
        n = press.n if inside is None else min(press.n, inside.count)
        yield moves.Move(seat, of=one, n=n, to=to[at] if len(to) == len(of) else next(iter(to), None))


class _Named:
    """Names in a button, with the places of each seat filled in, or with those of one `seat`."""

    def __init__(self, view: TableView, seat: int | None) -> None:
        self._each = {holder.name for holder in view.box.holders if holder.each}
        self._seats = range(len(view.looks)) if seat is None else (seat,)

    def __call__(self, name: int | str) -> list[int | str]:
        """The stack or holder, or the holders of each seat."""
        return [f"{name} {seat}" for seat in self._seats] if name in self._each else [name]

    def all(self, names: Iterable[int | str]) -> list[int | str]:
        """The same of several."""
        return [one for name in names for one in self(name)]
