"""Let phones play the four games by touch, in every installed browser engine.

    python -m tools.play_phones [--into FOLDER] [--games GAME ...] [--engines ENGINE ...]

A table of `grenade-salad host` has four phones, which use the engines in turn, and a television page. They play whole
matches by real taps on what the pages offer. Each state of a Chromium page is saved as pictures in four sizes; axe
checks it in three sizes, light and dark. At the end all complaints of consoles, all serious findings of axe, and the
missing engines are listed; the exit status is 1 if there was any problem.
"""

from __future__ import annotations

import argparse
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from tools.browsers import DEBIAN_PACKAGES, ENGINES, Browsers, Engine, Page, drain_pipe, end_process, find_engines

GAMES = {"grenade-salad": ("turn_limit=12",), "live-grenade": (), "wheel": (), "open-table": ()}
TAPS_BEFORE_END = 80
"""Taps after which a game that only a player can end is ended."""
PHONES = ((360, 740), (360, 740), (740, 360), (820, 1180))
SIZES = ((360, 740), (740, 360), (820, 1180), (1920, 1080))
AXE_SIZES = SIZES[:3]
"""The sizes that axe checks."""
TELEVISION = (1920, 1080)
MIN_SOLDIER_WIDTH = 24
"""The minimum width of a soldier in px, while nobody moves the camera by hand."""

