"""Phones and the television show the path of what slides, in few points.

The path follows the film of the window.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from grenade_salad.core import Action
from grenade_salad.films import slide_film
from grenade_salad.games.open_table import boxes
from grenade_salad.games.physics.sliding import FRAME
from grenade_salad.journal.journal import open_journal
from grenade_salad.match import seeds
from grenade_salad.sheets.animations import Animation
from grenade_salad.sheets.open_table_paths import follow_paths
from grenade_salad.web.headless_table import HeadlessTable
from tests.open_table.playing import new_table
from tests.open_table.sliding import AT_OTHERS, BOARD, INTO_POCKET, ROLL, shoot
from tests.open_table.test_browser import BUSY, RECORD_PATHS, Evening, choose_box_for_two, drag, tap, wait_until
from tests.open_table.test_browser import evening as evening
from tests.web import headless_tables
from tests.web.chromium import NEEDED
from tests.web.page_fit import SMALL, UPRIGHT
from tests.web.phones import Network

NAMES = ("Ann", "Bo")


def position_at(keys: list[list[float]], ms: float) -> tuple[float, float]:
    """Return the position at which a page draws the piece."""
    for a, b in pairwise(keys):
        if a[0] <= ms <= b[0]:
            share = (ms - a[0]) / (b[0] - a[0])
            return a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share
    return keys[-1][1], keys[-1][2]


@pytest.mark.parametrize("action", [AT_OTHERS, INTO_POCKET, ROLL])
def test_path_of_few_points_follows_the_film(action: Action) -> None:
    box = boxes.DICE if action is ROLL else BOARD
    previous_view = new_table(box).view(None)
    scene, rest = shoot(new_table(box), action, 4)
    shot_film = slide_film.make_film(scene, action, rest, False, Random(4))
    assert shot_film is not None
    beats = follow_paths(
        [Animation("glide", 0.0, 0.5, "", {"key": piece_id}) for piece_id in shot_film.ids],
        previous_view,
        action,
        rest,
        Random(4),
    )
    drives = {beat.facts["key"]: beat for beat in beats if beat.do == "drive"}
    assert drives
    points = 0
    for row, piece_id in enumerate(shot_film.ids):
        if piece_id not in drives:
            assert max(dist(pose[:2], shot_film.frames[0, row, :2]) for pose in shot_film.frames[:, row]) < 1
            continue
        keys: Any = drives[piece_id].facts["keys"]
        distances = [
            dist(position_at(keys, frame * FRAME * shot_film.slowdown * 1000), shot_film.frames[frame, row, :2])
            for frame in range(len(shot_film.frames))
        ]
        assert max(distances) < 1.6, "a mm and what is rounded, each way"
        points += len(keys)
    assert points < len(shot_film.frames) * len(drives) / 2
    aside = {beat.facts["key"]: beat.delay for beat in beats if beat.do == "glide" and beat.facts["key"] in drives}
    assert aside == dict.fromkeys(shot_film.pocket_frames, shot_film.seconds), (
        "to its place in the pocket when it has fallen"
    )


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeadlessTable]:
    monkeypatch.setattr(seeds, "draw_seed", lambda: 7)
    with open_journal(tmp_path) as journal, headless_tables.open_table(journal, "open-table", 2) as phone_table:
        phone_table.choose_start("crokinole")
        yield phone_table


@pytest.mark.parametrize("watched", [False, True])
def test_phones_get_the_same_path_of_a_shot_before_its_end(table: HeadlessTable, watched: bool) -> None:
    network = Network(headless_tables.FakeWindow(table), table.hosting.server.port)  # type: ignore[arg-type]
    try:
        ann, bo = (headless_tables.seat_by_code(network, table, seat, name) for seat, name in enumerate(NAMES))
        screen = network.open_television() if watched else None
        ann.say(say="chair", do="begin", seat=0)
        network.until(lambda: "tools" in ann.sheet and "tools" in bo.sheet)
        disc = next(piece["key"] for piece in ann.sheet["picture"]["things"] if piece.get("held"))
        ann.act({"seat": 0, "do": "move", "what": [disc], "to": [400.0, 95.0]})
        network.until(lambda: any("Ann moves" in line for line in bo.sheet["log"]), dt=0.05)
        assert not bo.got("ways"), "what is carried has no way"
        ann.act({"seat": 0, "do": "flick", "what": disc, "angle": 1.57, "speed": 600.0})
        network.until(lambda: any("Ann flicks" in line for line in bo.sheet["log"]), dt=0.05)
        network.wait_until_heard(ann)
        for phone in (ann, bo):
            (message,) = phone.got("ways")
            tables = [sheet for sheet in phone.inbox[phone.inbox.index(message) :] if sheet["kind"] == "table"]
            end = next(piece["at"] for piece in tables[-1]["picture"]["things"] if piece["key"] == disc)
            assert [beat["key"] for beat in message["beats"]] == [disc]
            assert message["beats"][0]["keys"][0][1:3] == [400.0, 95.0]
            assert message["beats"][0]["keys"][-1][1:3] == pytest.approx(end, abs=0.2)
        path_texts = [next(text for text in phone.raw if json.loads(text)["kind"] == "ways") for phone in (ann, bo)]
        assert path_texts[0] == path_texts[1]
        assert len(path_texts[0]) < 1000, "it is no heavy traffic"
        if screen is not None:
            drives = [beat for show in screen.got("show") for beat in show["beats"] if beat["do"] == "drive"]
            assert drives == ann.got("ways")[0]["beats"]
    finally:
        network.close()


CORNER = (310.0, 330.0)
NEAREST = """([x, y]) => Math.min(...Array.from(window.ways).map((way) => {
  const [, a, b] = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(way);
  return Math.hypot(a - x, 800 - b - y);
}))"""
"""The minimum distance of anything visible from a point, in mm."""
STEP_FRAMES = """() => {
  let now = performance.now(), asked = [];
  performance.now = () => now;
  window.requestAnimationFrame = (frame) => asked.push(frame);
  window.drawAll = async () => {
    while (asked.length) { now += 20; asked.splice(0).forEach((frame) => frame(now)); await null; }
  };
}"""
"""Pages draw only on request, each time 20 ms of their own time later.

