"""Narrowing of a value to the type that a test knows it to have."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def expect_type(kind: type[T], value: object) -> T:
    """Return the value, which is of this kind. Raises `AssertionError` otherwise."""
    assert isinstance(value, kind), value
    return value
