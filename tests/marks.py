"""Which cases of a test belong to the default run, and many seeds of one test as one test."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import pytest

Case = TypeVar("Case")
Test: TypeAlias = Callable[..., None]


def slow_but(quick: Iterable[object], cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrized test: all but the quick ones are left to the slow tests. A case of several arguments
    is a tuple."""
    default = list(quick)
    return [
        case
        if case in default
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]


def for_each(name: str, quick: Iterable[Case], slow: Iterable[Case] = ()) -> Callable[[Test], Test]:
    """A test that is called with one value of the argument `name` after another, as one test; what fails says with
    which. What is in `slow` is gone through by the slow tests, in a second one. Fixtures are made once for all values,
    and a value must not skip."""
    groups = [pytest.param(values, id=f"{name}s") for values in [list(quick)] if values]
    groups += [pytest.param(values, id=f"more_{name}s", marks=pytest.mark.slow) for values in [list(slow)] if values]

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
