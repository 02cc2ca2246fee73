"""One door: the content of a file decides what it is, whatever it is called."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.history.history_scene import HistoryScene
from grenade_salad.app.pages.settings_page import SettingsScene
from grenade_salad.app.shell.dialog import Dialog
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled, door
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import make_source, open_source, why_not_name
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.opened_boxes import OpenedBoxes
from grenade_salad.games.open_table.view import Face
from grenade_salad.match.match import new_match
from grenade_salad.match.record import read_strangers_record, write_record
from grenade_salad.sheets import open_table_picture
from grenade_salad.text import Reader, say
from grenade_salad.text.decoding import decode_text, to_utf8_lines
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.app.conftest import run_frames
from tests.open_table.playing import new_table

BOX = 'box = 1\nname = "Möwen"\n[[kinds]]\nname = "card"\npiece = "card"\npictures = ["{picture}"]\n'
WIDGETS = b'[{"type": "cardPile", "id": "a", "x": 100, "y": 100}]'


def _png() -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((4, 4)), file, "a.png")
    return file.getvalue()


def _zip(*files: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """A zip that is the same whenever it is made: some names of tests are made of it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name) if isinstance(name, str) else name, content)
    return data.getvalue()


def _record() -> bytes:
    data, match = io.BytesIO(), new_match("wheel", ("Ann", "Bo"))
    match.resolve_chance()
    write_record(data, match.header, match.entries)
    return data.getvalue()


FORMATS: list[tuple[str, bytes, str]] = [
    ("a.bin", b"PK\x05\x06" + bytes(18), "unknown"),
    ("it.txt", _zip(("box.toml", b"box = 1")), "box"),
    ("it.txt", _zip(("it/box.toml", b"box = 1")), "box"),
    ("it.zip", _zip(("widgets.json", WIDGETS)), "pcio"),
    ("it.zip", _zip(("0.json", b'{"_meta": {"version": 16}}')), "vtt"),
    ("it.json", b'{"a": {"type": "card"}, "_meta": {"version": 16}}', "vtt"),
    ("widgets.json", WIDGETS, "pcio"),
    ("games.zip", _zip(("a.pcio", b""), ("b.vtt", b"")), "games"),
    ("it.jsonl", b'{"record": 3, "game": "wheel"}\n', "record"),
    ("it.csv", b'\xef\xbb\xbf{"record": 3, "game": "wheel"}\r\n', "record"),
    ("it.txt", b'{"scenario": 1, "game": "salad"}', "scenario"),
    ("half.jsonl", b'{"record": 3, "ga', "record"),
    ("it.zip", _zip(("[Content_Types].xml", b""), ("xl/workbook.xml", b"")), "workbook"),
    ("it.zip", _zip(("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")), "workbook"),
    ("it.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(90), "workbook"),
    ("cards.txt", b"name\tcost\nA\t1\n", "spreadsheet"),
    ("cards.csv", b"name\nA\n", "spreadsheet"),
    ("cards.tsv", "name\tcost\nA\t1\n".encode("utf-16"), "spreadsheet"),
    ("it", b"\x89PNG\r\n\x1a\n", "pictures"),
    ("it.txt", b"<?xml version='1.0'?>\n<svg/>", "pictures"),
    ("cards.zip", _zip(("cards/a.png", b""), ("cards/b.jpg", b"")), "pictures"),
    ("it.vmod", _zip(("buildFile.xml", b""), ("images/a.png", b"")), "vassal"),
    ("it.json", b'{"SaveName": "x", "ObjectStates": []}', "simulator"),
    ("it.pdf", b"%PDF-1.7", "pdf"),
    ("it.7z", b"7z\xbc\xaf\x27\x1c", "archive"),
    ("it.rar", b"Rar!\x1a\x07", "archive"),
    ("it.exe", b"MZ\x90\x00\x03", "unknown"),
    ("it.txt", b"Just a letter to you.\n", "unknown"),
    ("it.json", b"[" * 100_000, "unknown"),
    ("it.txt", b"", "unknown"),
]


@pytest.mark.parametrize(("name", "data", "wanted"), FORMATS)
def test_content_decides_the_format(name: str, data: bytes, wanted: str) -> None:
    assert door.recognize(make_source(name, {name: data}, main=name)) == wanted


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("it.vmod", _zip(("buildFile", b"")), "A VASSAL module"),
        ("it.json", b'{"ObjectStates": []}', "Tabletop Simulator"),
        ("it.pdf", b"%PDF-1.7", "Export them as PNG"),
        ("it.7z", b"7z\xbc\xaf\x27\x1c", "Unpack it and drop the folder"),
        ("it.exe", b"MZ\x90\x00\x03", "These are: a folder or zip with box.toml"),
        ("it.zip", b"no zip", "it is not a zip that can be read"),
        ("it.pcio", _zip(("widgets.json", WIDGETS))[:60], "it is not a zip that can be read"),
    ],
)
def test_unread_formats_get_one_sentence(name: str, data: bytes, part: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadBoxFile) as refused:
        open_box(tmp_path / name)
    assert part in str(refused.value)
    assert "\n" not in str(refused.value)


