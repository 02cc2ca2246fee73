"""What actions do to the table: pieces are taken from where they are, and laid where they go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Holder, Lay, Point
from grenade_salad.games.open_table.legality import in_box, shares, targets
from grenade_salad.games.open_table.selection import Group, Pick, spots
from grenade_salad.games.open_table.tabletop import DOWN, IN_BOX, Key, Pile, Table


def take(table: Table, pieces: Iterable[int]) -> None:
    """The pieces are in the air: whatever they were in is without them. A stack with one piece left is that piece."""
    gone: dict[Key, set[int]] = defaultdict(set)
    for piece in pieces:
        found = table[piece]
        if found.home is not None:
            gone[found.home].add(piece)
            _leave(table, piece)
    for key, out in gone.items():
        pile = table.pile(key)
        assert pile is not None
        left = pile._replace(pieces=tuple(piece for piece in pile.pieces if piece not in out))
        if isinstance(key, str) or len(left.pieces) > 1:
            table.lay(key, left)
            continue
        table.lay(key, None)
        for piece in left.pieces:
            _alone(table, piece, pile)


def _leave(table: Table, piece: int) -> None:
    """Out of a hand its seat knows it; out of anything else that hides, nobody does."""
    found = table[piece]
    holder = table.holders.get(found.home) if isinstance(found.home, str) else None
    if holder is not None and holder.secret == "hand" and holder.seat is not None:
        table.held[piece] = 1 << holder.seat
    keeps = holder is not None and holder.shows
    table.put(piece, found._replace(home=None, number=found.number if keeps else 0))


def _alone(table: Table, piece: int, pile: Pile) -> None:
    """The last piece of a stack lies there by itself."""
    now = table[piece]._replace(home=None, number=0, x=pile.x, y=pile.y, angle=pile.angle, z=pile.z)
    table.put(piece, now)
    table.put(piece, table.named(piece))


def put_down(table: Table, piece: int, at: Point, angle: float | None = None, side: int | None = None) -> None:
    """A piece that is in the air lies on the table, above everything else."""
    found = table.named(piece)
    table.put(
        piece,
        found._replace(
            x=at[0],
            y=at[1],
            angle=found.angle if angle is None else angle,
            side=found.side if side is None else side,
            z=table.above(),
        ),
    )
    _forget(table, piece, found.side)


def _forget(table: Table, piece: int, before: int) -> None:
    """What lies face down is nobody's business any more, though it lay face up before."""
    found = table[piece]
    if found.side == DOWN and before != DOWN:
        table.seen.pop(found.number, None)


def stack_up(table: Table, pieces: Sequence[int], lying: Pile, key: int | None = None) -> None:
    """Pieces that are in the air, or in the stack of that number, are a stack, from below; one alone is a piece."""
    if len(pieces) == 1:
        _alone(table, pieces[0], lying)
        return
    number = table.number() if key is None else key
    for piece in pieces:
        found = table[piece]
        if found.home != number:
            table.put(piece, found._replace(home=number, number=0, locked=False))
    table.lay(number, lying._replace(pieces=tuple(pieces)))


def side_of(table: Table, piece: int, face: actions.Face) -> int:
    """The side that is up: as it lies, if nothing else is said; what has no other side stays as it is."""
    now = table[piece].side
    if not face or not table.stacks_up(piece):
        return now
    return DOWN if face == "down" else 0


def come_in(table: Table, holder: Holder, pieces: Sequence[int], place: int = -1, face: actions.Face = "") -> None:
    """Pieces that are in the air come into a holder: at a place from the left or from below, else behind or on top."""
    hides = not holder.shows
    for piece in pieces:
        found = table[piece]
        if hides and holder.secret != "open":
            side = DOWN if table.stacks_up(piece) else 0
        else:
            side = side_of(table, piece, face or holder.face)
        found = found._replace(number=0) if hides else table.named(piece)
        now = found._replace(home=holder.name, side=side, z=table.above(), locked=False, x=0.0, y=0.0, angle=0.0)
        table.put(piece, now)
        if not hides:
            _forget(table, piece, found.side)
    inside = table.pile(holder.name)
    assert inside is not None
    at = len(inside.pieces) if place < 0 else min(place, len(inside.pieces))
    table.lay(holder.name, inside._replace(pieces=(*inside.pieces[:at], *pieces, *inside.pieces[at:])))


