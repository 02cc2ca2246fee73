"""The process in which files of strangers are read.

Work goes in as a function and its arguments. What comes out is data and bytes (`Sealed`), within bounds: nothing of it
is unpickled or executed, as the process may have been taken over by the file it reads. Whoever asks checks it again.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeAlias

import msgspec

from grenade_salad import limit_to_one_core
from grenade_salad.core import Json
from grenade_salad.quarantine.confinement import EXTRA_MEMORY, allow_more_work, confine
from grenade_salad.system.crash_reports import Elsewhere, format_trace
from grenade_salad.system.progress import Cancelled, Progress
from grenade_salad.text import Message, m

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

P = ParamSpec("P")

STEP_SECONDS = 20.0
"""Seconds of work from one report to the next."""
IMPORT_SECONDS = 20.0
"""Extra seconds for the imports of a process, until its first report."""
TOTAL_SECONDS = 120.0
"""Seconds of all the work on one file."""
_START_SECONDS = 60.0
"""Seconds that the process may take to start, on a busy computer."""
_POLL_SECONDS = 0.05
"""Seconds between two looks at the cancellation."""
_MAX_FACTS = 64 * 1024 * 1024
"""Maximum bytes of the data that come out."""
_MAX_BLOBS = 4096
_MAX_BLOB_BYTES = 192 * 1024 * 1024
"""Maximum bytes of all blobs of an answer."""
_MAX_TRACE = 20_000
"""Maximum number of characters of an error in the program."""
_OUT_OF_MEMORY = "memory"
_NICENESS = 5
"""The priority of the process, lower than that of the window."""

Report: TypeAlias = Callable[[str], None]
"""Tells what is being read now, such as the name of a picture."""


@dataclass(frozen=True)
class Sealed:
    """Data as in JSON and bytes such as pictures, from the quarantine."""

    facts: Json
    blobs: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Limits:
    """Limits of one piece of work.

    Seconds are those in which the process works or waits for a file, but not for a processor, where the system tells
    them apart (Linux). Elsewhere they are those that pass.
    """

    import_seconds: float = IMPORT_SECONDS
    step_seconds: float = STEP_SECONDS
    total_seconds: float = TOTAL_SECONDS
    memory: int = EXTRA_MEMORY
    """Bytes, where the system can limit them; 0 is no limit."""


class QuarantineError(Exception):
    """The work was not finished; `part` is what was being read, such as a picture."""

    def __init__(self, text: str, part: str = "") -> None:
        super().__init__(text)
        self.part = part


class TooSlow(QuarantineError):
    """The work took too long, so its process was ended."""


class TooLarge(QuarantineError):
    """The work, or its answer, needed more memory than it may take."""


class ProcessLost(QuarantineError):
    """The process ended in the middle of the work, or wrote what is no answer."""


class BrokenReader(QuarantineError):
    """An error in the program itself; the text is its trace."""


def explain(error: QuarantineError) -> Message:
    """Return why the quarantine did not read something, in words for people."""
    match error:
        case TooSlow():
            # Translators: after the name of a file that somebody made: to read it would take minutes
            return m("it takes too long to read")
        case TooLarge():
            # Translators: after the name of a file that somebody made
            return m("it needs too much memory")
        case _:
            return m("reading it ended with an error")


class _Frame(msgspec.Struct, forbid_unknown_fields=True):
    """A message from the process: a report, an error, or an answer with its sizes."""

    part: str = ""
    error: str = ""
    """`_OUT_OF_MEMORY`, or the trace of an error in the program."""
    sizes: list[int] | None = None
    """The sizes of the blobs that follow, in an answer."""


class Quarantine:
    """A process that reads one file after another, and starts with the first.

    Threads may share it: each waits for its turn. `close` ends it also while it works.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._turn = Lock()
        """Held by the thread that is served."""
        self._lock = Lock()
        """Guards the process against `close` in another thread."""
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one now."""
        process = self._process
        return None if process is None else process.pid

    def run(
        self, progress: Progress, work: Callable[Concatenate[Report, P], Sealed], *args: P.args, **kwargs: P.kwargs
    ) -> Sealed:
        """Do the work in the process, and return what came out of it.

        `work` is a function of a module; its first argument is the function for reports, which `progress` gets. Raises
        QuarantineError and Cancelled.
        """
        request = pickle.dumps((work, args, kwargs))
        while not self._turn.acquire(timeout=_POLL_SECONDS):
            _raise_if_cancelled(progress)
        try:
            extra_seconds = 0.0 if self._pipe is not None else self.limits.import_seconds
            pipe = self._pipe or self._start()
            pipe.send_bytes(request)
            return self._receive(pipe, progress, extra_seconds)
        except QuarantineError as error:
            error.part = progress.part
            if not isinstance(error, BrokenReader):
                self._end_process()
            raise
        except Cancelled:
            self._end_process()
            raise
        except (EOFError, OSError) as error:
            self._end_process()
            raise ProcessLost(f"no process: {error}", progress.part) from None
        finally:
            self._turn.release()

    def _receive(self, pipe: Connection, progress: Progress, extra_seconds: float) -> Sealed:
        stopwatch, total_seconds = _Stopwatch(self.pid), self.limits.total_seconds + extra_seconds
        step_end = self.limits.step_seconds + extra_seconds
        while True:
            is_ready = False
            while not is_ready:
                _raise_if_cancelled(progress)
                is_ready = pipe.poll(_POLL_SECONDS)
                if stopwatch.read() > (total_seconds if is_ready else min(step_end, total_seconds)):
                    raise TooSlow("it takes too long")
            frame = _read_frame(pipe)
            if frame.error == _OUT_OF_MEMORY:
                raise TooLarge("it needs too much memory")
            if frame.error:
                raise BrokenReader(frame.error) from Elsewhere(tuple(frame.error.splitlines()))
            if frame.sizes is not None:
                return _read_answer(pipe, frame.sizes)
            progress.part = frame.part
            step_end = stopwatch.read() + self.limits.step_seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process. Work that waits or is being done raises QuarantineError."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _end_process(self) -> None:
        """End the process, if it has not ended; the next work starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = None

    def _start(self) -> Connection:
        from multiprocessing import get_context  # Loads sockets, which a table without processes does not need.

        spawn = get_context("spawn")
        pipe, child_pipe = spawn.Pipe()
        process = spawn.Process(target=_serve, args=(child_pipe, self.limits.memory), daemon=True, name="quarantine")
        with self._lock:
            if self._closed:
                raise ProcessLost("it was closed")
            process.start()
            self._process, self._pipe = process, pipe
        child_pipe.close()
        if not pipe.poll(_START_SECONDS):
            raise ProcessLost("it does not start")
        _read_frame(pipe)
        return pipe


