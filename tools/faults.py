"""One fault at each system call of the journal in a match, one at a time, as SQLite tests itself.

    python -m tools.faults                        every call, some hundred runs of a second or two
    python -m tools.faults --every 20             each twentieth of them
    python -m tools.faults --calls pwrite64 --errors EIO ENOSPC

A short match is played in the journal by a process of its own, in which `strace` (of Debian; Linux alone) makes the
n-th call of one kind on a file of the journal fail: once, so that it is tried again, or from then on, as a disk that is
gone. After each the match must be as it was before or after a line, with all lines that were told as written, one line
must have said what happened, and what is tried again must lead to the same match.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grenade_salad.journal.database import FILE, JournalError
from grenade_salad.journal.journal import open_journal
from grenade_salad.lab.playout import make_players
from grenade_salad.match.lines import encode
from grenade_salad.match.match import new_match

CALLS = ("openat", "pwrite64", "fdatasync", "fsync", "ftruncate", "unlink", "pread64", "mkdir")
"""What the journal asks of the system, on Linux."""
ERRORS = ("EIO", "ENOSPC", "EINTR", "short")
"""What may come back instead; "short": nothing was written. strace does not run the call, so more would be a lie: a
byte that the journal believes to be in the file, which becomes SIGBUS where SQLite makes its shared memory larger."""
_SHORT = ("pwrite64",)
_GAME, _NAMES, _SEED, _MOST = "wheel", ("Ann", "Bo"), 5, 12
_TOLD = re.compile(r"(wrote|trouble) (.*)")
_UNSURE = re.compile(r"fdatasync\([^\n]*-wal>\)[^\n]*INJECTED(?s:.*)pwrite64\(\d+<[^>]*-wal>")
"""The log was not brought to the disk, and the match went on. It can be read all the same, as no power was cut: only
what was said tells whether the fault was noticed."""


@dataclass(frozen=True)
class Fault:
    """The n-th of these calls, from 1, goes wrong so; `lasts`: and all after it."""

    call: str
    number: int
    error: str
    lasts: bool

    def __str__(self) -> str:
        return f"{self.call} {self.number}{'+' if self.lasts else ''} {self.error}"

    def words(self) -> str:
        """As strace wants it."""
        what = "retval=0" if self.error == "short" else f"error={self.error}"
        return f"inject={self.call}:{what}:when={self.number}{'+' if self.lasts else ''}"


def play(folder: Path) -> None:
    """The match, in the process in which the system fails: what is written is told, and what goes wrong is tried again
    a few times."""
    first = new_match(_GAME, _NAMES, _SEED).header
    with _again(lambda: open_journal(folder)) as journal:
        match = _again(lambda: journal.begin(first))
        players = make_players(_GAME, ["random"] * len(_NAMES), _SEED)
        while not match.state.over and len(match.entries) < _MOST:
            state = match.state
            if state.due():
                _again(match.draw)
            else:
                seat = state.to_act()[0]
                action = players[seat].decide(state.view(seat), state.legal(seat))
                _again(lambda action=action: match.add(action))  # type: ignore[misc]
            print(f"wrote {len(match.entries)}", flush=True)
        match.close()


def _again(work):  # type: ignore[no-untyped-def]
    for tries in range(3):
        try:
            return work()
        except JournalError as error:
            print(f"trouble {error}", flush=True)
            if tries == 2:
                sys.exit(2)
    return None


def whole() -> bytes:
    """The record of the match that nobody disturbed."""
    match = new_match(_GAME, _NAMES, _SEED)
    players = make_players(_GAME, ["random"] * len(_NAMES), _SEED)
    while not match.state.is_over and len(match.entries) < _MOST:
        if match.state.pending_chance():
            match.draw()
        else:
            seat = match.state.active_seats()[0]
            match.add(players[seat].decide(match.state.view(seat), match.state.legal_actions(seat)))
    return b"".join(encode(line) for line in (match.header.to_line(), *(one.to_line() for one in match.entries)))


def _traced(folder: Path, trace: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    paths = [part for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", "", "locks") for part in ("-P", str(folder / name))]
    for name in ("opening", "match-1", "open"):
        paths += ["-P", str(folder / "locks" / name)]
    told = f"trace={','.join(CALLS)}"
    command = ["strace", "-qq", "-y", "-f", "-o", str(trace), "-e", told, *words, *paths]
    command += [sys.executable, "-m", "tools.faults", "--victim", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def calls(work: Path) -> dict[str, int]:
    """How often the match makes each call on the journal's files."""
    done = _traced(work / "count", work / "trace", ())
    if done.returncode:
        raise SystemExit(f"the match cannot be played under strace: {done.stderr}")
    text = (work / "trace").read_text(encoding="utf-8", errors="replace")
    return {call: len(re.findall(rf"^\d+ +{call}\(", text, re.MULTILINE)) for call in CALLS}


