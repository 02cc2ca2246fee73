"""A box for decks that come without rules: piles, hands, points and two buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from grenade_salad.games.open_table.box import Box, Button, Counter, Holder, Kind, Lay, Point, Press

CARD_SIZE = (63.0, 88.0)
_GAP, _MARGIN = 14.0, 160.0
"""Millimetres between two piles, and from the piles to the edge of the table."""
_MIN_TABLE_SIZE = (640.0, 420.0)
_DEALT = 3
"""Number of cards that the button Deal gives each player."""
_HAND_DEPTH = 166.0
"""Millimetres from the lower edge of the table to the piles."""


class Part(NamedTuple):
    """Some pieces of a kind, in the order of its fronts."""

    kind: str
    fronts: tuple[int, ...]
    n: int = 0
    """Number of pieces of each front; 0: all that remain."""


@dataclass(frozen=True)
class Deck:
    """Kinds that lie in one pile."""

    title: str
    kinds: tuple[Kind, ...]
    parts: tuple[Part, ...] = ()
    """What lies in it, from the bottom; without any, all that there is of its kinds."""
    is_ordered: bool = False
    """True if it is not shuffled at the start."""

    @property
    def size(self) -> Point:
        """The size of the largest kind."""
        return max(kind.size[0] for kind in self.kinds), max(kind.size[1] for kind in self.kinds)

    def lay(self, pile: str) -> list[Lay]:
        """Return the lines of the layout that put it into a pile."""
        parts = self.parts or [Part(kind.name, ()) for kind in self.kinds]
        shuffled = not self.is_ordered
        return [Lay(part.kind, part.fronts, part.n, into=pile, up=False, shuffled=shuffled) for part in parts]

    @property
    def count(self) -> int:
        """The number of its pieces."""
        kinds = {kind.name: kind for kind in self.kinds}
        if not self.parts:
            return sum(kind.total_count for kind in self.kinds)
        return sum(part.n or kinds[part.kind].count_of(front) for part in self.parts for front in part.fronts)


def make_deck_box(name: str, decks: Sequence[Deck], boards: Sequence[Kind] = ()) -> Box:
    """Return a box with a draw pile for each deck, below the boards."""
    sizes = [*(deck.size for deck in decks), *([decks[0].size] if decks else [])]
    row_width = sum(width + _GAP for width, _ in sizes) - _GAP if sizes else 0.0
    row_height = max((height for _, height in sizes), default=0.0)
    boards_width = sum(board.size[0] + _GAP for board in boards)
    boards_height = max((board.size[1] for board in boards), default=0.0)
    table = (
        round(max(_MIN_TABLE_SIZE[0], max(row_width, boards_width) + 2 * _MARGIN), 1),
        round(max(_MIN_TABLE_SIZE[1], _HAND_DEPTH + row_height + boards_height + 3 * _GAP), 1),
    )
    holders: list[Holder] = [Holder("hand", each=True, secret="hand", lays="row")] if decks else []
    layout: list[Lay] = []
    x, middle = (table[0] - boards_width + _GAP) / 2, table[1] - boards_height / 2 - _GAP
    for board in boards:
        layout.append(Lay(board.name, at=((round(x + board.size[0] / 2, 1), round(middle, 1)),), locked=True))
        x += board.size[0] + _GAP
    x = (table[0] - row_width) / 2
    for index, (deck, (width, height)) in enumerate(zip(decks, sizes, strict=False)):
        pile, title = ("draw", "draw pile") if len(decks) == 1 else (f"draw {index + 1}", deck.title)
        holders.append(Holder(pile, title, areas=((round(x, 1), _HAND_DEPTH, width, height),), face="down"))
        layout += deck.lay(pile)
        x += width + _GAP
    buttons = [Button("New round", (Press("reset"),))]
    if decks:
        width, height = sizes[-1]
        holders.append(Holder("discard", "discard pile", areas=((round(x, 1), _HAND_DEPTH, width, height),), face="up"))
        # The other piles may be a few cards about the rules, or markers.
        largest = max(range(len(decks)), key=lambda index: decks[index].count)
        # Nobody can be dealt more pieces than a box has.
        n = min(_DEALT, decks[largest].count)
        deal = Press("deal", of=holders[1 + largest].name, n=n, up_to=True, at_most=True)
        buttons.insert(0, Button("Deal", (deal,)))
        piles = [holder.name for holder, deck in zip(holders[1:], decks, strict=False) if deck.is_ordered]
        if piles:
            buttons.insert(0, Button("Shuffle", tuple(Press("shuffle", of=pile) for pile in piles)))
    return Box(
        name,
        table=table,
        ground="felt",
        kinds=(*boards, *{kind.name: kind for deck in decks for kind in deck.kinds}.values()),
        holders=tuple(holders),
        counters=(Counter("points", each=True),),
        layout=tuple(layout),
        buttons=tuple(buttons),
    )


def make_unique(names: Iterable[str]) -> list[str]:
    """Return the names, with numbers after those that occur again.

    >>> make_unique(["cards", "tokens", "cards"])
    ['cards', 'tokens', 'cards 2']
    """
    taken: set[str] = set()
    result = []
    for name in names:
        unique, suffix = name, 2
        while unique in taken:
            unique, suffix = f"{name} {suffix}", suffix + 1
        taken.add(unique)
        result.append(unique)
    return result


def name_kinds(decks: Sequence[Deck]) -> list[Deck]:
    """Return the decks with a name of its own for every kind."""
    names = iter(make_unique(kind.name for deck in decks for kind in deck.kinds))
    return [replace(deck, kinds=tuple(replace(kind, name=next(names)) for kind in deck.kinds)) for deck in decks]
