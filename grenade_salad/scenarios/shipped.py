"""The scenarios that come along: files beside this module, whose words are in the catalogs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from grenade_salad.scenarios.scenario import SUFFIX, Scenario, read
from grenade_salad.scenarios.words import TITLES_AND_STORIES

FOLDER = Path(__file__).parent / "shipped"


@cache
def load_shipped() -> tuple[Scenario, ...]:
    """All of them, in the order in which they are offered, told in the reader's language."""
    return tuple(
        replace(read(FOLDER / f"{name}{SUFFIX}"), title=title, story=story)
        for name, (title, story) in TITLES_AND_STORIES.items()
    )
