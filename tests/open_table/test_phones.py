"""The open table on phones and on the table's page: what is sent to whom, by bytes, and played through real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from grenade_salad.app.phones.window_host import AskedDialog
from grenade_salad.app.seating import player_names
from grenade_salad.app.window.application import App
from grenade_salad.boxes import bundled
from grenade_salad.core import Action, Game, Undo, redact, registry
from grenade_salad.games.open_table import actions as table_actions
from grenade_salad.games.open_table import boxes
from grenade_salad.games.open_table.box import Box, Holder, Kind, Lay
from grenade_salad.games.open_table.options import TableOptions
from grenade_salad.games.open_table.state import TableState
from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.match.record import read_record, write_record
from grenade_salad.sheets import open_table
from grenade_salad.sheets.compose import Table
from grenade_salad.web import share_page, snapshots
from grenade_salad.web.headless_table import TableAlone
from grenade_salad.web.terminal import Terminal
from tests.app.conftest import app as app
from tests.app.conftest import click, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table import at_table
from tests.open_table.playing import act, play, table_of, through_a_hand
from tests.web import test_headless_table
from tests.web.conftest import hosting as hosting
from tests.web.conftest import network as network
from tests.web.phones import Network, Phone

NAMES = ("Ann", "Bo", "Cy", "Dee")
GAME: Game = registry.load("open-table")
PAINTED = Box(
    name="Painted",
    kinds=(
        Kind(
            "cards",
            "card",
            title="a card",
            fronts=tuple(f"word {at}" for at in range(12)),
            pictures=("sheet.png",),
            sheet=(4, 3),
        ),
    ),
    holders=(Holder("hand", each=True, secret="hand", lays="row"),),
    layout=(Lay("cards", at=((400.0, 300.0),), up=False, shuffled=True),),
)
"""Cards whose pictures are cells of one sheet: which cell it is tells the card."""


def sent(state: TableState, told: list[Any], seat: int | None) -> str:
    """All bytes that the phone of a seat gets, or somebody without one, and those of the table's page what moves."""
    names = NAMES[: state.seats]
    table = Table(1, "Open table", names, ("phone",) * state.seats, (None,) * state.seats)
    posted = snapshots.posted(table, snapshots.Position(GAME, state, tuple(told)), ["en"])
    return posted.sheets[seat, "en"]


def course(state: TableState, actions: list[Action], seat: int | None, rng: Random) -> list[str]:
    """The same, line by line, with what moves on the table's page."""
    found = [sent(state, [], seat)]
    for action in actions:
        before = state.view(None)
        told = act(state, action, rng)
        found.append(sent(state, told, seat))
        beats = open_table.SHEET.show
        assert beats is not None
        moving = beats([redact(event, None) for event in told], before, state.view(None))
        found.append(snapshots.told(moving, NAMES[: state.seats], 1, "en"))
    return found


def test_nobody_is_told_which_of_five_cards_came_out_face_down() -> None:
    courses = []
    for which in range(5):
        state, actions = through_a_hand(which, PAINTED)
        courses.append([course(state.copy(), actions, seat, Random(1)) for seat in (0, 2, None)])
        own = course(state.copy(), actions, 1, Random(1))
        assert json.loads(own[-2])["picture"] == json.loads(courses[-1][0][-2])["picture"], "one picture for all"
    assert all(one == other for one, other in pairwise(courses))


def test_shuffled_decks_undone_looks_and_draws_tell_others_nothing() -> None:
    courses, mine = [], set()
    for seed in range(4):
        state = table_of(boxes.CARDS, 2, seed)
        stack = state.view(0).stacks[0].number
        actions: list[Action] = [
            table_actions.Deal(0, stack, 5),
            table_actions.Shuffle(0, "hand 0"),
            table_actions.Look(0, of=stack, n=0),
            table_actions.Move(0, of=stack, at=(30,), to="hand 0"),
            table_actions.Shuffle(0, stack),
            table_actions.Move(0, of=stack, to=(100.0, 100.0)),
            table_actions.Look(0, of=stack, n=3),
            Undo(1, 2),
            table_actions.Deal(0, stack, 0, (0,)),
        ]
        courses.append(course(state.copy(), actions, None, Random(seed)))
        mine.add(tuple(course(state.copy(), actions, 0, Random(seed))))
    assert all(one == other for one, other in pairwise(courses))
    assert len(mine) == 4, "who looks sees something else in each"


