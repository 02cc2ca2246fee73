"""Small example boxes that show the features of the open table."""

from __future__ import annotations

from grenade_salad.games.open_table.box import Box, Button, Counter, Flick, Holder, Kind, Lay, Note, Press

_CARDS = tuple(
    rank + suit
    for suit in ("C", "D", "H", "S")
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
)

CARDS = Box(
    name="Cards",
    kinds=(Kind("cards", "card", title="a card", fronts=_CARDS, codes="cards", back="back"),),
    holders=(
        Holder("hand", each=True, secret="hand", lays="row"),
        Holder("discard", title="discard pile", areas=((480.0, 256.0, 63.0, 88.0),), face="up"),
    ),
    counters=(Counter("points", each=True),),
    notes=(Note("note"),),
    layout=(Lay("cards", at=((400.0, 300.0),), up=False, shuffled=True),),
    buttons=(
        Button("Deal 5", (Press("deal", of=1, n=5),)),
        Button("Deal 7", (Press("deal", of=1, n=7),)),
        Button("Deal all", (Press("deal", of=1),)),
        Button("New round", (Press("reset"),)),
    ),
)
"""A deck of 52, a hand for each seat, a discard pile."""

DICE = Box(
    name="Dice",
    kinds=(
        Kind(
            "die", "die", title="a die", fronts=("1", "2", "3", "4", "5", "6"), count=5, size=(16.0, 16.0), height=16.0
        ),
    ),
    counters=(Counter("points", each=True),),
    layout=(Lay("die", at=tuple((250.0 + 100.0 * index, 300.0) for index in range(5))),),
    buttons=(Button("Roll all", (Press("roll", what=(1, 2, 3, 4, 5)),)),),
)
"""Five dice."""

_SQUARE = 50.0
_LEFT, _LOWER = 100.0, 100.0


def _men(rows: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """Return the middles of the dark squares of these rows."""
    dark = [(column, row) for row in rows for column in range(8) if (column + row) % 2 == 0]
    return tuple((_LEFT + _SQUARE * (column + 0.5), _LOWER + _SQUARE * (row + 0.5)) for column, row in dark)


_SNAPS = tuple((_SQUARE * (column - 3.5), _SQUARE * (row - 3.5)) for row in range(8) for column in range(8))

DRAUGHTS = Box(
    name="Draughts",
    seats=(2, 2),
    table=(600.0, 600.0),
    kinds=(
        Kind("board", "board", fronts=("the board",), size=(400.0, 400.0), snaps=_SNAPS),
        Kind(
            "white",
            "disc",
            title="a white man",
            back="a white king",
            count=12,
            size=(36.0, 36.0),
            height=8.0,
            colour="white",
        ),
        Kind(
            "black",
            "disc",
            title="a black man",
            back="a black king",
            count=12,
            size=(36.0, 36.0),
            height=8.0,
            colour="black",
        ),
    ),
    holders=(Holder("taken", title="captures", each=True, lays="row", areas=((0, 100, 90, 400), (510, 100, 90, 400))),),
    layout=(
        Lay("board", at=((300.0, 300.0),), locked=True),
        Lay("white", at=_men((0, 1, 2))),
        Lay("black", at=_men((5, 6, 7))),
    ),
)
"""A board and twelve men each; a man that is turned over is a king."""

TILES = Box(
    name="Tiles",
    kinds=(
        Kind(
            "tile",
            "card",
            title="a tile",
            fronts=tuple("AEINORST"),
            back="wood",
            count=4,
            size=(20.0, 20.0),
            height=5.0,
        ),
        Kind("blank", "card", title="a tile", back="wood", count=4, size=(20.0, 20.0), height=5.0, blank=True),
        Kind("cube", "cube", title="a cube", count=6, size=(8.0, 8.0), height=8.0, colour="red"),
        Kind("pawn", "pawn", title="a pawn", fronts=("the red pawn", "the blue pawn"), size=(12.0, 12.0), height=20.0),
    ),
    holders=(
        Holder("bag", secret="bag", lays="free", title="bag"),
        Holder("rack", each=True, secret="hand", lays="row", most=7, title="rack"),
        Holder("line", lays="row", areas=((100.0, 100.0, 400.0, 30.0),), face="up"),
        Holder("pocket", lays="free", areas=((0.0, 0.0, 40.0, 40.0),), pocket=True),
    ),
    layout=(
        Lay("tile", into="bag"),
        Lay("blank", into="bag"),
        Lay("cube", n=4, at=((300.0, 300.0), (320.0, 300.0), (340.0, 300.0), (360.0, 300.0))),
        Lay("pawn", at=((200.0, 200.0), (240.0, 200.0))),
    ),
    flick=Flick(fastest=2000.0),
)
"""Tiles in a bag, some of them blank, racks, a row, cubes and pawns."""

BOXES = (CARDS, DICE, DRAUGHTS, TILES)
