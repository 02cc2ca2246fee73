"""A real screen reader's way: the program on a display, and whole matches through AT-SPI alone, no pixel and no key."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grenade_salad import games
from tests.app.speech.atspi import AtSpi, desktop, missing
from tests.app.speech.ear import PLAYERS, Salad, play, press_when_there, wheel
from tests.patience import LIMIT

WHY_NOT = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

MATCHES = 4
"""So many at most until somebody was aimed at: the program's luck is real, and some matches never have a target."""


@contextmanager
def started(folder: Path) -> Iterator[AtSpi]:
    """The program as people start it, with nothing that moves, and one weak machine to play against."""
    data = folder / "data"
    data.mkdir()
    two = {"names": ["Ann", "Bo"], "controllers": ["person", "random"]}
    settings = {"speed": "off", "last": dict.fromkeys(games.NAMES, two)}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with desktop(folder) as (env, bus):
        program = subprocess.Popen([sys.executable, "-m", "grenade_salad", "--data", str(data)], env=env)
        try:
            yield AtSpi(bus)
        finally:
            program.terminate()
            program.wait(LIMIT)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_match_is_played_through_at_spi_alone(tmp_path: Path, name: str) -> None:
    with started(tmp_path) as ear:
        box, player = PLAYERS[name]
        turn = player()
        for _ in range(MATCHES):
            said = list(play(ear, box, turn, ("Home",)))
            assert any(" win" in line for line in said)
            assert any(line.startswith("Ann") for line in said)
            press_when_there(ear, "Home")
            if not isinstance(turn, Salad) or turn.aimed:
                break
        else:
            raise AssertionError("nobody was aimed at")
        press_when_there(ear, "Settings")
        press_when_there(ear, "Back")


def test_what_happens_is_announced_by_itself(tmp_path: Path) -> None:
    with started(tmp_path) as ear:
        ear.bus.listen()
        press_when_there(ear, "Grenade, the wheel")
        press_when_there(ear, "Start")
        said: list[str] = []
        for _ in range(400):
            if not wheel(ear):
                ear.wait()
            said += ear.bus.announced()
            if any("Ann moves" in line for line in said):
                return
        raise AssertionError(said)
