"""A host that is never missing: the place of the host passes on, a machine stands in, and the terminal takes orders."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from grenade_salad.app.window.application import App
from grenade_salad.commands.status_lines import Board
from grenade_salad.journal.journal import open_journal
from grenade_salad.text.person_names import usual_names
from grenade_salad.web.absence import CHAIR_PASSES_AFTER, OFFERED_AFTER
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.terminal import QUIET, Terminal
from tests.web import test_headless_table
from tests.web.phones import Network, Phone


class Evening:
    """A table for phones alone, its terminal, what that was told, and phones."""

    def __init__(self, table: TableAlone, told: list[str], network: Network) -> None:
        self.table, self.told, self.network = table, told, network
        self.hosting, self.terminal = table.hosting, Terminal(table)

    def sits(self, seat: int, name: str) -> Phone:
        """Somebody who has scanned the code."""
        phone: Phone = test_headless_table.scanned(self.network, self.table, seat, name)
        return phone

    def gone(self, phone: Phone) -> None:
        """The line of a phone breaks."""
        seat = phone.seat
        phone.drop()
        self.network.until(lambda: seat not in self.hosting.here)

    def back(self, phone: Phone) -> Phone:
        """The same phone comes back."""
        again = self.network.phone(phone.token)
        self.network.until(lambda: again.seat is not None and again.seat in self.hosting.here)
        return again


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    told: list[str] = []
    with open_journal(tmp_path) as journal:
        with test_headless_table.open_table(journal, tell=told.append) as table:
            network = Network(cast(App, test_headless_table.Terminal(table)), table.hosting.server.port)
            yield Evening(table, told, network)
            network.close()


def test_the_first_phone_at_an_empty_table_sits_down_and_the_next_one_has_to_ask(evening: Evening) -> None:
    network, eve, zoe = evening.network, evening.network.phone(), evening.network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    network.until(lambda: eve.seat == 1 and bool(eve.sheet["chair"]))
    zoe.say(say="claim", seat=0, name="Zoe")
    network.until(lambda: bool(eve.sheet["chair"]["wishes"]))
    assert zoe.seat is None
    ann = evening.sits(2, "Ann")
    network.until(lambda: bool(ann.sheet["chair"]) and not eve.sheet["chair"])


def test_in_a_match_nobody_sits_down_without_the_code(evening: Evening) -> None:
    """A hand may be somebody's who has played it before."""
    evening.table.begin()
    eve = evening.network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    evening.network.until(lambda: bool(evening.hosting.wishes))
    assert eve.seat is None


def test_the_place_of_the_host_passes_on_and_back(evening: Evening) -> None:
    network, ann, bo = evening.network, evening.sits(0, "Ann"), evening.sits(1, "Bo")
    evening.gone(ann)
    network.frames(1, dt=CHAIR_PASSES_AFTER - 1)
    assert evening.hosting.chair == 0
    network.frames(1, dt=2)
    network.until(lambda: bool(bo.sheet["chair"]))
    bo.say(say="chair", do="begin")
    network.until(lambda: evening.table.session is not None)
    again = evening.back(ann)
    network.until(lambda: bool(again.sheet["chair"]) and not bo.sheet["chair"])
    bo.say(say="chair", do="pause")
    network.until(lambda: bool(bo.got("no")))
    assert not evening.table.paused


