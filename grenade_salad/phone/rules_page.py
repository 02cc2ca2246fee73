"""The rules of a game as a piece of a page: a part for each heading, and each rule with its number as its id."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby

from grenade_salad import paths
from grenade_salad.core import registry
from grenade_salad.text import Reader, m, say
from grenade_salad.text.markdown import Block, Span, parse


@lru_cache(maxsize=32)
def rules_page(game: str, language: str) -> bytes:
    """HTML without a head; says so if the game brings no rules. Raises NoGame."""
    file = registry.plugin(game).rules_page
    try:
        blocks = parse(paths.in_language(file, language).read_text(encoding="utf-8")) if file is not None else ()
    except OSError:
        blocks = ()
    if not blocks:
        words = m("The rules of this game are not written yet.")
        return f"<p>{escape(say(words, Reader(language=language)))}</p>".encode()
    parts: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind == "h2":
            parts.append([])
        if block.kind != "h1":
            parts[-1].append(block)
    return (_body(parts[0]) + "".join(_part(part) for part in parts[1:])).encode()


def _part(blocks: list[Block]) -> str:
    heading, *rest = blocks
    return f"<details><summary>{_spans(heading)}</summary>{_body(rest)}</details>"


def _body(blocks: list[Block]) -> str:
    found = ""
    for kind, group in groupby(blocks, lambda block: block.kind):
        inner = "".join(_block(block) for block in group)
        around = {"item": "ul", "row": "table"}.get(kind, "")
        found += f"<{around}>{inner}</{around}>" if around else inner
    return found


def _block(block: Block) -> str:
    if block.kind == "row":
        cell = "th" if block.head else "td"
        return f"<tr>{''.join(f'<{cell}>{_runs(spans)}</{cell}>' for spans in block.cells)}</tr>"
    tag = {"item": "li", "text": "p"}.get(block.kind, "h3")
    rule = f' id="{block.rule}"' if block.rule else ""
    return f"<{tag}{rule}>{_spans(block)}</{tag}>"


def _spans(block: Block) -> str:
    return _runs(block.spans)


def _runs(spans: Sequence[Span]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    tag = "code" if span.code else {"bold": "b", "italic": "i"}.get(span.face, "")
    words = escape(span.words)
    return f"<{tag}>{words}</{tag}>" if tag else words
