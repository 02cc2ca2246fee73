"""Players that others wrote, each in a process of its own: it is sent what its seat may know, and has its time.

Such a player is a class. `Player(game, seat, rng)` is made for each match; `decide(view, legal)` chooses an action,
with the templates of continuous choices filled in; `see(event)` is optional. What it prints goes to standard error.
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
from typing import Any

from grenade_salad.core import Action, Event, View, registry

START = 60.0
"""Seconds in which a process is there, has imported its player, and has made one for a match."""
_SLACK = (1.5, 0.1)
"""It is cut off after so many times its time and so many seconds more: the post takes time too."""


class Broken(Exception):
    """A player from outside does not work, and why, in one line."""


@dataclass(eq=False)
class _Process:
    """Where players of one class and one seat live, one after another: no two seats of a match share one."""

    process: subprocess.Popen[bytes]
    pipe: Connection

    def ask(self, *words: Any) -> None:
        """Send something. Raises Broken if nobody is there."""
        try:
            self.pipe.send(words)
        except OSError as error:
            raise Broken(f"its process is gone: {error}") from None

    def end(self) -> None:
        """End it; a second time does no harm."""
        self.process.kill()
        self.process.wait()
        self.pipe.close()


_all: list[_Process] = []
_free: dict[tuple[str, int], list[_Process]] = {}
"""Those that wait for another match, by class and seat."""


def _accept(listener: Listener, process: subprocess.Popen[bytes]) -> Connection:
    """The child's end. Raises Broken if it does not come."""
    found: list[Connection] = []

    def wait() -> None:
        with suppress(OSError, EOFError):
            found.append(listener.accept())

    waiting = Thread(target=wait, daemon=True)
    waiting.start()
    left = START
    while waiting.is_alive() and process.poll() is None and left > 0:
        waiting.join(0.1)
        left -= 0.1
    waiting.join(0.2)
    if not found:
        process.kill()
        process.wait()
        raise Broken("its process does not start")
    return found[0]


def _start(target: str) -> _Process:
    key = os.urandom(32)
    with Listener(None, authkey=key) as listener:
        address = pickle.dumps(listener.address)
        command = [sys.executable, "-m", "grenade_salad.players.external_process"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert process.stdin is not None
        with process.stdin as pipe:
            pipe.write(pickle.dumps((address, key, target)))
        found = _Process(process, _accept(listener, process))
    _all.append(found)
    answer = _recv(found, START, ())
    if answer is not None:
        found.end()
        _all.remove(found)
        raise Broken(str(answer))
    return found


class _Only(pickle.Unpickler):
    """Reads nothing but actions of a game: who plays does not decide what is run here."""

    def __init__(self, data: bytes, kinds: Sequence[type[Action]]) -> None:
        super().__init__(io.BytesIO(data))
        self._kinds = {(kind.__module__, kind.__qualname__): kind for kind in kinds}

    def find_class(self, module: str, name: str, /) -> Any:
        """One of the game's actions. Raises UnpicklingError for all else."""
        if (module, name) in self._kinds:
            return self._kinds[module, name]
        raise pickle.UnpicklingError(f"{module}.{name} is no action")


def _recv(of: _Process, seconds: float, kinds: Sequence[type[Action]]) -> object:
    """What it answers. Raises TimeoutError, Broken."""
    try:
        if not of.pipe.poll(seconds):
            raise TimeoutError
        return _Only(of.pipe.recv_bytes(), kinds).load()
    except (EOFError, ConnectionError):
        raise Broken("its process ended") from None
    except (pickle.UnpicklingError, AttributeError, TypeError, ValueError) as error:
        raise Broken(f"it does not answer with an action: {error}") from None


class Outside:
    """A player in a process of its own. If it is silent for too long its process is ended, and luck decides for it."""

    def __init__(self, game: str, name: str, target: str, seat: int, seconds: float, rng: Random) -> None:
        """`target` is module:class, `seconds` the time for a decision. Raises nothing: it starts when it is asked."""
        self._game, self._name, self._target, self._seat = game, name, target, seat
        self._seconds, self._rng = seconds, rng
        self._kinds = registry.load(game).actions
        self._events: list[Event] = []
        self._told = 0
        self._process: _Process | None = None
        self.cut_off = 0

    def see(self, event: Event) -> None:
        """It is told before the next decision."""
        self._events.append(event)

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """What it chooses. Raises Broken, in one line, for a player that fails or breaks the rules."""
        try:
            process = self._process = self._process or self._sit_down()
            process.ask("decide", self._events[self._told :], view, list(legal))
            self._told = len(self._events)
            times, more = _SLACK
            answer = _recv(process, self._seconds * times + more, self._kinds)
        except TimeoutError:
            self._forget()
            self.cut_off += 1
            return self._stand_in(view, legal)
        except Broken as error:
            self._forget()
            raise Broken(f"the player {self._name}: {error}") from None
        if not isinstance(answer, Action):
            what = answer if isinstance(answer, str) else "it does not answer with an action"
            raise Broken(f"the player {self._name}: {what}")
        if not any(fits(answer, one) for one in legal):
            raise Broken(f"the player {self._name} does what is not legal: {answer.to_line()}")
        return answer

    def _stand_in(self, view: View, legal: Sequence[Action]) -> Action:
        from grenade_salad import players

        return players.make(self._game, "random", self._seat, self._rng).decide(view, legal)

    def _sit_down(self) -> _Process:
        waiting = _free.setdefault((self._target, self._seat), [])
        process = waiting.pop() if waiting else _start(self._target)
        self._told = 0
        process.ask("new", self._game, self._seat)
        try:
            wrong = _recv(process, START, ())
        except TimeoutError:
            wrong = "it is not there in time"
        if wrong is not None:
            process.end()
            _all.remove(process)
            raise Broken(str(wrong))
        return process

    def _forget(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()
            _all.remove(process)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process in _all:
            _free.setdefault((self._target, self._seat), []).append(process)


def fits(action: Action, template: Action) -> bool:
    """Whether the action is this one, or fills in the continuous parts of it."""
    if type(action) is not type(template):
        return False
    pairs = [(getattr(action, part.name), getattr(template, part.name)) for part in fields(template)]
    return all(given == wanted or (wanted is None and given is not None) for given, wanted in pairs)


@atexit.register
def end_all() -> None:
    """End the processes of all players."""
    _free.clear()
    while _all:
        _all.pop().end()
