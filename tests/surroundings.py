"""The environment of the tests, the same on every machine."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from grenade_salad.core import discovery
from grenade_salad.players.time_budget import SECONDS_VARIABLE

ROOT = Path(__file__).parent.parent
_CONTROLLED = re.compile(
    "PYTHON.*|LC_.*|LANG|LANGUAGE|TZ|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR.*|TTY_.*"
    "|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|DBUS_.*|AT_SPI_.*|SDL_.*|PYGAME_.*|GRENADE_SALAD_.*"
)
"""Variables that set up Python, a language, a terminal, a desktop or the program."""
TEST_VARIABLES = {
    "LANG": "C.UTF-8",
    "LANGUAGE": "en",
    "TZ": "UTC",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    # Programs that a test starts must be of the same tree as the test.
    "PYTHONPATH": str(ROOT),
    # Machine players must finish their search however busy the machine is: else they would decide differently when it
    # is cut off.
    SECONDS_VARIABLE: "60",
}
"""Variables that the tests and the programs they start need."""


def build_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a machine as the tests have it."""
    return {name: value for name, value in environ.items() if not _CONTROLLED.fullmatch(name)} | TEST_VARIABLES


def reset_process() -> None:
    """Give this process the environment and the time zone of the tests.

    Only the games of the program itself are installed then.
    """
    environ = build_environment(os.environ)
    os.environ.clear()
    os.environ.update(environ)
    if sys.platform != "win32":
        time.tzset()
    hide_guests()


def hide_guests() -> None:
    """Hide the games and players of plugins that are installed on this machine.

    Plugins that a test installs are still found.
    """
    find_packages, machine_folders = discovery._package_entries, tuple(sys.path)

    def find_test_packages(group: str = discovery.GAMES_GROUP) -> dict[str, list[tuple[str, str]]]:
        full_path = sys.path
        sys.path = [folder for folder in full_path if folder not in machine_folders]
        try:
            return find_packages(group)
        finally:
            sys.path = full_path

    discovery._package_entries = find_test_packages
    discovery._discover.cache_clear()
    discovery.external_players.cache_clear()
