"""Many workers: results equal those of one core, byte for byte, even if some die."""

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
from grenade_salad.lab.workers import NoWorkers, Processes, map_seeds, workers
from tests.patience import LIMIT

LEVELS = ("random", "easy")


def die_once(folder: str, seed: int) -> int:
    """Return the seed; the first three processes are killed, as if memory ran out."""
    if seed in (3, 20, 21):
        try:
            (Path(folder) / str(seed)).touch(exist_ok=False)
        except FileExistsError:
            return seed
        os.kill(os.getpid(), signal.SIGKILL)
    return seed


def always_die(seed: int) -> int:
    """Kill the process that runs it."""
    os._exit(1)


def raise_error(seed: int) -> int:
    """Fail by itself."""
    raise ZeroDivisionError(seed)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_processes_are_replaced(tmp_path: Path) -> None:
    with workers(2) as executor:
        assert list(map_seeds(partial(die_once, str(tmp_path)), range(60), executor)) == list(range(60))
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.slow
def test_work_that_kills_all_workers_ends_in_one_line() -> None:
    with pytest.raises(NoWorkers, match="died of the same work"), workers(2) as executor:
        list(map_seeds(always_die, range(1), executor))


def test_error_in_the_work_is_raised_and_other_work_cancelled() -> None:
    with pytest.raises(ZeroDivisionError), workers(2) as executor:
        list(map_seeds(raise_error, range(200), executor))
    with Processes(1) as executor:
        futures: list[Future[Any]] = [executor.submit(time.sleep, 0.2) for _ in range(round(LIMIT / 0.2))]
        assert futures[-1].cancel()
        executor.shutdown(wait=True, cancel_futures=True)
    assert futures[-1].cancelled()


def test_journal_is_written_by_the_calling_process(tmp_path: Path) -> None:
    with workers(2) as executor:
        with open_journal(tmp_path / "many") as journal:
            parallel_playouts = list(simulate("wheel", LEVELS, 5, 7, executor, journal))
    with open_journal(tmp_path / "one") as journal:
        serial_playouts = list(simulate("wheel", LEVELS, 5, 7, None, journal))
    assert [playout.lines for playout in parallel_playouts] == [playout.lines for playout in serial_playouts]
    with open_journal(tmp_path / "many") as parallel_journal, open_journal(tmp_path / "one") as serial_journal:
        entries = [
            [journal.record(row.id).entries for row in journal.matches()]
            for journal in (parallel_journal, serial_journal)
        ]
        assert entries[0] == entries[1]
        assert len(entries[0]) == 5


@pytest.mark.slow
def test_wrong_scheduler_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "wheel", "--dask", "nowhere"]) == 2
    assert "is no address of a scheduler" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["simulate", "wheel", "--dask", "tcp://127.0.0.1:1", "--jobs", "2"])


class Cluster:
    """A scheduler and two workers, as people start them on their machines."""

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
            process = subprocess.Popen([sys.executable, "-m", "dask", *words], cwd=self.folder, stdout=log, stderr=log)
        self.processes.append(process)

    def worker_pids(self) -> set[int]:
        """Return the process ids of the current workers."""
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
    running = Cluster(tmp_path)
    yield running
    running.close()


def start_command(*words: str) -> subprocess.Popen[str]:
    """Start a command of ours in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "grenade_salad", *words], stdout=subprocess.PIPE, text=True)


def read_records(folder: Path) -> dict[str, bytes]:
    """Return the records in a folder, by name."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_cluster_plays_the_same_bytes_after_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    words = ["simulate", "grenade-salad", "--players", "3", "--games", "60", "--json", "--record"]
    pids_before = cluster.worker_pids()
    process = start_command(*words, str(tmp_path / "there"), "--dask", cluster.address)
    while not (tmp_path / "there").exists():
        time.sleep(0.02)
        assert process.poll() is None
    os.kill(min(pids_before), signal.SIGKILL)
    out, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 0
    alone, _ = start_command(*words, str(tmp_path / "alone")).communicate(timeout=LIMIT)
    assert read_records(tmp_path / "there") == read_records(tmp_path / "alone")
    assert len(read_records(tmp_path / "alone")) == 60
    cluster_report, local_report = (
        {key: value for key, value in json.loads(text).items() if key != "seconds"} for text in (out, alone)
    )
    assert cluster_report == local_report
    assert cluster.worker_pids() - pids_before, "the one that was killed has come back"


@pytest.mark.slow
def test_tournament_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    cluster.worker_pids()
    words = ["arena", "live-grenade", "--players", "normal", "easy", "--games", "60", "--json"]
    cluster_report, local_report = (
        json.loads(start_command(*words, *extra_words).communicate(timeout=LIMIT)[0])
        for extra_words in (["--dask", cluster.address], [])
    )
    for report in (cluster_report, local_report):
        for player in report["players"]:
            del player["seconds_per_decision"]
    assert cluster_report == local_report
