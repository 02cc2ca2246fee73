"""Executors for the work of a match: a separate process, or immediately.

With a process, no frame waits for the work.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from grenade_salad import limit_to_one_core
from grenade_salad.system.crash_reports import Elsewhere, format_trace

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

P = ParamSpec("P")
T = TypeVar("T")


class WorkerLost(Exception):
    """The work was not finished, as its process is gone with all it knew.

    Ask again, and send everything.
    """


class WorkerTimeout(WorkerLost):
    """The work exceeded its time limit, so its process was ended."""


_START_SECONDS = 60.0
"""Seconds that a process may take to start, on a busy computer."""
_IMPORT_SECONDS = 20.0
"""Extra seconds for the first work of a process, which imports what it needs."""
_NICENESS = 5
"""The priority of a process, lower than that of the window."""


@dataclass(frozen=True)
class TimeLimited(Generic[P, T]):
    """Work with a time limit; only a process enforces it."""

    seconds: float
    """The limit, from the start of the work."""
    work: Callable[P, T]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.work(*args, **kwargs)


class ImmediateExecutor(Executor):
    """Does work while the caller waits: for matches that no person watches."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except (Exception, SystemExit) as error:
            future.set_exception(error)
        return future


class ProcessExecutor(ThreadPoolExecutor):
    """Does one thing after another in a process, which starts with the first.

    A thread waits for it. Arguments and results are pickled. If the process dies, the work that it was doing
    raises `WorkerLost`, and the next work starts another process; likewise for `TimeLimited` work that exceeds
    its time. Errors in the process raise `Elsewhere` here. `shutdown` ends it also while it works.
    """

    def __init__(self) -> None:
        super().__init__(1, thread_name_prefix="beside")
        self._lock = Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one now."""
        process = self._process
        return None if process is None else process.pid

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return super().submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        super().shutdown(wait, cancel_futures=cancel_futures)

    def _call(self, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            extra = 0.0 if self._pipe else _IMPORT_SECONDS
            pipe = self._pipe or self._start()
            pipe.send_bytes(pickle.dumps((fn, args, kwargs)))
            if isinstance(fn, TimeLimited) and not pipe.poll(fn.seconds + extra):
                self._drop_process()
                raise WorkerTimeout(f"nothing was heard for {fn.seconds:g} s")
            error, answer = pickle.loads(pipe.recv_bytes())
        except (EOFError, OSError) as failure:
            self._drop_process()
            raise WorkerLost(f"no process: {failure}") from None
        if error is not None:
            raise error
        return answer

    def _drop_process(self) -> None:
        """End the process, if it has not ended; the next work starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = None

    def _start(self) -> Connection:
        from multiprocessing import get_context  # Loads sockets, which a table without processes does not need.

        spawn = get_context("spawn")
        self._pipe, child_pipe = spawn.Pipe()
        process = spawn.Process(target=_work, args=(child_pipe,), daemon=True, name="beside")
        with self._lock:
            if self._closed:
                raise WorkerLost("nobody wants to know any more")
            process.start()
            self._process = process
        child_pipe.close()
        if not self._pipe.poll(_START_SECONDS):
            raise OSError("it does not start")
        self._pipe.recv_bytes()
        return self._pipe


def _work(pipe: Connection) -> None:
    """Run in the process: answer one call after another, until the pipe is closed."""
    limit_to_one_core()
    # Ctrl+C in a terminal reaches all its processes, but the program ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    pipe.send_bytes(b"here")
    while True:
        try:
            fn, args, kwargs = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        error: Exception | None = None
        answer: Any = None
        try:
            answer = fn(*args, **kwargs)
        except WorkerLost as lost:
            error = lost
        except (Exception, SystemExit) as trouble:
            error = Elsewhere(format_trace(trouble))
        try:
            pipe.send_bytes(pickle.dumps((error, answer)))
        except BrokenPipeError:
            return
