"""Three browser engines behind one interface, for tests that play the web pages.

Chromium is driven by Playwright, Firefox by WebDriver BiDi, WebKit by its own WebDriver. `find_engines()` returns the
installed ones; `Browsers.open_page` opens an isolated page, as on a phone of its own: it shares no storage with
others.

    apt install chromium firefox-esr webkit2gtk-driver xvfb
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal
from urllib.request import Request, urlopen

import aiohttp
from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Playwright, sync_playwright

Engine = Literal["chromium", "firefox", "webkit"]
ENGINES: tuple[Engine, ...] = ("chromium", "firefox", "webkit")
DEBIAN_PACKAGES = {"chromium": "chromium", "firefox": "firefox-esr", "webkit": "webkit2gtk-driver and xvfb"}
"""The packages to install with apt if an engine is missing."""
TouchPath = Sequence[tuple[float, float]]
TIMEOUT = 60.0
"""Seconds that a browser may take to answer."""


def find_engines() -> tuple[Engine, ...]:
    """Return the engines that are installed on this machine."""
    is_installed = {
        "chromium": bool(_find_program("chromium", "chromium-browser")),
        "firefox": bool(_find_program("firefox-esr", "firefox")),
        "webkit": bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and _find_mini_browser()),
    }
    return tuple(engine for engine in ENGINES if is_installed[engine])


def _find_program(*names: str) -> str:
    return next((path for name in names if (path := shutil.which(name))), "")


def _find_mini_browser() -> str:
    """Return the path of WebKit's MiniBrowser; its driver starts no other browser."""
    folders = ("lib/*/webkit2gtk-*", "lib*/webkit2gtk-*", "libexec/webkit2gtk-*")
    return next((str(path) for folder in folders for path in Path("/usr").glob(f"{folder}/MiniBrowser")), "")


class Page(ABC):
    """A web page on a phone or a television; positions are in px of its window."""

    engine: Engine

    @abstractmethod
    def open(self, url: str) -> None:
        """Load the address."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, which must be valid in JSON."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Set the size of the page's window in px."""

    @abstractmethod
    def touch(self, *paths: TouchPath) -> None:
        """Touch with one finger for each path: all go down, follow their paths, and lift."""

    @abstractmethod
    def save_screenshot(self, path: Path) -> None:
        """Save the visible part of the page as PNG."""

    @abstractmethod
    def close(self) -> None:
        """Close the page."""

    @abstractmethod
    def console_messages(self) -> list[str]:
        """Return errors and warnings of the console since the page was opened.

        Engines differ in which messages they report.
        """

    def prefer_dark(self, dark: bool) -> None:
        """Prefer dark colours, or light ones.

        Raises `NotImplementedError` if the engine cannot emulate that.
        """
        raise NotImplementedError(self.engine)

    def tap(self, x: float, y: float) -> None:
        """Tap with one finger."""
        self.touch([(x, y)])

    def wait_for(self, expression: str, description: str = "") -> Any:
        """Wait until the expression is true and return its value.

        Raises `AssertionError` after `TIMEOUT` seconds.
        """
        deadline = time.monotonic() + TIMEOUT
        while not (answer := self.evaluate(expression)):
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.engine}: it did not happen: {description or expression}")
            time.sleep(0.02)
        return answer


class Browsers:
    """All started browsers, which are closed together.

    Its pages belong to the thread that opens them.
    """

    def __init__(self) -> None:
        self._closers: list[Callable[[], None]] = []
        self._pages: list[Page] = []
        self._chromium: Browser | None = None
        self._firefox: _Firefox | None = None
        self._display = ""

    def open_page(self, engine: Engine, width: int, height: int) -> Page:
        """Open an empty page."""
        page: Page
        if engine == "chromium":
            page = _ChromiumPage(self._chromium_browser(), width, height)
        elif engine == "firefox":
            page = _FirefoxPage(self._firefox_browser())
        else:
            page = _WebKitPage(self._start_display())
        self._pages.append(page)
        page.resize(width, height)
        return page

    def _chromium_browser(self) -> Browser:
        if self._chromium is None:
            playwright: Playwright = sync_playwright().start()
            self._closers.append(playwright.stop)
            path = _find_program("chromium", "chromium-browser")
            self._chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
            self._closers.append(self._chromium.close)
        return self._chromium

    def _firefox_browser(self) -> _Firefox:
        if self._firefox is None:
            self._firefox = _Firefox()
            self._closers.append(self._firefox.close)
        return self._firefox

    def _start_display(self) -> str:
        """Return the display of WebKit's virtual screen, starting it the first time."""
        if not self._display:
            read_end, write_end = os.pipe()
            command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "2400x1600x24", "-nolisten", "tcp"]
            process = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
            os.close(write_end)
            with os.fdopen(read_end) as pipe:
                self._display = ":" + pipe.readline().strip()
            self._closers.append(lambda: end_process(process))
        return self._display

    def close(self) -> None:
        """Close all pages, then all browsers, the last one first.

        A page that is closed already is no error.
        """
        for page in self._pages:
            page.close()
        for closer in reversed(self._closers):
            closer()
        self._closers.clear()


