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
from tests.app.speech.ear import PLAYERS, Salad, play, press, press_when_there, wheel
from tests.patience import LIMIT

WHY_NOT = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

MATCHES = 4
"""So many at most until somebody was aimed at: the program's luck is real, and some matches never have a target."""


@contextmanager
def started(folder: Path, ears: str = "auto") -> Iterator[AtSpi]:
    """The program as people start it, with nothing that moves, and one weak machine to play against."""
    data = folder / "data"
    data.mkdir()
    two = {"names": ["Ann", "Bo"], "controllers": ["person", "random"]}
    settings = {"speed": "off", "ears": ears, "last": dict.fromkeys(games.NAMES, two)}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with desktop(folder) as (env, bus):
        program = subprocess.Popen([sys.executable, "-m", "grenade_salad", "--data", str(data)], env=env)
        try:
            yield AtSpi(bus)
        finally:
            program.terminate()
            program.wait(LIMIT)


@pytest.mark.parametrize("name", games.with_turns())
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


def _log(ear: AtSpi) -> list[str]:
    """The lines of the log, as a client reads them in the list of that name."""
    nodes = ear.nodes()
    at = next((index for index, node in enumerate(nodes) if node.name == "Log" and not node.button), len(nodes))
    return [node.name for node in nodes[at + 1 :]]


def _in_order(said: list[str], log: list[str]) -> bool:
    """Whether what was said comes in the order of the log. Moves are said in fewer words than they are written."""
    rest = iter(log)
    return all(any(_alike(words, line) for line in rest) for words in said)


def _alike(words: str, line: str) -> bool:
    return line.replace("moves a die to", "moves to").startswith(words)


def test_the_log_is_announced_in_its_order_a_few_words_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path) as ear:
        ear.bus.listen()
        press_when_there(ear, "Grenade, the wheel")
        press_when_there(ear, "Start")
        began = len(ear.bus.announced())
        log: list[str] = []
        for _ in range(400):
            wheel(ear)
            log = _log(ear) or log
            if len(ear.bus.announced()) - began > 14:
                break
        heard = ear.bus.announced()[began:]
        told = [[words for words in some if any(_alike(words, line) for line in log)] for some in heard]
        lines = [words for some in told for words in some]
        assert len(lines) > 6
        assert _in_order(lines, log), (lines, log)
        assert all(sum(len(words.split()) for words in some) <= 25 for some in told), told


def test_where_only_the_focus_is_heard_each_line_gets_it(tmp_path: Path) -> None:
    with started(tmp_path, ears="focus") as ear:
        ear.bus.listen()
        press_when_there(ear, "Grenade, the wheel")
        press_when_there(ear, "Start")
        said: list[str] = []
        for _ in range(400):
            said += ear.bus.focused()
            if any(" rolls a " in words for words in said):
                return
            ear.wait()
        raise AssertionError(said)


SET_UP = {
    "grenade-salad": ("A soldier of A", "10 mm west", "A soldier of B", "10 mm north", "Give: Arrow"),
    "live-grenade": ("Give: the 4 of hearts", "Give: the King of clubs", "Give: a card that nobody knows"),
    "wheel": ("White die 2", "the 5 of spades", "Give: the 3 of hearts"),
}
"""What is pressed, one after another, to set a position up."""


@pytest.mark.parametrize("name", SET_UP)
def test_a_position_is_set_up_shared_and_played_on_through_at_spi_alone(tmp_path: Path, name: str) -> None:
    with started(tmp_path) as ear:
        press_when_there(ear, "Set up a position")
        while not any(node.name == "Paste" for node in ear.nodes()):
            # What was there before may be pressed once more, under what is there now.
            press(ear, PLAYERS[name][0])
            ear.wait()
        for words in SET_UP[name]:
            press_when_there(ear, words)
        line = (tmp_path / "data" / "positions" / f"{name}.txt").read_text(encoding="utf-8")
        shown = subprocess.run(
            [sys.executable, "-m", "grenade_salad", "show", line], capture_output=True, text=True, check=True
        )
        assert name in shown.stdout
        for words in ("Share", "Save a web page", "Close", "Play on", "Play on"):
            press_when_there(ear, words)
        for _ in range(400):
            if any("'s turn" in node.name or "your turn" in node.name.lower() for node in ear.nodes()):
                return
            ear.wait()
        raise AssertionError("; ".join(node.name for node in ear.nodes()))
