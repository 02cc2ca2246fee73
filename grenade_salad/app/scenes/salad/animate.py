"""From what happened to what is seen and heard: each step of a match becomes tweens of the stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import pi
from typing import TypeVar

from grenade_salad.app.scenes.salad.board import Cube
from grenade_salad.app.scenes.salad.stage import Burst, Carried, Flash, Flying, Place, Stage, Thrown
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Action, Chance, Event
from grenade_salad.games.salad import events
from grenade_salad.games.salad.moves import Rest
from grenade_salad.games.salad.pieces import DROPPED_EACH, Point, Soldier
from grenade_salad.games.salad.track import Track

SLIDE = 0.2
"""Seconds that a card slides."""
_SLOWER = 1.5
"""A drop is shown so many times slower than it was."""
_LOUD = 2500.0
"""mm/s of an impact that is heard at full volume."""


E = TypeVar("E", Burst, Flash, Thrown)


def fall_seconds(entry: Action | Chance) -> float:
    """How long the soldiers of a drop fall and slide, 0 for any other step."""
    track = entry.track if isinstance(entry, Rest) else None
    return len(track.frames) / track.fps if track else 0.0


@dataclass
class Show:
    """Shows steps on a stage. `sound` plays a sound by name with a volume; `still` is reduced motion."""

    stage: Stage
    motion: Motion
    sound: Callable[[str, float], None]
    blast_radius: float
    still: bool = False
    falling: dict[int, int] = field(default_factory=dict)
    """The seats of soldiers in the air, by number."""

    def step(
        self, entry: Action | Chance, happened: Sequence[Event], after: Sequence[Soldier], wait: float = 0.0
    ) -> None:
        """Start to show one step after a wait; `after` are the soldiers on the table when it is over."""
        if isinstance(entry, Rest):
            if any(isinstance(event, events.Dropped) for event in happened):
                each = DROPPED_EACH
                self.stage.cubes, self.falling = {}, {number: number // each for number in range(each * 9)}
            wait = self._rest(entry)
        for event in happened:
            wait = self._event(event, wait)
        self.motion.play(0.05, lambda _: None, lambda: self.stage.lie(after), wait=wait)

    def _event(self, event: Event, wait: float) -> float:
        """Start to show an event after a wait; when it is over, in seconds from now."""
        match event:
            case events.Drew():
                return self._draw(event, wait)
            case events.Moved():
                return self._moved(event, wait)
            case events.Placed():
                return self._placed(event, wait)
            case events.Tossed():
                self.falling = dict.fromkeys(event.soldiers, event.seat)
                over = self._card("circles", event.seat, wait)
                self._sound_at("whoosh", over)
                return over
            case events.Struck():
                return self._struck(event, wait)
            case events.Threw():
                return self._threw(event, wait)
            case events.MineWentOff():
                return self._mine(event, wait)
            case events.Killed():
                return self._killed(event, wait)
            case events.EndPhase():
                self._sound_at("shuffle", wait)
                return wait + 0.6
            case events.Ended():
                self._sound_at("win", wait)
        return wait

    # cards

    def _slide(self, card: str | None, start: Place, end: Place, wait: float, sound: str = "card") -> float:
        one = Flying(card, start, end)

        def apply(share: float) -> None:
            if one not in self.stage.cards and share < 1.0:
                self.sound(sound, 0.7)
                self.stage.cards.append(one)
            one.share = share

        def done() -> None:
            self.stage.cards[:] = [other for other in self.stage.cards if other is not one]

        self.motion.play(0.0 if self.still else SLIDE, apply, done, wait=wait, curve=ease_out)
        return wait + SLIDE

    def _card(self, card: str, seat: int, wait: float) -> float:
        """A card is played, and looked at for a moment."""
        return self._slide(card, seat, "discard", wait) + 0.25

    def _draw(self, event: events.Drew, wait: float) -> float:
        """Cards come from the deck face down: whoever they belong to sees them in the hand."""
        for number in range(event.number):
            self._slide(None, "deck", event.seat, wait + number * 0.07, "draw")
        return wait + SLIDE + event.number * 0.07

    # soldiers

    def _moved(self, event: events.Moved, wait: float) -> float:
        cube = self.stage.cubes.get(event.soldier)
        if cube is None:
            return wait
        turn = (event.angle - cube.angle + pi) % (2 * pi) - pi
        start = (cube.x, cube.y, cube.angle)
        self.motion.play(0.0, lambda _: None, lambda: self._leave_trail(event), wait=wait)

        def apply(share: float) -> None:
            cube.x = start[0] + (event.to[0] - start[0]) * share
            cube.y = start[1] + (event.to[1] - start[1]) * share
            cube.angle = start[2] + turn * share
            cube.z = 30.0 * 4 * share * (1 - share)

        return self._lift(cube, event.to, apply, wait)

    def _leave_trail(self, event: events.Moved) -> None:
        self.stage.trail = (event.start, event.to)

    def _placed(self, event: events.Placed, wait: float) -> float:
        wait = self._card("pointer", event.seat, wait)
        cube = Cube(event.soldier, event.seat, event.to[0], event.to[1], event.angle, 60.0)

        def apply(share: float) -> None:
            self.stage.cubes[cube.id] = cube
            cube.z = 60.0 * (1 - share)

        return self._lift(cube, event.to, apply, wait)

    def _lift(self, cube: Cube, to: Point, apply: Callable[[float], None], wait: float) -> float:
        def done() -> None:
            cube.z = 0.0
            self.stage.last = (to, 8.0)
            self.sound("put", 1.0)

        self._sound_at("pick", wait)
        seconds = 0.0 if self.still else 0.4
        self.motion.play(seconds, apply, done, wait=wait)
        return wait + 0.4

    def _rest(self, rest: Rest) -> float:
        """The drop as the physics computed it; how long it takes."""
        track = rest.track
        if track is None or self.still or not track.frames:
            self._sound_at("clatter", 0.0)
            return 0.1
        seats = {number: self.stage.cubes[number].seat for number in track.ids if number in self.stage.cubes}
        seconds = len(track.frames) / track.fps * _SLOWER
        self.motion.play(seconds, _Reel(self, track, self.falling | seats).apply, curve=linear)
        return seconds + 0.15

    # attacks

    def _struck(self, event: events.Struck, wait: float) -> float:
        wait = self._card(event.card, event.seat, wait)
        own, target = self.stage.cubes.get(event.soldier), self.stage.cubes.get(event.target)
        if own is None or target is None:
            return wait
        flash = Flash((own.x, own.y), (target.x, target.y), event.card)
        self._sound_at("blow" if event.card == "hammers" else "shot", wait + 0.1)
        self._effect(self.stage.flashes, flash, 0.45, wait)
        return wait + 0.4

    def _threw(self, event: events.Threw, wait: float) -> float:
        wait = self._card("explosion", event.seat, wait)
        own = self.stage.cubes.get(event.soldier)
        start = (own.x, own.y) if own else event.at
        self._sound_at("whoosh", wait)
        self._effect(self.stage.thrown, Thrown(start, event.at), 0.5, wait)
        return self._burst(event.at, wait + 0.5)

    def _mine(self, event: events.MineWentOff, wait: float) -> float:
        wait = self._card("footpath", event.seat, wait)
        self._sound_at("mine_click", wait)
        return self._burst(event.at, wait + 0.45)

    def _burst(self, at: Point, wait: float) -> float:
        """A paper burst, a short shake and a scorch. Those who die tip over while it burns."""
        stage = self.stage
        self._sound_at("blast", wait)

        def shake(share: float) -> None:
            stage.shake = 0.0 if self.still else (1 - share) ** 2

        def calm() -> None:
            stage.shake = 0.0
            stage.last = (at, self.blast_radius)
            stage.scorch(at, self.blast_radius)

        self._effect(stage.bursts, Burst(at, self.blast_radius), 0.55, wait)
        self.motion.play(0.3, shake, calm, wait=wait, curve=linear)
        return wait + 0.25

    def _effect(
        self, shown: list[Burst] | list[Flash] | list[Thrown], one: object, seconds: float, wait: float
    ) -> None:
        """Something with a share is shown while that grows from 0 to 1."""
        effects: list[object] = shown  # type: ignore[assignment]

        def apply(share: float) -> None:
            if share < 1.0 and not any(other is one for other in effects):
                effects.append(one)
            one.share = 0.4 if self.still else share  # type: ignore[attr-defined]

        def done() -> None:
            effects[:] = [other for other in effects if other is not one]

        self.motion.play(seconds, apply, done, wait=wait, curve=linear)

    def _killed(self, event: events.Killed, wait: float) -> float:
        """The cubes tip over and are carried to the tray of who takes them."""
        for index, (number, _) in enumerate(event.soldiers):
            self._kill(number, event.by, wait + index * 0.06)
        return wait + (1.1 + 0.06 * len(event.soldiers) if event.soldiers else 0.3)

    def _kill(self, number: int, by: int, wait: float) -> None:
        stage = self.stage
        cube = stage.cubes.get(number)
        if cube is None:
            return
        carried = Carried(cube, by)

        def tip(share: float) -> None:
            cube.fall = share

        def lift() -> None:
            stage.last = ((cube.x, cube.y), 8.0) if stage.last is None else stage.last
            if stage.cubes.pop(number, None) is not None and not self.still:
                stage.carried.append(carried)

        def carry(share: float) -> None:
            carried.share = share

        def down() -> None:
            stage.carried[:] = [other for other in stage.carried if other is not carried]
            self.sound("put", 0.5)

        self.motion.play(0.0 if self.still else 0.35, tip, lift, wait=wait)
        self.motion.play(0.0 if self.still else 0.5, carry, down, wait=wait + 0.45, curve=ease)

    def _sound_at(self, name: str, wait: float) -> None:
        self.motion.play(0.0, lambda _: None, lambda: self.sound(name, 1.0), wait=wait)


class _Reel:
    """A track that runs: moves the cubes of the stage, and clatters."""

    def __init__(self, show: Show, track: Track, seats: dict[int, int]) -> None:
        self.show, self.track, self.seats = show, track, seats
        self.heard = 0

    def apply(self, share: float) -> None:
        """Show the track at a share of its length."""
        track, cubes = self.track, self.show.stage.cubes
        at = share * (len(track.frames) - 1)
        first = int(at)
        second, part = min(first + 1, len(track.frames) - 1), at - first
        for index, number in enumerate(track.ids):
            a, b = track.frames[first][index], track.frames[second][index]
            x, y, angle, z = (one + (two - one) * part for one, two in zip(a, b, strict=True))
            cubes[number] = Cube(number, self.seats[number], x, y, angle, z)
        self._clatter(at / track.fps)

    def _clatter(self, time: float) -> None:
        due = 0
        while self.heard < len(self.track.impacts) and self.track.impacts[self.heard][0] <= time:
            _, number, speed = self.track.impacts[self.heard]
            self.heard += 1
            due += 1
            if due <= 5:
                self.show.sound(f"drop{1 + number % 5}", min(1.0, speed / _LOUD))
