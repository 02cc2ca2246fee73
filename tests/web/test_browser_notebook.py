"""The wheel's notebook on the page: marks stay on the phone.

They are there again after a reload.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from grenade_salad.app.window.application import App
from tests.web.browser_scripts import Script
from tests.web.chromium import NEEDED
from tests.web.phones import Network
from tests.web.playing import begin

pytestmark = [pytest.mark.slow, NEEDED]

FIRST_MARK = "#notebook button >> nth=0"


def turn_face_up(page: Page) -> None:
    """Turn the hand and the notebook face up."""
    page.get_by_role("button", name="Tap to look").tap()
    page.locator(FIRST_MARK).wait_for()


def test_marks_are_tapped_and_stay_on_the_phone(app: App, network: Network) -> None:
    scene = begin(app, "wheel", "sss")

    def script(browser: Browser) -> None:
        page = run.join(browser, "Ann")
        turn_face_up(page)
        page.evaluate(
            """() => { WebSocket.prototype.send = function (data) {
              if (JSON.parse(data).say !== "beat") window.told = (window.told || '') + data;
            }; }"""
        )
        label = page.get_attribute(FIRST_MARK, "aria-label") or ""
        for mark in ("maybe", "no", "surely", "no mark", "maybe", "no"):
            page.locator(FIRST_MARK).tap()
            page.wait_for_selector(f"#notebook button[aria-label='{label.replace('no mark', mark)}']")
        assert page.evaluate("window.told || ''") == ""
        assert page.locator("#notebook .certain-no button").count() == 0
        assert page.locator("#notebook .certain-no").count() > 0, "the own hearts are nobody else's"
        page.reload()
        turn_face_up(page)
        assert page.get_attribute(FIRST_MARK, "aria-label") == label.replace("no mark", "no")
        page.evaluate("localStorage.setItem('grenade-salad-marks', '[null, 7')")
        page.reload()
        turn_face_up(page)
        assert page.get_attribute(FIRST_MARK, "aria-label") == label

    run = Script(network, scene)
    run.run(script)
