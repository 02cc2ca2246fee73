"""Summary of a test run: wall time, processor time and the most expensive tests.

Processor time is that of all processes whose end was waited for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tools.touched import CACHE_KEY

WALL, PROCESSOR = 130, 208
"""Limits of the default run on two quiet cores, in seconds."""
EXPENSIVE_COUNT = 10


def processor_time() -> float:
    """Return the seconds that this process and its ended children have used."""
    return sum(os.times()[:4])


class Summary:
    """The plugin.

    In a worker of xdist it measures and passes the results on; in the main process it adds them up.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.start_time, self.processor_before = config, time.monotonic(), 0.0
        self.test_times: dict[str, float] = {}
        self.worker_time = 0.0
        self.is_distributed = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Note the time at which a test begins, with its setup."""
        self.processor_before = processor_time()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Add the processor time of a test to the report of its teardown, in workers too."""
        report: Any = yield
        if call.when == "teardown":
            report.processor = processor_time() - self.processor_before
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the processor time of a test."""
        if report.when == "teardown":
            self.test_times[report.nodeid] = getattr(report, "processor", 0.0)

    def pytest_sessionfinish(self) -> None:
        """Send the total time of a worker, with its start and the collection."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["processor"] = processor_time()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the total time of a worker that has ended."""
        self.is_distributed = True
        self.worker_time += getattr(node, "workeroutput", {}).get("processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write the summary, with the limits if this was the default run."""
        if len(self.test_times) <= EXPENSIVE_COUNT:
            return
        # Workers are children too, and they are added up already.
        processor_used = sum(os.times()[:2]) + self.worker_time if self.is_distributed else processor_time()
        wall_time = time.monotonic() - self.start_time
        config = self.config
        is_default_run = config.args_source == config.ArgsSource.TESTPATHS and config.option.markexpr == "not slow"
        goals = (f" (goal on two quiet cores: {WALL})", f" (goal: {PROCESSOR})") if is_default_run else ("", "")
        self.save_module_times()
        load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        write = terminalreporter.write_line
        terminalreporter.section("what it took")
        write(f"{wall_time:.1f} s by the clock{goals[0]}, {processor_used:.1f} s of the processors{goals[1]}{load}")
        write(f"the {EXPENSIVE_COUNT} dearest of {len(self.test_times)} tests, in seconds of the processors:")
        for name, seconds in sorted(self.test_times.items(), key=lambda item: -item[1])[:EXPENSIVE_COUNT]:
            write(f"{seconds:8.2f}  {name}")

    def save_module_times(self) -> None:
        """Save the times of modules for tools.touched.

        They are saved only if all default tests of the modules were run.
        """
        option, cache = self.config.option, getattr(self.config, "cache", None)
        if cache is None or option.keyword or option.markexpr != "not slow" or "::" in str(self.config.args):
            return
        modules: dict[str, float] = {}
        for name, seconds in self.test_times.items():
            module = name.partition("::")[0]
            modules[module] = round(modules.get(module, 0.0) + seconds, 2)
        cache.set(CACHE_KEY, (cache.get(CACHE_KEY, None) or {}) | modules)


def pytest_configure(config: pytest.Config) -> None:
    """Measure from here on."""
    config.pluginmanager.register(Summary(config), "summary")
