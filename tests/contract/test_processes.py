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
from grenade_salad.match.record import legal_lines, log_lines, position_json, read_record, replay, write_record
from tests.marks import slow_but
from tests.playing import random_match, random_steps


@pytest.mark.quick("wheel")
@pytest.mark.parametrize("name", slow_but(["live-grenade", "wheel"], games.with_turns()))
def test_another_process_replays_the_same_match(name: str, tmp_path: Path) -> None:
    match = random_match(name, 2)
    assert sum(1 for _ in random_steps(match, Random(2), 80)) > 20
    file = tmp_path / "match.jsonl"
    write_record(file, match.header, match.entries)
    replayed = replay(read_record(file))
    command = [sys.executable, "-m", "grenade_salad", "replay", str(file)]

    def replay_elsewhere(*words: str) -> list[str]:
        finished = subprocess.run([*command, *words], capture_output=True, text=True, check=True)
        assert finished.stderr == ""
        return finished.stdout.splitlines()

    assert replay_elsewhere("--json") == [json.dumps(position_json(replayed))]
    assert replay_elsewhere("--json", "--seat", "1") == [json.dumps(position_json(replayed, 1))]
    assert replay_elsewhere("--legal") == [json.dumps(line) for line in legal_lines(replayed)]
    assert len(replay_elsewhere()) == len(log_lines(replayed)) + 2


def test_importing_the_package_leaves_the_environment_alone() -> None:
    threads = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
    code = f"import os, grenade_salad, grenade_salad.players; print([os.environ.get(name) for name in {threads}])"
    free = {name: value for name, value in os.environ.items() if name not in threads}
    ran = subprocess.run([sys.executable, "-c", code], env=free, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[None, None, None]"
    code = f"import os; from grenade_salad.cli import main; main(['rules']); print([os.environ[x] for x in {threads}])"
    ran = subprocess.run([sys.executable, "-c", code], env=free, capture_output=True, text=True, check=True)
    assert ran.stdout.strip().endswith("['1', '1', '1']")


def test_refusal_survives_pickling() -> None:
    refusal = pickle.loads(pickle.dumps(Illegal(NoSuchSeat(3, 2))))
    assert (refusal.reason, str(refusal)) == (NoSuchSeat(3, 2), str(Illegal(NoSuchSeat(3, 2))))


@pytest.mark.parametrize("package", ["salad", "live_grenade", "wheel"])
def test_star_import_of_a_game_works(package: str) -> None:
    namespace: dict[str, object] = {}
    exec(f"from grenade_salad.games.{package} import *", namespace)
    assert "GAME" in namespace
    assert any(name.endswith("Options") for name in namespace)
