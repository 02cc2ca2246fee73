"""A game's rules with the labels of house rules instead of their keys in records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from grenade_salad.core import registry
from grenade_salad.text import Message, Reader, say
from grenade_salad.text.markdown import Block, Span


def with_labels(game: str, blocks: Sequence[Block], language: str) -> tuple[Block, ...]:
    """Return the blocks with labels for the keys of options and choices.

    Raises `NoGame`.
    """
    reader, labels, choices = Reader(language=language), dict[str, str](), dict[str, dict[str, str]]()
    for option in fields(registry.load(game).options):
        if isinstance(label := option.metadata.get("label"), Message):
            labels[option.name] = say(label, reader)
            option_choices = option.metadata.get("choices", ())
            choices[option.name] = {str(value): say(words, reader) for value, words in option_choices}
    all_choices = {value: words for labels_by_value in choices.values() for value, words in labels_by_value.items()}

    def label_spans(spans: Sequence[Span]) -> tuple[Span, ...]:
        labelled, current_choices = list[Span](), dict[str, str]()  # the choices of the option that was named last
        for span in spans:
            words = current_choices.get(span.words) or labels.get(span.words) or all_choices.get(span.words)
            if span.code and span.words in labels and span.words not in current_choices:
                current_choices = choices[span.words]
            labelled.append(Span(words, "italic") if span.code and words else span)
        return tuple(labelled)

    return tuple(
        replace(block, spans=label_spans(block.spans), cells=tuple(label_spans(cell) for cell in block.cells))
        for block in blocks
    )
