"""The host of a match without a network: its phones are in memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from grenade_salad.games import with_turns
from grenade_salad.journal.journal import open_journal
from grenade_salad.match import seeds
from grenade_salad.session.phases import Over
from grenade_salad.web import connections
from tests.marks import slow_but
from tests.web.memory_server import STEP, MemoryPhone, MemoryTable, open_memory_table
from tests.web.playing import Player

MAX_STEPS = 20_000


@pytest.fixture
def name() -> str:
    return "live-grenade"


@pytest.fixture
def memory(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryTable]:
    monkeypatch.setattr(seeds, "draw_seed", lambda: 7)
    with open_journal(tmp_path) as journal:
        table = open_memory_table(name, journal)
        yield table
        table.table.close()


@pytest.mark.parametrize("name", slow_but(["live-grenade", "wheel"], with_turns()))
def test_whole_match_is_played_without_a_network(memory: MemoryTable, name: str) -> None:
    threads = threading.active_count()
    players = [Player(memory.seat_phone(seat), Random(seat)) for seat in range(3)]
    players[0].phone.say(say="chair", do="begin")
    for _ in range(MAX_STEPS):
        memory.step()
        for player in players:
            player.move()
        if memory.table.session is not None and isinstance(memory.table.session.phase, Over):
            break
    memory.step()
    assert all(player.phone.sheet["over"] for player in players)
    assert all(player.phone.got("seen") for player in players), "previews are answered"
    assert threading.active_count() == threads
    memory.table.hosting.close()
    assert [player.phone.closed for player in players] == [4002, 4002, 4002]


def test_silent_page_sleeps_until_its_next_message(memory: MemoryTable) -> None:
    ann, bo = memory.seat_phone(0), memory.seat_phone(1)
    bo.is_asleep = True
    memory.step(connections._SLEEPS_AFTER - connections.BEAT_SECONDS)
    memory.step()
    assert ann.sheet["seats"][1]["here"]
    memory.step(2 * connections.BEAT_SECONDS)
    assert not ann.sheet["seats"][1]["here"]
    bo.send('{"say": "beat"}')
    memory.step()
    assert ann.sheet["seats"][1]["here"]


def test_page_without_a_greeting_is_ended(memory: MemoryTable) -> None:
    phone = MemoryPhone(memory.server, greets=False)
    memory.step(connections._GREETING_LIMIT)
    assert phone.closed == 1006
    assert memory.server.refusal_counts() == {"silent": 1}


def test_request_of_a_closed_page_waits_for_its_reload(memory: MemoryTable) -> None:
    memory.table.hosting.needs_admission = True
    phone = MemoryPhone(memory.server)
    memory.step()
    phone.say(say="claim", seat=1)
    memory.step()
    (request,) = memory.table.hosting.requests.values()
    phone.hang_up()
    memory.step(connections._RELOAD_GRACE - STEP)
    reloaded = MemoryPhone(memory.server, request=phone.request_token)
    memory.step(connections._RELOAD_GRACE)
    assert reloaded.got("wish")[-1]["code"] == request.code
    reloaded.hang_up()
    memory.step(connections._RELOAD_GRACE)
    assert not memory.table.hosting.requests


def test_phone_returns_to_its_seat_after_a_restart(memory: MemoryTable) -> None:
    phone = memory.seat_phone(1)
    memory.table.begin()
    memory.step()
    match_id = memory.table.close()
    memory.table.hosting.close()
    assert phone.token is not None
    assert match_id is not None
    again = open_memory_table("live-grenade", memory.table.journal)
    again.table.resume(match_id)
    again.table.hosting.close()
    again.table.hosting.start()
    returned = again.seat_phone(1, phone.token)
    for _ in range(5):  # The page says that its person knows the game, then the cards are dealt.
        again.step()
    assert returned.sheet["hand"]
    again.table.close()
