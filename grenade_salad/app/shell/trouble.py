"""What went wrong, in words for people."""

from __future__ import annotations


def describe_error(error: Exception) -> str:
    """What the error says, without the system's number of it."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
