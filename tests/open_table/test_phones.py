"""The open table on phones and on the television page, through real sockets.

The tests compare the bytes that are sent to each seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from grenade_salad.app.phones.window_host import ApprovalDialog
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
from grenade_salad.sheets.compose import TableStatus
from grenade_salad.text import Reader
from grenade_salad.web import share_page, snapshots
from grenade_salad.web.headless_table import HeadlessTable
from grenade_salad.web.terminal import Terminal
from tests.app.conftest import app as app
from tests.app.conftest import click, run_until
from tests.app.conftest import kept_window as kept_window
from tests.open_table import at_table
from tests.open_table.playing import act, new_table, play, through_a_hand
from tests.web import headless_tables
from tests.web.conftest import door as door
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
            fronts=tuple(f"word {index}" for index in range(12)),
            pictures=("sheet.png",),
            sheet=(4, 3),
        ),
    ),
    holders=(Holder("hand", each=True, secret="hand", lays="row"),),
    layout=(Lay("cards", at=((400.0, 300.0),), up=False, shuffled=True),),
)
"""Cards with pictures that are cells of one sheet: the cell tells the card."""


def sheet_text(state: TableState, events: list[Any], seat: int | None) -> str:
    """Return the sheet of a seat's phone, or of a spectator's page, as text."""
    names = NAMES[: state.seats]
    table = TableStatus(1, "Open table", names, ("phone",) * state.seats, (None,) * state.seats)
    posted = snapshots.take_snapshot(table, snapshots.Position(GAME, state, tuple(events)), ["en"])
    return posted.sheets[seat, "en"]


def sheet_texts(state: TableState, actions: list[Action], seat: int | None, rng: Random) -> list[str]:
    """Return the sheet after each action, and the animations of the television page."""
    texts = [sheet_text(state, [], seat)]
    for action in actions:
        previous_view = state.view(None)
        events = act(state, action, rng)
        texts.append(sheet_text(state, events, seat))
        animate = open_table.SHEET.animate
        assert animate is not None
        moving = animate([redact(event, None) for event in events], previous_view, state.view(None))
        texts.append(snapshots.encode_animations(moving, Reader(NAMES[: state.seats], None, "en"), 1))
    return texts


def test_card_played_face_down_from_five_stays_unknown_to_others() -> None:
    courses = []
    for card_index in range(5):
        state, actions = through_a_hand(card_index, PAINTED)
        courses.append([sheet_texts(state.copy(), actions, seat, Random(1)) for seat in (0, 2, None)])
        own_texts = sheet_texts(state.copy(), actions, 1, Random(1))
        assert json.loads(own_texts[-2])["picture"] == json.loads(courses[-1][0][-2])["picture"], "one picture for all"
    assert all(first == second for first, second in pairwise(courses))


def test_shuffled_decks_undone_looks_and_draws_reveal_nothing_to_others() -> None:
    courses, own_courses = [], set()
    for seed in range(4):
        state = new_table(boxes.CARDS, 2, seed)
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
        courses.append(sheet_texts(state.copy(), actions, None, Random(seed)))
        own_courses.add(tuple(sheet_texts(state.copy(), actions, 0, Random(seed))))
    assert all(first == second for first, second in pairwise(courses))
    assert len(own_courses) == 4, "who looks sees something else in each"


def test_sheet_names_only_pictures_that_its_seat_sees() -> None:
    """Neither a file nor a cell of a sheet tells what is face down.

    A look is sent under the cover of the hand.
    """
    state = new_table(PAINTED, 2)
    stack = state.view(0).stacks[0].number
    act(state, table_actions.Move(0, of=stack, to=(100.0, 100.0)))
    piece_id = state.view(0).pieces[0].number
    act(state, table_actions.Look(0, (piece_id,)))
    own_sheet, other_sheet = json.loads(sheet_text(state, [], 0)), json.loads(sheet_text(state, [], 1))
    looked = own_sheet["tools"]["looking"]
    assert [looked_card["words"] for looked_card in looked] == [f"Word {state.view(0).looking[0].front}"]
    assert other_sheet["tools"]["looking"] == []
    assert own_sheet["picture"] == other_sheet["picture"]
    assert "word" not in json.dumps(own_sheet["picture"]).replace('"words"', "").lower()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadlessTable]:
    with open_journal(tmp_path) as journal:
        messages: list[str] = []
        with headless_tables.open_table(journal, "open-table", 4, messages.append) as phone_table:
            phone_table.choose_start("cards")
            yield phone_table


@pytest.fixture
def phones(table: HeadlessTable) -> Iterator[Network]:
    phone_network = Network(cast(App, headless_tables.FakeWindow(table)), table.hosting.server.port)
    yield phone_network
    phone_network.close()


def _choice_line(phone: Phone, *path: str) -> dict[str, Any]:
    """Return the line of the choice with these buttons."""
    return next(choice["line"] for choice in phone.sheet["choices"] if tuple(choice["path"]) == path)


def wait_until(phones: Network, ready: Callable[[], bool]) -> None:
    """Wait until a condition is true, with time passing at the table.

    A page watches, and its animations take the table's time.
    """
    phones.until(ready, dt=0.2)


def test_four_phones_draw_play_show_and_ask_the_host(table: HeadlessTable, phones: Network) -> None:
    ann, bo, cy, dee = (headless_tables.seat_by_code(phones, table, seat, name) for seat, name in enumerate(NAMES))
    watching = phones.open_television()
    ann.say(say="chair", do="begin", seat=0)
    wait_until(phones, lambda: all("tools" in phone.sheet for phone in (ann, bo, cy, dee)))
    old_moment = dee.sheet["moment"]
    ann.act(_choice_line(ann, "Deal 5"))
    wait_until(phones, lambda: all(len(phone.sheet["hand"]) == 5 for phone in (ann, bo, cy, dee)))
    wait_until(phones, lambda: [seat["facts"] for seat in watching.sheet["seats"]] == ["5 in hand, points: 0"] * 4)
    assert not watching.sheet["hand"]
    assert "tools" not in watching.sheet
    bo.act({"seat": 1, "do": "move", "of": "draw", "to": "hand 1"})
    dee.act({"seat": 3, "do": "move", "of": "draw", "to": "hand 3"}, moment=old_moment)
    wait_until(phones, lambda: len(bo.sheet["hand"]) == 6 and len(dee.sheet["hand"]) == 6)
    lines = len(table.session.match.entries) if table.session is not None else 0
    dee.act({"seat": 3, "do": "move", "of": "hand 3", "at": [0], "to": "discard"}, moment=old_moment)
    cy.act({"seat": 2, "do": "move", "of": "hand 2", "at": [0], "to": [100.0, 100.0], "face": "down"})
    pages = (ann, bo, cy, dee, watching)
    wait_until(phones, lambda: all(len(page.sheet["picture"]["things"]) == 3 for page in pages))
    assert len({json.dumps(page.sheet["picture"]) for page in pages}) == 1
    bo.act(_choice_line(bo, "Show to…", "Ann"))
    wait_until(phones, lambda: len(ann.sheet["tools"]["looking"]) == 1)
    assert ann.sheet["tools"]["looking"][0]["words"].lower() == bo.sheet["hand"][0]["words"].lower()
    card = json.dumps(bo.sheet["hand"][0]["code"])
    assert not cy.sheet["tools"]["looking"], card
    assert table.session is not None
    new_lines = [entry.to_line() for entry in table.session.match.entries[lines:]]
    assert not [line for line in new_lines if line.get("seat") == 3], "its hand was another one when that was said"
    lines = len(table.session.match.entries)
    bo.act(_choice_line(bo, "New round"))
    wait_until(phones, lambda: bool(ann.sheet.get("asked")) and bool(bo.sheet.get("asked")))
    assert len(table.session.match.entries) == lines, "asked, not done"
    assert ann.sheet["asked"][0] == {
        "n": 1, "yours": False, "answers": True, "words": "Bo: start a new round. Is that all right?"
    }  # fmt: skip
    assert bo.sheet["asked"][0]["yours"]
    bo.say(say="chair", do="allow", seat=1)
    wait_until(phones, lambda: any("first phone" in text for text in bo.raw))
    ann.say(say="chair", do="deny", seat=1)
    wait_until(phones, lambda: any("The host said no." in text for text in bo.raw) and "asked" not in bo.sheet)
    bo.act(_choice_line(bo, "New round"), moment=old_moment)
    terminal = Terminal(table)
    wait_until(phones, lambda: bool(table.hosting.approvals.waiting))
    terminal.execute_line("yes")
    wait_until(phones, lambda: all(not phone.sheet["hand"] for phone in (ann, bo, cy, dee)))
    ann.act({"seat": 0, "do": "flip", "what": [999]})
    wait_until(phones, lambda: any("999" in text for text in ann.raw))


def test_decision_of_several_lines_is_done_in_order_and_the_terminal_plays_too(
    table: HeadlessTable, phones: Network
) -> None:
    messages: list[str] = []
    table.tell = messages.append
    ann = headless_tables.seat_by_code(phones, table, 0, "Ann")
    ann.say(say="chair", do="begin", seat=0)
    phones.until(lambda: "tools" in ann.sheet)
    draw = {"seat": 0, "do": "move", "of": "draw", "to": "hand 0"}
    ann.say(
        say="act", moment=ann.sheet["moment"], action={"seat": 0, "do": "shuffle", "what": "draw"}, more=[draw, draw]
    )
    phones.until(lambda: len(ann.sheet["hand"]) == 2)
    ann.say(say="act", moment=ann.sheet["moment"], action=draw, more=[draw] * 64)
    phones.frames(2)
    terminal = Terminal(table)
    for typed in ("sit 2", "hand", "table", "nonsense", "flip", "look 1", "pass", "machine 1", "box chess", "help"):
        terminal.execute_line(typed)
    phones.until(lambda: len(ann.sheet["hand"]) == 2)
    assert any("Draw pile: 50" in line for line in messages)


def test_two_phones_play_crokinole(table: HeadlessTable, phones: Network) -> None:
    """Two phones flick a disc from the line, push and turn discs, and gather them."""
    table.choose_start("crokinole")
    table.names, table.controllers = table.names[:2], table.controllers[:2]
    ann, bo = (headless_tables.seat_by_code(phones, table, seat, name) for seat, name in enumerate(NAMES[:2]))
    ann.say(say="chair", do="begin", seat=0)
    phones.until(lambda: "tools" in ann.sheet and "tools" in bo.sheet)

    def find_discs(phone: Phone, colour: str) -> list[dict[str, Any]]:
        picture = phone.sheet["picture"]
        return [piece for piece in picture["things"] if picture["looks"][piece["look"]]["words"] == f"a {colour} disc"]

    def find_position(phone: Phone, key: int) -> list[float]:
        return next((list(piece["at"]) for piece in phone.sheet["picture"]["things"] if piece["key"] == key), [])

    def verbs(phone: Phone, key: int) -> list[str]:
        return list(phone.sheet["tools"]["of"][str(key)])

    for phone, colour, line, angle in ((ann, "white", [400.0, 95.0], 1.57), (bo, "black", [400.0, 705.0], -1.57)):
        disc = find_discs(phone, colour)[0]["key"]
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
    for bad_values in ({"speed": 9000.0}, {"angle": 1e9}, {"what": 999}):
        refused = len(bo.got("no"))
        bo.act({**verb["line"], "what": disc, "angle": 0.0, "speed": 900.0, **bad_values})
        phones.until(lambda: len(bo.got("no")) > refused)  # noqa: B023
    first, second = (white_disc["key"] for white_disc in find_discs(ann, "white")[-2:])
    ann.act({"seat": 0, "do": "move", "what": [first], "to": [300.0, 300.0]})
    phones.until(lambda: find_position(ann, first) == [300.0, 300.0])
    ann.act({"seat": 0, "do": "move", "what": [second], "to": [300.0, 400.0]})
    phones.until(lambda: find_position(ann, second) == [300.0, 400.0])
    push = ann.sheet["tools"]["verbs"]["push"]
    assert push["needs"] == ["path"]
    ann.act({**push["line"], "what": second, "path": [[0, 300.0, 400.0], [400, 340.0, 400.0], [700, 340.0, 400.0]]})
    phones.until(lambda: find_position(ann, second)[0] > 330)
    rotate = ann.sheet["tools"]["verbs"]["rotate"]
    assert (rotate["needs"], rotate["line"]["to"]) == (["angle"], "@here")
    ann.act({**rotate["line"], "what": [first], "to": [300.0, 300.0], "angle": 0.5})
    phones.until(lambda: any(white_disc.get("angle") == 0.5 for white_disc in find_discs(bo, "white")))
    phones.until(lambda: find_position(ann, first) == find_position(bo, first))
    bo.act({"seat": 1, "do": "move", "what": [first, second], "to": [400.0, 500.0]})
    phones.until(lambda: find_position(bo, first) == [400.0, 500.0])
    gather = bo.sheet["tools"]["verbs"]["gather"]
    assert (gather["line"]["what"], gather["line"]["to"]) == (["@"], "@first")
    bo.act({**gather["line"], "what": [second], "to": first})
    phones.until(lambda: any(white_disc.get("n") == 2 for white_disc in find_discs(ann, "white")))


def test_only_pictures_of_the_box_are_served(table: HeadlessTable, phones: Network) -> None:
    table.choose_start("chess")
    table.names, table.controllers = table.names[:2], table.controllers[:2]
    table.begin()
    watching = phones.open_television()
    phones.until(lambda: "picture" in watching.sheet)
    file = next(look["file"] for look in watching.sheet["picture"]["looks"] if look["file"].endswith("king.svg"))

    async def get(path: str) -> tuple[int, str, bytes]:
        async with phones.session.get(f"http://127.0.0.1:{phones.port}/{path}") as answer:
            return answer.status, answer.headers.get("Content-Security-Policy", ""), await answer.read()

    status, policy, body = phones.run(get(file))
    assert status == 200
    assert "sandbox" in policy
    assert body == bundled.load_box("chess").pictures[file.rpartition("/")[2]]
    folder = file.rpartition("/")[0]
    for bad_path in (f"{folder}/box.toml", f"{folder}/../../../box.toml", "box/x", f"{folder}/%2e%2e/chess/board.svg"):
        assert phones.run(get(bad_path))[0] == 404


def test_pictures_from_a_stranger_are_served_as_png(app: App, network: Network, tmp_path: Path) -> None:
    text = 'box = 1\nname = "Mine"\n[[kinds]]\nname = "a"\npiece = "board"\nfronts = ["a"]\npictures = ["a.svg"]\n'
    text += '[[layout]]\nkind = "a"\nat = [[300, 300]]\n'
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    (tmp_path / "a.svg").write_text(drawing, encoding="utf-8")
    opened = app.opened_boxes.open(tmp_path)
    at_table.push_table(app, opened.box, pictures=opened.pictures_hash)
    television = network.open_television()

    def list_files() -> list[str]:
        looks = television.sheet.get("picture", {}).get("looks", ())
        return [look["file"] for look in looks if look.get("file", "").endswith("/a.svg")]

    network.until(lambda: bool(list_files()))
    (file,) = list_files()

    async def get() -> tuple[str, bytes]:
        async with network.session.get(f"http://127.0.0.1:{network.port}/{file}") as answer:
            return answer.content_type, await answer.read()

    assert network.run(get()) == ("image/png", opened.pictures["a.svg"])


def test_phone_can_take_a_seat_in_the_setup() -> None:
    phone = Controller("phone")
    choices = player_names.list_controllers(phone, "open-table", 4)
    assert choices[player_names.find_index(choices, phone)] == phone
    assert phone not in player_names.list_controllers(Controller(), "open-table", 4)


def test_the_window_asks_before_a_phone_clears_the_table(app: App, network: Network) -> None:
    scene = at_table.push_table(app, boxes.CARDS)
    ann = network.seat_phone(0)
    network.until(lambda: "tools" in ann.sheet)
    for yes in (False, True):
        ann.act({"seat": 0, "do": "finish", "won": [1]})
        network.until(lambda: isinstance(app.scene, ApprovalDialog))
        dialog = cast(ApprovalDialog, app.scene)
        assert not scene.controller.match.state.is_over
        button = dialog.widgets.items[0 if yes else 1]
        click(app, button.on_screen().center)
        network.until(lambda yes=yes: yes or any("The host said no." in text for text in ann.raw))  # type: ignore[misc]
    run_until(app, lambda: scene.controller.match.state.is_over)
    assert scene.controller.match.state.ranking()[0] == (1,)
    assert Controller("phone") in scene.controller.controllers


def _check_sheets_against_worlds(name: str, lines: int, seed: int, interval: int = 1) -> None:
    """Check that a seat's sheet is the same in any world that fits its view.

    All seats and spectators get one picture. One line in `interval` is checked; the seed says which.
    """
    setup = bundled.load_box(name).setup
    seats = max(2, setup.box.seats[0])
    state, rng = new_table(setup.box, seats, seed), Random(seed)
    for index, _ in enumerate(play(state, lines, rng)):
        if state.pending_chance() or index % interval != seed % interval:
            continue
        pictures = set()
        for seat in (*range(seats), None):
            world, text = state.resample(0 if seat is None else seat, rng), sheet_text(state, [], seat)
            assert sheet_text(world, [], seat) == text, (name, seed, seat)
            pictures.add(json.dumps(json.loads(text)["picture"]))
        assert len(pictures) == 1


def test_sheets_depend_only_on_what_the_seat_may_know() -> None:
    _check_sheets_against_worlds("cards", 8, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled.names())
def test_sheets_depend_only_on_what_the_seat_may_know_in_long_matches(name: str) -> None:
    for seed in range(3):
        _check_sheets_against_worlds(name, 120, seed, interval=3)


@pytest.mark.slow
def test_a_shared_page_has_the_pictures_of_the_box() -> None:
    file = BytesIO()
    match = Match(Header("open-table", NAMES[:2], TableOptions(), 1, bundled.load_box("chess").setup))
    match.apply_entry(table_actions.Move(0, (18,), to=(320.0, 300.0)))
    write_record(file, match.header, match.entries)
    page_data = share_page._collect_replay(read_record(BytesIO(file.getvalue()), "chess"), "en", None)
    art = page_data["art"]
    assert isinstance(art, dict)
    assert sum(name.startswith("box/") for name in art) == 13
    assert all("<svg" in str(drawing) for drawing in art.values())
