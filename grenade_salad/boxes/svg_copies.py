"""Copies in SVG files: what `<use>` names is put in its place.

The library that draws SVG knows no `<use>`. Programs that turn pages into drawings write each letter once and use it
many times, so most letters would be missing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

_MAX_BYTES = 4_000_000
"""Maximum size of a drawing with all its copies; the rest of them is left out."""
_MAX_COPIES = 20_000
_MAX_DEPTH = 6
"""Maximum number of copies in each other."""
_TAG_PART = re.compile(rb"[>\"']")
_ATTRIBUTE = re.compile(rb"(?<![\w:.-])([\w:.-]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_NAME = re.compile(rb"</?([\w:.-]{1,40})")
_NUMBER = re.compile(rb"\s*([-+]?[0-9]{0,9}\.?[0-9]{0,9}(?:[eE][-+]?[0-9]{1,2})?)(?:px)?\s*\Z")
_SKIPPED = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"))
"""The beginnings and ends of what has no tags."""
_OWN = (b"x", b"y", b"width", b"height", b"href", b"xlink:href", b"transform", b"id")
"""Attributes of a use that its group does not have."""


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag, from its `<` to after its `>`."""

    begin: int
    end: int
    name: bytes
    is_closing: bool
    is_empty: bool


@dataclass(slots=True)
class _Elements:
    """The places of what is copied, and of the copies."""

    by_id: dict[bytes, tuple[_Tag, int, int]] = field(default_factory=dict)
    """The tag of an element, and where its content begins and ends."""
    uses: list[tuple[_Tag, int]] = field(default_factory=list)
    """The tags of uses outside definitions and inside, and where each ends."""
    definitions: list[tuple[int, int]] = field(default_factory=list)
    """The outermost parts that are only shown by uses."""


def expand_uses(svg: bytes) -> bytes:
    """Return an SVG with a copy of what each `<use>` names; the same if it has none.

    >>> expand_uses(b'<svg><defs><path id="a" d="M0 0"/></defs><use href="#a" x="3" fill="red"/></svg>')[41:]
    b'<g fill="red" transform="translate(3 0)"><path id="a" d="M0 0"/></g></svg>'
    """
    if b"<use" not in svg:
        return svg
    return _Copier(svg).expand()


def _list_tags(svg: bytes) -> Iterator[_Tag]:
    """Yield the tags in order, without what is in comments; up to one that has no end."""
    position = 0
    while (begin := svg.find(b"<", position)) >= 0:
        skipped = next((end for start, end in _SKIPPED if svg.startswith(start, begin)), b"")
        if skipped:
            end = svg.find(skipped, begin)
            if end < 0:
                return
            position = end + len(skipped)
            continue
        end = _find_tag_end(svg, begin)
        if end < 0:
            return
        position = end
        if name := _NAME.match(svg, begin):
            yield _Tag(begin, end, name[1], svg[begin + 1 : begin + 2] == b"/", svg[end - 2 : end - 1] == b"/")


def _find_tag_end(svg: bytes, begin: int) -> int:
    """Return the position after the `>` of a tag; -1 if there is none.

    One in quotation marks ends no tag.
    """
    position = begin + 1
    while part := _TAG_PART.search(svg, position):
        if part[0] == b">":
            return part.end()
        position = svg.find(part[0], part.end()) + 1
        if not position:
            return -1
    return -1


def _find_elements(svg: bytes) -> _Elements:
    elements = _Elements()
    opened: list[_Tag] = []
    definition_count = 0
    for tag in _list_tags(svg):
        if not tag.is_closing and not tag.is_empty:
            opened.append(tag)
            definition_count += tag.name in (b"defs", b"symbol")
            continue
        first, content_end = tag, tag.begin
        if tag.is_closing:
            if not opened or opened[-1].name != tag.name:
                continue
            first = opened.pop()
            definition_count -= first.name in (b"defs", b"symbol")
            if first.name in (b"defs", b"symbol") and not definition_count:
                elements.definitions.append((first.begin, tag.end))
        if first.name == b"use":
            elements.uses.append((first, tag.end))
        elif b"id" in svg[first.begin : first.end] and (name := _read_attributes(svg, first).get(b"id")):
            elements.by_id.setdefault(name, (first, first.end, max(first.end, content_end)))
    elements.uses.sort(key=lambda use: use[0].begin)
    return elements


