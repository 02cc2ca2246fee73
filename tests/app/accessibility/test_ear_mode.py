"""Ear mode: what somebody hears of a match, against what the log tells."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.accessibility.ear_mode import deaf
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.typed_action import TypedMove
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.log import Said as Line
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action
from grenade_salad.match.match import Controller, Header, Match
from tests.app.accessibility.listener import Listener, Said
from tests.app.conftest import key, unseen, until, write
from tests.marks import slow_but
from tests.playing import some_action
from tools.tables import on_top

NAMES = ("Ann", "Bo", "Cy", "Di")
MOST = 25
SECONDS = 3000


def _sit_down(app: App, name: str, seats: int = 2, persons: int = 1, *, turns: int = 3, seed: int = 5) -> Table:
    app.settings.ears, app.settings.speed = "on", "off"
    app.push(HomeScene(app))
    who = tuple(Controller("person" if seat < persons else "bot", "easy") for seat in range(seats))
    options = games.load(name).options().with_turn_limit(turns * seats)
    scene = start_match.scene_of(app, Match(Header(name, NAMES[:seats], options, seed)), who)
    assert isinstance(scene, Table)
    app.push(scene)
    return scene


class Heard:
    """A match that is played at random by its only person, as it was heard between each two of their decisions."""

    def __init__(self, app: App, scene: Table, most: int) -> None:
        self.scene, self.listener = scene, Listener(app)
        self.between: list[list[Said]] = []
        self.told: list[tuple[Said, int]] = []
        """What was said, each with how many lines the log had then."""
        rng, since = Random(1), 0
        while not isinstance(app.scene, EndScene) and len(self.between) < most:
            assert self.listener.time < SECONDS
            self._step()
            state = scene.match.state
            asked = scene.reaction is not None and scene.reaction.asks(0)
            if ((scene.actor == 0 and scene.idle) or asked) and not scene.held and state.pending_chance() is None:
                for _ in range(4):
                    self._step()
                self.between.append(self.listener.heard[since:])
                since = len(self.listener.heard)
                action = self._pick(rng)
                assert scene.act(action)
        for _ in range(20):
            self._step()

    def _pick(self, rng: Random) -> Action:
        while (action := some_action(self.scene.match.state, rng)).seat not in (0, None):
            pass
        return action

    def _step(self) -> None:
        before = len(self.listener.heard)
        self.listener.step()
        self.told += [(one, len(self.scene.log.lines)) for one in self.listener.heard[before:]]


@pytest.mark.parametrize(
    ("name", "seats"),
    slow_but(
        [(name, 2) for name in games.with_turns()],
        [(name, seats) for name in games.with_turns() for seats in (2, 3, 4)],
    ),
)
def test_a_match_is_heard_in_the_order_of_its_log_in_a_few_words(app: App, name: str, seats: int) -> None:
    scene = _sit_down(app, name, seats)
    match = Heard(app, scene, 12 if seats == 2 else 100)
    lines = scene.log.lines
    at = -1
    asked = ("Cancel that?", "Did it step on your mine?")
    offered = "Who is out may guess who falls next: press your own panel."
    for said, length in match.told:
        if said.how == "focus" or said.words in asked or said.words == offered:
            continue
        found = [index for index, line in enumerate(lines) if line.heard == said.words and index > at]
        assert found, f"{said.words!r} is out of order, told twice, or in no log"
        assert found[0] < length, "nothing is said before the log tells it"
        at = found[0]
    assert at >= 0
    first, *others = match.between
    assert sum(one.count for one in first) <= 2 * MOST
    for heard in others:
        assert sum(one.count for one in heard) <= MOST, heard
    assert all(one.count <= 8 for one in match.listener.heard if one.words in asked)
    _what_matters_was_said(lines, match)


def _what_matters_was_said(lines: list[Line], match: Heard) -> None:  # type: ignore[type-arg]
    """Whoever is out, and what was rolled for the person, was said."""
    said = [one.words for one in match.listener.heard]
    musts = [line.heard for line in lines[:-4] if line.heard and line.loud == "must"]
    assert set(musts) <= set(said)


def test_there_is_one_live_node(app: App) -> None:
    scene = _sit_down(app, "wheel")
    listener = Listener(app)
    for _ in range(100):
        listener.step()
        app.say("Something")
        live = [heard for heard, _ in app.tree().nodes.values() if heard.live != "off"]
        assert len(live) <= 1
    assert scene.patient


def test_why_something_cannot_be_done_is_said_over_a_cover_too(app: App) -> None:
    scene, listener = _begun(app, "live-grenade", persons=3)
    assert scene.actor is not None
    scene.look(scene.actor)
    app.say("That cannot be", refused=True)
    for _ in range(6):
        listener.step()
    assert [one.words for one in listener.heard].count("That cannot be") == 1


def test_without_ear_mode_all_is_as_it_was(app: App) -> None:
    scene = _sit_down(app, "wheel")
    app.settings.ears = "auto"
    listener = Listener(app)
    for _ in range(60):
        listener.step()
    assert not app.listened
    assert not scene.patient
    assert not scene.held
    assert [heard.name for heard in scene.latest()] == [line.words for line in scene.log.lines[-8:]]


def test_a_reader_that_listens_turns_it_on(app: App) -> None:
    app.settings.ears = "auto"
    assert not app.listened
    app.reader._begin()
    assert app.listened
    app.settings.ears = "off"
    assert not app.listened
    app.settings.ears = "auto"
    app.reader._end()
    assert not app.listened


@pytest.mark.parametrize(
    ("version", "old"), [("43.1", True), ("45.2", True), ("46.0", False), ("48.1\n", False), ("", False)]
)
def test_which_orca_hears_only_what_has_the_focus(version: str, old: bool) -> None:
    assert deaf(version) == old


def test_where_only_the_focus_is_heard_each_line_gets_it(app: App) -> None:
    _sit_down(app, "wheel")
    app.settings.ears = "focus"
    listener = Listener(app)
    for _ in range(60):
        listener.step()
    news = [one.words for one in listener.heard if one.how == "news"]
    focus = [one.words for one in listener.heard if one.how == "focus"]
    assert news
    assert [words for words in focus if words in news] == news
    key(app, pygame.K_TAB)
    assert app.tree().focus >> 20 in {item.number for item in app.scene.widgets.items}


# keys


def _answer(app: App, listener: Listener, code: int) -> str:
    """What a key says."""
    before = len(listener.heard)
    key(app, code)
    for _ in range(4):
        listener.step()
    return " / ".join(one.words for one in listener.heard[before:] if one.how == "news")


def _begun(app: App, name: str, persons: int = 1) -> tuple[Table, Listener]:
    scene = _sit_down(app, name, 3, persons)
    listener = Listener(app)
    while not (scene.actor is not None and scene.idle and not scene.held):
        listener.step()
    for _ in range(5):
        listener.step()
    return scene, listener


def test_keys_say_it_again(app: App) -> None:
    scene, listener = _begun(app, "live-grenade")
    lines = [line.words for line in scene.log.lines]
    assert _answer(app, listener, pygame.K_F3) == lines[-1]
    assert _answer(app, listener, pygame.K_F4) == ". ".join(lines[-5:])
    assert "turn" in _answer(app, listener, pygame.K_F5)
    hand = _answer(app, listener, pygame.K_F6)
    assert all(line.split("\n")[0] in hand for line in scene.hand_lines(0))
    table = _answer(app, listener, pygame.K_F7)
    assert all(line in table for line in scene.told_lines())
    assert scene.widgets.focus is not None
    assert scene.widgets.focus.heard().name in _answer(app, listener, pygame.K_F8)


def test_of_several_people_at_the_screen_no_hand_is_said(app: App) -> None:
    scene, listener = _begun(app, "live-grenade", persons=3)
    assert scene.actor is not None
    hand = [line.split("\n")[0] for line in scene.hand_lines(scene.actor)]
    _answer(app, listener, pygame.K_F6)
    assert isinstance(app.scene, Cover)
    assert not app.scene.open
    assert not any(card in one.words for one in listener.heard for card in hand)


def test_without_ear_mode_the_keys_say_so(app: App) -> None:
    _begun(app, "live-grenade")
    app.settings.ears = "off"
    for code in (pygame.K_F3, pygame.K_F6):
        key(app, code)
        assert any("Ear mode is off" in words for words in app.messages.words)
    assert len(app.messages.words) == 1


# the end


def test_after_the_end_tab_speaks_and_what_is_over_is_not_in_its_way(app: App) -> None:
    for name in games.with_turns():
        scene = _sit_down(app, name, turns=1)
        Heard(app, scene, 400)
        until(app, lambda: isinstance(app.scene, EndScene) and app.scene.counted)
        for over in (False, True):
            if over:
                app.pop()
                assert app.scene is scene
            seen = []
            with unseen(app):
                for _ in range(30):
                    key(app, pygame.K_TAB)
                    tree = app.tree()
                    heard, _ = tree.nodes[tree.focus]
                    assert heard.name, "Tab is silent"
                    assert tree.focus >> 20 != app.scene.number, "nothing has the focus"
                    seen.append(heard)
            over_now = {"Draw the top", "What to do:", "Undo what", "Pointer", "End turn", "White die"}
            assert not over or not [one.name for one in seen if one.name.startswith(tuple(over_now))]
            assert not over or all(heard.enabled for heard in seen), {one.name for one in seen if not one.enabled}
        app.home()


# typed moves


def _type(app: App, words: str) -> TypedMove:
    key(app, pygame.K_F12)
    line = on_top(app, TypedMove)
    write(app, words)
    return line


def test_a_typed_move_is_previewed_heard_and_done_and_stands_in_the_log(app: App) -> None:
    scene, listener = _begun(app, "wheel")
    line = _type(app, "di")
    assert "die" in line.offered
    key(app, pygame.K_TAB)
    assert line.line.value == "die "
    write(app, "2")
    assert line.action == scene.match.state.legal_actions(0)[1]
    for _ in range(15):
        listener.step()
    assert line.told in [one.words for one in listener.heard]
    assert scene.match.entries[-1].to_line().get("do") is None
    key(app, pygame.K_RETURN)
    assert app.scene is scene
    assert [entry for entry in scene.match.entries if isinstance(entry, Action) and entry.seat == 0][-1] == line.action
    for _ in range(30):
        listener.step()
    assert "die 2" in [one.name for one in scene.log.heard().parts]


def test_a_line_that_means_nothing_says_what_was_meant(app: App) -> None:
    scene, listener = _begun(app, "live-grenade")
    before = len(scene.match.entries)
    line = _type(app, "drwa ")
    assert line.action is None
    assert "did you mean draw" in line.told
    key(app, pygame.K_RETURN)
    assert app.scene is line
    assert len(scene.match.entries) == before
    for _ in range(10):
        listener.step()
    assert any("did you mean draw" in one.words for one in listener.heard)
    key(app, pygame.K_ESCAPE)
    assert app.scene is scene


def test_of_several_people_nothing_of_a_hand_is_read_from_the_line(app: App) -> None:
    """What is offered and told is the same whatever the person holds."""
    scene, _ = _begun(app, "live-grenade", persons=3)
    assert scene.actor is not None
    other = scene.match.state.resample((scene.actor + 1) % 3, Random(1))
    shown = []
    for state in (scene.match.state, other):
        scene.match.state = state
        for words in ("", "skip", "pair 4 from b", "cancel", "steal 10s from c"):
            line = _type(app, words)
            shown.append((words, line.told, tuple(line.offered), line.refused))
            key(app, pygame.K_ESCAPE)
    assert shown[:5] == shown[5:]
