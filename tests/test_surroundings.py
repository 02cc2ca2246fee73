"""The tests do not depend on the environment of the user who runs them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from grenade_salad.core import discovery
from tests.plugins.guests import install
from tests.surroundings import ROOT, TEST_VARIABLES, build_environment

HOSTILE = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONWARNINGS": "error",
    "PYTHONPATH": "/nowhere",
    "LC_ALL": "de_DE.UTF-8",
    "LC_TIME": "pl_PL.UTF-8",
    "LANG": "fr_FR",
    "LANGUAGE": "es",
    "TZ": "Asia/Kolkata",
    "DISPLAY": ":99",
    "WAYLAND_DISPLAY": "wayland-0",
    "XDG_DATA_HOME": "/nowhere",
    "SDL_VIDEODRIVER": "x11",
    "COLUMNS": "40",
    "NO_COLOR": "1",
    "GRENADE_SALAD_PLAYERS": "somebody.Player",
}


def test_variables_of_a_hostile_machine_are_removed() -> None:
    harmless = {
        "HOME": "/home/ann",
        "PATH": "/usr/bin",
        "TERM": "xterm",
        "SSL_CERT_FILE": "/etc/ca",
        "PYTEST_ADDOPTS": "",
    }
    assert build_environment(HOSTILE | harmless) == harmless | TEST_VARIABLES


def test_this_process_and_its_children_have_the_test_environment(tmp_path: Path) -> None:
    prompt = {"PYGAME_HIDE_SUPPORT_PROMPT": os.environ["PYGAME_HIDE_SUPPORT_PROMPT"]}  # pettingzoo sets another value.
    assert {
        name: os.environ[name] for name in {*HOSTILE, *TEST_VARIABLES} if name in os.environ
    } == TEST_VARIABLES | prompt
    code = "import os, time, grenade_salad as g; print(os.environ['LANG'], time.timezone, os.path.dirname(g.__file__))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert result.stdout.split() == ["C.UTF-8", "0", str(ROOT / "grenade_salad")]
    assert time.localtime(0).tm_hour == 0


def test_plugins_of_this_machine_are_hidden(tmp_path: Path) -> None:
    code = (
        "from grenade_salad.core import discovery; from tests.surroundings import hide_guests\n"
        "print(*discovery.games()); hide_guests(); print(*discovery.games())"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(install(tmp_path))])}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    games_before, games_after = result.stdout.splitlines()
    assert {"nim", "high-card"} <= set(games_before.split())
    assert tuple(games_after.split()) == discovery.own_games()