class _Stopwatch:
    """Measures how long a process works and waits.

    The time that other programs take from it does not count. On a busy computer, a second that passes may be a
    hundredth of a second of work: as a limit it would refuse good files, and be over before the process has reached
    what takes long.
    """

    def __init__(self, pid: int | None) -> None:
        self._pid, self._seconds = pid, 0.0
        self._last = monotonic(), _measure_work(pid)

    def read(self) -> float:
        """Return the seconds until now.

        Read it often: each time it looks whether the process waits.
        """
        (time, work), (last_time, last_work) = (monotonic(), _measure_work(self._pid)), self._last
        self._last = time, work
        if work is not None and last_work is not None and work.is_running:
            self._seconds += work.seconds - last_work.seconds
        else:
            self._seconds += time - last_time
        return self._seconds


@dataclass(frozen=True)
class _Work:
    """Work of a process until a moment."""

    seconds: float
    """Seconds of processor time."""
    is_running: bool
    """True if it works, or would if it had a processor."""


def _measure_work(pid: int | None) -> _Work | None:
    """Return the work of a process, or None where nobody tells it."""
    try:
        # Before the bracket is its name, after it are state, 10 numbers, and processor time of program and system.
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return _Work((int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"), words[0] == "R")
    except (OSError, ValueError, IndexError):
        return None


def _raise_if_cancelled(progress: Progress) -> None:
    if progress.cancelled.is_set():
        raise Cancelled("it was cancelled")


def _read_frame(pipe: Connection) -> _Frame:
    try:
        return msgspec.json.decode(pipe.recv_bytes(_MAX_FACTS), type=_Frame)
    except (msgspec.MsgspecError, RecursionError):
        raise ProcessLost("it is no answer") from None


def _read_answer(pipe: Connection, sizes: list[int]) -> Sealed:
    """Return the data and the blobs of the sizes that the process announced."""
    if len(sizes) > _MAX_BLOBS or min(sizes, default=0) < 0 or sum(sizes) > _MAX_BLOB_BYTES:
        raise TooLarge("it is too large")
    try:
        facts: Json = msgspec.json.decode(pipe.recv_bytes(_MAX_FACTS))
    except (msgspec.MsgspecError, RecursionError):
        raise ProcessLost("it is no answer") from None
    blobs = tuple(pipe.recv_bytes(max(1, size)) for size in sizes)
    if [len(blob) for blob in blobs] != sizes:
        raise ProcessLost("it is no answer")
    return Sealed(facts, blobs)


def _serve(pipe: Connection, memory: int) -> None:
    """Do one piece of work after another, in the process, until the pipe is closed."""
    limit_to_one_core()
    # Ctrl+C in a terminal reaches all its processes, but the program ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    # What libraries print is for nobody: in a file, it would exceed the limit of its size.
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    confine(memory)
    _send(pipe, _Frame(part="here"))
    while True:
        try:
            request = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        allow_more_work()
        try:
            work, args, kwargs = pickle.loads(request)
            sealed: Sealed = work(lambda part: _send(pipe, _Frame(part=part)), *args, **kwargs)
            facts = msgspec.json.encode(sealed.facts)
            _send(pipe, _Frame(sizes=[len(blob) for blob in sealed.blobs]))
            pipe.send_bytes(facts)
            for blob in sealed.blobs:
                pipe.send_bytes(blob)
        except MemoryError:
            _send(pipe, _Frame(error=_OUT_OF_MEMORY))
        except BrokenPipeError:
            return
        except Exception as error:
            _send(pipe, _Frame(error="\n".join(format_trace(error))[-_MAX_TRACE:]))


def _send(pipe: Connection, frame: Any) -> None:
    pipe.send_bytes(msgspec.json.encode(frame))
