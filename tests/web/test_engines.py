"""How large soldiers are on phones, in px of the page, from the drop on.

In Chromium, and with --doors in Firefox and WebKit where they are. Nothing here takes a picture of a whole page: that
resizes it, which hides what goes wrong.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import LIMIT
from tools.browsers import ENGINES, NEEDS, Browsers, Engine, Page, found
from tools.play_phones import LEAST, claim, host, settled, show

pytestmark = pytest.mark.slow
UPRIGHT, ACROSS = (360, 740), (740, 360)
TOUCHED = 44
"""How many px a finger needs."""

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
    made = Browsers()
    yield made
    made.close()


def place_of(key: str) -> str:
    """Where a button is that can be tapped, or null, as JavaScript."""
    return f"""(() => {{
      const one = document.querySelector('[data-key="{key}"]:not([aria-disabled=true])');
      if (!one) {{ return null; }}
      one.scrollIntoView({{ block: "center" }});
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + 20];
    }})()"""


def press(page: Page, key: str, until: str) -> None:
    """Tap it, again if the page was made anew under the finger, until something is so."""
    end = time.monotonic() + LIMIT
    while not page.ask(until):
        assert time.monotonic() < end, f"{key} did nothing"
        place = page.ask(place_of(key))
        if place is not None:
            page.tap(*place)
        settled(page)


def large(page: Page) -> dict[str, Any]:
    """Every soldier is drawn large enough, and who is not in sight has a mark at the edge."""
    settled(page)
    told: dict[str, Any] = page.ask(SOLDIERS)
    assert told["all"]
    assert min(one["wide"] for one in told["all"]) >= LEAST * 0.99
    outside = [one for one in told["all"] if not one["seen"]]
    assert bool(outside) is bool(told["marks"])
    assert len(outside) < len(told["all"])
    return told


@pytest.mark.parametrize(
    "engine", [one if one == "chromium" else pytest.param(one, marks=pytest.mark.doors) for one in ENGINES]
)
def test_soldiers_are_large_enough_from_the_drop_on(browsers: Browsers, engine: Engine, tmp_path: Path) -> None:
    if engine not in found():
        pytest.skip(f"{engine} is not on this machine: apt install {NEEDS[engine]}")
    table = host("grenade-salad", str(tmp_path), (), seats=2)
    try:
        pages = [browsers.open_page(engine, *UPRIGHT) for _ in range(2)]
        for page in pages:
            show(page, table.url)
            page.ask("(localStorage.setItem('grenade-salad-first', 'all'), 1)")
            page.until("document.querySelectorAll('#seats-to-take button').length")
            claim(page)
        first = pages[0]
        press(first, "begin-0", "GS.sheet.choices")
        press(first, "Drop the soldiers", "GS.play.point")
        press(first, "do-it", "GS.sheet.picture.soldiers.length")
        for page in pages:
            page.until("GS.sheet.picture.soldiers.length")
            assert large(page)["upright"], "it lies as the phone does"
        press(first, "Keep this drop", "!document.getElementById('hand').hidden")
        for page in pages:
            page.until("!document.getElementById('hand').hidden")
            large(page)
        mine = next(page for page in pages if page.ask("GS.sheet.seats[GS.sheet.seat].acting"))
        by_hand_and_back(mine)
        mine.resize(*ACROSS)
        assert not large(mine)["upright"]
        assert mine.ask(BESIDE), "the question stands beside the table"
        mine.resize(*UPRIGHT)
        assert large(mine)["upright"]
        assert mine.ask("document.documentElement.scrollWidth <= innerWidth")
        for page in pages:
            assert page.complaints() == []
    finally:
        table.close()


BESIDE = """(() => {
  const table = document.querySelector("#picture svg").getBoundingClientRect();
  const told = document.getElementById("status").getBoundingClientRect();
  return told.left >= table.right && table.height > innerHeight * 0.7;
})()"""
LOOK = "[GS.eye.now.x, GS.eye.now.y, GS.eye.now.k]"
FREE = """(() => {
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


def by_hand_and_back(page: Page) -> None:
    """A finger on the bare table pulls it; it stays so until "Follow" is pressed, and then all are large again."""
    settled(page)
    before, place = page.ask(LOOK), page.ask(FREE)
    page.fingers([(place[0] + step, place[1] + 2 * step) for step in (0, 8, 16, 24, 32, 40)])
    settled(page)
    pulled = page.ask(LOOK)
    assert pulled != before
    assert pulled[2] == before[2], "as near as before"
    press(page, "zoom", f"GS.eye.goal.k < {before[2]}")
    page.until("!GS.eye.gliding()")
    assert page.ask("GS.eye.now.k") < before[2]
    page.ask("(GS.render(), 1)")
    settled(page)
    assert page.ask("GS.eye.held")
    press(page, "follow", "!GS.eye.held")
    page.until("!GS.eye.gliding()")
    large(page)
