"""The page in a real browser, under a host name that is no secure context: joining, playing, reloading.

The browser has a thread of its own; the app runs frame by frame in the test's, and the host lets everybody in.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from grenade_salad import games
from grenade_salad.app.app import App
from grenade_salad.app.scenes.match_scene import MatchScene
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.salad.options import SaladOptions
from tests.phone.phones import Network
from tests.phone.playing import begin
from tests.phone.test_windows import SETUP
from tests.phone.test_windows import begin as begin_window

CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), "")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP phone.test 127.0.0.1"),
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine: apt install chromium"),
]

CLICK = """
(pick) => {
  const shown = (box) => Array.from(document.querySelectorAll(box + " button")).filter((one) => !one.disabled);
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
    """What people do with their browsers, while the app runs."""

    def __init__(self, network: Network, scene: MatchScene) -> None:
        self.network, self.scene = network, scene
        self.url = f"http://phone.test:{network.port}/"
        self.begun = threading.Event()
        self._failure: list[BaseException] = []

    def run(self, script: Callable[[Browser], None]) -> None:
        """Let the script play to its end; its failure is this one's."""
        thread = threading.Thread(target=self._browse, args=(script,))
        thread.start()
        self.network.until(lambda: self._step(thread), dt=0.05, patience=90)
        thread.join()
        if self._failure:
            raise self._failure[0]

    def _browse(self, script: Callable[[Browser], None]) -> None:
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
                try:
                    script(browser)
                finally:
                    browser.close()
        except BaseException as error:
            self._failure.append(error)

    def _step(self, thread: threading.Thread) -> bool:
        """The host lets phones in; people at the screen do the simplest thing."""
        for wish in list(self.network.hosting.wishes.values()):
            self.network.hosting.admit(wish)
        scene = self.scene
        if self.begun.is_set() and scene.actor is not None and scene.idle:
            legal = scene.match.state.legal(scene.actor)
            action = next((one for one in legal if one.do in ("keep", "draw", "advance", "end")), None)
            if action is not None and not (scene.match.header.game == "grenade-salad" and action.do == "drop"):
                scene.act(action)
        return not thread.is_alive()

    def join(self, browser: Browser, name: str) -> Page:
        """Open the page on a phone of its own, and ask for a seat."""
        page: Page = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True).new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self._failure.append(AssertionError(str(error))))
        page.goto(self.url)
        assert page.evaluate("window.isSecureContext") is False
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_text(f"You are {name}.").wait_for()
        return page


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_game_by_two_pages_and_two_seats_at_the_screen(app: App, network: Network, name: str) -> None:
    rng = Random(5)
    app.settings.countdown = 1.0
    options: Any = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    scene = begin(app, name, "ssss", options=options)
    clicked: list[str] = []

    def script(browser: Browser) -> None:
        pages = [script_run.join(browser, who) for who in ("Ann", "Cy")]
        script_run.begun.set()
        for turn in range(2000):
            for page in pages:
                clicked.append(page.evaluate(CLICK, rng.randrange(1000)))
            if turn == 20:
                pages[0].reload()
                pages[0].get_by_text("You are Ann.").wait_for()
            if all("game is over" in (page.text_content("#status") or "") for page in pages):
                return
        raise AssertionError("the game did not end")

    script_run = Script(network, scene)
    script_run.run(script)
    assert scene.match.state.over
    seats = [entry.line().get("seat") for entry in scene.match.entries]
    assert {0, 2} <= set(seats), "both pages acted"
    assert len(set(clicked)) > 3


def test_the_hand_is_face_down_until_it_is_tapped(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        page = run.join(browser, "Bo")
        cards = page.locator("#cards")
        assert "King" not in page.inner_text("body")
        page.get_by_role("button", name="Tap to look").tap()
        cards.get_by_text("the King of diamonds").wait_for()
        page.get_by_role("button", name="Turn them face down").tap()
        cards.wait_for(state="hidden")
        page.reload()
        page.get_by_role("button", name="Tap to look").wait_for()
        assert "King" not in page.inner_text("body")
        page.check("#hold")
        hold = page.get_by_role("button", name="Hold to look").bounding_box()
        assert hold is not None
        page.mouse.move(hold["x"] + 20, hold["y"] + 10)
        page.mouse.down()
        cards.get_by_text("the King of diamonds").wait_for()
        page.mouse.up()
        cards.wait_for(state="hidden")

    run = Script(network, scene)
    run.run(script)


def test_the_line_is_lost_in_a_reaction_window(app: App, network: Network) -> None:
    """Bo comes back by himself, and cancels; the others saw the same buttons as he did."""
    app.settings.countdown = 20.0
    no_king = LiveGrenadeSetup(hands=(("2H", "JD"), ("2C", "KD"), ("3H", "KC")), deck=SETUP.deck, turn=0, direction=1)
    scene = begin_window(app, no_king)

    def script(browser: Browser) -> None:
        ann, bo = run.join(browser, "Ann"), run.join(browser, "Bo")
        ann.get_by_role("button", name="Play a card …").tap()
        ann.get_by_role("button", name="Skip the draw").tap()
        bo.get_by_role("button", name="Pass", exact=True).wait_for()
        connection = network.hosting.server.room._seated[1]
        network.hosting.server._loop.call_soon_threadsafe(connection.transport.abort)  # type: ignore[union-attr]
        bo.get_by_role("button", name="React …").tap()
        bo.get_by_role("button", name="Cancel it with a King").tap()
        ann.locator("#log").get_by_text("ancel").first.wait_for()

    run = Script(network, scene)
    run.run(script)
    assert scene.match.entries[1].line() == {"seat": 1, "do": "cancel", "cards": ["KD"]}


def test_a_point_is_tapped_in_the_picture(app: App, network: Network) -> None:
    scene = begin(app, "grenade-salad", "ss")

    def script(browser: Browser) -> None:
        page, other = run.join(browser, "Ann"), run.join(browser, "Bo")
        page.get_by_role("button", name="Drop the soldiers").tap()
        page.get_by_role("button", name="Do it").tap()
        page.get_by_role("button", name="Keep this drop").tap()
        page.locator("#hand").wait_for()
        page.wait_for_function("document.getElementById('status').textContent.includes('turn.')")
        mine = page if "your turn" in (page.text_content("#status") or "") else other
        names = ("Pointer", "Circles", "Hammers", "Arrow", "Explosion", "Footpath")
        assert not any(card in mine.inner_text("body") for card in names), "neither in the hand nor in the log"
        mine.get_by_role("button", name="Move a soldier").tap()
        mine.locator("#buttons button").first.tap()
        before = mine.input_value("#point input >> nth=0")
        mine.locator("#picture svg").tap(position={"x": 200, "y": 140})
        assert mine.input_value("#point input >> nth=0") != before

    run = Script(network, scene)
    run.run(script)
