"""A match is the same in every process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.match.record import read_record, write_record
from grenade_salad.match.replay import legal, log, printed, replay
from tests.playing import random_match, steps


@pytest.mark.parametrize("name", games.NAMES)
def test_another_process_says_the_same(name: str, tmp_path: Path) -> None:
    match = random_match(name, 2)
    assert sum(1 for _ in steps(match, Random(2), 80)) > 20
    file = tmp_path / "match.jsonl"
    write_record(file, match.header, match.entries)
    here = replay(read_record(file))
    command = [sys.executable, "-m", "grenade_salad", "replay", str(file)]

    def there(*words: str) -> list[str]:
        done = subprocess.run([*command, *words], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.splitlines()

    assert there("--json") == [json.dumps(printed(here))]
    assert there("--json", "--seat", "1") == [json.dumps(printed(here, 1))]
    assert there("--legal") == [json.dumps(line) for line in legal(here)]
    assert len(there()) == len(log(here)) + 2
