"""Pictures that are put together from others, drawn in the quarantine."""

from __future__ import annotations

import io
import json
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pygame
import pytest

from grenade_salad.boxes.box_reader import LoadedBox
from grenade_salad.boxes.drawings import Drawing, DrawingPart
from grenade_salad.games.open_table.box import Loss
from grenade_salad.quarantine.boxes import open_in_quarantine
from grenade_salad.quarantine.drawings import Drawer
from grenade_salad.quarantine.process import Quarantine

Colour = tuple[int, int, int]
RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def _png(colour: Colour, size: tuple[int, int] = (8, 8)) -> bytes:
    image = pygame.Surface(size)
    image.fill(colour)
    data = io.BytesIO()
    pygame.image.save(image, data, "it.png")
    return data.getvalue()


def _svg(inside: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{inside}</svg>'.encode()


def _open(quarantine: Quarantine, folder: Path, state: dict[str, Any], **assets: bytes) -> LoadedBox:
    path = folder / "it.vtt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("0.json", json.dumps({"_meta": {"version": 16}, **state}))
        for name, data in assets.items():
            archive.writestr(f"assets/{name}", data)
    return open_in_quarantine(quarantine, path)


def _colours(data: bytes, *points: tuple[float, float]) -> list[Colour]:
    """Return the colours of a picture at shares of its width and height."""
    image = pygame.image.load(io.BytesIO(data), "it.png")
    width, height = image.get_size()
    return [tuple(image.get_at((int(x * width), int(y * height))))[:3] for x, y in points]  # type: ignore[misc]


def _deck(*objects: dict[str, Any]) -> dict[str, Any]:
    """Return a deck of one card whose only face has these objects."""
    deck = {"type": "deck", "cardTypes": {"a": {}}, "faceTemplates": [{"objects": list(objects)}]}
    return {"d": deck, "c": {"type": "card", "deck": "d", "cardType": "a", "width": 100, "height": 200}}


def test_pictures_and_words_of_a_card_are_laid_over_each_other(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    state = _deck(
        {"type": "image", "width": 100, "height": 200, "value": "/assets/red"},
        {"type": "image", "x": 50, "y": 100, "width": 50, "height": 100, "color": "green", "value": "/assets/blue"},
        {"type": "text", "x": 5, "y": 5, "width": 90, "height": 60, "fontSize": 60, "value": "MMM", "color": "white"},
    )
    loaded = _open(shared_quarantine, tmp_path, state, red=_png(RED, (8, 16)), blue=_png(BLUE))
    (kind,) = loaded.box.kinds
    (name,) = kind.pictures
    assert sorted(loaded.pictures) == [name], "parts are not needed any more"
    assert not loaded.drawings
    assert not loaded.box.losses
    colours = _colours(loaded.pictures[name], (0.1, 0.9), (0.75, 0.75), (0.75, 0.53), (0.75, 0.97))
    assert colours == [RED, BLUE, GREEN, GREEN], "a square picture in a high frame is in its middle"
    image = pygame.image.load(io.BytesIO(loaded.pictures[name]), "it.png")
    assert image.get_height() == pytest.approx(2 * image.get_width(), abs=2)
    top = image.subsurface((0, 0, image.get_width(), image.get_height() // 3))
    assert pygame.mask.from_threshold(top, (255, 255, 255), (60, 60, 60)).count() > 500


def test_bitmaps_inside_an_svg_are_laid_over_it(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    address = f"data:image/png;base64,{b64encode(_png(BLUE)).decode()}"
    direct = f'<image x="50" y="0" width="50" height="50" href="{address}"/>'
    used = (
        f'<defs><image id="i" width="10" height="10" xlink:href="{address}"/></defs>'
        '<use xlink:href="#i" transform="matrix(5,0,0,5,0,50)"/>'
    )
    ground = '<rect width="100" height="100" fill="#ff0000"/>'
    state = {"board": {"image": "/assets/it", "movable": False, "width": 100, "height": 100}}
    loaded = _open(shared_quarantine, tmp_path, state, it=_svg(ground + direct + used))
    (data,) = loaded.pictures.values()
    assert _colours(data, (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)) == [RED, BLUE, BLUE, RED]


def test_an_svg_in_an_svg_and_marked_text_are_drawn(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    def embed(kind: str, data: bytes) -> str:
        return f'<image width="100" height="100" href="data:image/{kind};base64,{b64encode(data).decode()}"/>'

    inner = _svg(embed("png", _png(BLUE)))
    style = "<style><![CDATA[.a{fill:#ff0000}]]></style>"
    state = {
        "outer": {"image": "/assets/it", "movable": False, "width": 100, "height": 100},
        "styled": {"image": "/assets/styled", "movable": False, "width": 100, "height": 100, "x": 300},
    }
    styled = _svg(style + '<rect class="a" only_selected="false" width="100.00000000000001" height="100"/>')
    loaded = _open(shared_quarantine, tmp_path, state, it=_svg(embed("svg+xml", inner)), styled=styled)
    assert not loaded.box.losses
    assert sorted(_colours(data, (0.5, 0.5))[0] for data in loaded.pictures.values()) == [BLUE, RED]


def test_a_picture_that_cannot_be_decoded_is_a_loss_of_a_foreign_box(
    shared_quarantine: Quarantine, tmp_path: Path
) -> None:
    state = {
        "good": {"image": "/assets/good", "movable": False},
        "bad": {"image": "/assets/bad", "movable": False, "x": 300},
    }
    loaded = _open(shared_quarantine, tmp_path, state, good=_png(RED), bad=_png(BLUE)[:60])
    assert sorted(kind.pictures for kind in loaded.box.kinds)[0] == ("",)
    assert len(loaded.pictures) == 1
    assert loaded.box.losses == (Loss("picture", "unreadable"),)


def test_parts_of_drawings_that_cannot_be_decoded_are_told(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    whole = {"type": "image", "width": 100, "height": 200}
    corner = {"type": "image", "width": 50, "height": 50, "color": "green"}
    state = _deck({**whole, "value": "/assets/good"}, {**corner, "value": "/assets/bad"})
    state["board"] = {"image": "/assets/bad", "movable": False}
    loaded = _open(shared_quarantine, tmp_path, state, good=_png(RED, (8, 16)), bad=_png(BLUE)[:60])
    assert loaded.box.losses == (Loss("picture", "unreadable"), Loss("picture", "part"))
    front = next(kind.pictures[0] for kind in loaded.box.kinds if kind.piece == "card")
    assert _colours(loaded.pictures[front], (0.5, 0.5)) == [RED], "the other parts are there"


def test_words_are_written_over_a_picture_on_the_table(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    words = {"text": "MMM", "css": "font-size: 40px; color: white; text-align: center", "width": 100, "height": 100}
    state = {
        "board": {"image": "/assets/red", "movable": False, **words},
        "pawn": {"image": "/assets/blue", "x": 300, **words, "text": "WWW"},
        "plain": {"image": "/assets/blue", "x": 500, **words, "text": " "},
    }
    loaded = _open(shared_quarantine, tmp_path, state, red=_png(RED), blue=_png(BLUE))
    written = {kind.fronts[0]: kind.pictures[0] for kind in loaded.box.kinds}
    assert sorted(written) == ["MMM", "WWW", "a piece"]
    for front, is_written in (("MMM", True), ("WWW", True), ("a piece", False)):
        image = pygame.image.load(io.BytesIO(loaded.pictures[written[front]]), "it.png")
        upper = image.subsurface((0, 0, image.get_width(), image.get_height() // 2))
        assert (pygame.mask.from_threshold(upper, (255, 255, 255), (60, 60, 60)).count() > 100) == is_written


@pytest.mark.parametrize(
    "address", ["/assets/cover", f"data:image/png;base64,{b64encode(_png(BLUE, (900, 600))).decode()}"]
)
def test_a_game_has_its_own_picture_on_the_shelf(shared_quarantine: Quarantine, tmp_path: Path, address: str) -> None:
    info = {"_meta": {"version": 16, "info": {"image": address}}, "board": {"image": "/assets/red"}}
    loaded = _open(shared_quarantine, tmp_path, info, cover=_png(BLUE, (900, 600)), red=_png(RED))
    assert len(loaded.pictures) == 1, "the table has no use for it"
    for colour in _colours(loaded.cover, (0.1, 0.1), (0.9, 0.9)):
        assert colour == pytest.approx(BLUE, abs=4), "scaling rounds"
    assert pygame.image.load(io.BytesIO(loaded.cover), "it.png").get_size() == (480, 320)


def test_a_cover_that_is_drawn_is_on_the_shelf(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    inside = f'<image width="100" height="100" href="data:image/png;base64,{b64encode(_png(BLUE)).decode()}"/>'
    for address in ("/assets/cover", f"data:image/svg+xml,{quote(_svg(inside))}"):
        info = {"_meta": {"version": 16, "info": {"image": address}}, "board": {"image": "/assets/red"}}
        loaded = _open(shared_quarantine, tmp_path, info, cover=_svg(inside), red=_png(RED))
        assert len(loaded.pictures) == 1
        (colour,) = _colours(loaded.cover, (0.5, 0.5))
        assert colour == pytest.approx(BLUE, abs=4)


@pytest.mark.parametrize("address", ["https://example.org/a.png", "/assets/bad", "/assets/none", 5])
def test_a_cover_that_is_missing_is_no_loss(shared_quarantine: Quarantine, tmp_path: Path, address: object) -> None:
    info = {"_meta": {"version": 16, "info": {"image": address}}, "board": {"image": "/assets/red"}}
    loaded = _open(shared_quarantine, tmp_path, info, bad=_png(BLUE)[:60], red=_png(RED))
    assert (loaded.cover, loaded.box.losses) == (b"", ())


def test_drawings_in_each_other_and_missing_parts_end() -> None:
    drawing = Drawing((10, 10), (DrawingPart(0, 0, 10, 10, picture="it.png"), DrawingPart(0, 0, 5, 5, 45, "gone.png")))
    surface = Drawer({}, {"it.png": drawing}).draw(drawing, (20, 20))
    assert surface.get_size() == (20, 20)
    assert not pygame.mask.from_surface(surface).count()


def test_turned_words_stay_in_their_place() -> None:
    part = DrawingPart(40, 40, 20, 20, 90, words="l", type_size=20, colour="#000000", align="center")
    surface = Drawer({}, {}).draw(Drawing((100, 100), (part,)), (200, 200))
    ((x, y, width, height),) = pygame.mask.from_surface(surface).get_bounding_rects()
    assert 70 < x < x + width < 130
    assert 70 < y < y + height < 130
    assert width > height
