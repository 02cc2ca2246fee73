"""The field and the hand under real fingers.

Two fingers turn and pinch, and one drags a card onto the table.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.window.application import App
from tests.web.browser_scripts import MAY_MOVE, MIDDLE, MOVER, PLACE, Script
from tests.web.chromium import NEEDED
from tests.web.phones import Network
from tests.web.playing import begin
from tests.web.reaction_windows import begin as begin_window

pytestmark = [pytest.mark.slow, NEEDED]
SHAPES = """
[".mat", "#picture svg"].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return box.width / box.height;
})
"""
CORNER = """(one) => {
  one.scrollIntoView({ block: "end" });
  const box = one.getBoundingClientRect();
  return [box.x + 20, box.y + 20, document.querySelector("#picture svg").getBoundingClientRect().bottom];
}"""
"""A point of a card of the hand and the bottom edge of the tabletop.

Both are found in one call, since an element that is drawn again has no place.
"""
SIZES = ((390, 844), (844, 390), (810, 1080), (320, 568))


class Fingers:
    """Fingers on a page, in px.

    `touch` puts them down or moves them, `up` lifts them.
    """

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.down = False

    def touch(self, *points: tuple[float, float]) -> None:
        touches: list[Any] = [{"x": x, "y": y, "id": finger_id} for finger_id, (x, y) in enumerate(points)]
        kind = "touchMove" if self.down else "touchStart"
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self.down = True

    def up(self) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.down = False


def open_active_page(run: Script, browser: Browser, size: tuple[int, int], height: int = 100) -> Page:
    """Seat both players, drop the soldiers, and return the active player's page.

    `height` is in mm.
    """
    page, other_page = run.join(browser, "Ann", size=size), run.join(browser, "Bo", size=size)
    page.get_by_role("button", name="Drop the soldiers").click()
    page.locator("[data-key=height]").fill(str(height))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Keep this drop").click()
    page.locator("#hand").wait_for()
    expect(page.locator("#status")).to_contain_text("turn.")
    mine = page if "your turn" in (page.text_content("#status") or "") else other_page
    mine.wait_for_function(MAY_MOVE)
    mine.locator("#picture svg").evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    return mine


@pytest.mark.parametrize("size", SIZES)
def test_soldier_turns_with_two_fingers_and_the_field_with_the_phone(
    app: App, network: Network, size: tuple[int, int]
) -> None:
    scene: TableScene = begin(app, "grenade-salad", "ss")

    def script(browser: Browser) -> None:
        mine = open_active_page(run, browser, size)
        table, screen = mine.evaluate(SHAPES)
        assert (table < 1) is (screen < 0.9), "it lies as the phone does"
        mover = mine.evaluate(MOVER)
        x, y, _ = mine.evaluate(PLACE, mover)
        fingers = Fingers(mine)
        fingers.touch((x, y))
        fingers.touch((x + 2, y + 12))
        fingers.up()
        mine.locator("[data-ghost]").wait_for(state="attached")
        middle = mine.evaluate(MIDDLE)
        previous_degrees = mine.evaluate("GS.play.point.degrees")
        frame = mine.evaluate("document.querySelector('#picture svg').viewBox.baseVal.width")
        fingers.touch((middle[0] - 50, middle[1]), (middle[0] + 50, middle[1]))
        for step in range(1, 7):
            fingers.touch((middle[0] - 50, middle[1] - 10 * step), (middle[0] + 50, middle[1] + 10 * step))
        fingers.up()
        turned = (previous_degrees - mine.evaluate("GS.play.point.degrees")) % 360
        assert 40 < turned < 60, "a turn to the right, by as much as the fingers"
        nearer = mine.evaluate("document.querySelector('#picture svg').viewBox.baseVal.width")
        assert nearer < frame, "fingers that part bring it nearer"
        assert mine.evaluate("GS.play.point.choice.line.soldier") == mover
        line = mine.evaluate("GS.play.line()")
        mine.locator("#do button", has_text="Confirm").click()
        expect(mine.locator("#line")).to_have_text("")
        moved.append((mover, line))

    moved: list[tuple[int, dict[str, Any]]] = []
    run = Script(network, scene)
    run.run(script)
    (mover, line) = moved[0]
    move_lines = [entry.to_line() for entry in scene.controller.match.entries if entry.to_line().get("do") == "move"]
    if move_lines:  # A move that is refused is reported: the places of soldiers are up to chance.
        assert move_lines[0]["soldier"] == mover
        assert move_lines[0]["angle"] == pytest.approx(line["angle"], abs=1e-6)


def test_finger_drags_a_card_onto_the_table(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann = run.join(browser, "Ann", size=(390, 844))
        run.join(browser, "Bo")
        ann.wait_for_function("() => GS.sheet.seats[1].here")  # Nothing moves under the finger from here on.
        ann.get_by_role("button", name="Tap to look").click()
        x, y, bottom = ann.get_by_role("button", name="the Jack of diamonds").evaluate(CORNER)
        fingers = Fingers(ann)
        fingers.touch((x, y))
        end = max(30.0, bottom - 60)
        for step in range(1, 9):
            fingers.touch((x + step, y + (end - y) * step / 8))
        ann.locator("#dragged").wait_for()
        fingers.up()
        assert ann.locator("#dragged").count() == 0
        ann.locator("#log").get_by_text("skip").first.wait_for()

    run = Script(network, scene)
    run.run(script)
    assert scene.controller.match.entries[0].to_line()["cards"] == ["JD"]


RECORD_STATUSES = """
() => {
  const parse = JSON.parse;
  window.heard = [];
  JSON.parse = (text) => { const found = parse(text); heard.push(found.status || ""); return found; };
  window.setTimeout = () => 0;
}
"""
"""The page records the statuses that it receives.

