"""The Markdown of the rules: headings, paragraphs, bullets, emphasis, tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

FontStyle: TypeAlias = Literal["text", "bold", "italic", "title"]
Kind = Literal["h1", "h2", "h3", "text", "item", "row"]
_HEADINGS: tuple[Kind, ...] = ("h1", "h2", "h3")

RULE_ID = re.compile(r"^[A-Z]{2}-\d{2}$")
_SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\(.*?\)")


@dataclass(frozen=True)
class Span:
    """A run of letters in one style.

    `code` is true for a key of a record, `rule` for the id of a rule.
    """

    words: str
    face: FontStyle = "text"
    code: bool = False
    rule: bool = False


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a bullet or a row of a table.

    `rule` is the id of the rule that it states, or empty. A row has `cells`, and in `spans` the same in a line,
    to be read aloud; the first row of a table is its head.
    """

    kind: Kind
    spans: tuple[Span, ...]
    rule: str = ""
    cells: tuple[tuple[Span, ...], ...] = ()
    head: bool = False

    @property
    def words(self) -> str:
        """Its text without marks."""
        return "".join(span.words for span in self.spans)


def parse(source: str) -> tuple[Block, ...]:
    """The blocks of a text.

    >>> [(block.kind, block.words, block.rule) for block in parse("# Wheel\\n\\n- **WH-01** Two to\\n  seven.")]
    [('h1', 'Wheel', ''), ('item', 'WH-01 Two to seven.', 'WH-01')]
    >>> [(row.head, len(row.cells), row.words) for row in parse("| a | b |\\n| --- | --- |\\n| ace | goes |")]
    [(True, 2, 'a, b'), (False, 2, 'ace, goes')]
    """
    blocks: list[tuple[Kind, list[str]]] = []
    fresh, heads = True, set[int]()
    for line in source.splitlines():
        stripped = line.strip()
        if not stripped or re.fullmatch(r"[|\s:-]+", stripped):
            if stripped.startswith("|") and blocks:
                heads.add(len(blocks) - 1)
            fresh = True
            continue
        heading = re.match(r"(#{1,3})\s+(.*)", stripped)
        bullet = re.match(r"(?:[-*]|\d+\.)\s+(.*)", stripped)
        if heading:
            blocks.append((_HEADINGS[len(heading[1]) - 1], [heading[2]]))
            fresh = True
        elif bullet:
            blocks.append(("item", [bullet[1]]))
            fresh = False
        elif stripped.startswith("|"):
            blocks.append(("row", [stripped]))
            fresh = True
        elif fresh or not blocks:
            blocks.append(("text", [stripped]))
            fresh = False
        else:
            blocks[-1][1].append(stripped)
    return tuple(_block(kind, " ".join(lines), index in heads) for index, (kind, lines) in enumerate(blocks))


def _block(kind: Kind, words: str, head: bool) -> Block:
    if kind == "row":
        cells = [cell.strip() for cell in words.strip("|").split("|")]
        cell_spans = tuple(parse_spans(f"**{cell}**" if head else cell) for cell in cells)
        return Block(kind, parse_spans(", ".join(filter(None, cells))), "", cell_spans, head)
    spans = parse_spans(words)
    first = spans[0].words.strip() if spans else ""
    return Block(kind, spans, first if RULE_ID.match(first) else "")


def parse_spans(words: str) -> tuple[Span, ...]:
    """Return the runs of one line of Markdown."""
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
