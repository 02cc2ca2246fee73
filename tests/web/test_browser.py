"""The page in a real browser: joining, playing and reloading.

Its host name is no secure context. The browser has a thread of its own; the app runs frame by frame in the test's,
and the host admits everybody.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from grenade_salad import games
from grenade_salad.app.window.application import App
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.salad.actions import Move
from grenade_salad.games.salad.options import SaladOptions
from tests.web.browser_scripts import CLICK, MAY_MOVE, MOVER, PLACE, Script
from tests.web.chromium import NEEDED, TIMEOUT
from tests.web.phones import Network
from tests.web.playing import begin
from tests.web.reaction_windows import SETUP
from tests.web.reaction_windows import begin as begin_window

pytestmark = [pytest.mark.slow, NEEDED]


@pytest.mark.parametrize("name", games.with_turns())
def test_two_pages_and_two_seats_at_the_screen_play_a_whole_match(app: App, network: Network, name: str) -> None:
    rng = Random(5)
    app.settings.countdown = 1.0
    options: Any = games.load(name).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    scene = begin(app, name, "ssss", options=options)
    clicked: list[str] = []

    def script(browser: Browser) -> None:
        pages = [script_run.join(browser, player_name) for player_name in ("Ann", "Cy")]
        script_run.begun.set()
        for turn in range(20_000):
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
    assert scene.controller.match.state.is_over
    seats = [entry.to_line().get("seat") for entry in scene.controller.match.entries]
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
        page.get_by_role("button", name="Hold to look").hover()
        page.mouse.down()
        cards.get_by_text("the King of diamonds").wait_for()
        page.mouse.up()
        cards.wait_for(state="hidden")

    run = Script(network, scene)
    run.run(script)


RECORD_LINE_TEXTS = """
() => {
  const said = document.getElementById("line");
  window.told = [];
  const note = () => { if (said.textContent) { window.told.push(said.textContent); } };
  new MutationObserver(note).observe(said, { childList: true });
}
"""


def test_line_lost_in_a_reaction_window_comes_back_by_itself(app: App, network: Network) -> None:
    """Bo reconnects and cancels. The others see the same buttons as he does."""
    app.settings.countdown = 0  # Zero waits until all have answered: Cy does not.
    no_king = LiveGrenadeSetup(hands=(("2H", "JD"), ("2C", "KD"), ("3H", "KC")), deck=SETUP.deck, turn=0, direction=1)
    scene = begin_window(app, no_king)

    def script(browser: Browser) -> None:
        ann, bo = run.join(browser, "Ann"), run.join(browser, "Bo")
        ann.get_by_role("button", name="Play a card…").tap()
        ann.get_by_role("button", name="Skip the draw").tap()
        bo.get_by_role("button", name="Pass", exact=True).wait_for()
        connection = network.hosting.server.connections._seated[1]
        bo.evaluate(RECORD_LINE_TEXTS)
        network.hosting.server._loop.call_soon_threadsafe(connection.link.close)
        bo.wait_for_function(
            "() => told.length && GS.link.state === 'up'"
        )  # A tap in between would be lost with the line.
        bo.get_by_role("button", name="React…").tap()
        bo.get_by_role("button", name="Cancel it with the King").tap()
        ann.locator("#log").get_by_text("ancel").first.wait_for()

    run = Script(network, scene)
    run.run(script)
    assert scene.controller.match.entries[1].to_line() == {"seat": 1, "do": "cancel", "cards": ["KD"]}


NEAREST_SOLDIER = """
(id) => {
  const own = GS.aim.soldier(id), far = (one) => Math.hypot(one.x - own.x, one.y - own.y);
  return GS.sheet.picture.soldiers.filter((one) => one.id !== id).sort((one, other) => far(one) - far(other))[0];
}
"""
"""The soldier nearest to another."""
IS_BESIDE = """
(one) => {
  const away = Math.hypot(GS.aim.place().x - one.x, GS.aim.place().y - one.y);
  return away > 7.9 && away < 14;
}
"""
"""True if the aimed soldier is beside another.