def test_a_sheet_names_only_pictures_that_its_seat_sees() -> None:
    """Neither a file nor a cell of a sheet tells what lies face down; a look is told under the cover of the hand."""
    state = table_of(PAINTED, 2)
    stack = state.view(0).stacks[0].number
    act(state, table_actions.Move(0, of=stack, to=(100.0, 100.0)))
    number = state.view(0).pieces[0].number
    act(state, table_actions.Look(0, (number,)))
    mine, others = json.loads(sent(state, [], 0)), json.loads(sent(state, [], 1))
    looked = mine["tools"]["looking"]
    assert [one["words"] for one in looked] == [f"Word {state.view(0).looking[0].front}"]
    assert others["tools"]["looking"] == []
    assert mine["picture"] == others["picture"]
    assert "word" not in json.dumps(mine["picture"]).replace('"words"', "").lower()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableAlone]:
    with open_journal(tmp_path) as journal:
        told: list[str] = []
        with test_headless_table.open_table(journal, "open-table", 4, told.append) as made:
            made.choose("cards")
            yield made


@pytest.fixture
def phones(table: TableAlone) -> Iterator[Network]:
    made = Network(cast(App, test_headless_table.Terminal(table)), table.hosting.server.port)
    yield made
    made.close()


def _line(phone: Phone, *path: str) -> dict[str, Any]:
    """The line of the choice with these buttons."""
    return next(one["line"] for one in phone.sheet["choices"] if tuple(one["path"]) == path)


def soon(phones: Network, ready: Callable[[], bool]) -> None:
    """Until something is so; a page watches, and what moves there takes the table's time."""
    phones.until(ready, dt=0.2)


def test_four_phones_draw_play_show_and_ask_the_host(table: TableAlone, phones: Network) -> None:
    ann, bo, cy, dee = (test_headless_table.scanned(phones, table, seat, name) for seat, name in enumerate(NAMES))
    watching = phones.watching()
    ann.say(say="chair", do="begin", seat=0)
    soon(phones, lambda: all("tools" in one.sheet for one in (ann, bo, cy, dee)))
    old = dee.sheet["moment"]
    ann.act(_line(ann, "Deal 5"))
    soon(phones, lambda: all(len(one.sheet["hand"]) == 5 for one in (ann, bo, cy, dee)))
    assert [one["facts"] for one in watching.sheet["seats"]] == ["5 in hand, points: 0"] * 4
    assert not watching.sheet["hand"]
    assert "tools" not in watching.sheet
    bo.act({"seat": 1, "do": "move", "of": "draw", "to": "hand 1"})
    dee.act({"seat": 3, "do": "move", "of": "draw", "to": "hand 3"}, moment=old)
    soon(phones, lambda: len(bo.sheet["hand"]) == 6 and len(dee.sheet["hand"]) == 6)
    lines = len(table.session.match.entries) if table.session is not None else 0
    dee.act({"seat": 3, "do": "move", "of": "hand 3", "at": [0], "to": "discard"}, moment=old)
    cy.act({"seat": 2, "do": "move", "of": "hand 2", "at": [0], "to": [100.0, 100.0], "face": "down"})
    pages = (ann, bo, cy, dee, watching)
    soon(phones, lambda: all(len(one.sheet["picture"]["things"]) == 3 for one in pages))
    assert len({json.dumps(one.sheet["picture"]) for one in pages}) == 1
    bo.act(_line(bo, "Show to…", "Ann"))
    soon(phones, lambda: len(ann.sheet["tools"]["looking"]) == 1)
    assert ann.sheet["tools"]["looking"][0]["words"].lower() == bo.sheet["hand"][0]["words"].lower()
    card = json.dumps(bo.sheet["hand"][0]["code"])
    assert not cy.sheet["tools"]["looking"], card
    assert table.session is not None
    told = [entry.to_line() for entry in table.session.match.entries[lines:]]
    assert not [line for line in told if line.get("seat") == 3], "its hand was another one when that was said"
    lines = len(table.session.match.entries)
    bo.act(_line(bo, "New round"))
    soon(phones, lambda: bool(ann.sheet.get("asked")) and bool(bo.sheet.get("asked")))
    assert len(table.session.match.entries) == lines, "asked, not done"
    assert ann.sheet["asked"][0] == {
        "n": 1, "yours": False, "answers": True, "words": "Bo: start a new round. Is that all right?"
    }  # fmt: skip
    assert bo.sheet["asked"][0]["yours"]
    bo.say(say="chair", do="allow", seat=1)
    soon(phones, lambda: any("first phone" in text for text in bo.raw))
    ann.say(say="chair", do="deny", seat=1)
    soon(phones, lambda: any("The host said no." in text for text in bo.raw) and "asked" not in bo.sheet)
    bo.act(_line(bo, "New round"), moment=old)
    terminal = Terminal(table)
    soon(phones, lambda: bool(table.hosting.asked.waiting))
    terminal.hear("yes")
    soon(phones, lambda: all(not one.sheet["hand"] for one in (ann, bo, cy, dee)))
    ann.act({"seat": 0, "do": "flip", "what": [999]})
    soon(phones, lambda: any("999" in text for text in ann.raw))


