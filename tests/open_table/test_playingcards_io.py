"""Files of playingcards.io, written by hand in its format.

They become boxes, and malformed ones do no harm.
"""

from __future__ import annotations

import io
import json
import zipfile
from math import pi
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import open_box
from grenade_salad.core import Json
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import expand_button
from grenade_salad.games.open_table.state import TableState
from tests.open_table.playing import act, find_fault, new_table


def _face_template(*objects: dict[str, Json]) -> Json:
    return {"includeBorder": True, "objects": list(objects)}


def _literal_args(**values: Json) -> Json:
    return {key: {"type": "literal", "value": value} for key, value in values.items()}


def _cards(deck: str, pile: str, *types: str) -> list[Json]:
    return [
        {
            "id": f"{deck}-{index}",
            "type": "card",
            "deck": deck,
            "cardType": card_type,
            "parent": pile,
            "x": 300,
            "y": 200,
            "z": index,
        }
        for index, card_type in enumerate(types)
    ]


WIDGETS: list[Json] = [
    {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "enabled": True},
    {"id": "p1", "type": "cardPile", "x": 300, "y": 200, "z": 2, "label": "Library", "hasShuffleButton": True},
    {"id": "p2", "type": "cardPile", "x": 500, "y": 200, "z": 3, "width": 111, "height": 168, "label": ""},
    {
        "id": "french", "type": "cardDeck", "parent": "p1", "x": 300, "y": 200,
        "cardTypes": {"c-2": {"label": "2C", "image": "/img/2c.svg"}, "h-q": {"label": "QH", "image": "/img/q.svg"}},
        "faceTemplate": _face_template({"type": "image", "x": 0, "y": 0, "valueType": "dynamic", "value": "image"}),
        "backTemplate": _face_template({"type": "image", "value": "/img/back.svg", "valueType": "static"}),
    },
    *_cards("french", "p1", "c-2", "h-q", "h-q"),
    {
        "id": "own", "type": "cardDeck", "parent": "p2", "cardWidth": 103, "cardHeight": 103,
        "cardTypes": {
            "a": {"name": "Storm", "rule": "Lose a ship."}, "b": {"name": "Calm", "art": "package://userassets/x"},
        },
        "faceTemplate": _face_template(
            {"type": "text", "valueType": "dynamic", "value": "name"},
            {"type": "text", "valueType": "dynamic", "value": "rule"},
            {"type": "image", "valueType": "dynamic", "value": "art"},
        ),
        "backTemplate": _face_template(),
    },
    *_cards("own", "", "a", "b", "a"),
    {"id": "c1", "type": "counter", "x": 10, "y": 10, "label": "Gold", "counterValue": 7},
    {"id": "l1", "type": "labelText", "x": 10, "y": 60, "labelContent": "The sea", "textSize": 20},
    {"id": "b1", "type": "board", "x": 0, "y": 0, "z": 0, "width": 400, "height": 300, "boardImage": "package://userassets/x"},
    {"id": "g1", "type": "gamePiece", "pieceType": "checkers", "color": "red", "x": 20, "y": 200},
    {"id": "g2", "type": "gamePiece", "pieceType": "pin", "color": "blue", "x": 80, "y": 200},
    {"id": "s1", "type": "spinner", "x": 900, "y": 100, "options": ["A", "B", "C"], "value": "A"},
    {"id": "s2", "type": "spinner", "x": 900, "y": 300},
    {
        "id": "a1", "type": "automationButton", "x": 700, "y": 100, "label": "Draw 2",
        "clickRoutine": [
            {"func": "SHUFFLE_CARDS", "args": _literal_args(holders=["p1"])},
            {
                "func": "MOVE_CARDS_BETWEEN_HOLDERS",
                "args": _literal_args(**{"quantity": 2, "to": ["hand"], "from": ["p1"]}),
            },
        ],
    },
    {
        "id": "a2", "type": "automationButton", "x": 700, "y": 200, "label": "Send",
        "clickRoutine": [{"func": "SHUFFLE_CARDS", "args": _literal_args(holders=["p1"])}, {"func": "SEND_MAIL"}],
    },
    {"id": "v1", "type": "voiceChat"},
]  # fmt: skip


def _png() -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((8, 8)), file, "a.png")
    return file.getvalue()


