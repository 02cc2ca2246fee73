"""System faults at single calls of the journal: a sample of `tools.faults`."""

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
    """True if strace exists and may trace processes here."""
    if sys.platform != "linux" or shutil.which("strace") is None:
        return False
    return (
        subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not can_be_traced(), reason="needs strace, and the right to trace")
def test_fault_leaves_the_match_before_or_after_a_line(tmp_path: Path) -> None:
    expected = faults.make_expected_record()
    errors = {str(fault): faults.check_fault(fault, tmp_path, expected) for fault in FEW}
    assert not any(errors.values()), errors


@pytest.mark.skipif(sys.platform != "linux", reason="the calls are those of Linux")
def test_every_call_and_error_is_chosen() -> None:
    chosen = list(faults.list_faults({"pwrite64": 2, "unlink": 1}, faults.CALLS, faults.ERRORS, 1))
    assert len({str(fault) for fault in chosen}) == len(chosen) == 2 * 6 + 5
    assert chosen[1].to_strace() == "inject=pwrite64:error=EIO:when=1+"
    assert chosen[-1].to_strace() == "inject=unlink:error=EINTR:when=1"
