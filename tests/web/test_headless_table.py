"""A table for phones alone.

The first phone begins, machines take free seats, and Ctrl-C keeps the match.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO, cast

import pytest

from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import Journal, open_journal
from grenade_salad.match import seeds
from grenade_salad.web import site
from grenade_salad.web.headless_table import HeadlessTable
from tests.patience import LIMIT
from tests.web.headless_tables import FakeWindow, make_table, open_table, seat_by_code
from tests.web.phones import Network
from tests.web.playing import Player


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path) as opened:
        yield opened


@pytest.fixture
def table(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeadlessTable]:
    monkeypatch.setattr(seeds, "draw_seed", lambda: 7)
    with open_table(journal) as phone_table:
        yield phone_table


@pytest.fixture
def network(table: HeadlessTable) -> Iterator[Network]:
    phone_network = Network(cast(App, FakeWindow(table)), table.hosting.server.port)
    yield phone_network
    phone_network.close()


def test_the_first_phone_begins_and_a_whole_match_is_played(table: HeadlessTable, network: Network) -> None:
    zoe, bo = seat_by_code(network, table, 1, "Zoe"), seat_by_code(network, table, 2, "Bo")
    assert zoe.sheet["chair"] == {"orders": ["begin"], "wishes": []}
    assert bo.sheet["chair"] is None
    bo.say(say="chair", do="begin")
    network.until(lambda: bool(bo.got("no")))
    assert table.session is None
    zoe.say(say="chair", do="begin")
    network.until(lambda: table.session is not None)
    assert table.session is not None
    assert table.session.match.header.names == ("Ann", "Zoe", "Bo")
    players = [Player(zoe, Random(1)), Player(bo, Random(2))]

    def over() -> bool:
        for player in players:
            player.move()
        return bool(zoe.sheet.get("over"))

    network.until(over, dt=0.5)
    first = table.session.match
    zoe.say(say="chair", do="begin")
    network.until(lambda: table.session is not None and table.session.match is not first)
    network.until(lambda: not zoe.sheet.get("over") and bool(zoe.sheet["hand"]))


def test_the_first_phone_lets_in_and_gives_seats_to_machines(table: HeadlessTable, network: Network) -> None:
    zoe = seat_by_code(network, table, 0, "Zoe")
    guest = network.phone()
    guest.say(say="claim", seat=1, name="Eve")
    network.until(lambda: bool(zoe.sheet["chair"]["wishes"]))
    assert zoe.sheet["chair"]["wishes"][0]["name"] == "Eve"
    assert guest.sheet["chair"] is None, "who asks is nobody else's business"
    zoe.say(say="chair", do="admit", seat=1)
    network.until(lambda: guest.seat == 1)
    zoe.say(say="chair", do="machine", seat=1)
    network.until(lambda: guest.seat is None)
    assert table.controllers[1].kind == "bot"


def test_guest_takes_their_name_over_from_a_seat_without_a_phone(table: HeadlessTable, network: Network) -> None:
    seat_by_code(network, table, 0, "Bo")
    assert table.names == ["Bo", "Ann", "Cy"]
    phone = network.phone()
    code = table.hosting.server.connections.code
    phone.say(say="claim", seat=2, who="Cy", code=code, name="Bo")
    network.until(lambda: phone.seat == 2)
    assert table.names == ["Bo", "Ann", "Cy"], "but not from somebody who is here"


def test_a_table_without_a_screen_offers_none(table: HeadlessTable, network: Network) -> None:
    assert seat_by_code(network, table, 0, "Zoe").sheet["screen"] is False


def test_match_resumes_where_it_was(table: HeadlessTable, network: Network, journal: Journal) -> None:
    zoe = seat_by_code(network, table, 1, "Zoe")
    zoe.say(say="chair", do="begin")
    network.until(lambda: bool(zoe.sheet.get("hand")))
    match_id = table.close()
    assert match_id is not None
    resumed = make_table(journal)
    resumed.hosting = table.hosting
    resumed.resume(match_id)
    assert resumed.names == ["Ann", "Zoe", "Cy"]
    assert resumed.close() == match_id


def test_error_in_serving_a_page_is_reported_and_not_printed(
    table: HeadlessTable, network: Network, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def break_down(game: str, language: str) -> bytes:
        raise ValueError(game)

    messages: list[str] = []
    monkeypatch.setattr(table, "tell", messages.append)
    monkeypatch.setattr(site, "render_rules", break_down)

    async def read_rules() -> int:
        async with network.session.get(f"http://127.0.0.1:{network.port}/rules/wheel") as answer:
            return answer.status

    assert network.run(read_rules()) == 500
    network.until(lambda: messages == ["Something went wrong with the phones: ValueError."])
    assert capfd.readouterr() == ("", "")


def read_until(stream: IO[str], words: str) -> str:
    """Read until the words are printed, and return everything that was read."""
    output = ""
    while words not in output:
        line = stream.readline()
        assert line, f"it ended before {words!r}: {output}"
        output += line
    return output


@pytest.mark.slow
def test_command_listens_and_ctrl_c_saves_the_match(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "grenade_salad", "host", "wheel", "--address", "127.0.0.1", "--data", str(tmp_path)]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background ignores SIGINT, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as command:
        assert command.stdin is not None
        assert command.stdout is not None
        output = read_until(command.stdout, "Ctrl-C")
        command.stdin.write("\n")
        command.stdin.flush()
        output += read_until(command.stdout, "turn")
        command.send_signal(signal.SIGINT)
        rest, _ = command.communicate(timeout=LIMIT)
    assert command.returncode == 0
    assert "http://127.0.0.1:" in output
    assert "█" not in output, "no phone can open this address"
    assert "Match 1 is saved" in rest
