"""Boxes from strangers: errors are reported with their place.

Nothing is half loaded.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from grenade_salad.core import Illegal, Json, WrongSeatCount, to_json
from grenade_salad.games.open_table import reasons
from grenade_salad.games.open_table.box import MAX_BOX_BYTES, Box, Button, Counter, Holder, Kind, Lay, Press, TableSetup
from grenade_salad.games.open_table.box_validation import why_not_setup
from grenade_salad.games.open_table.boxes import BOXES, CARDS, DRAUGHTS
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.rules import start
from grenade_salad.match.lines import convert

NAN = float("nan")
CARD = Kind("card", "card")


def _refusal(box: Box, seats: int = 2) -> str:
    with pytest.raises(Illegal) as refused:
        start(seats, TableOptions(), TableSetup(box))
    return str(refused.value)


def test_built_in_boxes_start_with_every_seat_count_and_read_back() -> None:
    for box in BOXES:
        for seats in range(box.seats[0], box.seats[1] + 1):
            start(seats, TableOptions(), TableSetup(box))
        form: Json = to_json(TableSetup(box))
        assert convert(form, TableSetup) == TableSetup(box)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name: a name is one line"),
    ({"table": (NAN, 100.0)}, "table: nan mm is no size"),
    ({"table": (-1.0, 100.0)}, "table: -1.0 mm is no size"),
    ({"kinds": (replace(CARD, size=(0.0, 5.0)),)}, "kinds[0].size"),
    ({"kinds": (replace(CARD, height=1e9),)}, "kinds[0].height"),
    ({"kinds": (replace(CARD, count=100_000),)}, "kinds[0].count: there are 1 to 2000"),
    ({"kinds": (replace(CARD, count=2000), Kind("more", "cube"))}, "kinds: there may be 2000 at most"),
    ({"kinds": (CARD, CARD)}, "kinds: card is there twice"),
    ({"kinds": (replace(CARD, fronts=("a\nb",)),)}, "kinds[0]: a name is one line"),
    ({"kinds": (Kind("die", "die"),)}, "kinds[0].fronts: there are too few"),
    ({"holders": (Holder("hand", secret="hand"),)}, "holders[0].seat: a hand has a seat"),
    ({"holders": (Holder("a"), Holder("a"))}, "holders: a is there twice"),
    ({"holders": (Holder("a", each=True), Holder("a 0"))}, "holders: two have the same name"),
    ({"holders": (Holder("a", areas=((0.0, 0.0, -5.0, 1.0),)),)}, "holders[0].areas"),
    ({"layout": (Lay("gold", at=((1.0, 1.0),)),)}, "layout[0].kind: there is no kind 'gold'"),
    ({"layout": (Lay("cards", at=((1.0, 1e9),)),)}, "is not on the table"),
    ({"layout": (Lay("cards", at=((1.0, 1.0),)), Lay("cards", at=((1.0, 1.0),)))}, "layout[1].n: the box has 1 of it"),
    ({"layout": (Lay("cards", into="nowhere"),)}, "layout[0].into: there is no holder 'nowhere'"),
    ({"layout": (Lay("cards"),)}, "layout[0]: it is either at points or in a holder"),
    ({"layout": (Lay("cards", fronts=(99,), at=((1.0, 1.0),)),)}, "layout[0].fronts: there is no front 99"),
    ({"layout": (Lay("cards", at=((1.0, 1.0), (2.0, 2.0))),)}, "layout[0].at: there are 2 points for 52 pieces"),
    ({"counters": (Counter("a", start=5, most=1),)}, "counters[0].start"),
    ({"buttons": (Button("Deal", ()),)}, "buttons[0].lines"),
    ({"buttons": (Button("Deal", (Press("deal"),) * 65),)}, "buttons[0].lines: a button does 1 to 64 things"),
    ({"buttons": (Button("Back", (Press("recall", to=("nowhere",)),)),)}, "lines[0].to: there is no holder 'nowhere'"),
    ({"buttons": (Button("Back", (Press("recall", kinds=("x",), to=("discard",)),)),)}, "there is no kind 'x'"),
    ({"buttons": (Button("Back", (Press("recall", to=("hand 0",)),)),)}, "pieces are not called back to a hand"),
    ({"holders": tuple(Holder(str(index)) for index in range(601))}, "holders: there may be 600 at most"),
    ({"walls": ((0.0, 0.0, NAN, 1.0),)}, "walls[0]: nan is nowhere"),
    ({"rules": "x" * 100_001}, "rules: there may be 100000 at most"),
    ({"seats": (0, 2)}, "seats: seats are 1 to 9"),
]


def test_errors_of_a_box_name_their_place() -> None:
    for changes, reason in BAD:
        box = replace(CARDS, **{"layout": (), **changes})
        assert reason in _refusal(box), f"{changes}: {_refusal(box)}"
    assert "Draughts is for 2 to 2 players, not for 3" in _refusal(DRAUGHTS, 3)
    long = replace(
        CARDS, layout=(), kinds=tuple(Kind(f"{'k' * 190} {index}", "cube", "t" * 190) for index in range(600))
    )
    assert "and may have 262144" in _refusal(long)


def test_equal_box_that_is_written_longer_is_checked_itself() -> None:
    def count_bytes(box: Box) -> int:
        return len(json.dumps(to_json(TableSetup(box)), ensure_ascii=False).encode())

    full = Kind("full", "card", fronts=("x" * 200,) * 1000)
    box = Box("Long", table=(600, 400), kinds=(full, Kind("rest", "card", fronts=("y",) * 400)))
    missing = MAX_BOX_BYTES - count_bytes(box)
    letters = [1 + missing // 400 + (index < missing % 400) for index in range(400)]
    rest = replace(box.kinds[1], fronts=tuple("y" * count for count in letters))
    whole = replace(box, kinds=(full, rest))
    longer = replace(whole, table=(600.0, 400.0))
    assert count_bytes(whole) == MAX_BOX_BYTES
    assert whole == longer
    for _ in range(2):
        assert why_not_setup(2, TableSetup(whole)) is None
        assert isinstance(why_not_setup(2, TableSetup(longer)), reasons.BadBox)
        assert isinstance(why_not_setup(0, TableSetup(whole)), WrongSeatCount)
