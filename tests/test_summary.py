"""The times at the end of a run of tests, and the order of the longest tests."""

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

@pytest.mark.parametrize("case", range(12))
def test_short(case):
    pass

def test_long():
    end = time.process_time() + 0.15
    while time.process_time() < end:
        pass

def test_longest_by_a_child():
    subprocess.run([sys.executable, "-c", BURN], check=True)
"""


@pytest.mark.quick("0")
@pytest.mark.parametrize("processes", ["0", "2"])
def test_longest_tests_are_listed_first(tmp_path: Path, processes: str) -> None:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "tests.summary", "-n", processes]
    environ = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environ)
    assert done.returncode == 0, done.stdout
    lines = done.stdout.partition("time of the tests")[2].splitlines()
    clock, processor = map(float, re.findall(r"[\d.]+(?= s (?:by the clock|of the processors))", lines[1]))
    assert "of 14 tests" in lines[2]
    listed = [line.split() for line in lines[3:13]]
    assert [name for _, name in listed[:2]] == ["test_some.py::test_longest_by_a_child", "test_some.py::test_long"]
    assert processor >= float(listed[0][0]) + float(listed[1][0]) > 0.4
    assert clock > 0
    assert "target" not in lines[1]


class FakeItem:
    """A test with or without a limit of time of its own."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def get_closest_marker(self, name: str) -> int:
        return self.limit


@pytest.mark.parametrize(
    ("limits", "workers", "ordered"),
    [
        ([0, 0, 0, 9, 0, 0, 0, 8, 0, 7], 3, [9, 0, 0, 8, 0, 0, 7, 0, 0, 0]),
        ([0, 9, 8, 7], 1, [9, 8, 7, 0]),
        ([9, 8, 0], 4, [9, 8, 0]),
        ([0, 0], 2, [0, 0]),
    ],
)
def test_each_worker_starts_with_its_share_of_the_longest_tests(
    limits: list[int], workers: int, ordered: list[int]
) -> None:
    items = cast("list[pytest.Item]", [FakeItem(limit) for limit in limits])
    assert [item.limit for item in cast("list[FakeItem]", sort_longest_first(items, workers))] == ordered