Otherwise a slow page skips the frames that are looked for.
"""
ALL_DRAWN = "window.drawAll().then(() => /push/.test(document.querySelector('#log').textContent))"
"""Every motion so far is drawn to its end, and the push is in the log."""


@pytest.mark.slow
@NEEDED
def test_push_round_a_corner_is_seen_on_another_phone_and_the_television(evening: Evening) -> None:
    choose_box_for_two(evening, "crokinole")

    def script(browser: Browser) -> None:
        ann, bo = evening.phone(browser, 0, UPRIGHT), evening.phone(browser, 1, SMALL)
        screen = evening.page(browser, "table", (1280, 720))
        for page in (bo, screen):
            page.emulate_media(reduced_motion="no-preference")
        ann.get_by_role("button", name="Begin the match").click()
        bo.get_by_text("Choose by name").wait_for()
        held = "GS.sheet.picture.things.filter((one) => one.held)"
        wait_until(ann, f"Boolean(GS.sheet.picture) && {held}.length > 0")
        x, y = ann.evaluate(f"{held}[0].at")
        tap(ann, x, y)
        ann.get_by_role("button", name="Move…").click()
        ann.get_by_text("Tap where it goes.").wait_for()
        tap(ann, 250, 330)
        ann.locator("[data-key=verb-push]").click()
        screen.locator("#picture svg").wait_for()
        for page in (ann, bo, screen):
            page.evaluate(RECORD_PATHS)
        for page in (bo, screen):
            page.evaluate(STEP_FRAMES)
        ann.evaluate(BUSY)
        drag(ann, (400, 200), (460, 200), (460, 260), hold=True, step_seconds=0.2)
        for page in (bo, screen):
            wait_until(page, ALL_DRAWN)
            assert page.evaluate(NEAREST, [310, 388]) < 4, "where it is let go"
            assert page.evaluate(NEAREST, list(CORNER)) < 15, "as it was drawn: 42 mm beside the straight way"
        assert ann.evaluate("window.ways.size") == 0, "who wants no motion gets none"

    evening.run(script)