def faults(counted: dict[str, int], chosen: Sequence[str], errors: Sequence[str], every: int) -> Iterator[Fault]:
    """All of them, or each so many-th."""
    found = [
        Fault(call, number, error, lasts)
        for call, many in counted.items()
        if call in chosen
        for number in range(1, many + 1)
        for error in errors
        if error != "short" or call in _SHORT
        for lasts in ((False, True) if error in ("EIO", "ENOSPC") else (False,))
    ]
    yield from found[::every]


def wrong(fault: Fault, work: Path, right: bytes) -> str:
    """What is wrong after the fault, in a line; empty if all is as it must be."""
    folder = work / "match"
    shutil.rmtree(folder, ignore_errors=True)
    done = _traced(folder, work / "trace", ("-e", fault.words()))
    said = done.stderr.strip().splitlines()
    told = _TOLD.findall(done.stdout)
    wrote = max((int(number) for what, number in told if what == "wrote"), default=None)
    if "Traceback" in done.stderr or done.returncode not in (0, 2):
        return f"status {done.returncode}: {said[-1] if said else 'nothing was said'}"
    if len(said) > 1:
        return f"more than a line: {said}"
    trace = (work / "trace").read_text(encoding="utf-8", errors="replace")
    if "INJECTED" not in trace:
        return "there was no such call"
    if _UNSURE.search(trace) and not any(what == "trouble" for what, _ in told):
        return "a line may not outlive a power cut, and nothing was said"
    try:
        with open_journal(folder) as journal:
            kept = journal.export(1) if journal.count() else b""
    except JournalError as error:
        return f"cannot be opened after it: {error}"
    if not right.startswith(kept):
        return f"another match: {kept.count(bytes([10]))} lines"
    lines = kept.count(b"\n") - 1
    if wrote is not None and not wrote <= lines <= wrote + 1:
        return f"{wrote} lines were told as written, {lines} are there"
    if done.returncode == 0 and kept != right:
        return f"it was played to its end, and {lines} lines are there"
    return "" if done.returncode == 0 or any(what == "trouble" for what, _ in told) else "nothing was said"


def main(words: Sequence[str] | None = None) -> int:
    """Run them; 1 if after any the match was not what it must be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", nargs="+", choices=CALLS, default=CALLS)
    parser.add_argument("--errors", nargs="+", choices=ERRORS, default=ERRORS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--victim", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.victim is not None:
        play(args.victim)
        return 0
    if shutil.which("strace") is None:
        raise SystemExit("strace is not there: apt-get install strace")
    bad = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        work, right = Path(folder), whole()
        counted = calls(work)
        print(", ".join(f"{call} {many}" for call, many in counted.items()), flush=True)
        for fault in faults(counted, args.calls, args.errors, args.every):
            ran += 1
            if why := wrong(fault, work, right):
                bad += 1
                print(f"{fault}: {why}", flush=True)
    print(f"{ran} faults, {bad} of them wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
