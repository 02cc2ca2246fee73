"""A question that is worked out beside the window, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from grenade_salad.session.worker_process import Lost

T = TypeVar("T")


class Answer(Generic[T]):
    """A question to a player. If nobody is there any more who could answer, it is asked again, and again if `failed`
    has found somebody else for a player that does not answer."""

    def __init__(self, ask: Callable[[int], Future[T]], failed: Callable[[BaseException], bool]) -> None:
        self._ask, self._failed = ask, failed
        self._tries = 0
        self._future = ask(0)

    def done(self) -> bool:
        """Whether it is answered. Looked at again and again, it sees to it that this comes."""
        if not self._future.done():
            return False
        trouble = self._future.exception()
        if trouble is not None and (type(trouble) is Lost or self._failed(trouble)):
            self._tries += 1
            self._future = self._ask(self._tries)
            return False
        return True

    def failure(self) -> BaseException | None:
        """Return the exception that the answer is, when it is done, or None."""
        return self._future.exception()

    def result(self) -> T:
        """The answer, when it is done."""
        return self._future.result()
