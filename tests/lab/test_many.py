"""Many matches by any executor: in order, whole, and without what a real one cannot take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from time import sleep
from typing import Any

import pytest

from grenade_salad.lab.arena import tournament
from grenade_salad.lab.fuzz import all_conduct
from grenade_salad.lab.simulate import simulate
from grenade_salad.lab.workers import each


class Cluster(Executor):
    """As executors of clusters are: whatever is mapped has to have an end, and work comes by `submit`."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2)
        self.posted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.posted += 1
        return self._threads.submit(fn, *args, **kwargs)

    def map(self, fn: Callable[..., Any], *iterables: Any, timeout: float | None = None, chunksize: int = 1) -> Any:
        return super().map(fn, *(list(one[:1000]) for one in iterables))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with Cluster() as executor:
        yield executor


def test_the_lab_runs_on_any_executor(cluster: Cluster) -> None:
    levels = ("random", "easy")
    here = [one.lines for one in simulate("wheel", levels, 9, 3)]
    assert [one.lines for one in simulate("wheel", levels, 9, 3, cluster)] == here
    alone = [(one.seed, one.wins) for one in tournament("live-grenade", levels, 5, 3)]
    assert [(one.seed, one.wins) for one in tournament("live-grenade", levels, 5, 3, cluster)] == alone
    assert [one.seed for one in all_conduct("wheel", 2, 5, cluster)] == [5, 6]


def test_results_come_in_order_and_quick_work_in_batches(cluster: Cluster) -> None:
    assert list(each(partial(pow, 2), range(40, 45), cluster)) == [2**seed for seed in range(40, 45)]
    assert list(each(abs, range(-50_000, 0), cluster)) == list(range(50_000, 0, -1))
    assert cluster.posted < 1000
    assert list(each(abs, range(0), cluster)) == []


def test_lines_come_back_only_if_they_are_asked_for(cluster: Cluster) -> None:
    (without,) = simulate("wheel", ("random",) * 2, 1, 3, cluster, lines=False)
    (lines,) = simulate("wheel", ("random",) * 2, 1, 3, cluster)
    assert without.lines == ()
    assert lines.lines[0]["game"] == "wheel"
    assert (without.ranking, without.decisions) == (lines.ranking, lines.decisions)


def test_what_nobody_waits_for_is_called_off(cluster: Cluster) -> None:
    begun, lock = list[int](), Lock()

    def work(seed: int) -> int:
        with lock:
            begun.append(seed)
        sleep(0.01)
        return seed

    found = each(work, range(10_000), cluster)
    assert next(found) == 0
    found.close()  # type: ignore[attr-defined]
    cluster.shutdown()
    assert len(begun) < 64


def test_a_fault_comes_out(cluster: Cluster) -> None:
    with pytest.raises(ZeroDivisionError):
        list(each(lambda seed: 1 // (seed - 30), range(50), cluster))
