"""Files of playingcards.io, made by hand in its form: what they become, and that no wrong one does harm."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from random import Random

import pygame
import pytest

from grenade_salad.boxes.complaint import BadBoxFile
from grenade_salad.boxes.opening import open_box
from grenade_salad.core import Json
from grenade_salad.games.open_table.buttons import pressed
from tests.open_table.playing import act, table_of, why_broken


def _faces(*objects: dict[str, Json]) -> Json:
    return {"includeBorder": True, "objects": list(objects)}


def _given(**what: Json) -> Json:
    return {key: {"type": "literal", "value": value} for key, value in what.items()}


def _cards(deck: str, pile: str, *types: str) -> list[Json]:
    return [
        {
            "id": f"{deck}-{at}",
            "type": "card",
            "deck": deck,
            "cardType": one,
            "parent": pile,
            "x": 300,
            "y": 200,
            "z": at,
        }
        for at, one in enumerate(types)
    ]


WIDGETS: list[Json] = [
    {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "enabled": True},
    {"id": "p1", "type": "cardPile", "x": 300, "y": 200, "z": 2, "label": "Library", "hasShuffleButton": True},
    {"id": "p2", "type": "cardPile", "x": 500, "y": 200, "z": 3, "width": 111, "height": 168, "label": ""},
    {
        "id": "french", "type": "cardDeck", "parent": "p1", "x": 300, "y": 200,
        "cardTypes": {"c-2": {"label": "2C", "image": "/img/2c.svg"}, "h-q": {"label": "QH", "image": "/img/q.svg"}},
        "faceTemplate": _faces({"type": "image", "x": 0, "y": 0, "valueType": "dynamic", "value": "image"}),
        "backTemplate": _faces({"type": "image", "value": "/img/back.svg", "valueType": "static"}),
    },
    *_cards("french", "p1", "c-2", "h-q", "h-q"),
    {
        "id": "own", "type": "cardDeck", "parent": "p2", "cardWidth": 103, "cardHeight": 103,
        "cardTypes": {
            "a": {"name": "Storm", "rule": "Lose a ship."}, "b": {"name": "Calm", "art": "package://userassets/x"},
        },
        "faceTemplate": _faces(
            {"type": "text", "valueType": "dynamic", "value": "name"},
            {"type": "text", "valueType": "dynamic", "value": "rule"},
            {"type": "image", "valueType": "dynamic", "value": "art"},
        ),
        "backTemplate": _faces(),
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
            {"func": "SHUFFLE_CARDS", "args": _given(holders=["p1"])},
            {"func": "MOVE_CARDS_BETWEEN_HOLDERS", "args": _given(**{"quantity": 2, "to": ["hand"], "from": ["p1"]})},
            {"func": "SEND_MAIL", "args": {}},
        ],
    },
    {"id": "v1", "type": "voiceChat"},
]  # fmt: skip


def _png() -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((8, 8)), file, "a.png")
    return file.getvalue()


def _file(path: Path, widgets: bytes, **more: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("widgets.json", widgets)
        archive.writestr("userassets/x", _png())
        for name, data in more.items():
            archive.writestr(name, data)
    return path


def test_a_file_becomes_a_box_that_is_played(tmp_path: Path) -> None:
    opened = open_box(_file(tmp_path / "Sea trade.pcio", json.dumps(WIDGETS).encode()))
    box = opened.box
    assert box.name == "Sea trade"
    kinds = {kind.name: kind for kind in box.kinds}
    french = next(kind for kind in box.kinds if kind.codes == "cards")
    assert dict(zip(french.fronts, french.counts, strict=True)) == {"2C": 1, "QH": 2}
    own = next(kind for kind in box.kinds if kind.printed)
    assert own.fronts == ("Storm", "Calm")
    assert [(one.title, one.text, bool(one.picture)) for one in own.printed] == [
        ("Storm", "Lose a ship.", False), ("Calm", "", True),
    ]  # fmt: skip
    assert {kind.piece for kind in kinds.values()} == {"card", "board", "disc", "pawn", "die"}
    assert [kind.fronts for kind in box.kinds if kind.piece == "die"] == [("A", "B", "C"), tuple("123456")]
    assert [(counter.name, counter.start) for counter in box.counters] == [("Gold", 7)]
    assert [note.text for note in box.notes] == ["The sea"]
    assert len(opened.pictures) == 1
    assert set(opened.left_out) == {"voiceChat", "SEND_MAIL"}
    state = table_of(box, 2)
    for button in box.buttons:
        for action in pressed(button, 1, state.view(1)):
            act(state, action)
            assert why_broken(state) == ""
        if button.label == "Draw 2":
            assert [holder.count for holder in state.view(None).holders if holder.name == "hand 1"] == [2]
    assert [button.label for button in box.buttons] == ["Draw 2", "New round"]


def _complaint(file: Path) -> str:
    """What is said of a file; "" if it is a box, which can be laid out then."""
    try:
        table_of(open_box(file).box, 2)
    except BadBoxFile as error:
        return str(error)
    return ""


def _mutated(widgets: Json, rng: Random) -> Json:
    """The same with one value somewhere that is another."""
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
    at = copy
    while True:
        key = rng.choice(range(len(at)) if isinstance(at, list) else list(at)) if at else None
        if key is None:
            return copy
        if isinstance(at[key], (list, dict)) and at[key] and rng.random() < 0.85:
            at = at[key]
            continue
        if rng.random() < 0.2:
            del at[key]
        else:
            at[key] = rng.choice(values)
        return copy


@pytest.mark.quick("few")
@pytest.mark.parametrize("times", [60, 1000], ids=["few", "many"])
def test_mutated_files_are_boxes_or_one_line(times: int, tmp_path: Path) -> None:
    rng, opened = Random(5), 0
    for _ in range(times):
        wrong: Json = WIDGETS
        for _ in range(rng.randrange(1, 4)):
            wrong = _mutated(wrong, rng)
        data = json.dumps(wrong).encode()
        if rng.random() < 0.1:
            data = data[: rng.randrange(len(data))]
        said = _complaint(_file(tmp_path / "it.pcio", data))
        opened += not said
        assert "\n" not in said, data
        assert len(said) < 400, data
    assert opened > times / 3
