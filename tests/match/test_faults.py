"""Faults of the system at single calls of the journal, by strace: a sample of what `tools.faults` does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import faults

FEW = [
    faults.Fault("pwrite64", 20, "EIO", lasts=False),
    faults.Fault("pwrite64", 31, "short", lasts=False),
    faults.Fault("pwrite64", 40, "ENOSPC", lasts=True),
    faults.Fault("fdatasync", 9, "EIO", lasts=False),
    faults.Fault("fdatasync", 12, "EIO", lasts=True),
    faults.Fault("openat", 4, "EINTR", lasts=False),
    faults.Fault("unlink", 1, "EIO", lasts=True),
]


def can_be_traced() -> bool:
    """Whether there is strace, and whether it may look at other processes here."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return False
    return (
        subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not can_be_traced(), reason="needs strace, and the right to trace")
def test_after_a_fault_the_match_is_as_before_or_after_a_line(tmp_path: Path) -> None:
    right = faults.whole()
    found = {str(fault): faults.wrong(fault, tmp_path, right) for fault in FEW}
    assert not any(found.values()), found


@pytest.mark.skipif(sys.platform != "linux", reason="the calls are those of Linux")
def test_every_call_and_error_has_its_turn() -> None:
    chosen = list(faults.faults({"pwrite64": 2, "unlink": 1}, faults.CALLS, faults.ERRORS, 1))
    assert len({str(one) for one in chosen}) == len(chosen) == 2 * 6 + 5
    assert chosen[1].words() == "inject=pwrite64:error=EIO:when=1+"
    assert chosen[-1].words() == "inject=unlink:error=EINTR:when=1"
