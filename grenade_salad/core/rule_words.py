"""The words of a game's rules as players read them: a house rule by its label, not by its key in records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from grenade_salad.core import registry
from grenade_salad.text import Message, Reader, say
from grenade_salad.text.markdown import Block, Span


def with_labels(game: str, blocks: Sequence[Block], language: str) -> tuple[Block, ...]:
    """The blocks with the labels of options in place of their keys. Raises NoGame."""
    labels = {
        one.name: say(label, Reader(language=language))
        for one in fields(registry.load(game).options)
        if isinstance(label := one.metadata.get("label"), Message)
    }

    def named(spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(
            Span(labels[span.words], "italic") if span.code and span.words in labels else span for span in spans
        )

    return tuple(
        replace(block, spans=named(block.spans), cells=tuple(named(cell) for cell in block.cells)) for block in blocks
    )