def drain_pipe(process: subprocess.Popen[str], pipe: IO[str]) -> threading.Thread:
    """Start a thread that reads the rest of a pipe, so that the process never blocks."""
    thread = threading.Thread(target=pipe.read, name=f"reader of {process.pid}", daemon=True)
    thread.start()
    return thread


def end_process(process: subprocess.Popen[Any], reader: threading.Thread | None = None) -> None:
    """End a process that was started here, and close its pipes."""
    with process:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if reader is not None:
            reader.join(TIMEOUT)


# Chromium


class _ChromiumPage(Page):
    engine: Engine = "chromium"

    def __init__(self, browser: Browser, width: int, height: int) -> None:
        self._messages: list[str] = []
        self._context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
        self.page = self._context.new_page()
        self.page.set_default_timeout(TIMEOUT * 1000)
        self.page.on("pageerror", lambda error: self._messages.append(str(error)))
        self.page.on("console", self._on_console)
        self._session: CDPSession = self._context.new_cdp_session(self.page)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._messages.append(message.text)

    def console_messages(self) -> list[str]:
        return list(self._messages)

    def prefer_dark(self, dark: bool) -> None:
        self.page.emulate_media(color_scheme="dark" if dark else "light")

    def open(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(f"() => ({expression})")

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def touch(self, *paths: TouchPath) -> None:
        for step in range(max(map(len, paths))):
            points = [{"x": path[step][0], "y": path[step][1], "id": finger} for finger, path in enumerate(paths)]
            self._touch("touchMove" if step else "touchStart", points)
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def save_screenshot(self, path: Path) -> None:
        # Playwright's screenshots resize the page for a moment, which hides bugs that a resize mends.
        answer = self._session.send("Page.captureScreenshot", {"format": "png"})
        path.write_bytes(base64.b64decode(answer["data"]))

    def close(self) -> None:
        if not self.page.is_closed():
            self._context.close()


# Firefox: WebDriver BiDi over a socket

_PREFERENCES = {
    "dom.w3c_touch_events.enabled": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "services.settings.server": "data:,",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "media.autoplay.default": 0,
}


class _Firefox:
    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="firefox-")
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items()]
        Path(self._folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [_find_program("firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", self._folder]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port=0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        self.messages_by_context: dict[str, list[str]] = {}
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._last_id = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="firefox", daemon=True)
        self._thread.start()
        self._run(self._connect(self._read_address()))
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def _read_address(self) -> str:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if match := re.search(r"listening on (ws://\S+)", line):
                self._reader = drain_pipe(self._process, self._process.stderr)
                return match[1]
        raise AssertionError("Firefox did not start")

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT)

    async def _connect(self, address: str) -> None:
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(f"{address}/session", max_msg_size=0)
        self._listening = asyncio.get_running_loop().create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self._socket:
            data = json.loads(message.data)
            if "id" in data and data["id"] in self._waiting:
                self._waiting.pop(data["id"]).set_result(data)
            elif data.get("method") == "log.entryAdded" and data["params"]["level"] in ("error", "warn"):
                context = data["params"]["source"].get("context", "")
                self.messages_by_context.setdefault(context, []).append(data["params"]["text"] or "")

    async def _send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._last_id += 1
        answer = self._waiting[self._last_id] = self._loop.create_future()
        await self._socket.send_json({"id": self._last_id, "method": method, "params": params})
        reply: dict[str, Any] = await answer
        return reply

    def send(self, method: str, **params: Any) -> Any:
        answer = self._run(self._send(method, params))
        if answer["type"] != "success":
            raise AssertionError(f"{method}: {answer.get('error')}: {answer.get('message')}")
        return answer["result"]

    async def _disconnect(self) -> None:
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        await self._socket.close()
        await self._session.close()

    def close(self) -> None:
        self._run(self._disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(TIMEOUT)
        self._loop.close()
        end_process(self._process, self._reader)
        shutil.rmtree(self._folder, ignore_errors=True)


class _FirefoxPage(Page):
    engine: Engine = "firefox"

    def __init__(self, firefox: _Firefox) -> None:
        self._firefox = firefox
        self._user = firefox.send("browser.createUserContext")["userContext"]
        self._context = firefox.send("browsingContext.create", type="tab", userContext=self._user)["context"]

    def console_messages(self) -> list[str]:
        return list(self._firefox.messages_by_context.get(self._context, ()))

    def open(self, url: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        target, words = {"context": self._context}, f"(async () => JSON.stringify(await ({expression})))()"
        answer = self._firefox.send("script.evaluate", expression=words, target=target, awaitPromise=True)
        if answer["type"] != "success":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._firefox.send("browsingContext.setViewport", context=self._context, viewport=size)

    def touch(self, *paths: TouchPath) -> None:
        self._firefox.send("browsingContext.activate", context=self._context)
        self._firefox.send("input.performActions", context=self._context, actions=_touch_actions(paths, "touch"))

    def save_screenshot(self, path: Path) -> None:
        answer = self._firefox.send("browsingContext.captureScreenshot", context=self._context)
        path.write_bytes(base64.b64decode(answer["data"]))

    def close(self) -> None:
        if self._user:
            self._firefox.send("browser.removeUserContext", userContext=self._user)
            self._user = ""


def _touch_actions(paths: Sequence[TouchPath], kind: str) -> list[dict[str, Any]]:
    """Return touches in the form that both dialects of WebDriver use."""
    return [
        {
            "type": "pointer",
            "id": f"finger{finger}",
            "parameters": {"pointerType": kind},
            "actions": [
                {"type": "pointerMove", "x": round(path[0][0]), "y": round(path[0][1]), "duration": 0},
                {"type": "pointerDown", "button": 0},
                *({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in path[1:]),
                {"type": "pointerUp", "button": 0},
            ],
        }
        for finger, path in enumerate(paths)
    ]


# WebKit: a driver and a window for each page, because they would share their storage otherwise


_TOOLBAR_CSS = """
* { padding: 0; margin: 0; border: none; min-width: 0; min-height: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }
"""
"""Style that lets the window of WebKit's MiniBrowser be as narrow as a phone."""


_RECORD_CONSOLE = """(() => {
  window.complaints = [];
  window.addEventListener("error", (event) => window.complaints.push(event.message));
  window.addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)));
  ["error", "warn"].forEach((name) => {
    const real = console[name];
    console[name] = (...all) => { window.complaints.push(all.join(" ")); real.apply(console, all); };
  });
})()"""
"""Script that records console messages, which WebKit's driver does not report.

Messages from before it runs are not recorded.
"""


class _WebKitPage(Page):
    engine: Engine = "webkit"

    def __init__(self, display: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._url, self._session = f"http://127.0.0.1:{port}", ""
        self._folder = tempfile.mkdtemp(prefix="webkit-")
        Path(self._folder, "gtk-3.0").mkdir()
        Path(self._folder, "gtk-3.0", "gtk.css").write_text(_TOOLBAR_CSS, encoding="utf-8")
        environment = os.environ | {"DISPLAY": display, "XDG_CONFIG_HOME": self._folder}
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", "-p", str(port)],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self._begin()
        except BaseException:
            end_process(self._driver)
            raise

    def _begin(self) -> None:
        options = {"webkitgtk:browserOptions": {"binary": _find_mini_browser(), "args": ["--automation"]}}
        deadline = time.monotonic() + TIMEOUT
        while not self._session:
            try:
                answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
                self._session = f"/session/{answer['sessionId']}"
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._call("POST", f"{self._session}/url", {"url": url})
        self.evaluate(_RECORD_CONSOLE)

    def console_messages(self) -> list[str]:
        return [str(words) for words in self.evaluate("window.complaints")]

    def evaluate(self, expression: str) -> Any:
        body = {"script": f"return JSON.stringify({expression})", "args": []}
        answer = self._call("POST", f"{self._session}/execute/sync", body)
        return json.loads(answer) if answer is not None else None

    def resize(self, width: int, height: int) -> None:
        size = [width, height]
        for _ in range(4):
            self._call("POST", f"{self._session}/window/rect", {"width": size[0], "height": size[1]})
            time.sleep(0.2)
            inner = self.evaluate("[window.innerWidth, window.innerHeight]")
            if inner == [width, height]:
                return
            size = [size[0] + width - inner[0], size[1] + height - inner[1]]
        raise AssertionError(f"WebKit's window would not be {width} by {height}, but {inner}")

    def touch(self, *paths: TouchPath) -> None:
        self._call("POST", f"{self._session}/actions", {"actions": _touch_actions(paths, "touch")})
        self._call("DELETE", f"{self._session}/actions")

    def save_screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._call("GET", f"{self._session}/screenshot")))

    def close(self) -> None:
        if self._driver.poll() is not None:
            return
        with suppress(OSError):
            self._call("DELETE", self._session)
        end_process(self._driver)
        shutil.rmtree(self._folder, ignore_errors=True)
