"""Errors for missing optional packages name the extra and the command for it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from grenade_salad import cli
from grenade_salad.lab.optional_packages import PACKAGES, describe_missing

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


def test_missing_package_is_reported_with_its_extra() -> None:
    command = [sys.executable, "-c", WITHOUT, *NEED]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout.splitlines() == [describe_missing(extra) for extra in NEED.values()], finished.stderr


def test_cluster_workers_need_dask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["simulate", "wheel", "--dask", "tcp://127.0.0.1:1"]) != 0
    assert capsys.readouterr().err == f"grenade-salad: {describe_missing('cluster')}\n"


def test_suggested_packages_are_those_of_the_extra() -> None:
    """Our own name is never suggested: it is not registered on a package index."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name, package in PACKAGES.items():
        assert any(requirement.startswith(f"{package}>") for requirement in extras[name]), name
    for folder in ("docs", "examples", "grenade_salad"):
        for path in (ROOT / folder).rglob("*"):
            assert path.suffix not in (".py", ".md") or "grenade-salad[" not in path.read_text("utf-8"), path
