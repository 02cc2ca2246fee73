"""Golden matches: the view of every seat at every line stays as it is.

If it is meant to change, `python -m tools.golden` writes the texts again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.lab.playthrough import format_playthrough
from tools.golden import FOLDER

RECORDS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_views_of_every_seat_are_unchanged(file: Path) -> None:
    assert format_playthrough(file.read_bytes(), file.name) == file.with_suffix(".golden").read_text(encoding="utf-8")


def test_every_game_has_a_golden_match() -> None:
    assert {name for name in games.NAMES for file in RECORDS if file.stem.startswith(name)} == set(games.NAMES)
