"""How `tools.mutants` tries many mutants with one start of pytest: all are in the source, and one is switched on.

A plugin for pytest, in a copy of the project. It collects once. Then every file of tests runs in a process forked from
there, with no mutant on, and notes which of them it reached and how long each test took. Each mutant is then tried in a
process of its own by the files that reach it, the tests first that reach it themselves, the quickest of them first,
until one falls. Nothing that a test leaves behind reaches the next mutant.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

JOB = "MUTANTS_JOB"
"""The variable with the file that says what to do: see `Job`."""
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
SLOWEST = 900.0
"""Seconds until a mutant that hangs counts as noticed."""
LONGEST = 15
"""Seconds of the processor, and ten times its own, after which a test that does not end counts as one that falls."""
AT_IMPORT = "at import"
"""What is said of a mutant that runs while tests are collected: no switch can be turned after that."""


@dataclass(frozen=True)
class Job:
    """What a run has to do: these mutants, so many at a time, told in lines of JSON to `out`; where not empty, `tests`
    are the only ones that count, by id."""

    mutants: list[int]
    jobs: int
    out: str
    tests: list[str]


@dataclass
class Test:
    """A test without mutants: its seconds, and which mutants it reached."""

    item: pytest.Item
    seconds: float
    reached: set[int]

    @property
    def file(self) -> str:
        return self.item.nodeid.partition("::")[0]


def _switch() -> Any:
    """The module of the switch, which is in the copy alone."""
    return import_module("grenade_salad.mutant_switch")


@contextmanager
def _own(number: int = -1) -> Iterator[Path]:
    """In a forked process: folders of its own, and the mutant switched on there and in what it starts."""
    switch = _switch()
    with tempfile.TemporaryDirectory() as folder:
        reached = Path(folder) / "reached"
        reached.mkdir()
        tempfile.tempdir = folder
        os.environ |= {"TMPDIR": folder, "MUTANT": str(number), "MUTANTS_REACHED": str(reached)}
        switch.on = number
        switch.reached.clear()
        yield reached


def _forked(work: Callable[[], Any]) -> tuple[int, int]:
    """Do it in another process; its id, and where its result can be read as JSON."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    status = 1
    try:
        os.setsid()
        os.close(read)
        told = json.dumps(work()).encode()
        with os.fdopen(write, "wb") as out:
            out.write(told)
        status = 0
    finally:
        sys.stdout.flush()
        os._exit(status)


def _read(read: int) -> Any:
    with os.fdopen(read, "rb") as told:
        data = told.read()
    return json.loads(data) if data else None


class Runs:
    """The plugin."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.fell = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test fell, or what is set up for it."""
        if report.failed and not self.fell:
            self.fell = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests once."""
        switch = _switch()
        early = set(switch.reached)
        with Path(self.job.out).open("w", encoding="utf-8") as out:

            def tell(number: int, by: str, tests: int) -> None:
                print(json.dumps({"number": number, "by": by, "tests": tests}), file=out, flush=True)

            for number in sorted(early.intersection(self.job.mutants)):
                tell(number, AT_IMPORT, 0)
            tests = self._measured(session.items)
            waiting = [(number, _order(tests, number)) for number in self.job.mutants if number not in early]
            running: dict[int, tuple[int, int, int, float]] = {}
            while waiting or running:
                while waiting and len(running) < self.job.jobs:
                    number, order = waiting.pop(0)
                    if not order:
                        tell(number, "", 0)
                        continue
                    pid, read = _forked(partial(self._tried, number, order))
                    running[read] = number, len(order), pid, time.monotonic()
                for read in select.select(list(running), [], [], 1.0)[0] if running else ():
                    number, count, pid, _ = running.pop(read)
                    by = _read(read)
                    _end(pid)
                    tell(number, "the time" if by is None else by, count)
                for _, _, pid, began in running.values():
                    if time.monotonic() - began > SLOWEST:
                        os.killpg(pid, signal.SIGKILL)
        return True

    def _measured(self, items: Sequence[pytest.Item]) -> list[Test]:
        """Every file of tests, without a mutant. What falls there says nothing of mutants, and is left out."""
        wanted = set(self.job.tests)
        files: dict[str, list[pytest.Item]] = {}
        for item in items:
            if not wanted or item.nodeid in wanted:
                files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        found: list[Test] = []
        waiting, running = list(files.values()), dict[int, tuple[int, list[pytest.Item]]]()
        while waiting or running:
            while waiting and len(running) < self.job.jobs:
                group = waiting.pop(0)
                pid, read = _forked(partial(self._measure, group))
                running[read] = pid, group
            for read in select.select(list(running), [], [])[0]:
                pid, group = running.pop(read)
                told = _read(read)
                _end(pid)
                for item, (fell, seconds, reached) in zip(group, told or [], strict=bool(told)):
                    if fell:
                        print(f"falls without a mutant: {item.nodeid}", file=sys.__stderr__)
                    else:
                        found.append(Test(item, seconds, set(reached)))
        return found

    def _measure(self, group: Sequence[pytest.Item]) -> list[tuple[str, float, list[int]]]:
        switch = _switch()
        told = []
        with _own() as folder:
            for item, after in zip(group, [*group[1:], None], strict=True):
                self.fell, began = "", sum(os.times()[:4])
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                others = {int(one.name) for one in folder.iterdir()}
                told.append((self.fell, sum(os.times()[:4]) - began, sorted(switch.reached | others)))
                switch.reached.clear()
                for one in others:
                    (folder / str(one)).unlink()
        return told

    def _tried(self, number: int, order: Sequence[Test]) -> str:
        """The first test that falls, with this mutant."""
        self.fell = ""
        with _own(number):
            for test, after in zip(order, [*order[1:], None], strict=True):
                most = round(sum(os.times()[:2]) + LONGEST + 10 * test.seconds)
                resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
                test.item.config.hook.pytest_runtest_protocol(item=test.item, nextitem=after and after.item)
                if self.fell:
                    break
        return self.fell


def _order(tests: Sequence[Test], number: int) -> list[Test]:
    """The tests of all files that reach a mutant: those that reach it themselves first, the quickest of them first.

    The others of a file are tried too: what one of them reached may be kept for the next.
    """
    files = {test.file for test in tests if number in test.reached}
    return sorted(
        (test for test in tests if test.file in files), key=lambda one: (number not in one.reached, one.seconds)
    )


def _end(pid: int) -> None:
    """It is over, with all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def pytest_configure(config: pytest.Config) -> None:
    """Take the job."""
    job = Job(**json.loads(Path(os.environ[JOB]).read_text(encoding="utf-8")))
    config.pluginmanager.register(Runs(job), "mutant runs")
