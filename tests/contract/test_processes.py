"""A match is the same in every process."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from grenade_salad import games
from grenade_salad.core import Illegal, NoSuchSeat
from grenade_salad.match.record import legal, log, printed, read_record, replay, write_record
from tests.marks import slow_but
from tests.playing import random_match, steps


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("name", slow_but(["live-grenade", "wheel"], games.with_turns()))
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


def test_importing_the_package_changes_nothing_for_the_importer() -> None:
    threads = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
    asked = f"import os, grenade_salad, grenade_salad.players; print([os.environ.get(name) for name in {threads}])"
    free = {name: value for name, value in os.environ.items() if name not in threads}
    ran = subprocess.run([sys.executable, "-c", asked], env=free, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[None, None, None]"
    asked = f"import os; from grenade_salad.cli import main; main(['rules']); print([os.environ[x] for x in {threads}])"
    ran = subprocess.run([sys.executable, "-c", asked], env=free, capture_output=True, text=True, check=True)
    assert ran.stdout.strip().endswith("['1', '1', '1']")


def test_a_refusal_survives_its_way_between_processes() -> None:
    refusal = pickle.loads(pickle.dumps(Illegal(NoSuchSeat(3, 2))))
    assert (refusal.reason, str(refusal)) == (NoSuchSeat(3, 2), str(Illegal(NoSuchSeat(3, 2))))


@pytest.mark.parametrize("package", ["salad", "live_grenade", "wheel"])
def test_all_names_of_a_game_are_there(package: str) -> None:
    found: dict[str, object] = {}
    exec(f"from grenade_salad.games.{package} import *", found)
    assert "GAME" in found
    assert any(name.endswith("Options") for name in found)
