"""Names of places and pieces at the open table, from what everybody sees of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from grenade_salad.games.open_table import faces
from grenade_salad.games.open_table.box import Holder, Kind
from grenade_salad.games.open_table.knowledge import all_viewers, find_viewers, is_outside
from grenade_salad.games.open_table.squares import find_square
from grenade_salad.games.open_table.tabletop import Key, Tabletop
from grenade_salad.text import Message, Seat, Words, m

# Translators: a card, a die or whatever it is that nobody else sees: "Ann moves a piece from the bag"
_ANYTHING = m("a piece")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place as people say it: the table, a square, a stack, a hand or a holder."""

    kind: Literal["table", "stack", "hand", "holder"]
    title: str = ""
    """The title of a holder, or the name of a stack or square."""
    seat: int | None = None
    low: bool = False
    """True for the lower end of pieces that lie on each other there."""

    def words(self) -> Message:
        """Return the place within a sentence, after "from" or "to"."""
        if self.low:
            # Translators: a place: below all that lies in {place}, which is "the draw pile" or "the stack"
            return m("the bottom of {place}", place=replace(self, low=False).words())
        match self.kind:
            case "table" if not self.title:
                # Translators: a place: pieces are moved from it or to it
                return m("the table")
            case "stack":
                return _name_stack(self.title)
        if self.kind == "hand" and self.seat is not None:
            # Translators: a place: the cards that somebody holds
            return m("{who}'s hand", who=Seat(self.seat), you=m("your hand"))
        if self.kind == "table" or self.seat is not None or not _takes_article(self.title):
            return title_with_owner(self.title, self.seat)
        # Translators: what a box calls one of its places, within a sentence: "the draw pile"
        return m("the {place}", place=translate_word(self.title))


def _name_stack(name: str) -> Message:
    if name:
        # Translators: a place: several cards on each other, with the name that somebody wrote on them
        return m("the stack “{name}”", name=name)
    # Translators: a place: several cards on each other
    return m("the stack")


def describe_stack(name: str, n: int, top: Words) -> Message:
    """Return a stack as an item of a list: how many, what is on top, and its name."""
    if name:
        # Translators: {name} is what somebody calls a pile of cards
        return m("{name}: a stack of {n}, on top {what}", name=name, n=n, what=top)
    return m("a stack of {n}, on top {what}", n=n, what=top)


def _takes_article(title: str) -> bool:
    """True if English puts "the" before the title.

    It does so in "the draw pile", but not in "the hole", "point 18" and "North".
    """
    return title[:1].islower() and not title.startswith("the ") and not title[-1].isdigit()


def title_with_owner(title: str, seat: int | None) -> Message:
    """Return the title of a holder, counter or note, with its owner."""
    if seat is None:
        return translate_word(title)
    # Translators: a place that belongs to a player: {place} is what the box calls it
    return m("{who}'s {place}", who=Seat(seat), place=translate_word(title), you=m("your {place}"))


def name_holder(holder: Holder) -> Message:
    """Return the title of a holder, with its owner."""
    return title_with_owner(holder.title or holder.name, holder.seat)


def find_spot(table: Tabletop, key: Key | None) -> Spot:
    """Return the spot of a stack or a holder; None is the table."""
    if not isinstance(key, str):
        pile = None if key is None else table.pile(key)
        return Spot("table") if key is None else Spot("stack", "" if pile is None else pile.name)
    holder = table.holders[key]
    return Spot("hand" if holder.secret == "hand" else "holder", holder.title or holder.name, holder.seat)


def find_square_spot(table: Tabletop, piece: int) -> Spot:
    """Return the spot of a single piece: the table, or the square of a board."""
    box, state = table.box, table[piece]
    if state.home is not None or not any(kind.snaps for kind in box.kinds):
        return Spot("table")
    snap_pieces = [
        (box.kinds[kind], table[index]) for index, (kind, _) in enumerate(box.pieces) if box.kinds[kind].snaps
    ]
    boards = [
        (kind, (board.x, board.y), board.angle)
        for kind, board in snap_pieces
        if board.home is None and board is not state
    ]
    return Spot("table", find_square(boards, (state.x, state.y)))


def translate_word(words: str) -> Message:
    """Return a word of the box: one of its codes, or a text.

    The text is looked up in the catalogs, which may have it if the box is bundled.
    """
    return faces.describe_front(words) or Message(words, fields={})


# Translators: buttons: somebody calls cards back, and these answers are for who holds some of them
GIVE_BACK, GIVE_NOTHING = m("Give back what is called for"), m("Give nothing back")


def count_pieces(n: int, cards: bool) -> Message:
    """Return the number of pieces in words. All of them may be known to be cards."""
    return m("{n} card", "{n} cards", n=n) if cards else m("{n} piece", "{n} pieces", n=n)


def next_side(kind: Kind, side: int) -> tuple[int, Message]:
    """Return the side to which a die is turned by hand next, and its button.

    The die must be one that shows a side.
    """
    side = (side + 1) % len(kind.fronts)
    # Translators: a button: a die is turned by hand until it shows this number or these words
    return side, m("Turn it to {side}", side=translate_word(faces.encode_front(kind.codes, kind.fronts[side])))


def translate_words(words: tuple[str, ...]) -> list[Message]:
    """Return several words of the box."""
    return [translate_word(word) for word in words]


def public_name(table: Tabletop, piece: int) -> str:
    """Return what everybody sees of a piece, in the words of the box."""
    if table.kind(piece).piece == "die":
        return outside_name(table, piece)
    if find_viewers(table, piece) == all_viewers(table.seats):
        return table.front_name(piece)
    if is_outside(table, piece):
        return outside_name(table, piece)
    home = table[piece].home
    pile = table.pile(home) if isinstance(home, int) or home in table.holders else None
    if pile is not None and pile.pieces and is_outside(table, pile.pieces[-1]):
        return outside_name(table, pile.pieces[-1])
    return _ANYTHING.one if len(set(table.box.lookalikes)) > 1 else outside_name(table, piece)


def outside_name(table: Tabletop, piece: int) -> str:
    """Return the name of a piece for those who see it only from outside."""
    kind = table.box.kinds[table.box.lookalikes[table.box.pieces[table[piece].thing_index][0]]]
    return kind.title or kind.name


def public_pile_name(table: Tabletop, key: Key) -> str:
    """Return what everybody sees of a piece, or of the top of a stack or holder.

    The piece or stack is given by its number, the holder by its name.
    """
    if isinstance(key, int) and key in table.pieces_by_id:
        return public_name(table, table.pieces_by_id[key])
    pile = table.pile(key)
    return public_name(table, pile.pieces[-1]) if pile is not None and pile.pieces else str(key)
