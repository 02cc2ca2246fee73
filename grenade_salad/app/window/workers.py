"""Executors for work in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


def make_thread_executor() -> Executor:
    """Make a thread for the background work of a match."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="machines")


def make_process_executor() -> Executor:
    """Make a process for machine players."""
    from grenade_salad.session.worker_process import ProcessExecutor

    return ProcessExecutor()
