"""Values of the kind that a test knows them to be, for type checkers and readers."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def expect_type(kind: type[T], value: object) -> T:
    """The value, which is of this kind. Raises AssertionError if it is not."""
    assert isinstance(value, kind), value
    return value
