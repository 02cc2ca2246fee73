"""Many matches by any executor: in order, complete, within real limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from time import sleep
from typing import Any

import pytest

from grenade_salad.lab.arena import tournament
from grenade_salad.lab.fuzz import check_all_conduct
from grenade_salad.lab.simulate import simulate
from grenade_salad.lab.workers import map_seeds


class Cluster(Executor):
    """An executor like those of clusters.

    Mapped iterables must end, and work arrives by `submit`.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2)
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        return self._threads.submit(fn, *args, **kwargs)

    def map(self, fn: Callable[..., Any], *iterables: Any, timeout: float | None = None, chunksize: int = 1) -> Any:
        return super().map(fn, *(list(items[:1000]) for items in iterables))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with Cluster() as executor:
        yield executor


def test_lab_runs_on_any_executor(cluster: Cluster) -> None:
    levels = ("random", "easy")
    local_lines = [playout.lines for playout in simulate("wheel", levels, 9, 3)]
    assert [playout.lines for playout in simulate("wheel", levels, 9, 3, cluster)] == local_lines
    alone = [(deal_round.seed, deal_round.wins) for deal_round in tournament("live-grenade", levels, 5, 3)]
    assert [
        (deal_round.seed, deal_round.wins) for deal_round in tournament("live-grenade", levels, 5, 3, cluster)
    ] == alone
    assert [conduct.seed for conduct in check_all_conduct("wheel", 2, 5, cluster)] == [5, 6]


def test_results_come_in_order_and_quick_work_in_batches(cluster: Cluster) -> None:
    assert list(map_seeds(partial(pow, 2), range(40, 45), cluster)) == [2**seed for seed in range(40, 45)]
    assert list(map_seeds(abs, range(-50_000, 0), cluster)) == list(range(50_000, 0, -1))
    assert cluster.submitted < 1000
    assert list(map_seeds(abs, range(0), cluster)) == []


def test_lines_are_returned_only_on_request(cluster: Cluster) -> None:
    (without,) = simulate("wheel", ("random",) * 2, 1, 3, cluster, lines=False)
    (lines,) = simulate("wheel", ("random",) * 2, 1, 3, cluster)
    assert without.lines == ()
    assert lines.lines[0]["game"] == "wheel"
    assert (without.ranking, without.decisions) == (lines.ranking, lines.decisions)


def test_unneeded_work_is_cancelled(cluster: Cluster) -> None:
    started, lock = list[int](), Lock()

    def work(seed: int) -> int:
        with lock:
            started.append(seed)
        sleep(0.01)
        return seed

    results = map_seeds(work, range(10_000), cluster)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    cluster.shutdown()
    assert len(started) < 64


def test_error_in_the_work_is_raised(cluster: Cluster) -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_seeds(lambda seed: 1 // (seed - 30), range(50), cluster))
