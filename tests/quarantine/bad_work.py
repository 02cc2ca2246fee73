"""Work that a file of a stranger might cause: it runs in the quarantine alone."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from grenade_salad.quarantine.process import Report, Sealed


def answer(report: Report, words: str) -> Sealed:
    """Answer at once."""
    report("the words")
    return Sealed({"words": words}, (words.encode(), b""))


def answer_with_pid(report: Report) -> Sealed:
    """Return the id of the process."""
    return Sealed(os.getpid())


def sleep(report: Report) -> Sealed:
    """Never end."""
    report("part 7")
    while True:
        time.sleep(1)


def report_for_ever(report: Report) -> Sealed:
    """Never end, but say that it goes on."""
    while True:
        report("more")
        time.sleep(0.01)


def compute(report: Report) -> Sealed:
    """Compute in C for longer than anybody waits, deaf to signals."""
    return Sealed(len(str(pow(7, 7**9))))


def swell(report: Report) -> Sealed:
    """Take all memory."""
    blocks = []
    while True:
        blocks.append(bytearray(16 * 1024 * 1024))


def swell_slowly(report: Report) -> Sealed:
    """Take more and more memory, but little of it in a second."""
    blocks = []
    while True:
        blocks.append(bytes(1024 * 1024))
        time.sleep(0.02)


def crash(report: Report) -> Sealed:
    """End the process as a fault in a library does."""
    os._exit(11)


def fail(report: Report) -> Sealed:
    """Raise an error as the program itself might."""
    raise KeyError("Ann's hand")


def send_much(report: Report) -> Sealed:
    """Answer with more than anybody takes."""
    return Sealed(None, (bytes(200 * 1024 * 1024),))


def _open_socket() -> None:
    with socket.socket() as opened:
        opened.connect(("127.0.0.1", 9))


def _run_program() -> None:
    subprocess.run(["true"], check=False)


ESCAPES: dict[str, Callable[[Path], object]] = {
    "socket": lambda folder: _open_socket(),
    "name": lambda folder: socket.getaddrinfo("localhost", 80),
    "program": lambda folder: _run_program(),
    "shell": lambda folder: os.system("true"),
    "write": lambda folder: (folder / "new").write_text("x"),
    "append": lambda folder: (folder / "old").open("ab"),
    "remove": lambda folder: (folder / "old").unlink(),
    "rename": lambda folder: (folder / "old").rename(folder / "new"),
    "folder": lambda folder: (folder / "new").mkdir(),
}
"""Things that nothing in the quarantine may do."""


def escape(report: Report, name: str, folder: str) -> Sealed:
    """Try to reach something outside."""
    ESCAPES[name](Path(folder))
    return Sealed("it worked")
