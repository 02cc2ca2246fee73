"""The guests, installed for a test: in this process, and for commands of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grenade_salad import bots, installed
from grenade_salad.core import registry
from tests.app.conftest import app as app
from tests.app.conftest import kept_window as kept_window
from tests.plugins.guests import install

collect_ignore = ["guest_games"]
Run = Callable[..., subprocess.CompletedProcess[str]]


def forget() -> None:
    """Look again which games there are."""
    for found in (installed._found, registry.plugin, registry.load, bots.players_of):
        found.cache_clear()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder into which packages are installed."""
    return tmp_path / "site"


@pytest.fixture
def guests(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The guests in this process."""
    monkeypatch.syspath_prepend(install(site))
    forget()
    yield site
    for name in [name for name in sys.modules if name.partition(".")[0] == "guest_games"]:
        del sys.modules[name]
    monkeypatch.undo()
    forget()


@pytest.fixture
def run(site: Path, tmp_path: Path) -> Run:
    """A command of grenade-salad, as a user with what is in `site` gives it."""

    def command(*words: str, status: int = 0, alone: bool = False) -> subprocess.CompletedProcess[str]:
        settings = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        env = {**os.environ, **settings, "PYTHONPATH": "" if alone else str(site)}
        done = subprocess.run(
            [sys.executable, "-m", "grenade_salad", *words], capture_output=True, text=True, env=env, check=False
        )
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return command
