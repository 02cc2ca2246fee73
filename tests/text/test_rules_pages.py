"""Translated rules have the same rules, keys and figures as the English page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grenade_salad.core import registry
from grenade_salad.system import resources
from grenade_salad.text import languages
from grenade_salad.text.markdown import Block, parse

BINDING_PAGE_NOTICE = {
    "de": "Es gilt, was auf der englischen Seite steht.",
    "es": "Vale lo que dice la página inglesa.",
    "fr": "C'est la page anglaise qui fait foi.",
    "pl": "Rozstrzyga strona angielska.",
}
"""The second paragraph of a translation: the English page is binding."""
PAGES = sorted(page.name for page in resources.rules().glob("*.md"))
TRANSLATED = sorted(resources.rules().glob("*/*.md"))
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
THOUSANDS = re.compile(r"(?<=\d)[.,\u00a0](?=\d{3}(?!\d))")


def read_blocks(page: Path) -> tuple[Block, ...]:
    return parse(page.read_text(encoding="utf-8"))


def figures(block: Block) -> list[str]:
    """Return the figures of a block, however its language writes them.

    >>> figures(parse("1,000 of 28.2 mm")[0]) == figures(parse("28,2 mm, 1.000 Mal")[0])
    True
    """
    return sorted(figure.replace(",", ".") for figure in FIGURE.findall(THOUSANDS.sub("", block.words)))


def block_form(block: Block) -> tuple[object, ...]:
    """Return the parts of a block that a translation must not change."""
    keys = sorted(span.words for span in block.spans if span.code)
    marked = [span.words if span.rule else span.face for span in block.spans if span.face != "text"]
    return block.kind, block.rule, keys, marked, figures(block)


def find_differences(page: Path, original: Path) -> list[tuple[str, str]]:
    """Return the blocks in which the page has another form than the original.

    The second block of the page is skipped: it is only in translations.
    """
    title, _, *rest = read_blocks(page)
    ours, theirs = [title, *rest], read_blocks(original)
    differing = [
        (block.words, original_block.words)
        for block, original_block in zip(ours, theirs, strict=False)
        if block_form(block) != block_form(original_block)
    ]
    return [*differing, *[("blocks", f"{len(ours)}, not {len(theirs)}")] * (len(ours) != len(theirs))]


@pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_translated_page_has_the_rules_and_figures_of_the_english_page(page: Path) -> None:
    assert find_differences(page, resources.rules() / page.name) == []
    assert read_blocks(page)[1].words.endswith(BINDING_PAGE_NOTICE[page.parent.name])


def test_languages_with_rules_have_all_pages() -> None:
    assert {*BINDING_PAGE_NOTICE} <= {*languages.available()}
    assert {(page.parent.name, page.name) for page in TRANSLATED} >= {
        (code, name) for code in BINDING_PAGE_NOTICE for name in PAGES
    }


@pytest.mark.parametrize(
    ("was", "became"),
    [
        ("2,0 Punkte", "2,1 Punkte"),
        ("**AB-02** Zwei", "**AB-03** Zwei"),
        ("`joker`", "`jokers`"),
        ("- Eins", "Eins"),
        ("\n## Ende\n", "\n"),
        ("1.000 Mal", "100 Mal"),
        ("| 4 | 5 |", "| 4 | 6 |"),
    ],
)
def test_change_in_a_translation_is_noticed(was: str, became: str, tmp_path: Path) -> None:
    english = "# Game\n\n**AB-01** 2.0 points\n\n**AB-02** Two `joker`\n\n- One\n\n## End\n\n1,000 times\n\n| 4 | 5 |\n"
    german = (
        "# Spiel\n\nÜbersetzung\n\n**AB-01** 2,0 Punkte\n\n**AB-02** Zwei `joker`\n\n- Eins\n"
        "\n## Ende\n\n1.000 Mal\n\n| 4 | 5 |\n"
    )
    original, page = tmp_path / "en.md", tmp_path / "de.md"
    original.write_text(english, encoding="utf-8")
    page.write_text(german, encoding="utf-8")
    assert find_differences(page, original) == []
    page.write_text(german.replace(was, became), encoding="utf-8")
    assert find_differences(page, original)


def test_positions_on_the_pages_are_valid() -> None:
    lines = [
        span.words
        for page in (*resources.rules().glob("*.md"), *TRANSLATED)
        for block in read_blocks(page)
        for span in block.spans
        if span.code and "; " in span.words
    ]
    assert len({line.split(";")[0] for line in lines}) == 3
    for line in set(lines):
        registry.load(line.split(";")[0]).parse_position(line)
