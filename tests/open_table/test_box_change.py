"""Another version of the box in the middle of a match.

The match is kept, and lost pieces are named.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from grenade_salad.app.games.open_table.board import OpenTableBoard
from grenade_salad.app.games.open_table.menu_commands import MORE
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.box_writer import write_starter_box
from grenade_salad.boxes.files import DESCRIPTION
from grenade_salad.boxes.loader import open_box
from grenade_salad.core import Undo
from grenade_salad.games.open_table import GAME, actions
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.view import TableView
from grenade_salad.match import lines
from grenade_salad.text import Reader, say
from grenade_salad.web import protocol
from tests.app.conftest import app as app
from tests.app.conftest import click, run_frames, run_until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.playing import act, dump_events, find_fault, new_table, play
from tests.patience import LIMIT
from tools.tables import get_board, get_top_scene


def _without(box: Box, *fronts: str) -> Box:
    kind = box.kinds[0]
    indices = [index for index, front in enumerate(kind.fronts) if front not in fronts]
    new = replace(
        kind,
        fronts=tuple(kind.fronts[index] for index in indices),
        counts=tuple(kind.counts[index] for index in indices),
        printed=tuple(kind.printed[index] for index in indices),
    )
    return replace(box, kinds=(new, *box.kinds[1:]))


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A box of nine cards of four sorts, a hand for everybody and two piles."""
    write_starter_box(tmp_path / "mine")
    return open_box(tmp_path / "mine").box


def test_pieces_stay_after_a_change_and_lost_ones_are_named(box: Box) -> None:
    state = new_table(box, 2)
    act(state, actions.Deal(0, "draw", 3))
    act(state, actions.Set(0, "counter", "points 1", 7))
    previous_view = state.view(0)
    hand = previous_view.holder("hand 0")
    assert hand is not None
    assert not isinstance(hand.inside, int)
    names = [box.kinds[0].fronts[face.front or 0] for face in hand.inside]
    (event,) = act(state, actions.Change(0, _without(box, names[0])))
    assert find_fault(state) == ""
    assert names[0] in event.text(("Ann", "Bo"))
    after = state.view(0).holder("hand 0")
    assert after is not None
    assert not isinstance(after.inside, int)
    fronts = state.box.kinds[0].fronts
    assert [fronts[face.front or 0] for face in after.inside] == [name for name in names if name != names[0]]
    assert state.view(0).counters["points 1"] == 7
    reason = state.why_not(Undo(0, 1))
    assert reason is not None
    assert "the box was changed after line 1" in reason.text()
    assert state.view(0).back is None
    act(state, actions.Move(1, of="draw", to="discard"))
    act(state, Undo(0, state.view(0).back))
    assert find_fault(state) == ""


def test_card_with_a_corrected_word_is_the_same_card(box: Box) -> None:
    state = new_table(box, 2)
    act(state, actions.Deal(0, "draw", 4))
    kind = replace(box.kinds[0], fronts=("Beacon", *box.kinds[0].fronts[1:]))
    (event,) = act(state, actions.Change(0, replace(box, kinds=(kind,))))
    assert event.text(("Ann", "Bo")) == "The box was changed"
    assert find_fault(state) == ""


def test_change_reveals_nothing_hidden(box: Box) -> None:
    """A seat gets the same events of a change, whatever cards the others hold."""
    state = new_table(box, 2)
    act(state, actions.Deal(0, "draw", 3))
    reason = state.why_not(actions.Change(0, replace(box, holders=box.holders[1:], layout=(), buttons=())))
    assert reason is not None
    assert "no such place as your hand, where 3 hidden pieces are" in say(reason.message(), Reader(seat=0))
    changed = actions.Change(0, replace(box, name="Mine, mended", counters=()))
    messages = set()
    for seed in range(6):
        world = state.resample(0, Random(seed))
        events = act(world, changed)
        assert find_fault(world) == ""
        messages.add((dump_events(events, 0), json.dumps([str(world.view(0))])))
    assert len(messages) == 1


def test_any_table_accepts_any_other_version_of_its_box() -> None:
    for name in ("cards", "blank", "dominoes"):
        box = bundled.load_box(name).box
        for seed, new in enumerate(
            (
                replace(box, kinds=tuple(replace(kind, count=max(1, kind.count - 3)) for kind in box.kinds), layout=()),
                replace(box, holders=(), layout=(), buttons=(), table=(200.0, 200.0)),
                replace(bundled.load_box("dice").box, seats=box.seats),
            )
        ):
            state, rng = new_table(box, box.seats[0], seed), Random(seed)
            for _ in play(state, 25, rng):
                pass
            while state.pending_chance():
                state.apply_chance(state.sample_chance(rng))
            change = actions.Change(0, new)
            if state.why_not(change) is not None:
                act(state, actions.Reset(0))
                assert state.why_not(change) is None or name in ("dominoes",), name
            if state.why_not(change) is not None:
                continue
            act(state, change)
            assert find_fault(state) == "", f"{name}, {seed}"
            for _ in play(state, 10, rng):
                assert find_fault(state) == "", f"{name}, {seed}"


