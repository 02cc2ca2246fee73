"""A query that is worked out beside the window, and its answer."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from grenade_salad.session.worker_process import WorkerLost

T = TypeVar("T")


class Query(Generic[T]):
    """A query to a player, which is asked again if the worker is gone."""

    def __init__(self, ask: Callable[[int], Future[T]], handle_failure: Callable[[BaseException], bool]) -> None:
        """Ask for the first time.

        `ask` gets the number of earlier tries. `handle_failure` is true if it has found a substitute for a player
        that does not answer: then it is asked again, too.
        """
        self._ask, self._handle_failure = ask, handle_failure
        self._tries = 0
        self._future = ask(0)

    def done(self) -> bool:
        """True if it is answered.

        Call it again and again: it repeats the query if needed.
        """
        if not self._future.done():
            return False
        error = self._future.exception()
        # The type itself: of a WorkerTimeout, a WorkerLost as well, the player is the cause.
        if error is not None and (type(error) is WorkerLost or self._handle_failure(error)):
            self._tries += 1
            self._future = self._ask(self._tries)
            return False
        return True

    def failure(self) -> BaseException | None:
        """Return the exception that the answer is, when it is done, or None."""
        return self._future.exception()

    def result(self) -> T:
        """Return the answer, when it is done."""
        return self._future.result()
