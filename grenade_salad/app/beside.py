"""Work beside the window, in a process of its own: however long it takes, no frame waits for it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from traceback import format_exc
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Lost(Exception):
    """The work did not come to its end, because nobody is there who knows what it needs: ask anew, and tell all."""


class Beside(ThreadPoolExecutor):
    """Does one thing after another in a process that starts with the first of them; a thread waits for it.

    What it is handed and what comes back is pickled. If the process dies, what it was doing raises `Lost`, and the
    next thing starts another. `shutdown` ends it in the middle of what it does.
    """

    def __init__(self) -> None:
        super().__init__(1, thread_name_prefix="beside")
        self._lock = Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one now."""
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
            pipe = self._pipe or self._start()
            pipe.send((fn, args, kwargs))
            error, answer = pipe.recv()
        except (EOFError, OSError) as trouble:
            if self._pipe is not None:
                self._pipe.close()
            self._pipe = self._process = None
            raise Lost(f"no process: {trouble}") from None
        if error is not None:
            raise error
        return answer

    def _start(self) -> Connection:
        spawn = get_context("spawn")
        self._pipe, there = spawn.Pipe()
        process = spawn.Process(target=_work, args=(there,), daemon=True, name="beside")
        with self._lock:
            if self._closed:
                raise Lost("nobody wants to know any more")
            process.start()
            self._process = process
        there.close()
        return self._pipe


def _work(pipe: Connection) -> None:
    """What the process does: one call after another, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    while True:
        try:
            fn, args, kwargs = pipe.recv()
        except EOFError:
            return
        error: Exception | None = None
        answer: Any = None
        try:
            answer = fn(*args, **kwargs)
        except Lost as lost:
            error = lost
        except Exception:
            error = RuntimeError(f"beside the window:\n{format_exc()}")
        try:
            pipe.send((error, answer))
        except BrokenPipeError:
            return
