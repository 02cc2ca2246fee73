"""Commands of the command line, one a module, each imported when it is used.

`run(args)` returns the exit status. It may raise Fail, RecordError, JournalError or NoHome, whose text is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Fail(Exception):
    """A command cannot do what was requested; the text is the line that people read."""


@contextmanager
def fail_on_os_error(file: object) -> Iterator[None]:
    """Raise Fail, which names the file, where the system refuses it."""
    try:
        yield
    except OSError as error:
        raise Fail(f"{file}: {error.strerror or error}") from None
