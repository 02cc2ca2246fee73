"""The summary of a test run: the most expensive tests of all processes first."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from tests.conftest import sort_longest_first

TESTS = """
import subprocess, sys, time
import pytest

BURN = "import time\\nwhile time.process_time() < 0.3: pass"

@pytest.mark.parametrize("number", range(12))
def test_cheap(number):
    pass

def test_dear():
    end = time.process_time() + 0.15
    while time.process_time() < end:
        pass

def test_dearer_by_a_child():
    subprocess.run([sys.executable, "-c", BURN], check=True)
"""


@pytest.mark.quick("0")
@pytest.mark.parametrize("processes", ["0", "2"])
def test_most_expensive_tests_are_listed_first(tmp_path: Path, processes: str) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.summary", "-n", processes]
    environ = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environ)
    assert result.returncode == 0, result.stdout
    summary = result.stdout.partition("what it took")[2].splitlines()
    wall_time, processor_used = map(float, re.findall(r"[\d.]+(?= s (?:by the clock|of the processors))", summary[1]))
    assert "of 14 tests" in summary[2]
    rows = [line.split() for line in summary[3:13]]
    assert [name for _, name in rows[:2]] == ["test_some.py::test_dearer_by_a_child", "test_some.py::test_dear"]
    assert processor_used >= float(rows[0][0]) + float(rows[1][0]) > 0.4
    assert wall_time > 0
    assert "goal" not in summary[1]


class LimitedTest:
    """A test with a time limit of its own, or without one if it is 0."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def get_closest_marker(self, name: str) -> int:
        return self.limit


@pytest.mark.parametrize(
    ("tests", "workers", "dealt"),
    [
        ([0, 0, 0, 9, 0, 0, 0, 8, 0, 7], 3, [9, 0, 0, 8, 0, 0, 7, 0, 0, 0]),
        ([0, 9, 8, 7], 1, [9, 8, 7, 0]),
        ([9, 8, 0], 4, [9, 8, 0]),
        ([0, 0], 2, [0, 0]),
    ],
)
def test_each_worker_starts_with_its_share_of_the_longest_tests(
    tests: list[int], workers: int, dealt: list[int]
) -> None:
    items = cast("list[pytest.Item]", [LimitedTest(limit) for limit in tests])
    assert [item.limit for item in cast("list[LimitedTest]", sort_longest_first(items, workers))] == dealt
