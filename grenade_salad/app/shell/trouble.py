"""Reasons of system errors, in words for people."""

from __future__ import annotations


def describe_error(error: Exception) -> str:
    """Return the text of the error, without the system's number."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
