"""One door for every file: what it is decides its content, not its ending.

What is not read gets a sentence that says what to do instead.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

from grenade_salad.boxes import picture_deck, table_box
from grenade_salad.boxes.answers import NO_ANSWERS, Answers
from grenade_salad.boxes.box_reader import LoadedBox, read_from
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import (
    DESCRIPTION,
    MAX_ZIP_BYTES,
    NO_ZIP,
    OPEN_FLAGS,
    Source,
    is_picture_name,
    make_source,
    open_path,
    open_zip,
)
from grenade_salad.boxes.playingcards_io import importer as playingcards_io
from grenade_salad.boxes.playingcards_io.widgets import WIDGETS
from grenade_salad.boxes.table_files import SUFFIXES
from grenade_salad.boxes.virtualtabletop import importer as virtualtabletop
from grenade_salad.text import Message, m
from grenade_salad.text.decoding import decode_text

Format: TypeAlias = Literal[
    "box",
    "pcio",
    "vtt",
    "games",
    "record",
    "scenario",
    "workbook",
    "spreadsheet",
    "pictures",
    "vassal",
    "simulator",
    "pdf",
    "archive",
    "unknown",
]
"""Formats by their content.

`games` are several files of other programs, `pictures` one or more.
"""
MatchKind: TypeAlias = Literal["record", "scenario"]
"""Kinds of match files."""
_HEAD_BYTES = 64 * 1024
"""Bytes of a file that are looked at to know what it is."""
_MAX_STATE_BYTES = 16 * 1024 * 1024
"""Maximum bytes of a file of JSON that may be a game."""
_GAME_ENDINGS = (".vtt", ".pcio")
_MATCH_ENDINGS: Mapping[str, MatchKind] = {".jsonl": "record", ".scenario": "scenario"}
"""Endings of match files whose first line cannot be read."""
_DELIMITERS = "\t;,"
_PICTURE_HEADS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_WORKBOOK_HEAD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of a file of old office programs."""
_ARCHIVE_HEADS = (b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
_REASONS: Mapping[Format, Message] = {
    "vassal": m("A VASSAL module. Its rules are not read here, its pictures are: unzip it and drop its folder images."),
    "simulator": m(
        "A save of Tabletop Simulator. Its pictures are on the internet. "
        "Save the sheets of its decks as pictures and drop those."
    ),
    "pdf": m("Pages are not cut up here. Export them as PNG, and drop the folder."),
    # Translators: about a file such as .7z or .rar
    "archive": m("This kind of archive is not read here. Unpack it and drop the folder."),
    "record": m("A match file. Drop it on the first screen or in History."),
    "scenario": m("A scenario. Drop it on the first screen."),
    "unknown": m(
        "No game that can be opened here. These are: a folder or zip with box.toml, "
        "games of playingcards.io and VirtualTabletop, spreadsheets, and pictures of cards."
    ),
}
"""Sentences about files that are not read."""


def open_any(path: Path, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return what is in a folder or a file as a box. Raises BadBoxFile."""
    return open_source(open_path(path, _is_sheet), answers)


def open_source(source: Source, answers: Answers = NO_ANSWERS) -> LoadedBox:
    """Return a source as a box, whatever it is. Raises BadBoxFile."""
    source = _unpack(source)
    format_name = recognize(source)
    match format_name:
        case "box":
            return read_from(source)
        case "pcio" | "vtt":
            return _open_game(source, format_name, answers)
        case "games":
            return _open_one_game(source, answers)
        case "spreadsheet" | "workbook":
            return table_box.load(source, make_box_name(source.name) or "cards", answers)
        case "pictures":
            return picture_deck.load(source, make_box_name(source.name) or "cards", answers)
    if format_name == "unknown" and source.main.lower().endswith((".zip", *_GAME_ENDINGS)):
        raise BadBoxFile(source.name, NO_ZIP)
    raise BadBoxFile(source.name, _REASONS.get(format_name, _REASONS["unknown"]))


def _unpack(source: Source) -> Source:
    """Return the files in a zip that lies alone, unless it is a workbook."""
    if not source.main or source.read_prefix(source.main, 2) != b"PK" or recognize(source) == "workbook":
        return source
    return open_zip(source.name, source.read_prefix(source.main, MAX_ZIP_BYTES))


def _open_game(source: Source, format_name: Literal["pcio", "vtt"], answers: Answers) -> LoadedBox:
    """Return a game of another program."""
    if format_name == "vtt":
        return virtualtabletop.load(source, answers)
    loaded = playingcards_io.load(_as_zip(source, WIDGETS))
    return replace(loaded, box=replace(loaded.box, name=make_box_name(source.name) or loaded.box.name))


def _open_one_game(source: Source, answers: Answers) -> LoadedBox:
    """Return one of several games in a folder."""
    names = sorted(name for name in source.sizes if "/" not in name and name.lower().endswith(_GAME_ENDINGS))
    name = answers.variant if answers.variant in names else names[0]
    data = source.read(name, MAX_ZIP_BYTES)
    inside = _unpack(make_source(name, {name: data}, main=name))
    format_name = recognize(inside)
    if format_name != "pcio" and format_name != "vtt":
        raise BadBoxFile(name, NO_ZIP if format_name == "unknown" else _REASONS["unknown"])
    if len(names) == 1:
        return _open_game(inside, format_name, answers)
    return replace(_open_game(inside, format_name, NO_ANSWERS), variants=tuple(names), variant=name)


def recognize(source: Source) -> Format:
    """Return the format of a source, by its content.

    Endings only decide between what looks the same.
    """
    return _recognize_file(source) if source.main else _recognize_files(source)


def _recognize_files(source: Source) -> Format:
    names = source.sizes
    tops = [name for name in names if "/" not in name]
    endings = {PurePosixPath(name.lower()).suffix for name in tops}
    if DESCRIPTION in names:
        return "box"
    if WIDGETS in names:
        return "pcio"
    if any(name.lower().endswith(".json") and _has_state(source, name) for name in tops):
        return "vtt"
    if endings & {*_GAME_ENDINGS}:
        return "games"
    if "buildFile" in names or "buildFile.xml" in names:
        return "vassal"
    if "xl/workbook.xml" in names or _is_open_document(source):
        return "workbook"
    if endings & {*SUFFIXES}:
        return "spreadsheet"
    if any(map(is_picture_name, names)):
        return "pictures"
    return "unknown"


def _recognize_file(source: Source) -> Format:
    name = source.main
    head = source.read_prefix(name, _HEAD_BYTES)
    ending = PurePosixPath(name.lower()).suffix
    if head.startswith(b"PK"):
        inside = open_zip(name, source.read_prefix(name, MAX_ZIP_BYTES))
        return _recognize_files(inside)
    if head.startswith(_WORKBOOK_HEAD):
        return "workbook"
    if head.startswith(b"%PDF"):
        return "pdf"
    if head.startswith(_ARCHIVE_HEADS):
        return "archive"
    if head.startswith(_PICTURE_HEADS):
        return "pictures"
    try:
        text = decode_text(head if len(head) < _HEAD_BYTES else _cut(head)).text
    except UnicodeDecodeError:
        return "unknown"
    return _recognize_text(source, text, ending)


def _recognize_text(source: Source, text: str, ending: str) -> Format:
    start = text.lstrip()
    if start.startswith(("{", "[")):
        if (line := find_match_line(text)) is not None:
            return line
        if start.startswith("[") and _has_words(source, b'"type"', b'"id"'):
            return "pcio"
        if _has_words(source, b'"ObjectStates"'):
            return "simulator"
        if _has_state(source, source.main):
            return "vtt"
    if start.startswith("<") and "<svg" in start:
        return "pictures"
    if ending in _MATCH_ENDINGS:
        return _MATCH_ENDINGS[ending]
    if ending in SUFFIXES or _has_columns(text):
        return "spreadsheet"
    return "unknown"


def find_match_line(text: str) -> MatchKind | None:
    """Return the kind of match file that a text begins, or None."""
    try:
        line = json.loads(text.lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return None
    if not isinstance(line, dict):
        return None
    return "record" if "record" in line else "scenario" if "scenario" in line else None


def find_match_file(path: Path) -> MatchKind | None:
    """Return the kind of match file at a path, by its first line, or None."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with os.fdopen(os.open(path, OPEN_FLAGS), "rb") as file:
            head = file.read(_HEAD_BYTES)
        return find_match_line(decode_text(_cut(head)).text) or _MATCH_ENDINGS.get(path.suffix.lower())
    except UnicodeDecodeError:
        return _MATCH_ENDINGS.get(path.suffix.lower())
    except (OSError, ValueError):
        return None


def _cut(head: bytes) -> bytes:
    """Return the head of a file without its last line, which may be cut."""
    return head[: head.rfind(b"\n") + 1 or len(head)] if len(head) == _HEAD_BYTES else head


def _has_columns(text: str) -> bool:
    """True if the first lines of a text have the same delimiter, as often in each."""
    lines = [line for line in text.splitlines()[:20] if line.strip() and not line.startswith("#")][:5]
    return len(lines) > 1 and any(
        min(line.count(delimiter) for line in lines) == max(line.count(delimiter) for line in lines) > 0
        for delimiter in _DELIMITERS
    )


def _has_state(source: Source, name: str) -> bool:
    """True if a file of JSON is a state of VirtualTabletop."""
    return _has_words(source, b'"_meta"', b'"version"', name=name)


def _has_words(source: Source, *words: bytes, name: str = "") -> bool:
    data = source.read_prefix(name or source.main, _MAX_STATE_BYTES)
    return all(word in data for word in words)


def _is_open_document(source: Source) -> bool:
    return "mimetype" in source.sizes and b"opendocument.spreadsheet" in source.read_prefix("mimetype", 200)


def _is_sheet(lone: Source) -> bool:
    try:
        return recognize(lone) in ("workbook", "spreadsheet")
    except BadBoxFile:
        return False


def _as_zip(source: Source, name: str) -> Source:
    """Return a file that lies alone under the name that it has in a zip."""
    if not source.main:
        return source
    return make_source(source.name, {name: source.read_prefix(source.main, _MAX_STATE_BYTES)})


def make_box_name(file_name: str) -> str:
    """Return the name of a file as the name of a box, or an empty text."""
    stem = PurePosixPath(file_name).stem
    return "".join(letter for letter in stem if letter.isprintable() and letter not in '\\"').strip()[:100]
