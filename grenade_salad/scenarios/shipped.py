"""The scenarios that come along: files beside this module, texts in the catalogs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from grenade_salad.scenarios.scenario import SUFFIX, Scenario, read
from grenade_salad.scenarios.words import TITLES_AND_STORIES

FOLDER = Path(__file__).parent / "shipped"


@cache
def load_shipped() -> tuple[Scenario, ...]:
    """Return all of them, in the order of the menu, in the reader's language."""
    return tuple(
        replace(read(FOLDER / f"{name}{SUFFIX}"), title=title, story=story)
        for name, (title, story) in TITLES_AND_STORIES.items()
    )