def test_a_decision_of_several_lines_is_done_in_its_order_and_whoever_types_plays_too(
    table: TableAlone, phones: Network
) -> None:
    told: list[str] = []
    table.tell = told.append
    ann = test_headless_table.scanned(phones, table, 0, "Ann")
    ann.say(say="chair", do="begin", seat=0)
    phones.until(lambda: "tools" in ann.sheet)
    draw = {"seat": 0, "do": "move", "of": "draw", "to": "hand 0"}
    ann.say(
        say="act", moment=ann.sheet["moment"], action={"seat": 0, "do": "shuffle", "what": "draw"}, more=[draw, draw]
    )
    phones.until(lambda: len(ann.sheet["hand"]) == 2)
    ann.say(say="act", moment=ann.sheet["moment"], action=draw, more=[draw] * 20)
    phones.frames(2)
    terminal = Terminal(table)
    for typed in ("sit 2", "hand", "table", "nonsense", "flip", "look 1", "pass", "machine 1", "box chess", "help"):
        terminal.hear(typed)
    phones.until(lambda: len(ann.sheet["hand"]) == 2)
    assert any("Draw pile: 50" in line for line in told)


def test_two_phones_play_crokinole(table: TableAlone, phones: Network) -> None:
    """Put a disc on the line, flick it; push one; turn one by an angle; move two together, and gather them."""
    table.choose("crokinole")
    table.names, table.controllers = table.names[:2], table.controllers[:2]
    ann, bo = (test_headless_table.scanned(phones, table, seat, name) for seat, name in enumerate(NAMES[:2]))
    ann.say(say="chair", do="begin", seat=0)
    phones.until(lambda: "tools" in ann.sheet and "tools" in bo.sheet)

    def discs(phone: Phone, colour: str) -> list[dict[str, Any]]:
        picture = phone.sheet["picture"]
        return [one for one in picture["things"] if picture["looks"][one["look"]]["words"] == f"a {colour} disc"]

    def at(phone: Phone, key: int) -> list[float]:
        return next((list(one["at"]) for one in phone.sheet["picture"]["things"] if one["key"] == key), [])

    def verbs(phone: Phone, key: int) -> list[str]:
        return list(phone.sheet["tools"]["of"][str(key)])

    for phone, colour, line, angle in ((ann, "white", [400.0, 95.0], 1.57), (bo, "black", [400.0, 705.0], -1.57)):
        disc = discs(phone, colour)[0]["key"]
        seat, lines = phone.sheet["seat"], phone.sheet["log"]
        assert "flick" not in verbs(phone, disc), "it lies beside the board"
        phone.act({"seat": seat, "do": "move", "what": [disc], "to": line})
        phones.until(lambda: verbs(phone, disc)[0] == "flick")  # noqa: B023
        verb = phone.sheet["tools"]["verbs"]["flick"]
        assert verb["needs"] == ["shot"]
        shot = phone.sheet["tools"]["flick"]
        assert (len(shot["starts"]), shot["fastest"]) == (1, 3000)
        phone.act({**verb["line"], "what": disc, "angle": angle, "speed": 900.0})
        phones.until(lambda: phone.sheet["log"] != lines and "flick" not in verbs(phone, disc)[:1])  # noqa: B023
    for wrong in ({"speed": 9000.0}, {"angle": 1e9}, {"what": 999}):
        refused = len(bo.got("no"))
        bo.act({**verb["line"], "what": disc, "angle": 0.0, "speed": 900.0, **wrong})
        phones.until(lambda: len(bo.got("no")) > refused)  # noqa: B023
    one, other = (found["key"] for found in discs(ann, "white")[-2:])
    ann.act({"seat": 0, "do": "move", "what": [one], "to": [300.0, 300.0]})
    phones.until(lambda: at(ann, one) == [300.0, 300.0])
    ann.act({"seat": 0, "do": "move", "what": [other], "to": [300.0, 400.0]})
    phones.until(lambda: at(ann, other) == [300.0, 400.0])
    push = ann.sheet["tools"]["verbs"]["push"]
    assert push["needs"] == ["path"]
    ann.act({**push["line"], "what": other, "path": [[0, 300.0, 400.0], [400, 340.0, 400.0], [700, 340.0, 400.0]]})
    phones.until(lambda: at(ann, other)[0] > 330)
    turned = ann.sheet["tools"]["verbs"]["rotate"]
    assert (turned["needs"], turned["line"]["to"]) == (["angle"], "@here")
    ann.act({**turned["line"], "what": [one], "to": [300.0, 300.0], "angle": 0.5})
    phones.until(lambda: any(found.get("angle") == 0.5 for found in discs(bo, "white")))
    phones.until(lambda: at(ann, one) == at(bo, one))
    bo.act({"seat": 1, "do": "move", "what": [one, other], "to": [400.0, 500.0]})
    phones.until(lambda: at(bo, one) == [400.0, 500.0])
    gather = bo.sheet["tools"]["verbs"]["gather"]
    assert (gather["line"]["what"], gather["line"]["to"]) == (["@"], "@first")
    bo.act({**gather["line"], "what": [other], "to": one})
    phones.until(lambda: any(found.get("n") == 2 for found in discs(ann, "white")))


