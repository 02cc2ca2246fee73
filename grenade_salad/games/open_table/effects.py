"""Effects of actions on the table: pieces are lifted and laid elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay, Point
from grenade_salad.games.open_table.gathering import find_homes, kind_index, select_kinds
from grenade_salad.games.open_table.legality import deal_counts, deal_targets, in_box
from grenade_salad.games.open_table.selection import Group, Pick, landing_points
from grenade_salad.games.open_table.tabletop import DOWN, IN_BOX, Key, Pile, Tabletop


def lift(table: Tabletop, pieces: Iterable[int]) -> None:
    """Lift the pieces: the piles they were in are without them.

    A stack with one piece left becomes that piece.
    """
    lifted: dict[Key, set[int]] = defaultdict(set)
    for piece in pieces:
        piece_state = table[piece]
        if piece_state.home is not None:
            lifted[piece_state.home].add(piece)
            _leave_pile(table, piece)
    for key, out in lifted.items():
        pile = table.require_pile(key)
        left = pile._replace(pieces=tuple(piece for piece in pile.pieces if piece not in out))
        if isinstance(key, str) or len(left.pieces) > 1:
            table.set_pile(key, left)
            continue
        table.set_pile(key, None)
        for piece in left.pieces:
            _unstack(table, piece, pile)


def _leave_pile(table: Tabletop, piece: int) -> None:
    """Take a piece out of its pile.

    Out of a hand its seat knows it; out of anything else that hides pieces, no seat does.
    """
    piece_state = table[piece]
    holder = table.holders.get(piece_state.home) if isinstance(piece_state.home, str) else None
    if holder is not None and holder.secret == "hand" and holder.seat is not None:
        table.held_by[piece] = 1 << holder.seat
    keeps_number = holder is not None and holder.is_spread
    table.set_piece(piece, piece_state._replace(home=None, public_id=piece_state.public_id if keeps_number else 0))


def _unstack(table: Tabletop, piece: int, pile: Pile) -> None:
    """Lay the last piece of a stack at the stack's position."""
    piece_state = table[piece]._replace(home=None, public_id=0, x=pile.x, y=pile.y, angle=pile.angle, z=pile.z)
    table.set_piece(piece, piece_state)
    table.set_piece(piece, table.identify(piece))


def put_down(table: Tabletop, piece: int, position: Point, angle: float | None = None, side: int | None = None) -> None:
    """Lay a lifted piece on the table, above everything else."""
    piece_state = table.identify(piece)
    table.set_piece(
        piece,
        piece_state._replace(
            x=position[0],
            y=position[1],
            angle=piece_state.angle if angle is None else angle,
            side=piece_state.side if side is None else side,
            z=table.next_z(),
        ),
    )
    _forget_viewers(table, piece, piece_state.side)


def _forget_viewers(table: Tabletop, piece: int, old_side: int) -> None:
    """Forget who has seen the front of a piece that was turned face down."""
    piece_state = table[piece]
    if piece_state.side == DOWN and old_side != DOWN:
        table.seen_by.pop(piece_state.public_id, None)


def stack_up(table: Tabletop, pieces: Sequence[int], pile: Pile, key: int | None = None) -> None:
    """Make a stack of pieces, from below.

    They are lifted, or in the stack of the number `key`. A single piece becomes a piece on the table.
    """
    if len(pieces) == 1:
        _unstack(table, pieces[0], pile)
        return
    stack_id = table.next_id() if key is None else key
    for piece in pieces:
        piece_state = table[piece]
        if piece_state.home != stack_id:
            table.set_piece(piece, piece_state._replace(home=stack_id, public_id=0, locked=False))
    table.set_pile(stack_id, pile._replace(pieces=tuple(pieces)))


def find_side(table: Tabletop, piece: int, face: actions.Face) -> int:
    """Return the side that will be up.

    It is the current one if no face is asked for or the piece has no other side.
    """
    side = table[piece].side
    if not face or not table.is_stackable(piece):
        return side
    return DOWN if face == "down" else 0


