"""Ear mode: what a listener hears of a match, compared with its log."""

from __future__ import annotations

from random import Random

import pygame
import pytest

from grenade_salad import games
from grenade_salad.app.accessibility.ear_mode import ignores_live_nodes
from grenade_salad.app.accessibility.tree import make_node_id, node_owner
from grenade_salad.app.match import start_match
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.typed_action import TypedAction
from grenade_salad.app.shell.cover import Cover
from grenade_salad.app.ui.log import LogEntry
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import Action
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.text.say import join_with_stops
from tests.app.accessibility.listener import Listener, Utterance
from tests.app.conftest import draw_rarely, press_keys, run_until, type_text
from tests.marks import slow_but
from tests.playing import choose_random_action
from tools.tables import get_top_scene

NAMES = ("Ann", "Bo", "Cy", "Di")
MAX_WORDS = 25
"""Maximum words between two decisions."""
MAX_SECONDS = 3000
"""Seconds after which a match should be over."""


def sit_down(app: App, name: str, seats: int = 2, persons: int = 1, *, turns: int = 3, seed: int = 5) -> TableScene:
    app.settings.ears, app.settings.speed = "on", "off"
    app.push(HomeScene(app))
    controllers = tuple(Controller("person" if seat < persons else "bot", "easy") for seat in range(seats))
    options = games.load(name).options().with_turn_limit(turns * seats)
    scene = start_match.make_match_table(app, Match(Header(name, NAMES[:seats], options, seed)), controllers)
    assert isinstance(scene, TableScene)
    app.push(scene)
    return scene


class HeardMatch:
    """A match whose only person acts at random, with what was heard between actions."""

    def __init__(self, app: App, scene: TableScene) -> None:
        self.app, self.scene, self.listener = app, scene, Listener(app)
        self.utterances_between: list[list[Utterance]] = []
        """The utterances before each decision."""
        self.utterance_log_lengths: list[tuple[Utterance, int]] = []
        """The utterances, each with the length of the log at that time."""

    def play(self, max_decisions: int) -> None:
        """Play until the match is over or the person has decided that many times."""
        scene, rng, start_index = self.scene, Random(1), 0
        while not isinstance(self.app.scene, EndScene) and len(self.utterances_between) < max_decisions:
            assert self.listener.time < MAX_SECONDS
            self._step()
            state = scene.controller.match.state
            is_asked = scene.reaction is not None and scene.controller.awaits_answer(0)
            if (
                ((scene.controller.actor == 0 and scene.controller.is_idle) or is_asked)
                and not scene.controller.is_held
                and state.pending_chance() is None
            ):
                for _ in range(4):
                    self._step()
                self.utterances_between.append(self.listener.utterances[start_index:])
                start_index = len(self.listener.utterances)
                action = self._pick_action(rng)
                assert scene.controller.act(action)
        for _ in range(20):
            self._step()

    def _pick_action(self, rng: Random) -> Action:
        while (action := choose_random_action(self.scene.controller.match.state, rng)).seat not in (0, None):
            pass
        return action

    def _step(self) -> None:
        previous_count = len(self.listener.utterances)
        self.listener.step()
        self.utterance_log_lengths += [
            (utterance, len(self.scene.log.lines)) for utterance in self.listener.utterances[previous_count:]
        ]


def _is_question(words: str) -> bool:
    """True for the question of a reaction window, which is in no log."""
    return words.endswith(("Cancel?", "Cancel that?", "Mine?"))


@pytest.mark.parametrize(
    ("name", "seats"),
    slow_but(
        [(name, 2) for name in games.with_turns()],
        [(name, seats) for name in games.with_turns() for seats in (2, 3, 4)],
    ),
)
def test_match_is_heard_in_log_order_and_few_words(app: App, name: str, seats: int) -> None:
    scene = sit_down(app, name, seats)
    match = HeardMatch(app, scene)
    match.play(12 if seats == 2 else 100)
    lines = scene.log.lines
    log_index = -1
    guess_offer = "Who is out may guess who falls next: press your own panel."
    for spoken, length in match.utterance_log_lengths:
        if spoken.source == "focus" or _is_question(spoken.words) or spoken.words == guess_offer:
            continue
        line_indices = [index for index, line in enumerate(lines) if line.spoken == spoken.words and index > log_index]
        assert line_indices, f"{spoken.words!r} is out of order, told twice, or in no log"
        assert line_indices[0] < length, "nothing is said before the log tells it"
        log_index = line_indices[0]
    assert log_index >= 0
    first, *rest = match.utterances_between
    assert sum(utterance.word_count for utterance in first) <= 2 * MAX_WORDS
    for utterances in rest:
        assert sum(utterance.word_count for utterance in utterances) <= MAX_WORDS, utterances
    questions = [utterance for utterance in match.listener.utterances if _is_question(utterance.words)]
    assert all(utterance.word_count <= 8 for utterance in questions)
    _check_important_lines_were_spoken(lines, match)


