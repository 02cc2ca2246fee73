"""Golden matches: what every seat sees at every line of a match stays as it is, unless it is meant to change.

`python -m tools.golden` writes the texts anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grenade_salad import games
from grenade_salad.lab.playthrough import playthrough
from tools.golden import FOLDER

RECORDS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_seat_sees_what_it_saw(file: Path) -> None:
    assert playthrough(file.read_bytes(), file.name) == file.with_suffix(".golden").read_text(encoding="utf-8")


def test_every_game_has_one() -> None:
    assert {name for name in games.NAMES for file in RECORDS if file.stem.startswith(name)} == set(games.NAMES)