A tap may last there as long as it takes.
"""


def test_updates_wait_for_the_click_of_a_tap_and_do_not_move_the_page(app: App, network: Network) -> None:
    scene = begin_window(app)

    def script(browser: Browser) -> None:
        ann, bo = run.join(browser, "Ann"), run.join(browser, "Bo")
        ann.wait_for_function("() => GS.sheet.seats[1].here")
        rules, status = bo.get_by_text("The rules", exact=True), bo.locator("#status")
        rules.scroll_into_view_if_needed()
        bo.evaluate(RECORD_STATUSES)
        box = rules.bounding_box()
        assert box is not None
        fingers = Fingers(bo)
        fingers.touch((box["x"] + 20, box["y"] + 20))
        ann.get_by_role("button", name="Draw a card").tap()
        bo.wait_for_function("() => heard.some((status) => /your turn/.test(status))")
        expect(status).to_contain_text("Ann's turn")
        fingers.up()
        expect(bo.locator("#rules-box[open]")).to_have_count(1)
        expect(status).to_contain_text("your turn")

    run = Script(network, scene)
    run.run(script)


CLOSEST_PAIR = """
(most) => {
  const movers = GS.sheet.choices.filter((one) => one.line.do === "move").map((one) => one.line.soldier);
  const box = document.querySelector("#picture svg").getBoundingClientRect(), found = [];
  movers.forEach((one, at) => movers.slice(at + 1).forEach((other) => {
    const a = GS.aim.where(GS.aim.soldier(one)), b = GS.aim.where(GS.aim.soldier(other));
    const far = Math.hypot(a.x - b.x, a.y - b.y), x = (a.x * 2 + b.x) / 3, y = (a.y * 2 + b.y) / 3;
    if (x > box.left && x < box.right && y > box.top && y < box.bottom && far < most) {
      found.push({ ids: [one, other], far: far, x: x, y: y });
    }
  }));
  return found.sort((one, other) => one.far - other.far)[0] || null;
}
"""
IN_LOUPE = """
() => Array.from(document.querySelectorAll("#loupe button")).map((one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2, box.width, box.height, one.getAttribute("aria-label")];
})
"""


def test_two_soldiers_under_one_finger_are_enlarged_and_the_nearest_is_dragged(app: App, network: Network) -> None:
    scene = begin(app, "grenade-salad", "ss")

    def script(browser: Browser) -> None:
        mine = open_active_page(run, browser, (390, 844), height=20)
        fingers = Fingers(mine)
        pinch(mine, fingers, 26)
        pair = mine.evaluate(CLOSEST_PAIR, 44)
        assert pair is not None, "they lie close together"
        fingers.touch((pair["x"], pair["y"]))
        fingers.up()
        expect(mine.locator("#loupe")).to_be_visible()
        buttons = mine.evaluate(IN_LOUPE)
        assert len(buttons) >= 2
        names = [name for *_, name in buttons]
        assert {f"Move your soldier {soldier_id}" for soldier_id in pair["ids"]} <= set(names)
        for index, (x, y, width, height, _) in enumerate(buttons):
            assert min(width, height) >= 44
            assert all(max(abs(x - button[0]), abs(y - button[1])) >= 44 for button in buttons[index + 1 :])
        second = buttons[names.index(f"Move your soldier {pair['ids'][1]}")]
        fingers.touch((second[0], second[1]))
        fingers.up()
        mine.locator("[data-ghost]").wait_for(state="attached")
        assert mine.evaluate("GS.play.point.choice.line.soldier") == pair["ids"][1]
        expect(mine.locator("#loupe")).to_be_hidden()
        mine.get_by_role("button", name="Back", exact=True).click()
        mine.wait_for_function("() => !GS.camera.gliding() && !GS.play.point")
        mine.locator("#picture svg").evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        pair = mine.evaluate(CLOSEST_PAIR, 44)
        fingers.touch((pair["x"], pair["y"]))
        fingers.touch((pair["x"] + 14, pair["y"] + 2))
        fingers.up()
        mine.locator("[data-ghost]").wait_for(state="attached")
        assert mine.evaluate("GS.play.point.choice.line.soldier") == pair["ids"][0], "the nearest"

    run = Script(network, scene)
    run.run(script)


def pinch(page: Page, fingers: Fingers, width: float) -> None:
    """Pinch with two fingers until a soldier is `width` px wide.

    Updates of the table draw the field again and move it on the page: fingers that come down just then miss it, and
    pinch again, as people's do.
    """
    picture = page.locator("#picture svg")
    for _ in range(10):
        picture.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        if (box := picture.bounding_box()) is None:
            continue
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        start_half, end_half = 100.0, 100 * width / page.evaluate("GS.camera.current.k * GS.sheet.picture.cube")
        for step in range(6):
            half = start_half + (end_half - start_half) * step / 5
            fingers.touch((x - half, y), (x + half, y))
        fingers.up()
        if page.evaluate("GS.camera.current.k * GS.sheet.picture.cube") == pytest.approx(width, abs=0.5):
            return
    raise AssertionError("two fingers do not bring it nearer")
