"""The words of a game's rules as players read them: a house rule by its label, not by its key in records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from grenade_salad.core import registry
from grenade_salad.text import Message, Reader, say
from grenade_salad.text.markdown import Block, Span


def with_labels(game: str, blocks: Sequence[Block], language: str) -> tuple[Block, ...]:
    """The blocks with the labels of options and of their choices in place of their keys. Raises NoGame."""
    reader, labels, choices = Reader(language=language), dict[str, str](), dict[str, dict[str, str]]()
    for one in fields(registry.load(game).options):
        if isinstance(label := one.metadata.get("label"), Message):
            labels[one.name] = say(label, reader)
            found = one.metadata.get("choices", ())
            choices[one.name] = {str(value): say(words, reader) for value, words in found}
    anywhere = {value: words for found in choices.values() for value, words in found.items()}

    def named(spans: Sequence[Span]) -> tuple[Span, ...]:
        made, of = list[Span](), dict[str, str]()  # the choices of the option that was named last
        for span in spans:
            words = of.get(span.words) or labels.get(span.words) or anywhere.get(span.words)
            if span.code and span.words in labels and span.words not in of:
                of = choices[span.words]
            made.append(Span(words, "italic") if span.code and words else span)
        return tuple(made)

    return tuple(
        replace(block, spans=named(block.spans), cells=tuple(named(cell) for cell in block.cells)) for block in blocks
    )
