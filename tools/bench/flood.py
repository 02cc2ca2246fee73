"""Costs of a flood of seat requests in the window's frames, and sizes of sheets.

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
from grenade_salad.app.phones.window_host import WindowHost
from grenade_salad.app.shell.scene import Scene
from grenade_salad.app.window.application import App
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from grenade_salad.web.host import PhoneHost

NAMES = ("Ann", "Bo", "Cy")
FRAME = 1 / 60
FRAMES = 600


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of all values is."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def open_match(name: str) -> tuple[App, MatchScene, PhoneHost]:
    """Open a match at the screen, with phones on this machine's own loop."""
    app = App(Path(tempfile.mkdtemp(prefix="bench-")), (1280, 720))
    app.settings.speed, app.settings.countdown = "off", 1.0
    host = app.phones = PhoneHost(WindowHost(app))
    host.server.start("127.0.0.1", 0)
    app.push(Scene(app))
    start_match.begin(app, Header(name, NAMES, registry.load(name).options(), 1), [Controller()] * len(NAMES))
    assert isinstance(app.scene, MatchScene)
    return app, app.scene, host


async def flood_with_requests(port: int, stop: threading.Event) -> None:
    """Let strangers from sixteen local addresses ask for seats and withdraw.

    They do so as fast as they may.
    """

    async def stranger(index: int) -> None:
        connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{index + 2}", 0))
        async with aiohttp.ClientSession(connector=connector) as session:
            while not stop.is_set():
                url = f"http://127.0.0.1:{port}"
                try:
                    async with session.ws_connect(f"{url}/socket", headers={"Origin": url}) as phone:
                        await phone.send_json({"say": "hello", "page": secrets.token_hex(16)})
                        for turn in range(60):
                            request = {"say": "claim", "id": turn + 1, "seat": turn % 3, "name": f"Eve {index}"}
                            await phone.send_json(request if turn % 2 else {"say": "leave", "id": turn + 1})
                            await asyncio.sleep(0.05)
                except (aiohttp.ClientError, OSError):
                    await asyncio.sleep(0.05)

    await asyncio.gather(*(stranger(stranger_index) for stranger_index in range(16)))


def measure_frames(on_page: bool, flooded: bool) -> list[float]:
    """Return the thread's seconds for each frame, at the table or the phones' page."""
    app, _, host = open_match("live-grenade")
    if on_page:
        app.push(PhonesScene(app, host))
    stop = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(flood_with_requests(host.server.port, stop)))
    if flooded:
        thread.start()
    took: list[float] = []
    for _ in range(FRAMES):
        begun, thread_begun = time.perf_counter(), time.thread_time()
        app.frame(FRAME)
        took.append(time.thread_time() - thread_begun)
        time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
    stop.set()
    if flooded:
        thread.join()
        print(f"   ({sum(host.refusal_counts().values())} wishes were refused)")
    app.close()
    return took[60:]


async def play_on_phone(port: int, seat: int, rng: Random, sizes: list[tuple[int, int]]) -> None:
    """Play at random as a phone until the table is closed; note sizes of sheets.

    A size is in bytes, plain and as it is sent.
    """
    url = f"http://127.0.0.1:{port}"
    packer = zlib.compressobj(wbits=-15)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url}/socket", headers={"Origin": url}) as phone,
    ):
        await phone.send_json({"say": "hello", "page": secrets.token_hex(16)})
        has_asked, ids = False, count(1)
        async for received in phone:
            message = json.loads(received.data)
            if message["kind"] == "beat":
                await phone.send_json({"say": "beat"})
            if message["kind"] != "table":
                continue
            if not has_asked:
                has_asked = True
                await phone.send_json({"say": "claim", "id": next(ids), "seat": seat})
            plain = received.data.encode()
            sizes.append((len(plain), len(packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH)) - 4))
            if message.get("choices"):
                await phone.send_json(
                    {"say": "act", "id": next(ids), "moment": message["moment"], "action": choose_action(message, rng)}
                )


def choose_action(sheet: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Choose any action that the sheet offers, at a point near the middle."""
    choice = rng.choice(sheet["choices"])
    spots = {"to": [rng.uniform(200, 400), rng.uniform(150, 250)], "at": [300, 200], "angle": 0.5, "height": 100.0}
    return {**choice["line"], **{part: spots[part] for part in choice["needs"]}}


def measure_sheets(name: str) -> list[tuple[int, int]]:
    """Return the sizes of the sheets of three phones during a while."""
    app, scene, host = open_match(name)
    sizes: list[tuple[int, int]] = []

    async def all_of_them() -> None:
        await asyncio.gather(*(play_on_phone(host.server.port, seat, Random(seat), sizes) for seat in range(3)))

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    end = time.monotonic() + 25
    while time.monotonic() < end and not scene.match.state.is_over:
        for request in list(host.requests.values()):
            host.admit(request)
        app.frame(FRAME)
        time.sleep(0.002)
    app.close()
    thread.join()
    return sizes


def run() -> None:
    """Print all figures."""
    for place, on_page in (("at the table", False), ("on the page for phones", True)):
        calm, flooded = measure_frames(on_page, flooded=False), measure_frames(on_page, flooded=True)
        words = f"{quantile(calm, 0.95) * 1e3:.2f} ms, in a flood of wishes {quantile(flooded, 0.95) * 1e3:.2f}"
        print(f"95 % of frames {place}: {words}")
    for name in registry.names():
        sizes = measure_sheets(name)
        plain, sent = [float(size) for size, _ in sizes], [float(size) for _, size in sizes]
        words = f"median {quantile(plain, 0.5):.0f} bytes, most {max(plain):.0f}"
        line = f"median {quantile(sent, 0.5):.0f}, 95 % {quantile(sent, 0.95):.0f}"
        print(f"{name}: {len(sizes)} sheets: {words}; on the line {line}")


if __name__ == "__main__":
    run()