def _check_important_lines_were_spoken(lines: list[LogEntry], match: HeardMatch) -> None:
    """Check that eliminations and the person's rolls were spoken."""
    spoken_texts = [utterance.words for utterance in match.listener.utterances]
    required_texts = [line.spoken for line in lines[:-4] if line.spoken and line.priority == "must"]
    assert set(required_texts) <= set(spoken_texts)


def test_tree_has_one_live_node(app: App) -> None:
    scene = sit_down(app, "wheel")
    listener = Listener(app)
    for _ in range(100):
        listener.step()
        app.say("Something")
        live = [heard for heard, _ in app.tree().nodes.values() if heard.live != "off"]
        assert len(live) <= 1
    assert scene.controller.is_patient


def test_reason_for_refusal_is_spoken_over_cover(app: App) -> None:
    scene, listener = _start_match(app, "live-grenade", persons=3)
    assert scene.controller.actor is not None
    scene.look(scene.controller.actor)
    app.say("That cannot be", refused=True)
    listener.run(6)
    assert [utterance.words for utterance in listener.utterances].count("That cannot be") == 1


def test_board_is_unchanged_without_ear_mode(app: App) -> None:
    scene = sit_down(app, "wheel")
    app.settings.ears = "auto"
    listener = Listener(app)
    listener.run(60)
    assert not app.is_listened_to
    assert not scene.controller.is_patient
    assert not scene.controller.is_held
    assert [heard.name for heard in scene.announcements()] == [line.words for line in scene.log.lines[-8:]]


def test_active_screen_reader_turns_ear_mode_on(app: App) -> None:
    app.settings.ears = "auto"
    assert not app.is_listened_to
    app.reader._begin()
    assert app.is_listened_to
    app.settings.ears = "off"
    assert not app.is_listened_to
    app.settings.ears = "auto"
    app.reader._end()
    assert not app.is_listened_to


@pytest.mark.parametrize(
    ("version", "old"), [("43.1", True), ("45.2", True), ("46.0", False), ("48.1\n", False), ("", False)]
)
def test_old_orca_hears_only_the_focus(version: str, old: bool) -> None:
    assert ignores_live_nodes(version) == old


def test_each_line_gets_focus_if_only_focus_is_heard(app: App) -> None:
    sit_down(app, "wheel")
    app.settings.ears = "focus"
    listener = Listener(app)
    listener.run(60)
    news = [utterance.words for utterance in listener.utterances if utterance.source == "news"]
    focus = [utterance.words for utterance in listener.utterances if utterance.source == "focus"]
    assert news
    assert [words for words in focus if words in news] == news
    press_keys(app, pygame.K_TAB)
    assert node_owner(app.tree().focus) in {item.id for item in app.scene.widgets.items}


def test_focus_is_never_on_the_whole_table_if_only_focus_is_heard(app: App) -> None:
    """Orca reads all lines of what has the focus."""
    scene = sit_down(app, "wheel")
    app.settings.ears = "focus"
    listener = Listener(app)
    for _ in range(60):
        listener.step()
        assert app.tree().focus != make_node_id(scene.node_owner_id)
        press_keys(app, pygame.K_RETURN)
        assert app.tree().focus != make_node_id(scene.node_owner_id)


# Keys


def _press_and_listen(app: App, listener: Listener, code: int) -> str:
    """Return what is spoken after a key press."""
    previous_count = len(listener.utterances)
    press_keys(app, code)
    listener.run(4)
    return " / ".join(
        utterance.words for utterance in listener.utterances[previous_count:] if utterance.source == "news"
    )


def _start_match(app: App, name: str, persons: int = 1) -> tuple[TableScene, Listener]:
    scene = sit_down(app, name, 3, persons)
    listener = Listener(app)
    while not (scene.controller.actor is not None and scene.controller.is_idle and not scene.controller.is_held):
        listener.step()
    listener.run(5)
    return scene, listener


def test_keys_repeat_what_was_said(app: App) -> None:
    scene, listener = _start_match(app, "live-grenade")
    lines = [line.words for line in scene.log.lines]
    assert _press_and_listen(app, listener, pygame.K_F3) == lines[-1]
    assert _press_and_listen(app, listener, pygame.K_F4) == join_with_stops(lines[-5:])
    assert "turn" in _press_and_listen(app, listener, pygame.K_F5)
    hand = _press_and_listen(app, listener, pygame.K_F6)
    assert all(line.split("\n")[0] in hand for line in scene.hand_lines(0))
    table = _press_and_listen(app, listener, pygame.K_F7)
    assert all(line in table for line in scene.default_table_lines())
    assert scene.widgets.focus is not None
    assert scene.widgets.focus.accessible_node().name in _press_and_listen(app, listener, pygame.K_F8)


@pytest.mark.parametrize("name", games.with_turns())
def test_spoken_lines_have_one_full_stop(app: App, name: str) -> None:
    scene, listener = _start_match(app, name)
    assert any(line.endswith(".") for line in scene.table_text_lines()), "a line with its own full stop"
    for code in (pygame.K_F4, pygame.K_F6, pygame.K_F7):
        assert ".." not in _press_and_listen(app, listener, code)


