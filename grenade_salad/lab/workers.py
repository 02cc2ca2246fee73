"""Workers for many matches: processes here, or the workers of a Dask cluster.

Those that die cost time, but no match. Work is sent in batches of seeds, so that most of the time is not sending.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from threading import Lock
from time import perf_counter
from typing import Any, ParamSpec, TypeAlias, TypeVar

from grenade_salad import __version__, limit_to_one_core
from grenade_salad.lab.optional_packages import describe_missing
from grenade_salad.text import m, say

P = ParamSpec("P")
T = TypeVar("T")
Task = Callable[[], Any]
_TRIES = 4
"""Work that has lost this many workers must be the cause, and is not tried again."""
_PATIENCE = 10
"""Seconds to wait for a cluster."""


class NoWorkers(Exception):
    """There are no workers; the text is the reason, in one line."""


class Processes(Executor):
    """Processes on this computer.

    When one dies, all are restarted, and the lost work is done again.
    """

    def __init__(self, worker_count: int) -> None:
        """Start the processes, each on one core; they leave Ctrl-C to this one."""
        limit_to_one_core()
        self.worker_count = worker_count
        self._lock = Lock()
        self._closed = False
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.worker_count, get_context("spawn"), signal, (SIGINT, SIG_IGN))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        outer: Future[T] = Future()
        self._submit_attempt(outer, partial(fn, *args, **kwargs), 1)
        return outer

    def _submit_attempt(self, outer: Future[Any], task: Task, tries: int) -> None:
        with self._lock:
            try:
                pool, inner = self._pool, self._pool.submit(task)
            except BrokenProcessPool:
                pool = self._pool = self._start()
                inner = pool.submit(task)
        outer.add_done_callback(lambda future: inner.cancel() if future.cancelled() else None)
        inner.add_done_callback(partial(self._on_inner_done, outer, task, tries, pool))

    def _on_inner_done(
        self, outer: Future[Any], task: Task, tries: int, pool: ProcessPoolExecutor, inner: Future[Any]
    ) -> None:
        if outer.cancelled() or inner.cancelled():
            outer.cancel()
            return
        error = inner.exception()
        if isinstance(error, BrokenProcessPool) and not self._closed:
            if tries < _TRIES:
                with self._lock:
                    if self._pool is pool:
                        self._pool = self._start()
                self._submit_attempt(outer, task, tries + 1)
                return
            error = NoWorkers(say(m("{count} processes died of the same work", count=str(tries))))
        if not outer.set_running_or_notify_cancel():
            return
        if error is None:
            outer.set_result(inner.result())
        else:
            outer.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed = True
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


class Cluster(Executor):
    """The workers of a Dask scheduler that runs elsewhere.

    It reassigns work that was lost with a worker.
    """

    def __init__(self, address: str) -> None:
        """Connect to the scheduler.

        Raises `NoWorkers` if it has none, or if they have another version of this program.
        """
        try:
            from distributed import Client
        except ImportError:
            raise NoWorkers(describe_missing("cluster")) from None
        if not address.rpartition(":")[2].isdecimal():
            message = m("{address} is no address of a scheduler, as in tcp://10.0.0.1:8786", address=repr(address[:60]))
            raise NoWorkers(say(message))
        try:
            self._client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            message = m("no Dask scheduler answers at {address}: {why}", address=address, why=str(error))
            raise NoWorkers(say(message)) from None
        try:
            self._check_workers(address)
        except BaseException:
            self._client.close()
            raise
        self._executor: Executor = self._client.get_executor(pure=False)

    def _check_workers(self, address: str) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise NoWorkers(say(m("the scheduler at {address} has no workers", address=address))) from None
        try:
            versions = self._client.run(_version)
        except Exception as error:  # whatever another computer's worker raises
            why = f"{type(error).__name__}: {error}"
            raise NoWorkers(say(m("the workers at {address} cannot play: {why}", address=address, why=why))) from None
        assert isinstance(versions, dict), "a client that is not asynchronous waits for the answers"
        for worker, version in versions.items():
            if version != __version__:
                message = m(
                    "the worker {worker} has version {version} of Grenade Salad, not {ours}",
                    worker=worker,
                    version=str(version),
                    ours=__version__,
                )
                raise NoWorkers(say(message))

    @property
    def worker_count(self) -> int:
        """Number of matches that can be played at the same time now."""
        threads = self._client.nthreads()
        assert isinstance(threads, dict), "a client that is not asynchronous waits for the answer"
        return sum(threads.values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._client.close()


def _version() -> str:
    """Return the version of this program; a worker that cannot import it fails."""
    return __version__


@contextmanager
def workers(jobs: int = 1, dask: str | None = None) -> Iterator[Executor | None]:
    """Start `jobs` processes, or use the cluster of the scheduler at that address.

    None for a single job. Raises `NoWorkers`.
    """
    if dask is None and jobs == 1:
        yield None
        return
    executor = Processes(jobs) if dask is None else Cluster(dask)
    try:
        yield executor
    except CancelledError:
        raise NoWorkers(say(m("the scheduler has given up: it, or the connection to it, is gone"))) from None
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        executor.shutdown()


BatchResult: TypeAlias = tuple[list[T], float]
"""The result for each seed, and the seconds that all of them took."""

_BATCH_SECONDS = 1.0
"""Approximate duration of a batch."""
_TINY = 1e-9
"""Seconds of work that took no measurable time."""
_MIN_WAITING = 64
"""Minimum number of batches that are sent ahead.

It is at least three for each worker, so that none waits while a batch is on its way.
"""
_MIN_SHARES = 16
"""A batch is at most 1 / this of the seeds that are left.

All workers then finish together. With many workers it is 1 / (2 * workers).
"""


def map_seeds(work: Callable[[int], T], seeds: range, executor: Executor | None = None) -> Iterator[T]:
    """Yield the result of `work` for each seed, in order, as soon as it is finished.

    With an executor, `work` must be picklable. Work that it has not begun is cancelled when the generator is closed.
    """
    return map(work, seeds) if executor is None else _batches(work, seeds, executor)


def _batch(work: Callable[[int], T], seeds: Sequence[int]) -> BatchResult[T]:
    started = perf_counter()
    return [work(seed) for seed in seeds], perf_counter() - started


def _batches(work: Callable[[int], T], seeds: range, executor: Executor) -> Iterator[T]:
    """Yield the results of all seeds, which are sent in batches.

    The first batches are of one seed, to measure how long one takes.
    """
    waiting: deque[Future[BatchResult[T]]] = deque()
    seed_count, seconds, position, size = 0, 0.0, 0, 1
    # Executors do not say how many workers they have; ours do.
    worker_count: int = getattr(executor, "worker_count", 1)
    max_waiting, shares = max(_MIN_WAITING, 3 * worker_count), max(_MIN_SHARES, 2 * worker_count)
    try:
        while position < len(seeds) or waiting:
            while position < len(seeds) and len(waiting) < max_waiting:
                waiting.append(executor.submit(_batch, work, seeds[position : position + size]))
                position += size
            results, took = waiting.popleft().result()
            yield from results
            seed_count, seconds = seed_count + len(results), seconds + took
            seeds_in_time = int(_BATCH_SECONDS * seed_count / max(seconds, _TINY))
            size = max(1, min(seeds_in_time, (len(seeds) - position) // shares))
    finally:
        for future in waiting:
            future.cancel()