def enter_holder(
    table: Tabletop, holder: Holder, pieces: Sequence[int], place: int = -1, face: actions.Face = ""
) -> None:
    """Put lifted pieces into a holder.

    `place` counts from the left or from below; -1 is behind or on top of all others.
    """
    hides_pieces = not holder.is_spread
    for piece in pieces:
        piece_state = table[piece]
        if hides_pieces and holder.secret != "open":
            side = DOWN if table.is_stackable(piece) else 0
        else:
            side = find_side(table, piece, face or holder.face)
        piece_state = piece_state._replace(public_id=0) if hides_pieces else table.identify(piece)
        new_state = piece_state._replace(
            home=holder.name, side=side, z=table.next_z(), locked=False, x=0.0, y=0.0, angle=0.0
        )
        table.set_piece(piece, new_state)
        if not hides_pieces:
            _forget_viewers(table, piece, piece_state.side)
    inside = table.require_pile(holder.name)
    index = len(inside.pieces) if place < 0 else min(place, len(inside.pieces))
    table.set_pile(holder.name, inside._replace(pieces=(*inside.pieces[:index], *pieces, *inside.pieces[index:])))


def move(table: Tabletop, action: actions.Move, picked: Pick) -> None:
    """Apply a move."""
    to = action.to
    if isinstance(to, str):
        pieces = picked.pieces
        lift(table, pieces)
        enter_holder(table, table.holders[to], pieces, 0 if action.under else action.place, action.face)
    elif isinstance(to, int):
        _move_onto(table, action, picked, to)
    else:
        assert to is not None
        _move_to_table(table, action, picked, to)


def _move_onto(table: Tabletop, action: actions.Move, picked: Pick, to: int) -> None:
    pieces = picked.pieces
    below = table.pile(to)
    if picked.source == to and below is not None:
        below = below._replace(pieces=tuple(piece for piece in below.pieces if piece not in pieces))
    else:
        lift(table, pieces)
    for piece in pieces:
        table.set_piece(piece, table[piece]._replace(side=find_side(table, piece, action.face)))
    if below is None:
        piece = table.pieces_by_id[to]
        piece_state = table[piece]
        lying = Pile((piece,), piece_state.x, piece_state.y, piece_state.angle)
        key = None
    else:
        lying, key = below, to
    order = (*pieces, *lying.pieces) if action.under else (*lying.pieces, *pieces)
    stack_up(table, order, lying._replace(z=table.next_z()), key)


def _move_to_table(table: Tabletop, action: actions.Move, picked: Pick, to: Point) -> None:
    positions = landing_points(table, picked, action, to)
    is_spread = action.step != (0.0, 0.0)
    groups = (
        [Group((piece,)) for piece in picked.pieces] if is_spread and picked.source is not None else list(picked.groups)
    )
    angles: list[float | None] = [angle for _, _, angle in action.poses] or [action.angle] * len(groups)
    lift(table, [piece for group in groups if group.stack is None for piece in group.pieces])
    for group, position, turn in zip(groups, positions, angles, strict=True):
        sides = [find_side(table, piece, action.face) for piece in group.pieces]
        if len(group.pieces) == 1:
            put_down(table, group.pieces[0], position, turn, sides[0])
            continue
        for piece, side in zip(group.pieces, sides, strict=True):
            table.set_piece(piece, table[piece]._replace(side=side))
        old = table.pile(group.stack) if group.stack is not None else None
        lying = old or Pile(angle=table[group.pieces[0]].angle)
        angle = lying.angle if turn is None else turn
        lying = lying._replace(x=position[0], y=position[1], angle=angle, z=table.next_z())
        stack_up(table, group.pieces, lying, group.stack)


def deal(table: Tabletop, action: actions.Deal, dealt: Sequence[int] | None) -> dict[str, int]:
    """Deal pieces one at a time and return how many each holder got.

    `dealt` are the pieces that chance drew from a bag, in that order.
    """
    names = deal_targets(table, action)
    assert isinstance(names, tuple)
    counts, pile = deal_counts(table, action, names), table.require_pile(action.of)
    dealt_pieces = list(pile.pieces[len(pile.pieces) - sum(counts) :][::-1] if dealt is None else dealt)
    pieces_by_holder: dict[str, list[int]] = {name: [] for name in names}
    remaining = iter(dealt_pieces)
    for turn in range(max(counts)):
        for name, count in zip(names, counts, strict=True):
            if turn < count:
                pieces_by_holder[name].append(next(remaining))
    lift(table, dealt_pieces)
    for name, pieces in pieces_by_holder.items():
        enter_holder(table, table.holders[name], pieces, -1, action.face)
    return {name: len(pieces) for name, pieces in pieces_by_holder.items() if pieces}