def move(table: Table, action: actions.Move, picked: Pick) -> None:
    """Carry a move out."""
    to = action.to
    if isinstance(to, str):
        pieces = picked.pieces
        take(table, pieces)
        come_in(table, table.holders[to], pieces, 0 if action.under else action.place, action.face)
    elif isinstance(to, int):
        _onto(table, action, picked, to)
    else:
        assert to is not None
        _onto_table(table, action, picked, to)


def _onto(table: Table, action: actions.Move, picked: Pick, to: int) -> None:
    pieces = picked.pieces
    below = table.pile(to)
    if picked.of == to and below is not None:
        below = below._replace(pieces=tuple(piece for piece in below.pieces if piece not in pieces))
    else:
        take(table, pieces)
    for piece in pieces:
        table.put(piece, table[piece]._replace(side=side_of(table, piece, action.face)))
    if below is None:
        piece = table.index[to]
        found = table[piece]
        lying = Pile((piece,), found.x, found.y, found.angle)
        key = None
    else:
        lying, key = below, to
    order = (*pieces, *lying.pieces) if action.under else (*lying.pieces, *pieces)
    stack_up(table, order, lying._replace(z=table.above()), key)


def _onto_table(table: Table, action: actions.Move, picked: Pick, to: Point) -> None:
    where = spots(table, picked, action, to)
    apart = action.step != (0.0, 0.0)
    groups = [Group((piece,)) for piece in picked.pieces] if apart and picked.of is not None else list(picked.groups)
    angles: list[float | None] = [angle for _, _, angle in action.poses] or [action.angle] * len(groups)
    take(table, [piece for group in groups if group.stack is None for piece in group.pieces])
    for group, at, turn in zip(groups, where, angles, strict=True):
        turned = [side_of(table, piece, action.face) for piece in group.pieces]
        if len(group.pieces) == 1:
            put_down(table, group.pieces[0], at, turn, turned[0])
            continue
        for piece, side in zip(group.pieces, turned, strict=True):
            table.put(piece, table[piece]._replace(side=side))
        old = table.pile(group.stack) if group.stack is not None else None
        lying = old or Pile(angle=table[group.pieces[0]].angle)
        angle = lying.angle if turn is None else turn
        lying = lying._replace(x=at[0], y=at[1], angle=angle, z=table.above())
        stack_up(table, group.pieces, lying, group.stack)


def deal(table: Table, action: actions.Deal, dealt: Sequence[int] | None) -> dict[str, int]:
    """Carry a deal out, one at a time; how many each holder got. From a bag luck says which, in that order."""
    names = targets(table, action)
    assert isinstance(names, tuple)
    numbers, pile = shares(table, action, names), table.pile(action.of)
    assert pile is not None
    coming = list(pile.pieces[len(pile.pieces) - sum(numbers) :][::-1] if dealt is None else dealt)
    gets: dict[str, list[int]] = {name: [] for name in names}
    left = iter(coming)
    for turn in range(max(numbers)):
        for name, number in zip(names, numbers, strict=True):
            if turn < number:
                gets[name].append(next(left))
    take(table, coming)
    for name, pieces in gets.items():
        come_in(table, table.holders[name], pieces)
    return {name: len(pieces) for name, pieces in gets.items() if pieces}


def flip(table: Table, what: Iterable[Key]) -> None:
    """Turn pieces over, and stacks as a whole."""
    for one in what:
        pile = table.pile(one)
        if pile is None:
            assert isinstance(one, int)
            piece = table.index[one]
            found = table[piece]
            table.put(piece, found._replace(side=DOWN if found.side != DOWN else 0, z=table.above()))
            _forget(table, piece, found.side)
            continue
        for piece in pile.pieces:
            found = table[piece]
            table.put(piece, found._replace(side=DOWN if found.side != DOWN else 0))
        table.lay(one, pile._replace(pieces=pile.pieces[::-1], z=table.above()))


def reorder(table: Table, key: Key, order: Sequence[int]) -> None:
    """A stack or holder was shuffled: what lies side by side cannot be followed by eye, and gets new numbers."""
    pile = table.pile(key)
    assert pile is not None
    holder = table.holders.get(key) if isinstance(key, str) else None
    pieces = tuple(pile.pieces[at] for at in order)
    if holder is not None and holder.shows:
        for piece in pieces:
            table.put(piece, table[piece]._replace(number=table.number()))
    table.lay(key, pile._replace(pieces=pieces))


