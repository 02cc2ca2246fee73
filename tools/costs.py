"""Costs of the parsers for files of strangers.

`python -m tools.costs growth` doubles inputs of many forms, and tells where time or memory grow faster. `python -m
tools.costs fuzz --seconds 60` changes files of every format, and keeps the changed ones whose cost for each byte
jumped: those it prints, and writes into the folder of --keep.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tracemalloc
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from time import monotonic, thread_time
from typing import cast

from grenade_salad.boxes import bundled, door
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.files import make_source, open_zip
from grenade_salad.boxes.image_size import check_picture
from grenade_salad.boxes.svg_copies import expand_uses
from grenade_salad.core import Json
from grenade_salad.match.record import RecordError, read_record
from grenade_salad.scenarios import decode_scenario, encode_scenario, load_shipped
from grenade_salad.text import markdown

MAX_GROWTH = 2.5
"""Growth of time and memory that is allowed when an input is doubled."""
MIN_SECONDS = 0.05
"""Seconds of processor time from which growth is measured."""
_MIN_BYTES = 1_000_000
"""Bytes of memory from which growth is measured."""
_TRIES = 5
_ROUNDS = 3
"""Rounds of `_TRIES` before a growth counts.

The noise of a busy machine ends, quadratic growth does not.
"""
_MAX_INPUT = 8 * 1024 * 1024
"""Maximum bytes of an input: that of a picture."""

Parser = Callable[[bytes], object]


def _parse_box(data: bytes) -> object:
    files = {"box.toml": data, "cards.csv": b"name,text,count\nA,b,2\nB,c,3\n", "a.svg": _SVG.format("").encode()}
    return door.open_source(make_source("it", files))


def _parse_spreadsheet(data: bytes) -> object:
    return door.open_source(make_source("it.csv", {"it.csv": data}, main="it.csv"))


def _parse_deck(data: bytes) -> object:
    """Read pictures that are called like the lines, and settings beside them."""
    picture = _SVG.format("").encode()
    names = data.decode(errors="replace").split("\n")
    files = {f"{name}.svg": picture for name in names[:1000]}
    files |= {"a.svg": picture, "config.cfg": data, "stacks.cfg": data}
    return door.open_source(make_source("it", files))


def _parse_document(data: bytes) -> object:
    """Read an .ods with these rows in its only sheet."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml", '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
        )
        archive.writestr("content.xml", _DOCUMENT[0] + data + _DOCUMENT[1])
    return door.open_source(make_source("it.ods", {"it.ods": file.getvalue()}, main="it.ods"))


def _parse_playingcards(data: bytes) -> object:
    return door.open_source(make_source("it.pcio", {"widgets.json": data}))


def _parse_tabletop(data: bytes) -> object:
    return door.open_source(make_source("it.vtt", {"0.json": data}))


def _parse_zip(data: bytes) -> object:
    return open_zip("it.zip", data)


_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{}</svg>'
_DOCUMENT = (
    b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    b'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    b'<table:table table:name="A">',
    b"</table:table></office:spreadsheet></office:body></office:document-content>",
)
PARSERS: dict[str, Parser] = {
    "box": _parse_box,
    "csv": _parse_spreadsheet,
    "deck": _parse_deck,
    "ods": _parse_document,
    "pcio": _parse_playingcards,
    "vtt": _parse_tabletop,
    "zip": _parse_zip,
    "svg": lambda data: check_picture("a.svg", data),
    "copies": expand_uses,
    "png": lambda data: check_picture("a.png", data),
    "jpg": lambda data: check_picture("a.jpg", data),
    "webp": lambda data: check_picture("a.webp", data),
    "record": lambda data: read_record(BytesIO(data), "it"),
    "scenario": lambda data: decode_scenario(data, "it"),
    "rules": lambda data: markdown.parse(data.decode(errors="replace")),
}
"""Functions that read the bytes of a format, or refuse them."""
_REFUSALS = (BadBoxFile, RecordError)


