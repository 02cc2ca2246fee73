"""Effects of buttons in a box: actions as if the seat had taken them in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.actions import TableAction
from grenade_salad.games.open_table.box import Button, Press
from grenade_salad.games.open_table.view import TableView

MAX_LINES = 20
"""The maximum number of actions of a button; a phone may not send more at once."""


def expand_button(button: Button, seat: int, view: TableView) -> list[TableAction]:
    """Return the actions of a button for the seat that presses it.

    The state decides for each in turn whether it is legal. They are undone together. Holders of each seat are filled
    in; an action that would find its holder empty is left out.
    """
    progress = _Progress(view)
    lines = [action for press in button.lines for action in _expand_press(press, seat, view, progress)]
    return [replace(action, goes_on=index > 0) for index, action in enumerate(lines[:MAX_LINES])]


class _Progress:
    """Changes by earlier lines of a button, as far as the next ones depend on them."""

    def __init__(self, view: TableView) -> None:
        self.counters = dict(view.counters)
        self.is_reset = False
        self.changed_holders: set[int | str] = set()

    def reset(self, view: TableView, keeps: bool) -> None:
        """Reset everything to the start, counters only if the button does not keep them."""
        if not keeps:
            counters = view.box.counters_for(len(view.looks))
            self.counters = {name: counter.start for name, counter in counters.items()}
        self.is_reset = True

    def is_unchanged(self, holder: int | str) -> bool:
        """True if the holder still is as the view shows it."""
        return not self.is_reset and holder not in self.changed_holders


def _expand_press(press: Press, seat: int, view: TableView, progress: _Progress) -> Iterator[TableAction]:
    resolver = _NameResolver(view, seat if press.mine else None)
    match press.do:
        case "deal":
            to = (seat,) if press.mine and not press.to else tuple(resolver.resolve_all(press.to))
            for of in resolver(press.of):
                yield actions.Deal(seat, of, press.n, to, press.up_to)
            progress.changed_holders |= {*resolver(press.of), *to}
        case "move":
            yield from _expand_move(press, seat, view, resolver, progress)
        case "flip":
            if piles := tuple(
                pile for pile in resolver.resolve_all(press.what) if not _shows_face(press, view, progress, pile)
            ):
                yield actions.Flip(seat, piles)
        case "set":
            for of in resolver.counters(press.of):
                value = progress.counters.get(str(of), 0) + press.by if press.by else press.n
                progress.counters[str(of)] = value
                yield actions.Set(seat, "counter", of, value)
        case "roll":
            dice = tuple(die for die in press.what if isinstance(die, int) and not _is_locked(view, progress, die))
            if dice:
                yield actions.Roll(seat, dice)
        case "shuffle":
            for of in resolver(press.of):
                yield actions.Shuffle(seat, of)
        case "reset":
            yield actions.Reset(seat, press.keeps)
            progress.reset(view, press.keeps)


def _is_locked(view: TableView, progress: _Progress, piece_id: int) -> bool:
    """True if a die is locked: players keep it while they roll the others."""
    die = None if progress.is_reset else view.piece(piece_id)
    return die is not None and die.locked


def _shows_face(press: Press, view: TableView, progress: _Progress, holder: int | str) -> bool:
    """True if the holder shows the wanted face already, or is empty."""
    view_holder = (
        view.holder(holder) if press.face and isinstance(holder, str) and progress.is_unchanged(holder) else None
    )
    return view_holder is not None and (view_holder.top is None or (view_holder.top.side < 0) == (press.face == "down"))


def _expand_move(
    press: Press, seat: int, view: TableView, resolver: _NameResolver, progress: _Progress
) -> Iterator[TableAction]:
    """Yield the moves of all pieces of each holder, or as many as it has.

    They move to the first target, or to the one of their own seat.
    """
    sources, destinations = resolver(press.of), resolver.resolve_all(press.to[:1])
    for index, source in enumerate(sources):
        view_holder = view.holder(source) if isinstance(source, str) and progress.is_unchanged(source) else None
        if view_holder is not None and not view_holder.count:
            continue
        n = press.n if view_holder is None else min(press.n, view_holder.count)
        destination = destinations[index] if len(destinations) == len(sources) else next(iter(destinations), None)
        yield actions.Move(seat, of=source, n=n, to=destination, face=press.face)
    progress.changed_holders |= {*sources, *destinations}


class _NameResolver:
    """Names in a button, resolved to the holders of each seat or of one `seat`."""

    def __init__(self, view: TableView, seat: int | None) -> None:
        self._seat_holders = {holder.name for holder in view.box.holders if holder.each}
        self._seat_counters = {counter.name for counter in view.box.counters if counter.each}
        self._seats = range(len(view.looks)) if seat is None else (seat,)

    def __call__(self, name: int | str) -> list[int | str]:
        """Return the stack or holder, or the holders of each seat."""
        return self._resolve(name, self._seat_holders)

    def counters(self, name: int | str) -> list[int | str]:
        """Return the counter, or the counters of each seat."""
        return self._resolve(name, self._seat_counters)

    def _resolve(self, name: int | str, seat_names: set[str]) -> list[int | str]:
        return [f"{name} {seat}" for seat in self._seats] if name in seat_names else [name]

    def resolve_all(self, names: Iterable[int | str]) -> list[int | str]:
        """Return the stacks and holders of several names."""
        return [resolved for name in names for resolved in self(name)]
