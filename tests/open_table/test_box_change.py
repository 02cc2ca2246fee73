"""Another version of the box in the middle of a match: the match is kept, and what is gone is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from grenade_salad.app.games.open_table.board import OpenTableScene
from grenade_salad.app.games.open_table.setup import BoxSetup
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.boxes import bundled
from grenade_salad.boxes.loader import open_box
from grenade_salad.boxes.scaffold import write_new
from grenade_salad.core import Undo
from grenade_salad.games.open_table import GAME, actions
from grenade_salad.games.open_table.box import Box
from grenade_salad.games.open_table.view import TableView
from grenade_salad.match import lines
from grenade_salad.text import Reader, say
from grenade_salad.web import protocol
from tests.app.conftest import app as app
from tests.app.conftest import click, frames, until
from tests.app.conftest import kept_window as kept_window
from tests.open_table.playing import act, play, table_of, told, why_broken
from tests.patience import LIMIT
from tools.tables import on_top, scene_on


def _without(box: Box, *fronts: str) -> Box:
    kind = box.kinds[0]
    kept = [at for at, front in enumerate(kind.fronts) if front not in fronts]
    new = replace(
        kind,
        fronts=tuple(kind.fronts[at] for at in kept),
        counts=tuple(kind.counts[at] for at in kept),
        printed=tuple(kind.printed[at] for at in kept),
    )
    return replace(box, kinds=(new, *box.kinds[1:]))


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """Nine cards of four sorts, a hand for everybody, two piles."""
    write_new(tmp_path / "mine")
    return open_box(tmp_path / "mine").box


def test_what_lies_there_stays_and_what_is_gone_is_said(box: Box) -> None:
    state = table_of(box, 2)
    act(state, actions.Deal(0, "draw", 3))
    act(state, actions.Set(0, "counter", "points 1", 7))
    before = state.view(0)
    hand = before.holder("hand 0")
    assert hand is not None
    assert not isinstance(hand.inside, int)
    names = [box.kinds[0].fronts[face.front or 0] for face in hand.inside]
    (event,) = act(state, actions.Change(0, _without(box, names[0])))
    assert why_broken(state) == ""
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
    assert why_broken(state) == ""


def test_a_word_that_was_mended_is_the_same_card(box: Box) -> None:
    state = table_of(box, 2)
    act(state, actions.Deal(0, "draw", 4))
    kind = replace(box.kinds[0], fronts=("Beacon", *box.kinds[0].fronts[1:]))
    (event,) = act(state, actions.Change(0, replace(box, kinds=(kind,))))
    assert event.text(("Ann", "Bo")) == "The box was changed"
    assert why_broken(state) == ""


def test_a_change_tells_nobody_what_is_hidden(box: Box) -> None:
    """Whatever the others hold, a seat gets the same of a change."""
    state = table_of(box, 2)
    act(state, actions.Deal(0, "draw", 3))
    reason = state.why_not(actions.Change(0, replace(box, holders=box.holders[1:], layout=(), buttons=())))
    assert reason is not None
    assert "no such place as your hand, where 3 hidden pieces are" in say(reason.message(), Reader(seat=0))
    changed = actions.Change(0, replace(box, name="Mine, mended", counters=()))
    seen = set()
    for seed in range(6):
        other = state.resample(0, Random(seed))
        happened = act(other, changed)
        assert why_broken(other) == ""
        seen.add((told(happened, 0), json.dumps([str(other.view(0))])))
    assert len(seen) == 1


def test_any_table_bears_any_other_version() -> None:
    for name in ("cards", "blank", "dominoes"):
        box = bundled.opened(name).box
        for seed, new in enumerate(
            (
                replace(box, kinds=tuple(replace(kind, count=max(1, kind.count - 3)) for kind in box.kinds), layout=()),
                replace(box, holders=(), layout=(), buttons=(), table=(200.0, 200.0)),
                replace(bundled.opened("dice").box, seats=box.seats),
            )
        ):
            state, rng = table_of(box, box.seats[0], seed), Random(seed)
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
            assert why_broken(state) == "", f"{name}, {seed}"
            for _ in play(state, 10, rng):
                assert why_broken(state) == "", f"{name}, {seed}"


def test_it_is_a_line_of_the_record_and_no_phone_writes_it(box: Box) -> None:
    line = actions.Change(0, _without(box, "Storm"), "ab")
    raw = lines.encode(line.to_line())
    assert lines.entry(GAME, lines.decode(raw)) == line
    with pytest.raises(protocol.BadMessage, match="done at the screen"):
        protocol.action(GAME, raw, 0)
    reason = table_of(box).why_not(actions.Change(0, replace(box, seats=(5, 9))))
    assert reason is not None


def _wait(app: App, ready: Callable[[], bool]) -> None:
    """Frames until another thread has done it."""
    end = monotonic() + LIMIT
    while not ready():
        assert monotonic() < end
        app.frame()


def test_a_saved_change_of_the_files_is_on_the_table(app: App, tmp_path: Path) -> None:
    write_new(tmp_path / "mine")
    app.push(HomeScene(app))
    app.scene.dropped(tmp_path / "mine")
    before = on_top(app, BoxSetup)
    frames(app, 1)
    click(app, before.start_button.rect.center)
    scene = scene_on(app.scene, OpenTableScene)
    until(app, lambda: scene.table.actor is not None)
    sheet = tmp_path / "mine" / "cards.csv"
    text = sheet.read_text()

    def fronts() -> tuple[str, ...]:
        view = scene.table.view
        assert isinstance(view, TableView)
        return view.box.kinds[0].fronts

    sheet.write_text(text.replace("Lighthouse", "Beacon") + "Calm,0,,,,4\n")
    _wait(app, lambda: fronts()[0] == "Beacon")
    assert fronts()[-1] == "Calm"
    sheet.write_text(text.replace("skull", "sword"))
    _wait(app, lambda: any("sword" in words for words in app.messages.words))
    assert fronts()[0] == "Beacon", "what is wrong changes nothing"


def test_the_set_up_tells_what_the_box_is(app: App, tmp_path: Path) -> None:
    write_new(tmp_path / "mine")
    page = tmp_path / "mine" / "rules.md"
    app.push(HomeScene(app))
    for text, what in (
        ("# Weather\n\nWho has the **{most}** rain?\n\nMore.", "Who has the {most} rain?"),
        ("# Weather\n\nShort. " + "Long " * 60 + "end.\n", "Short."),
        ("# Weather\n\n- a list\n", "Cards, dice and pieces. Play what you like."),
    ):
        page.write_text(text)
        app.scene.dropped(tmp_path / "mine")
        assert isinstance(app.scene, BoxSetup)
        assert say(app.scene.about[0].words) == what
        app.pop()