def _read_attributes(svg: bytes, tag: _Tag) -> dict[bytes, bytes]:
    return {match[1]: match[2][1:-1] for match in _ATTRIBUTE.finditer(svg, tag.begin, tag.end)}


class _Copier:
    """Writes a drawing with its copies."""

    def __init__(self, svg: bytes) -> None:
        self._svg, self._elements = svg, _find_elements(svg)
        self._copy_count, self._bytes_left = 0, max(0, _MAX_BYTES - len(svg))
        self._begins = [tag.begin for tag, _ in self._elements.uses]

    def expand(self) -> bytes:
        """Return the drawing. Definitions stay as they are, symbols alone are not drawn."""
        parts: list[bytes] = []
        position = 0
        for begin, end in self._elements.definitions:
            is_symbol = self._svg.startswith(b"<symbol", begin)
            parts += [*self._write(position, begin, 0, ()), b"" if is_symbol else self._svg[begin:end]]
            position = end
        return b"".join([*parts, *self._write(position, len(self._svg), 0, ())])

    def _write(self, begin: int, end: int, depth: int, names: tuple[bytes, ...]) -> Iterator[bytes]:
        """Yield a part of the drawing; `names` are those in whose copies it is."""
        position = begin
        index = bisect_left(self._begins, begin)
        while index < len(self._begins) and self._begins[index] < end:
            tag, tag_end = self._elements.uses[index]
            index += 1
            if tag.begin < position:
                continue
            yield self._svg[position : tag.begin]
            yield from self._copy(tag, depth, names)
            position = tag_end
        yield self._svg[position:end]

    def _copy(self, use: _Tag, depth: int, names: tuple[bytes, ...]) -> Iterator[bytes]:
        attributes = _read_attributes(self._svg, use)
        address = attributes.get(b"href") or attributes.get(b"xlink:href", b"")
        name = address.strip().removeprefix(b"#")
        target = self._elements.by_id.get(name) if address.strip().startswith(b"#") else None
        if target is None or depth >= _MAX_DEPTH or name in names or self._copy_count >= _MAX_COPIES:
            return
        tag, content, content_end = target
        size = content_end - tag.begin
        if size > self._bytes_left:
            return
        self._copy_count += 1
        self._bytes_left -= size + 100
        attributes = {key: value for key, value in attributes.items() if b'"' not in value}
        group_attributes = b"".join(b' %s="%s"' % (key, value) for key, value in attributes.items() if key not in _OWN)
        yield b'<g%s transform="%s">' % (group_attributes, self._place(tag, attributes))
        inner = [*self._write(content, content_end, depth + 1, (*names, name))]
        if tag.name == b"symbol":
            yield from inner
        else:
            yield self._svg[tag.begin : tag.end]
            yield from inner
            if not tag.is_empty:
                yield b"</%s>" % tag.name
        yield b"</g>"

    def _place(self, target: _Tag, use: dict[bytes, bytes]) -> bytes:
        """Return how a copy is moved; a symbol with a box of its own is scaled, too."""
        x, y = (_read_number(use.get(key, b"")) for key in (b"x", b"y"))
        moves = [use[b"transform"]] if b"transform" in use else []
        if x or y or not moves:
            moves.append(b"translate(%s %s)" % (_format_number(x), _format_number(y)))
        if target.name == b"symbol":
            facts = _read_attributes(self._svg, target)
            box = [_read_number(part) for part in facts.get(b"viewBox", b"").replace(b",", b" ").split()[:4]]
            width, height = (_read_number(use.get(key, b"")) for key in (b"width", b"height"))
            if len(box) == 4 and min(box[2], box[3], width, height) > 0:
                scale = min(width / box[2], height / box[3])
                left, top = (
                    (width - box[2] * scale) / 2 - box[0] * scale,
                    (height - box[3] * scale) / 2 - box[1] * scale,
                )
                moves.append(b"translate(%s %s)" % (_format_number(left), _format_number(top)))
                moves.append(b"scale(%s)" % _format_number(scale))
        return b" ".join(moves)


def _read_number(words: bytes) -> float:
    """Return a number, with px or without; 0 for anything else."""
    match = _NUMBER.match(words[:40])
    try:
        return float(match[1]) if match else 0.0
    except ValueError:
        return 0.0


def _format_number(value: float) -> bytes:
    return f"{value:g}".encode()