def flip(table: Tabletop, keys: Iterable[Key]) -> None:
    """Turn over pieces, and stacks as a whole."""
    for key in keys:
        pile = table.pile(key)
        if pile is None:
            assert isinstance(key, int)
            piece = table.pieces_by_id[key]
            piece_state = table[piece]
            table.set_piece(piece, piece_state._replace(side=DOWN if piece_state.side != DOWN else 0, z=table.next_z()))
            _forget_viewers(table, piece, piece_state.side)
            continue
        for piece in pile.pieces:
            piece_state = table[piece]
            table.set_piece(piece, piece_state._replace(side=DOWN if piece_state.side != DOWN else 0))
        table.set_pile(key, pile._replace(pieces=pile.pieces[::-1], z=table.next_z()))


def flip_each(table: Tabletop, key: Key, count: int, face: actions.Face) -> int:
    """Turn pieces of a pile where they lie, and return how many.

    They are counted from the top, or from the right; 0 as `count` is all of them.
    """
    pile = table.pile(key)
    if pile is None:
        assert isinstance(key, int)
        pieces: Sequence[int] = (table.pieces_by_id[key],)
        table.set_piece(pieces[0], table[pieces[0]]._replace(z=table.next_z()))
    else:
        turned = [piece for piece in pile.pieces if table.is_stackable(piece) and not table[piece].locked]
        pieces = turned[-count:] if count else turned
        table.set_pile(key, pile._replace(z=table.next_z()))
    turn_each(table, pieces, face)
    return len(pieces)


def turn_each(table: Tabletop, pieces: Iterable[int], face: actions.Face) -> None:
    """Turn pieces to a face where they lie; without one, each of them is turned over."""
    for piece in pieces:
        piece_state = table[piece]
        flipped = DOWN if piece_state.side != DOWN else 0
        table.set_piece(piece, piece_state._replace(side=find_side(table, piece, face) if face else flipped))
        if piece_state.public_id:
            _forget_viewers(table, piece, piece_state.side)


def recall(table: Tabletop, pieces: Sequence[int], kinds: Iterable[str], to: str, face: actions.Face) -> list[str]:
    """Put the pieces into the holder, or into their homes, and return their names.

    Pieces of these kinds that are there already show the face, too.
    """
    homes = find_homes(table, kinds, to)
    targets = list(dict.fromkeys(homes.values()))
    lift(table, pieces)
    for target in targets:
        holder = table.holders[target]
        is_home = frozenset(kind for kind in homes if homes[kind] == target)
        inside = table.require_pile(target).pieces
        enter_holder(table, holder, [piece for piece in pieces if kind_index(table, piece) in is_home], -1, face)
        if face and holder.secret == "open":
            turn_each(table, select_kinds(table, inside, is_home), face)
    return targets


def reorder(table: Tabletop, key: Key, order: Sequence[int]) -> None:
    """Apply a shuffle to a stack or holder.

    Pieces that lie side by side get new numbers, since nobody can follow them by eye.
    """
    pile = table.require_pile(key)
    holder = table.holders.get(key) if isinstance(key, str) else None
    pieces = tuple(pile.pieces[index] for index in order)
    if holder is not None and holder.is_spread:
        for piece in pieces:
            table.set_piece(piece, table[piece]._replace(public_id=table.next_id()))
    table.set_pile(key, pile._replace(pieces=pieces))


def lay_to_rest(table: Tabletop, poses: Iterable[actions.Rested]) -> None:
    """Lay pieces where they came to rest, or put them into the pocket that took them."""
    for pose in poses:
        piece = table.pieces_by_id[pose.id]
        if pose.into:
            lift(table, [piece])
            enter_holder(table, table.holders[pose.into], [piece])
            continue
        piece_state = table[piece]
        side = piece_state.side if pose.face < 0 else pose.face
        table.set_piece(piece, piece_state._replace(x=pose.x, y=pose.y, angle=pose.angle, side=side))


def take_from_box(table: Tabletop, action: actions.Put, kind: int) -> None:
    """Lay pieces from the box on the table or put them into a holder."""
    pieces = in_box(table, kind, action.front)[: action.n]
    lift(table, pieces)
    to = action.to
    if isinstance(to, str):
        enter_holder(table, table.holders[to], pieces, -1, action.face)
        return
    assert to is not None
    for piece in pieces:
        table.set_piece(piece, table[piece]._replace(side=find_side(table, piece, action.face), angle=action.angle))
    if len(pieces) > 1 and action.step == (0.0, 0.0):
        stack_up(table, pieces, Pile((), to[0], to[1], action.angle, table.next_z()))
        return
    for index, piece in enumerate(pieces):
        put_down(table, piece, (to[0] + index * action.step[0], to[1] + index * action.step[1]))


