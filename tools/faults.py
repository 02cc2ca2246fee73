"""Inject one fault at each system call of the journal in a match, one at a time.

SQLite is tested in the same way.

    python -m tools.faults                        every call, some hundred runs of a second or two
    python -m tools.faults --every 20             each twentieth of them
    python -m tools.faults --calls pwrite64 --errors EIO ENOSPC

A short match is played in the journal by a process of its own, in which `strace` (of Debian; Linux only) makes the
n-th call of one kind on a file of the journal fail: either once, so that a retry succeeds, or from then on, as on a
disk that is gone. After each fault the match must be as it was before or after a line, with all lines that were
reported as written; one line must have reported the fault; and a retry must lead to the same match.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from grenade_salad.journal.database import FILE, JournalError
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players
from grenade_salad.match.lines import encode
from grenade_salad.match.match import Match, new_match

T = TypeVar("T")
CALLS = ("openat", "pwrite64", "fdatasync", "fsync", "ftruncate", "unlink", "pread64", "mkdir")
"""System calls of the journal on Linux."""
ERRORS = ("EIO", "ENOSPC", "EINTR", "short")
"""Errors that may be returned instead; "short": nothing was written.

strace does not run the call, so that a larger result would be false: SQLite would believe that a byte is in the file,
which becomes SIGBUS where it enlarges its shared memory.
"""
_SHORT_CALLS = ("pwrite64",)
_GAME, _NAMES, _SEED, _MAX_ENTRIES = "wheel", ("Ann", "Bo"), 5, 12
_REPORT = re.compile(r"(wrote|trouble) (.*)")
_UNSYNCED = re.compile(r"fdatasync\([^\n]*-wal>\)[^\n]*INJECTED(?s:.*)pwrite64\(\d+<[^>]*-wal>")
"""Matches a trace in which the match continued though the log was not synced.

The match can be read all the same, as no power was cut: only the output shows whether the fault was noticed.
"""


@dataclass(frozen=True)
class Fault:
    """A fault of one call."""

    call: str
    """One of CALLS."""
    index: int
    """Counted from 1 among the calls of its kind."""
    error: str
    """One of ERRORS."""
    lasts: bool
    """True if all later calls of its kind fail, too."""

    def __str__(self) -> str:
        return f"{self.call} {self.index}{'+' if self.lasts else ''} {self.error}"

    def to_strace(self) -> str:
        """Return the option for strace."""
        effect = "retval=0" if self.error == "short" else f"error={self.error}"
        return f"inject={self.call}:{effect}:when={self.index}{'+' if self.lasts else ''}"


def play_victim(folder: Path) -> None:
    """Play the match in the process that gets the faults.

    Prints every line that was written, and retries a few times after an error.
    """
    header = new_match(_GAME, _NAMES, _SEED).header
    with _retry(lambda: open_journal(folder)) as journal:
        match = _retry(lambda: journal.begin(header))
        for line_count in _play_lines(match, _retry):
            print(f"wrote {line_count}", flush=True)
        match.close()


def _play_lines(match: Match, run: Callable[[Callable[[], object]], object]) -> Iterator[int]:
    """Play the first lines of the match; `run` writes each. Yield how many there are."""
    players = make_players(_GAME, ["random"] * len(_NAMES), _SEED)
    while not match.state.is_over and len(match.entries) < _MAX_ENTRIES:
        state = match.state
        if state.pending_chance():
            run(match.draw_chance)
        else:
            seat = state.active_seats()[0]
            action = players[seat].decide(state.view(seat), state.legal_actions(seat))
            run(partial(match.apply_entry, action))
        yield len(match.entries)


def _retry(work: Callable[[], T]) -> T:
    """Try the work three times; exits if it fails every time."""
    for _ in range(3):
        try:
            return work()
        except JournalError as error:
            print(f"trouble {error}", flush=True)
    sys.exit(2)


def make_expected_record() -> bytes:
    """Return the record of the match without faults."""
    match = new_match(_GAME, _NAMES, _SEED)
    for _ in _play_lines(match, lambda work: work()):
        pass
    return b"".join(encode(line) for line in (match.header.to_line(), *(entry.to_line() for entry in match.entries)))


def _run_traced(folder: Path, trace: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    paths = [part for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", "", "locks") for part in ("-P", str(folder / name))]
    for name in ("opening", "match-1", "open"):
        paths += ["-P", str(folder / "locks" / name)]
    trace_option = f"trace={','.join(CALLS)}"
    command = ["strace", "-qq", "-y", "-f", "-o", str(trace), "-e", trace_option, *arguments, *paths]
    command += [sys.executable, "-m", "tools.faults", "--victim", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def count_calls(work: Path) -> dict[str, int]:
    """Return how often the match makes each call on the journal's files."""
    process = _run_traced(work / "count", work / "trace", ())
    if process.returncode:
        raise SystemExit(f"the match cannot be played under strace: {process.stderr}")
    text = (work / "trace").read_text(encoding="utf-8", errors="replace")
    return {call: len(re.findall(rf"^\d+ +{call}\(", text, re.MULTILINE)) for call in CALLS}


