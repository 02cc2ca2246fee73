"""From what happened to what is seen and heard: each event becomes tweens of the stage, one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import pi, sin

from grenade_salad.app.games.effects import Flying, pass_by
from grenade_salad.app.games.wheel.display_state import Burst, Flight, Notice, Stage
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event, TurnBegan
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m

_DEAL = 0.28
"""Seconds that a dealt heart is on its way."""
_HOP = 0.2
_BLAST = 0.85
_FLIP = 0.22
_TUMBLE = 0.75
_NOTICE = 1.6
_SLOWER = 1.8
"""How much longer the black die tumbles, and a die rests where it lands, between the last two."""
"""Seconds: a die hops to the next card, a burst, a card turns over, the black die tumbles, words are read."""


@dataclass
class Show:
    """Shows steps on a stage. `sound` plays a sound by name with a volume; `still` is reduced motion.

    `seen` is told of each event when it lies there; `changed` is called when a seat's panel has changed.
    `side` is where on the window a card of the ring is, from -1 at the left to 1 at the right. `way` is where a seat's
    heart of that number comes from when it is dealt, and where it goes.
    """

    stage: Stage
    motion: Motion
    names: Sequence[str]
    sound: Sounds
    seen: Callable[[Event], None]
    changed: Callable[[], None]
    side: Callable[[int], float]
    way: Callable[[int, int], tuple[Rect, Rect]]
    still: bool = False
    blown: dict[int, int] = field(default_factory=dict)
    """On which card each die blew up last."""

    def step(self, happened: Sequence[Event], after: WheelView, wait: float) -> None:
        """Start to show one step after a wait; `after` is what may be seen when it is over."""
        self._light()
        chain = sum(isinstance(event, events.Exploded) for event in happened) > 1
        number, lies = 0, wait
        for event in happened:
            number += isinstance(event, events.Exploded)
            wait = self._event(event, wait, number if chain else 0)
            lies = wait + _DEAL if isinstance(event, events.Dealt) else wait
            self.motion.after(lies, partial(self.seen, event))
        self.motion.after(max(wait, lies), partial(self.stage.lie, after))

    def _event(self, event: Event, wait: float, number: int) -> float:
        """Start to show an event after a wait; when it is over, in seconds from now."""
        match event:
            case events.RingLaid():
                return self._laid(event, wait)
            case events.Dealt():
                return self._dealt(event, wait)
            case TurnBegan():
                self.motion.after(wait, lambda: self._turn(event.seat))
                return wait + 0.1
            case events.Rolled():
                return self._rolled(event, wait)
            case events.Moved():
                return self._moved(event, wait)
            case events.Raised():
                return self._raised(event, wait)
            case events.Exploded():
                return self._exploded(event, wait, number)
            case events.Reset():
                return self._reset(event, wait)
            case events.HeartLost():
                return self._lost(
                    event.seat, (event.heart,), m("{who} loses a heart", who=self.names[event.seat]), wait
                )
            case events.Out():
                return self._out(event, wait)
            case events.Won():
                self.motion.after(wait, self._light)
                return wait + 0.3
            case events.HeartsRevealed():
                return self._revealed(event, wait)
        return wait

    # helpers

    def _play(
        self,
        seconds: float,
        apply: Callable[[float], None],
        done: Callable[[], None],
        wait: float,
        sound: Effect | None = None,
        curve: Callable[[float], float] = ease,
        at: int | None = None,
    ) -> None:
        """A tween whose sound is heard at its start, from the card `at`, unless it was skipped.

        With reduced motion nothing is between.
        """
        heard = False

        def run(share: float) -> None:
            nonlocal heard
            if sound is not None and not heard and (share < 1.0 or self.motion.pace == 0 or self.still):
                self.sound(sound, 1.0, 0.0 if at is None else self.side(at))
            heard = True
            if not self.still or share >= 1.0:
                apply(share)

        self.motion.play(seconds, run, done, wait=wait, curve=curve)

    # events

    def _laid(self, event: events.RingLaid, wait: float) -> float:
        stage = self.stage

        def begin() -> None:
            stage.ring, stage.laid, stage.dice = event.ring, 0.0, []

        def apply(share: float) -> None:
            stage.laid = share * len(event.ring)

        def done() -> None:
            stage.laid = 99.0

        self.motion.after(wait, begin)
        self._play(1.2, apply, done, wait, "shuffle", linear)
        return wait + 1.25

    def _dealt(self, event: events.Dealt, wait: float) -> float:
        def get() -> None:
            self.stage.counts[event.seat] += 1
            self.changed()

        self.stage.counts[event.seat] = 0
        for index in range(event.number):
            start, end = self.way(event.seat, index)
            seconds = 0.0 if self.still else _DEAL
            pass_by(self.motion, self.stage.flying, Flying(None, start, end), seconds, wait=wait, curve=ease_out)
            self._play(0.1, _nothing, _none, wait, "card")
            self.motion.after(wait + seconds, get)
            wait += 0.14
        return wait

    def _light(self) -> None:
        """The light goes down around the ring when two are left, and comes back when one is."""
        stage = self.stage
        goal = 1.0 if stage.duel else 0.0
        start = stage.dusk
        if start != goal:
            self.motion.play(0.0 if self.still else 0.8, lambda share: stage.fade(start, goal, share))

    def _turn(self, seat: int) -> None:
        self.stage.turn, self.stage.black = seat, None
        self.changed()

    def _rolled(self, event: events.Rolled, wait: float) -> float:
        stage = self.stage

        def apply(share: float) -> None:
            stage.black = event.pips
            stage.tumbling = share

        def done() -> None:
            stage.black, stage.tumbling = event.pips, None

        seconds = _TUMBLE * (_SLOWER if stage.duel else 1.0)
        for beat in range(3 if stage.duel else 0):
            self._play(0.1, _nothing, _none, wait + seconds * (0.35 + 0.25 * beat), "tick")
        self._play(seconds, apply, done, wait, "die_roll", ease_out)
        return wait + seconds + 0.15

    def _moved(self, event: events.Moved, wait: float) -> float:
        stage, die = self.stage, event.die

        def leave() -> None:
            stage.last = None

        def down() -> None:
            stage.dice[die].pips = event.pips
            stage.last = (event.start, event.path)

        self.motion.after(wait, leave)
        seconds = _HOP * len(event.path) + 0.1
        self._fly(die, (event.start, *event.path), seconds, wait, "pick", 0.8)
        self.motion.after(wait + seconds, down)
        self._play(0.15, _nothing, _none, wait + seconds, "put", at=event.path[-1])
        return wait + seconds + 0.3 * (_SLOWER if stage.duel else 1.0)

    def _fly(self, die: int, way: tuple[int, ...], seconds: float, wait: float, sound: Effect, high: float) -> None:
        """A die goes through the air, hopping from card to card; each hop is heard."""
        stage = self.stage
        flight = Flight(way, (0, 1), high)
        heard = 0

        def apply(share: float) -> None:
            nonlocal heard
            one = stage.dice[die]
            if one.flight is not flight:
                flight.start = stage.slot(die)
                one.flight, one.gone = flight, False
            hop = int(share * (len(way) - 1))
            if hop > heard and share < 1.0:
                self.sound("tick", 1.0, self.side(way[hop]))
            heard = hop
            flight.share = share

        def done() -> None:
            one = stage.dice[die]
            one.at, one.flight, one.gone = way[-1], None, False

        self._play(seconds, apply, done, wait, sound, linear, way[0])

    def _raised(self, event: events.Raised, wait: float) -> float:
        stage = self.stage

        def apply(share: float) -> None:
            stage.joker = sin(share * pi)
            for one in stage.dice:
                one.lift = 0.5 * sin(share * pi)

        def up() -> None:
            for one, pips in zip(stage.dice, event.pips, strict=True):
                one.pips = pips

        def done() -> None:
            stage.joker = 0.0
            for one in stage.dice:
                one.lift = 0.0

        self.motion.after(wait + 0.3, up)
        self._play(0.6, apply, done, wait, "whoosh", linear)
        return wait + 0.75

    def _exploded(self, event: events.Exploded, wait: float, number: int) -> float:
        stage = self.stage
        burst = Burst(event.at, number)
        self.blown |= dict.fromkeys(event.dice, event.at)

        def begin() -> None:
            stage.bursts.append(burst)
            for die in event.dice:
                stage.dice[die].gone = True

        def apply(share: float) -> None:
            burst.share = share
            stage.shake = max(0.0, 1 - share * 2.2)

        def done() -> None:
            stage.bursts = [other for other in stage.bursts if other is not burst]
            stage.shake = 0.0

        burst.share = 0.45 if self.still else 0.0
        self.motion.after(wait, begin)
        self._play(_BLAST, apply, done, wait, "blast", linear, event.at)
        if event.takes:
            self._flip(event.at, wait + 0.4)
        return wait + _BLAST + 0.1

    def _flip(self, at: int, wait: float) -> None:
        stage = self.stage

        def apply(share: float) -> None:
            stage.turning[at] = 1 - share

        def done() -> None:
            stage.turning.pop(at, None)
            stage.down.add(at)

        self._play(_FLIP, apply, done, wait, "flip", at=at)

    def _reset(self, event: events.Reset, wait: float) -> float:
        stage = self.stage

        def one() -> None:
            for die in event.dice:
                stage.dice[die].pips = 1

        self.motion.after(wait, one)
        for number, die in enumerate(event.dice):
            self._fly(die, (self.blown[die], event.to), 0.45, wait + number * 0.08, "put", 1.7)
        return wait + 0.45 + 0.08 * len(event.dice) + 0.15

    def _out(self, event: events.Out, wait: float) -> float:
        def gone() -> None:
            self.stage.alive[event.seat] = False

        self.motion.after(wait, gone)
        return self._lost(event.seat, event.hearts, m("{who} is out", who=self.names[event.seat]), wait)

    def _lost(self, seat: int, hearts: tuple[str, ...], words: Message, wait: float) -> float:
        """Everybody sees hearts of a seat: in the middle of the table, then at its panel."""
        stage = self.stage

        def begin() -> None:
            stage.notice = Notice(words, hearts, seat)
            more = tuple(heart for heart in hearts if heart not in stage.shown[seat])
            stage.shown[seat] = (*stage.shown[seat], *more)
            self.changed()

        def done() -> None:
            stage.notice = None

        self.motion.after(wait, begin)
        self._play(_NOTICE, _nothing, done, wait, "grenade")
        return wait + _NOTICE + 0.1

    def _revealed(self, event: events.HeartsRevealed, wait: float) -> float:
        stage = self.stage

        def reveal() -> None:
            stage.shown = list(event.hearts)
            stage.unused = event.unused
            self.changed()

        self.motion.after(wait, reveal)
        self._play(0.2, _nothing, _none, wait, "flip")
        return wait + 0.9


def _nothing(_: float) -> None:
    """Draw nothing: what an animation shows that only waits."""


def _none() -> None:
    """For ends at which nothing happens."""
