"""Nothing is told before it is seen: whole matches of all three games, frame by frame, live and in replays.

What lies on the table is read from what the scenes draw. Whatever tells the match beside that, the bar, the log, every
node of a screen reader, panels, lines that come and go, sounds, may say an event only when it lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from grenade_salad import games
from grenade_salad.app.games.live_grenade import display_state as live_grenade
from grenade_salad.app.games.live_grenade.board import LiveGrenadeScene
from grenade_salad.app.games.salad import display_state as salad
from grenade_salad.app.games.salad.board import SaladScene
from grenade_salad.app.games.wheel import display_state as wheel
from grenade_salad.app.games.wheel.board import WheelScene
from grenade_salad.app.history.replay import ReplayScene
from grenade_salad.app.match.end_scene import EndScene
from grenade_salad.app.match.start_match import scene_of
from grenade_salad.app.match.table_scene import Table
from grenade_salad.app.match.text_view import TableWords
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
from grenade_salad.session.session import Shown
from grenade_salad.text import say
from tests.app.conftest import at_home, frames, resize, unseen, until
from tests.app.golden import sharpest_edge
from tests.app.test_replay import look_as, replay_of
from tests.marks import slow_but

DT = 1 / 20
_MOST = 12000


def stages(scene: object) -> object:
    """What a scene draws of what happened."""
    if isinstance(scene, LiveGrenadeScene):
        return scene.shown.stage
    assert isinstance(scene, SaladScene | WheelScene)
    return scene.stage


def moving(event: Event, stage: object) -> bool | None:
    """Whether an event is being seen now: True while something of it moves, False when it lies there or does not move
    yet. None: it lies there, however it came."""
    match stage, event:
        case wheel.Stage(), of_wheel.Rolled():
            return stage.tumbling is not None
        case wheel.Stage(), of_wheel.Moved(die=die):
            return stage.dice[die].flight is not None
        case wheel.Stage(), of_wheel.Reset(dice=dice):
            return any(stage.dice[die].flight is not None for die in dice)
        case wheel.Stage(), of_wheel.Exploded(at=at):
            return None if any(burst.at == at for burst in stage.bursts) else False
        case wheel.Stage(), of_wheel.Out(seat=seat):
            return False if stage.alive[seat] else None
        case wheel.Stage(), of_wheel.HeartLost(seat=seat, heart=heart):
            return None if heart in stage.shown[seat] else False
        case wheel.Stage(), of_wheel.Raised(pips=pips):
            return None if tuple(die.pips for die in stage.dice) == pips else False
        case live_grenade.Stage(), of_live_grenade.Drew():
            return bool(stage.flying) or stage.held is not None
        case live_grenade.Stage(), of_live_grenade.Grenade():
            return None if stage.held is not None and stage.held.turned >= 1 else False
        case live_grenade.Stage(), of_live_grenade.Out():
            return None if stage.burst is not None else False
        case live_grenade.Stage(), of_live_grenade.Won():
            return stage.held is not None or stage.burst is not None or bool(stage.flying)
        case live_grenade.Stage(), of_live_grenade.Played() | of_live_grenade.Stolen():
            return bool(stage.flying)
        case salad.Stage(), of_salad.Dropped():
            return stage.film is not None and stage.film_time < stage.film.seconds
        case salad.Stage(), of_salad.Moved(soldier=soldier) | of_salad.Placed(soldier=soldier):
            return soldier in stage.cubes and stage.cubes[soldier].z > 0
        case salad.Stage(), of_salad.Struck():
            return None if stage.flashes else False
        case salad.Stage(), of_salad.Threw() | of_salad.MineWentOff():
            return None if stage.bursts else False
        case salad.Stage(), of_salad.Killed(soldiers=soldiers) if soldiers:
            return False if any(number in stage.cubes for number, _ in soldiers) else None
        case salad.Stage(), of_salad.Drew(seat=seat):
            return any(card.end == seat for card in stage.cards)
    return None


TELLING: dict[str, tuple[type[Event], ...]] = {
    "blast": (of_wheel.Exploded, of_live_grenade.Out, of_salad.Threw, of_salad.MineWentOff),
    "grenade": (of_wheel.Out, of_wheel.HeartLost, of_live_grenade.Grenade),
    "relief": (of_live_grenade.Drew, of_live_grenade.Grenade),
    "take": (of_salad.Killed,),
}
"""Sounds that say what came of something."""


_LAST = of_live_grenade.Won


class Witness:
    """Looks at a table after each frame; `looked` counts the frames in which something was still to be seen."""

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table = app, table
        self.step: Shown | None = None
        self.looked = self.steps = 0
        self.heard: list[str] = []
        self._rest()
        animate = table.scene.animate

        def see(shown: Shown) -> None:
            assert not table.motion.busy, "a step is shown when the one before it is over"
            self._begin(shown)
            animate(shown)

        table.scene.animate = see  # type: ignore[method-assign]

    def _begin(self, shown: Shown) -> None:
        self.step, self.steps = shown, self.steps + 1
        words = TableWords(self.table.names)
        self.after = set(words.of(shown.view)) - set(words.of(shown.before))
        going_on = replace(shown.view, is_over=False, ranking=None, end_reason=None)
        self.of_the_end = set(words.of(shown.view)) - set(words.of(going_on))
        if not self.rested:  # two steps in one frame: what the first one came to was told just now
            self._rest()
        self.rested = False
        self.moved: list[bool] = [False] * len(shown.events)
        self.lies: list[bool] = [False] * len(shown.events)

    def _rest(self) -> None:
        """What is told while nothing is shown."""
        self.said, self.facts, self.lines = set(self._texts()), self._facts(), len(self.table.log.lines)
        self.rested = True

    def _texts(self) -> Iterator[str]:
        yield from self.app.tree().lines()
        bar, hint = self.table.bar()
        yield say(bar)
        assert hint is None
        yield from map(say, self.app.captions.words)

    def _facts(self) -> list[list[str]]:
        seats = range(len(self.table.names))
        return [[say(words) for words in self.table.scene.seat_facts(seat)] for seat in seats]

    def look(self) -> None:
        """A frame has passed."""
        heard = list(self.heard)
        self.heard.clear()
        step, table = self.step, self.table
        if step is None or not table.motion.busy:
            self._rest()
            return
        for number, event in enumerate(step.events):
            now = moving(event, stages(table.scene))
            self.moved[number] = self.moved[number] or bool(now)
            self.lies[number] = self.lies[number] or now is None or (now is False and self.moved[number])
        self.looked += 1
        for name in heard:  # a relief is told by the light, the words under the card, and this sound at once
            kinds = TELLING.get(name, ())
            of_it = [number for number, event in enumerate(step.events) if isinstance(event, kinds)]
            assert not of_it or name == "relief" or any(self.lies[number] for number in of_it), f"{name} is heard"
        if all(self.lies):
            return
        # What a choice would do is no outcome: it is seen beside the choice, as it is for people who choose.
        about = say(table.scene.doing())
        new = [words for words in self._texts() if words not in self.said and words.lower() != about.lower()]
        new += [line.words for line in table.log.lines[self.lines :]]
        for number, event in enumerate(step.events):
            words = table.words_of(event)
            if words and not isinstance(event, TurnBegan) and not all(self.lies[: number + 1]):
                assert not any(words in one for one in new), f"{words!r} is told before it is seen: {event}"
        # Live Grenade tells that it is over, and nothing else, after all before that lies there.
        rest = [lies for lies, event in zip(self.lies, step.events, strict=True) if not isinstance(event, _LAST)]
        early = (self.of_the_end if all(rest) else self.after).intersection(new)
        assert not early, f"{early} before {step.events} is over"
        assert not any("game is over" in one for one in new), "the end before it is seen"
        if not any(self.lies):
            assert self._facts() == self.facts, f"panels count {step.events}"


def go_on(app: App, witness: Witness, over: Callable[[], bool], steps: int) -> None:
    """Frames until it is over, or that many steps were shown, each of them looked at."""
    with unseen(app):
        for _ in range(_MOST):
            if over() or witness.steps >= steps:
                assert witness.looked > 4 * witness.steps
                return
            app.frame(DT)
            witness.look()
    raise AssertionError("it is not over")


def listening(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sounds that are made from now on, by name."""
    found: list[str] = []
    play = app.audio.play

    def hear(name: str, *rest: float) -> None:
        found.append(name)
        play(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(app.audio, "play", hear)
    app.settings.captions, app.settings.speed = True, "normal"
    return found


SEATS = {"wheel": 4, "live-grenade": 3, "grenade-salad": 3}
WHOLE = 10000


@pytest.mark.parametrize(("game", "steps"), slow_but([("wheel", 6)], [("wheel", 6), *product(SEATS, [WHOLE])]))
def test_nothing_is_told_in_a_match_before_it_is_seen(
    app: App, game: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds = listening(app, monkeypatch)
    options = games.load(game).options()
    if isinstance(options, SaladOptions):
        options = replace(options, turn_limit=8)
    seats = ("Ann", "Bo", "Cy", "Dee")[: SEATS[game]]
    match = Match(Header(game, seats, options, 4))
    table = scene_of(app, match, (Controller("bot", "random"),) * len(seats))
    assert isinstance(table, Table)
    witness = Witness(app, table)
    witness.heard = sounds
    app.push(table)
    go_on(app, witness, lambda: isinstance(app.scene, EndScene), steps)


def _of_one_turn(app: App) -> Table:
    """Two machines sit down to a match that is over after a turn."""
    app.settings.speed = "normal"
    match = Match(Header("grenade-salad", ("Ann", "Bo"), SaladOptions(turn_limit=1), 4))
    table = scene_of(app, match, (Controller("bot", "random"),) * 2)
    assert isinstance(table, Table)
    app.push(table)
    return table


def test_who_has_won_is_told_by_the_count(app: App) -> None:
    """The page of the end builds up to it: no log gives it away while the table is still in sight."""
    table = _of_one_turn(app)
    with unseen(app):
        for _ in range(_MOST):
            app.frame(1 / 60)
            if app.scene is not table:
                break
            assert not any("game is over" in said.words for said in table.log.lines)
    assert isinstance(app.scene, EndScene)
    assert any("game is over" in said.words for said in table.log.lines)


def test_nothing_of_the_table_can_be_read_while_it_is_counted(app: App) -> None:
    """The log under the page says who has won."""
    table = _of_one_turn(app)
    until(app, lambda: app.scene is not table, _MOST)
    end = app.scene
    assert isinstance(end, EndScene)
    assert not end.counted
    app.draw()
    above = app.canvas().box(Rect(0, 0, app.size[0], end.panel.y - 30))
    shown = app.screen.subsurface(above)
    assert sharpest_edge(shown) < 4


def test_the_last_grenade_of_live_grenade_is_seen_before_the_end_is_told(app: App) -> None:
    """Also the log, which lies open in a high window."""
    at_home(app)
    resize(app, (720, 1280))
    app.settings.speed = "normal"
    seats, ace = ("Ann", "Bo"), "AS"
    setup = LiveGrenadeSetup((("5D", "6C"), ("7D",)), (ace,), 0)
    match = Match(Header("live-grenade", seats, LiveGrenadeOptions(), 7, setup))
    table = scene_of(app, match, (Controller("person"), Controller("bot", "random")))
    assert isinstance(table, Table)
    assert isinstance(table.scene, LiveGrenadeScene)
    app.push(table)
    frames(app, 30)
    assert table.act(Draw(0))
    bursts = 0
    with unseen(app):
        for _ in range(_MOST):
            app.frame(1 / 60)
            stage = table.scene.shown.stage
            if stage.burst is None and not stage.held and bursts:
                break
            bursts += stage.burst is not None
            told = [say(table.bar()[0]), *(line.words for line in table.log.lines), *app.tree().lines()]
            assert not any("over" in one or "wins" in one for one in told)
            assert table.turn == 0
    assert bursts > 10
    assert not table.scene.shown.seen.alive[0], "that is seen"
    with unseen(app):
        until(app, lambda: isinstance(app.scene, EndScene), 600)
    assert any("wins" in line.words for line in table.log.lines)


QUICK: Sequence[tuple[str, int | str, int]] = [("live-grenade", "everybody", 9), ("grenade-salad", 0, 6)]


@pytest.mark.parametrize(
    ("game", "eyes", "steps"), slow_but(QUICK, [*QUICK, *product(SEATS, ("everybody", 0), [WHOLE])])
)
def test_nothing_is_told_in_a_replay_before_it_is_seen(
    app: App, game: str, eyes: int | str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds = listening(app, monkeypatch)
    replay, _ = replay_of(app, game, SEATS[game])
    assert isinstance(replay, ReplayScene)
    look_as(app, replay, eyes)
    witness = Witness(app, replay.shown)
    witness.heard = sounds
    replay.toggle()
    go_on(app, witness, lambda: not replay.playing, steps)
