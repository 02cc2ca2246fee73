"""Fixtures and hooks for all tests."""

from __future__ import annotations

import gc
import warnings
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from grenade_salad.quarantine.process import Quarantine
from grenade_salad.system import crash_reports
from grenade_salad.text.say import use_language, use_region, use_tile

# No deadline: on a busy machine even drawing a few numbers may take long.
settings.register_profile(
    "steady", deadline=None, derandomize=True, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def fail_on_caught_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test if the crash guard caught an error, unless it is marked `caught`."""
    crash_reports.caught.clear()
    yield
    caught = list(crash_reports.caught)
    crash_reports.caught.clear()
    if request.node.get_closest_marker("caught") is None:
        assert not caught, caught


@pytest.fixture(autouse=True)
def reset_language() -> Iterator[None]:
    """Reset the language and region to English after a test that changed them."""
    yield
    use_language("en")
    use_region("")
    use_tile(None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a share of the test modules in each worker, before all collect.

    A module that one worker has compiled, with rewritten asserts, is cached for the others: in a fresh checkout that is
    most of the time of the collection. A module that cannot be imported is reported when it is collected.
    """
    config = session.config
    if not hasattr(config, "workerinput"):
        return
    index, count = int(config.workerinput["workerid"].removeprefix("gw")), config.workerinput["workercount"]
    places = map(Path, config.args)
    files = sorted(file for place in places for file in ([place] if place.is_file() else place.rglob("test_*.py")))
    for file in files[index::count]:
        with suppress(Exception, pytest.skip.Exception), warnings.catch_warnings():
            warnings.simplefilter("error")
            import_module(".".join(file.absolute().relative_to(config.rootpath).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark cases as slow that `quick` doesn't name, and run the longest tests first.

    At least one case of each test stays.
    """
    mark_slow_cases(items)
    yield
    items[:] = sort_longest_first(items, getattr(config, "workerinput", {"workercount": 1})["workercount"])


def sort_longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the items so that each worker begins with its share of the longest.

    The longest are those with a time limit of their own. Otherwise one of them may begin when all others are done. At
    first xdist deals one part of equal size to each worker, in the order of the list.
    """
    longest = [item for item in items if item.get_closest_marker("timeout")]
    rest = [item for item in items if item not in set(longest)]
    dealt: list[pytest.Item] = []
    for index in range(workers):
        size, first = (len(items) - len(dealt)) // (workers - index), longest[index::workers]
        dealt += first + rest[: max(0, size - len(first))]
        del rest[: max(0, size - len(first))]
    return dealt


def mark_slow_cases(items: list[pytest.Item]) -> None:
    """Mark the cases that the mark `quick` of their test does not name as slow."""
    cases: dict[str, list[bool]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("quick")
        if mark is not None and isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            fits = any(fnmatchcase(item.callspec.id, pattern) for pattern in mark.args)
            cases[item.nodeid.partition("[")[0]].append(fits)
            if not fits:
                item.add_marker(pytest.mark.slow)
    empty = [test for test, quick in cases.items() if len(quick) > 1 and not any(quick)]
    if empty:
        raise pytest.UsageError(f"no case of these is in the default run: {', '.join(empty)}")


def pytest_collection_finish() -> None:
    """Exempt the collected items from garbage collection: they live until the end."""
    gc.collect()
    gc.freeze()


class _SharedQuarantine(Quarantine):
    """The quarantine of all apps of a test run: its process starts once."""

    def close(self) -> None:
        """Leave the process to the next app."""

    def end(self) -> None:
        super().close()


@pytest.fixture(scope="session")
def shared_quarantine() -> Iterator[Quarantine]:
    """Keep the process in which files of strangers are read until all tests are over."""
    quarantine = _SharedQuarantine()
    yield quarantine
    quarantine.end()