def test_change_is_recorded_and_refused_from_phones(box: Box) -> None:
    line = actions.Change(0, _without(box, "Storm"), "ab")
    raw = lines.encode(line.to_line())
    assert lines.parse_entry(GAME, lines.decode(raw)) == line
    with pytest.raises(protocol.BadMessage, match="done at the screen"):
        protocol.parse_action(GAME, raw, 0)
    reason = new_table(box).why_not(actions.Change(0, replace(box, seats=(5, 9))))
    assert reason is not None


def _wait(app: App, ready: Callable[[], bool]) -> None:
    """Run frames until another thread is done."""
    end = monotonic() + LIMIT
    while not ready():
        assert monotonic() < end
        app.frame()


def _start_box(app: App, folder: Path) -> OpenTableBoard:
    """Start a match with the box in a folder."""
    app.push(HomeScene(app))
    app.scene.on_file_dropped(folder)
    run_frames(app)
    box_setup = get_top_scene(app, BoxSetup)
    run_frames(app, 1)
    click(app, box_setup.start_button.rect.center)
    scene = get_board(app.scene, OpenTableBoard)
    run_until(app, lambda: scene.controller.actor is not None)
    return scene


def test_saved_change_of_the_files_reaches_the_table(app: App, tmp_path: Path) -> None:
    write_starter_box(tmp_path / "mine")
    scene = _start_box(app, tmp_path / "mine")
    sheet = tmp_path / "mine" / "cards.csv"
    text = sheet.read_text()

    def fronts() -> tuple[str, ...]:
        view = scene.controller.view
        assert isinstance(view, TableView)
        return view.box.kinds[0].fronts

    sheet.write_text(text.replace("Lighthouse", "Beacon") + "Calm,0,,,,4\n")
    _wait(app, lambda: fronts()[0] == "Beacon")
    assert fronts()[-1] == "Calm"
    sheet.write_text(text.replace("skull", "sword"))
    _wait(app, lambda: any("sword" in words for words in app.messages.texts))
    assert fronts()[0] == "Beacon", "what is wrong changes nothing"


def test_change_between_set_up_and_table_reaches_the_table(app: App, tmp_path: Path) -> None:
    write_starter_box(tmp_path / "mine")
    app.push(HomeScene(app))
    app.scene.on_file_dropped(tmp_path / "mine")
    run_frames(app)
    box_setup = get_top_scene(app, BoxSetup)
    sheet = tmp_path / "mine" / "cards.csv"
    sheet.write_text(sheet.read_text().replace("Lighthouse", "Beacon"))
    click(app, box_setup.start_button.rect.center)
    scene = get_board(app.scene, OpenTableBoard)

    def is_changed() -> bool:
        view = scene.controller.view
        assert isinstance(view, TableView)
        return view.box.kinds[0].fronts[0] == "Beacon"

    assert not is_changed()
    _wait(app, is_changed)


def test_button_for_the_next_page_leaves_with_its_box(app: App, tmp_path: Path) -> None:
    write_starter_box(tmp_path / "mine")
    description = tmp_path / "mine" / DESCRIPTION
    few_buttons = description.read_text()
    lines = 'lines = [{ do = "reset" }]'
    description.write_text(few_buttons + "".join(f'\n[[buttons]]\nlabel = "{n}"\n{lines}\n' for n in range(28)))
    scene = _start_box(app, tmp_path / "mine")

    def count_more_buttons() -> int:
        buttons = [widget for widget in scene.table.widgets.items if isinstance(widget, Button) and widget.visible]
        return sum(say(button.words) == say(MORE) for button in buttons)

    previous_count = count_more_buttons()
    assert previous_count > 0
    description.write_text(few_buttons)
    _wait(app, lambda: len(scene.panel.box_buttons) == 2)
    assert count_more_buttons() == previous_count - 1


def test_setup_describes_the_box(app: App, tmp_path: Path) -> None:
    write_starter_box(tmp_path / "mine")
    page = tmp_path / "mine" / "rules.md"
    app.push(HomeScene(app))
    for text, description in (
        ("# Weather\n\nWho has the **{most}** rain?\n\nMore.", "Who has the {most} rain?"),
        ("# Weather\n\nShort. " + "Long " * 60 + "end.\n", "Short."),
        ("# Weather\n\n- a list\n", "Cards, dice and pieces. Play what you like."),
    ):
        page.write_text(text)
        app.scene.on_file_dropped(tmp_path / "mine")
        run_frames(app)
        assert isinstance(app.scene, BoxSetup)
        assert say(app.scene.about_labels[0].words) == description
        app.pop()
