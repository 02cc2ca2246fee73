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

from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import open_box
from grenade_salad.core import Json
from grenade_salad.games.open_table.buttons import expand_button
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
            {"func": "SEND_MAIL", "args": {}},
        ],
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
    own_kind = next(kind for kind in box.kinds if kind.printed)
    assert own_kind.fronts == ("Storm", "Calm")
    assert [(printed.title, printed.text, bool(printed.picture)) for printed in own_kind.printed] == [
        ("Storm", "Lose a ship.", False), ("Calm", "", True),
    ]  # fmt: skip
    assert {kind.piece for kind in kinds.values()} == {"card", "board", "disc", "pawn", "die"}
    assert [kind.fronts for kind in box.kinds if kind.piece == "die"] == [("A", "B", "C"), tuple("123456")]
    assert [(counter.name, counter.start) for counter in box.counters] == [("Gold", 7)]
    (label,) = [kind for kind in box.kinds if kind.title == "a note"]
    assert label.fronts == ("The sea",)
    assert next(lay for lay in box.layout if lay.kind == label.name).locked
    assert len(opened.pictures) == 1
    assert set(opened.left_out) == {"voiceChat", "SEND_MAIL"}
    state = new_table(box, 2)
    for button in box.buttons:
        for action in expand_button(button, 1, state.view(1)):
            act(state, action)
            assert find_fault(state) == ""
        if button.label == "Draw 2":
            assert [holder.count for holder in state.view(None).holders if holder.name == "hand 1"] == [2]
    assert [button.label for button in box.buttons] == ["Draw 2", "New round"]


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
            ("RECALL_CARDS", _literal_args(decks=["d"], flip="faceDown")),
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
    assert opened.left_out == ("SORT_CARDS",)
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
        pile = state.view(None).holder("away")
        assert pile is not None
        assert pile.top is not None
        return pile.top.side

    assert press("Row") == {"home": 5, "away": 3, "Round": 4}
    assert top() >= 0
    press("Down")
    assert top() < 0
    press("Down")
    assert top() < 0, "it lies so already"
    assert press("Fill") == {"home": 5, "away": 1, "hand 1": 2, "Round": 4}
    assert press("Play") == {"home": 5, "away": 2, "hand 1": 1, "Round": 4}
    assert press("Again") == {"home": 8, "Round": 0}


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
