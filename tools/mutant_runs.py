"""Pytest plugin that tries many mutants with one start of pytest.

For `tools.mutants`. It runs in a copy of the project, with all mutants in the source and one switched on. It collects
once. Then every file of tests runs in a forked process with no mutant on; this records the mutants that it reaches and
the duration of each test. Each mutant is then tried in a process of its own with the files that reach it: tests that
reach it themselves first, the quickest of them first, until one fails. Nothing that a test leaves behind affects the
next mutant.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import pytest

K = TypeVar("K")
JOB = "MUTANTS_JOB"
"""The environment variable with the file that describes the job: see `Job`."""
SWITCH = '''"""Which mutant is on. Made by tools.mutants, in a copy of the project."""

import os

on = int(os.environ.get("MUTANT", "-1"))
reached: set[int] = set()


def mutant(number: int) -> bool:
    if number not in reached:
        reached.add(number)
        if folder := os.environ.get("MUTANTS_REACHED"):
            os.close(os.open(f"{folder}/{number}", os.O_CREAT))
    return number == on
'''
MUTANT_TIMEOUT = 900.0
"""Seconds after which a mutant that hangs counts as noticed."""
TEST_CPU_TIME = 15
"""Processor seconds before a test fails, besides ten times its usual time."""
AT_IMPORT = "at import"
"""The answer for a mutant that runs during collection, before any switch."""


@dataclass(frozen=True)
class Job:
    """The job of a run."""

    mutants: list[int]
    """Their ids."""
    jobs: int
    """Number of processes at a time."""
    out: str
    """The file to which results are written, as JSON lines."""
    tests: list[str]
    """Ids of the tests that count; all, if it is empty."""


@dataclass
class Test:
    """A test as it runs without mutants."""

    item: pytest.Item
    seconds: float
    """Processor time."""
    reached: set[int]
    """Ids of the mutants whose code it runs."""

    @property
    def file(self) -> str:
        """The path of its module."""
        return self.item.nodeid.partition("::")[0]


def _load_switch() -> Any:
    """Return the module of the switch, which only the copy has."""
    return import_module("grenade_salad.mutant_switch")


@contextmanager
def _isolate(mutant_id: int = -1) -> Iterator[Path]:
    """Give a forked process folders of its own, and switch the mutant on.

    Processes that it starts have the mutant switched on, too.
    """
    switch = _load_switch()
    with tempfile.TemporaryDirectory() as folder:
        reached = Path(folder) / "reached"
        reached.mkdir()
        tempfile.tempdir = folder
        os.environ |= {"TMPDIR": folder, "MUTANT": str(mutant_id), "MUTANTS_REACHED": str(reached)}
        switch.on = mutant_id
        switch.reached.clear()
        yield reached


def _fork(work: Callable[[], Any]) -> tuple[int, int]:
    """Run the function in another process; return its id and a pipe.

    The pipe has its result as JSON.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    status = 1
    try:
        os.setsid()
        os.close(reader)
        result = json.dumps(work()).encode()
        with os.fdopen(writer, "wb") as out:
            out.write(result)
        status = 0
    finally:
        sys.stdout.flush()
        os._exit(status)


