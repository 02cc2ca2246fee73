"""Nothing is told before it is visible: whole matches, live and in replays.

All three games are checked frame by frame. What is on the table is read from what the boards draw. All that tells the
match beside that (the bar, the log, every node of a screen reader, panels, messages, sounds) may mention an event
only when it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from grenade_salad import games
from grenade_salad.app.games.live_grenade import display_state as live_grenade
from grenade_salad.app.games.live_grenade.board import LiveGrenadeBoard
from grenade_salad.app.games.salad import display_state as salad
from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.games.wheel import display_state as wheel
from grenade_salad.app.games.wheel.board import WheelBoard
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.start_match import make_match_table
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.match.text_view import TableText
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.window.application import App
from grenade_salad.core import Event, TurnBegan
from grenade_salad.games.live_grenade import LiveGrenadeOptions, LiveGrenadeSetup
from grenade_salad.games.live_grenade import events as of_live_grenade
from grenade_salad.games.live_grenade.actions import Draw
from grenade_salad.games.salad import SaladOptions
from grenade_salad.games.salad import events as of_salad
from grenade_salad.games.wheel import events as of_wheel
from grenade_salad.match.match import Controller, Header, Match
from grenade_salad.session.session import VisibleStep
from grenade_salad.text import say
from tests.app.conftest import draw_rarely, resize, run_frames, run_until, show_home
from tests.app.golden import sharpest_edge
from tests.app.history import choose_view, open_replay
from tests.marks import slow_but

DT = 1 / 20
_MAX_FRAMES = 12000
"""Frames after which a match should be over."""


def find_display(scene: object) -> object:
    """Return the display state that a board draws."""
    if isinstance(scene, LiveGrenadeBoard):
        return scene.board_view.display
    assert isinstance(scene, SaladBoard | WheelBoard)
    return scene.display


def track_event(event: Event, display: object) -> bool | None:
    """Return the state of an event on the table: True, False or None.

    True while something of it moves; False when it is at rest or does not move yet; None when it is there, however it
    came.
    """
    match display, event:
        case wheel.WheelDisplay(), of_wheel.Rolled():
            return display.tumbling is not None
        case wheel.WheelDisplay(), of_wheel.Moved(die=die):
            return display.dice[die].flight is not None
        case wheel.WheelDisplay(), of_wheel.Reset(dice=dice):
            return any(display.dice[die].flight is not None for die in dice)
        case wheel.WheelDisplay(), of_wheel.Exploded(at=place):
            return None if any(burst.card == place for burst in display.bursts) else False
        case wheel.WheelDisplay(), of_wheel.Out(seat=seat):
            return False if display.alive[seat] else None
        case wheel.WheelDisplay(), of_wheel.HeartLost(seat=seat, heart=heart):
            return None if heart in display.revealed[seat] else False
        case wheel.WheelDisplay(), of_wheel.Raised(pips=pips):
            return None if tuple(die.pips for die in display.dice) == pips else False
        case live_grenade.LiveGrenadeDisplay(), of_live_grenade.Drew():
            return bool(display.flying) or display.held is not None
        case live_grenade.LiveGrenadeDisplay(), of_live_grenade.Grenade():
            return None if display.held is not None and display.held.turned >= 1 else False
        case live_grenade.LiveGrenadeDisplay(), of_live_grenade.Out():
            return None if display.burst is not None else False
        case live_grenade.LiveGrenadeDisplay(), of_live_grenade.Won():
            return display.held is not None or display.burst is not None or bool(display.flying)
        case live_grenade.LiveGrenadeDisplay(), of_live_grenade.Played() | of_live_grenade.Stolen():
            return bool(display.flying)
        case salad.SaladDisplay(), of_salad.Dropped():
            return display.film is not None and display.film_time < display.film.seconds
        case salad.SaladDisplay(), of_salad.Moved(soldier=soldier) | of_salad.Placed(soldier=soldier):
            return soldier in display.cubes and display.cubes[soldier].z > 0
        case salad.SaladDisplay(), of_salad.Struck():
            return None if display.flashes else False
        case salad.SaladDisplay(), of_salad.Threw() | of_salad.MineWentOff():
            return None if display.bursts else False
        case salad.SaladDisplay(), of_salad.Killed(soldiers=soldiers) if soldiers:
            return False if any(soldier_id in display.cubes for soldier_id, _ in soldiers) else None
        case salad.SaladDisplay(), of_salad.Drew(seat=seat):
            return any(card.end == seat for card in display.cards)
    return None


REVEALING_SOUNDS: dict[str, tuple[type[Event], ...]] = {
    "blast": (of_wheel.Exploded, of_live_grenade.Out, of_salad.Threw, of_salad.MineWentOff),
    "grenade": (of_wheel.Out, of_wheel.HeartLost, of_live_grenade.Grenade),
    "relief": (of_live_grenade.Drew, of_live_grenade.Grenade),
    "take": (of_salad.Killed,),
}
"""Sounds that reveal the result of an event."""


_LAST_EVENT = of_live_grenade.Won


class Witness:
    """Checks a table after each frame.

    `checked_frames` counts the frames in which something was still to be seen.
    """

    def __init__(self, app: App, table: TableScene) -> None:
        self.app, self.table = app, table
        self.step: VisibleStep | None = None
        self.checked_frames = self.step_count = 0
        self.heard: list[str] = []
        """The sounds since the last frame."""
        self.moved: list[bool] = []
        """For each event of the step, True if something of it has moved."""
        self.visible: list[bool] = []
        """For each event of the step, True if it was visible."""
        self.result_words: set[str] = set()
        """Lines of the table that only the step brings."""
        self.end_words: set[str] = set()
        """Those of them that tell of the end of the match."""
        self._record_texts()
        animate = table.board.animate

        def check_and_animate(step: VisibleStep) -> None:
            assert not table.motion.is_busy, "a step is shown when the one before it is over"
            self._begin_step(step)
            animate(step)

        table.board.animate = check_and_animate  # type: ignore[method-assign]

    def _begin_step(self, step: VisibleStep) -> None:
        self.step, self.step_count = step, self.step_count + 1
        words = TableText(self.table.controller.names)
        self.result_words = set(words.lines(step.view)) - set(words.lines(step.previous_view))
        without_end = replace(step.view, is_over=False, ranking=None, end_reason=None)
        self.end_words = set(words.lines(step.view)) - set(words.lines(without_end))
        # Two steps in one frame: the results of the first have just been told.
        if not self.is_recorded:
            self._record_texts()
        self.is_recorded = False
        self.moved, self.visible = [False] * len(step.events), [False] * len(step.events)

    def _record_texts(self) -> None:
        """Record what is told while nothing moves."""
        self.texts, self.facts, self.line_count = set(self._read_texts()), self._read_facts(), len(self.table.log.lines)
        self.is_recorded = True

    def _read_texts(self) -> Iterator[str]:
        yield from self.app.tree().lines()
        bar, hint = self.table.bar_content()
        yield say(bar)
        assert hint is None
        yield from map(say, self.app.captions.words)

    def _read_facts(self) -> list[list[str]]:
        seats = range(len(self.table.controller.names))
        return [[say(words) for words in self.table.board.seat_facts(seat)] for seat in seats]

    def check_frame(self) -> None:
        """Check what is told after a frame."""
        sounds = list(self.heard)
        self.heard.clear()
        step, table = self.step, self.table
        if step is None or not table.motion.is_busy:
            self._record_texts()
            return
        for index, event in enumerate(step.events):
            motion = track_event(event, find_display(table.board))
            self.moved[index] = self.moved[index] or bool(motion)
            self.visible[index] = self.visible[index] or motion is None or (motion is False and self.moved[index])
        self.checked_frames += 1
        # The light, the words under the card and this sound tell a relief at once.
        for sound in sounds:
            kinds = REVEALING_SOUNDS.get(sound, ())
            indices = [index for index, event in enumerate(step.events) if isinstance(event, kinds)]
            assert not indices or sound == "relief" or any(self.visible[index] for index in indices), (
                f"{sound} is heard"
            )
        if all(self.visible):
            return
        # The preview of a choice is no outcome: it is visible beside the choice, as it is for people.
        preview_text = say(table.board.preview_text())
        new_texts = [
            words for words in self._read_texts() if words not in self.texts and words.lower() != preview_text.lower()
        ]
        new_texts += [line.words for line in table.log.lines[self.line_count :]]
        for index, event in enumerate(step.events):
            words = table.controller.describe_event(event)
            if words and not isinstance(event, TurnBegan) and not all(self.visible[: index + 1]):
                assert not any(words in text for text in new_texts), f"{words!r} is told before it is seen: {event}"
        # Live Grenade tells that it is over, and nothing else, when all events before that are visible.
        earlier = [
            is_visible
            for is_visible, event in zip(self.visible, step.events, strict=True)
            if not isinstance(event, _LAST_EVENT)
        ]
        early_words = (self.end_words if all(earlier) else self.result_words).intersection(new_texts)
        assert not early_words, f"{early_words} before {step.events} is over"
        assert not any("game is over" in text for text in new_texts), "the end before it is seen"
        if not any(self.visible):
            assert self._read_facts() == self.facts, f"panels count {step.events}"


def play_and_check(app: App, witness: Witness, is_over: Callable[[], bool], max_steps: int) -> None:
    """Check every frame until the match is over or `max_steps` steps were shown."""
    with draw_rarely(app):
        for _ in range(_MAX_FRAMES):
            if is_over() or witness.step_count >= max_steps:
                assert witness.checked_frames > 4 * witness.step_count
                return
            app.frame(DT)
            witness.check_frame()
    raise AssertionError("it is not over")


def record_sounds(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the name of each sound from now on."""
    sounds: list[str] = []
    play = app.audio.play

    def record(name: str, *rest: float) -> None:
        sounds.append(name)
        play(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(app.audio, "play", record)
    app.settings.captions, app.settings.speed = True, "normal"
    return sounds


SEATS = {"wheel": 4, "live-grenade": 3, "grenade-salad": 3}
ALL_STEPS = 10000


@pytest.mark.parametrize(("game", "steps"), slow_but([("wheel", 6)], [("wheel", 6), *product(SEATS, [ALL_STEPS])]))
def test_match_tells_nothing_before_it_is_visible(
    app: App, game: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds = record_sounds(app, monkeypatch)
    options = games.load(game).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    seats = ("Ann", "Bo", "Cy", "Dee")[: SEATS[game]]
    match = Match(Header(game, seats, options, 4))
    table = make_match_table(app, match, (Controller("bot", "random"),) * len(seats))
    assert isinstance(table, TableScene)
    witness = Witness(app, table)
    witness.heard = sounds
    app.push(table)
    play_and_check(app, witness, lambda: isinstance(app.scene, EndScene), steps)


def _start_match_of_one_turn(app: App) -> TableScene:
    """Start a match of two machines that is over after a turn."""
    app.settings.speed = "normal"
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=1), 4))
    table = make_match_table(app, match, (Controller("bot", "random"),) * 2)
    assert isinstance(table, TableScene)
    app.push(table)
    return table


