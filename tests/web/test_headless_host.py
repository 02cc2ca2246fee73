"""A table for phones always has a host.

The host's place passes on, a machine plays for a sleeping phone, and the terminal takes orders.
"""

from __future__ import annotations

import io

import pytest

from grenade_salad.commands.status_lines import StatusLines
from grenade_salad.text.person_names import default_names
from grenade_salad.web.absence import HOST_CHANGES_AFTER, MACHINE_OFFERED_AFTER
from grenade_salad.web.terminal import QUIET_SECONDS
from tests.web.headless_tables import Evening
from tests.web.phones import Phone


def test_first_phone_at_an_empty_table_gets_a_seat_and_the_next_one_has_to_ask(evening: Evening) -> None:
    network, eve, zoe = evening.network, evening.network.phone(), evening.network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    network.until(lambda: eve.seat == 1 and bool(eve.sheet["chair"]))
    zoe.say(say="claim", seat=0, name="Zoe")
    network.until(lambda: bool(eve.sheet["chair"]["wishes"]))
    assert zoe.seat is None
    ann = evening.seat_by_code(2, "Ann")
    network.until(lambda: bool(ann.sheet["chair"]) and not eve.sheet["chair"])


def test_nobody_gets_a_seat_in_a_match_without_the_code(evening: Evening) -> None:
    """A hand may belong to a person who played it before."""
    evening.table.begin()
    eve = evening.network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    evening.network.until(lambda: bool(evening.hosting.requests))
    assert eve.seat is None


def test_the_place_of_the_host_passes_on_and_back(evening: Evening) -> None:
    network, ann, bo = evening.network, evening.seat_by_code(0, "Ann"), evening.seat_by_code(1, "Bo")
    evening.drop_phone(ann)
    network.frames(1, dt=HOST_CHANGES_AFTER - 1)
    assert evening.hosting.host_seat == 0
    network.frames(1, dt=2)
    network.until(lambda: bool(bo.sheet["chair"]))
    bo.say(say="chair", do="begin")
    network.until(lambda: evening.table.session is not None)
    returned = evening.reconnect(ann)
    network.until(lambda: bool(returned.sheet["chair"]) and not bo.sheet["chair"])
    bo.say(say="chair", do="pause")
    network.until(lambda: bool(bo.got("no")))
    assert not evening.table.is_paused