def _run_forked(works: Mapping[K, Callable[[], Any]], jobs: int, timeout: float = inf) -> Iterator[tuple[K, Any]]:
    """Run each function in a process of its own; yield its key and its result.

    They are yielded as they are done. The result is None if it took more seconds than `timeout`, or died.
    """
    waiting, running = list(works.items()), dict[int, tuple[K, int, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            key, work = waiting.pop(0)
            pid, reader = _fork(work)
            running[reader] = key, pid, time.monotonic()
        for reader in select.select(list(running), [], [], 1.0)[0]:
            key, pid, _ = running.pop(reader)
            with os.fdopen(reader, "rb") as pipe:
                data = pipe.read()
            _end_process(pid)
            yield key, json.loads(data) if data else None
        for _, pid, began in running.values():
            if time.monotonic() - began > timeout:
                os.killpg(pid, signal.SIGKILL)


class MutantRuns:
    """The plugin that measures the tests and tries the mutants."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.failed_test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first test that failed, its setup included."""
        if report.failed and not self.failed_test:
            self.failed_test = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants instead of running the tests once."""
        switch = _load_switch()
        reached_at_import = set(switch.reached)
        with Path(self.job.out).open("w", encoding="utf-8") as out:

            def report(mutant_id: int, by: str, tests: int) -> None:
                print(json.dumps({"number": mutant_id, "by": by, "tests": tests}), file=out, flush=True)

            for mutant_id in sorted(reached_at_import.intersection(self.job.mutants)):
                report(mutant_id, AT_IMPORT, 0)
            tests = self._measure_tests(session.items)
            orders = {
                mutant_id: _order_tests(tests, mutant_id)
                for mutant_id in self.job.mutants
                if mutant_id not in reached_at_import
            }
            for mutant_id in [mutant_id for mutant_id, order in orders.items() if not order]:
                report(mutant_id, "", 0)
                del orders[mutant_id]
            tries = {mutant_id: partial(self._try_mutant, mutant_id, order) for mutant_id, order in orders.items()}
            for mutant_id, by in _run_forked(tries, self.job.jobs, MUTANT_TIMEOUT):
                report(mutant_id, "the time" if by is None else by, len(orders[mutant_id]))
        return True

    def _measure_tests(self, items: Sequence[pytest.Item]) -> list[Test]:
        """Run every file of tests without a mutant; return its tests.

        A test that fails without mutants says nothing about them, so it is left out.
        """
        wanted = set(self.job.tests)
        files: dict[str, list[pytest.Item]] = {}
        for item in items:
            if not wanted or item.nodeid in wanted:
                files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        tests: list[Test] = []
        runs = {file: partial(self._measure_file, group) for file, group in files.items()}
        for file, results in _run_forked(runs, self.job.jobs):
            for item, (failed_test, seconds, reached) in zip(files[file], results or [], strict=bool(results)):
                if failed_test:
                    print(f"falls without a mutant: {item.nodeid}", file=sys.__stderr__)
                else:
                    tests.append(Test(item, seconds, set(reached)))
        return tests

    def _measure_file(self, group: Sequence[pytest.Item]) -> list[tuple[str, float, list[int]]]:
        switch = _load_switch()
        results = []
        with _isolate() as folder:
            for item, after in zip(group, [*group[1:], None], strict=True):
                self.failed_test, began = "", sum(os.times()[:4])
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                child_reached = {int(file.name) for file in folder.iterdir()}
                results.append((self.failed_test, sum(os.times()[:4]) - began, sorted(switch.reached | child_reached)))
                switch.reached.clear()
                for mutant_id in child_reached:
                    (folder / str(mutant_id)).unlink()
        return results

    def _try_mutant(self, mutant_id: int, order: Sequence[Test]) -> str:
        """Return the first test that fails with this mutant; empty if none does."""
        self.failed_test = ""
        with _isolate(mutant_id):
            for test, after in zip(order, [*order[1:], None], strict=True):
                cpu_limit = round(sum(os.times()[:2]) + TEST_CPU_TIME + 10 * test.seconds)
                resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, resource.RLIM_INFINITY))
                test.item.config.hook.pytest_runtest_protocol(item=test.item, nextitem=after and after.item)
                if self.failed_test:
                    break
        return self.failed_test


def _order_tests(tests: Sequence[Test], mutant_id: int) -> list[Test]:
    """Return the tests of all files that reach a mutant.

    Tests that reach it themselves are first, the quickest of them first. The other tests of a file are tried, too: what
    one of them reached may be cached for the next.
    """
    files = {test.file for test in tests if mutant_id in test.reached}
    return sorted(
        (test for test in tests if test.file in files),
        key=lambda candidate: (mutant_id not in candidate.reached, candidate.seconds),
    )


def _end_process(pid: int) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def pytest_configure(config: pytest.Config) -> None:
    """Read the job and register the plugin."""
    job = Job(**json.loads(Path(os.environ[JOB]).read_text(encoding="utf-8")))
    config.pluginmanager.register(MutantRuns(job), "mutant runs")