def test_zip_with_a_broken_file_is_named_itself(tmp_path: Path) -> None:
    data = bytearray(_zip(("box.toml", b"box = 1" * 20)))
    place = data.index(b"box = 1")
    data[place] ^= 1
    (tmp_path / "it.zip").write_bytes(data)
    with pytest.raises(BadBoxFile, match=r"^it\.zip: it is not a zip that can be read$"):
        open_box(tmp_path / "it.zip")


def test_locked_zip_is_told_to_be_unpacked(tmp_path: Path) -> None:
    data = bytearray(_zip(("box.toml", b"box = 1")))
    for head in (b"PK\x03\x04", b"PK\x01\x02"):
        place = data.index(head) + (6 if head[2] == 3 else 8)
        data[place] |= 1
    (tmp_path / "it.zip").write_bytes(data)
    with pytest.raises(BadBoxFile, match="locked with a password: unpack it"):
        open_box(tmp_path / "it.zip")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_text_of_a_box_is_read_in_every_encoding(encoding: str, end: str, tmp_path: Path) -> None:
    folder = tmp_path / "it"
    folder.mkdir()
    description = 'box = 1\nname = "Möwen"\n[[kinds]]\nname = "cards"\npiece = "card"\ncsv = {}\n'
    for name, text in (
        ("box.toml", description),
        ("cards.csv", 'name;text\nMöwe;"Zwei\nZeilen"\n'),
        ("rules.md", "# Möwen\n\nSo geht es.\n"),
    ):
        (folder / name).write_bytes(text.replace("\n", end).encode(encoding))
    box = open_box(folder).box
    assert [box.name, box.kinds[0].fronts, box.rules] == ["Möwen", ("Möwe",), "# Möwen\n\nSo geht es.\n"]
    assert box.kinds[0].printed[0].text == "Zwei\nZeilen"
    assert [loss.cause for loss in box.losses] == (["letters"] if encoding == "cp1252" else [])


@given(st.text().filter(lambda text: "\r" not in text and not text.startswith("\ufeff") and "\0" not in text))
def test_utf_8_is_never_taken_for_anything_else(text: str) -> None:
    assert decode_text(text.encode()).text == text
    assert to_utf8_lines(text.encode()) == text.encode()


@given(st.binary(max_size=300))
def test_any_bytes_are_a_text_or_are_refused(data: bytes) -> None:
    try:
        text = decode_text(data).text
    except UnicodeDecodeError:
        return
    assert "\r" not in text


