"""The same work for many seeds, here or by any executor: in batches, so that the post is not most of the work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from time import perf_counter
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Batch: TypeAlias = tuple[list[T], float]
"""What came of each seed, and how many seconds all of it took."""

_SECONDS = 1.0
"""About how long a batch takes."""
_WAITING = 64
"""So many batches are handed out at a time, and three for each worker: nobody waits while the first is on its way."""
_SHARES = 16
"""A batch is at most one part in so many of what is left, two for each worker, so that all finish together."""


def each(work: Callable[[int], T], seeds: range, executor: Executor | None = None) -> Iterator[T]:
    """What comes of `work` for each seed, in order, as it is done. With an executor, `work` can be pickled.

    What an executor has not begun when nobody asks any more is called off.
    """
    return map(work, seeds) if executor is None else _batches(work, seeds, executor)


def _batch(work: Callable[[int], T], seeds: Sequence[int]) -> Batch[T]:
    begun = perf_counter()
    return [work(seed) for seed in seeds], perf_counter() - begun


def _batches(work: Callable[[int], T], seeds: range, executor: Executor) -> Iterator[T]:
    """The first batches are of one seed; then it is known how long one takes."""
    waiting: deque[Future[Batch[T]]] = deque()
    done, seconds, at, size = 0, 0.0, 0, 1
    # Executors do not say how many work for them; ours do.
    many: int = getattr(executor, "many", 1)
    most, shares = max(_WAITING, 3 * many), max(_SHARES, 2 * many)
    try:
        while at < len(seeds) or waiting:
            while at < len(seeds) and len(waiting) < most:
                waiting.append(executor.submit(_batch, work, seeds[at : at + size]))
                at += size
            found, took = waiting.popleft().result()
            yield from found
            done, seconds = done + len(found), seconds + took
            size = max(1, min(int(_SECONDS * done / max(seconds, 1e-9)), (len(seeds) - at) // shares))
    finally:
        for future in waiting:
            future.cancel()
