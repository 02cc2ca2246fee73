"""Recalls of pieces and the order of piles: what is taken, and what it tells.

What a line does here, and whom it asks, depends on what everybody sees. A hand that may have other pieces besides those
that are recalled is never touched by others: how many of them it has is a secret of its seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grenade_salad.core import Reason
from grenade_salad.games.open_table import actions, reasons
from grenade_salad.games.open_table.box import STACKED, Holder
from grenade_salad.games.open_table.knowledge import all_viewers, find_viewers, is_outside
from grenade_salad.games.open_table.selection import has_top, why_not_pile, why_not_unique
from grenade_salad.games.open_table.tabletop import Asked, Key, Tabletop

_MAX_QUESTIONS = 60
"""Maximum number of questions that wait for an answer; older ones are forgotten."""


class Gathering(NamedTuple):
    """The pieces that a recall takes, from below, and what it tells."""

    pieces: tuple[int, ...]
    asked: tuple[int, ...]
    """The seats whose hands may have other pieces, too: they are asked."""
    tells_counts: bool
    """True if others may learn how many of these pieces were among hidden ones."""


def why_not_recall(table: Tabletop, seat: int, action: actions.Recall) -> Reason | None:
    """Return why these cannot be called back to that holder, or None.

    It depends on the kinds alone, since what is where may be hidden.
    """
    assert action.to is not None
    names = [kind.name for kind in table.box.kinds]
    if unknown := [name for name in action.kinds if name not in names]:
        return reasons.NotInBox(unknown[0], 0)
    for name in (*([action.to] if action.to else []), *action.of):
        if name not in table.holders:
            return reasons.NoSuchHolder(str(name))
    if double := why_not_unique(action.kinds) or why_not_unique(action.of):
        return double
    if not 0 <= action.n <= len(table):
        return reasons.OutOfBounds(action.n, 0, len(table))
    homes = find_homes(table, action.kinds, action.to)
    if any(table.box.kinds[kind].piece == "board" for kind in homes):
        return reasons.NotStacked()
    for home in dict.fromkeys(homes.values()):
        holder = table.holders[home]
        if holder.secret == "hand":
            return reasons.BadPart("to", action.to)
        shapes = {table.box.kinds[kind].piece for kind in homes if homes[kind] == home}
        shapes |= {table.kind(piece).piece for piece in table.require_pile(home).pieces[-1:]}
        if holder.lays == "stack" and holder.secret == "open" and (len(shapes) > 1 or not shapes <= {*STACKED}):
            return reasons.NotStacked()
    return None


def gather(table: Tabletop, seat: int, action: actions.Recall) -> Gathering:
    """Return the pieces that a recall takes, in an order that everybody sees.

    They are in the order of the holders, then of what lies loose from below to above, and in that of each pile.
    """
    assert action.to is not None
    homes = find_homes(table, action.kinds, action.to)
    kinds = frozenset(homes)
    looks: dict[str, set[int]] = {}
    for kind, home in homes.items():
        looks.setdefault(home, set()).add(table.box.lookalikes[kind])
    mixed_homes = [home for home, some in looks.items() if len(some) > 1 and table.holders[home].secret == "open"]
    # Side by side, different backs tell who held what.
    is_spread_out = any(table.holders[home].is_spread for home in mixed_homes)
    takes_whole_hands = _find_hidden_kinds(table, only_inside=True) <= kinds and not is_spread_out
    hidden_kinds = _find_hidden_kinds(table, only_inside=False)
    pieces, asked = list[int](), list[int]()
    for name, holder in table.holders.items():
        inside = table.require_pile(name).pieces
        if not inside or (action.of and name not in action.of) or _is_left(holder, action.leaves):
            continue
        inside = inside[-action.n :]
        is_closed = holder.secret == "hand" and holder.seat != seat and name not in table.marks.open
        if is_closed and holder.seat is not None and not takes_whole_hands:
            asked.append(holder.seat)
            continue
        pieces += select_kinds(table, inside, frozenset(kind for kind in kinds if homes[kind] != name))
    if not action.of:
        pieces += select_kinds(table, _list_loose(table), kinds)
    can_tell = len(hidden_kinds) > 1 and (len(looks) > 1 or bool(mixed_homes))
    tells_counts = can_tell or not (hidden_kinds <= kinds or hidden_kinds.isdisjoint(kinds))
    return Gathering(tuple(pieces), tuple(dict.fromkeys(asked)), tells_counts)


def gather_from_hand(table: Tabletop, asked: Asked) -> tuple[int, ...]:
    """Return the pieces of a seat's hands that it was asked for."""
    kinds = frozenset(find_homes(table, asked.kinds, asked.to))
    hands = [name for name, holder in table.holders.items() if holder.secret == "hand" and holder.seat == asked.seat]
    return tuple(select_kinds(table, [piece for name in hands for piece in table.require_pile(name).pieces], kinds))


def ask_for(table: Tabletop, seats: Iterable[int], action: actions.Recall) -> None:
    """Remember what the recall asks these seats for.

    The same is not asked twice.
    """
    assert action.to is not None
    questions = [Asked(seat, action.kinds, action.to, action.face) for seat in seats]
    if new := [question for question in questions if question not in table.marks.asked]:
        table.set_marks(table.marks._replace(asked=(*table.marks.asked, *new)[-_MAX_QUESTIONS:]))


