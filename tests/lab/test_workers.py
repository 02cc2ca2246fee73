"""Many workers: the same to the byte as one core, whoever dies on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grenade_salad import cli
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.simulate import simulate
from grenade_salad.lab.workers import NoWorkers, Processes, each, workers
from tests.patience import LIMIT

LEVELS = ("random", "easy")


def dies_once(folder: str, seed: int) -> int:
    """Work for which the first three processes are killed, as by a machine that runs out of memory."""
    if seed in (3, 20, 21):
        try:
            (Path(folder) / str(seed)).touch(exist_ok=False)
        except FileExistsError:
            return seed
        os.kill(os.getpid(), signal.SIGKILL)
    return seed


def always_dies(seed: int) -> int:
    """Work that kills whoever does it."""
    os._exit(1)


def fails(seed: int) -> int:
    """Work with a fault of its own."""
    raise ZeroDivisionError(seed)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_processes_that_die_come_back(tmp_path: Path) -> None:
    with workers(2) as executor:
        assert list(each(partial(dies_once, str(tmp_path)), range(60), executor)) == list(range(60))
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow
def test_work_that_kills_everybody_ends_in_a_line() -> None:
    with pytest.raises(NoWorkers, match="died of the same work"), workers(2) as executor:
        list(each(always_dies, range(1), executor))


def test_a_fault_of_the_work_comes_out_and_what_is_not_begun_is_called_off() -> None:
    with pytest.raises(ZeroDivisionError), workers(2) as executor:
        list(each(fails, range(200), executor))
    with Processes(1) as executor:
        futures: list[Future[Any]] = [executor.submit(time.sleep, 0.2) for _ in range(round(LIMIT / 0.2))]
        assert futures[-1].cancel()
        executor.shutdown(wait=True, cancel_futures=True)
    assert futures[-1].cancelled()


def test_the_journal_is_written_by_who_asked(tmp_path: Path) -> None:
    with workers(2) as executor:
        with open_journal(tmp_path / "many") as journal:
            kept = list(simulate("wheel", LEVELS, 5, 7, executor, journal))
    with open_journal(tmp_path / "one") as journal:
        alone = list(simulate("wheel", LEVELS, 5, 7, None, journal))
    assert [one.lines for one in kept] == [one.lines for one in alone]
    with open_journal(tmp_path / "many") as many, open_journal(tmp_path / "one") as one:
        found = [[journal.record(row.id).entries for row in journal.matches()] for journal in (many, one)]
        assert found[0] == found[1]
        assert len(found[0]) == 5


@pytest.mark.slow
def test_what_is_no_scheduler_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "wheel", "--dask", "nowhere"]) == 2
    assert "is no address of a scheduler" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["simulate", "wheel", "--dask", "tcp://127.0.0.1:1", "--jobs", "2"])


class Cluster:
    """A scheduler and two workers, as somebody starts them on machines of their own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        common = ["--scheduler-file", str(self.file), "--no-dashboard"]
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", *common)
        while not self.file.exists() or not self.file.read_text():
            time.sleep(0.05)
        self.address = str(json.loads(self.file.read_text())["address"])
        self._start("worker", "--nthreads", "1", "--nworkers", "2", "--host", "127.0.0.1", *common)

    def _start(self, *words: str) -> None:
        self.processes = getattr(self, "processes", [])
        log = (self.folder / f"{words[0]}.log").open("wb")
        with log:
            done = subprocess.Popen([sys.executable, "-m", "dask", *words], cwd=self.folder, stdout=log, stderr=log)
        self.processes.append(done)

    def pids(self) -> set[int]:
        """The processes of the workers that play now."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=LIMIT)
            return set(client.run(os.getpid).values())

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait(LIMIT)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    found = Cluster(tmp_path)
    yield found
    found.close()


def command(*words: str) -> subprocess.Popen[str]:
    """A command of ours in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "grenade_salad", *words], stdout=subprocess.PIPE, text=True)


def records(folder: Path) -> dict[str, bytes]:
    """The records in a folder, by name."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_cluster_plays_the_same_to_the_byte_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    words = ["simulate", "grenade-salad", "--players", "3", "--games", "60", "--json", "--record"]
    before = cluster.pids()
    there = command(*words, str(tmp_path / "there"), "--dask", cluster.address)
    while not (tmp_path / "there").exists():
        time.sleep(0.02)
        assert there.poll() is None
    os.kill(min(before), signal.SIGKILL)
    out, _ = there.communicate(timeout=LIMIT)
    assert there.returncode == 0
    alone, _ = command(*words, str(tmp_path / "alone")).communicate(timeout=LIMIT)
    assert records(tmp_path / "there") == records(tmp_path / "alone")
    assert len(records(tmp_path / "alone")) == 60
    told, here = ({key: value for key, value in json.loads(one).items() if key != "seconds"} for one in (out, alone))
    assert told == here
    assert cluster.pids() - before, "the one that was killed has come back"


@pytest.mark.slow
def test_tournaments_and_reports_are_the_same_on_a_cluster(cluster: Cluster) -> None:
    cluster.pids()
    words = ["arena", "live-grenade", "--players", "normal", "easy", "--games", "60", "--json"]
    there, alone = (
        json.loads(command(*words, *more).communicate(timeout=LIMIT)[0]) for more in (["--dask", cluster.address], [])
    )
    for report in (there, alone):
        for player in report["players"]:
            del player["seconds_per_decision"]
    assert there == alone
