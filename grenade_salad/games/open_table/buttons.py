"""What a button of a box does: lines of the record, as if its seat had done them one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.actions import TableAction
from grenade_salad.games.open_table.box import Button, Press
from grenade_salad.games.open_table.view import TableView

MOST_LINES = 20
"""So many lines come of a button at most; a phone may not send more at once."""


def pressed(button: Button, seat: int, view: TableView) -> list[TableAction]:
    """The actions of a button, for the seat that presses it; whether each can be done says the state, in its turn.

    They are taken back together. Places of each seat are filled in; what is empty by then is left out.
    """
    ahead = _Ahead(view)
    lines = [action for press in button.lines for action in _actions(press, seat, view, ahead)]
    return [replace(action, goes_on=at > 0) for at, action in enumerate(lines[:MOST_LINES])]


class _Ahead:
    """What the lines of a button will have changed when the next one is reached, as far as that matters to it."""

    def __init__(self, view: TableView) -> None:
        self.counters = dict(view.counters)
        self.all = False
        self.holders: set[int | str] = set()

    def reset(self, view: TableView, keeps: bool) -> None:
        """Everything is as at the start; counters, if it does not keep them."""
        if not keeps:
            starts = view.box.counters_for(len(view.looks))
            self.counters = {name: counter.start for name, counter in starts.items()}
        self.all = True

    def knows(self, holder: int | str) -> bool:
        """Whether a holder still is as it is seen."""
        return not self.all and holder not in self.holders


def _actions(press: Press, seat: int, view: TableView, ahead: _Ahead) -> Iterator[TableAction]:
    named = _Named(view, seat if press.mine else None)
    match press.do:
        case "deal":
            to = (seat,) if press.mine and not press.to else tuple(named.all(press.to))
            for of in named(press.of):
                yield actions.Deal(seat, of, press.n, to, press.up_to)
            ahead.holders |= {*named(press.of), *to}
        case "move":
            yield from _moved(press, seat, view, named, ahead)
        case "flip":
            if what := tuple(one for one in named.all(press.what) if not _lies_so(press, view, ahead, one)):
                yield actions.Flip(seat, what)
        case "set":
            for of in named.counters(press.of):
                value = ahead.counters.get(str(of), 0) + press.by if press.by else press.n
                ahead.counters[str(of)] = value
                yield actions.Set(seat, "counter", of, value)
        case "roll":
            dice = tuple(one for one in press.what if isinstance(one, int) and not _kept(view, ahead, one))
            if dice:
                yield actions.Roll(seat, dice)
        case "shuffle":
            for of in named(press.of):
                yield actions.Shuffle(seat, of)
        case "reset":
            yield actions.Reset(seat, press.keeps)
            ahead.reset(view, press.keeps)


def _kept(view: TableView, ahead: _Ahead, number: int) -> bool:
    """Whether a die is locked: people keep it while they roll the others."""
    die = None if ahead.all else view.piece(number)
    return die is not None and die.locked


def _lies_so(press: Press, view: TableView, ahead: _Ahead, holder: int | str) -> bool:
    """Whether what is to be turned to a face shows it already, or is nothing."""
    seen = view.holder(holder) if press.face and isinstance(holder, str) and ahead.knows(holder) else None
    return seen is not None and (seen.top is None or (seen.top.side < 0) == (press.face == "down"))


def _moved(press: Press, seat: int, view: TableView, named: _Named, ahead: _Ahead) -> Iterator[TableAction]:
    """All of each holder, or as many as it has, goes to the first place, or to that of its own seat."""
    of, to = named(press.of), named.all(press.to[:1])
    for at, one in enumerate(of):
        inside = view.holder(one) if isinstance(one, str) and ahead.knows(one) else None
        if inside is not None and not inside.count:
            continue
        n = press.n if inside is None else min(press.n, inside.count)
        there = to[at] if len(to) == len(of) else next(iter(to), None)
        yield actions.Move(seat, of=one, n=n, to=there, face=press.face)
    ahead.holders |= {*of, *to}


class _Named:
    """Names in a button, with the places of each seat filled in, or with those of one `seat`."""

    def __init__(self, view: TableView, seat: int | None) -> None:
        self._each = {holder.name for holder in view.box.holders if holder.each}
        self._counters = {counter.name for counter in view.box.counters if counter.each}
        self._seats = range(len(view.looks)) if seat is None else (seat,)

    def __call__(self, name: int | str) -> list[int | str]:
        """The stack or holder, or the holders of each seat."""
        return self._of(name, self._each)

    def counters(self, name: int | str) -> list[int | str]:
        """The counter, or the counters of each seat."""
        return self._of(name, self._counters)

    def _of(self, name: int | str, each: set[str]) -> list[int | str]:
        return [f"{name} {seat}" for seat in self._seats] if name in each else [name]

    def all(self, names: Iterable[int | str]) -> list[int | str]:
        """The same of several."""
        return [one for name in names for one in self(name)]
