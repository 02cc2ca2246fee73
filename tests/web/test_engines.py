"""Sizes of soldiers on phones in real browsers, in px of the page.

In Chromium, and with --doors in Firefox and WebKit where they are installed. No test takes a picture of a whole page:
that resizes it, which hides mistakes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import LIMIT
from tools.browsers import DEBIAN_PACKAGES, ENGINES, Browsers, Engine, Page, find_engines
from tools.play_phones import MIN_SOLDIER_WIDTH, claim_seat, open_page, start_host, wait_until_settled

pytestmark = pytest.mark.slow
UPRIGHT, ACROSS = (360, 740), (740, 360)

SOLDIERS = """(() => {
  const svg = document.querySelector("#picture svg.field"), frame = svg.getBoundingClientRect();
  const found = Array.from(svg.querySelectorAll("[data-soldier]")).map((one) => {
    const cube = one.querySelectorAll("rect")[1], there = cube.getScreenCTM(), box = cube.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const seen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return { id: one.dataset.soldier, wide: cube.width.baseVal.value * Math.hypot(there.a, there.b), seen: seen };
  });
  const mat = document.querySelector(".mat").getBoundingClientRect();
  return { all: found, upright: mat.height > mat.width, marks: svg.querySelectorAll(".outside").length };
})()"""


@pytest.fixture
def browsers() -> Iterator[Browsers]:
    result = Browsers()
    yield result
    result.close()


def find_button_script(key: str) -> str:
    """Return JavaScript for the position of an enabled button, or null."""
    return f"""(() => {{
      const one = document.querySelector('[data-key="{key}"]:not([aria-disabled=true])');
      if (!one) {{ return null; }}
      one.scrollIntoView({{ block: "center" }});
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + 20];
    }})()"""


def press(page: Page, key: str, until: str) -> None:
    """Tap the button until the condition holds, again if the page was replaced.

    `until` is JavaScript. A page that is replaced under the finger loses a tap.
    """
    end = time.monotonic() + LIMIT
    while not page.evaluate(until):
        assert time.monotonic() < end, f"{key} did nothing"
        place = page.evaluate(find_button_script(key))
        if place is not None:
            page.tap(*place)
        wait_until_settled(page)


def check_soldier_sizes(page: Page) -> dict[str, Any]:
    """Check that soldiers are large enough and those out of view have a mark."""
    wait_until_settled(page)
    measured: dict[str, Any] = page.evaluate(SOLDIERS)
    assert measured["all"]
    assert min(soldier["wide"] for soldier in measured["all"]) >= MIN_SOLDIER_WIDTH * 0.99
    outside = [soldier for soldier in measured["all"] if not soldier["seen"]]
    assert bool(outside) is bool(measured["marks"])
    assert len(outside) < len(measured["all"])
    return measured


@pytest.mark.parametrize(
    "engine", [engine if engine == "chromium" else pytest.param(engine, marks=pytest.mark.doors) for engine in ENGINES]
)
def test_soldiers_are_large_enough_from_the_drop_on(browsers: Browsers, engine: Engine, tmp_path: Path) -> None:
    if engine not in find_engines():
        pytest.skip(f"{engine} is not on this machine: apt install {DEBIAN_PACKAGES[engine]}")
    table = start_host("grenade-salad", str(tmp_path), (), seats=2)
    try:
        pages = [browsers.open_page(engine, *UPRIGHT) for _ in range(2)]
        for page in pages:
            open_page(page, table.url)
            page.evaluate("(localStorage.setItem('grenade-salad-first', 'all'), 1)")
            page.wait_for("document.querySelectorAll('#seats-to-take button').length")
            claim_seat(page)
        first = pages[0]
        press(first, "begin-0", "GS.sheet.choices")
        press(first, "Drop the soldiers", "GS.play.point")
        press(first, "do-it", "GS.sheet.picture.soldiers.length")
        for page in pages:
            page.wait_for("GS.sheet.picture.soldiers.length")
            assert check_soldier_sizes(page)["upright"], "it lies as the phone does"
        press(first, "Keep this drop", "!document.getElementById('hand').hidden")
        for page in pages:
            page.wait_for("!document.getElementById('hand').hidden")
            check_soldier_sizes(page)
        mine = next(page for page in pages if page.evaluate("GS.sheet.seats[GS.sheet.seat].acting"))
        check_manual_camera(mine)
        mine.resize(*ACROSS)
        assert not check_soldier_sizes(mine)["upright"]
        assert mine.evaluate(IS_STATUS_BESIDE_TABLE), "the question stands beside the table"
        mine.resize(*UPRIGHT)
        assert check_soldier_sizes(mine)["upright"]
        assert mine.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for page in pages:
            assert page.console_messages() == []
    finally:
        table.close()


IS_STATUS_BESIDE_TABLE = """(() => {
  const table = document.querySelector("#picture svg").getBoundingClientRect();
  const told = document.getElementById("status").getBoundingClientRect();
  return told.left >= table.right && table.height > innerHeight * 0.7;
})()"""
CAMERA_POSITION = "[GS.camera.current.x, GS.camera.current.y, GS.camera.current.k]"
FREE_POINT = """(() => {
  const box = document.querySelector("#picture svg").getBoundingClientRect();
  document.querySelector("#picture svg").scrollIntoView({ block: "center" });
  const svg = document.querySelector("#picture svg").getBoundingClientRect();
  for (let y = svg.top + 30; y < Math.min(innerHeight, svg.bottom) - 90; y += 12) {
    for (let x = svg.left + 30; x < svg.right - 60; x += 12) {
      if (Array.from(document.querySelectorAll(".able, .outside")).every((one) => {
        const ring = one.getBoundingClientRect();
        return Math.hypot(ring.left + ring.width / 2 - x, ring.top + ring.height / 2 - y) > 60;
      })) { return [x, y]; }
    }
  }
  return null;
})()"""


def check_manual_camera(page: Page) -> None:
    """Check that a drag moves the camera until "Follow" is pressed.

    After that all soldiers are large again.
    """
    wait_until_settled(page)
    previous, place = page.evaluate(CAMERA_POSITION), page.evaluate(FREE_POINT)
    page.touch([(place[0] + step, place[1] + 2 * step) for step in (0, 8, 16, 24, 32, 40)])
    wait_until_settled(page)
    dragged = page.evaluate(CAMERA_POSITION)
    assert dragged != previous
    assert dragged[2] == previous[2], "as near as before"
    press(page, "zoom", f"GS.camera.goal.k < {previous[2]}")
    page.wait_for("!GS.camera.gliding()")
    assert page.evaluate("GS.camera.current.k") < previous[2]
    page.evaluate("(GS.render(), 1)")
    wait_until_settled(page)
    assert page.evaluate("GS.camera.isHeld")
    press(page, "follow", "!GS.camera.isHeld")
    page.wait_for("!GS.camera.gliding()")
    check_soldier_sizes(page)