def list_faults(
    call_counts: dict[str, int], chosen: Sequence[str], errors: Sequence[str], every: int
) -> Iterator[Fault]:
    """Yield all faults, or each n-th of them for `every`."""
    faults = [
        Fault(call, index, error, lasts)
        for call, count in call_counts.items()
        if call in chosen
        for index in range(1, count + 1)
        for error in errors
        if error != "short" or call in _SHORT_CALLS
        for lasts in ((False, True) if error in ("EIO", "ENOSPC") else (False,))
    ]
    yield from faults[::every]


def check_fault(fault: Fault, work: Path, expected: bytes) -> str:
    """Run the match with a fault and return the problem, or an empty text if none."""
    folder = work / "match"
    shutil.rmtree(folder, ignore_errors=True)
    process = _run_traced(folder, work / "trace", ("-e", fault.to_strace()))
    errors = process.stderr.strip().splitlines()
    reports = _REPORT.findall(process.stdout)
    wrote = max((int(count) for kind, count in reports if kind == "wrote"), default=None)
    if "Traceback" in process.stderr or process.returncode not in (0, 2):
        return f"status {process.returncode}: {errors[-1] if errors else 'nothing was said'}"
    if len(errors) > 1:
        return f"more than a line: {errors}"
    trace = (work / "trace").read_text(encoding="utf-8", errors="replace")
    if "INJECTED" not in trace:
        return "there was no such call"
    if _UNSYNCED.search(trace) and not any(kind == "trouble" for kind, _ in reports):
        return "a line may not outlive a power cut, and nothing was said"
    try:
        with open_journal(folder) as journal:
            saved = journal.export(1) if journal.count() else b""
    except JournalError as error:
        return f"cannot be opened after it: {error}"
    if not expected.startswith(saved):
        return f"another match: {saved.count(bytes([10]))} lines"
    lines = saved.count(b"\n") - 1
    if wrote is not None and not wrote <= lines <= wrote + 1:
        return f"{wrote} lines were told as written, {lines} are there"
    if process.returncode == 0 and saved != expected:
        return f"it was played to its end, and {lines} lines are there"
    return "" if process.returncode == 0 or any(kind == "trouble" for kind, _ in reports) else "nothing was said"


def main(words: Sequence[str] | None = None) -> int:
    """Run the faults; return 1 if the match was wrong after any of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", nargs="+", choices=CALLS, default=CALLS)
    parser.add_argument("--errors", nargs="+", choices=ERRORS, default=ERRORS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--victim", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.victim is not None:
        play_victim(args.victim)
        return 0
    if shutil.which("strace") is None:
        raise SystemExit("strace is not there: apt-get install strace")
    failed = total = 0
    with tempfile.TemporaryDirectory() as folder:
        work, expected = Path(folder), make_expected_record()
        call_counts = count_calls(work)
        print(", ".join(f"{call} {count}" for call, count in call_counts.items()), flush=True)
        for fault in list_faults(call_counts, args.calls, args.errors, args.every):
            total += 1
            if problem := check_fault(fault, work, expected):
                failed += 1
                print(f"{fault}: {problem}", flush=True)
    print(f"{total} faults, {failed} of them wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
