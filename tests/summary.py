"""Pytest plugin that prints the total time of the tests, and the longest ones.

Processor time is that of all processes that were waited for, so it hardly depends on what else the machine does.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tools.touched import TIMES_KEY

CLOCK_TARGET, PROCESSOR_TARGET = 130, 208
"""Seconds that the default tests may take on two quiet cores."""
LISTED = 10
"""Number of tests that are listed."""


def processor_seconds() -> float:
    """Return the processor time of this process and its children that have ended."""
    return sum(os.times()[:4])


class Summary:
    """The plugin.

    It measures in each worker of xdist, and adds up in the process that prints.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.began, self.before_test = config, time.monotonic(), 0.0
        self.test_times: dict[str, float] = {}
        self.worker_seconds = 0.0
        self.has_workers = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Start to measure a test, before its fixtures are set up."""
        self.before_test = processor_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Write the time into the last report of a test, which a worker sends on."""
        report: Any = yield
        if call.when == "teardown":
            report.processor = processor_seconds() - self.before_test
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the time of a test."""
        if report.when == "teardown":
            self.test_times[report.nodeid] = getattr(report, "processor", 0.0)

    def pytest_sessionfinish(self) -> None:
        """Send on the time of a worker, with its start and the collection."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["processor"] = processor_seconds()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the time of a worker."""
        self.has_workers = True
        self.worker_seconds += getattr(node, "workeroutput", {}).get("processor", 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the times, with their targets after a default run."""
        if len(self.test_times) <= LISTED:
            return
        # The time of workers, which are children too, has been added already.
        used = sum(os.times()[:2]) + self.worker_seconds if self.has_workers else processor_seconds()
        clock = time.monotonic() - self.began
        config = self.config
        is_default = config.args_source == config.ArgsSource.TESTPATHS and config.option.markexpr == "not slow"
        targets = (f" (target on two quiet cores: {CLOCK_TARGET})", f" (target: {PROCESSOR_TARGET})")
        clock_target, processor_target = targets if is_default else ("", "")
        self.save_module_times()
        load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        write = terminalreporter.write_line
        terminalreporter.section("time of the tests")
        write(f"{clock:.1f} s by the clock{clock_target}, {used:.1f} s of the processors{processor_target}{load}")
        write(f"the longest {LISTED} of {len(self.test_times)} tests, in seconds of the processors:")
        for name, seconds in sorted(self.test_times.items(), key=lambda test: -test[1])[:LISTED]:
            write(f"{seconds:8.2f}  {name}")

    def save_module_times(self) -> None:
        """Save the time of each module whose default tests were all run.

        tools.touched reads it.
        """
        option, cache = self.config.option, getattr(self.config, "cache", None)
        if cache is None or option.keyword or option.markexpr != "not slow" or "::" in str(self.config.args):
            return
        modules: dict[str, float] = defaultdict(float)
        for name, seconds in self.test_times.items():
            modules[name.partition("::")[0]] += seconds
        rounded = {module: round(seconds, 2) for module, seconds in modules.items()}
        cache.set(TIMES_KEY, (cache.get(TIMES_KEY, None) or {}) | rounded)


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Summary(config), "summary")
