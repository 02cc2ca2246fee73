"""Repeated messages are carried out once, whatever connection they use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from grenade_salad.app.window.application import App
from grenade_salad.journal.journal import open_journal
from grenade_salad.web import protocol
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.page_numbers import MAX_CLOSED, Page, Pages
from tests.patience import LIMIT
from tests.web import headless_tables
from tests.web.phones import Network, Phone

DRAW = {"seat": 0, "do": "move", "of": "draw", "to": "hand 0"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadlessTable]:
    with open_journal(tmp_path) as journal, headless_tables.open_table(journal, "open-table", 2) as table:
        table.choose_start("cards")
        yield table


@pytest.fixture
def phones(table: HeadlessTable) -> Iterator[Network]:
    network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
    yield network
    network.close()


def begin(table: HeadlessTable, phones: Network) -> Phone:
    """Begin a match; return the phone of seat 0, which is the host."""
    ann: Phone = headless_tables.seat_by_code(phones, table, 0, "Ann")
    ann.say(say="chair", do="begin")
    phones.until(lambda: "tools" in ann.sheet)
    return ann


def list_lines(table: HeadlessTable) -> list[Any]:
    """Return the lines of the match."""
    assert table.session is not None
    return [entry.to_line() for entry in table.session.match.entries]


def wait_for_refusals(phones: Network, why: str, times: int) -> None:
    """Wait until the refusals are counted, without advancing the table."""
    end = time.monotonic() + LIMIT
    while phones.hosting.server.refusal_counts().get(why, 0) < times:
        assert time.monotonic() < end, phones.hosting.server.refusal_counts()
        time.sleep(0.001)


def test_repeated_older_deal_is_not_dealt_again(table: HeadlessTable, phones: Network) -> None:
    ann = begin(table, phones)
    ann.act(next(choice["line"] for choice in ann.sheet["choices"] if choice["path"] == ["Deal 5"]))
    deal = ann.sent[-1]
    phones.until(lambda: len(ann.sheet["hand"]) == 5)
    ann.act(DRAW)
    phones.until(lambda: len(ann.sheet["hand"]) == 6)
    lines = list_lines(table)
    ann.send(deal)
    phones.wait_until_heard(ann)
    phones.reconnect(ann)
    ann.send(deal)
    phones.wait_until_heard(ann)
    assert list_lines(table) == lines
    assert phones.hosting.server.refusal_counts() == {"said before": 2}


def test_repeated_messages_of_any_kind_are_not_carried_out_again(table: HeadlessTable, phones: Network) -> None:
    ann = begin(table, phones)
    ann.act(DRAW)
    phones.until(lambda: len(ann.sheet["hand"]) == 1)
    for order in ("pause", "go on", "pause"):
        ann.say(say="chair", do=order)
        phones.until(lambda order=order: table.is_paused is (order == "pause"))  # type: ignore[misc]
    bo: Phone = headless_tables.seat_by_code(phones, table, 1, "Bo")
    bo.say(say="try", n=1, moment=bo.sheet["moment"], action=DRAW | {"seat": 1})
    bo.say(say="hint", moment=bo.sheet["moment"])
    bo.say(say="stand in", seat=0)
    bo.say(say="wrong", now="Draw", better="Take")
    phones.wait_until_heard(bo)
    bo.say(say="leave")
    phones.until(lambda: bo.seat is None and table.controllers[1].kind == "nobody")
    bo.say(say="claim", seat=0)
    phones.until(lambda: bool(bo.got("no")))
    previous = (
        list_lines(table),
        table.is_paused,
        list(table.controllers),
        set(table.hosting.slow_seats),
        dict(table.hosting.requests),
    )
    counts, repeats = phones.hosting.server.refusal_counts(), 0
    for phone in (ann, bo, ann, bo):
        phones.reconnect(phone)
        for text in phone.sent:
            phone.send(text)
        repeats += len(phone.sent)
        wait_for_refusals(phones, "said before", repeats)
    phones.frames(3)
    assert previous == (
        list_lines(table),
        table.is_paused,
        list(table.controllers),
        set(table.hosting.slow_seats),
        dict(table.hosting.requests),
    )
    assert phones.hosting.server.refusal_counts() == counts | {"said before": repeats}
    assert ann.seat == 0
    assert bo.seat is None


def test_every_message_that_must_not_be_repeated_is_numbered() -> None:
    kinds = {kind for kind in get_args(protocol.Message) if not issubclass(kind, protocol.Numbered)}
    assert kinds == {protocol.Hello, protocol.Heartbeat, protocol.ReadAim}, "to have read is no more if said twice"


def test_second_decision_before_first_is_heard_is_refused(table: HeadlessTable, phones: Network) -> None:
    ann = begin(table, phones)
    lines = list_lines(table)
    ann.act(DRAW)
    ann.act({"seat": 0, "do": "shuffle", "what": "draw"})
    wait_for_refusals(phones, "too fast", 1)
    phones.until(lambda: bool(ann.got("no")) and len(ann.sheet["hand"]) == 1)
    assert ann.got("no")[-1]["words"] == "One thing at a time."
    phones.wait_until_heard(ann)
    assert list_lines(table) == [*lines, DRAW]
    ann.act(DRAW)
    phones.until(lambda: len(ann.sheet["hand"]) == 2)


def test_lost_answer_is_sent_again(table: HeadlessTable, phones: Network) -> None:
    """Without it a page would wait for a decision that was refused long ago."""
    ann = begin(table, phones)
    ann.act({"seat": 0, "do": "flip", "what": [999]})
    wrong = ann.sent[-1]
    phones.until(lambda: len(ann.got("no")) == 1)
    phones.reconnect(ann)
    ann.send(wrong)
    phones.until(lambda: len(ann.got("no")) == 2)
    first, second = ann.got("no")
    assert first == second
    ann.act(DRAW)
    phones.until(lambda: len(ann.sheet["hand"]) == 1)
    answers = len(ann.got("got"))
    phones.reconnect(ann)
    ann.send(ann.sent[-1])
    phones.until(lambda: len(ann.got("got")) > answers)
    assert len(ann.got("no")) == 2
    assert list_lines(table).count(DRAW) == 1


def test_pages_are_remembered_while_connected_and_for_a_while_after() -> None:
    pages = Pages()
    connected, closed = pages.find("a"), pages.find("b")
    assert connected.hear(3)
    assert closed.hear(2)
    pages.close(closed)
    del closed
    for index in range(MAX_CLOSED - 1):
        pages.close(pages.find(f"other {index}"))
    assert not pages.find("b").hear(2)
    pages.close(Page())
    assert not pages.find("a").hear(3)
    assert pages.find("b").hear(2)