PAGE_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""The script for each page: it returns the state and the places to tap."""


@dataclass
class Evening:
    """The progress and the findings of all matches."""

    browsers: Browsers
    folder: Path
    axe: str
    rng: Random = field(default_factory=lambda: Random(5))
    seen_states: set[tuple[str, str]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def report(self, problem: str) -> None:
        """Print and store a problem, only once."""
        if problem not in self.problems:
            self.problems.append(problem)
            print("  !", problem, flush=True)


@dataclass
class HostProcess:
    """`grenade-salad host` in a process of its own; phones join at `url`."""

    process: subprocess.Popen[str]
    reader: threading.Thread
    url: str

    @property
    def television_url(self) -> str:
        """The address of the television page."""
        return self.url.split("#")[0] + "table"

    def close(self) -> None:
        """End the process."""
        end_process(self.process, self.reader)


def start_host(game: str, folder: str, options: Sequence[str], seats: int = 4) -> HostProcess:
    """Start a table for phones alone, with the command that users have."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-u", "-m", "grenade_salad", "host", game, "--players", str(seats)]
    command += ["--address", "127.0.0.1", "--port", str(port), "--data", folder]
    command += [word for option in options for word in ("--option", option)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if address := re.search(r"http://\S+#\S+", line):
            return HostProcess(process, drain_pipe(process, process.stdout), address[0])
    raise AssertionError("the table told no address")


def open_page(page: Page, url: str) -> None:
    """Open the address and prepare the page to be played."""
    page.open(url)
    page.evaluate(f"(() => {{ {PAGE_SCRIPT}; return 1; }})()")


def sit_down(page: Page, url: str) -> None:
    """Open the page of the seats; guides are turned off."""
    open_page(page, url)
    page.evaluate("(localStorage.setItem('grenade-salad-first', 'all'), 1)")
    page.wait_for("document.querySelectorAll('#seats-to-take button').length", "seats are offered")


def claim_seat(page: Page) -> None:
    """Tap the first seat that is free."""
    x, y = page.evaluate(
        "(() => { const one = document.querySelector('#seats-to-take button'); one.scrollIntoView({ block: 'center' });"
        " const box = one.getBoundingClientRect(); return [box.left + 60, box.top + 20]; })()"
    )
    page.tap(x, y)
    page.wait_for("document.getElementById('me').textContent", "a seat is taken")


def capture_state(evening: Evening, page: Page, game: str, state: str, size: tuple[int, int]) -> None:
    """Save pictures of a state that is new, and check it with axe."""
    if (game, state) in evening.seen_states or page.engine != "chromium" or state in ("connecting", "sent"):
        return
    evening.seen_states.add((game, state))
    if state == "loupe":  # It closes when the page is resized.
        page.save_screenshot(evening.folder / f"{game} {state} {size[0]}x{size[1]}.png")
        run_axe(evening, page, f"{game}, {state}", is_dark=False)
        return
    for width, height in SIZES:
        page.resize(width, height)
        wait_until_settled(page)
        if state == "hand":
            page.evaluate("(document.getElementById('hand').scrollIntoView(), 1)")
        page.save_screenshot(evening.folder / f"{game} {state} {width}x{height}.png")
        if (width, height) in AXE_SIZES:
            for dark in (False, True):
                run_axe(evening, page, f"{game}, {state}, {width}x{height}, {'dark' if dark else 'light'}", dark)
    page.resize(*size)
    wait_until_settled(page)


def wait_until_settled(page: Page) -> None:
    """Wait until everything that a resize starts has ended."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    page.wait_for("!window.GS || !GS.camera || !GS.camera.gliding()")


def run_axe(evening: Evening, page: Page, description: str, is_dark: bool) -> None:
    """Let axe check the page, light or dark."""
    page.prefer_dark(is_dark)
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(f"(() => {{ {evening.axe}; return 1; }})()")
    violations = page.evaluate("hand.axe()")
    for name, nodes in violations:
        evening.report(f"axe: {description}: {name}: {nodes}")
    page.prefer_dark(False)


def play(evening: Evening, game: str, engines: Sequence[Engine]) -> None:
    """Play a match from the first phone at the table to the end."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        host = start_host(game, data, GAMES[game])
        pages: list[Page] = []
        try:
            pages = seat_phones(evening, host, game, engines)
            taps = play_until_over(evening, pages[:4], host, game)
            capture_television(evening, host, game, "end")
            for index, page in enumerate(pages):
                page.save_screenshot(evening.folder / f"{game} the end, page {index} {page.engine}.png")
                report_console(evening, page)
        finally:
            for page in pages:
                page.close()
            host.close()
    played = ", ".join(page.engine for page in pages)
    print(f"{game}: {taps} taps in {time.monotonic() - begun:.0f} s by {played}", flush=True)


def seat_phones(evening: Evening, host: HostProcess, game: str, engines: Sequence[Engine]) -> list[Page]:
    """Seat four phones and open the television page."""
    pages = []
    for engine, size in zip(islice(cycle(engines), 4), PHONES, strict=True):
        page = evening.browsers.open_page(engine, *size)
        pages.append(page)
        sit_down(page, host.url)
        capture_state(evening, page, game, "seat free", size)
        claim_seat(page)
        page.wait_for("GS.sheet.seat > 0 || document.querySelector('#chair-buttons button')")
        capture_state(evening, page, game, page.evaluate("hand.state()"), size)
    television = evening.browsers.open_page(engines[len(pages) % len(engines)], *TELEVISION)
    open_page(television, host.television_url)
    pages.append(television)
    return pages


def capture_television(evening: Evening, host: HostProcess, game: str, when: str) -> None:
    """Save pictures of the television page, on wood and on a clear ground."""
    if "chromium" not in find_engines():
        return
    for ground in ("", "?ground=clear"):
        page = evening.browsers.open_page("chromium", *TELEVISION)
        open_page(page, host.television_url + ground)
        page.wait_for("document.querySelector('#picture svg')", "the table is shown")
        for width, height in SIZES:
            page.resize(width, height)
            description = f"table{ground.replace('?', ' ')} {when} {width}x{height}"
            page.save_screenshot(evening.folder / f"{game} {description}.png")
            for dark in (False, True):
                run_axe(evening, page, f"{game}, {description}, {'dark' if dark else 'light'}", dark)
        report_console(evening, page)
        page.close()


def report_console(evening: Evening, page: Page) -> None:
    """Report everything that a console has complained about."""
    for complaint in page.console_messages():
        evening.report(f"console of {page.engine}: {complaint}")


def play_until_over(evening: Evening, phones: Sequence[Page], host: HostProcess, game: str) -> int:
    """Tap at random until every phone says that the match is over; return the taps."""
    taps, begun, sizes, has_television = 0, time.monotonic(), dict(zip(map(id, phones), PHONES, strict=True)), False
    while True:
        states = []
        for page in phones:
            state = str(page.evaluate("hand.state()"))
            states.append(state)
            capture_state(evening, page, game, state, sizes[id(page)])
            if (width := page.evaluate("hand.width()")) is not None and width < MIN_SOLDIER_WIDTH - 0.1:
                evening.report(f"{game}: {page.engine} draws soldiers {width:.1f} px wide in the state {state}")
            taps += tap_once(evening, page, game, state, sizes[id(page)], taps > TAPS_BEFORE_END)
        if set(states) == {"end"}:
            return taps
        if taps > 20 and not has_television:
            has_television = True
            capture_television(evening, host, game, "in play")
        if time.monotonic() - begun > 900:
            raise AssertionError(f"{game} did not end: {states}")


def tap_once(
    evening: Evening, page: Page, game: str, state: str, size: tuple[int, int], is_ending: bool = False
) -> int:
    """Tap once and return 1, or return 0 if there is nothing to tap.

    With `is_ending` it prefers what ends a game without turns.
    """
    pick = evening.rng.randrange(1000)
    is_new_hand = (
        (game, "hand") not in evening.seen_states and page.engine == "chromium" and state in ("turn", "question")
    )
    if is_new_hand and page.evaluate("!document.getElementById('hand').hidden"):
        page.evaluate("(document.getElementById('turn-over').click(), 1)")
        capture_state(evening, page, game, "hand", size)
        page.evaluate("(GS.hand.cover(), 1)")
    place: Any = page.evaluate(f"hand.touch({pick})") if state in ("turn", "cards", "choosing") and pick % 2 else None
    if page.evaluate("Boolean(GS.sheet && GS.sheet.tools)"):
        place = page.evaluate(f"hand.open({pick}, {str(is_ending).lower()})")
    place = place or page.evaluate(f"GS.sheet ? hand.pick({pick}) : null")
    if place is None:
        return 0
    page.tap(place[0], place[1])
    return 1


def axe_source() -> str:
    """Return the script of axe."""
    import axe_playwright_python  # type: ignore[import-untyped]

    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Play all matches and print the problems."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=Path("phones"), help="where the pictures go")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(find_engines()))
    args = parser.parse_args(argv)
    args.into.mkdir(parents=True, exist_ok=True)
    for engine in ENGINES:
        if engine not in find_engines():
            print(f"{engine} is missing: apt install {DEBIAN_PACKAGES[engine]}")
    browsers = Browsers()
    evening = Evening(browsers, args.into, axe_source())
    try:
        for game in args.games:
            play(evening, game, args.engines)
    finally:
        browsers.close()
    print(f"{len(evening.seen_states)} states, {len(evening.problems)} things to mend")
    for problem in evening.problems:
        print(" ", problem)
    return 1 if evening.problems else 0


if __name__ == "__main__":
    sys.exit(main())