def asleep(evening: Evening) -> tuple[Phone, Phone]:
    """Whose turn it is sleeps, the other one is here: both phones, the table is about to be asked."""
    network = evening.network
    phones = [evening.sits(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy"))]
    evening.table.begin()
    network.until(lambda: any(phone.sheet.get("choices") for phone in phones))
    sleeper = next(phone for phone in phones if phone.sheet.get("choices"))
    other = next(phone for phone in phones if phone is not sleeper)
    evening.gone(sleeper)
    network.until(lambda: evening.hosting._absences._waits_for == sleeper.seat)
    network.frames(1, dt=OFFERED_AFTER - 1)
    assert not other.sheet["sleeper"]
    return sleeper, other


def test_a_machine_plays_for_who_sleeps_if_anybody_wants_it_until_the_phone_wakes_up(evening: Evening) -> None:
    network = evening.network
    sleeper, other = asleep(evening)
    seat = sleeper.seat
    assert seat is not None
    other.say(say="stand in", seat=seat)
    network.heard(other)
    assert evening.table.controllers[seat].kind == "phone", "nobody is asked yet"
    network.frames(1, dt=2)
    network.until(lambda: bool(other.sheet["sleeper"]))
    assert other.sheet["sleeper"]["seat"] == seat
    evening.terminal.advance(0)
    assert any(f"machine {seat + 1}" in words for words in evening.told)
    other.say(say="stand in", seat=seat)
    network.until(lambda: evening.table.controllers[seat].kind == "bot")
    network.until(lambda: other.sheet["seats"][seat]["standIn"] and not other.sheet["sleeper"])
    network.until(lambda: len(evening.table.session.match.entries) > 1 if evening.table.session else False, dt=0.2)
    stranger = network.phone()
    stranger.say(say="claim", seat=seat, code=evening.hosting.server.lobby.code)
    network.until(lambda: bool(stranger.got("no")))
    assert stranger.seat is None, "the seat is kept for its owner"
    again = evening.back(sleeper)
    network.until(lambda: evening.table.controllers[seat].kind == "phone")
    network.until(lambda: not other.sheet["seats"][seat]["standIn"])
    assert again.seat == seat


def test_the_terminal_completes_what_fits_one_thing_and_does_nothing_else(evening: Evening) -> None:
    terminal, table, network = evening.terminal, evening.table, evening.network
    terminal.hear("beg")
    assert table.session is not None
    eve = network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    network.until(lambda: bool(evening.hosting.wishes))
    terminal.hear("xyz")
    assert "help" in evening.told[-1]
    terminal.hear("p")
    assert table.paused
    terminal.hear("go")
    assert not table.paused
    terminal.hear("e")
    assert table.open, "“let in Eve” begins a word with it as well"
    terminal.hear("l eve")
    network.until(lambda: eve.seat == 1)
    terminal.hear("who")
    assert any("Bo" in words and "phone" in words for words in evening.told[-3:])
    terminal.hear("m 2")
    network.until(lambda: eve.seat is None)
    assert table.controllers[1].kind == "bot"
    terminal.hear("end")
    assert not table.open


def test_who_is_here_is_told_once_when_it_is_still(evening: Evening) -> None:
    terminal = evening.terminal
    terminal.advance(0)
    terminal.advance(QUIET)
    assert terminal.news()
    assert not terminal.news()
    evening.sits(0, "Ann")
    terminal.advance(1 / 30)
    assert not terminal.news()
    for _ in range(3):
        terminal.advance(QUIET)
    assert terminal.news()
    terminal.advance(QUIET)
    assert not terminal.news()


class Screen(io.StringIO):
    """Looks like a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_board_is_drawn_when_it_changes_and_not_into_a_file() -> None:
    file, screen = io.StringIO(), Screen()
    Board(file).show(["Ann"])
    assert not file.getvalue()
    board = Board(screen)
    board.show(["Ann", "Bo"])
    once = screen.getvalue()
    assert "Ann" in once
    board.show(["Ann", "Bo"])
    assert screen.getvalue() == once
    board.show(["Ann", "Cy"])
    board.close()
    assert "Cy" in screen.getvalue()
    assert screen.getvalue().endswith("\n")


def test_seats_that_nobody_has_named_speak_the_language_of_the_first_phone(evening: Evening) -> None:
    """The terminal may be a server's that knows English alone."""
    network, table = evening.network, evening.table
    before = list(table.names)
    phone = Phone(network)
    network.run(phone.open(f"http://127.0.0.1:{network.port}", None, network.port, language="pl"))
    network.until(lambda: bool(phone.sheet))
    phone.say(say="claim", seat=1, who=table.names[1], name="Zoe")
    network.until(lambda: phone.seat == 1)
    usual = usual_names("pl")
    assert usual != usual_names("en")
    assert table.names == [usual[0], "Zoe", usual[2]]
    assert before != table.names


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("sit 9", "“9” does not fit here: you can type sit 1, sit 2 or sit 3."),
        ("sit Zoe", "“Zoe” does not fit here: you can type sit 1, sit 2 or sit 3."),
        ("machine 0", "“0” does not fit here: you can type machine 1, machine 2 or machine 3."),
        ("machine 2 expert", "“expert” does not fit here: you can type machine 2."),
        ("/m bo genius", "“genius” does not fit here: you can type machine Bo."),
        ("let in Bob", "“Bob” does not fit here: you can type let in Eve."),
        ("who is here", "“is” does not fit here: you can type who."),
        ("xyz", "Nothing here is called that. Type “help” to see what there is."),
        ("9 sit", "Nothing here is called that. Type “help” to see what there is."),
    ],
)
def test_word_that_does_not_fit_is_named_with_what_does(evening: Evening, typed: str, words: str) -> None:
    evening.terminal.hear("begin")
    eve = evening.network.phone()
    eve.say(say="claim", seat=0, name="Eve")
    evening.network.until(lambda: bool(evening.hosting.wishes))
    evening.terminal.hear(typed)
    assert evening.told[-1] == words


def test_seat_of_a_phone_is_not_offered_to_the_terminal(evening: Evening) -> None:
    evening.sits(1, "Bob")
    evening.terminal.hear("sit 2")
    assert evening.told[-1] == "“2” does not fit here: you can type sit 1 or sit 3."