def put_active_phone_to_sleep(evening: Evening) -> tuple[Phone, Phone]:
    """Put the phone to sleep whose turn it is; return it and another phone.

    The table is about to ask whether a machine shall play.
    """
    network = evening.network
    phones = [evening.seat_by_code(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy"))]
    evening.table.begin()
    network.until(lambda: any(phone.sheet.get("choices") for phone in phones))
    sleeper = next(phone for phone in phones if phone.sheet.get("choices"))
    other_phone = next(phone for phone in phones if phone is not sleeper)
    evening.drop_phone(sleeper)
    network.until(lambda: evening.hosting._absences._awaited_seat == sleeper.seat)
    network.frames(1, dt=MACHINE_OFFERED_AFTER - 1)
    assert not other_phone.sheet["sleeper"]
    return sleeper, other_phone


def test_machine_plays_for_a_sleeping_phone_on_request_until_it_wakes_up(evening: Evening) -> None:
    network = evening.network
    sleeper, other_phone = put_active_phone_to_sleep(evening)
    seat = sleeper.seat
    assert seat is not None
    other_phone.say(say="stand in", seat=seat)
    network.wait_until_heard(other_phone)
    assert evening.table.controllers[seat].kind == "phone", "nobody is asked yet"
    network.frames(1, dt=2)
    network.until(lambda: bool(other_phone.sheet["sleeper"]))
    assert other_phone.sheet["sleeper"]["seat"] == seat
    evening.terminal.advance(0)
    assert any(f"machine {seat + 1}" in words for words in evening.messages)
    other_phone.say(say="stand in", seat=seat)
    network.until(lambda: evening.table.controllers[seat].kind == "bot")
    network.until(lambda: other_phone.sheet["seats"][seat]["standIn"] and not other_phone.sheet["sleeper"])
    network.until(lambda: len(evening.table.session.match.entries) > 1 if evening.table.session else False, dt=0.2)
    stranger = network.phone()
    stranger.say(say="claim", seat=seat, code=evening.hosting.server.connections.code)
    network.until(lambda: bool(stranger.got("no")))
    assert stranger.seat is None, "the seat is kept for its owner"
    returned = evening.reconnect(sleeper)
    network.until(lambda: evening.table.controllers[seat].kind == "phone")
    network.until(lambda: not other_phone.sheet["seats"][seat]["standIn"])
    assert returned.seat == seat


def test_terminal_completes_unambiguous_words_and_does_nothing_else(evening: Evening) -> None:
    terminal, table, network = evening.terminal, evening.table, evening.network
    terminal.execute_line("beg")
    assert table.session is not None
    eve = network.phone()
    eve.say(say="claim", seat=1, name="Eve")
    network.until(lambda: bool(evening.hosting.requests))
    terminal.execute_line("xyz")
    assert "help" in evening.messages[-1]
    terminal.execute_line("p")
    assert table.is_paused
    terminal.execute_line("go")
    assert not table.is_paused
    terminal.execute_line("e")
    assert table.is_open, "“let in Eve” begins a word with it as well"
    terminal.execute_line("l eve")
    network.until(lambda: eve.seat == 1)
    terminal.execute_line("who")
    assert any("Bo" in words and "phone" in words for words in evening.messages[-3:])
    terminal.execute_line("m 2")
    network.until(lambda: eve.seat is None)
    assert table.controllers[1].kind == "bot"
    terminal.execute_line("end")
    assert not table.is_open


def test_players_are_listed_once_after_a_quiet_while(evening: Evening) -> None:
    terminal = evening.terminal
    terminal.advance(0)
    terminal.advance(QUIET_SECONDS)
    assert terminal.has_news()
    assert not terminal.has_news()
    evening.seat_by_code(0, "Ann")
    terminal.advance(1 / 30)
    assert not terminal.has_news()
    for _ in range(3):
        terminal.advance(QUIET_SECONDS)
    assert terminal.has_news()
    terminal.advance(QUIET_SECONDS)
    assert not terminal.has_news()


class Screen(io.StringIO):
    """A stream that looks like a terminal."""

    def isatty(self) -> bool:
        return True


def test_status_lines_are_drawn_when_they_change_and_not_into_a_file() -> None:
    file, screen = io.StringIO(), Screen()
    StatusLines(file).show(["Ann"])
    assert not file.getvalue()
    board = StatusLines(screen)
    board.show(["Ann", "Bo"])
    first_output = screen.getvalue()
    assert "Ann" in first_output
    board.show(["Ann", "Bo"])
    assert screen.getvalue() == first_output
    board.show(["Ann", "Cy"])
    board.close()
    assert "Cy" in screen.getvalue()
    assert screen.getvalue().endswith("\n")


def test_unnamed_seats_use_the_language_of_the_first_phone(evening: Evening) -> None:
    """The terminal may be a server's that knows only English."""
    network, table = evening.network, evening.table
    previous_names = list(table.names)
    phone = Phone(network)
    network.run(phone.open(f"http://127.0.0.1:{network.port}", None, network.port, language="pl"))
    network.until(lambda: bool(phone.sheet))
    phone.say(say="claim", seat=1, who=table.names[1], name="Zoe")
    network.until(lambda: phone.seat == 1)
    usual = default_names("pl")
    assert usual != default_names("en")
    assert table.names == [usual[0], "Zoe", usual[2]]
    assert previous_names != table.names


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("Guest 1", "Guest 2")),
        ("de", ("Gast 1", "Gast 2")),
        ("fr", ("Convive 1", "Convive 2")),
        ("es", ("Visita 1", "Visita 2")),
        ("pl", ("Gość 1", "Gość 2")),
    ],
)
def test_guests_without_a_name_do_not_get_that_of_a_person(
    evening: Evening, language: str, names: tuple[str, str]
) -> None:
    network, table = evening.network, evening.table
    zoe = evening.seat_by_code(2, "Zoe")
    for seat in (0, 1):
        phone = Phone(network)
        network.run(phone.open(f"http://127.0.0.1:{network.port}", None, network.port, language=language))
        network.until(lambda phone=phone: bool(phone.sheet))
        phone.say(say="claim", seat=seat, who=table.names[seat], code=evening.hosting.server.connections.code)
        network.until(lambda phone=phone, seat=seat: phone.seat == seat)
    assert table.names == [*names, "Zoe"]
    network.until(lambda: [player["name"] for player in zoe.sheet["seats"]] == [*names, "Zoe"])


def test_guest_without_a_name_may_be_the_person_whose_seat_it_was(evening: Evening) -> None:
    network, table = evening.network, evening.table
    zoe = evening.seat_by_code(1, "Zoe")
    zoe.say(say="leave")
    network.until(lambda: zoe.seat is None and zoe.sheet["seats"][1]["who"] != "phone")
    zoe.say(say="claim", seat=1, who="Zoe", code=evening.hosting.server.connections.code)
    network.until(lambda: zoe.seat == 1)
    assert table.names[1] == "Zoe"


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
        # longer than the code of a request, which a 9 may begin
        ("99999 sit", "Nothing here is called that. Type “help” to see what there is."),
    ],
)
def test_unfit_word_is_named_with_the_words_that_fit(evening: Evening, typed: str, words: str) -> None:
    evening.terminal.execute_line("begin")
    eve = evening.network.phone()
    eve.say(say="claim", seat=0, name="Eve")
    evening.network.until(lambda: bool(evening.hosting.requests))
    evening.terminal.execute_line(typed)
    assert evening.messages[-1] == words


def test_seat_of_a_phone_is_not_offered_to_the_terminal(evening: Evening) -> None:
    evening.seat_by_code(1, "Bob")
    evening.terminal.execute_line("sit 2")
    assert evening.messages[-1] == "“2” does not fit here: you can type sit 1 or sit 3."