def test_pictures_of_the_box_are_pictures_and_nothing_else(table: TableAlone, phones: Network) -> None:
    table.choose("chess")
    table.names, table.controllers = table.names[:2], table.controllers[:2]
    table.begin()
    watching = phones.watching()
    phones.until(lambda: "picture" in watching.sheet)
    file = next(look["file"] for look in watching.sheet["picture"]["looks"] if look["file"].endswith("king.svg"))

    async def get(path: str) -> tuple[int, str, bytes]:
        async with phones.session.get(f"http://127.0.0.1:{phones.port}/{path}") as answer:
            return answer.status, answer.headers.get("Content-Security-Policy", ""), await answer.read()

    status, policy, body = phones.run(get(file))
    assert status == 200
    assert "sandbox" in policy
    assert body == bundled.opened("chess").pictures[file.rpartition("/")[2]]
    folder = file.rpartition("/")[0]
    for wrong in (f"{folder}/box.toml", f"{folder}/../../../box.toml", "box/x", f"{folder}/%2e%2e/chess/board.svg"):
        assert phones.run(get(wrong))[0] == 404


def test_a_phone_can_sit_down_in_the_setup() -> None:
    phone = Controller("phone")
    found = player_names.choices(phone, "open-table", 4)
    assert found[player_names.place(found, phone)] == phone
    assert phone not in player_names.choices(Controller(), "open-table", 4)


def test_the_window_asks_before_a_phone_clears_the_table(app: App, network: Network) -> None:
    scene = at_table.lay(app, boxes.CARDS)
    ann = network.seated(0)
    network.until(lambda: "tools" in ann.sheet)
    for yes in (False, True):
        ann.act({"seat": 0, "do": "finish", "won": [1]})
        network.until(lambda: isinstance(app.scene, AskedDialog))
        dialog = cast(AskedDialog, app.scene)
        assert not scene.table.match.state.is_over
        button = dialog.widgets.items[0 if yes else 1]
        click(app, button.on_screen().center)
        network.until(lambda yes=yes: yes or any("The host said no." in text for text in ann.raw))  # type: ignore[misc]
    until(app, lambda: scene.table.match.state.is_over)
    assert scene.table.match.state.ranking()[0] == (1,)
    assert Controller("phone") in scene.table.controllers


def _anything_is_done(name: str, lines: int, seed: int, each: int = 1) -> None:
    """Whatever is sent to a seat is the same if all that it cannot see is something else, and one picture for all.

    Of the lines every first, second or third is looked at, as `each` says, from another one on with another seed.
    """
    setup = bundled.opened(name).setup
    seats = max(2, setup.box.seats[0])
    state, rng = table_of(setup.box, seats, seed), Random(seed)
    for at, _ in enumerate(play(state, lines, rng)):
        if state.pending_chance() or at % each != seed % each:
            continue
        pictures = set()
        for seat in (*range(seats), None):
            other, now = state.resample(0 if seat is None else seat, rng), sent(state, [], seat)
            assert sent(other, [], seat) == now, (name, seed, seat)
            pictures.add(json.dumps(json.loads(now)["picture"]))
        assert len(pictures) == 1


def test_whatever_is_sent_is_what_the_seat_may_know() -> None:
    _anything_is_done("cards", 8, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled.names())
def test_whatever_is_sent_is_what_the_seat_may_know_for_long(name: str) -> None:
    for seed in range(3):
        _anything_is_done(name, 120, seed, each=3)


@pytest.mark.slow
def test_a_shared_page_has_the_pictures_of_the_box() -> None:
    file = BytesIO()
    match = Match(Header("open-table", NAMES[:2], TableOptions(), 1, bundled.opened("chess").setup))
    match.add(table_actions.Move(0, (18,), to=(320.0, 300.0)))
    write_record(file, match.header, match.entries)
    shown = share_page._match(read_record(BytesIO(file.getvalue()), "chess"), "en")
    art = shown["art"]
    assert isinstance(art, dict)
    assert sum(name.startswith("box/") for name in art) == 13
    assert all("<svg" in str(drawing) for drawing in art.values())
