"""Scripts that tests run in the pages of a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import wait
from time import monotonic

from playwright.sync_api import Browser, Page

from grenade_salad.app.match.table_scene import TableScene
from tests.app.conftest import draw_rarely
from tests.patience import LIMIT
from tests.web.chromium import CHROMIUM, TIMEOUT
from tests.web.phones import Network

PAUSE = 0.005
"""Seconds between two frames of the table, in which the browser has the cores.

No person sees more frames than that.
"""


CLICK = """
(pick) => {
  const shown = (box) => Array.from(document.querySelectorAll(box + " button[aria-disabled=false]"));
  const doIt = shown("#point").filter((one) => one.dataset.key === "do-it")[0];
  if (doIt && pick % 3) { doIt.click(); return "do it"; }
  const said = document.getElementById("said").textContent;
  const all = shown("#buttons").filter((one) => one.dataset.key !== "screen");
  const quiet = all.filter((one) => !["back", "play", "react"].includes(one.dataset.key));
  const among = said && quiet.length ? quiet : all;
  if (!among.length || document.getElementById("do").hidden) { return ""; }
  const chosen = among[pick % among.length];
  chosen.click();
  return chosen.textContent;
}
"""


class Script:
    """People's actions in their browsers, while the app runs."""

    def __init__(self, network: Network, scene: TableScene) -> None:
        self.network, self.scene = network, scene
        self.url = f"http://phone.test:{network.port}/"
        self.begun = threading.Event()
        self.lets_in = True
        self.explains = False
        """True if pages explain themselves as they do the first time.

        Their layout then changes whenever a tip is dismissed.
        """
        self.mistakes: list[str] = []
        """Errors in the scripts of pages."""

    def run(self, script: Callable[[Browser], None]) -> None:
        """Run a script to its end; fail if it fails or if a page has an error."""
        end = monotonic() + LIMIT
        browsing = CHROMIUM.run(script)
        with draw_rarely(self.network.app):
            while not wait([browsing], PAUSE).done:
                assert monotonic() < end, "the script did not come to its end"
                self.step()
                self.network.app.frame(0.05)
        browsing.result()
        assert not self.mistakes, self.mistakes

    def step(self) -> None:
        """Let the host admit phones, and seats at the screen do the simplest thing."""
        for wish in list(self.network.hosting.requests.values()) if self.lets_in else ():
            self.network.hosting.admit(wish)
        scene = self.scene
        if self.begun.is_set() and scene.controller.actor is not None and scene.controller.is_idle:
            legal = scene.controller.match.state.legal_actions(scene.controller.actor)
            action = next(
                (legal_action for legal_action in legal if legal_action.do in ("keep", "draw", "advance", "end")), None
            )
            if action is not None and not (
                scene.controller.match.header.game == "grenade-salad" and action.do == "drop"
            ):
                scene.controller.act(action)

    def join(self, browser: Browser, name: str, port: int | None = None, size: tuple[int, int] = (390, 780)) -> Page:
        """Open the page on a phone of its own, and ask for a seat.

        `port` is another port than the table's, such as a proxy's.
        """
        page = self.page(browser, port, size)
        page.get_by_role("button", name=f"{name}, at the screen", exact=True).click()
        page.get_by_text(f"You are {name}.").wait_for()
        return page

    def page(self, browser: Browser, port: int | None = None, size: tuple[int, int] = (390, 780)) -> Page:
        """Open the page on a phone of its own, through a port."""
        width, height = size
        page: Page = browser.new_context(viewport={"width": width, "height": height}, has_touch=True).new_page()
        if not self.explains:
            page.add_init_script("localStorage.setItem('grenade-salad-first', 'all')")
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        page.goto(self.url if port is None else f"http://phone.test:{port}/")
        assert page.evaluate("window.isSecureContext") is False
        return page


MAY_MOVE = "() => !GS.camera.gliding() && (GS.sheet.choices || []).some((one) => one.line.do === 'move')"


MOVER = """
() => GS.sheet.choices.filter((one) => {
  if (one.line.do !== "move") { return false; }
  const at = GS.aim.where(GS.aim.soldier(one.line.soldier));
  const box = document.querySelector("#picture svg").getBoundingClientRect();
  return at.x > box.left + 10 && at.x < box.right - 10 && at.y > box.top + 10 && at.y < box.bottom - 10;
})[0].line.soldier
"""
"""A soldier that may be moved and is visible."""


PLACE = """
(id) => {
  const at = GS.aim.where(GS.aim.soldier(id)), svg = document.querySelector("#picture svg");
  return [at.x, at.y, svg.getBoundingClientRect().width / svg.viewBox.baseVal.width];
}
"""


MIDDLE = """
() => {
  const box = document.querySelector("#picture svg").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
"""
