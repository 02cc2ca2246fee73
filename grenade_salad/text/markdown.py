"""The Markdown of the rules: headings, paragraphs, bullets, emphasis, tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

FontStyle: TypeAlias = Literal["text", "bold", "italic", "title"]
Kind = Literal["h1", "h2", "h3", "text", "item", "row"]
_HEADINGS: tuple[Kind, ...] = ("h1", "h2", "h3")

RULE_ID = re.compile(r"^[A-Z]{2}-\d{2}$")
# The parts of a link end at the next bracket, so that a page of open brackets takes no longer than any other.
_SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[([^\[\]]+)\]\([^)\[]*\)")


@dataclass(frozen=True)
class Span:
    """A run of letters in one style."""

    words: str
    face: FontStyle = "text"
    code: bool = False
    """True for a word of records, such as a key."""
    rule: bool = False
    """True for the id of a rule."""


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a bullet or a row of a table."""

    kind: Kind
    spans: tuple[Span, ...]
    """Its text; that of a row is in one line, to be read aloud."""
    rule: str = ""
    """The id of the rule that it states, or empty."""
    cells: tuple[tuple[Span, ...], ...] = ()
    """The cells of a row, else empty."""
    head: bool = False
    """True for the first row of a table."""

    @property
    def words(self) -> str:
        """Its text without marks."""
        return "".join(span.words for span in self.spans)


def parse(source: str) -> tuple[Block, ...]:
    """Return the blocks of a text.

    >>> [(block.kind, block.words, block.rule) for block in parse("# Wheel\\n\\n- **WH-01** Two to\\n  seven.")]
    [('h1', 'Wheel', ''), ('item', 'WH-01 Two to seven.', 'WH-01')]
    >>> [(row.head, len(row.cells), row.words) for row in parse("| a | b |\\n| --- | --- |\\n| ace | goes |")]
    [(True, 2, 'a, b'), (False, 2, 'ace, goes')]
    """
    blocks: list[tuple[Kind, list[str]]] = []
    # A line belongs to the block before it unless something ended that.
    is_ended, heads = True, set[int]()
    for line in source.splitlines():
        stripped = line.strip()
        if not stripped or re.fullmatch(r"[|\s:-]+", stripped):
            if stripped.startswith("|") and blocks:
                heads.add(len(blocks) - 1)
            is_ended = True
            continue
        heading = re.match(r"(#{1,3})\s+(.*)", stripped)
        bullet = re.match(r"(?:[-*]|\d+\.)\s+(.*)", stripped)
        if heading:
            blocks.append((_HEADINGS[len(heading[1]) - 1], [heading[2]]))
            is_ended = True
        elif bullet:
            blocks.append(("item", [bullet[1]]))
            is_ended = False
        elif stripped.startswith("|"):
            blocks.append(("row", [stripped]))
            is_ended = True
        elif is_ended:
            blocks.append(("text", [stripped]))
            is_ended = False
        else:
            blocks[-1][1].append(stripped)
    return tuple(_make_block(kind, " ".join(lines), head=index in heads) for index, (kind, lines) in enumerate(blocks))


def _make_block(kind: Kind, words: str, *, head: bool) -> Block:
    if kind == "row":
        cells = [cell.strip() for cell in words.strip("|").split("|")]
        cell_spans = tuple(parse_spans(f"**{cell}**" if head else cell) for cell in cells)
        return Block(kind, parse_spans(", ".join(filter(None, cells))), "", cell_spans, head)
    spans = parse_spans(words)
    first = spans[0].words.strip() if spans else ""
    return Block(kind, spans, first if RULE_ID.match(first) else "")


def parse_spans(words: str) -> tuple[Span, ...]:
    """Return the runs of one line of Markdown.

    >>> [(span.words, span.face) for span in parse_spans("Two **aces** win.")]
    [('Two ', 'text'), ('aces', 'bold'), (' win.', 'text')]
    """
    spans: list[Span] = []
    position = 0
    for match in _SPAN.finditer(words):
        if match.start() > position:
            spans.append(Span(words[position : match.start()]))
        bold, italic, code, link = match.groups()
        if bold:
            spans.append(Span(bold, "bold", rule=bool(RULE_ID.match(bold.strip()))))
        elif italic:
            spans.append(Span(italic, "italic"))
        elif code:
            spans.append(Span(code, "text", code=True))
        else:
            spans.append(Span(link))
        position = match.end()
    if position < len(words):
        spans.append(Span(words[position:]))
    return tuple(spans)
