"""Boxes that froze the window or took all memory are refused or bounded."""

from __future__ import annotations

import io
import os
import struct
import sys
import zlib
from pathlib import Path

import pygame
import pytest

from grenade_salad.boxes import bundled
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.image_size import PNG_SIGNATURE, check_picture
from grenade_salad.boxes.loader import open_box
from grenade_salad.quarantine.boxes import open_in_quarantine
from grenade_salad.quarantine.process import Limits, Quarantine

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{}</svg>'
_BOX = 'box = 1\nname = "Mine"\n[[kinds]]\nname = "card"\npiece = "card"\npictures = ["{}"]\n'


def _write_box(folder: Path, picture: str, data: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "box.toml").write_text(_BOX.format(picture), encoding="utf-8")
    (folder / picture).write_bytes(data)
    return folder


def _refusal(quarantine: Quarantine, path: Path) -> str:
    with pytest.raises(BadBoxFile) as refused:
        open_in_quarantine(quarantine, path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
    return str(refused.value)


@pytest.mark.parametrize("name", ["chess", "dominoes", "cards"])
def test_box_has_the_same_description_and_hash_and_its_pictures_are_png(
    shared_quarantine: Quarantine, name: str
) -> None:
    box, original = open_in_quarantine(shared_quarantine, bundled.folder(name)), bundled.load_box(name)
    assert box.setup == original.setup, "old tables find their pictures"
    assert box.pages == original.pages
    assert sorted(box.pictures) == sorted(original.pictures)
    for picture, data in box.pictures.items():
        assert data.startswith(PNG_SIGNATURE)
        image = pygame.image.load(io.BytesIO(data), "it.png")
        assert image.get_size() == check_picture("it.png", data)
        width, height = check_picture(picture, original.pictures[picture])
        assert image.get_width() / image.get_height() == pytest.approx(width / height, rel=0.02)


def test_errors_come_out_as_they_are(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    path = _write_box(tmp_path / "it", "a.png", b"GIF89a")
    (path / "box.toml").write_text(_BOX.format("a.png") + "size = [0, 5]\ncount = 0\n", encoding="utf-8")
    with pytest.raises(BadBoxFile) as expected:
        open_box(path)
    with pytest.raises(BadBoxFile) as refused:
        open_in_quarantine(shared_quarantine, path)
    assert len(expected.value.all_errors) > 1
    assert [str(error) for error in refused.value.all_errors] == [str(error) for error in expected.value.all_errors]
    assert [error.details for error in refused.value.all_errors] == [
        error.details for error in expected.value.all_errors
    ]


COSTLY_DRAWINGS = {
    "dashes": (_SVG.format('<path d="M0 0L90 90" stroke="red" stroke-dasharray=".0000001"/>'), "dashes"),
    "dashes in a style": (_SVG.format('<path d="M0 0L9 9" style="stroke:red;stroke-dasharray: 1e-7"/>'), "dashes"),
    "many beginnings": ("<svg " * 80_000, "it is not the picture"),
    "beginning in a comment": (
        '<!-- <svg width="9" height="9"> --><svg width="99999" height="9"/>',
        "99999 x 9 pixels",
    ),
    "gradients": (
        _SVG.format('<linearGradient id="g"/>' * 20_000 + '<path d="M0 0" fill="url(#g)"/>' * 20_000),
        "1000 gradients",
    ),
    "styles": (_SVG.format(f"<style>{'.a{fill:red}' * 90_000}</style>"), "letters of CSS"),
}


@pytest.mark.parametrize("name", sorted(COSTLY_DRAWINGS))
def test_drawing_that_takes_minutes_is_refused_before_it_is_drawn(
    shared_quarantine: Quarantine, tmp_path: Path, name: str
) -> None:
    drawing, reason = COSTLY_DRAWINGS[name]
    path = _write_box(tmp_path / "it", "a.svg", drawing.encode())
    refusal = _refusal(shared_quarantine, path)
    assert refusal.startswith("a.svg: ")
    assert reason in refusal


@pytest.mark.parametrize(
    "drawing",
    [
        _SVG.format(f'<path d="M0 0{"C 0 99 99 0 99 99 C 50 0 0 99 0 0" * 150_000}"/>'),
        _SVG.format('<rect width="99" height="99"/>' * 20_000),
    ],
    ids=["five megabytes of a path", "many shapes"],
)
def test_slow_drawing_is_named_when_its_time_is_over(tmp_path: Path, drawing: str) -> None:
    path = _write_box(tmp_path / "it", "a.svg", drawing.encode())
    with Quarantine(Limits(step_seconds=2.0)) as quarantine:
        name, _, reason = _refusal(quarantine, path).partition(": ")
    assert name == "a.svg"
    assert reason in ("it takes too long to read", "it needs too much memory", "reading it ended with an error")


@pytest.mark.parametrize(
    "text",
    [
        f'box = 1\nname = "x"\n{"a." * 50_000}a = 1',
        'box = 1\nname = "x"\n' + '"a".' * 50_000 + "a = 1",
        f'box = 1\nname = "x"\n[{"a." * 50_000}a]',
        f'box = 1\nname = "x"\na = {"[" * 100_000}',
        f'box = 1\nname = "x"\na = {"{a=" * 60_000}',
    ],
    ids=["dotted key", "quoted keys", "dotted table", "arrays", "inline tables"],
)
def test_deep_description_is_refused_at_once(shared_quarantine: Quarantine, tmp_path: Path, text: str) -> None:
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    assert "box.toml: line 3: it is not TOML: names or brackets" in _refusal(shared_quarantine, tmp_path)


def test_bracket_and_spaces_are_refused_at_once(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(f'box = 1\nname = "x"\nseats = [9, 99]\n[{" " * 200_000}\n', encoding="utf-8")
    assert "box.toml: " in _refusal(shared_quarantine, tmp_path)


def test_many_kinds_of_one_spreadsheet_are_refused(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    kinds = "".join(
        f'[[kinds]]\nname = "k{index}"\npiece = "card"\ncsv = {{ file = "cards.csv" }}\n' for index in range(200)
    )
    (tmp_path / "box.toml").write_text(f'box = 1\nname = "x"\n{kinds}', encoding="utf-8")
    (tmp_path / "cards.csv").write_text(
        "name,text,count\n" + f"A,{'word ' * 190},0\n" * 999 + "B,,1\n", encoding="utf-8"
    )
    assert "the spreadsheets of all kinds" in _refusal(shared_quarantine, tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_pipe_in_place_of_a_spreadsheet_stops_nobody(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cards.csv")
    with Quarantine(Limits(step_seconds=2.0)) as quarantine:
        assert "cards.csv: " in _refusal(quarantine, tmp_path / "cards.csv")
    (tmp_path / "box.toml").write_text(_BOX.format("a.png"), encoding="utf-8")
    os.mkfifo(tmp_path / "a.png")
    assert _refusal(shared_quarantine, tmp_path).startswith("a.png: ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices in folders")
def test_device_is_no_box(shared_quarantine: Quarantine) -> None:
    assert "zero: " in _refusal(shared_quarantine, Path("/dev/zero"))


@pytest.mark.skipif(sys.platform == "win32", reason="the file would not be sparse")
def test_huge_sparse_spreadsheet_among_thousands_of_files_is_refused(
    shared_quarantine: Quarantine, tmp_path: Path
) -> None:
    with (tmp_path / "cards.csv").open("wb") as file:
        file.truncate(4 * 1024**3)
    for index in range(3000):
        (tmp_path / f"{index}.txt").touch()
    assert "cards.csv: " in _refusal(shared_quarantine, tmp_path / "cards.csv")


def test_picture_of_many_pixels_in_few_bytes_is_reduced(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    def pack(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))

    head = struct.pack(">LLBBBBB", 4096, 4096, 8, 0, 0, 0, 0)
    data = zlib.compress(bytes(4096 * 4097), 9)
    picture = PNG_SIGNATURE + pack(b"IHDR", head) + pack(b"IDAT", data) + pack(b"IEND", b"")
    path = _write_box(tmp_path / "it", "a.png", picture)
    width, height = check_picture("a.png", open_in_quarantine(shared_quarantine, path).pictures["a.png"])
    assert width == height
    assert width * height < 1_500_000, "a card needs no more"


def test_brief_box_has_small_pictures_and_the_same_setup(shared_quarantine: Quarantine) -> None:
    folder = bundled.folder("chess")
    whole = open_in_quarantine(shared_quarantine, folder)
    brief = open_in_quarantine(shared_quarantine, folder, is_brief=True)
    assert brief.setup == whole.setup
    assert brief.pictures.keys() == whole.pictures.keys()
    assert 4 * sum(map(len, brief.pictures.values())) < sum(map(len, whole.pictures.values()))


def test_first_frame_of_a_gif_is_shown(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    palette = b"\xff\0\0\0\xff\0"
    frame = b"!\xf9\4\0\x0a\0\0\0,\0\0\0\0\2\0\1\0\0\2\2"
    gif = b"GIF89a\2\0\1\0\x80\0\0" + palette + frame + b"\x04\x0a\0" + frame + b"\x4c\x0a\0;"
    path = _write_box(tmp_path / "it", "a.gif", gif)
    data = open_in_quarantine(shared_quarantine, path).pictures["a.gif"]
    image = pygame.image.load(io.BytesIO(data), "it.png")
    assert image.get_size() == (2, 1)
    assert image.get_at((0, 0))[:3] == (255, 0, 0)


def test_cut_picture_is_refused_with_its_name(shared_quarantine: Quarantine, tmp_path: Path) -> None:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((300, 200)), file, "a.png")
    path = _write_box(tmp_path / "it", "a.png", file.getvalue()[:-60])
    assert open_box(path).pictures, "its first bytes are right"
    assert _refusal(shared_quarantine, path) == "a.png: it is not the picture that its name says"