def test_winner_is_told_by_the_count(app: App) -> None:
    """No log names the winner while the table is visible.

    The end page builds up to it.
    """
    table = _start_match_of_one_turn(app)
    with draw_rarely(app):
        for _ in range(_MAX_FRAMES):
            app.frame(1 / 60)
            if app.scene is not table:
                break
            assert not any("game is over" in entry.words for entry in table.log.lines)
    assert isinstance(app.scene, EndScene)
    assert any("game is over" in entry.words for entry in table.log.lines)


def test_table_cannot_be_read_during_the_count(app: App) -> None:
    """The log under the page names the winner."""
    table = _start_match_of_one_turn(app)
    run_until(app, lambda: app.scene is not table, _MAX_FRAMES)
    end = app.scene
    assert isinstance(end, EndScene)
    assert not end.is_counted
    app.draw()
    above = app.canvas().pixel_rect(Rect(0, 0, app.size[0], end.panel.y - 30))
    visible_table = app.screen.subsurface(above)
    assert sharpest_edge(visible_table) < 4


def test_last_grenade_of_live_grenade_is_visible_before_end_is_told(app: App) -> None:
    """This includes the log, which is open in a tall window."""
    show_home(app)
    resize(app, (720, 1280))
    app.settings.speed = "normal"
    seats, ace = ("Ann", "Bo"), "AS"
    setup = LiveGrenadeSetup((("5D", "6C"), ("7D",)), (ace,), 0)
    match = Match(Header("live-grenade", seats, LiveGrenadeOptions(), 7, setup))
    table = make_match_table(app, match, (Controller("person"), Controller("bot", "random")))
    assert isinstance(table, TableScene)
    assert isinstance(table.board, LiveGrenadeBoard)
    app.push(table)
    run_frames(app, 30)
    assert table.controller.act(Draw(0))
    bursts = 0
    with draw_rarely(app):
        for _ in range(_MAX_FRAMES):
            app.frame(1 / 60)
            display = table.board.board_view.display
            if display.burst is None and not display.held and bursts:
                break
            bursts += display.burst is not None
            texts = [say(table.bar_content()[0]), *(line.words for line in table.log.lines), *app.tree().lines()]
            assert not any("over" in text or "wins" in text for text in texts)
            assert table.controller.turn == 0
    assert bursts > 10
    assert not table.board.board_view.view.alive[0], "that is seen"
    with draw_rarely(app):
        run_until(app, lambda: isinstance(app.scene, EndScene), 600)
    assert any("wins" in line.words for line in table.log.lines)


QUICK_CASES: Sequence[tuple[str, int | str, int]] = [("live-grenade", "everybody", 9), ("grenade-salad", 0, 6)]


@pytest.mark.parametrize(
    ("game", "eyes", "steps"), slow_but(QUICK_CASES, [*QUICK_CASES, *product(SEATS, ("everybody", 0), [ALL_STEPS])])
)
def test_replay_tells_nothing_before_it_is_visible(
    app: App, game: str, eyes: int | str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds = record_sounds(app, monkeypatch)
    replay, _ = open_replay(app, game, SEATS[game])
    assert isinstance(replay, ReplayScene)
    choose_view(app, replay, eyes)
    witness = Witness(app, replay.table)
    witness.heard = sounds
    replay.toggle()
    play_and_check(app, witness, lambda: not replay.playing, steps)
