"""Questions to players that are answered while somebody looks."""

from __future__ import annotations

from concurrent.futures import Future

from grenade_salad.session.query import Answer


class FailsNext(Future[int]):
    """A question that fails right after somebody has seen that it is not answered."""

    def done(self) -> bool:
        was_done = super().done()
        if not was_done:
            self.set_exception(KeyError())
        return was_done


def test_answer_that_fails_as_it_is_looked_at_is_asked_again() -> None:
    second: Future[int] = Future()
    second.set_result(7)
    futures = [FailsNext(), second]
    failures: list[BaseException] = []

    def is_asked_again(error: BaseException) -> bool:
        failures.append(error)
        return True

    answer = Answer(futures.__getitem__, is_asked_again)
    for _ in range(3):
        if answer.done():
            break
    assert answer.result() == 7
    assert len(failures) == 1