def put_away(table: Tabletop, pieces: Sequence[int]) -> None:
    """Put pieces back into the box."""
    lift(table, pieces)
    for piece in pieces:
        table.set_piece(
            piece, table[piece]._replace(home=IN_BOX, public_id=0, side=0, x=0.0, y=0.0, angle=0.0, z=0, locked=False)
        )
    inside = table.require_pile(IN_BOX)
    table.set_pile(IN_BOX, inside._replace(pieces=tuple(sorted((*inside.pieces, *pieces)))))


def lay_out(table: Tabletop, keeps: bool = False) -> tuple[Key, ...]:
    """Lay out the start of the box and return the stacks and holders to shuffle.

    `keeps` leaves the counters as they are. The text on blank pieces stays. Pieces and stacks of the layout have the
    same numbers as at first, since they are the same and lie in the same places; any other piece gets a number that
    nothing has had.
    """
    _clear(table, keeps)
    used_numbers, table.last_id = table.last_id, 0
    shuffled: list[Key] = []
    used: dict[tuple[str, int], int] = {}
    kinds, numbers = {kind.name: kind for kind in table.box.kinds}, _number_pieces(table.box)
    for lay in table.box.layout:
        pieces = _next_pieces(lay, kinds[lay.kind], numbers[lay.kind], used)
        key: Key | None = lay.into or None
        lift(table, pieces)
        for piece in pieces:
            side = DOWN if not lay.up and table.is_stackable(piece) else 0
            table.set_piece(piece, table[piece]._replace(side=side, angle=lay.angle))
        if lay.into:
            enter_holder(table, table.holders[lay.into], pieces, -1, "up" if lay.up else "down")
        elif len(lay.at) == 1 and len(pieces) > 1:
            x, y = lay.at[0]
            stack_up(table, pieces, Pile((), x, y, lay.angle, table.next_z(), lay.locked))
            key = table[pieces[0]].home
        else:
            for piece, position in zip(pieces, lay.at, strict=True):
                put_down(table, piece, position)
                table.set_piece(piece, table[piece]._replace(locked=lay.locked))
        if lay.shuffled and key is not None and key not in shuffled:
            shuffled.append(key)
    table.last_id = max(table.last_id, used_numbers)
    return tuple(shuffled)


def _clear(table: Tabletop, keeps: bool) -> None:
    """Put everything into the box, in its order."""
    texts = {table[piece].thing_index: table[piece].text for piece in range(len(table))}
    for key in [key for key, _ in table.stacks]:
        table.set_pile(key, None)
    for name in table.holders:
        table.set_pile(name, Pile())
    for piece in range(len(table)):
        table.set_piece(piece, type(table[piece])(piece, texts[piece]))
    table.set_pile(IN_BOX, Pile(tuple(range(len(table)))))
    starts = tuple(counter.start for counter in table.box.counters_for(table.seats).values())
    counters = table.marks.counters if keeps else starts
    table.set_marks(table.marks._replace(counters=counters, open=frozenset(), turn=-1, asked=()))


def _number_pieces(box: Box) -> dict[str, dict[int, int]]:
    """Return the first piece of each front, by the name of its kind.

    Pieces are numbered by kind and front.
    """
    numbers: dict[str, dict[int, int]] = {}
    first = 0
    for kind in box.kinds:
        firsts = numbers[kind.name] = {}
        for front in kind.piece_fronts:
            firsts[front] = first
            first += kind.count_of(front)
    return numbers


def _next_pieces(lay: Lay, kind: Kind, firsts: Mapping[int, int], used: dict[tuple[str, int], int]) -> list[int]:
    """Return the next pieces of the box for an entry of the layout.

    `firsts` has the first piece of each front of its kind. The box was checked, so there are enough.
    """
    pieces: list[int] = []
    for front in lay.fronts or kind.piece_fronts:
        begin = used.get((kind.name, front), 0)
        count = lay.n or kind.count_of(front) - begin
        used[kind.name, front] = begin + count
        start = firsts[front] + begin
        pieces += range(start, start + count)
    return pieces
