"""The program as a real screen reader uses it.

It runs on a display, and whole matches are played through AT-SPI alone, without pixels or keys.
"""

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
from tests.app.accessibility.ear import PLAYERS, ReadNode, SaladListener, play, play_wheel, press, wait_and_press
from tests.patience import LIMIT

_ROOT = "/org/a11y/atspi/accessible/root"
_REGISTRY = "org.a11y.atspi.Registry"
_ACCESSIBLE, _ACTION = "org.a11y.atspi.Accessible", "org.a11y.atspi.Action"
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_ENABLED = 8
"""The bit position of "enabled" in an AT-SPI state."""
_BUTTON = 43
"""The AT-SPI role of a button."""
_PAUSE = 0.15
"""Seconds between two reads.

The program publishes news ten times a second, and a press may change nothing.
"""

Path_ = tuple[str, str]


def explain_missing() -> str:
    """Return a sentence about what this machine lacks, or "" if it lacks nothing."""
    if sys.platform != "linux":
        return "AT-SPI is there on Linux alone"
    tools = {"Xvfb": shutil.which("Xvfb"), "dbus-daemon": shutil.which("dbus-daemon")}
    tools["at-spi2-core"] = next((file for file in _LAUNCHERS if Path(file).exists()), None)
    lacking = [name for name, path in tools.items() if not path]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


class Bus:
    """Calls on one bus. Raises `ObjectGone` for objects that are gone.

    A call returns its results as a tuple, or the value if there is only one.
    """

    def __init__(self, address: str) -> None:
        self._connection: DBusConnection = open_dbus_connection(address, auth_timeout=LIMIT)
        self._announcement_queue: deque[Any] = deque()
        self._state_queue: deque[Any] = deque()
        self._announcements: list[list[str]] = [[]]

    def call(self, place: Path_, interface: str, method: str, signature: str | None = None, *body: Any) -> Any:
        address = DBusAddress(place[1], bus_name=place[0], interface=interface)
        return self._send(new_method_call(address, method, signature, body))

    def get_properties(self, place: Path_, interface: str) -> dict[str, Any]:
        """Return the properties of an object. Raises ObjectGone."""
        address = DBusAddress(place[1], bus_name=place[0], interface=interface)
        properties = {name: value[1] for name, value in self._send(Properties(address).get_all()).items()}
        # An object that goes while it answers leaves out what it cannot tell any more.
        if interface == _ACCESSIBLE and "Name" not in properties:
            raise ObjectGone(place[1])
        return properties

    def set_property(self, place: Path_, interface: str, name: str, signature: str, value: Any) -> None:
        self._send(
            Properties(DBusAddress(place[1], bus_name=place[0], interface=interface)).set(name, signature, value)
        )

    def _send(self, message: Any) -> Any:
        reply = self._connection.send_and_get_reply(message, timeout=LIMIT)
        if reply.header.message_type is MessageType.error:
            raise ObjectGone(str(reply.body))
        return reply.body[0] if len(reply.body) == 1 else reply.body

    def start_listening(self) -> None:
        """Collect announcements and focus changes from now on."""
        registry = (_REGISTRY, "/org/a11y/atspi/registry")
        kinds = (
            ("object:announcement", "Announcement", self._announcement_queue),
            ("object:state-changed:focused", "StateChanged", self._state_queue),
        )
        for event, member, queue in kinds:
            self.call(registry, _REGISTRY, "RegisterEvent", "sass", event, [], "")
            rule = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object", member=member)
            self._send(message_bus.AddMatch(rule))
            self._connection.filter(rule, queue=queue, bufsize=4096)

    def take_focused_names(self) -> list[str]:
        """Return the names that got the focus since the last call."""
        with suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0.05)
        messages = [message for message in self._state_queue if message.body[0] == "focused" and message.body[1]]
        self._state_queue.clear()
        names = []
        for message in messages:
            with suppress(ObjectGone):
                place = (message.header.fields[HeaderFields.sender], message.header.fields[HeaderFields.path])
                names.append(self.get_properties(place, _ACCESSIBLE)["Name"])
        return names

    def announcements(self) -> list[list[str]]:
        """Return the announcements: before the first press, then after each press."""
        with suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0.05)
        self._collect_announcements()
        return self._announcements

    def on_pressed(self) -> None:
        """Start a new list. What arrived before the answer to a press belongs before it."""
        self._collect_announcements()
        self._announcements.append([])

    def _collect_announcements(self) -> None:
        self._announcements[-1] += [message.body[3][1] for message in self._announcement_queue]
        self._announcement_queue.clear()

    def close(self) -> None:
        self._connection.close()


class ObjectGone(Exception):
    """The object is not on the bus any more."""


