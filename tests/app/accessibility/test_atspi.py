"""A real screen reader's way: the program on a display, and whole matches through AT-SPI alone, no pixel and no key."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, Properties, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from grenade_salad import games
from tests.app.accessibility.ear import PLAYERS, Found, Salad, play, press, press_when_there, wheel
from tests.patience import LIMIT

_ROOT = "/org/a11y/atspi/accessible/root"
_REGISTRY = "org.a11y.atspi.Registry"
_ACCESSIBLE, _ACTION = "org.a11y.atspi.Accessible", "org.a11y.atspi.Action"
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_ENABLED = 8
"""The bit of a state by which something can be used, as AT-SPI counts."""
_BUTTON = 43
"""The role of a button, as AT-SPI counts."""
_PAUSE = 0.15
"""Seconds between two looks: the program tells what is new ten times a second, and a press may change nothing."""

Path_ = tuple[str, str]


def missing() -> str:
    """What this machine lacks for it, in words; empty if it has all."""
    if sys.platform != "linux":
        return "AT-SPI is there on Linux alone"
    wanted = {"Xvfb": shutil.which("Xvfb"), "dbus-daemon": shutil.which("dbus-daemon")}
    wanted["at-spi2-core"] = next((file for file in _LAUNCHERS if Path(file).exists()), None)
    lacking = [name for name, found in wanted.items() if not found]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


class Bus:
    """Calls on one bus; a call gives its results, the only one alone. Raises Gone for what is not there any more."""

    def __init__(self, address: str) -> None:
        self._connection: DBusConnection = open_dbus_connection(address, auth_timeout=LIMIT)
        self._announced: deque[Any] = deque()
        self._states: deque[Any] = deque()
        self._told: list[list[str]] = [[]]

    def call(self, at: Path_, interface: str, method: str, signature: str | None = None, *body: Any) -> Any:
        address = DBusAddress(at[1], bus_name=at[0], interface=interface)
        return self._ask(new_method_call(address, method, signature, body))

    def all(self, at: Path_, interface: str) -> dict[str, Any]:
        address = DBusAddress(at[1], bus_name=at[0], interface=interface)
        return {name: value[1] for name, value in self._ask(Properties(address).get_all()).items()}

    def put(self, at: Path_, interface: str, name: str, signature: str, value: Any) -> None:
        self._ask(Properties(DBusAddress(at[1], bus_name=at[0], interface=interface)).set(name, signature, value))

    def _ask(self, message: Any) -> Any:
        reply = self._connection.send_and_get_reply(message, timeout=LIMIT)
        if reply.header.message_type is MessageType.error:
            raise Gone(str(reply.body))
        return reply.body[0] if len(reply.body) == 1 else reply.body

    def listen(self) -> None:
        """Keep what is announced from now on, and what gets the focus."""
        registry = (_REGISTRY, "/org/a11y/atspi/registry")
        kinds = (
            ("object:announcement", "Announcement", self._announced),
            ("object:state-changed:focused", "StateChanged", self._states),
        )
        for event, member, queue in kinds:
            self.call(registry, _REGISTRY, "RegisterEvent", "sass", event, [], "")
            rule = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object", member=member)
            self._ask(message_bus.AddMatch(rule))
            self._connection.filter(rule, queue=queue, bufsize=4096)

    def focused(self) -> list[str]:
        """What got the focus since it was asked the last time, by name."""
        with suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0.05)
        found = [message for message in self._states if message.body[0] == "focused" and message.body[1]]
        self._states.clear()
        names = []
        for message in found:
            with suppress(Gone):
                at = (message.header.fields[HeaderFields.sender], message.header.fields[HeaderFields.path])
                names.append(self.all(at, _ACCESSIBLE)["Name"])
        return names

    def announced(self) -> list[list[str]]:
        """What was announced since it listens: before the first press, then after each press."""
        with suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0.05)
        self._take()
        return self._told

    def pressed(self) -> None:
        """What came until the answer to a press was told before it."""
        self._take()
        self._told.append([])

    def _take(self) -> None:
        self._told[-1] += [message.body[3][1] for message in self._announced]
        self._announced.clear()

    def close(self) -> None:
        self._connection.close()


class Gone(Exception):
    """It is not there any more."""


class AtSpi:
    """The tree of one program on the accessibility bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def program(self) -> Path_:
        """The one program that is there; waits until it has come."""
        found = _patient(lambda: self.bus.call((_REGISTRY, _ROOT), _ACCESSIBLE, "GetChildren"))
        return tuple(found[0])  # type: ignore[return-value]

    def nodes(self) -> list[Found]:
        found: list[Found] = _patient(lambda: list(self._under(self.program())))
        return found

    def _under(self, at: Path_) -> Iterator[Found]:
        facts = self.bus.all(at, _ACCESSIBLE)
        role = self.bus.call(at, _ACCESSIBLE, "GetRole")
        states = self.bus.call(at, _ACCESSIBLE, "GetState")
        enabled = bool(states[0] >> _ENABLED & 1)
        yield Found(at, role == _BUTTON, facts["Name"], facts["Description"], facts["Description"], enabled)
        for child in self.bus.call(at, _ACCESSIBLE, "GetChildren"):
            yield from self._under(tuple(child))  # type: ignore[arg-type]

    def press(self, node: Found) -> None:
        at: Any = node.number
        with suppress(Gone):
            self.bus.call(at, _ACTION, "DoAction", "i", 0)
        self.bus.pressed()
        self.wait()

    def wait(self) -> None:
        time.sleep(_PAUSE)


