"""Phones and a television play the four games by touch, in every engine that is here, and their states are looked at.

    python -m tools.play_phones [--into FOLDER] [--games GAME ...] [--engines ENGINE ...]

A table of `grenade-salad host` has four phones, the engines in turn, and a page for onlookers. They play whole matches
by real taps on what the pages offer. Each state that a page of Chromium comes to is kept as pictures at four sizes; axe
reads it at three sizes, light and dark. At the end all that a console complained of, all that axe found serious, and
the engines that are missing are named; the exit status says whether there was anything.
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

from tools.browsers import ENGINES, NEEDS, Browsers, Engine, Page, drained, end, found

GAMES = {"grenade-salad": ("turn_limit=12",), "live-grenade": (), "wheel": (), "open-table": ()}
FINISH = 80
"""Taps after which a game that ends on somebody's word is ended."""
PHONES = ((360, 740), (360, 740), (740, 360), (820, 1180))
SIZES = ((360, 740), (740, 360), (820, 1180), (1920, 1080))
READ = SIZES[:3]
"""The sizes at which axe reads."""
TELEVISION = (1920, 1080)
LEAST = 24
"""How many px wide a soldier is drawn at least, where nobody looks by hand."""

HAND = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
"""What is put into each page: its state, and where one taps."""


@dataclass
class Evening:
    """What is found on the way."""

    browsers: Browsers
    folder: Path
    axe: str
    rng: Random = field(default_factory=lambda: Random(5))
    seen: set[tuple[str, str]] = field(default_factory=set)
    found: list[str] = field(default_factory=list)

    def trouble(self, words: str) -> None:
        """Something to mend, told once."""
        if words not in self.found:
            self.found.append(words)
            print("  !", words, flush=True)


@dataclass
class Table:
    """`grenade-salad host` in a process of its own; `url` is where phones are let in."""

    process: subprocess.Popen[str]
    reader: threading.Thread
    url: str

    @property
    def onlookers(self) -> str:
        """The page of a television."""
        return self.url.split("#")[0] + "table"

    def close(self) -> None:
        """End it."""
        end(self.process, self.reader)


def host(game: str, folder: str, options: Sequence[str], seats: int = 4) -> Table:
    """A table for phones alone, as anybody begins one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-u", "-m", "grenade_salad", "host", game, "--players", str(seats)]
    command += ["--address", "127.0.0.1", "--port", str(port), "--data", folder]
    command += [word for option in options for word in ("--option", option)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if told := re.search(r"http://\S+#\S+", line):
            return Table(process, drained(process, process.stdout), told[0])
    raise AssertionError("the table told no address")


def show(page: Page, url: str) -> None:
    """Go there, ready to be played."""
    page.open(url)
    page.ask(f"(() => {{ {HAND}; return 1; }})()")


def sit_down(page: Page, url: str) -> None:
    """Take the first free seat; guides are known already."""
    show(page, url)
    page.ask("(localStorage.setItem('grenade-salad-first', 'all'), 1)")
    page.until("document.querySelectorAll('#seats-to-take button').length", "seats are offered")


def claim(page: Page) -> None:
    """Tap the first seat that is free."""
    x, y = page.ask(
        "(() => { const one = document.querySelector('#seats-to-take button'); one.scrollIntoView({ block: 'center' });"
        " const box = one.getBoundingClientRect(); return [box.left + 60, box.top + 20]; })()"
    )
    page.tap(x, y)
    page.until("document.getElementById('me').textContent", "a seat is taken")


def look(evening: Evening, page: Page, game: str, state: str, size: tuple[int, int]) -> None:
    """Pictures of a state that was not met before, and what axe says of it."""
    if (game, state) in evening.seen or page.engine != "chromium" or state in ("connecting", "sent"):
        return
    evening.seen.add((game, state))
    if state == "loupe":  # It closes when the page gets another size.
        page.picture(evening.folder / f"{game} {state} {size[0]}x{size[1]}.png")
        read(evening, page, f"{game}, {state}", dark=False)
        return
    for wide, high in SIZES:
        page.resize(wide, high)
        settled(page)
        if state == "hand":
            page.ask("(document.getElementById('hand').scrollIntoView(), 1)")
        page.picture(evening.folder / f"{game} {state} {wide}x{high}.png")
        if (wide, high) in READ:
            for dark in (False, True):
                read(evening, page, f"{game}, {state}, {wide}x{high}, {'dark' if dark else 'light'}", dark)
    page.resize(*size)
    settled(page)


def settled(page: Page) -> None:
    """What a new size sets going has come to its end."""
    page.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    page.until("!window.GS || !GS.eye || !GS.eye.gliding()")


def read(evening: Evening, page: Page, where: str, dark: bool) -> None:
    """Let axe read the page, light or dark."""
    page.dark(dark)
    if not page.ask("Boolean(window.axe)"):
        page.ask(f"(() => {{ {evening.axe}; return 1; }})()")
    found = page.ask("hand.axe()")
    for name, nodes in found:
        evening.trouble(f"axe: {where}: {name}: {nodes}")
    page.dark(False)


def play(evening: Evening, game: str, engines: Sequence[Engine]) -> None:
    """A match from the first phone at the table to its end."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        table = host(game, data, GAMES[game])
        pages: list[Page] = []
        try:
            pages = gather(evening, table, game, engines)
            taps = until_over(evening, pages[:4], table, game)
            onlook(evening, table, game, "end")
            for number, page in enumerate(pages):
                page.picture(evening.folder / f"{game} the end, page {number} {page.engine}.png")
                complain(evening, page)
        finally:
            for page in pages:
                page.close()
            table.close()
    played = ", ".join(page.engine for page in pages)
    print(f"{game}: {taps} taps in {time.monotonic() - begun:.0f} s by {played}", flush=True)