class AtSpi:
    """The tree of one program on the accessibility bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def program(self) -> Path_:
        """Return the only program on the bus, as soon as it is there."""
        programs = _wait_for(lambda: self.bus.call((_REGISTRY, _ROOT), _ACCESSIBLE, "GetChildren"))
        return tuple(programs[0])  # type: ignore[return-value]

    def nodes(self) -> list[ReadNode]:
        nodes: list[ReadNode] = _wait_for(lambda: list(self._read_subtree(self.program())))
        return nodes

    def _read_subtree(self, place: Path_) -> Iterator[ReadNode]:
        facts = self.bus.get_properties(place, _ACCESSIBLE)
        role = self.bus.call(place, _ACCESSIBLE, "GetRole")
        states = self.bus.call(place, _ACCESSIBLE, "GetState")
        enabled = bool(states[0] >> _ENABLED & 1)
        yield ReadNode(place, role == _BUTTON, facts["Name"], facts["Description"], facts["Description"], enabled)
        for child in self.bus.call(place, _ACCESSIBLE, "GetChildren"):
            yield from self._read_subtree(tuple(child))  # type: ignore[arg-type]

    def press(self, node: ReadNode) -> None:
        place: Any = node.id
        with suppress(ObjectGone):
            self.bus.call(place, _ACTION, "DoAction", "i", 0)
        self.bus.on_pressed()
        self.wait()

    def wait(self) -> None:
        time.sleep(_PAUSE)


@contextmanager
def desktop(folder: Path) -> Iterator[tuple[dict[str, str], Bus]]:
    """A display and the buses of a user with a screen reader.

    Yields the environment for programs and the accessibility bus.
    """
    started: list[subprocess.Popen[bytes]] = []
    buses: list[Bus] = []

    def start(*command: str, **options: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
        started.append(process)
        return process

    try:
        read, write = os.pipe()
        start("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24", "-nolisten", "tcp", pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as display_pipe:
            display = f":{display_pipe.readline().strip()}"
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
        # To ask for a service that is not there yet starts a second one, and programs may find either.
        message_bus_place = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        _wait_for(lambda: session.call(message_bus_place, "org.freedesktop.DBus", "NameHasOwner", "s", "org.a11y.Bus"))
        status = ("org.a11y.Bus", "/org/a11y/bus")
        bus_address = _wait_for(lambda: session.call(status, "org.a11y.Bus", "GetAddress"))
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            session.set_property(status, "org.a11y.Status", name, "b", True)
        buses.append(Bus(bus_address))
        # The registry may fail at its own start; the next call starts it again.
        _wait_for(lambda: [buses[1].call((_REGISTRY, _ROOT), _ACCESSIBLE, "GetChildren")])
        yield env, buses[1]
    finally:
        for bus in buses:
            bus.close()
        for process in reversed(started):
            process.terminate()
            process.wait(LIMIT)
            if process.stdout is not None:
                process.stdout.close()


def _wait_for(ask: Callable[[], Any]) -> Any:
    """Return the result of `ask` as soon as it is true."""
    deadline, why = time.monotonic() + LIMIT, ""
    while time.monotonic() < deadline:
        try:
            if result := ask():
                return result
        except ObjectGone as error:
            why = str(error)
        time.sleep(_PAUSE)
    raise AssertionError(f"it does not come: {why}")


WHY_NOT = explain_missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

TURNS = 16
"""The turn limit of a match of Grenade Salad in these tests.

Without AT-SPI, tests/app/accessibility/test_tree.py plays whole matches.
"""
MATCHES = 4
"""The maximum number of matches until there was enough: a target, a long log.

The program's chance is real, and some matches never have it.
"""


PROGRAM = ("-m", "grenade_salad")
SLOW_BEGIN = """
import sys, time
from grenade_salad.app.accessibility.screen_reader import Reader
from grenade_salad.cli import main
begin = Reader._begin
def begin_slowly(reader):
    time.sleep(3.0)
    begin(reader)
