"""What works beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


def make_thread_executor() -> Executor:
    """A thread for the background work of a match."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="machines")


def make_process_executor() -> Executor:
    """A process in which machine players think."""
    from grenade_salad.session.worker_process import ProcessExecutor

    return ProcessExecutor()
