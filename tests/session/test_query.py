"""Queries to players that fail while their state is read."""

from __future__ import annotations

from concurrent.futures import Future

from grenade_salad.session.query import Query


class FailsNext(Future[int]):
    """A query that fails right after a caller has read that it is not done."""

    def done(self) -> bool:
        was_done = super().done()
        if not was_done:
            self.set_exception(KeyError())
        return was_done


def test_query_that_fails_while_read_is_asked_again() -> None:
    second: Future[int] = Future()
    second.set_result(7)
    futures = [FailsNext(), second]
    failures: list[BaseException] = []

    def record_failure(error: BaseException) -> bool:
        failures.append(error)
        return True

    query = Query(futures.__getitem__, record_failure)
    for _ in range(3):
        if query.done():
            break
    assert query.result() == 7
    assert len(failures) == 1
