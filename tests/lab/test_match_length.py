"""How long a match takes is told once, with the same figures, by set-up and rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grenade_salad
from grenade_salad.lab.match_length import describe_length
from grenade_salad.text import say

RULES = Path(grenade_salad.__file__).parent.parent / "docs" / "rules"


@pytest.mark.parametrize("folder", ["", "de", "fr", "es", "pl"])
def test_rules_and_setup_agree_on_the_length_of_a_match(folder: str) -> None:
    lengths = [describe_length("grenade-salad", seats) for seats in (2, 3, 4)]
    minutes = [int(re.sub(r"\D", "", say(length))) for length in lengths if length is not None]
    line = next(
        line
        for line in (RULES / folder / "grenade-salad.md").read_text(encoding="utf-8").splitlines()
        if line[:2] == "- "
    )
    assert [int(number) for number in re.findall(r"\d+", line)] == [2, 4, min(minutes), max(minutes)]