def parse(name: str, data: bytes) -> None:
    """Read the bytes; a refusal is as good as a result."""
    with suppress(*_REFUSALS):
        PARSERS[name](data)


@dataclass(frozen=True)
class Cost:
    """Processor time in seconds, and peak of memory in bytes."""

    seconds: float
    memory: int = 0


def measure_seconds(name: str, data: bytes) -> float:
    """Return the processor time of this thread in seconds.

    What the collector spends on other objects of the process is left out: they stay frozen, so that the next
    measurement does not look through all of them again.
    """
    gc.collect()
    gc.freeze()
    begin = thread_time()
    parse(name, data)
    return thread_time() - begin


def measure_memory(name: str, data: bytes) -> int:
    """Return the peak of memory in bytes."""
    gc.collect()
    tracemalloc.start()
    try:
        parse(name, data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# Inputs that grow


def _toml(rest: str, head: str = 'box = 1\nname = "x"\n') -> bytes:
    return (head + rest).encode()


_KIND = '[[kinds]]\nname = "k{0}"\npiece = "card"\n'
_CARDS = '[[kinds]]\nname = "k"\npiece = "card"\nfronts = [{}]\n'


def _widgets(*widgets: dict[str, Json]) -> bytes:
    return json.dumps(widgets).encode()


def _state(**widgets: dict[str, Json]) -> bytes:
    named = {name: {"id": name, **widget} for name, widget in widgets.items()}
    return json.dumps({"_meta": {"version": 10}, **named}).encode()


_OFFICE_CELL = b'<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>'


def _deck(n: int) -> dict[str, dict[str, Json]]:
    cards: dict[str, dict[str, Json]] = {
        f"c{i}": {"type": "card", "deck": "d", "cardType": f"t{i}", "x": i % 1600, "y": i % 1000} for i in range(n)
    }
    types: Json = {f"t{i}": {"label": f"Card {i}"} for i in range(n)}
    deck: dict[str, Json] = {"type": "deck", "cardTypes": types, "faceTemplates": [{"objects": []}]}
    return {"d": deck, **cards}


def _sort_piles(n: int) -> dict[str, dict[str, Json]]:
    """Return a button that sorts a pile again and again, each time by another key."""
    pile: dict[str, Json] = {"type": "holder", "x": 300, "y": 300}
    steps: Json = [{"func": "SORT", "holder": "h", "key": f"k{i}"} for i in range(n)]
    return {"h": pile, "b": {"type": "button", "clickRoutine": steps}, **_deck(n)}


def _hold_cards(n: int) -> dict[str, dict[str, Json]]:
    """Return cards in the hands of many players."""
    hand: dict[str, Json] = {"type": "holder", "childrenPerOwner": True}
    seats: dict[str, dict[str, Json]] = {f"s{i}": {"type": "seat", "index": i, "player": f"p{i}"} for i in range(n)}
    cards = _deck(n)
    for index in range(n):
        cards[f"c{index}"] |= {"parent": "hand", "owner": f"p{index}"}
    return {"hand": hand, **seats, **cards}


def _label_places(n: int) -> dict[str, dict[str, Json]]:
    """Return places, and labels that may be their names."""
    places: dict[str, dict[str, Json]] = {f"p{i}": {"type": "holder", "x": i % 1500, "y": i % 900} for i in range(n)}
    labels: dict[str, dict[str, Json]] = {f"l{i}": {"type": "label", "x": i % 1500, "text": "a"} for i in range(n)}
    return places | labels


def _nest_loops(n: int) -> list[Json]:
    """Return loops in loops, eight deep."""
    loop: Json = {"func": "SHUFFLE", "holder": "h"}
    for _ in range(8):
        loop = {"func": "FOREACH", "loopRoutine": [loop, {"func": "SHUFFLE", "holder": "h"}]}
    return [loop] * n


def _embed(inside: str) -> str:
    """Return an SVG as an address."""
    return "data:image/svg+xml;base64," + b64encode(_SVG.format(inside).encode()).decode()


def _zip(n: int, name: str = "{}.txt") -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for index in range(n):
            archive.writestr(name.format(index), b"")
    return data.getvalue()


_DOT = _embed('<rect width="9" height="9"/>')
_HEADER = b'{"record": 2, "game": "grenade-salad", "seats": ["Ann", "Bo"], "options": {}, "seed": 7}\n'
GROWTHS: dict[str, tuple[str, int, Callable[[int], bytes]]] = {
    "kinds": ("box", 50, lambda n: _toml("".join(map(_KIND.format, range(n))))),
    "fronts": ("box", 100, lambda n: _toml(_CARDS.format(", ".join(f'"{i}"' for i in range(n))))),
    "wrong kinds": ("box", 50, lambda n: _toml("".join(f"{_KIND.format(i)}count = 0\n" for i in range(n)))),
    "unknown keys": ("box", 100, lambda n: _toml("".join(f"a{i} = 1\n" for i in range(n)))),
    "layout": ("box", 20, lambda n: _toml(_CARDS.format('"a"') + '[[layout]]\nkind = "k"\nat = [[1, 1]]\n' * n)),
    "points": ("box", 50, lambda n: _toml(_CARDS.format('"a"') + f'[[layout]]\nkind = "k"\nat = [{"[1, 1]," * n}]\n')),
    "holders": ("box", 20, lambda n: _toml("".join(f'[[holders]]\nname = "h{i}"\n' for i in range(n)))),
    "counters": ("box", 20, lambda n: _toml("".join(f'[[counters]]\nname = "h{i}"\n' for i in range(n)))),
    "buttons": ("box", 20, lambda n: _toml('[[buttons]]\nlabel = "b"\nlines = [{ do = "reset" }]\n' * n)),
    "many sheets": ("box", 5, lambda n: _toml("".join(f"{_KIND.format(i)}csv = {{}}\n" for i in range(n)))),
    "dotted keys": ("box", 500, lambda n: _toml("a." * n + "a = 1")),
    "brackets": ("box", 500, lambda n: _toml("a = " + "[" * n)),
    "bracket and spaces": ("box", 500, lambda n: _toml('seats = [3, 99]\n"' + " " * n)),
    "line of spaces": ("box", 500, lambda n: _toml("seats = [3, 99]\n[" + " " * n)),
    "comments": ("box", 500, lambda n: _toml("# a\n" * n)),
    "long string": ("box", 500, lambda n: _toml('ground = "' + "\\\\" * n + '"')),
    "string of lines": ("box", 500, lambda n: _toml('ground = """' + '""\n' * n + '"""')),
    "tables": ("box", 200, lambda n: _toml("".join(f"[a.b{i}]\n" for i in range(n)))),
    "inline tables": ("box", 200, lambda n: _toml("a = [" + "{a = 1}," * n + "]")),
    "rows": ("csv", 50, lambda n: b"name,text,count\n" + b"A,some words,2\n" * n),
    "long cells": ("csv", 50, lambda n: b"name,text\n" + b"A,%s\n" % (b"word " * n)),
    "many long cells": ("csv", 20, lambda n: b"name,text\n" + b"A,%s\n" % (b"word " * 190) * n),
    "columns": ("csv", 50, lambda n: ",".join(f"c{i}" for i in range(n)).encode() + b"\nA" + b",b" * n + b"\n"),
    "quotes": ("csv", 500, lambda n: b'name,text\nA,"' + b'""' * n + b'"\n'),
    "empty lines": ("csv", 500, lambda n: b"name\n" + b"\n" * n + b"A\n"),
    "commas": ("csv", 500, lambda n: b"name\n" + b"," * n + b"\n"),
    "wide rows": ("csv", 5, lambda n: (b",".join([b"two words"] * 60) + b"\n") * n),
    "tags": ("csv", 50, lambda n: b"name,text\n" + b"A,<b><i <br> &amp; &\n" * n),
    "open quote": ("csv", 50, lambda n: b'name,text\nA,"' + b"B,some words\n" * n),
    "long cell of digits": ("csv", 500, lambda n: b"name,count\nA," + b"9" * n + b"\n"),
    "remarks": ("csv", 500, lambda n: b"name,count\n" + b"# a remark\n" * n + b"A,2\n"),
    "pictures": ("deck", 50, lambda n: "\n".join(f"card {i} front" for i in range(n)).encode()),
    "backs": ("deck", 50, lambda n: "\n".join(f"card {i // 2} {'back' * (i % 2)}" for i in range(n)).encode()),
    "words of a name": ("deck", 500, lambda n: b"a1" * n + b"\n" + b"a1" * n + b" back"),
    "words of names with a back": ("deck", 500, lambda n: b"card back\n" + b"a " * n + b"\n" + b"b " * n),
    "sections": ("deck", 50, lambda n: b"[*a*]\nname = 1\n" * n),
    "stars of a section": ("deck", 50, lambda n: b"[" + b"*" * n + b"]\nname = 1\n"),
    "lines of a value": ("deck", 500, lambda n: b'[*]\nname = "' + b'\\"\n' * n),
    "spaces of settings": ("deck", 500, lambda n: b"[*]\n" + b" \n" * n),
    "pieces": ("pcio", 20, lambda n: _widgets(*[{"type": "gamePiece", "id": f"p{i}", "x": i} for i in range(n)])),
    "piles": ("pcio", 20, lambda n: _widgets(*[{"type": "cardPile", "id": f"p{i}", "x": i} for i in range(n)])),
    "nested list": ("pcio", 500, lambda n: b"[" * n),
    "number of digits": ("pcio", 500, lambda n: b'[{"type": "board", "x": ' + b"9" * n + b"}]"),
    "widgets": ("vtt", 20, lambda n: _state(**{f"w{i}": {"x": i, "text": "a"} for i in range(n)})),
    "cells of a document": ("ods", 50, lambda n: b"<table:table-row>" + _OFFICE_CELL * n + b"</table:table-row>"),
    "rows of a document": ("ods", 50, lambda n: (b"<table:table-row>" + _OFFICE_CELL + b"</table:table-row>") * n),
    "open elements of a document": ("ods", 500, lambda n: b"<table:g>" * n),
    "closed elements of a document": ("ods", 500, lambda n: b"<table:g>" * n + b"</table:g>" * n),
    "items of a deck": ("deck", 500, lambda n: b"[a]\nitems = [" + b'"a",' * n + b"]"),
    "lost items of a deck": ("deck", 500, lambda n: b"[a]\nitems = [" + b'"b",' * n),
    "quotes of a list": ("deck", 500, lambda n: b"[a]\nitems = [" + b'"\\"' * n),
    "lists of a deck": ("deck", 500, lambda n: b"[a]\n" + b'items = ["a"\n' * n),
    "cards": ("vtt", 20, lambda n: _state(**_deck(n))),
    "places": ("vtt", 20, lambda n: _state(**{f"w{i}": {"type": "holder", "x": i % 1500} for i in range(n)})),
    "heirs": (
        "vtt",
        20,
        lambda n: _state(**{f"w{i}": {"x": i, "inheritFrom": {f"w{i + 1}": "*"}} for i in range(n)}),
    ),
    "grids": (
        "vtt",
        20,
        lambda n: _state(**{f"w{i}": {"x": i, "image": _DOT, "grid": [{"x": 30 + i, "y": 30}] * 9} for i in range(n)}),
    ),
    "boards under a grid": (
        "vtt",
        20,
        lambda n: _state(
            w={"image": _DOT, "grid": [{"x": 40, "y": 40}]},
            **{f"b{i}": {"image": _DOT, "movable": False, "width": 300 + i, "height": 300} for i in range(n)},
        ),
    ),
    "sorts": ("vtt", 20, lambda n: _state(**_sort_piles(n))),
    "cards in hands": ("vtt", 20, lambda n: _state(**_hold_cards(n))),
    "parents": ("vtt", 20, lambda n: _state(**{f"w{i}": {"x": 1, "parent": f"w{i + 1}"} for i in range(n)})),
    "labels beside places": ("vtt", 20, lambda n: _state(**_label_places(n))),
    "routines": (
        "vtt",
        20,
        lambda n: _state(b={"type": "button", "clickRoutine": [{"func": "CLICK", "collection": ["b"]}] * n}),
    ),
    "loops of routines": ("vtt", 20, lambda n: _state(b={"type": "button", "clickRoutine": _nest_loops(n)})),
    "replaced words": (
        "vtt",
        20,
        lambda n: _state(w={"image": _embed("a" * n), "svgReplaces": {"a": "b"}, "b": "b" * 80}),
    ),
    "open definitions": ("vtt", 20, lambda n: _state(w={"image": _embed("<image/>" + "<defs>" * n)})),
    "bitmaps": ("vtt", 20, lambda n: _state(w={"image": _embed("<image/><defs></defs>" * n)})),
    "shown bitmaps": ("vtt", 20, lambda n: _state(w={"image": _embed('<image id="a"/>' + "<use href='#a'/>" * n)})),
    "style sheets": ("vtt", 20, lambda n: _state(w={"text": "a", "html": "<" * n, "css": "url(" * n})),
    "files": ("zip", 20, _zip),
    "shapes": ("svg", 500, lambda n: _SVG.format('<rect width="9" height="9"/>' * n).encode()),
    "copies of a shape": (
        "copies",
        500,
        lambda n: _SVG.format('<defs><path id="a" d="M0 0h9"/></defs>' + '<use href="#a" x="1"/>' * n).encode(),
    ),
    "copies in each other": (
        "copies",
        500,
        lambda n: _SVG.format(
            "".join(f'<g id="l{level}"><use href="#l{level - 1}"/></g>' for level in range(n))
        ).encode(),
    ),
    "copies without an end": ("copies", 500, lambda n: _SVG.format("<use href='#a " * n).encode()),
    "elements without an end": ("copies", 500, lambda n: _SVG.format('<g id="a"><use' * n).encode()),
    "beginnings": ("svg", 500, lambda n: b"<svg " * n),
    "attributes": ("svg", 500, lambda n: _SVG.replace(" w", ' a="1"' * n + " w").format("").encode()),
    "quoted beginnings": ("svg", 500, lambda n: b"<svg a='" * n),
    "boxes of views": ("svg", 500, lambda n: b"<svg " + b"viewBox='0 " * n + b">"),
    "comments of a drawing": ("svg", 500, lambda n: b"<!-- a -->" * n + _SVG.format("").encode()),
    "dashes": ("svg", 500, lambda n: _SVG.format('<path stroke-dasharray="9 ' + "9 " * n + '"/>').encode()),
    "many dashes": ("svg", 500, lambda n: _SVG.format('<path stroke-dasharray="90 90"/>' * n).encode()),
    "styles": ("svg", 500, lambda n: _SVG.format("<style></style>" * n).encode()),
    "declarations": ("svg", 500, lambda n: b"<!DOCTYPE svg " * n),
    "addresses": ("svg", 500, lambda n: _SVG.format("url( url " * n + " onx href = '#").encode()),
    "segments": ("jpg", 500, lambda n: b"\xff\xd8\xff" + b"\xe0\x00\x02\xff" * n),
    "fills": ("jpg", 500, lambda n: b"\xff\xd8" + b"\xff" * n),
    "lines": ("record", 50, lambda n: _HEADER + b'{"do": "drop", "height": 100.0}\n' * n),
    "seats": ("record", 500, lambda n: b'{"record": 2, "game": "wheel", "seats": [%s"a"]}\n' % (b'"a",' * n)),
    "nested lines": ("record", 500, lambda n: _HEADER + b'{"do": ' + b"[" * n),
    "digits": ("record", 500, lambda n: _HEADER + b'{"do": "drop", "height": ' + b"9" * n + b"}"),
    "words of a scenario": ("scenario", 500, lambda n: b'{"scenario": 1, "title": "' + b"a" * n + b'"}'),
    "stars": ("rules", 500, lambda n: b"*a " * n),
    "pairs of stars": ("rules", 500, lambda n: b"**" * n),
    "open brackets": ("rules", 500, lambda n: b"[" * n),
    "ticks": ("rules", 500, lambda n: b"`" * n),
    "heads": ("rules", 500, lambda n: b"# a\n" * n),
    "list": ("rules", 500, lambda n: b"- a\n" * n),
    "table": ("rules", 500, lambda n: b"| a | b |\n" * n),
    "wide table": ("rules", 500, lambda n: b"|" * n + b"\n" + b"|-" * n),
    "spaces": ("rules", 500, lambda n: b" " * n + b"a"),
}
"""Inputs by name: the parser, a first size, and a function that makes an input."""


def find_fast_growth(growth: str) -> str:
    """Return how time or memory grow too fast when an input is doubled, or "".

    It must do so at two sizes: a single step may be a cache that is full, or another program.
    """
    parser, size, make = GROWTHS[growth]
    while measure_seconds(parser, make(size)) < MIN_SECONDS and 2 * len(make(2 * size)) <= _MAX_INPUT:
        size *= 2
    return _find_growth(growth, size) and _find_growth(growth, 2 * size)


def _find_growth(growth: str, size: int) -> str:
    parser, _, make = GROWTHS[growth]
    half, whole = make(size), make(2 * size)
    minimum = seconds = float("inf")
    for _ in range(_ROUNDS):
        for _ in range(_TRIES):  # In turn, so that other programs slow both.
            minimum = min(minimum, measure_seconds(parser, half))
            seconds = min(seconds, measure_seconds(parser, whole))
        if is_linear := seconds <= max(MIN_SECONDS, MAX_GROWTH * minimum):
            break
    if not is_linear:
        return f"{growth}: {minimum:.3f} s for {len(half)} bytes, {seconds:.3f} s for {len(whole)}"
    small, large = measure_memory(parser, half), measure_memory(parser, whole)
    if large > _MIN_BYTES and large > MAX_GROWTH * max(small, _MIN_BYTES / MAX_GROWTH):
        return f"{growth}: {small} bytes of memory for {len(half)} bytes, {large} for {len(whole)}"
    return ""


# The fuzzer


def list_seeds() -> Iterator[tuple[str, bytes]]:
    """Yield a parser and an input that it reads, for each of several."""
    for name in ("cards", "chess", "blank", "crokinole"):
        yield "box", (bundled.folder(name) / "box.toml").read_bytes()
    for picture in sorted(bundled.folder("chess").rglob("*.svg"))[:2]:
        yield "svg", picture.read_bytes()
    for rules in ("chess", "wheel"):
        yield "rules", (bundled.folder(rules) / "rules.md").read_bytes()
    for scenario in load_shipped()[:2]:
        with suppress(AssertionError):
            yield "scenario", encode_scenario(scenario)
    for parser, size, make in GROWTHS.values():
        yield parser, make(min(size, 20))


_HOSTILE = (
    b"\0", b"\xff", b'"', b"'", b"[", b"{", b"(", b"<", b"-->", b"\n", b"\r", b"  ", b".", b",", b"=", b"\\", b"1e308",
    b"-1", b"99999999999", b"nan", b"<svg ", b'<g transform="scale(9)">', b"url(#a)", b"[[kinds]]\n", b"&#9;", b"*",
    b"`",
)  # fmt: skip
_MAX_COST, _COST_BYTES = Cost(1.5, 64 * 1024 * 1024), 256 * 1024
"""Maximum cost of an empty file; for these bytes, another may cost as much again."""
_TOKEN_ENDS = b"\n,;{}[]<> "


def mutate(data: bytes, rng: Random, *others: bytes) -> bytes:
    """Return an input with something changed that parsers care for.

    A part between two signs is repeated many times, nested, removed, or replaced by a sign or by a part of another
    input.
    """
    ends = [position for position, letter in enumerate(data[:200_000]) if letter in _TOKEN_ENDS] or [0]
    start = rng.choice(ends)
    end = min(len(data), start + rng.choice((1, 4, 16, 64, 256)))
    part = data[start:end]
    match rng.randrange(6):
        case 0:
            part *= rng.choice((2, 10, 100, 1000))
        case 1:
            part = b""
        case 2:
            part = rng.choice(_HOSTILE) * rng.choice((1, 10, 1000, 20_000))
        case 3:
            sign = rng.choice((b"[]", b"{}", b"()", b"<>"))
            count = rng.choice((3, 100, 3000))
            part = sign[:1] * count + part + sign[1:] * count
        case 4:
            part += rng.choice(_HOSTILE)
        case _ if others:
            donor = rng.choice(others)
            begin = rng.randrange(len(donor) + 1)
            part = donor[begin : begin + rng.choice((4, 64, 1024))]
    return (data[:start] + part + data[end:])[:_MAX_INPUT]


@dataclass(frozen=True)
class Finding:
    """An input whose cost jumped."""

    parser: str
    data: bytes
    cost: Cost

    @property
    def is_too_costly(self) -> bool:
        """True if no file of its size may cost that much."""
        seconds, memory = _MAX_COST.seconds, _MAX_COST.memory
        share = 1 + len(self.data) / _COST_BYTES
        return self.cost.seconds > seconds * share or self.cost.memory > memory * share

    def describe(self) -> str:
        """Return one line about it."""
        cost = f"{self.cost.seconds:.3f} s, {self.cost.memory} bytes of memory"
        return f"{self.parser}: {len(self.data)} bytes, {cost}"


def fuzz(seconds: float, rng: Random) -> Iterator[Finding]:
    """Yield inputs whose cost for each byte is a record of their parser.

    Inputs of high cost are changed further. An error that is no refusal is raised.
    """
    pool: dict[str, list[tuple[float, bytes]]] = {}
    for name, data in list_seeds():
        pool.setdefault(name, []).append((_rate(name, data)[0], data))
    until = monotonic() + seconds
    while monotonic() < until:
        name = rng.choice(sorted(pool))
        inputs = pool[name]
        _, data = max(rng.sample(inputs, min(2, len(inputs)))) if rng.random() < 0.7 else rng.choice(inputs)
        changed = mutate(data, rng, *(data for _, data in inputs[:20]))
        rate, cost = _rate(name, changed)
        inputs.append((rate, changed))
        inputs.sort(key=lambda pair: -pair[0])
        if inputs[0][1] is changed:
            yield Finding(name, changed, cost)
        del inputs[60:]


def _rate(name: str, data: bytes) -> tuple[float, Cost]:
    """Return how costly an input is: seconds of time for its size, and its cost."""
    seconds = measure_seconds(name, data)
    memory = measure_memory(name, data) if seconds > MIN_SECONDS else 0
    return seconds / (4096 + len(data)) + memory / (4096 + len(data)) * 1e-9, Cost(seconds, memory)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.costs", description=cast(str, __doc__).partition("\n")[0])
    parser.add_argument("what", choices=("growth", "fuzz"))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for inputs whose cost jumped")
    args = parser.parse_args(arguments)
    if args.what == "growth":
        troubles = [trouble for growth in GROWTHS if (trouble := find_fast_growth(growth))]
        print(*troubles, sep="\n")
        return int(bool(troubles))
    for index, finding in enumerate(fuzz(args.seconds, Random(args.seed))):
        print(finding.describe(), flush=True)
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{index:04}.{finding.parser}").write_bytes(finding.data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