def test_no_hand_is_spoken_with_several_people_at_screen(app: App) -> None:
    scene, listener = _start_match(app, "live-grenade", persons=3)
    assert scene.controller.actor is not None
    hand = [line.split("\n")[0] for line in scene.hand_lines(scene.controller.actor)]
    _press_and_listen(app, listener, pygame.K_F6)
    assert isinstance(app.scene, Cover)
    assert not app.scene.is_open
    assert not any(card in utterance.words for utterance in listener.utterances for card in hand)


def test_keys_say_that_ear_mode_is_off(app: App) -> None:
    _start_match(app, "live-grenade")
    app.settings.ears = "off"
    for code in (pygame.K_F3, pygame.K_F6):
        press_keys(app, code)
        assert any("Ear mode is off" in words for words in app.messages.texts)
    assert len(app.messages.texts) == 1


def test_wheel_says_what_must_be_pressed_next(app: App) -> None:
    scene, listener = _start_match(app, "wheel")
    assert any(words.words.endswith("press a white die") for words in listener.utterances)
    assert "press a white die" in _press_and_listen(app, listener, pygame.K_F5)
    previous_count = len(scene.controller.match.entries)
    assert _press_and_listen(app, listener, pygame.K_RETURN).endswith("Press the die again to move it.")
    assert len(scene.controller.match.entries) == previous_count
    press_keys(app, pygame.K_RETURN)
    assert len(scene.controller.match.entries) > previous_count


# The end


def test_tab_speaks_after_end_and_skips_ended_controls(app: App) -> None:
    for name in games.with_turns():
        scene = sit_down(app, name, turns=1)
        HeardMatch(app, scene).play(400)
        run_until(app, lambda: isinstance(app.scene, EndScene) and app.scene.is_counted)
        for over in (False, True):
            if over:
                app.pop()
                assert app.scene is scene
            focused_nodes = []
            with draw_rarely(app):
                for _ in range(30):
                    press_keys(app, pygame.K_TAB)
                    tree = app.tree()
                    heard, _ = tree.nodes[tree.focus]
                    assert heard.name, "Tab is silent"
                    assert node_owner(tree.focus) != app.scene.node_owner_id, "nothing has the focus"
                    focused_nodes.append(heard)
            ended_controls = {"Draw the top", "What to do:", "Undo what", "Pointer", "End turn", "White die"}
            assert not over or not [node.name for node in focused_nodes if node.name.startswith(tuple(ended_controls))]
            assert not over or all(heard.enabled for heard in focused_nodes), {
                node.name for node in focused_nodes if not node.enabled
            }
        app.home()


# Typed actions


def _type_action(app: App, words: str) -> TypedAction:
    press_keys(app, pygame.K_F12)
    line = get_top_scene(app, TypedAction)
    type_text(app, words)
    return line


def test_typed_action_is_previewed_spoken_applied_and_logged(app: App) -> None:
    scene, listener = _start_match(app, "wheel")
    line = _type_action(app, "di")
    assert "die" in line.suggestions
    press_keys(app, pygame.K_TAB)
    assert line.entry.value == "die "
    type_text(app, "2")
    assert line.action == scene.controller.match.state.legal_actions(0)[1]
    listener.run(15)
    assert line.status_text in [utterance.words for utterance in listener.utterances]
    assert scene.controller.match.entries[-1].to_line().get("do") is None
    press_keys(app, pygame.K_RETURN)
    assert app.scene is scene
    own_actions = [entry for entry in scene.controller.match.entries if isinstance(entry, Action) and entry.seat == 0]
    assert own_actions[-1] == line.action
    listener.run(30)
    assert "die 2" in [node.name for node in scene.log.accessible_node().parts]


def test_unknown_line_suggests_a_correction(app: App) -> None:
    scene, listener = _start_match(app, "live-grenade")
    previous_count = len(scene.controller.match.entries)
    line = _type_action(app, "drwa ")
    assert line.action is None
    assert "did you mean draw" in line.status_text
    press_keys(app, pygame.K_RETURN)
    assert app.scene is line
    assert len(scene.controller.match.entries) == previous_count
    listener.run(10)
    assert any("did you mean draw" in utterance.words for utterance in listener.utterances)
    press_keys(app, pygame.K_ESCAPE)
    assert app.scene is scene


def test_typed_line_reveals_no_hand_with_several_people(app: App) -> None:
    """The offers and messages do not depend on the person's cards."""
    scene, _ = _start_match(app, "live-grenade", persons=3)
    assert scene.controller.actor is not None
    other_state = scene.controller.match.state.resample((scene.controller.actor + 1) % 3, Random(1))
    results = []
    for state in (scene.controller.match.state, other_state):
        scene.controller.match.state = state
        for words in ("", "skip", "pair 4 from b", "cancel", "steal 10s from c"):
            line = _type_action(app, words)
            results.append((words, line.status_text, tuple(line.suggestions), line.refused))
            press_keys(app, pygame.K_ESCAPE)
    assert results[:5] == results[5:]
