"""The quarantine ends endless work, and lets nothing out but data."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grenade_salad.quarantine.process import (
    BrokenReader,
    Limits,
    ProcessLost,
    Quarantine,
    Report,
    Sealed,
    TooLarge,
    TooSlow,
)
from grenade_salad.system.crash_reports import Elsewhere
from grenade_salad.system.progress import Cancelled, Progress
from tests.quarantine import bad_work


@pytest.fixture(scope="module")
def strict() -> Iterator[Quarantine]:
    """A quarantine with little time."""
    with Quarantine(Limits(import_seconds=1.0, step_seconds=1.0, total_seconds=2.0)) as quarantine:
        yield quarantine


def test_data_and_bytes_come_out(shared_quarantine: Quarantine) -> None:
    progress = Progress()
    sealed = shared_quarantine.run(progress, bad_work.answer, "here")
    assert sealed.facts == {"words": "here"}
    assert sealed.blobs == (b"here", b"")
    assert progress.part == "the words"


def test_process_is_used_again(shared_quarantine: Quarantine) -> None:
    first, second = (shared_quarantine.run(Progress(), bad_work.answer_with_pid).facts for _ in range(2))
    assert first == second == shared_quarantine.pid


@pytest.mark.parametrize("work", [bad_work.sleep, bad_work.report_for_ever, bad_work.compute])
def test_endless_work_is_ended(strict: Quarantine, work: Callable[[Report], Sealed]) -> None:
    progress = Progress()
    with pytest.raises(TooSlow) as slow:
        strict.run(progress, work)
    assert slow.value.part == {bad_work.sleep: "part 7", bad_work.report_for_ever: "more"}.get(work, "")
    assert strict.pid is None
    assert strict.run(Progress(), bad_work.answer, "next").facts == {"words": "next"}, "the next process works"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_work_with_too_much_memory_is_ended() -> None:
    with Quarantine(Limits(memory=256 * 1024 * 1024)) as small:
        with pytest.raises(TooLarge):
            small.run(Progress(), bad_work.swell)
        assert small.run(Progress(), bad_work.answer, "next").facts == {"words": "next"}


def test_time_is_limited_where_memory_is_not() -> None:
    """As on systems that limit no memory."""
    with Quarantine(Limits(import_seconds=1.0, step_seconds=1.0, memory=0)) as quarantine:
        with pytest.raises(TooSlow):
            quarantine.run(Progress(), bad_work.swell_slowly)
        assert quarantine.run(Progress(), bad_work.answer, "next").facts == {"words": "next"}


def test_too_large_answer_is_not_taken(shared_quarantine: Quarantine) -> None:
    with pytest.raises(TooLarge):
        shared_quarantine.run(Progress(), bad_work.send_much)


def test_crash_of_a_library_ends_the_work_alone(strict: Quarantine) -> None:
    with pytest.raises(ProcessLost):
        strict.run(Progress(), bad_work.crash)
    assert strict.run(Progress(), bad_work.answer, "next").facts == {"words": "next"}


def test_error_in_the_program_has_a_trace_without_private_words(shared_quarantine: Quarantine) -> None:
    with pytest.raises(BrokenReader) as broken:
        shared_quarantine.run(Progress(), bad_work.fail)
    assert "builtins.KeyError" in str(broken.value)
    assert "Ann" not in str(broken.value)
    assert isinstance(broken.value.__cause__, Elsewhere)
    assert shared_quarantine.run(Progress(), bad_work.answer, "next").facts == {"words": "next"}


@pytest.mark.parametrize("name", sorted(bad_work.ESCAPES))
def test_nothing_reaches_out(shared_quarantine: Quarantine, name: str, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    with pytest.raises(BrokenReader) as refused:
        shared_quarantine.run(Progress(), bad_work.escape, name, str(tmp_path))
    assert "confinement.Forbidden" in str(refused.value)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("old", "old")]


def test_cancelled_work_ends_and_waiting_work_goes_on(shared_quarantine: Quarantine) -> None:
    progress, waiting = Progress(), Progress()
    with ThreadPoolExecutor(3) as threads:
        endless = threads.submit(shared_quarantine.run, progress, bad_work.sleep)
        while progress.part != "part 7" and not endless.done():
            pass
        given_up = threads.submit(shared_quarantine.run, waiting, bad_work.answer, "given up")
        following = threads.submit(shared_quarantine.run, Progress(), bad_work.answer, "next")
        waiting.cancel()
        with pytest.raises(Cancelled):
            given_up.result()
        progress.cancel()
        with pytest.raises(Cancelled):
            endless.result()
        assert following.result().facts == {"words": "next"}


def test_closing_ends_the_work_of_another_thread() -> None:
    quarantine, progress = Quarantine(), Progress()
    with ThreadPoolExecutor(1) as threads:
        endless = threads.submit(quarantine.run, progress, bad_work.sleep)
        while progress.part != "part 7" and not endless.done():
            pass
        quarantine.close()
        with pytest.raises(ProcessLost):
            endless.result()
    with pytest.raises(ProcessLost):
        quarantine.run(Progress(), bad_work.answer, "closed")
