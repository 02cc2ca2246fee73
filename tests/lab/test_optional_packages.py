"""Whoever lacks what only parts of the laboratory need is told which extra brings it, and what to type."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from grenade_salad import cli
from grenade_salad.lab.optional_packages import PACKAGES, missing

ROOT = Path(__file__).parent.parent.parent
WITHOUT = """
import sys
from importlib import import_module
for name in ("gymnasium", "pettingzoo", "pyspiel", "stable_baselines3"):
    sys.modules[name] = None
for module in sys.argv[1:]:
    try:
        import_module("grenade_salad.lab." + module)
    except ModuleNotFoundError as error:
        print(error)
"""
NEED = {
    "env": "rl",
    "spaces": "rl",
    "batch.vector": "rl",
    "batch.aec_env": "rl",
    "batch.stable_baselines": "train",
    "openspiel": "openspiel",
}


def test_a_missing_package_is_named_with_its_extra() -> None:
    command = [sys.executable, "-c", WITHOUT, *NEED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [missing(extra) for extra in NEED.values()], done.stderr


def test_without_dask_there_are_no_workers_of_a_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["simulate", "wheel", "--dask", "tcp://127.0.0.1:1"]) != 0
    assert capsys.readouterr().err == f"grenade-salad: {missing('cluster')}\n"


def test_what_is_told_to_be_installed_is_what_the_extra_asks_for() -> None:
    """And it is never our own name, which nobody owns at an index."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name, package in PACKAGES.items():
        assert any(one.startswith(f"{package}>") for one in extras[name]), name
    for folder in ("docs", "examples", "grenade_salad"):
        for path in (ROOT / folder).rglob("*"):
            assert path.suffix not in (".py", ".md") or "grenade-salad[" not in path.read_text("utf-8"), path
