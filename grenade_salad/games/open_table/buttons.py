"""Effects of buttons in a box: actions as if the seat had taken them in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from grenade_salad.core import Action
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.actions import TableAction
from grenade_salad.games.open_table.box import MAX_SEATS, Box, Button, Press
from grenade_salad.games.open_table.view import TableView

MAX_LINES = 64
"""The maximum number of actions of a button; a phone may not send more at once."""


def expand_button(button: Button, seat: int, view: TableView) -> list[TableAction]:
    """Return the actions of a button for the seat that presses it.

    The state decides for each in turn whether it is legal. They are undone together. Holders of each seat are filled
    in; an action that would find its holder empty is left out.
    """
    progress = _Progress(view)
    lines = [action for press in button.lines for action in _expand_press(press, seat, view, progress)]
    return [replace(action, goes_on=index > 0) for index, action in enumerate(lines[:MAX_LINES])]


def sorts_unseen(action: Action, view: TableView) -> bool:
    """True if the action may put a pile in order that nobody knows."""
    if not isinstance(action, actions.Sort):
        return False
    if isinstance(action.what, int):
        stack = next((stack for stack in view.stacks if stack.number == action.what), None)
        return stack is None or isinstance(stack.inside, int)
    holder, place = view.holder(str(action.what)), view.box.holders_for(len(view.looks)).get(str(action.what))
    return place is not None and place.secret == "open" and not place.is_spread and holder is not None


def count_lines(button: Button, box: Box, seats: int) -> int:
    """Return the maximum number of actions of a button, with those for each seat."""
    return sum(_count_press(press, box, seats) for press in button.lines)


def _count_press(press: Press, box: Box, seats: int) -> int:
    """Return the maximum number of actions of one effect."""
    each_seat = 1 if press.mine else seats
    if press.do == "set":
        return each_seat if any(counter.each and counter.name == press.of for counter in box.counters) else 1
    if press.do == "turn":
        dice = [kind.total_count for kind in box.kinds if kind.piece == "die" and kind.name in press.kinds]
        return sum(dice) + len(press.what)
    if press.do not in ("deal", "move", "shuffle", "sort"):
        return 1
    return each_seat if any(holder.each and holder.name == press.of for holder in box.holders) else 1


class _Progress:
    """Changes by earlier lines of a button, as far as the next ones depend on them."""

    def __init__(self, view: TableView) -> None:
        self.counters = dict(view.counters)
        self.turn = view.turn
        self.sides: dict[int, int] = {}
        """The faces to which dice were turned by earlier lines."""
        self.is_reset = False
        self.changed_holders: set[int | str] = set()
        self._has_unknown_counts = False
        self._counts = {holder.name: holder.count for holder in view.holders}

    def reset(self, view: TableView, keeps: bool) -> None:
        """Reset everything to the start, counters only if the button does not keep them."""
        if not keeps:
            counters = view.box.counters_for(len(view.looks))
            self.counters = {name: counter.start for name, counter in counters.items()}
        self.is_reset, self.turn = True, None

    def recall(self) -> None:
        """Forget all counts: pieces were gathered from everywhere."""
        self._has_unknown_counts = True

    def count(self, holder: int | str) -> int | None:
        """Return the number of pieces in a holder; None if it is not known."""
        is_known = isinstance(holder, str) and not (self.is_reset or self._has_unknown_counts)
        return self._counts.get(str(holder)) if is_known else None

    def take(self, holder: int | str, n: int | None) -> None:
        """Remember that so many pieces left a holder; None is an unknown number."""
        count = self._counts.pop(str(holder), None)
        if n is not None and count is not None:
            self._counts[str(holder)] = max(0, count - n)
        self.changed_holders.add(holder)

    def enter(self, holders: Iterable[int | str]) -> None:
        """Remember that pieces entered these holders."""
        for holder in holders:
            self._counts.pop(str(holder), None)
            self.changed_holders.add(holder)

    def is_unchanged(self, holder: int | str) -> bool:
        """True if the holder still is as the view shows it."""
        return not (self.is_reset or self._has_unknown_counts) and holder not in self.changed_holders

    def has_fewer(self, holder: int | str, count: int) -> bool:
        """True if the holder certainly has fewer pieces."""
        known_count = self.count(holder)
        return known_count is not None and known_count < count


def _expand_press(press: Press, seat: int, view: TableView, progress: _Progress) -> Iterator[TableAction]:
    resolver = _NameResolver(view, seat if press.mine else None)
    match press.do:
        case "deal":
            to = (seat,) if press.mine and not press.to else tuple(resolver.list_targets(press.to))
            yield from _expand_deal(press, seat, to, resolver, progress)
        case "move":
            yield from _expand_move(press, seat, view, resolver, progress)
        case "flip":
            yield from _expand_flip(press, seat, view, resolver, progress)
        case "set":
            for of in resolver.counters(press.of):
                value = progress.counters.get(str(of), 0) + press.by if press.by else press.n
                progress.counters[str(of)] = value
                yield actions.Set(seat, "counter", of, value)
        case "roll":
            dice = tuple(die for die in _find_dice(press, view) if not _is_locked(view, progress, die))
            if dice:
                yield actions.Roll(seat, dice)
        case "turn":
            yield from _expand_turn(press, seat, view, progress)
        case "pass":
            progress.turn = ((seat if progress.turn is None else progress.turn) + 1) % len(view.looks)
            yield actions.Set(seat, "turn", to=progress.turn)
        case "recall":
            targets = resolver.resolve_all(press.to[:1])
            sources = tuple(str(name) for name in resolver(press.of)) if press.of != "" else ()
            if targets:
                yield actions.Recall(seat, press.kinds, sources, str(targets[0]), press.face, press.leaves, press.n)
            progress.recall()
        case "sort":
            for of in resolver(press.of):
                if not progress.has_fewer(of, 2) and not _is_strange_hand(view, seat, of):
                    yield actions.Sort(seat, of, press.reverse)
        case "shuffle":
            for of in resolver(press.of):
                if not progress.has_fewer(of, 2):
                    yield actions.Shuffle(seat, of)
        case "reset":
            yield actions.Reset(seat, press.keeps)
            progress.reset(view, press.keeps)


def _find_dice(press: Press, view: TableView) -> list[int]:
    """Return the numbers of the dice that are named, by number or by kind."""
    kinds = view.box.kinds
    wanted = {index for index, kind in enumerate(kinds) if kind.piece == "die" and kind.name in press.kinds}
    named = [die for die in press.what if isinstance(die, int)]
    return [*named, *(piece.number for piece in view.pieces if piece.face.kind in wanted and piece.number not in named)]


def _is_locked(view: TableView, progress: _Progress, piece_id: int) -> bool:
    """True if a die is locked: players keep it while they roll the others."""
    die = None if progress.is_reset else view.piece(piece_id)
    return die is not None and die.locked


def _expand_turn(press: Press, seat: int, view: TableView, progress: _Progress) -> Iterator[TableAction]:
    """Yield the turns of dice to a face, or on by some faces."""
    for number in _find_dice(press, view):
        die = view.piece(number)
        if die is None or die.face.kind is None or (kind := view.box.kinds[die.face.kind]).piece != "die":
            continue
        side = (progress.sides.get(number, die.face.side) + press.by) % len(kind.fronts) if press.by else press.n
        progress.sides[number] = side
        yield actions.Set(seat, "die", number, side)


def _is_strange_hand(view: TableView, seat: int, holder: int | str) -> bool:
    """True if it is the hand of another seat, whose order is theirs."""
    view_holder = view.holder(holder) if isinstance(holder, str) else None
    hands = {name for name, place in view.box.holders_for(len(view.looks)).items() if place.secret == "hand"}
    return view_holder is not None and view_holder.name in hands and view_holder.seat != seat


def _expand_deal(
    press: Press, seat: int, to: tuple[int | str, ...], resolver: _NameResolver, progress: _Progress
) -> Iterator[TableAction]:
    """Yield the deals of each holder; nobody gets anything at seats that are absent."""
    for of in resolver(press.of) if to or not press.to else ():
        targets = tuple(target for target in to if target != of) if press.at_most else to
        if press.at_most and (progress.count(of) == 0 or (to and not targets)):
            continue
        yield actions.Deal(seat, of, press.n, targets, press.up_to, press.face, press.at_most)
        progress.take(of, None)
    progress.enter(to)


def _expand_flip(
    press: Press, seat: int, view: TableView, resolver: _NameResolver, progress: _Progress
) -> Iterator[TableAction]:
    """Yield the flip of all holders that need it; each piece where it lies if wanted."""
    piles = resolver.resolve_all(press.what)
    if press.each:
        if filled := tuple(pile for pile in piles if not progress.has_fewer(pile, 1)):
            yield actions.Flip(seat, filled, True, press.n, press.face)
    elif turned := tuple(pile for pile in piles if not _shows_face(press, view, progress, pile)):
        yield actions.Flip(seat, turned)


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
        count = progress.count(source)
        if count == 0:
            continue
        n = press.n if count is None or press.at_most else min(press.n, count)
        destination = destinations[index] if len(destinations) == len(sources) else next(iter(destinations), None)
        if destination is None and press.to:
            continue
        yield actions.Move(seat, of=source, n=n, to=destination, face=press.face, at_most=press.at_most)
        progress.take(source, None if press.at_most else n or count)
    progress.enter(destinations)


class _NameResolver:
    """Names in a button, resolved to the holders of each seat or of one `seat`.

    Seats that are not at the table are left out.
    """

    def __init__(self, view: TableView, seat: int | None) -> None:
        self._seat_holders = {holder.name for holder in view.box.holders if holder.each}
        self._seat_counters = {counter.name for counter in view.box.counters if counter.each}
        self._seats = range(len(view.looks)) if seat is None else (seat,)
        self._all_seats = len(view.looks)
        absent_seats = range(self._all_seats, MAX_SEATS)
        self._absent = {f"{name} {absent}" for name in self._seat_holders for absent in absent_seats}
        self._absent -= {holder.name for holder in view.holders}
        self._absent_counters = {f"{name} {absent}" for name in self._seat_counters for absent in absent_seats}
        self._absent_counters -= set(view.counters)

    def __call__(self, name: int | str) -> list[int | str]:
        """Return the stack or holder, or the holders of each seat."""
        return [] if name in self._absent else self._resolve(name, self._seat_holders)

    def counters(self, name: int | str) -> list[int | str]:
        """Return the counter, or the counters of each seat."""
        return [] if name in self._absent_counters else self._resolve(name, self._seat_counters)

    def _resolve(self, name: int | str, seat_names: set[str]) -> list[int | str]:
        return [f"{name} {seat}" for seat in self._seats] if name in seat_names else [name]

    def resolve_all(self, names: Iterable[int | str]) -> list[int | str]:
        """Return the stacks and holders of several names."""
        return [resolved for name in names for resolved in self(name)]

    def list_targets(self, names: Iterable[int | str]) -> list[int | str]:
        """Return the seats and holders that are dealt to, of those at the table."""
        targets = self.resolve_all(names)
        return [target for target in targets if isinstance(target, str) or target < self._all_seats]
