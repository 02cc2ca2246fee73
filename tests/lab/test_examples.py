"""The examples that train: they learn, and our model plays as an external player."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run_command(folder: Path, *words: str) -> str:
    """Run a Python command in the folder of the model, and return its output."""
    env = {**os.environ, "PYTHONPATH": str(EXAMPLES), "PPO_MODEL": str(folder / "ppo.npz")}
    finished = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=env, cwd=folder, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.slow
def test_ppo_learns_live_grenade_and_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed: the example trains with it")
    pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
    training = ["--decisions", "300000", "--seconds", "300", "--games", "2000", "--model", "ppo.npz"]
    output = run_command(tmp_path, str(EXAMPLES / "ppo.py"), "live-grenade", *training, "--curve", "c.csv")
    assert float(re.findall(r"wins ([\d.]+)%", output)[-1]) > 68, output
    assert (tmp_path / "c.csv").read_text(encoding="utf-8").startswith("seconds,decisions,wins")
    players = ["--players", "ppo_player.Player@20", "random", "--games", "300", "--json"]
    table = json.loads(run_command(tmp_path, "-m", "grenade_salad", "arena", "live-grenade", *players))
    assert table["players"][0]["rate"] > 0.65
    assert table["players"][0]["cut_off"] == 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("script", "library", "steps"), [("sb3", "sb3_contrib", 60_000), ("tianshou_dqn", "tianshou", 15_000)]
)
def test_other_libraries_learn_live_grenade(tmp_path: Path, script: str, library: str, steps: int) -> None:
    pytest.importorskip(library, reason=f"{library} is not installed")
    pytest.importorskip("grenade_salad.lab.env", reason="the extra [rl] is not installed")
    output = run_command(tmp_path, str(EXAMPLES / f"{script}.py"), "--steps", str(steps), "--matches", "300")
    (low,) = re.findall(r"wins [\d.]+% \(([\d.]+)% to", output)
    assert float(low) > 50, output
