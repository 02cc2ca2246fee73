"""Boxes from strangers as folders and zips: errors are told in one line.

Nothing is half loaded.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import struct
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event

import pygame
import pytest

from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_reader import LoadedBox, parse_box, read
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import MAX_FILES
from grenade_salad.boxes.loader import open_box
from grenade_salad.games.open_table import faces
from grenade_salad.system import resources
from grenade_salad.text import say
from tools import box_page

GOOD = 'box = 1\nname = "Mine"\n[[kinds]]\nname = "card"\npiece = "card"\npictures = ["a.png"]\n'
LINE = 400
"""Length limit of a complaint, in letters."""


def _png(width: int = 4, height: int = 4) -> bytes:
    file = io.BytesIO()
    pygame.image.save(pygame.Surface((width, height)), file, "a.png")
    return file.getvalue()


def _write_folder(path: Path, description: str = GOOD, **files: bytes) -> Path:
    path.mkdir(exist_ok=True)
    (path / "box.toml").write_text(description, encoding="utf-8")
    for name, data in ({"a.png": _png()} | files).items():
        (path / name).write_bytes(data)
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(BadBoxFile) as refused:
        read(path)
    text = str(refused.value)
    assert "\n" not in text
    assert len(text) < LINE
    return text


def _zip_folder(folder: Path, to: Path, above: str = "") -> Path:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, above + file.relative_to(folder).as_posix())
    return to


def test_zip_is_the_same_box_as_the_folder_in_it(tmp_path: Path) -> None:
    for name in ("chess", "cards"):
        for above in ("", f"{name}/"):
            zip_path = _zip_folder(bundled.folder(name), tmp_path / "it.zip", above)
            assert read(zip_path) == bundled.load_box(name)
            assert read(zip_path).pictures_hash == bundled.load_box(name).pictures_hash


BAD = [
    ("box = 1\nname =\nseats = [1, 2]", "box.toml: it is not TOML: ", "line 2"),
    ('name = "x"', "box.toml: box: this program reads boxes with the line box = 1", ""),
    ('box = 2\nname = "x"', "box.toml: box: ", "box = 1"),
    ('box = true\nname = "x"', "box.toml: box: ", "box = 1"),
    ("box = 1", "box.toml: there is no name", ""),
    ('box = 1\nname = "x"\nsize = 3', "box.toml: size: there is no such key", ""),
    ('box = 1\nname = "x"\nrules = "x"', "box.toml: rules: how people play stands in rules.md", ""),
    ('box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "ball"', "box.toml: kinds[0].piece: ", "ball"),
    (
        'box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "ba\\nll"',
        "box.toml: kinds[0].piece: ",
        "Invalid enum value",
    ),
    ('box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "card"\n"\\n" = 1', "no such key", ""),
    ('box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "card"\nsize = [0, 5]', "kinds[0].size: ", "0"),
    ('box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "card"\nsize = [nan, 5]', "kinds[0].size: ", "nan"),
    (
        'box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "card"\nwide = 5',
        "box.toml: kinds[0].wide: there is no such key",
        "",
    ),
    ('box = 1\nname = "x"\n[[kinds]]\nname = "k"\npiece = "board"\ngrid = 5', "kinds[0].grid: ", ""),
    ('box = 1\nname = "x"\nkinds = 1979-05-27', "kinds: expected", "date"),
    (f'box = 1\nname = "x"\nthick = 1{"0" * 400}', "box.toml: ", ""),
    (f'box = 1\nname = "x"\nthick = 1{"0" * 5000}', "box.toml: ", ""),
    ("box = 1\nname = " + "[" * 3000, "box.toml: it is not TOML: ", ""),
    (
        'box = 1\nname = "x"\n[[layout]]\nkind = "k"\nat = [[1, 1]]',
        "box.toml: layout[0].kind: there is no kind 'k'",
        "",
    ),
    ('box = 1\nname = "x"\nseats = [3, 99]', "box.toml: seats: seats are 1 to 9", ""),
    ('box = 1\nname = "x"\n[flick]\nstarts = [{ at = [0, 0], least = 9, most = 1 }]', "flick.starts[0].most", ""),
    ('box = 1\nname = "x"\n[[holders]]\nname = "h"\nditch = [1, 1, -1]', "holders[0].ditch", "-1.0"),
    ('box = 1\nname = "x"\n[[holders]]\nname = "h"\nhits = "gone"', "holders[0].hits: there is no holder 'gone'", ""),
    (GOOD.replace("a.png", "../a.png"), "../a.png: a file of a box has a name of letters", ""),
    (GOOD.replace("a.png", "/etc/passwd"), "/etc/passwd: a file of a box", ""),
    (GOOD.replace("a.png", "C:/a.png"), "C:/a.png: a file of a box", ""),
    (GOOD.replace("a.png", "x\\\\a.png"), "a file of a box", ""),
    (GOOD.replace("a.png", ".hidden.png"), "a file of a box", ""),
    (GOOD.replace("a.png", "con.png"), "con.png: a file of a box", ""),
    (GOOD.replace("a.png", "b.png"), "b.png: there is no such file in the box", ""),
    (GOOD.replace("a.png", "box.toml"), "box.toml: a picture is a PNG", ""),
    (GOOD + 'fronts = ["a", "b"]\nsheet = [0, 5]', "kinds[0].sheet: ", "0"),
    (GOOD + 'fronts = ["a", "b", "c"]\nsheet = [2, 1]', "there are 2 pictures for 3 fronts", ""),
]


def test_errors_name_the_file_and_the_key(tmp_path: Path) -> None:
    _write_folder(tmp_path / "it")
    assert isinstance(read(tmp_path / "it"), LoadedBox)
    for text, *parts in BAD:
        complaint = re.sub(r"toml: line \d+: ", "toml: ", _refusal(_write_folder(tmp_path / "it", text)))
        assert all(part in complaint for part in parts), f"{text[:200]}: {complaint}"
    (tmp_path / "it" / "box.toml").write_bytes(b'box = 1\nname = "\x81"')
    assert "box.toml: it is not UTF-8" in _refusal(tmp_path / "it")
    _write_folder(tmp_path / "it", **{"rules.md": b"\x81"})
    assert "rules.md: it is not UTF-8" in _refusal(tmp_path / "it")
    _write_folder(tmp_path / "it", **{"rules.md": b"x" * 400_001})
    assert "rules.md: it has more than 400000 bytes" in _refusal(tmp_path / "it")
    assert "box.toml: there is no such file" in _refusal(_make_empty_folder(tmp_path))
    assert "nowhere: it cannot be read" in _refusal(tmp_path / "nowhere")


def test_folder_that_changes_meanwhile_is_read_or_refused(tmp_path: Path) -> None:
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="63" height="88"><path d="M0 0"/></svg>'
    ended = Event()

    def change() -> None:
        rng = Random(1)
        while not ended.is_set():
            file = tmp_path / f"deck {rng.randrange(3)}" / f"{rng.randrange(40)}.svg"
            with suppress(OSError):
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(picture[: rng.randrange(2 * len(picture))])
                if rng.randrange(20) == 0:
                    shutil.rmtree(file.parent)

    results = []
    with ThreadPoolExecutor(1) as threads:
        changes = threads.submit(change)
        try:
            for _ in range(200):
                try:
                    results.append(open_box(tmp_path).box.name)
                except BadBoxFile as error:
                    results.append(say(error.message))
        finally:
            ended.set()
        changes.result()
    assert tmp_path.name in results, "sometimes there is a picture"
    assert not [result for result in results if "\n" in result]


def _make_empty_folder(path: Path) -> Path:
    (path / "empty").mkdir()
    return path / "empty"


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><path d="M0 0"/></svg>'
PICTURES = [
    ("a.png", b"GIF89a"),
    ("a.png", _png()[:20]),
    ("a.png", _png()[:16] + struct.pack(">LL", 60_000, 60_000) + _png()[24:]),
    ("a.png", _png()[:16] + struct.pack(">LL", 8000, 8000) + _png()[24:]),
    ("a.png", b""),
    ("a.jpg", _png()),
    ("a.jpg", b"\xff\xd8\xff\xe0\x00\x00"),
    ("a.jpg", b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff"),
    ("a.webp", b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x10\0\0\x10\0\0"),
    ("a.webp", b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff"),
    ("a.svg", b"<svg/>"),
    ("a.svg", b'<!DOCTYPE x [<!ENTITY a "b">]>' + SVG),
    ("a.svg", SVG.replace(b"<path", b'<image href="http://example.org/a.png"/><path')),
    ("a.svg", SVG.replace(b"<path", b"<script/><path")),
    ("a.svg", SVG.replace(b"<path", b'<path onload="x()"')),
    ("a.svg", SVG.replace(b"<path", b"<style>@import 'http://example.org'</style><path")),
    ("a.svg", SVG.replace(b"<path", b'<path fill="url(http://example.org/a.svg#x)"')),
    ("a.svg", SVG.replace(b"10 20", b"100000 20")),
    ("a.gif", b"GIF89a"),
]


def test_bad_pictures_are_refused_before_they_are_drawn(tmp_path: Path) -> None:
    for name, data in PICTURES:
        _write_folder(tmp_path / "it", GOOD.replace("a.png", name), **{name: data})
        assert _refusal(tmp_path / "it").startswith(f"{name}: "), f"{name}: {data[:60]!r}"
    _write_folder(tmp_path / "it", GOOD.replace("a.png", "a.svg"), **{"a.svg": SVG})
    assert read(tmp_path / "it").pictures == {"a.svg": SVG}
    for form in ("jpg", "png"):
        file = io.BytesIO()
        pygame.image.save(pygame.Surface((30, 20)), file, f"a.{form}")
        _write_folder(tmp_path / "it", GOOD.replace("a.png", f"a.{form}"), **{f"a.{form}": file.getvalue()})
        assert read(tmp_path / "it").pictures == {f"a.{form}": file.getvalue()}
    _write_folder(tmp_path / "it", **{"a.png": _png() + b"\0" * 9_000_000})
    assert "a.png: it has more than 8388608 bytes" in _refusal(tmp_path / "it")


def test_links_are_not_followed_and_too_many_files_are_refused(tmp_path: Path) -> None:
    folder = _write_folder(tmp_path / "it")
    (tmp_path / "secret.png").write_bytes(_png())
    (folder / "a.png").unlink()
    (folder / "a.png").symlink_to(tmp_path / "secret.png")
    assert "a.png: there is no such file" in _refusal(folder)
    (folder / "in").symlink_to(tmp_path)
    (folder / "box.toml").write_text(GOOD.replace("a.png", "in/secret.png"))
    assert "in/secret.png: there is no such file" in _refusal(folder)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.png")
        (folder / "box.toml").write_text(GOOD.replace("a.png", "pipe.png"))
        assert "pipe.png: there is no such file" in _refusal(folder)
    for index in range(MAX_FILES):
        (folder / f"{index}.txt").touch()
    assert f"it: files: there may be {MAX_FILES} at most" in _refusal(folder)


def _write_zip(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_sizes_and_links_in_zips_are_not_trusted(tmp_path: Path) -> None:
    zip_path, good = tmp_path / "it.zip", GOOD.encode()
    assert "a.png: it has more than 8388608" in _refusal(
        _write_zip(zip_path, **{"box.toml": good, "a.png": bytes(50_000_000)})
    )
    data = zip_path.read_bytes()
    shorter = data.replace(struct.pack("<L", 50_000_000), struct.pack("<L", 1000))
    zip_path.write_bytes(shorter)
    assert "it.zip: it is not a zip" in _refusal(zip_path), "a file in it says that it is short"
    many = {"box.toml": good} | {f"{index}.txt": b"" for index in range(MAX_FILES)}
    assert f"files: there may be {MAX_FILES}" in _refusal(_write_zip(zip_path, **many))
    link = zipfile.ZipInfo("a.png")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(zip_path, "w") as archive:
        archive.writestr("box.toml", good)
        archive.writestr(link, "/etc/passwd")
    assert "a.png: there is no such file" in _refusal(zip_path)
    _write_zip(zip_path, **{"box.toml": good, "a.png": _png()})
    data = zip_path.read_bytes()
    for cut in range(0, len(data), 23):
        zip_path.write_bytes(data[:cut])
        _refusal(zip_path)
    assert "../a.png: a file of a box" in _refusal(
        _write_zip(zip_path, **{"box.toml": good.replace(b"a.png", b"../a.png"), "../a.png": _png()})
    )


def test_page_about_boxes_has_every_key_and_a_valid_example() -> None:
    text = box_page.PAGE.read_text(encoding="utf-8")
    assert box_page.update_page(text) == text, "run python -m tools.box_page"
    example = text.partition("```toml\n")[2].partition("```")[0]
    assert len(parse_box(example.encode()).pieces) == 10


def test_sheet_holds_its_pictures_row_by_row() -> None:
    kind = next(kind for kind in bundled.load_box("dice").box.kinds if kind.name == "d20")
    parts = [picture.part for front in range(20) if (picture := faces.front_picture(kind, front))]
    assert parts[0] == (0.0, 0.0, 0.2, 0.25)
    assert parts[6] == (0.2, 0.25, 0.2, 0.25)
    assert len(set(parts)) == 20


def _find_complaint(path_or_data: Path | bytes) -> str:
    """Return the complaint about a folder, a zip or a description; "" if it is a box."""
    try:
        parse_box(path_or_data) if isinstance(path_or_data, bytes) else read(path_or_data)
    except BadBoxFile as error:
        return str(error)
    return ""


def mutate(data: bytes, rng: Random) -> bytes:
    """Return the data with something wrong.

    That is a changed byte, a cut, lines that are swapped, removed or doubled, or another value.
    """
    kind = rng.randrange(6)
    position, lines = rng.randrange(len(data)), data.split(b"\n")
    index, other_index = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 0:
        return data[:position] + bytes([rng.randrange(256)]) + data[position + 1 :]
    if kind == 1:
        return data[:position]
    if kind == 2:
        lines[index], lines[other_index] = lines[other_index], lines[index]
    elif kind == 3:
        del lines[index]
    elif kind == 4:
        lines.insert(other_index, lines[index])
    else:
        key = lines[index].partition(b"=")[0]
        values = (
            b"nan",
            b"-1",
            b"1e99",
            b'"x"',
            b"[]",
            b"true",
            b"{}",
            b"07:32:00",
            b"99999999999999999999",
            b'"\\u0007"',
        )
        lines[index] = key + b"= " + rng.choice(values)
    return b"\n".join(lines)


@pytest.mark.quick("few")
@pytest.mark.parametrize("times", [10, 200], ids=["few", "many"])
def test_mutated_boxes_load_or_are_refused_in_one_line(times: int, tmp_path: Path) -> None:
    refused = 0
    for name in bundled.names():
        data = (bundled.folder(name) / "box.toml").read_bytes()
        rng = Random(name)
        for _ in range(times):
            mutated_data = mutate(data, rng)
            for _ in range(rng.randrange(3)):
                mutated_data = mutate(mutated_data or b"\n", rng)
            complaint = _find_complaint(mutated_data)
            refused += bool(complaint)
            assert "\n" not in complaint, mutated_data
            assert len(complaint) < LINE, mutated_data
    assert refused > times


@pytest.mark.quick("few")
@pytest.mark.parametrize("times", [2, 100], ids=["few", "many"])
def test_mutated_folders_and_zips_load_or_are_refused_in_one_line(times: int, tmp_path: Path) -> None:
    for name in ("dice", "crokinole", "blank"):
        zip_bytes = _zip_folder(bundled.folder(name), tmp_path / "it.zip").read_bytes()
        rng = Random(name)
        for attempt in range(times):
            folder = tmp_path / f"{name}-{attempt}"
            shutil.copytree(resources.boxes() / name, folder)
            victim = rng.choice(sorted(folder.iterdir()))
            victim.write_bytes(mutate(victim.read_bytes(), rng))
            position = rng.randrange(len(zip_bytes))
            (tmp_path / "it.zip").write_bytes(
                zip_bytes[:position] + bytes([rng.randrange(256)]) + zip_bytes[position + 1 :]
            )
            for path in (folder, tmp_path / "it.zip"):
                complaint = _find_complaint(path)
                assert "\n" not in complaint
                assert len(complaint) < LINE
            shutil.rmtree(folder)
