"""Frames of a match with nine phones that answer, against the same table with nine machines and no server.

The phones are sockets in a process of their own, as they would be.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import mean, median

import aiohttp
import msgspec

from grenade_salad.app.phones.at_window import AtWindow
from grenade_salad.app.shell.app import App
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.table import start
from grenade_salad.app.table.match_scene import MatchScene
from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.match.match import Header
from grenade_salad.match.seats import Controller
from grenade_salad.phone.host import Hosting

SEATS = 9
FRAMES = 900
FRAME = 1 / 60
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hana", "Ivo")


def begin(app: App, seed: int) -> MatchScene:
    """Nine machines at Live Grenade."""
    header = Header("live-grenade", NAMES, LiveGrenadeOptions(decks=2), seed)
    app.push(Scene(app))
    start.begin(app, header, [Controller("bot", "random")] * SEATS)
    assert isinstance(app.scene, MatchScene)
    return app.scene


def open_app() -> App:
    """At 1080p, with nothing that moves slowly."""
    app = App(Path(tempfile.mkdtemp(prefix="bench-")), (1920, 1080))
    app.settings.speed, app.settings.countdown = "fast", 1.0
    return app


def frames(app: App, scene: MatchScene) -> list[float]:
    """Seconds of each of so many drawn frames, at 60 a second; a new match begins when one has ended."""
    found = []
    for count in range(FRAMES):
        if scene.match.state.over and app.scene is not scene:
            app.pop()
            scene = start_again(app, scene, count)
        scene.dirty = True
        begun = time.perf_counter()
        app.frame(FRAME)
        took = time.perf_counter() - begun
        found.append(took)
        time.sleep(max(0.0, FRAME - took))
    return found


def start_again(app: App, scene: MatchScene, seed: int) -> MatchScene:
    """The same people once more."""
    start.begin(app, Header("live-grenade", NAMES, scene.match.header.options, seed), scene.controllers)
    assert isinstance(app.scene, MatchScene)
    return app.scene


def with_phones() -> tuple[list[float], list[float], int]:
    """Seconds of frames; seconds from a tap's arrival to the end of the frame that did it; how many taps."""
    app = open_app()
    hosting = app.phones = Hosting(AtWindow(app))
    hosting.server.start("127.0.0.1", 0)
    scene = begin(app, 1)
    arrived: dict[int, float] = {}
    delays: list[float] = []
    tell = hosting.server.lobby.tell
    hosting.server.lobby.tell = lambda news: (arrived.setdefault(id(news), time.perf_counter()), tell(news))[1]  # type: ignore[method-assign, assignment]
    hear = hosting._hear

    def heard(news: object) -> None:
        if id(news) in arrived:
            delays.append(time.perf_counter() - arrived.pop(id(news)))
        hear(news)

    hosting._hear = heard  # type: ignore[method-assign]
    client = subprocess.Popen([sys.executable, "-m", "tools.bench.phones", str(hosting.server.port)])
    try:
        while len(hosting.here) < SEATS:
            for wish in list(hosting.wishes.values()):
                hosting.admit(wish)
            app.frame(FRAME)
            time.sleep(FRAME)
        delays.clear()
        found = frames(app, scene)
        return found, delays, len(delays)
    finally:
        client.terminate()
        client.wait()
        app.close()


def run() -> None:
    """Print both, and how they compare."""
    app = open_app()
    without = frames(app, begin(app, 1))
    app.close()
    phones, delays, taps = with_phones()
    for words, found in (("nine machines", without), ("nine phones", phones)):
        late = sorted(found)[int(len(found) * 0.99)] * 1e3
        print(f"{words:14} mean {mean(found) * 1e3:6.2f} ms, median {median(found) * 1e3:6.2f}, 99 % {late:6.2f}")
    print(f"frames with phones take {mean(phones) / mean(without):.2f} of those without; they should take 1.2 at most")
    print(f"{taps} taps were taken up after {max(delays) * 1e3:.1f} ms at most: a frame is {FRAME * 1e3:.1f} ms")


# the other process


async def play(port: int, seat: int) -> None:
    """Take a seat and do anything, soon after it is asked for."""
    rng = Random(seat)
    async with aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{port}"
        async with session.ws_connect(f"{url}/socket", headers={"Origin": url}, max_msg_size=0) as phone:
            await phone.send_json({"say": "hello", "token": None})
            await phone.send_json({"say": "claim", "seat": seat})
            async for message in phone:
                sheet = msgspec.json.decode(message.data)
                if sheet.get("choices"):
                    await asyncio.sleep(rng.random() * 0.2)
                    line = rng.choice(sheet["choices"])["line"]
                    await phone.send_json({"say": "act", "moment": sheet["moment"], "action": line})


async def everybody(port: int) -> None:
    """Nine phones."""
    await asyncio.gather(*(play(port, seat) for seat in range(SEATS)), return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(everybody(int(sys.argv[1])))