@contextmanager
def desktop(folder: Path) -> Iterator[tuple[dict[str, str], Bus]]:
    """A display and the buses of somebody with a screen reader: the environment for programs, and the bus."""
    started: list[subprocess.Popen[bytes]] = []
    buses: list[Bus] = []

    def start(*command: str, **more: Any) -> subprocess.Popen[bytes]:
        made = subprocess.Popen(command, stderr=subprocess.DEVNULL, **more)
        started.append(made)
        return made

    try:
        read, write = os.pipe()
        start("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "-nolisten", "tcp", pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        daemon = start("dbus-daemon", "--session", "--print-address", "--nofork", stdout=subprocess.PIPE)
        assert daemon.stdout is not None
        address = daemon.stdout.readline().decode().strip()
        home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
        env = {**os.environ, **home, "DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": address}
        env |= {"SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy", "LANG": "C.UTF-8"}
        launcher = next(file for file in _LAUNCHERS if Path(file).exists())
        start(launcher, "--launch-immediately", env=env)
        session = Bus(address)
        buses.append(session)
        status = ("org.a11y.Bus", "/org/a11y/bus")
        found = _patient(lambda: session.call(status, "org.a11y.Bus", "GetAddress"))
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            session.put(status, "org.a11y.Status", name, "b", True)
        buses.append(Bus(found))
        # The registry may fall over its own start, and is started once more by who asks for it.
        _patient(lambda: [buses[1].call((_REGISTRY, _ROOT), _ACCESSIBLE, "GetChildren")])
        yield env, buses[1]
    finally:
        for bus in buses:
            bus.close()
        for process in reversed(started):
            process.terminate()
            process.wait(LIMIT)
            if process.stdout is not None:
                process.stdout.close()


def _patient(ask: Callable[[], Any]) -> Any:
    """What it gives as soon as that is there."""
    end, why = time.monotonic() + LIMIT, ""
    while time.monotonic() < end:
        try:
            if found := ask():
                return found
        except Gone as gone:
            why = str(gone)
        time.sleep(_PAUSE)
    raise AssertionError(f"it does not come: {why}")


WHY_NOT = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

TURNS = 16
"""After so many a match of Grenade Salad ends here: without AT-SPI, test_tree.py plays whole ones."""
MATCHES = 4
"""So many at most until somebody was aimed at: the program's luck is real, and some matches never have a target."""


@contextmanager
def started(folder: Path, ears: str = "auto") -> Iterator[AtSpi]:
    """The program as people start it, with nothing that moves, and one weak machine to play against."""
    data = folder / "data"
    data.mkdir()
    two = {"names": ["Ann", "Bo"], "controllers": ["person", "random"]}
    last = dict.fromkeys(games.NAMES, two) | {"grenade-salad": {**two, "options": {"turn_limit": TURNS}}}
    settings = {"speed": "off", "ears": ears, "last": last}
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
    return re.sub("moves a die from .* to", "moves to", line).startswith(words)


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
        assert [some for some in told if sum(len(words.split()) for words in some) > 25] == []


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
