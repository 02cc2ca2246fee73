"""After the program is killed, the match continues and phones keep their seats."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from types import SimpleNamespace
from typing import cast

import pytest
from playwright.sync_api import Browser, expect

from grenade_salad.app.match import start_match
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.web import socket_server
from grenade_salad.web.addresses import Address
from tests.app.conftest import ImmediateExecutor
from tests.patience import LIMIT
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.phones import Network, Phone, find_free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no signal that kills there"),
]

MAIN_WITH_FIXED_SEED = """
import sys
from grenade_salad import cli
from grenade_salad.match import seeds

seeds.draw_seed = lambda: 3  # The first seat begins, and its machines need not play.
sys.exit(cli.main())
"""


class Program:
    """The real program in a process of its own, with a fixed seed for its matches.

    `until` reads its output.
    """

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-c", MAIN_WITH_FIXED_SEED, *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, words: str) -> str:
        """Return everything that is printed up to these words."""
        printed = ""
        while words not in printed:
            printed += self._lines.get(timeout=LIMIT)
        return printed

    def end(self, signal_number: int) -> None:
        """Send a signal, and wait until the program has ended."""
        self.process.send_signal(signal_number)
        self.process.wait(LIMIT)
        self._reader.join(LIMIT)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@contextmanager
def run_program(*words: str) -> Iterator[Program]:
    """Run the program, and kill it at the end if it still runs."""
    program = Program(*words)
    try:
        yield program
    finally:
        if program.process.returncode is None:
            program.end(signal.SIGKILL)


def open_network(port: int) -> Network:
    """Return a network of phones in this process.

    The frames belong to the other process.
    """
    return Network(cast(App, SimpleNamespace(frame=lambda _dt: None)), port)


def sit(network: Network, seat: int, code: str, name: str) -> Phone:
    """Take a seat as a person who has scanned the code."""
    phone = network.phone()
    phone.say(say="claim", seat=seat, code=code, name=name)
    network.until(lambda: phone.seat == seat)
    return phone


def kill_during_match(folder: Path) -> tuple[int, dict[int, str | None], dict[int, int]]:
    """Kill a table for phones alone after one decision.

    Return its port, the tokens of the seats, and how many cards each held.
    """
    with run_program(*host_words(folder), "--port", str(find_free_port())) as program:
        port, code = read_address(program)
        network = open_network(port)
        try:
            ann, bo = sit(network, 0, code, "Ann"), sit(network, 1, code, "Bo")
            ann.say(say="chair", do="begin")
            network.until(lambda: bool(ann.sheet.get("hand")) and bool(bo.sheet.get("hand")))
            play_decision(network, [ann, bo])
            program.end(signal.SIGKILL)
            network.until(lambda: ann.closed is not None and bo.closed is not None)
        finally:
            network.close()
        return port, {0: ann.token, 1: bo.token}, {0: len(ann.sheet["hand"]), 1: len(bo.sheet["hand"])}


def read_address(program: Program) -> tuple[int, str]:
    """Return the port and the code of the evening."""
    address = re.search(r"http://127\.0\.0\.1:(\d+)/#(\w+)", program.until("Ctrl-C"))
    assert address is not None
    return int(address[1]), address[2]


def host_words(folder: Path) -> tuple[str, ...]:
    """Return the words of the command."""
    return ("host", "live-grenade", "--players", "2", "--address", "127.0.0.1", "--data", str(folder))


def play_decision(network: Network, phones: Sequence[Phone]) -> None:
    """Play one decision of an acting phone, and wait for the next moment."""
    network.until(lambda: any(phone.sheet.get("choices") for phone in phones))
    actor = next(phone for phone in phones if phone.sheet["choices"])
    previous_moment = actor.sheet["moment"]
    actor.act(dict(actor.sheet["choices"][0]["line"]))
    network.until(lambda: actor.sheet["moment"] != previous_moment)


def check_all_returned(network: Network, phones: dict[int, Phone], held: dict[int, int]) -> None:
    """Check that each phone has its seat, name and hand again, and play on."""
    for seat, phone in phones.items():
        network.until(lambda phone=phone: bool(phone.got("you")))  # type: ignore[misc]
        assert not phone.got("forgotten"), "the seats are known to who listens"
        assert phone.seat == seat
        network.until(lambda phone=phone: bool(phone.sheet.get("hand")))  # type: ignore[misc]
        assert abs(len(phone.sheet["hand"]) - held[seat]) <= 2, "what the last decision may have changed"
        assert phone.sheet["seats"][seat]["name"] == ("Ann", "Bo")[seat]
    play_decision(network, list(phones.values()))


def open_waiting_pages(network: Network, tokens: dict[int, str | None]) -> dict[int, Phone]:
    """Open pages that try again until the table is there."""
    return {seat: network.start_knocking(token) for seat, token in tokens.items()}


def test_phones_return_to_a_killed_table_by_themselves(tmp_path: Path) -> None:
    port, tokens, held = kill_during_match(tmp_path)
    network = open_network(port)
    phones = open_waiting_pages(network, tokens)
    try:
        with run_program(*host_words(tmp_path), "--match", "1"):
            check_all_returned(network, phones, held)
    finally:
        network.close()


def test_phones_return_when_the_window_resumes_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_server, "list_addresses", lambda: [Address("127.0.0.1", "lo")])
    port, tokens, held = kill_during_match(tmp_path)
    app = App(tmp_path)
    app.worker = app.thinker = ImmediateExecutor
    app.settings.speed = "off"
    network = Network(app, port)
    phones = open_waiting_pages(network, tokens)
    try:
        app.push(HomeScene(app))
        start_match.resume(app, 1)
        check_all_returned(network, phones, held)
    finally:
        network.close()
        app.close()


RECORD_MESSAGES = """
() => {
  const said = document.getElementById("said");
  window.told = [];
  const note = () => { if (said.textContent) { window.told.push(said.textContent); } };
  new MutationObserver(note).observe(said, { childList: true });
}
"""


@NEEDED
def test_browser_page_returns_after_another_setup_and_plays_on(tmp_path: Path) -> None:
    def script(browser: Browser) -> None:
        page = browser.new_page()
        page.set_default_timeout(TIMEOUT)
        with run_program(*host_words(tmp_path), "--port", str(find_free_port())) as program:
            port, code = read_address(program)
            page.goto(f"http://127.0.0.1:{port}/#{code}")
            page.fill("#name", "Ann")
            page.get_by_role("button", name="Ann").click()
            page.get_by_role("button", name="Begin the match").click()
            page.locator("#hand").wait_for()
            page.evaluate(RECORD_MESSAGES)
            token = page.evaluate("localStorage.getItem('grenade-salad-seat')")
            program.end(signal.SIGKILL)
        page.locator("#line").get_by_text("The connection is lost").wait_for()
        with run_program(*host_words(tmp_path), "--port", str(port)) as program:  # Another match is set up first.
            page.wait_for_function("() => told.includes('The table was restarted: choose your seat.')")
            program.end(signal.SIGKILL)
        page.locator("#line").get_by_text("The connection is lost").wait_for()
        with run_program(*host_words(tmp_path), "--match", "1") as program:
            page.wait_for_function("() => told.includes('The table was restarted: the match goes on.')")
            expect(page.locator("#line")).to_have_text("")
            assert page.evaluate("localStorage.getItem('grenade-salad-seat')") == token
            draw = page.get_by_role("button", name="Draw a card")
            draw.wait_for()
            previous_moment = page.evaluate("GS.sheet.moment")
            draw.click()
            page.wait_for_function(f"() => GS.sheet.moment > {previous_moment} && !GS.link.pending")

    CHROMIUM.run(script).result()
