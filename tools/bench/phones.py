"""From a tap to everybody's new sheet, at a table of 2, 8 and 12 phones: processor time of the host, and bytes.

The phones are sockets in a process of their own, as they would be; the host is `HeadlessTable`, which `grenade-salad
host` runs. Each tap is timed from its arrival to the moment at which the sheets that it led to are handed to the
sockets; seconds are those of the host's process, so that a busy machine does not count.
"""

from __future__ import annotations

import asyncio
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean

import aiohttp
import msgspec

from grenade_salad.games.live_grenade.options import LiveGrenadeOptions
from grenade_salad.journal.journal import open_journal
from grenade_salad.sheets.compose import Snapshot
from grenade_salad.web.addresses import Address
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import Decision

TABLES = (2, 8, 12)
TAPS = 150
"""That are timed at each table."""
GOAL = 0.1
"""Seconds of the host's processors from a tap to its sheets, 95 of 100 times."""
MAX_SECONDS = 90.0
"""Seconds by the clock after which a table is given up, however few taps there were."""
_STEP = 1 / 30


@dataclass
class Taps:
    """What was measured: seconds of the processors from each tap to its sheets; bytes of each sheet."""

    waiting: list[tuple[int, float]] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def percentile_95(self) -> float:
        """The seconds that 95 of 100 taps took at most."""
        return sorted(self.durations)[int(len(self.durations) * 0.95)] if self.durations else float("inf")


def _watch_taps(hosting: PhoneHost, taps: Taps) -> None:
    """Note when decisions arrive and when the sheets after them have been handed out. In the server's thread."""
    lobby = hosting.server.connections
    tell, post = lobby.tell, lobby.post

    def record_decision(news: object) -> None:
        if isinstance(news, Decision):
            taps.waiting.append((news.moment, time.process_time()))
        tell(news)  # type: ignore[arg-type]

    def record_sheets(snapshot: Snapshot) -> None:
        post(snapshot)
        moment = snapshot.moment
        finished = time.process_time()
        taps.durations += [finished - begun for tap_moment, begun in taps.waiting if tap_moment < moment]
        taps.waiting = [tap for tap in taps.waiting if tap[0] >= moment]

    def publish(snapshot: Snapshot) -> None:
        taps.sizes += [len(sheet.encode()) for (seat, _), sheet in snapshot.sheets.items() if seat is not None]
        original_publish(snapshot)

    original_publish = hosting.server.publish
    lobby.tell, lobby.post = record_decision, record_sheets  # type: ignore[method-assign, assignment]
    hosting.server.publish = publish  # type: ignore[method-assign, assignment]


def measure_table(phones: int) -> Taps:
    """Play until enough taps were timed, or the time is up."""
    taps = Taps()
    with tempfile.TemporaryDirectory() as folder, open_journal(Path(folder)) as journal:
        table = HeadlessTable("live-grenade", phones, LiveGrenadeOptions().for_seats(phones), journal, lambda _: None)
        hosting = table.hosting = PhoneHost(table)
        hosting.needs_admission = False
        hosting.start([Address("127.0.0.1", "")], 0)
        code, address = hosting.server.connections.code, f"127.0.0.1:{hosting.server.port}"
        client = subprocess.Popen([sys.executable, "-m", "tools.bench.phones", address, code, str(phones)])
        try:
            _play_matches(table, taps, phones)
        finally:
            client.terminate()
            client.wait()
            hosting.close()
            table.close()
    return taps


def _play_matches(table: HeadlessTable, taps: Taps, phones: int) -> None:
    end = time.monotonic() + MAX_SECONDS
    while len(taps.durations) < TAPS and time.monotonic() < end:
        if len(table.hosting.connected) == phones and table.can_begin():
            if not taps.sizes:
                _watch_taps(table.hosting, taps)
            table.begin()
            assert table.session is not None
        table.step(_STEP)
        time.sleep(_STEP / 3)


def run() -> None:
    """Print a line for each table, with its verdict."""
    for phones in TABLES:
        taps = measure_table(phones)
        if len(taps.durations) < TAPS:
            print(f"{phones:2} phones: only {len(taps.durations)} taps within {MAX_SECONDS:.0f} s")
            continue
        percentile_95, sizes = taps.percentile_95(), sorted(taps.sizes)
        verdict = "good" if percentile_95 < GOAL else "TOO SLOW"
        print(
            f"{phones:2} phones: tap to sheets {mean(taps.durations) * 1e3:5.1f} ms of the processors in the mean, "
            f"95 % within {percentile_95 * 1e3:5.1f} (goal {GOAL * 1e3:.0f}): {verdict}; "
            f"a sheet has {mean(sizes):,.0f} bytes, the largest {sizes[-1]:,}"
        )


# the other process


async def play_phone(address: str, code: str, seat: int) -> None:
    """Wait until the seat is offered, take it, and do anything soon after it is asked for."""
    rng, sent, ids = Random(seat), Counter[int](), count(1)
    connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{seat + 2}", 0))  # one address may not ask for so many seats
    async with aiohttp.ClientSession(connector=connector) as session:
        url = f"http://{address}"
        async with session.ws_connect(f"{url}/socket", headers={"Origin": url}, max_msg_size=0) as phone:
            await phone.send_json({"say": "hello", "page": secrets.token_hex(16), "token": None})
            async for message in phone:
                sheet = msgspec.json.decode(message.data)
                if sheet["kind"] == "beat":
                    await phone.send_json({"say": "beat"})
                elif sheet["kind"] == "table" and sheet["seat"] is None and not sent[-1]:
                    sent[-1] += 1
                    await phone.send_json({"say": "claim", "id": next(ids), "seat": seat, "code": code})
                elif sheet.get("choices") and not sent[sheet["moment"]]:
                    sent[sheet["moment"]] += 1
                    await asyncio.sleep(rng.random() * 0.05)
                    line = rng.choice(sheet["choices"])["line"]
                    await phone.send_json({"say": "act", "id": next(ids), "moment": sheet["moment"], "action": line})


async def play_all_phones(address: str, code: str, phones: int) -> None:
    """All phones of a table."""
    await asyncio.gather(*(play_phone(address, code, seat) for seat in range(phones)), return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(play_all_phones(sys.argv[1], sys.argv[2], int(sys.argv[3])))
