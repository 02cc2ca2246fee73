"""Another version of the box comes in the middle of a match: what lies on the table stays there, as far as it can."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from grenade_salad.core import Event, Reason
from grenade_salad.games.open_table.box import Box, Holder, TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.reasons import SecretHolder
from grenade_salad.games.open_table.tabletop import IN_BOX, Key, Marks, Piece, Pile, Table
from grenade_salad.games.open_table.words import listed, spot
from grenade_salad.text import Message, m

_MOST_TOLD = 5
"""Pieces that are named of those that are gone."""


@dataclass(slots=True)
class BoxChanged(Event):
    """The files of the box were changed: `gone` is what pieces were called that it has no more, and how many there
    were, `back` how many are in the box again because their place is gone."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "gone", "back")

    seat: int
    gone: tuple[str, ...]
    back: int

    def message(self) -> Message:
        if self.gone:
            words = listed(tuple(dict.fromkeys(self.gone))[:_MOST_TOLD])
            return m(
                "The box was changed. {n} piece is gone: {words}",
                "The box was changed. {n} pieces are gone: {words}",
                n=len(self.gone),
                words=words,
            )
        if self.back:
            return m(
                "The box was changed. {n} piece is in the box again",
                "The box was changed. {n} pieces are in the box again",
                n=self.back,
            )
        return m("The box was changed")


@dataclass(slots=True)
class NewPieces(Event):
    """The changed box has pieces that are not on the table yet; what is in the box everybody sees."""

    public_fields: ClassVar[tuple[str, ...]] = ("seat", "n")

    seat: int
    n: int

    def message(self) -> Message:
        return m(
            "{n} new piece is in the box: it comes with the next round, or take it out",
            "{n} new pieces are in the box: they come with the next round, or take them out",
            n=self.n,
        )


class Changed(NamedTuple):
    """The table with the new box; `gone` is what pieces were called that it has no more, `back` how many went into the
    box because their place is gone, `new` how many pieces the old box had not."""

    table: Table
    gone: tuple[str, ...]
    back: int
    new: int


def why_not_change(old: Table, setup: TableSetup) -> Reason | None:
    """Why the box cannot be changed to that one: it cannot be played with so many, or what somebody holds in secret has
    no place in it, and would be seen."""
    if reason := why_not_setup(old.seats, setup):
        return reason
    there = setup.box.holders_for(old.seats)
    for name, holder in old.holders.items():
        pile = old.pile(name)
        if holder.secret == "open" or pile is None or not pile.pieces:
            continue
        if name not in there or not _alike(holder, there[name]):
            return SecretHolder(spot(old, name).words(), len(pile.pieces))
    return None


def changed(old: Table, box: Box) -> Changed:
    """The same table with another version of its box. A piece is known again by its kind and front; else by its place
    among the fronts, since words may have been mended."""
    table = Table(box, old.seats)
    known = _known_again(old, box)
    table.numbers, table.top = old.numbers, old.top
    table.seen = {
        number: bits for number, bits in old.seen.items() if number not in old.index or old.index[number] in known
    }
    kept = {
        name for name, holder in old.holders.items() if name in table.holders and _alike(holder, table.holders[name])
    }
    back = 0
    used: set[int] = set()
    for piece, new in known.items():
        now = old[piece]
        if now.home is None or ((isinstance(now.home, int) or now.home in kept) and now.home != IN_BOX):
            used.add(new)
            table.put(new, _fitting(now._replace(thing=new), box, new))
        else:
            back += now.home != IN_BOX
            table.put(new, Piece(new, now.text))
    keys: list[Key] = [*(number for number, _ in old.stacks), *sorted(kept)]
    for key in keys:
        pile = old.pile(key)
        assert pile is not None
        _lay(table, key, pile, tuple(known[piece] for piece in pile.pieces if piece in known))
    table.lay(IN_BOX, Pile(tuple(piece for piece in range(len(table)) if piece not in used)))
    table.mark(_marks(old, table))
    table.close()
    gone = tuple(old.words(piece) for piece in range(len(old)) if piece not in known and old[piece].home != IN_BOX)
    return Changed(table, tuple(sorted(gone)), back, len(table) - len(known))


def _alike(one: Holder, other: Holder) -> bool:
    """Whether two holders treat what is in them alike, so that nothing secret is seen and nothing seen is lost."""
    return (one.lays, one.secret, one.seat) == (other.lays, other.secret, other.seat)


def _known_again(old: Table, box: Box) -> dict[int, int]:
    """For each piece of the table which thing of the new box it is, as far as there is one."""
    free: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for thing in reversed(range(len(box.things))):
        index, front = box.things[thing]
        found = box.kinds[index]
        free[found.name, found.piece, _front(found.piece, found.fronts[front])].append(thing)
    known: dict[int, int] = {}
    for piece in range(len(old)):
        index, front = old.box.things[old[piece].thing]
        kind = old.box.kinds[index]
        if there := free[kind.name, kind.piece, _front(kind.piece, kind.fronts[front])]:
            known[piece] = there.pop()
    left: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for (name, shape, _), things in free.items():
        for thing in things:
            left[name, shape, box.things[thing][1]].append(thing)
    for piece in range(len(old)):
        index, front = old.box.things[old[piece].thing]
        kind = old.box.kinds[index]
        if piece not in known and (there := left[kind.name, kind.piece, front]):
            known[piece] = there.pop()
    return known


def _front(shape: str, words: str) -> str:
    """By which a piece is known again; a die has all its faces."""
    return "" if shape == "die" else words


def _fitting(piece: Piece, box: Box, thing: int) -> Piece:
    """It lies on the table, which may be smaller, and shows a face that there is."""
    kind = box.kinds[box.things[thing][0]]
    side = min(piece.side, len(kind.fronts) - 1) if kind.piece == "die" else piece.side
    x, y = min(piece.x, box.table[0]), min(piece.y, box.table[1])
    return piece._replace(x=x, y=y, side=side, text=piece.text if kind.blank else "")


def _lay(table: Table, key: Key, pile: Pile, pieces: tuple[int, ...]) -> None:
    """A holder, or a stack, of which there may be less."""
    if isinstance(key, str):
        table.lay(key, pile._replace(pieces=pieces))
    elif len(pieces) > 1:
        x, y = min(pile.x, table.box.table[0]), min(pile.y, table.box.table[1])
        table.lay(key, pile._replace(pieces=pieces, x=x, y=y))
    elif pieces:
        (piece,) = pieces
        alone = table.named(piece)._replace(
            home=None, x=pile.x, y=pile.y, angle=pile.angle, z=pile.z, locked=pile.locked
        )
        table.put(piece, _fitting(alone, table.box, piece))


def _marks(old: Table, table: Table) -> Marks:
    """Counters and notes by their names."""
    counters = dict(zip(old.box.counters_for(old.seats), old.marks.counters, strict=True))
    notes = dict(zip([note.name for note in old.box.notes], old.marks.notes, strict=True))
    return Marks(
        tuple(
            max(one.least, min(one.most, counters.get(name, one.start)))
            for name, one in table.box.counters_for(table.seats).items()
        ),
        tuple(notes.get(note.name, note.text) for note in table.box.notes),
        frozenset(name for name in old.marks.open if name in table.holders),
        old.marks.turn,
    )