def rest(table: Table, poses: Iterable[actions.Rested]) -> None:
    """Pieces lie where they came to rest, or are in the pocket that took them."""
    for pose in poses:
        piece = table.index[pose.id]
        if pose.into:
            take(table, [piece])
            come_in(table, table.holders[pose.into], [piece])
            continue
        found = table[piece]
        side = found.side if pose.face < 0 else pose.face
        table.put(piece, found._replace(x=pose.x, y=pose.y, angle=pose.angle, side=side))


def bring(table: Table, action: actions.Put, kind: int) -> None:
    """Pieces come from the box."""
    pieces = in_box(table, kind, action.front)[: action.n]
    take(table, pieces)
    to = action.to
    if isinstance(to, str):
        come_in(table, table.holders[to], pieces, -1, action.face)
        return
    assert to is not None
    for piece in pieces:
        table.put(piece, table[piece]._replace(side=side_of(table, piece, action.face), angle=action.angle))
    if len(pieces) > 1 and action.step == (0.0, 0.0):
        stack_up(table, pieces, Pile((), to[0], to[1], action.angle, table.above()))
        return
    for at, piece in enumerate(pieces):
        put_down(table, piece, (to[0] + at * action.step[0], to[1] + at * action.step[1]))


def put_away(table: Table, pieces: Sequence[int]) -> None:
    """Pieces go back into the box."""
    take(table, pieces)
    for piece in pieces:
        table.put(
            piece, table[piece]._replace(home=IN_BOX, number=0, side=0, x=0.0, y=0.0, angle=0.0, z=0, locked=False)
        )
    inside = table.pile(IN_BOX)
    assert inside is not None
    table.lay(IN_BOX, inside._replace(pieces=tuple(sorted((*inside.pieces, *pieces)))))


def lay_out(table: Table, keeps: bool = False) -> tuple[Key, ...]:
    """The start of the box, whatever there was; the stacks and holders that are to be shuffled. It `keeps` counters.

    What is written on blank pieces stays on them. Its pieces and stacks have the numbers that they had at first, since
    they are the same and lie where they lay; whatever else comes gets a number that nothing has had.
    """
    _clear(table, keeps)
    used_up, table.numbers = table.numbers, 0
    shuffled: list[Key] = []
    used: dict[tuple[int, int], int] = {}
    for lay in table.box.layout:
        pieces = _next_of(table, lay, used)
        key: Key | None = lay.into or None
        take(table, pieces)
        for piece in pieces:
            side = DOWN if not lay.up and table.stacks_up(piece) else 0
            table.put(piece, table[piece]._replace(side=side, angle=lay.angle))
        if lay.into:
            come_in(table, table.holders[lay.into], pieces, -1, "up" if lay.up else "down")
        elif len(lay.at) == 1 and len(pieces) > 1:
            x, y = lay.at[0]
            stack_up(table, pieces, Pile((), x, y, lay.angle, table.above(), lay.locked))
            key = table[pieces[0]].home
        else:
            for piece, at in zip(pieces, lay.at, strict=True):
                put_down(table, piece, at)
                table.put(piece, table[piece]._replace(locked=lay.locked))
        if lay.shuffled and key is not None and key not in shuffled:
            shuffled.append(key)
    table.numbers = max(table.numbers, used_up)
    return tuple(shuffled)


def _clear(table: Table, keeps: bool) -> None:
    """Everything is in the box, in its order."""
    texts = {table[piece].thing: table[piece].text for piece in range(len(table))}
    for key in [key for key, _ in table.stacks]:
        table.lay(key, None)
    for name in table.holders:
        table.lay(name, Pile())
    for piece in range(len(table)):
        table.put(piece, type(table[piece])(piece, texts[piece]))
    table.lay(IN_BOX, Pile(tuple(range(len(table)))))
    starts = tuple(counter.start for counter in table.box.counters_for(table.seats).values())
    counters = table.marks.counters if keeps else starts
    table.mark(table.marks._replace(counters=counters, open=frozenset(), turn=-1))


def _next_of(table: Table, lay: Lay, used: dict[tuple[int, int], int]) -> list[int]:
    """The next pieces of the box that the layout wants; the box was checked, so there are enough."""
    kinds = {kind.name: index for index, kind in enumerate(table.box.kinds)}
    index = kinds[lay.kind]
    kind = table.box.kinds[index]
    pieces: list[int] = []
    first = sum(other.whole for other in table.box.kinds[:index])
    for front in lay.fronts or kind.copies:
        begin = used.get((index, front), 0)
        number = lay.n or kind.many(front) - begin
        used[index, front] = begin + number
        start = first + sum(map(kind.many, kind.copies[: kind.copies.index(front)])) + begin
        pieces += range(start, start + number)
    return pieces
