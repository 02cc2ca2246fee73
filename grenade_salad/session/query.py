"""A question that is worked out beside the window, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from grenade_salad.session.worker_process import WorkerLost

T = TypeVar("T")


class Query(Generic[T]):
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
        error = self._future.exception()
        if error is not None and (type(error) is WorkerLost or self._failed(error)):
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
