"""Marks of tests: the cases of the default run, and many values in one test."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import pytest

Case = TypeVar("Case")
Test: TypeAlias = Callable[..., None]


def slow_but(quick: Iterable[object], cases: Iterable[Any]) -> list[Any]:
    """Mark all cases of a parametrized test as slow except the quick ones.

    A case of several arguments is a tuple.
    """
    default = list(quick)
    return [
        case
        if case in default
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]


def doors_but(slow: Iterable[object], cases: Iterable[Any]) -> list[Any]:
    """Mark all cases of a slow test except those of `slow` for `.ci/run --doors`.

    A case of several arguments is a tuple.
    """
    ordinary = list(slow)
    return [
        case
        if case in ordinary
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.doors)
        for case in cases
    ]


def for_each(
    name: str, quick: Iterable[Case], slow: Iterable[Case] = (), doors: Iterable[Case] = ()
) -> Callable[[Test], Test]:
    """Call a test with one value of the argument `name` after another, as one test.

    A failure names the value. The values of `slow` are in a second test for the slow run, and those of `doors` in a
    third for `.ci/run --doors`. Fixtures are made once for all values, and a value must not skip.
    """
    groups = [pytest.param(values, id=f"{name}s") for values in [list(quick)] if values]
    groups += [pytest.param(values, id=f"more_{name}s", marks=pytest.mark.slow) for values in [list(slow)] if values]
    in_doors = (pytest.mark.slow, pytest.mark.doors)
    groups += [pytest.param(values, id=f"most_{name}s", marks=in_doors) for values in [list(doors)] if values]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run_cases(cases: list[Case], **arguments: object) -> None:
            for case in cases:
                try:
                    test(**arguments, **{name: case})
                except Exception as error:
                    error.add_note(f"with {name} {case!r}")
                    raise

        signature = inspect.signature(test)
        parameters = [parameter for parameter in signature.parameters.values() if parameter.name != name]
        cases = inspect.Parameter("cases", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run_cases.__signature__ = signature.replace(parameters=[cases, *parameters])  # type: ignore[attr-defined]
        return pytest.mark.parametrize("cases", groups)(run_cases)

    return decorate
