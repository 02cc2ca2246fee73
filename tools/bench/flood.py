"""What a flood of wishes costs the window's frames, and how many bytes a phone is sent for each change.

python -m tools.bench.flood
"""

from __future__ import annotations

import asyncio
import json
import secrets
import tempfile
import threading
import time
import zlib
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from grenade_salad.app.match import start_match
from grenade_salad.app.match.controller import MatchScene
from grenade_salad.app.phones.phones_scene import PhonesScene
from grenade_salad.app.phones.window_host import AtWindow
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from grenade_salad.web.host import Hosting

NAMES = ("Ann", "Bo", "Cy")
FRAME = 1 / 60
FRAMES = 600


def at(values: list[float], share: float) -> float:
    """The value at a share of all, from small to large."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def table(name: str) -> tuple[App, MatchScene, Hosting]:
    """A match at the screen, with phones on this machine's own loop."""
    app = App(Path(tempfile.mkdtemp(prefix="bench-")), (1280, 720))
    app.settings.speed, app.settings.countdown = "off", 1.0
    hosting = app.phones = Hosting(AtWindow(app))
    hosting.server.start("127.0.0.1", 0)
    app.push(Scene(app))
    start_match.begin(app, Header(name, NAMES, registry.load(name).options(), 1), [Controller()] * len(NAMES))
    assert isinstance(app.scene, MatchScene)
    return app, app.scene, hosting


async def ask(port: int, stop: threading.Event) -> None:
    """Strangers from sixteen addresses of this machine ask for seats and withdraw, as fast as they may."""

    async def stranger(number: int) -> None:
        connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{number + 2}", 0))
        async with aiohttp.ClientSession(connector=connector) as session:
            while not stop.is_set():
                url = f"http://127.0.0.1:{port}"
                try:
                    async with session.ws_connect(f"{url}/socket", headers={"Origin": url}) as phone:
                        await phone.send_json({"say": "hello", "page": secrets.token_hex(16)})
                        for turn in range(60):
                            wish = {"say": "claim", "id": turn + 1, "seat": turn % 3, "name": f"Eve {number}"}
                            await phone.send_json(wish if turn % 2 else {"say": "leave", "id": turn + 1})
                            await asyncio.sleep(0.05)
                except (aiohttp.ClientError, OSError):
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(stranger(number) for number in range(16)))


def frames(on_page: bool, flooded: bool) -> list[float]:
    """Seconds of this thread that each frame took, at the table or on the page for phones."""
    app, _, hosting = table("live-grenade")
    if on_page:
        app.push(PhonesScene(app, hosting))
    stop = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(ask(hosting.server.port, stop)))
    if flooded:
        thread.start()
    took: list[float] = []
    for _ in range(FRAMES):
        begun, worked = time.perf_counter(), time.thread_time()
        app.frame(FRAME)
        took.append(time.thread_time() - worked)
        time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
    stop.set()
    if flooded:
        thread.join()
        print(f"   ({sum(hosting.counts().values())} wishes were refused)")
    app.close()
    return took[60:]


async def listen(port: int, seat: int, rng: Random, found: list[tuple[int, int]]) -> None:
    """A phone that plays at random, until the table is closed: what each sheet weighs, plain and as it is sent."""
    url = f"http://127.0.0.1:{port}"
    packer = zlib.compressobj(wbits=-15)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url}/socket", headers={"Origin": url}) as phone,
    ):
        await phone.send_json({"say": "hello", "page": secrets.token_hex(16)})
        asked, ids = False, count(1)
        async for received in phone:
            message = json.loads(received.data)
            if message["kind"] == "beat":
                await phone.send_json({"say": "beat"})
            if message["kind"] != "table":
                continue
            if not asked:
                asked = True
                await phone.send_json({"say": "claim", "id": next(ids), "seat": seat})
            plain = received.data.encode()
            found.append((len(plain), len(packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)) - 4))
            if message.get("choices"):
                await phone.send_json(
                    {"say": "act", "id": next(ids), "moment": message["moment"], "action": decided(message, rng)}
                )


def decided(sheet: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Anything that the sheet offers, at a point near the middle."""
    choice = rng.choice(sheet["choices"])
    spots = {"to": [rng.uniform(200, 400), rng.uniform(150, 250)], "at": [300, 200], "angle": 0.5, "height": 100.0}
    return {**choice["line"], **{part: spots[part] for part in choice["needs"]}}


def sheets(name: str) -> list[tuple[int, int]]:
    """What the sheets of three phones weighed in a while."""
    app, scene, hosting = table(name)
    found: list[tuple[int, int]] = []

    async def all_of_them() -> None:
        await asyncio.gather(*(listen(hosting.server.port, seat, Random(seat), found) for seat in range(3)))

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    end = time.monotonic() + 25
    while time.monotonic() < end and not scene.match.state.is_over:
        for wish in list(hosting.wishes.values()):
            hosting.admit(wish)
        app.frame(FRAME)
        time.sleep(0.002)
    app.close()
    thread.join()
    return found


def run() -> None:
    """Print all of it."""
    for where, on_page in (("at the table", False), ("on the page for phones", True)):
        calm, flooded = frames(on_page, flooded=False), frames(on_page, flooded=True)
        words = f"{at(calm, 0.95) * 1e3:.2f} ms, in a flood of wishes {at(flooded, 0.95) * 1e3:.2f}"
        print(f"95 % of frames {where}: {words}")
    for name in registry.names():
        found = sheets(name)
        plain, sent = [float(one) for one, _ in found], [float(one) for _, one in found]
        words = f"median {at(plain, 0.5):.0f} bytes, most {max(plain):.0f}"
        print(
            f"{name}: {len(found)} sheets: {words}; on the line median {at(sent, 0.5):.0f}, 95 % {at(sent, 0.95):.0f}"
        )


if __name__ == "__main__":
    run()
