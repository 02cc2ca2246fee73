"""From a tap to all new sheets: processor time of the host, and bytes.

Measured at tables of 2, 8 and 12 phones. The phones are sockets in a process of their own; the host is
`HeadlessTable`, which `grenade-salad host` runs. Each tap is timed from its arrival until the sheets that follow are
handed to the sockets. Seconds are processor time of the host's process, so that a busy machine does not count.
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
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.sheets.compose import Snapshot
from grenade_salad.web.addresses import Address
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.host import PhoneHost
from grenade_salad.web.protocol import Decision
from grenade_salad.web.socket_server import SocketServer
from tools.bench.figures import percentile

TABLES = (2, 8, 12)
TAPS = 150
"""Number of taps that are timed at each table."""
MAX_SECONDS_TO_SHEETS = 0.1
"""Maximum seconds of processor time from a tap to its sheets, in 95 of 100 cases."""
MAX_SECONDS = 90.0
"""Seconds by the clock after which a table ends, even with too few taps."""
_STEP = 1 / 30
"""Seconds of a step of the host, as in `grenade-salad host`."""


@dataclass
class Taps:
    """Measurements of one table."""

    waiting: list[tuple[int, float]] = field(default_factory=list)
    """Taps without sheets so far: the moment and the processor time of each."""
    durations: list[float] = field(default_factory=list)
    """Seconds of processor time from each tap to its sheets."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of each sheet."""


def _watch_taps(server: SocketServer, taps: Taps) -> None:
    """Note when decisions arrive and when their sheets are handed out.

    The replaced methods run in the server's thread.
    """
    connections = server.connections
    tell, send_sheets = connections.tell, connections.publish

    def record_decision(news: object) -> None:
        if isinstance(news, Decision):
            taps.waiting.append((news.moment, time.process_time()))
        tell(news)  # type: ignore[arg-type]

    def record_sheets(snapshot: Snapshot) -> None:
        send_sheets(snapshot)
        moment = snapshot.moment
        finished = time.process_time()
        taps.durations += [finished - begun for tap_moment, begun in taps.waiting if tap_moment < moment]
        taps.waiting = [tap for tap in taps.waiting if tap[0] >= moment]

    def publish(snapshot: Snapshot) -> None:
        taps.sizes += [len(sheet.encode()) for (seat, _), sheet in snapshot.sheets.items() if seat is not None]
        original_publish(snapshot)

    original_publish = server.publish
    connections.tell, connections.publish = record_decision, record_sheets  # type: ignore[method-assign]
    server.publish = publish  # type: ignore[method-assign]


def measure_table(phones: int) -> Taps:
    """Play until enough taps are timed or the time is up."""
    taps = Taps()
    with tempfile.TemporaryDirectory() as folder, open_journal(Path(folder)) as journal:
        table = HeadlessTable(
            "live-grenade",
            phones,
            LiveGrenadeOptions().for_seats(phones),
            journal,
            lambda _: None,
            worker=ImmediateExecutor,
            thinker=ImmediateExecutor,
        )
        server = SocketServer(addresses=[Address("127.0.0.1", "")], port=0)
        hosting = table.hosting = PhoneHost(table, server)
        hosting.needs_admission = False
        hosting.start()
        code, address = server.connections.code, server.origin
        client = subprocess.Popen([sys.executable, "-m", "tools.bench.phones", address, code, str(phones)])
        try:
            _play_matches(table, server, taps, phones)
        finally:
            client.terminate()
            client.wait()
            hosting.close()
            table.close()
    return taps


def _play_matches(table: HeadlessTable, server: SocketServer, taps: Taps, phones: int) -> None:
    end = time.monotonic() + MAX_SECONDS
    while len(taps.durations) < TAPS and time.monotonic() < end:
        if len(table.hosting.connected) == phones and table.can_begin():
            if not taps.sizes:
                _watch_taps(server, taps)
            table.begin()
            assert table.session is not None
        table.step(_STEP)
        time.sleep(_STEP / 3)


def run() -> None:
    """Print a line with the verdict for each table."""
    for phones in TABLES:
        taps = measure_table(phones)
        if len(taps.durations) < TAPS:
            print(f"{phones:2} phones: only {len(taps.durations)} taps within {MAX_SECONDS:.0f} s")
            continue
        percentile_95 = percentile(taps.durations, 0.95)
        verdict = "good" if percentile_95 < MAX_SECONDS_TO_SHEETS else "TOO SLOW"
        print(
            f"{phones:2} phones: tap to sheets {mean(taps.durations) * 1e3:5.1f} ms of the processors in the mean, "
            f"95 % within {percentile_95 * 1e3:5.1f} (goal {MAX_SECONDS_TO_SHEETS * 1e3:.0f}): {verdict}; "
            f"a sheet has {mean(taps.sizes):,.0f} bytes, the largest {max(taps.sizes):,}"
        )


# The other process: the phones.


async def play_phone(address: str, code: str, seat: int) -> None:
    """Claim the seat once it is offered, then answer with random choices."""
    rng, sent, ids = Random(seat), Counter[int](), count(1)
    connector = aiohttp.TCPConnector(
        local_addr=(f"127.0.0.{seat + 2}", 0)
    )  # The server limits the seats that one address may request.
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
    """Play all phones of a table."""
    await asyncio.gather(*(play_phone(address, code, seat) for seat in range(phones)), return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(play_all_phones(sys.argv[1], sys.argv[2], int(sys.argv[3])))