def stop_asking(table: Tabletop, seat: int) -> None:
    """Forget what a seat was asked for."""
    remaining = tuple(asked for asked in table.marks.asked if asked.seat != seat)
    table.set_marks(table.marks._replace(asked=remaining))


def why_not_give(table: Tabletop, seat: int, action: actions.Give) -> Reason | None:
    """Return the reason if the seat was asked for nothing, or None."""
    return None if any(asked.seat == seat for asked in table.marks.asked) else reasons.NotAsked()


def why_not_sort(table: Tabletop, seat: int, action: actions.Sort) -> Reason | None:
    """Return why this cannot be put in order, or None."""
    assert action.what is not None
    if reason := why_not_pile(table, seat, action.what):
        return reason
    is_bag = isinstance(action.what, str) and table.holders[action.what].secret == "bag"
    return reasons.Blind() if is_bag else None


def sort(table: Tabletop, key: Key, reverse: bool) -> bool:
    """Put a stack or holder in order; return True if that tells about hidden pieces.

    In a row, hidden pieces keep their places: who sees them move knows their order.
    """
    pile = table.require_pile(key)
    holder = table.holders.get(key) if isinstance(key, str) else None
    everyone = all_viewers(table.seats)
    places = list(range(len(pile.pieces)))
    if holder is not None and holder.is_spread:
        places = [place for place in places if find_viewers(table, pile.pieces[place]) == everyone]
    counts_from_top = has_top(table, key)
    ordered = sorted(
        (pile.pieces[place] for place in places),
        key=lambda piece: table.box.pieces[table[piece].thing_index],
        reverse=reverse != counts_from_top,
    )
    pieces = list(pile.pieces)
    for place, piece in zip(places, ordered, strict=True):
        pieces[place] = piece
    table.set_pile(key, pile._replace(pieces=tuple(pieces)))
    return counts_from_top


def _is_left(holder: Holder, leaves: str) -> bool:
    return leaves == "both" or leaves == ("hands" if holder.secret == "hand" else "holders")


def _find_kinds(table: Tabletop, names: Iterable[str]) -> frozenset[int]:
    """Return the indexes of these kinds; without any, of all kinds of cards."""
    wanted = frozenset(names)
    kinds = enumerate(table.box.kinds)
    return frozenset(index for index, kind in kinds if (kind.name in wanted if wanted else kind.piece == "card"))


def find_homes(table: Tabletop, names: Iterable[str], to: str | None) -> dict[int, str]:
    """Return the holder in which each of these kinds is gathered.

    Without `to` it is the one in which the kind begins. A kind that begins in none stays where it is.
    """
    kinds = sorted(_find_kinds(table, names))
    if to:
        return dict.fromkeys(kinds, to)
    starts: dict[str, str] = {}
    for lay in table.box.layout:
        if lay.into and table.holders[lay.into].secret != "hand":
            starts.setdefault(lay.kind, lay.into)
    homes = {kind: table.box.kinds[kind].home or starts.get(table.box.kinds[kind].name, "") for kind in kinds}
    return {kind: home for kind, home in homes.items() if home}


def kind_index(table: Tabletop, piece: int) -> int:
    return table.box.pieces[table[piece].thing_index][0]


def select_kinds(table: Tabletop, pieces: Iterable[int], kinds: frozenset[int]) -> list[int]:
    """Return the pieces of these kinds that are not locked."""
    return [piece for piece in pieces if kind_index(table, piece) in kinds and not table[piece].locked]


def _list_loose(table: Tabletop) -> list[int]:
    """Return what lies in no holder, from below to above, without locked stacks."""
    piles = [(pile.z, pile.pieces) for _, pile in table.stacks if not pile.locked]
    single = [(table[piece].z, (piece,)) for piece in range(len(table)) if table[piece].home is None]
    return [piece for _, pieces in sorted([*piles, *single]) for piece in pieces]


def _find_hidden_kinds(table: Tabletop, only_inside: bool) -> frozenset[int]:
    """Return the kinds that may be among pieces whose fronts not everybody sees.

    With `only_inside`, only those in hands, bags and stacks count. Everybody can find them: of kinds that look the same
    from behind, nobody can tell which of them lies face down.
    """
    everyone = all_viewers(table.seats)
    hidden = [piece for piece in range(len(table)) if find_viewers(table, piece) != everyone]
    looks = table.box.lookalikes
    kinds = frozenset(kind_index(table, piece) for piece in hidden)
    if not only_inside:
        return kinds
    inside = {looks[kind_index(table, piece)] for piece in hidden if not is_outside(table, piece)}
    return frozenset(kind for kind in kinds if looks[kind] in inside)


def find_questions(table: Tabletop) -> Iterator[Asked]:
    """Yield what seats are asked for that have anything in their hands."""
    for asked in table.marks.asked:
        if any(holder.seat == asked.seat and table.require_pile(name).pieces for name, holder in _list_hands(table)):
            yield asked


def _list_hands(table: Tabletop) -> Iterator[tuple[str, Holder]]:
    return ((name, holder) for name, holder in table.holders.items() if holder.secret == "hand")