def gather(evening: Evening, table: Table, game: str, engines: Sequence[Engine]) -> list[Page]:
    """Four phones that sit down, and the television."""
    pages = []
    for engine, size in zip(islice(cycle(engines), 4), PHONES, strict=True):
        page = evening.browsers.open_page(engine, *size)
        pages.append(page)
        sit_down(page, table.url)
        look(evening, page, game, "seat free", size)
        claim(page)
        page.until("GS.sheet.seat > 0 || document.querySelector('#chair-buttons button')")
        look(evening, page, game, page.ask("hand.state()"), size)
    television = evening.browsers.open_page(engines[len(pages) % len(engines)], *TELEVISION)
    show(television, table.onlookers)
    pages.append(television)
    return pages


def onlook(evening: Evening, table: Table, game: str, when: str) -> None:
    """The table for onlookers at this moment, on wood and over any picture."""
    if "chromium" not in found():
        return
    for ground in ("", "?ground=clear"):
        page = evening.browsers.open_page("chromium", *TELEVISION)
        show(page, table.onlookers + ground)
        page.until("document.querySelector('#picture svg')", "the table is shown")
        for wide, high in SIZES:
            page.resize(wide, high)
            where = f"table{ground.replace('?', ' ')} {when} {wide}x{high}"
            page.picture(evening.folder / f"{game} {where}.png")
            for dark in (False, True):
                read(evening, page, f"{game}, {where}, {'dark' if dark else 'light'}", dark)
        complain(evening, page)
        page.close()


def complain(evening: Evening, page: Page) -> None:
    """What a console has said is to be mended."""
    for words in page.complaints():
        evening.trouble(f"console of {page.engine}: {words}")


def until_over(evening: Evening, phones: Sequence[Page], table: Table, game: str) -> int:
    """Taps by chance, until every phone says that the match is over; how many."""
    taps, begun, sizes, watched = 0, time.monotonic(), dict(zip(map(id, phones), PHONES, strict=True)), False
    while True:
        states = []
        for page in phones:
            state = str(page.ask("hand.state()"))
            states.append(state)
            look(evening, page, game, state, sizes[id(page)])
            if (width := page.ask("hand.width()")) is not None and width < LEAST - 0.1:
                evening.trouble(f"{game}: {page.engine} draws soldiers {width:.1f} px wide in the state {state}")
            taps += step(evening, page, game, state, sizes[id(page)], taps > FINISH)
        if set(states) == {"end"}:
            return taps
        if taps > 20 and not watched:
            watched = True
            onlook(evening, table, game, "in play")
        if time.monotonic() - begun > 900:
            raise AssertionError(f"{game} did not end: {states}")


def step(evening: Evening, page: Page, game: str, state: str, size: tuple[int, int], ending: bool = False) -> int:
    """One tap, if there is something to tap; with `ending` what comes nearer to the end of a game without turns."""
    pick = evening.rng.randrange(1000)
    new = (game, "hand") not in evening.seen and page.engine == "chromium" and state in ("turn", "question")
    if new and page.ask("!document.getElementById('hand').hidden"):
        page.ask("(document.getElementById('turn-over').click(), 1)")
        look(evening, page, game, "hand", size)
        page.ask("(GS.hand.cover(), 1)")
    place: Any = page.ask(f"hand.touch({pick})") if state in ("turn", "cards", "choosing") and pick % 2 else None
    if page.ask("Boolean(GS.sheet && GS.sheet.tools)"):
        place = page.ask(f"hand.open({pick}, {str(ending).lower()})")
    place = place or page.ask(f"GS.sheet ? hand.pick({pick}) : null")
    if place is None:
        return 0
    page.tap(place[0], place[1])
    return 1


def axe_source() -> str:
    """The script of axe."""
    import axe_playwright_python  # type: ignore[import-untyped]

    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Play them all, and tell."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=Path("phones"), help="where the pictures go")
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(found()))
    args = parser.parse_args(words)
    args.into.mkdir(parents=True, exist_ok=True)
    for engine in ENGINES:
        if engine not in found():
            print(f"{engine} is missing: apt install {NEEDS[engine]}")
    browsers = Browsers()
    evening = Evening(browsers, args.into, axe_source())
    try:
        for game in args.games:
            play(evening, game, args.engines)
    finally:
        browsers.close()
    print(f"{len(evening.seen)} states, {len(evening.found)} things to mend")
    for words in evening.found:
        print(" ", words)
    return 1 if evening.found else 0


if __name__ == "__main__":
    sys.exit(main())
