"""Plugins that are installed for a test: in this process, and for real commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grenade_salad import players
from grenade_salad.core import discovery, registry
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.plugins.guests import install
from tests.surroundings import ROOT

collect_ignore = ["guest_games", "turnless_games"]
Run = Callable[..., subprocess.CompletedProcess[str]]
MAIN_WITHOUT_PLUGINS = """
import sys
from tests.surroundings import hide_guests
hide_guests()
from grenade_salad.cli import main
sys.exit(main())
"""
"""The program without any plugin, even if this machine has some."""


def clear_caches() -> None:
    """Look for the installed games again."""
    for cached_function in (discovery._discover, registry.plugin, registry.load, players.load_roster):
        cached_function.cache_clear()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder into which packages are installed."""
    return tmp_path / "site"


@pytest.fixture
def guests(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The plugins, installed in this process."""
    monkeypatch.syspath_prepend(install(site))
    clear_caches()
    yield site
    for name in [name for name in sys.modules if name.partition(".")[0] == "guest_games"]:
        del sys.modules[name]
    monkeypatch.undo()
    clear_caches()


@pytest.fixture
def run(site: Path, tmp_path: Path) -> Run:
    """Return a function that runs grenade-salad as a user who has installed `site`."""

    def run_command(*words: str, status: int = 0, alone: bool = False) -> subprocess.CompletedProcess[str]:
        settings = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        env = os.environ | settings | {"PYTHONPATH": str(ROOT if alone else site)}
        command = [sys.executable, *(("-c", MAIN_WITHOUT_PLUGINS) if alone else ("-m", "grenade_salad")), *words]
        result = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        assert result.returncode == status, result.stderr
        assert "Traceback" not in result.stderr
        return result

    return run_command