Until the newest answer arrives, it is where an older answer put it.
"""


def test_soldier_is_dragged_and_the_result_is_previewed_before_the_finger_lifts(app: App, network: Network) -> None:
    app.settings.countdown = (
        0  # The table's time runs faster than a browser's: zero waits until the opponent has passed.
    )
    scene = begin(app, "grenade-salad", "ss")

    def script(browser: Browser) -> None:
        page, opponent = run.join(browser, "Ann"), run.join(browser, "Bo")
        page.get_by_role("button", name="Drop the soldiers").tap()
        page.get_by_role("button", name="Confirm").tap()
        page.get_by_role("button", name="Keep this drop").tap()
        page.locator("#hand").wait_for()
        expect(page.locator("#status")).to_contain_text("turn.")
        mine = page if "your turn" in (page.text_content("#status") or "") else opponent
        names = ("Pointer", "Circles", "Hammers", "Arrow", "Explosion", "Footpath")
        assert not any(card in mine.inner_text("body") for card in names), "neither in the hand nor in the log"
        mine.wait_for_function(MAY_MOVE)
        mover = mine.evaluate(MOVER)
        previous = mine.evaluate("(id) => GS.aim.soldier(id)", mover)
        mine.locator("#picture svg").scroll_into_view_if_needed()
        x, y, k = mine.evaluate(PLACE, mover)
        mine.mouse.move(x + 3, y - 3)
        mine.mouse.down()
        screen_width = mine.evaluate("innerWidth")
        # Not to the edge: there the camera scrolls as long as the pointer stays, and what is near moves out of sight.
        mine.mouse.move(x + (60 if x < screen_width / 2 else -60) * k, y, steps=4)
        expect(mine.locator("#bubble")).to_contain_text("as far as it goes")
        held = mine.evaluate("GS.aim.place()")
        assert dist((held["x"], held["y"]), (previous["x"], previous["y"])) <= 50 + 1e-6, "held to the reach of a move"
        x, y, k = mine.evaluate(PLACE, mover)
        mine.mouse.move(x + 3, y + 2 * k, steps=3)
        nearest = mine.evaluate(NEAREST_SOLDIER, mover)
        x, y, k = mine.evaluate(PLACE, nearest["id"])
        mine.mouse.move(x + 6 * k, y, steps=3)
        mine.mouse.up()
        mine.wait_for_function(IS_BESIDE, arg=nearest)
        mine.locator("#bubble:not(.not)").wait_for()
        line = mine.evaluate("GS.play.line()")
        assert line["do"] == "move"
        assert line["soldier"] == mover
        assert dist(line["to"], (nearest["x"], nearest["y"])) < 14, "beside it, and not over it"
        first = mine.locator("#do button").first
        assert first.text_content() == "Confirm", "the first choice is never the way back"
        first.tap()
        expect(mine.locator("#line")).to_have_text("")
        mine.wait_for_function("() => !GS.play.point")
        lines.append(line)
        (page if mine is opponent else opponent).locator("[data-key=pass]").tap()
        end = mine.get_by_role("button", name="End the turn")
        end.wait_for()
        mine.get_by_role("button", name="Show the whole table").tap()
        assert mine.evaluate("GS.camera.isHeld")
        end.tap()
        mine.wait_for_function("() => !GS.camera.isHeld")

    lines: list[dict[str, Any]] = []
    run = Script(network, scene)
    run.run(script)
    moved = next(entry for entry in scene.controller.match.entries if isinstance(entry, Move))
    assert moved.to_line()["to"] == lines[0]["to"], "what is done is what was shown"


def test_television_page_shows_only_the_public_view_with_its_delay(app: App, network: Network) -> None:
    """Nothing can be done on the page.

    It shows the view of a spectator, as many moments later as its address asks for.
    """
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann")
        run.join(browser, "Bo")
        screens = [browser.new_context().new_page() for _ in range(2)]
        for screen, more in zip(screens, ("", "?ground=clear&delay=1"), strict=True):
            screen.set_default_timeout(TIMEOUT)
            screen.goto(run.url + "table" + more)
            screen.on("pageerror", lambda error: run.mistakes.append(str(error)))
        screens[0].locator("#picture svg").wait_for()
        clear = screens[1].evaluate("getComputedStyle(document.body).backgroundColor")
        assert clear == "rgba(0, 0, 0, 0)"
        ann.get_by_role("button", name="Draw a card").tap()
        screens[0].locator("#log").get_by_text("draws").first.wait_for()
        assert "draws" not in (screens[1].text_content("#log") or ""), "one moment later"
        for screen in screens:
            assert screen.locator("button, input, a").count() == 0
            assert "King" not in screen.inner_text("body")

    run = Script(network, scene)
    run.run(script)


def test_silent_video_keeps_the_screen_awake_and_the_page_says_if_nothing_does(app: App, network: Network) -> None:
    """Plain http has no wake lock, so a silent video holds the screen.

    That Chromium holds the screen for such a video was seen on its D-Bus.
    """
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        page = run.page(browser)
        assert page.evaluate("'wakeLock' in navigator") is False
        expect(page.locator("#sleep")).to_contain_text("may go to sleep")
        page.get_by_role("button", name="Ann, at the screen").click()
        page.locator("html[data-awake=film]").wait_for(state="attached")
        expect(page.locator("#sleep")).to_have_text("")
        film = "document.getElementById('awake')"
        assert page.evaluate(f"[{film}.muted, {film}.volume, {film}.loop]") == [False, 1, False]
        assert page.evaluate(f"{film}.videoWidth") > 0
        page.wait_for_function(f"() => {film}.currentTime > 1.5")
        page.wait_for_function(f"() => {film}.currentTime < 1")
        assert page.evaluate(f"{film}.paused") is False, "it begins anew before its end"
        page.evaluate(f"{film}.pause()")
        expect(page.locator("#sleep")).to_contain_text("may go to sleep")
        piece = page.evaluate(
            "fetch('/awake.mp4', { headers: { Range: 'bytes=0-1' } }).then((answer) => answer.status)"
        )
        assert piece == 206, "Safari plays nothing that does not come in pieces"

    run = Script(network, scene)
    run.run(script)
