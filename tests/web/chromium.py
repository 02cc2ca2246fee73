"""One Chromium for all tests of a process, in a thread of its own.

Each test has its own phones (contexts) in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.patience import LIMIT

BROWSER_PATH = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), "")
NEEDED = pytest.mark.skipif(not BROWSER_PATH, reason="there is no chromium on this machine: apt install chromium")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP phone.test 127.0.0.1"),
)
TIMEOUT = LIMIT * 1000
"""Milliseconds that a browser may take to do or to show something."""

expect.set_options(timeout=TIMEOUT)


class Chromium:
    """Starts for the first script that needs it; call `close` after all tests."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "chromium")
        self._started: tuple[Playwright, Browser] | None = None

    def run(self, script: Callable[[Browser], None]) -> Future[None]:
        """Let a script use the browser. The phones that it opened are closed afterwards."""
        return self._thread.submit(self._run, script)

    def _run(self, script: Callable[[Browser], None]) -> None:
        if self._started is None:
            playwright = sync_playwright().start()
            self._started = playwright, playwright.chromium.launch(executable_path=BROWSER_PATH, args=list(FLAGS))
        browser = self._started[1]
        try:
            script(browser)
        finally:
            for context in browser.contexts:
                context.close()

    def close(self) -> None:
        """End the browser, if it was started."""
        self._thread.submit(self._end).result(LIMIT)
        self._thread.shutdown()

    def _end(self) -> None:
        if self._started is not None:
            playwright, browser = self._started
            browser.close()
            playwright.stop()


CHROMIUM = Chromium()
