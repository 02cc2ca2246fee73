"""Limits that a process sets for itself before it reads what a stranger made.

They hold until the process ends. Memory, files and processor time are limited where the system can (Linux; on macOS
without memory). An audit hook refuses sockets, programs and changes of files everywhere.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

EXTRA_MEMORY = 1024 * 1024 * 1024
"""Bytes of memory that reading may take, besides those at the start."""
_MAX_OPEN_FILES = 128
_MAX_WORK_SECONDS = 300
"""Seconds of processor time of one piece of work.

The program ends the process long before. This ends it if the program itself has been killed.
"""
_REFUSED_EVENTS = frozenset((
    "os.chmod", "os.chown", "os.exec", "os.fork", "os.forkpty", "os.link", "os.mkdir",
    "os.posix_spawn", "os.remove", "os.rename", "os.rmdir", "os.spawn", "os.startfile", "os.startfile/2", "os.symlink",
    "os.system", "os.truncate", "os.utime", "pty.spawn", "subprocess.Popen", "webbrowser.open", "winreg.SetValue",
))  # fmt: skip
_REFUSED_GROUPS = ("socket.", "shutil.", "urllib.", "http.client.", "ftplib.", "smtplib.", "sqlite3.")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Forbidden(Exception):
    """Something that nothing in the quarantine may do, such as opening a socket."""


def confine(extra_memory: int = EXTRA_MEMORY) -> None:
    """Limit this process for the rest of its life.

    With 0 its memory has no limit.
    """
    sys.dont_write_bytecode = True
    _limit_resources(extra_memory)
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Raise Forbidden for events that reading a file never needs."""
    if event == "open":
        flags = arguments[2] if len(arguments) > 2 else 0
        if isinstance(flags, int) and flags & _WRITING:
            raise Forbidden("nothing is written here")
    elif event in _REFUSED_EVENTS or event.startswith(_REFUSED_GROUPS):
        raise Forbidden(event)


def _limit_resources(extra_memory: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limits: there, the time limit of the program alone ends what swells.
        return
    limits = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, _MAX_OPEN_FILES)]
    if sys.platform == "linux" and extra_memory:
        limits.append((resource.RLIMIT_AS, _measure_address_space() + extra_memory))
    for kind, limit in limits:
        _, hard_limit = resource.getrlimit(kind)
        if hard_limit != resource.RLIM_INFINITY:
            limit = min(limit, hard_limit)
        resource.setrlimit(kind, (limit, limit))


def _measure_address_space() -> int:
    """Return the bytes of addresses that this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def allow_more_work() -> None:
    """Let the process compute for one more piece of work."""
    try:
        import resource
    except ImportError:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    _, hard_limit = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(usage.ru_utime + usage.ru_stime) + _MAX_WORK_SECONDS
    if hard_limit != resource.RLIM_INFINITY:
        limit = min(limit, hard_limit)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard_limit))
