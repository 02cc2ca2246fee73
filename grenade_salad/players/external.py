"""External players, each in its own process, with a limit of time.

A process gets only what its seat may know. A player is a class: `Player(game, seat, rng)` is made for each match;
`decide(view, legal)` chooses an action, with the templates of continuous choices filled in; `see(event)` is optional.
What it prints goes to standard error.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection, Listener
from random import Random
from threading import Thread
from time import monotonic
from typing import Any

from grenade_salad.core import Action, Event, View, registry

START_SECONDS = 60.0
"""Seconds for a process to start, import its player and make one for a match."""
_POLL_SECONDS = 0.1
"""Seconds between two looks at a process that starts."""
_TIME_SLACK = (1.5, 0.1)
"""A player is cut off after its time times the first, plus the second in seconds.

Sending takes time too.
"""


class ExternalPlayerError(Exception):
    """An external player does not work; the message is the reason, in one line."""


@dataclass(eq=False)
class _Process:
    """A process for players of one class and seat, one after another.

    No two seats of a match share a process.
    """

    process: subprocess.Popen[bytes]
    pipe: Connection

    def send(self, *parts: Any) -> None:
        """Send a message. Raises `ExternalPlayerError` if the process has ended."""
        try:
            self.pipe.send(parts)
        except OSError as error:
            raise ExternalPlayerError(f"its process is gone: {error}") from None

    def end(self) -> None:
        """End the process, and forget it."""
        self.process.kill()
        self.process.wait()
        self.pipe.close()
        _processes.remove(self)


_processes: list[_Process] = []
_idle_processes: dict[tuple[str, int], list[_Process]] = {}
"""Processes that wait for another match, by class and seat."""


def _accept_connection(listener: Listener, process: subprocess.Popen[bytes]) -> Connection:
    """Return the connection of the child process.

    Raises `ExternalPlayerError` if it does not connect.
    """
    connections: list[Connection] = []

    def wait() -> None:
        with suppress(OSError, EOFError):
            connections.append(listener.accept())

    thread = Thread(target=wait, daemon=True)
    thread.start()
    deadline = monotonic() + START_SECONDS
    # A process that has ended will never connect.
    while thread.is_alive() and process.poll() is None and monotonic() < deadline:
        thread.join(_POLL_SECONDS)
    thread.join(_POLL_SECONDS)  # It may have connected just before.
    if not connections:
        process.kill()
        process.wait()
        raise ExternalPlayerError("its process does not start")
    return connections[0]


def _start_process(target: str) -> _Process:
    key = os.urandom(32)
    with Listener(None, authkey=key) as listener:
        address = pickle.dumps(listener.address)
        command = [sys.executable, "-m", "grenade_salad.players.external_process"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert process.stdin is not None
        with process.stdin as pipe:
            pipe.write(pickle.dumps((address, key, target)))
        player_process = _Process(process, _accept_connection(listener, process))
    _processes.append(player_process)
    error = _receive(player_process, START_SECONDS, ())
    if error is not None:
        player_process.end()
        raise ExternalPlayerError(str(error))
    return player_process


class _ActionUnpickler(pickle.Unpickler):
    """Reads only actions of a game, so that a player cannot run code here."""

    def __init__(self, data: bytes, kinds: Sequence[type[Action]]) -> None:
        super().__init__(io.BytesIO(data))
        self._kinds = {(kind.__module__, kind.__qualname__): kind for kind in kinds}

    def find_class(self, module: str, name: str, /) -> Any:
        """Return an action class of the game. Raises `UnpicklingError` for all else."""
        if (module, name) in self._kinds:
            return self._kinds[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is no action")


def _receive(process: _Process, seconds: float, kinds: Sequence[type[Action]]) -> object:
    """Return an answer. Raises `TimeoutError` or `ExternalPlayerError`."""
    try:
        if not process.pipe.poll(seconds):
            raise TimeoutError
        return _ActionUnpickler(process.pipe.recv_bytes(), kinds).load()
    except (EOFError, ConnectionError):
        raise ExternalPlayerError("its process ended") from None
    except (pickle.UnpicklingError, AttributeError, TypeError, ValueError) as error:
        raise ExternalPlayerError(f"it does not answer with an action: {error}") from None


class ExternalPlayer:
    """A player in its own process; if it takes too long, a random player decides.

    The process is ended then.
    """

    def __init__(self, game: str, name: str, target: str, seat: int, seconds: float, rng: Random) -> None:
        """`target` is module:class, `seconds` the time for a decision.

        The process starts with the first decision, so nothing is raised here.
        """
        self._game, self._name, self._target, self._seat = game, name, target, seat
        self._seconds, self._rng = seconds, rng
        self._kinds = registry.load(game).actions
        self._events: list[Event] = []
        self._sent_count = 0
        self._process: _Process | None = None
        self.cut_off = 0

    def see(self, event: Event) -> None:
        """Keep the event; it is sent before the next decision."""
        self._events.append(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the player's choice.

        Raises `ExternalPlayerError`, in one line, for a player that fails or breaks the rules.
        """
        try:
            process = self._process = self._process or self._join_match()
            process.send("decide", self._events[self._sent_count :], view, list(legal))
            self._sent_count = len(self._events)
            factor, extra = _TIME_SLACK
            answer = _receive(process, self._seconds * factor + extra, self._kinds)
        except TimeoutError:
            self._end_process()
            self.cut_off += 1
            return self._decide_at_random(view, legal)
        except ExternalPlayerError as error:
            self._end_process()
            raise ExternalPlayerError(f"the player {self._name}: {error}") from None
        if not isinstance(answer, Action):
            problem = answer if isinstance(answer, str) else "it does not answer with an action"
            raise ExternalPlayerError(f"the player {self._name}: {problem}")
        if not any(fills_template(answer, legal_action) for legal_action in legal):
            raise ExternalPlayerError(f"the player {self._name} does what is not legal: {answer.to_line()}")
        return answer

    def _decide_at_random(self, view: View, legal: Sequence[Action]) -> Action:
        from grenade_salad import players

        return players.make(self._game, "random", self._seat, self._rng).decide(view, legal)

    def _join_match(self) -> _Process:
        idle = _idle_processes.setdefault((self._target, self._seat), [])
        process = idle.pop() if idle else _start_process(self._target)
        self._sent_count = 0
        process.send("new", self._game, self._seat)
        try:
            error = _receive(process, START_SECONDS, ())
        except TimeoutError:
            error = "it is not there in time"
        if error is not None:
            process.end()
            raise ExternalPlayerError(str(error))
        return process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process in _processes:
            _idle_processes.setdefault((self._target, self._seat), []).append(process)


def fills_template(action: Action, template: Action) -> bool:
    """True if the action equals the template, or fills in its continuous parts."""
    if type(action) is not type(template):
        return False
    pairs = [(getattr(action, field.name), getattr(template, field.name)) for field in fields(template)]
    return all(value == expected or (expected is None and value is not None) for value, expected in pairs)


@atexit.register
def end_all() -> None:
    """End the processes of all players."""
    _idle_processes.clear()
    for process in list(_processes):
        process.end()
