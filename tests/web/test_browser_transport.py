"""The page in a browser over a message port instead of a socket.

A table in memory is at its other end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from grenade_salad.journal.journal import open_journal
from grenade_salad.web.connection import Connection
from grenade_salad.web.page_messages import translate_page
from grenade_salad.web.site_files import PAGES, load_site_files
from tests.patience import LIMIT
from tests.web.chromium import CHROMIUM, NEEDED, TIMEOUT
from tests.web.memory_server import MemoryTable, open_memory_table

pytestmark = [pytest.mark.slow, NEEDED]

SITE = load_site_files()
OPEN_TRANSPORT = """
delete window.WebSocket;
localStorage.setItem('grenade-salad-first', 'all');
window.GS = {
  openTransport: () => {
    const channel = new MessageChannel(), page = channel.port1, table = channel.port2;
    const transport = {
      readyState: 0,
      send: (text) => page.postMessage(text),
      close: () => { transport.readyState = 3; page.close(); }
    };
    page.onmessage = (event) => transport.onmessage && transport.onmessage({ data: event.data });
    table.onmessage = (event) => sendToTable(event.data);
    window.tablePort = table;
    window.pageTransport = transport;
    openTable().then(() => { transport.readyState = 1; transport.onopen({}); });
    return transport;
  }
};
"""
"""Sets how the page reaches the table, before its scripts are loaded.

It calls two functions of `PortLink`.
"""


@dataclass
class PortLink:
    """The `PageLink` of a page behind a message port."""

    memory: MemoryTable
    page: Page
    connection: Connection | None = None
    _received: list[str] = field(default_factory=list)
    _pending: list[str] = field(default_factory=list)
    _close_code: int | None = None

    def send(self, kind: str, message: str) -> None:
        self._pending.append(message)

    def close(self, code: int | None = None, reason: str = "") -> None:
        self._close_code = code

    def open(self) -> None:
        """Open a connection for a transport of the page."""
        self.connection = self.memory.server.open(self, "port")

    def note(self, text: str) -> None:
        """Note what the page says, for the next step."""
        self._received.append(text)

    def step(self) -> None:
        """Let the table hear the page, and the page hear the table."""
        while self._received and self.connection is not None:
            self.memory.server.receive(self.connection, self._received.pop(0))
        self.memory.step(0.05)
        while self._pending:
            self.page.evaluate("(text) => tablePort.postMessage(text)", self._pending.pop(0))
        if self._close_code is not None:
            self.page.evaluate("(code) => pageTransport.onclose({ code })", self._close_code)
            self._close_code = None

    def wait_for(self, condition: str) -> None:
        """Step until an expression of JavaScript is true on the page."""
        end = monotonic() + LIMIT
        while not self.page.evaluate(condition):
            assert monotonic() < end, f"this never was true: {condition}"
            self.step()


def serve_file(route: Route) -> None:
    """Answer with a file of the site, as a folder of static files does."""
    path = urlsplit(route.request.url).path
    file = SITE.get(path)
    if file is None:
        route.fulfill(status=404)
    else:
        body = translate_page(file.body, "en") if path in PAGES else file.body
        route.fulfill(body=body, content_type=file.mime_type)


def test_page_joins_and_plays_through_a_message_port(tmp_path: Path) -> None:
    def script(browser: Browser) -> None:
        with open_journal(tmp_path) as journal:  # The journal belongs to the thread that opened it.
            memory = open_memory_table("live-grenade", journal)
            page = browser.new_page()
            page.set_default_timeout(TIMEOUT)
            link = PortLink(memory, page)
            mistakes: list[str] = []
            page.on("pageerror", lambda error: mistakes.append(str(error)))
            page.route("**/*", serve_file)
            page.expose_function("sendToTable", link.note)
            page.expose_function("openTable", link.open)
            page.add_init_script(OPEN_TRANSPORT)
            page.goto(f"http://table.test/#{memory.server.code}")
            link.wait_for("Boolean(document.querySelector('#seats-to-take button'))")
            page.fill("#name", "Mia")
            page.locator("#seats-to-take button").first.click()
            link.wait_for("Boolean(document.querySelector('#chair-buttons button'))")
            page.get_by_role("button", name="Begin the match").click()
            draw, let_pass = (page.get_by_role("button", name=name, exact=True) for name in ("Draw a card", "Pass"))
            while True:
                link.wait_for("!document.querySelector('#do').hidden && GS.sheet.choices.length > 0")
                if draw.is_visible() and draw.is_enabled():
                    draw.click()
                    break
                # Whoever begins is drawn by lot, so another may play a card first, and everybody is asked about it.
                if let_pass.is_visible() and let_pass.is_enabled():
                    let_pass.click()  # It is disabled until the table has heard it.
                link.step()
            link.wait_for("document.querySelector('#log').textContent.includes('You draw') && !GS.link.pending")
            assert memory.table.session is not None
            assert {"seat": 0, "do": "draw"} in [entry.to_line() for entry in memory.table.session.match.entries]
            memory.table.hosting.close()
            link.wait_for("document.querySelector('#line').textContent.includes('has disconnected the phones')")
            memory.table.close()
            assert not mistakes

    CHROMIUM.run(script).result()