Reader._begin = begin_slowly
sys.exit(main())
"""
"""The program, which takes its time where AccessKit waits with its lock."""


@contextmanager
def started(folder: Path, ears: str = "auto", program_words: tuple[str, ...] = PROGRAM) -> Iterator[AtSpi]:
    """Start the program without animations, against a weak machine."""
    data = folder / "data"
    data.mkdir()
    two = {"names": ["Ann", "Bo"], "controllers": ["person", "random"]}
    last = dict.fromkeys(games.NAMES, two) | {"grenade-salad": {**two, "options": {"turn_limit": TURNS}}}
    settings = {"speed": "off", "ears": ears, "last": last}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with desktop(folder) as (env, bus):
        program = subprocess.Popen([sys.executable, *program_words, "--data", str(data)], env=env)
        try:
            yield AtSpi(bus)
        finally:
            program.terminate()
            program.wait(LIMIT)


@pytest.mark.parametrize("name", games.with_turns())
def test_whole_match_is_played_through_at_spi_alone(tmp_path: Path, name: str) -> None:
    with started(tmp_path) as ear:
        box, player = PLAYERS[name]
        turn = player()
        for _ in range(MATCHES):
            texts = list(play(ear, box, turn, ("Home",)))
            assert any(line.startswith("Ann") for line in texts)
            # The end may be read while it appears.
            _wait_for(lambda: any(" win" in node.name for node in ear.nodes()))
            wait_and_press(ear, "Home")
            if not isinstance(turn, SaladListener) or turn.aimed_count:
                break
        else:
            raise AssertionError("nobody was aimed at")
        wait_and_press(ear, "Settings")
        wait_and_press(ear, "Back")


def _read_log(ear: AtSpi) -> list[str]:
    """Return the lines of the log, as a client reads them in the list of that name.

    What is said of a choice comes after it in the tree, in several lines.
    """
    nodes = ear.nodes()
    log_index = next(
        (index for index, node in enumerate(nodes) if node.name == "Log" and not node.is_button), len(nodes)
    )
    return [node.name for node in nodes[log_index + 1 :] if "\n" not in node.name]


def _is_in_order(announced_lines: list[str], log: list[str]) -> bool:
    """True if the announced lines are in the order of the log.

    Actions are announced in fewer words than they are written.
    """
    remaining_lines = iter(log)
    return all(any(_matches_line(words, line) for line in remaining_lines) for words in announced_lines)


def _matches_line(words: str, line: str) -> bool:
    return re.sub("moves a die from .* to", "moves to", line).startswith(words)


def _listen_to_match(ear: AtSpi) -> tuple[list[list[str]], list[str]]:
    """Play a match of the wheel; return the announcements by press, and the log.

    The log is read after the announcements, so that it has every line that was heard. There is none after the match.
    """
    wait_and_press(ear, "Grenade, the wheel")
    wait_and_press(ear, "Start")
    first_index = len(ear.bus.announcements())
    heard: list[list[str]] = []
    log: list[str] = []
    for _ in range(400):
        play_wheel(ear)
        announcements = [list(some) for some in ear.bus.announcements()[first_index:]]
        lines = _read_log(ear)
        if log and (not lines or len(heard) > 14):
            break
        heard, log = announcements, lines
    return heard, log


def test_log_is_announced_in_order_and_few_words_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path) as ear:
        ear.bus.start_listening()
        for _ in range(MATCHES):  # Some matches are over after a few turns.
            heard, log = _listen_to_match(ear)
            announced_log_lines = [
                [words for words in some if any(_matches_line(words, line) for line in log)] for some in heard
            ]
            lines = [words for some in announced_log_lines for words in some]
            assert _is_in_order(lines, log), (lines, log)
            # Before the first decision there is no limit, and a slow bus may tell those lines after the press.
            limited = [some for some in announced_log_lines if not any("ring is laid" in words for words in some)]
            assert [some for some in limited if sum(len(words.split()) for words in some) > 25] == []
            if len(lines) > 6:
                break
            wait_and_press(ear, "Home")
        else:
            raise AssertionError(lines)


def test_program_does_not_stand_still_while_a_screen_reader_begins(tmp_path: Path) -> None:
    with started(tmp_path, program_words=("-c", SLOW_BEGIN)) as ear:
        wait_and_press(ear, "Grenade, the wheel")
        wait_and_press(ear, "Start")


def test_each_line_gets_focus_if_only_focus_is_heard(tmp_path: Path) -> None:
    with started(tmp_path, ears="focus") as ear:
        ear.bus.start_listening()
        wait_and_press(ear, "Grenade, the wheel")
        wait_and_press(ear, "Start")
        focused_names: list[str] = []
        for _ in range(400):
            focused_names += ear.bus.take_focused_names()
            if any(" rolls a " in words for words in focused_names):
                return
            ear.wait()
        raise AssertionError(focused_names)


SET_UP = {
    "grenade-salad": ("A soldier of A", "10 mm west", "A soldier of B", "10 mm north", "Give: Arrow"),
    "live-grenade": ("Give: the 4 of hearts", "Give: the King of clubs", "Give: a card that nobody knows"),
    "wheel": ("White die 2", "the 5 of spades", "Give: the 3 of hearts"),
}
"""The buttons that set up a position, in order."""


@pytest.mark.parametrize("name", SET_UP)
def test_position_is_set_up_shared_and_continued_through_at_spi(tmp_path: Path, name: str) -> None:
    with started(tmp_path) as ear:
        wait_and_press(ear, "Set up a position")
        while not any(node.name == "Paste" for node in ear.nodes()):
            # The previous screen may be pressed again below the current one.
            press(ear, PLAYERS[name][0])
            ear.wait()
        for words in SET_UP[name]:
            wait_and_press(ear, words)
        line = (tmp_path / "data" / "positions" / f"{name}.txt").read_text(encoding="utf-8")
        process = subprocess.run(
            [sys.executable, "-m", "grenade_salad", "show", line], capture_output=True, text=True, check=True
        )
        assert name in process.stdout
        for words in ("Share", "Save a web page", "Close", "Play on", "Play on"):
            wait_and_press(ear, words)
        for _ in range(400):
            if any("'s turn" in node.name or "your turn" in node.name.lower() for node in ear.nodes()):
                return
            ear.wait()
        raise AssertionError("; ".join(node.name for node in ear.nodes()))
