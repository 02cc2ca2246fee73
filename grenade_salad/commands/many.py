"""Many games at once: in several processes, with a bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes, which leave Ctrl-C to this one; None for a single job."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal, (SIGINT, SIG_IGN)) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def shown(played: Iterable[T], total: int, words: str = "Playing") -> Iterator[T]:
    """The games as they come, with a bar on a terminal, and these words before it."""
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(played, words, total, console=Console(stderr=True), transient=True)
