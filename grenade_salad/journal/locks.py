"""Locks between processes: a file that one process holds until it ends.

The system releases it, however the process ends.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path

from grenade_salad.system import private_files

_TIMEOUT = 10.0
"""Seconds that `wait_for_lock` waits."""
_POLL_INTERVAL = 0.01
"""Seconds between two tries."""
_HELD_ERRORS = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""Errors that mean that another process holds the lock, on one system or another."""

if sys.platform == "win32":
    import msvcrt

    def _grab(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _grab(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock that this process holds until it is released; also a context manager."""

    def __init__(self, file: Path, handle: int) -> None:
        self._file = file
        self._handle: int | None = handle

    def release(self) -> None:
        """Release the lock. Does nothing the second time."""
        if self._handle is None:
            return
        # Removed while it is locked, so that no other process has it; Windows removes no file that is open.
        if sys.platform != "win32":
            _try_remove(self._file)
        os.close(self._handle)
        self._handle = None
        if sys.platform == "win32":
            _try_remove(self._file)

    @property
    def is_held(self) -> bool:
        """True if it is still held."""
        return self._handle is not None

    def reacquire(self) -> None:
        """Lock the file again if it was deleted meanwhile.

        It stays as it is if another process has locked it. Raises OSError.
        """
        if self._handle is None or _is_same_file(self._file, self._handle):
            return
        if (fresh := try_lock(self._file)) is not None:
            os.close(self._handle)
            self._handle, fresh._handle = fresh._handle, None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _try_remove(file: Path) -> None:
    """Remove the file if possible.

    It cannot be removed on a disk that became read-only, nor on Windows while another process opens it.
    """
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return


def _is_same_file(file: Path, handle: int) -> bool:
    """True if the locked file is the one with its name.

    Its last holder may have removed it in between.
    """
    try:
        return os.path.samestat(os.fstat(handle), file.stat())
    except FileNotFoundError:
        return False


def try_lock(file: Path) -> Lock | None:
    """Return the lock of that file, or None if any process holds it. Raises OSError."""
    private_files.make_folder(file.parent)
    while True:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _grab(handle)
        except OSError as error:
            os.close(handle)
            if error.errno not in _HELD_ERRORS:
                raise
            return None
        if _is_same_file(file, handle):
            return Lock(file, handle)
        os.close(handle)


def wait_for_lock(file: Path) -> Lock | None:
    """Return the lock of that file when it is free; None after ten seconds.

    Raises OSError.
    """
    deadline = time.monotonic() + _TIMEOUT
    while (lock := try_lock(file)) is None and time.monotonic() < deadline:
        time.sleep(_POLL_INTERVAL)
    return lock