NAMES = [
    "#1.png",
    "(1).png",
    "_a.png",
    "O’Neill.png",
    "100%.png",
    "♥.png",
    "a[x2].png",
    "e\u0301.png",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_zip", [False, True])
def test_names_of_real_files_are_read(name: str, is_zip: bool, tmp_path: Path) -> None:
    description = BOX.format(picture=unicodedata.normalize("NFC", name))
    files = {"box.toml": description.encode(), unicodedata.normalize("NFD", name): _png()}
    path = tmp_path / "it"
    if is_zip:
        path.write_bytes(_zip(*files.items()))
    else:
        path.mkdir()
        for file, data in files.items():
            (path / file).write_bytes(data)
    assert list(open_box(path).pictures) == [unicodedata.normalize("NFC", name)]


@pytest.mark.parametrize(
    "name", ["", "..", "a/../b", "/a", "a//b", " a", "a ", "a.", "a\nb", "a\x00", "a:b", "a\u202eb", "NUL.png"]
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    assert why_not_name(name) is not None


def test_zips_of_windows_and_macos_have_their_names(tmp_path: Path) -> None:
    backslashes = zipfile.ZipInfo("x")
    backslashes.filename = "it\\art\\a.png"
    data = _zip(("it/box.toml", BOX.format(picture="art/a.png").encode()), (backslashes, _png()))
    (tmp_path / "it.zip").write_bytes(data)
    assert list(open_box(tmp_path / "it.zip").pictures) == ["art/a.png"]
    name = "Möwe.png"
    archive = _zip(("box.toml", BOX.format(picture=name).encode()), (name, _png()), ("__MACOSX/._Möwe.png", b""))
    without_flag = bytearray(archive)
    for head, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = 0
        while (start := without_flag.find(head, start)) >= 0:
            without_flag[start + place + 1] &= ~0x08
            start += 4
    (tmp_path / "mac.zip").write_bytes(without_flag)
    source = open_source(tmp_path / "mac.zip")
    assert sorted(source.sizes) == ["Möwe.png", "box.toml"]
    assert list(open_box(tmp_path / "mac.zip").pictures) == [name]


def test_capitals_are_the_same_unless_both_are_there() -> None:
    source = make_source("it", {"Pilot.PNG": b"a", "both.png": b"b", "BOTH.png": b"c"})
    assert source.read("pilot.png", 9) == b"a"
    assert source.read("both.png", 9) == b"b"
    assert source.read("BOTH.png", 9) == b"c"


def test_records_that_an_editor_saved_are_read(tmp_path: Path) -> None:
    data = _record()
    file = tmp_path / "it.jsonl"
    file.write_bytes(data)
    wanted = read_strangers_record(file, "it")
    for changed in (b"\xef\xbb\xbf" + data, data.decode().encode("utf-16"), data.replace(b"\n", b"\r\n")):
        file.write_bytes(changed)
        assert read_strangers_record(file, "it") == wanted


def _drop(app: App, path: Path) -> None:
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    run_frames(app, 2)


def test_any_page_opens_what_is_dropped_on_it(app: App, tmp_path: Path) -> None:
    app.push(HomeScene(app))
    (tmp_path / "it.txt").write_bytes(_zip(("widgets.json", WIDGETS)))
    (tmp_path / "it.pdf").write_bytes(b"%PDF-1.7")
    for page in (None, SettingsScene, HistoryScene):
        if page is not None:
            app.push(page(app))
        _drop(app, tmp_path / "it.txt")
        assert isinstance(app.scene, BoxSetup)
        assert app.scene.chosen.opened.box.name == "it"
        app.pop()
        _drop(app, tmp_path / "it.pdf")
        assert isinstance(app.scene, Dialog)
        assert "Export them as PNG" in say(app.scene.words)
        app.home()


def test_several_games_in_a_folder_are_variants(tmp_path: Path) -> None:
    for name in ("b.pcio", "a.pcio"):
        (tmp_path / name).write_bytes(_zip(("widgets.json", WIDGETS)))
    first = open_box(tmp_path)
    assert [first.variants, first.variant] == [("a.pcio", "b.pcio"), "a.pcio"]
    assert open_box(tmp_path, door.Answers(variant="b.pcio")).variant == "b.pcio"


def test_mutated_files_of_every_format_open_or_are_refused_in_one_line() -> None:
    rng = Random(60)
    files = [(name, data) for name, data, _ in FORMATS if data]
    for _ in range(400):
        name, data = rng.choice(files)
        place = rng.randrange(len(data))
        data = data[:place] + bytes(rng.randrange(256) for _ in range(rng.randrange(3))) + data[place + 1 :]
        complaint = _find_complaint(name, data)
        assert "\n" not in complaint
        assert len(complaint) < 400


def _find_complaint(name: str, data: bytes) -> str:
    try:
        door.open_source(make_source(name, {name: data}, main=name))
    except BadBoxFile as error:
        return str(error)
    return ""


def test_bundled_boxes_are_boxes() -> None:
    for name in bundled.names():
        assert door.recognize(open_source(bundled.folder(name))) == "box"


def test_phones_get_pictures_with_strange_names_under_plain_addresses(tmp_path: Path) -> None:
    names = ("#1 100%.png", "a♥.png", "plain name.png")
    (tmp_path / "it").mkdir()
    for name in names:
        (tmp_path / "it" / name).write_bytes(_png())
    opened_boxes = OpenedBoxes()
    loaded = opened_boxes.open(tmp_path / "it")
    state = new_table(loaded.box, 2)
    view = replace(state.view(None), pictures=loaded.pictures_hash)
    paths = open_table_picture.list_pictures(view, opened_boxes)
    assert len(paths) == 3
    assert all(re.fullmatch(r"[0-9a-f]{12}/[\w .]+\.png", path, re.ASCII) for path in paths)
    for front, name in enumerate(loaded.box.kinds[0].pictures):
        look = open_table_picture.describe_look(view, Face(0, front, 0, None), Reader(), paths)
        assert paths[str(look["file"]).removeprefix("box/")] == loaded.pictures[name]