def _file(path: Path, widgets: bytes, **extra_files: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("widgets.json", widgets)
        archive.writestr("userassets/x", _png())
        for name, data in extra_files.items():
            archive.writestr(name, data)
    return path


def test_file_becomes_a_box_that_can_be_played(tmp_path: Path) -> None:
    opened = open_box(_file(tmp_path / "Sea trade.pcio", json.dumps(WIDGETS).encode()))
    box = opened.box
    assert box.name == "Sea trade"
    kinds = {kind.name: kind for kind in box.kinds}
    french = next(kind for kind in box.kinds if kind.codes == "cards")
    assert dict(zip(french.fronts, french.counts, strict=True)) == {"2C": 1, "QH": 2}
    typeset_kind = next(kind for kind in box.kinds if kind.printed)
    assert [(printed.title, printed.text) for printed in typeset_kind.printed] == [("Storm", "Lose a ship.")]
    picture_kind = next(kind for kind in box.kinds if kind.pictures and kind.piece == "card")
    assert picture_kind.fronts == ("Calm",)
    assert picture_kind.back_appearance == typeset_kind.back_appearance, "nobody tells them apart face down"
    assert {kind.piece for kind in kinds.values()} == {"card", "board", "disc", "pawn", "die"}
    assert [kind.fronts for kind in box.kinds if kind.piece == "die"] == [("A", "B", "C"), tuple("123456")]
    assert [(counter.name, counter.start) for counter in box.counters] == [("Gold", 7)]
    (label,) = [kind for kind in box.kinds if kind.title == "a note"]
    assert label.fronts == ("The sea",)
    assert next(lay for lay in box.layout if lay.kind == label.name).locked
    assert set(opened.pictures) == {"p1.png", "p2.png", "back.svg"}
    (drawing,) = opened.drawings.values()
    assert [(part.picture, part.words) for part in drawing.parts] == [("", "Calm"), ("p1.png", "")]
    assert [(loss.part, loss.cause, loss.names) for loss in box.losses] == [
        ("piece", "unknown", ()),
        ("button", "program", ("Send",)),
    ]
    state = new_table(box, 2)
    for button in box.buttons:
        for action in expand_button(button, 1, state.view(1)):
            act(state, action)
            assert find_fault(state) == ""
        if button.label == "Draw 2":
            assert [holder.count for holder in state.view(None).holders if holder.name == "hand 1"] == [2]
    assert [button.label for button in box.buttons] == ["Draw 2", "Shuffle", "New round"]


def _button(label: str, *steps: tuple[str, Json]) -> Json:
    routine: list[Json] = [{"func": func, "args": args} for func, args in steps]
    return {"type": "automationButton", "label": label, "clickRoutine": routine}


def _move(source: Json, to: Json, **options: Json) -> tuple[str, Json]:
    return "MOVE_CARDS_BETWEEN_HOLDERS", _literal_args(**{"from": source, "to": to, **options})


def test_routines_move_flip_count_and_recall_cards(tmp_path: Path) -> None:
    """A usual deck with picture addresses of that site, and a button of each kind."""
    types: Json = {
        f"{suit}-{rank}": {"image": f"/img/cards-french/{suit}-{rank}.svg"}
        for suit in ("hearts", "clubs")
        for rank in ("2", "10", "q", "a")
    }
    assert isinstance(types, dict)
    widgets: list[Json] = [
        {"id": "hand", "type": "hand"},
        {"id": "home", "type": "cardPile", "x": 100, "y": 100},
        {"id": "away", "type": "cardPile", "x": 300, "y": 100, "label": "Row"},
        {"id": "d", "type": "cardDeck", "parent": "home", "cardTypes": types, "faceTemplate": _face_template()},
        *_cards("d", "home", *types),
        {"id": "c", "type": "counter", "label": "Round", "counterValue": 3},
        {"id": "k", "type": "gamePiece", "pieceType": "checkers", "color": "red", "kinged": True, "x": 500, "y": 400},
        {"id": "m", "type": "gamePiece", "pieceType": "checkers", "color": "red", "x": 600, "y": 400},
        {"type": "board", "x": 400, "y": 300, "r": 90},
        _button(
            "Row",
            _move(["home"], "away", quantity=3, moveFlip="faceUp"),
            ("CHANGE_COUNTER", _literal_args(counters=["c"], changeMode="inc", changeNumber=2)),
            ("CHANGE_COUNTER", _literal_args(counters=["c"], changeMode="dec", changeNumber=1)),
        ),
        _button("Fill", _move(["away"], ["hand"], quantity=2, fillAdd="fill")),
        _button("Play", _move(["hand"], ["away"])),
        _button("Down", ("FLIP_CARDS", _literal_args(holders=["away"], flipMode="pile", flipFace="faceDown"))),
        _button(
            "Again",
            ("RECALL_CARDS", _literal_args(decks=["d"], flip="faceDown", includeHands="hands")),
            ("SHUFFLE_CARDS", _literal_args(holders=["home"])),
            ("CHANGE_COUNTER", _literal_args(counters=["c"], changeNumber=0)),
            ("SORT_CARDS", _literal_args(sources=["home"])),
        ),
    ]  # fmt: skip
    opened = open_box(_file(tmp_path / "it.pcio", json.dumps(widgets).encode()))
    box = opened.box
    (cards,) = [kind for kind in box.kinds if kind.piece == "card"]
    assert cards.codes == "cards"
    assert set(cards.fronts) == {f"{rank}{suit}" for rank in ("2", "10", "Q", "A") for suit in "HC"}
    assert box.losses == ()
    assert [lay.angle for lay in box.layout if lay.kind.startswith("board")] == [pytest.approx(3 * pi / 2, abs=1e-3)]
    state = new_table(box, 2)
    assert sorted(piece.face.side for piece in state.view(None).pieces if piece.holder is None)[0] < 0, "a king"

    def press(label: str) -> dict[str, int]:
        """Press a button, and return the count in each holder and the counters."""
        for action in expand_button(next(button for button in box.buttons if button.label == label), 1, state.view(1)):
            act(state, action)
            assert find_fault(state) == ""
        view = state.view(None)
        return {holder.name: holder.count for holder in view.holders if holder.count} | view.counters

    def top() -> int:
        pile = state.view(None).holder("Row")
        assert pile is not None
        assert pile.top is not None
        return pile.top.side

    assert press("Row") == {"draw pile": 5, "Row": 3, "Round": 4}
    assert top() >= 0
    press("Down")
    assert top() < 0
    press("Down")
    assert top() < 0, "it lies so already"
    assert press("Fill") == {"draw pile": 5, "Row": 1, "hand 1": 2, "Round": 4}
    assert press("Play") == {"draw pile": 5, "Row": 2, "hand 1": 1, "Round": 4}
    assert press("Again") == {"draw pile": 8, "Round": 0}


def _open(tmp_path: Path, widgets: list[Json], **files: bytes) -> LoadedBox:
    return open_box(_file(tmp_path / "it.pcio", json.dumps(widgets).encode(), **files))


def _press(state: TableState, label: str, seat: int = 0) -> dict[str, int]:
    """Press a button, and return the number of pieces in each place."""
    button = next(button for button in state.box.buttons if button.label == label)
    for action in expand_button(button, seat, state.view(seat)):
        act(state, action)
        assert find_fault(state) == ""
    return {holder.name: holder.count for holder in state.view(None).holders if holder.count}


def _french(*names: str) -> dict[str, Json]:
    return {name: {"label": name, "image": f"/img/cards-french/{name}.svg"} for name in names}


_FACE = _face_template({"type": "image", "valueType": "dynamic", "value": "image", "w": 103, "h": 160})
_SEATS: list[Json] = [{"id": f"s{seat}", "type": "seat", "seatIndex": seat, "x": 100 + 200 * seat} for seat in (0, 1)]


def test_new_form_of_routines_deals_to_all_seats(tmp_path: Path) -> None:
    """A message that only asks "Sure?" is none; a button without places does nothing."""
    types = _french("hearts-2", "hearts-10", "spades-q", "clubs-a", "joker-red", "diamonds-k")
    steps: list[Json] = [
        {"func": "RECALL_CARDS", "args": _literal_args(decks=["dk"], includeHands="hands")},
        {"func": "SHUFFLE_CARDS", "args": _literal_args(holders=["pile"])},
        {
            "id": "x",
            "branches": [
                {
                    "func": "MOVE_CARDS_BETWEEN_HOLDERS",
                    "args": _literal_args(
                        **{"from": ["pile"], "to": ["s0", "s1"], "quantity": 2, "moveMethod": "deal"}
                    ),
                }
            ],
        },
        {"func": "SORT_CARDS", "args": _literal_args(sources=["s0", "s1"])},
    ]
    query: Json = {"type": "query", "queryWidgetTypes": ["card"], "holders": ["pile"]}
    all_out: Json = {**_literal_args(to=["s0", "s1"], quantity=1000), "objects": query}  # type: ignore[dict-item]
    by_collection: Json = {
        "objects": {"type": "query", "collections": ["dk"], "holders": ["pile"]},
        **_literal_args(to=["s0"]),
    }  # type: ignore[dict-item]
    widgets: list[Json] = [
        {"id": "hand", "type": "hand"},
        *_SEATS,
        {"id": "pile", "type": "cardPile", "x": 200, "y": 300, "label": "Stock", "hasShuffleButton": True},
        {"id": "row", "type": "cardPile", "x": 400, "y": 300, "width": 360, "layoutType": "spread"},
        {"id": "dk", "type": "cardDeck", "parent": "pile", "cardTypes": types, "faceTemplate": _FACE},
        *_cards("dk", "pile", *types),
        {"type": "automationButton", "label": "Deal", "clickRoutine": {"popupMessage": "Sure?", "steps": steps}},
        {
            "type": "automationButton",
            "label": "All out",
            "clickRoutine": {"steps": [{"func": "MOVE_CARDS_BETWEEN_HOLDERS", "args": all_out}]},
        },
        {
            "type": "automationButton",
            "label": "Some",
            "clickRoutine": {"steps": [{"func": "MOVE_CARDS_BETWEEN_HOLDERS", "args": by_collection}]},
        },
        {"type": "automationButton", "label": "Ask", "clickRoutine": {"questions": [{"id": "q"}], "steps": steps}},
        _button("Empty", _move([], [])),
    ]
    box = _open(tmp_path, widgets).box
    assert box.seats == (1, 2)
    assert [button.label for button in box.buttons] == ["Deal", "All out", "Shuffle", "New round"]
    assert [(loss.part, loss.cause, loss.names) for loss in box.losses] == [
        ("button", "questions", ("Ask",)),
        ("button", "program", ("Some",)),
    ]
    assert {holder.name: holder.lays for holder in box.holders} == {"Stock": "stack", "Place 1": "row", "hand": "row"}
    for seats in (1, 2):
        state = new_table(box, seats)
        assert all(lay.shuffled and not lay.up for lay in box.layout)
        dealt = {"Stock": 6 - 2 * seats} | {f"hand {seat}": 2 for seat in range(seats)}
        assert _press(state, "Deal") == dealt
        assert _press(state, "Deal") == dealt, "hands come back"
        hand = state.view(0).holder("hand 0")
        assert hand is not None
        assert isinstance(hand.inside, tuple)
        fronts = [(face.kind, face.front) for face in hand.inside]
        assert fronts == sorted(fronts)
        assert _press(state, "All out") == {f"hand {seat}": 6 // seats for seat in range(seats)}


def test_pieces_choosers_and_dice_are_there(tmp_path: Path) -> None:
    """Chips are discs, pins pawns; a chooser is a die that is turned by hand."""
    art: dict[str, Json] = {
        "r": {"label": "Red", "image": "/img/pieces/chips/red.svg"},
        "t": {"label": "Teal", "image": "/img/pieces/pins/teal.svg"},
        "own": {"image": "package://userassets/x"},
    }
    widgets: list[Json] = [
        {"id": "hand", "type": "hand", "enabled": False},
        {
            "id": "ch",
            "type": "cardDeck",
            "collectionType": "pieces",
            "cardWidth": 60,
            "cardHeight": 60,
            "cardTypes": art,
            "faceTemplate": _FACE,
        },
        *({"type": "piece", "deck": "ch", "cardType": "r", "x": 100, "y": 500} for _ in range(4)),
        {"type": "piece", "deck": "ch", "cardType": "t", "x": 500, "y": 500},
        {"type": "piece", "deck": "ch", "cardType": "t", "x": 600, "y": 500, "parent": "bank"},
        {"type": "piece", "deck": "ch", "cardType": "own", "x": 700, "y": 500},
        {"id": "bank", "type": "cardPile", "x": 590, "y": 490, "width": 200, "height": 80},
        {
            "id": "cd",
            "type": "cardDeck",
            "collectionType": "choosers",
            "cardTypes": {"a": {"label": "Clubs"}, "b": {"label": "Hearts"}, "c": {"label": "No trump"}},
        },
        {"id": "tr", "type": "chooser", "deck": "cd", "chooserChoice": "b", "x": 900, "y": 200},
        {
            "id": "dd",
            "type": "cardDeck",
            "collectionType": "dice",
            "cardTypes": {str(face): {"label": str(face)} for face in range(1, 7)},
        },
        {"id": "die", "type": "dice", "deck": "dd", "diceValue": "3", "x": 1000, "y": 200},
        {"id": "sp", "type": "spinner", "options": ["N", "E", "S", "W"], "value": "E", "x": 1100, "y": 200},
        {"id": "k1", "type": "counter", "label": "Round 7", "counterValue": 7, "x": 300, "y": 100},
        {"id": "k3", "type": "counter", "counterValue": 2, "x": 700, "y": 100},
        {"id": "k2", "type": "counter", "counterValue": 1, "x": 500, "y": 100, "counterMin": 0, "counterMax": 5},
        {"type": "turnButton"},
        {"type": "separator"},
        {"type": "urlButton", "clickURL": "https://example.org"},
        _button(
            "Next trump",
            ("CHANGE_CHOOSER", _literal_args(choosers=["tr"], changeType="next")),
            ("CHANGE_COUNTER", _literal_args(counters=["k1"])),
        ),
        _button("Clubs", ("CHANGE_CHOOSER", _literal_args(choosers=["tr"], choice="a"))),
        _button("Roll", ("ROLL_DICE", _literal_args(dice=["die"])), ("SPIN_SPINNER", _literal_args(spinners=["sp"]))),
        _button("Next", ("NEXT_TURN", {})),
    ]
    box = _open(tmp_path, widgets).box
    assert [(loss.part, loss.cause) for loss in box.losses] == [("piece", "link")]
    assert [(kind.piece, kind.title, kind.total_count) for kind in box.kinds] == [
        ("disc", "a red chip", 4),
        ("pawn", "a teal pin", 2),
        ("card", "a tile", 1),
        ("die", "a die", 1),
        ("die", "a die", 1),
        ("die", "a die", 1),
    ]
    assert [(holder.name, holder.lays) for holder in box.holders] == [("Place 1", "free")]
    assert [(counter.name, counter.start, counter.each) for counter in box.counters] == [
        ("Round 7", 7, False),
        ("Counter", 1, False),
        ("Counter 2", 2, False),
    ]
    assert box.counters[1].most == 5
    state = new_table(box, 2)
    assert (state.view(0).stacks[0].count, len(state.view(0).stacks)) == (4, 1)

    def shown() -> list[str]:
        dice = [piece for piece in state.view(0).pieces if piece.face.kind is not None and piece.face.kind >= 3]
        dice.sort(key=lambda piece: piece.face.kind or 0)
        return [box.kinds[piece.face.kind or 0].fronts[piece.face.side] for piece in dice]

    assert shown() == ["Hearts", "3", "E"]
    _press(state, "Next trump")
    assert shown() == ["No trump", "3", "E"]
    assert state.view(0).counters["Round 7"] == 0
    _press(state, "Clubs")
    assert shown()[0] == "Clubs"
    _press(state, "Roll")
    _press(state, "Next")
    assert state.view(0).turn == 1


def test_usual_cards_and_own_ones_of_a_deck_look_alike_from_behind(tmp_path: Path) -> None:
    types: dict[str, Json] = {
        **_french("hearts-2", "hearts-3", "hearts-4", "hearts-j"),
        "fool": {"label": "The fool", "image": "package://userassets/joker.svg"},
        "far": {"label": "Far away", "image": "https://example.org/far.png"},
    }
    back = _face_template({"type": "image", "valueType": "static", "value": "package://userassets/back.gif"})
    in_hand: list[Json] = [
        {"type": "card", "deck": "dk", "cardType": name, "parent": "hand", "owner": owner}
        for name, owner in (("hearts-2", "u1"), ("hearts-3", "u1"), ("hearts-4", "left long ago"))
    ]
    widgets: list[Json] = [
        {"id": "hand", "type": "hand"},
        {"id": "s0", "type": "seat", "seatIndex": 0, "seatedUser": "u1"},
        {"id": "s1", "type": "seat", "seatIndex": 1, "seatedUser": ""},
        *({"id": f"p{index}", "type": "cardPile", "x": 200 + 200 * index, "y": 200} for index in (0, 1)),
        {"id": "p2", "type": "cardPile", "x": 700, "y": 200, "linkedSeat": "s1"},
        {"type": "labelText", "labelContent": "Discards", "x": 400, "y": 170, "width": 111, "textSize": 16},
        {"type": "labelText", "labelContent": "One each.", "x": 700, "y": 175, "width": 111, "textSize": 16},
        {
            "id": "dk",
            "type": "cardDeck",
            "parent": "p0",
            "cardTypes": types,
            "faceTemplate": _FACE,
            "backTemplate": back,
        },
        *in_hand,
        *_cards("dk", "p0", "hearts-j", "fool", "far"),
        _button("One", _move(["p0"], ["s1"], quantity=1)),
        _button("Hand in", _move(["s1"], ["p1"], quantity=1000)),
    ]
    svg = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg" '
        b'width="2.5in" height="3.5in"><path id="a" d="M0 0h9v9z"/><use href="#a"/></svg>'
    )
    gif = bytes.fromhex("47494638396101000100800000ff0000000000 2c00000000010001000002024401003b")
    opened = _open(tmp_path, widgets, **{"userassets/joker.svg": svg, "userassets/back.gif": gif})
    box = opened.box
    assert {Path(name).suffix for name in opened.pictures} == {".svg", ".gif"}
    cards = [kind for kind in box.kinds if kind.piece == "card"]
    assert [(kind.codes, kind.fronts, bool(kind.pictures), bool(kind.printed)) for kind in cards] == [
        ("cards", ("2H", "3H", "4H", "JH"), False, False),
        ("", ("The fool",), True, False),
        ("", ("Far away",), False, True),
    ]
    assert len({kind.back_appearance for kind in cards}) == 1
    assert [(loss.part, loss.cause, loss.names) for loss in box.losses] == [("picture", "internet", ("Far away",))]
    assert [(holder.name, holder.seat) for holder in box.holders if not holder.each] == [
        ("draw pile", None),
        ("Discards", None),
        ("Place 1", 1),
    ]
    assert box.seats == (2, 2), "single seats are named"
    state = new_table(box, 2)
    assert {holder.name: holder.count for holder in state.view(None).holders if holder.count} == {
        "draw pile": 4,
        "hand 0": 2,
    }
    assert all(not lay.up for lay in box.layout if lay.into == "draw pile")
    assert _press(state, "One") == {"draw pile": 3, "hand 0": 2, "hand 1": 1}
    assert _press(state, "Hand in", 1) == {"draw pile": 3, "hand 0": 2, "Discards": 1}


def test_decks_whose_backs_have_words_differ_from_behind(tmp_path: Path) -> None:
    def make_deck(name: str, paint: str, ink: str) -> Json:
        back = [
            {"type": "image", "x": 0, "y": 0, "w": 103, "h": 160, "valueType": "static", "value": "", "color": paint},
            {"type": "text", "x": 9, "y": 9, "w": 80, "valueType": "static", "value": "Salad", "color": ink},
            {"type": "text", "x": 9, "y": 50, "w": 80, "valueType": "dynamic", "value": "name"},
        ]
        types: Json = {"a": {"name": f"{name} secret"}, "b": {"name": "Other"}}
        face = _face_template({"type": "text", "valueType": "dynamic", "value": "name"})
        return {
            "id": name,
            "type": "cardDeck",
            "cardTypes": types,
            "faceTemplate": face,
            "backTemplate": {"objects": back},
        }

    widgets: list[Json] = [
        make_deck("questions", "rgb(0,0,0)", "rgb(255,255,255)"),
        make_deck("answers", "rgb(255,255,255)", "rgb(0,0,0)"),
        *_cards("questions", "", "a", "b"),
        *_cards("answers", "", "a", "b"),
    ]
    opened = _open(tmp_path, widgets)
    questions, answers = opened.box.kinds
    assert questions.back_picture != answers.back_picture
    parts = [
        [(part.words, part.colour.upper()) for part in opened.drawings[kind.back_picture].parts]
        for kind in (questions, answers)
    ]
    assert parts == [[("", "#000000"), ("Salad", "#FFFFFF")], [("", "#FFFFFF"), ("Salad", "#000000")]], (
        "of no card alone"
    )


def test_turn_button_with_a_routine_does_it_and_passes_the_turn(tmp_path: Path) -> None:
    routine: Json = [dict(zip(("func", "args"), _move(["pile"], ["row"], quantity=2), strict=True))]
    points: list[Json] = [
        {"id": f"p{seat}", "type": "cardPile", "label": "Points 1", "linkedSeat": f"s{seat}", "x": 200 * seat, "y": 600}
        for seat in (0, 1)
    ]
    widgets: list[Json] = [
        *({"id": f"s{seat}", "type": "seat", "seatIndex": seat} for seat in (0, 1)),
        *points,
        {"id": "pile", "type": "cardPile", "x": 10, "y": 10, "label": "Pile"},
        {"id": "row", "type": "cardPile", "x": 400, "y": 10, "label": "Row"},
        {"id": "dk", "type": "cardDeck", "parent": "pile", "cardTypes": _french("hearts-2"), "faceTemplate": _FACE},
        *_cards("dk", "pile", *["hearts-2"] * 5),
        {"type": "turnButton", "clickRoutine": routine},
        {"type": "turnButton", "clickRoutine": []},
        {"type": "turnButton", "clickRoutine": [{"func": "SEND_MAIL"}], "label": "Post"},
    ]
    box = _open(tmp_path, widgets).box
    assert [button.label for button in box.buttons] == ["Next turn", "New round"]
    assert [(loss.part, loss.names) for loss in box.losses] == [("button", ("Post",))]
    assert [(holder.name, holder.title) for holder in box.holders if holder.seat is not None] == [
        ("Points 1", ""),
        ("Points 1 (2)", "Points 1"),
    ]
    state = new_table(box, 2)
    assert _press(state, "Next turn") == {"Pile": 3, "Row": 2}
    assert state.view(0).turn == 1


def test_labels_are_as_high_as_their_lines_and_an_option_without_words_is_a_dash(tmp_path: Path) -> None:
    label = {"type": "labelText", "x": 100, "width": 200, "textSize": 20}
    widgets: list[Json] = [
        {**label, "y": 100, "labelContent": "One line"},
        {**label, "y": 300, "labelContent": "Four lines " * 7},
        {**label, "y": 700, "labelContent": "No end " * 28, "textSize": 100},
        {
            "id": "cd",
            "type": "cardDeck",
            "cardTypes": {"in": {"label": "Pass"}, "out": {"label": ""}},
            "faceTemplate": _face_template({"type": "text", "valueType": "dynamic", "value": "label"}),
        },
        {"type": "chooser", "deck": "cd", "chooserChoice": "out", "x": 900, "y": 200},
    ]
    box = _open(tmp_path, widgets).box
    places = {lay.kind: lay.at[0][1] for lay in box.layout}
    labels = [(kind.size, places[kind.name] + kind.size[1] / 2) for kind in box.kinds if kind.title == "a note"]
    ((width, one), top), ((_, four), next_top), ((_, endless), _) = labels
    assert (four / one, endless / one) == pytest.approx((3.25, 9.25 * 5), rel=0.01)
    assert top - next_top == pytest.approx(width, abs=0.2), "200 units, as between their upper edges"
    assert next(kind.fronts for kind in box.kinds if kind.piece == "die") == ("–", "Pass")


def test_more_cards_than_a_box_may_have_are_told(tmp_path: Path) -> None:
    types: dict[str, Json] = {str(index): {"label": f"card {index}"} for index in range(2500)}
    widgets: list[Json] = [
        {"id": "dk", "type": "cardDeck", "cardTypes": types, "faceTemplate": _FACE},
        *_cards("dk", "", *types),
        {"type": "labelText", "labelContent": "Many"},
    ]
    box = _open(tmp_path, widgets).box
    assert sum(kind.total_count for kind in box.kinds) == 2000
    assert [(loss.part, loss.cause, loss.count) for loss in box.losses] == [("piece", "number", 501)]


def test_places_lie_as_the_file_says_and_flips_turn_single_cards(tmp_path: Path) -> None:
    types = _french("hearts-2", "hearts-3", "hearts-4")
    layouts = {"": "stack", "down": "column", "up": "rising", "left": "row"}
    widgets: list[Json] = [
        {"id": "hand", "type": "hand"},
        *(
            {
                "id": f"p-{way}",
                "type": "cardPile",
                "x": 100,
                "layoutType": "spread" if way else "",
                "spreadDirection": way,
            }
            for way in layouts
        ),
        {"id": "g", "type": "cardPile", "layoutType": "grid"},
        {"id": "f", "type": "cardPile", "layoutType": "freeform"},
        {"id": "dk", "type": "cardDeck", "x": 700, "y": 700, "cardTypes": types, "faceTemplate": _FACE},
        *_cards("dk", "p-", *types),
        _button("Top", ("FLIP_CARDS", _literal_args(holders=["p-"], flipFace="faceUp"))),
        _button("Each", ("FLIP_CARDS", _literal_args(holders=["p-"], flipMode="pile", flipFace="switchEach"))),
        _button("Back", ("RECALL_CARDS", _literal_args(decks=["dk"], includeHolders="normal"))),
        _button("Home", ("RECALL_CARDS", _literal_args(decks=["dk"]))),
        _button("Block", _move(["p-"], ["f"], quantity=2, moveMethod="all")),
    ]
    box = _open(tmp_path, widgets).box
    lays = {holder.name: holder.lays for holder in box.holders if not holder.each}
    assert list(lays.values()) == [*layouts.values(), "row", "free", "stack"]
    state = new_table(box, 2)

    def sides() -> list[int]:
        looking = state.copy()
        act(looking, actions.Look(0, of="Place 1", n=0))
        return [face.side for face in looking.view(0).looking]

    _press(state, "Top")
    assert sides() == [-1, -1, 0]
    _press(state, "Each")
    assert sides() == [0, 0, -1]
    assert _press(state, "Back") == {"Place 1": 3}, "what lies in a pile stays"
    assert _press(state, "Block") == {"Place 1": 1, "Place 6": 2}
    assert _press(state, "Home") == {"Deck": 3}, "a deck without a pile has a place of its own"


def _find_complaint(file: Path) -> str:
    """Return the complaint about a file; "" if it is a box that can be laid out."""
    try:
        new_table(open_box(file).box, 2)
    except BadBoxFile as error:
        return str(error)
    return ""


def mutate_widgets(widgets: Json, rng: Random) -> Json:
    """Return a copy with one value changed or removed."""
    values: tuple[Json, ...] = (
        None,
        -1,
        1e300,
        "",
        "x" * 5000,
        "\x07\n",
        [],
        {},
        True,
        [[]],
        "hand",
        "p1",
        10**40,
        "card",
    )
    text = json.dumps(widgets)
    copy = json.loads(text)
    node = copy
    while True:
        key = rng.choice(range(len(node)) if isinstance(node, list) else list(node)) if node else None
        if key is None:
            return copy
        if isinstance(node[key], (list, dict)) and node[key] and rng.random() < 0.85:
            node = node[key]
            continue
        if rng.random() < 0.2:
            del node[key]
        else:
            node[key] = rng.choice(values)
        return copy


@pytest.mark.quick("few")
@pytest.mark.parametrize("times", [60, 1000], ids=["few", "many"])
def test_mutated_files_load_or_are_refused_in_one_line(times: int, tmp_path: Path) -> None:
    rng, opened = Random(5), 0
    for _ in range(times):
        widgets: Json = WIDGETS
        for _ in range(rng.randrange(1, 4)):
            widgets = mutate_widgets(widgets, rng)
        data = json.dumps(widgets).encode()
        if rng.random() < 0.1:
            data = data[: rng.randrange(len(data))]
        complaint = _find_complaint(_file(tmp_path / "it.pcio", data))
        opened += not complaint
        assert "\n" not in complaint, data
        assert len(complaint) < 400, data
    assert opened > times / 3
