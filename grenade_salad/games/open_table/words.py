"""What places and pieces are called at the open table, by what everybody sees of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from grenade_salad.games.open_table import faces
from grenade_salad.games.open_table.box import Kind
from grenade_salad.games.open_table.knowledge import everybody, shown_outside, who_sees
from grenade_salad.games.open_table.squares import square
from grenade_salad.games.open_table.tabletop import Key, Table
from grenade_salad.text import Message, Seat, Words, m

# Translators: a card, a die or whatever it is that nobody else sees: "Ann moves a piece from the bag"
_ANYTHING = m("a piece")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place as people say it: the table or a square on it, a stack, somebody's hand, or a holder by its title.

    `low`: the lower end of what lies on each other there.
    """

    kind: Literal["table", "stack", "hand", "holder"]
    title: str = ""
    seat: int | None = None
    low: bool = False

    def words(self) -> Message:
        """Within a sentence, after "from" or "to"."""
        if self.low:
            # Translators: a place: below all that lies in {place}, which is "the draw pile" or "the stack"
            return m("the bottom of {place}", place=replace(self, low=False).words())
        match self.kind:
            case "table" if not self.title:
                # Translators: a place: pieces are moved from it or to it
                return m("the table")
            case "stack":
                return _the_stack(self.title)
        if self.kind == "hand" and self.seat is not None:
            # Translators: a place: the cards that somebody holds
            return m("{who}'s hand", who=Seat(self.seat), you=m("your hand"))
        if self.kind == "table" or self.seat is not None or not _takes_article(self.title):
            return titled(self.title, self.seat)
        # Translators: what a box calls one of its places, within a sentence: "the draw pile"
        return m("the {place}", place=called(self.title))


def _the_stack(name: str) -> Message:
    if name:
        # Translators: a place: several cards on each other, with the name that somebody wrote on them
        return m("the stack “{name}”", name=name)
    # Translators: a place: several cards on each other
    return m("the stack")


def stack_of(name: str, n: int, what: Words) -> Message:
    """A stack as it is told by those who list what lies there: how many, what is on top, its name if there is one."""
    if name:
        # Translators: {name} is what somebody calls a pile of cards
        return m("{name}: a stack of {n}, on top {what}", name=name, n=n, what=what)
    return m("a stack of {n}, on top {what}", n=n, what=what)


def _takes_article(title: str) -> bool:
    """Whether English says "the" before it: "the draw pile", but "the hole", "point 18" and "North" as they are."""
    return title[:1].islower() and not title.startswith("the ") and not title[-1].isdigit()


def titled(title: str, seat: int | None) -> Message:
    """A holder, counter or note by the title that the box gave it, with whose it is."""
    if seat is None:
        return called(title)
    # Translators: a place that belongs to a player: {place} is what the box calls it
    return m("{who}'s {place}", who=Seat(seat), place=called(title), you=m("your {place}"))


def spot(table: Table, key: Key | None) -> Spot:
    """What people call a stack or a holder; None is the table."""
    if not isinstance(key, str):
        pile = None if key is None else table.pile(key)
        return Spot("table") if key is None else Spot("stack", "" if pile is None else pile.name)
    holder = table.holders[key]
    return Spot("hand" if holder.secret == "hand" else "holder", holder.title or holder.name, holder.seat)


def square_of(table: Table, piece: int) -> Spot:
    """Where a piece lies by itself: the table, or the square of a board."""
    box, now = table.box, table[piece]
    if now.home is not None or not any(kind.snaps for kind in box.kinds):
        return Spot("table")
    lying = [(box.kinds[kind], table[one]) for one, (kind, _) in enumerate(box.things) if box.kinds[kind].snaps]
    boards = [(kind, (one.x, one.y), one.angle) for kind, one in lying if one.home is None and one is not now]
    return Spot("table", square(boards, (now.x, now.y)))


def called(words: str) -> Message:
    """A word of the box: one of its codes, or what stands in the catalogs if the box comes along."""
    return faces.said(words) or Message(words, fields={})


def counted(n: int, cards: bool) -> Message:
    """So many pieces, of which all may be known to be cards."""
    return m("{n} card", "{n} cards", n=n) if cards else m("{n} piece", "{n} pieces", n=n)


def next_side(kind: Kind, side: int) -> tuple[int, Message]:
    """The side to which a die that shows a side is turned by hand next, and the words on the button for it."""
    side = (side + 1) % len(kind.fronts)
    # Translators: a button: a die is turned by hand until it shows this number or these words
    return side, m("Turn it to {side}", side=called(faces.coded(kind.codes, kind.fronts[side])))


def listed(words: tuple[str, ...]) -> list[Message]:
    """Several of them."""
    return [called(one) for one in words]


def seen_as(table: Table, piece: int) -> str:
    """What everybody sees of a piece, in the words of the box."""
    if table.kind(piece).piece == "die":
        return look_of(table, piece)
    if who_sees(table, piece) == everybody(table.seats):
        return table.words(piece)
    if shown_outside(table, piece):
        return look_of(table, piece)
    home = table[piece].home
    pile = table.pile(home) if isinstance(home, int) or home in table.holders else None
    if pile is not None and pile.pieces and shown_outside(table, pile.pieces[-1]):
        return look_of(table, pile.pieces[-1])
    return _ANYTHING.one if len(set(table.box.looks)) > 1 else look_of(table, piece)


def look_of(table: Table, piece: int) -> str:
    """What a piece is called by those who see it from outside alone."""
    kind = table.box.kinds[table.box.looks[table.box.things[table[piece].thing][0]]]
    return kind.title or kind.name


def seen_of(table: Table, key: Key) -> str:
    """What everybody sees of the piece of that number, or of the top of a stack or holder."""
    if isinstance(key, int) and key in table.index:
        return seen_as(table, table.index[key])
    pile = table.pile(key)
    return seen_as(table, pile.pieces[-1]) if pile is not None and pile.pieces else str(key)
