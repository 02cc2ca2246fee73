"""The help page exists in every language, in the form of the English one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grenade_salad.app.pages import rules_page
from grenade_salad.system import resources
from grenade_salad.text import languages
from grenade_salad.text.markdown import parse

ENGLISH = Path(rules_page.__file__).parent / "help" / f"{rules_page.SCREEN}.md"
TRANSLATED = [code for code in languages.available() if code != "en"]


def block_kinds(source: str) -> list[str]:
    """Return the kind of each block: heading, bullet or paragraph."""
    return [block.kind for block in parse(source)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_help_page_has_the_same_form_in_every_language(language: str) -> None:
    page = resources.localized_page(ENGLISH, language)
    assert page != ENGLISH, f"{ENGLISH.parent.name}/{language}/{ENGLISH.name} is missing"
    assert block_kinds(page.read_text(encoding="utf-8")) == block_kinds(ENGLISH.read_text(encoding="utf-8"))


def test_missing_bullets_and_headings_are_noticed() -> None:
    english = ENGLISH.read_text(encoding="utf-8")
    assert {"h1", "h2", "item", "text"} == {*block_kinds(english)}
    assert block_kinds(english.replace("\n- ", "\n", 1)) != block_kinds(english)
    assert block_kinds(english.replace("\n## ", "\n", 1)) != block_kinds(english)
