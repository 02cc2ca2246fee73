"""From what happened to what is seen and heard: each step of a match becomes tweens of the stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import atan2, dist, pi
from typing import TypeVar

from grenade_salad.app.games.effects import Passing, pass_by
from grenade_salad.app.games.salad.combat_effects import FLOWN, Armed, Burst, Carried, Chips, Flash, Thrown, knocked
from grenade_salad.app.games.salad.display_state import Flying, Place, Stage
from grenade_salad.app.games.salad.mat import Cube
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event
from grenade_salad.films.drop_film import Film, begun_film
from grenade_salad.films.drop_path import Clack, On
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Rest
from grenade_salad.games.salad.pieces import DROPPED_EACH, Card, Measures, Point, Soldier
from grenade_salad.session.session import Shown

SLIDE = 0.2
"""Seconds that a card slides."""
_KNOCK = 0.45
"""Seconds that a soldier flies that was hit, and seconds between two that are taken."""
_APART = 0.12
_LIFTED = _KNOCK + 0.1
"""Seconds after a hit at which the first soldier is carried away."""
_ON: dict[On, Effect] = {"table": "drop", "wood": "clack", "hands": "rattle"}
_AT_ONCE = 4
"""Clacks of a drop that are heard in one frame."""


_Effect = TypeVar("_Effect", bound=Passing)


@dataclass
class Show:
    """Shows steps on a stage. `still` is reduced motion.

    `side` is where on the window a point of the table in mm is, from -1 at the left to 1 at the right; `side_of_tray`
    that of a seat's tray; `took(seat, owner)` is called when a soldier lies in it, `seen` when an event lies there.
    """

    stage: Stage
    motion: Motion
    sound: Sounds
    side: Callable[[Point], float]
    side_of_tray: Callable[[int], float]
    took: Callable[[int, int], None]
    blast_radius: float
    seats: int = 2
    still: bool = False
    falling: dict[int, int] = field(default_factory=dict)
    """The seats of soldiers in the air, by number."""
    height: float = 0.0
    """From where they are dropped, in mm."""
    arrived: Counter[int] = field(default_factory=Counter)
    """How many soldiers of the step that is shown lie in the tray of each seat that has taken them."""
    struck_from: Point = (0.0, 0.0)
    """Where what kills now comes from, in mm."""
    seen: Callable[[Event], None] = lambda _: None

    def step(self, happened: Sequence[Event], after: Sequence[Soldier], wait: float = 0.0) -> float | None:
        """Start to show one step after a wait; `after` are the soldiers on the table when it is over.

        In how many seconds it is seen that somebody is killed, if anybody is.
        """
        hit = None
        for event in happened:
            if hit is None and isinstance(event, events.Killed):
                hit = wait
            start, wait = wait, self._event(event, wait)
            lies = wait
            if isinstance(event, events.Killed) and event.soldiers:
                lies = start + _LIFTED + (len(event.soldiers) - 1) * _APART
            # Who has won is told when it is over, not while the last film still runs: the count is what shows it.
            if not isinstance(event, events.Ended):
                self.motion.after(lies, partial(self.seen, event))
        self.motion.play(0.05, lambda _: None, lambda: self.stage.lie(after), wait=wait)
        return hit

    def toss(self, event: events.Tossed) -> None:
        """These soldiers are in the air."""
        self.falling, self.height = dict.fromkeys(event.soldiers, event.seat), event.height

    def recall(self, steps: Iterable[Sequence[Event]]) -> tuple[list[list[int]], events.Dropped | None]:
        """What earlier steps have left: soldiers in the air. The trays, by taker and owner, the last drop."""
        self.arrived.clear()
        trays, dropped = [[0] * self.seats for _ in range(self.seats)], None
        for event in (event for happened in steps for event in happened):
            match event:
                case events.Killed():
                    for _, owner in event.soldiers:
                        trays[event.by][owner] += 1
                case events.Dropped():
                    dropped = event
                case events.Tossed():
                    self.toss(event)
        return trays, dropped

    def film_of(self, shown: Shown, measures: Measures, seed: int, line: int) -> Film | None:
        """The film of that line if it is a drop; for the set-up drop the table is cleared."""
        if not isinstance(shown.entry, Rest):
            return None
        dropped = next((event for event in shown.events if isinstance(event, events.Dropped)), None)
        if dropped is not None:
            number = DROPPED_EACH * self.seats
            self.stage.cubes = {}
            self.falling = {soldier: soldier // DROPPED_EACH for soldier in range(number)}
            self.height = dropped.height
        before = [Soldier(one.id, one.seat, one.x, one.y, one.angle) for one in self.stage.cubes.values()]
        return begun_film(measures, before, tuple(self.falling), self.height, shown.entry.outcome, seed, line)

    def run(self, film: Film, seat: int | None) -> float:
        """Show a drop by the hands of a seat, or of everybody; how long it takes."""
        seats = {number: cube.seat for number, cube in self.stage.cubes.items()}
        self.motion.play(film.seconds, _Reel(self, film, self.falling | seats, seat).apply, curve=linear)
        return film.seconds + 0.15

    def sound_of(self, clack: Clack) -> None:
        """A cube hits the table, another one, or the hands around it."""
        self.sound(_ON[clack.on], clack.hard, self.side(clack.at))

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
                self.toss(event)
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
            case events.ThrewAway():
                return self._card(event.card, event.seat, wait)
            case events.EndPhase():
                self._sound_at("shuffle", wait)
                return wait + 0.6
        return wait

    # cards

    def _slide(self, card: Card | None, start: Place, end: Place, wait: float, sound: Effect = "card") -> float:
        one, seconds = Flying(card, start, end), 0.0 if self.still else SLIDE
        begins = partial(self.sound, sound)
        pass_by(self.motion, self.stage.cards, one, seconds, wait=wait, curve=ease_out, begins=begins)
        if end == "discard":  # there it stays, until the pile has it
            self.motion.after(wait + seconds, partial(self.stage.cards.append, one))
        return wait + SLIDE

    def _card(self, card: Card, seat: int, wait: float) -> float:
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
        self.motion.after(wait, lambda: self._leave_trail(event))

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
            self.sound("put", 1.0, self.side(to))

        self._sound_at("pick", wait, (cube.x, cube.y))
        seconds = 0.0 if self.still else 0.4
        self.motion.play(seconds, apply, done, wait=wait)
        return wait + 0.4

    # attacks

    def _struck(self, event: events.Struck, wait: float) -> float:
        wait = self._card(event.card, event.seat, wait) + 0.1
        own, target = self.stage.cubes.get(event.soldier), self.stage.cubes.get(event.target)
        if own is None or target is None:
            return wait
        start, end = (own.x, own.y), (target.x, target.y)
        self.struck_from = start
        self._sound_at("blow" if event.card == "hammers" else "shot", wait, start)
        self._effect(self.stage.flashes, Flash(start, end, event.card), 0.5, wait)
        return wait + (0.2 if event.card == "hammers" else 0.1)

    def _threw(self, event: events.Threw, wait: float) -> float:
        wait = self._card("explosion", event.seat, wait)
        own = self.stage.cubes.get(event.soldier)
        start = (own.x, own.y) if own else event.at
        self._sound_at("whoosh", wait, start)
        self._effect(self.stage.thrown, Thrown(start, event.at), 0.5, wait)
        self._sound_at("clack", wait + 0.48, event.at)
        return self._burst(event.at, wait + 0.55)

    def _mine(self, event: events.MineWentOff, wait: float) -> float:
        """It is heard, and seen, before it goes off."""
        wait = self._card("footpath", event.seat, wait)
        self._sound_at("mine_click", wait, event.at)
        self._effect(self.stage.armed, Armed(event.at), 0.7, wait)
        self._sound_at("mine_click", wait + 0.35, event.at)
        return self._burst(event.at, wait + 0.75)

    def _burst(self, at: Point, wait: float) -> float:
        """A paper burst with dust, and a short shake. Those who die are thrown about."""
        stage = self.stage
        self.struck_from = at
        self._sound_at("blast", wait, at)

        def shake(share: float) -> None:
            stage.shake = 0.0 if self.still else (1 - share) ** 2

        def calm() -> None:
            stage.shake = 0.0
            stage.last = (at, self.blast_radius)

        self._effect(stage.bursts, Burst(at, self.blast_radius), 0.75, wait)
        self.motion.play(0.3, shake, calm, wait=wait, curve=linear)
        return wait + 0.06

    def _effect(self, shown: list[_Effect], one: _Effect, seconds: float, wait: float) -> None:
        """Something with a share is shown while that grows from 0 to 1."""
        pass_by(self.motion, shown, one, seconds, wait=wait, held=0.4 if self.still else None)

    def _killed(self, event: events.Killed, wait: float) -> float:
        """The cubes are thrown over in splinters, and carried to the tray of who takes them, a point each."""
        for index, (number, owner) in enumerate(event.soldiers):
            if number in self.stage.cubes:
                self._kill(number, event.by, wait, index)
            else:
                self._take(event.by, owner)
        return wait + (_KNOCK + 0.9 + _APART * len(event.soldiers) if event.soldiers else 0.3)

    def _take(self, by: int, owner: int) -> None:
        self.arrived[by] += 1
        self.took(by, owner)

    def _kill(self, number: int, by: int, wait: float, index: int) -> None:
        stage = self.stage
        cube = stage.cubes[number]
        carried = Carried(cube, by)
        at, (x, y) = (cube.x, cube.y), self.struck_from
        away = dist(at, (x, y))
        way = atan2(at[1] - y, at[0] - x) if away > 0.5 else 2.4 * index
        near = max(0.35, 1 - away / (3 * self.blast_radius))
        fly = knocked(cube, way, 20 * near, 22 * near)
        taken = False

        def lift() -> None:
            stage.last = (at, 8.0) if stage.last is None else stage.last
            if stage.cubes.pop(number, None) is not None and not self.still:
                stage.carried.append(carried)

        def carry(share: float) -> None:
            nonlocal taken
            carried.share = share
            if share >= FLOWN and not taken:
                taken = True
                self.sound("take", 1.0, self.side_of_tray(by))
                self._take(by, cube.seat)

        def down() -> None:
            # Points of one seat are counted together, and go together: a number that falls would be read as a loss.
            carried.share = 1.0
            if all(other.share >= 1 for other in stage.carried if other.to_seat == by):
                stage.carried[:] = [other for other in stage.carried if other.to_seat != by]

        self._sound_at("splinter", wait, at)
        if not self.still:
            self._effect(stage.chips, Chips(at, way, cube.seat), 0.9, wait)
        rest = wait + _LIFTED + index * _APART
        if not self.still:
            self.motion.play(_KNOCK, fly, wait=wait, curve=linear)
        self.motion.after(rest, lift)
        self.motion.play(0.0 if self.still else 0.8, carry, down, wait=rest + 0.01, curve=ease)

    def _sound_at(self, name: Effect, wait: float, at: Point | None = None) -> None:
        """A sound, from the point of the table where it is made, else from the middle."""
        where = 0.0 if at is None else self.side(at)
        self.motion.after(wait, lambda: self.sound(name, 1.0, where))


class _Reel:
    """A film that runs: moves the cubes of the stage, and clatters."""

    def __init__(self, show: Show, film: Film, seats: dict[int, int], seat: int | None) -> None:
        self.show, self.film, self.seats = show, film, seats
        self.heard = 0.0
        self.show.stage.film, self.show.stage.film_seat, self.show.stage.film_time = film, seat, 0.0

    def apply(self, share: float) -> None:
        """Show the film at a share of its length."""
        time, stage = share * self.film.seconds, self.show.stage
        stage.film_time = time
        for one in self.film.at(time):
            stage.cubes[one.id] = Cube(one.id, self.seats[one.id], one.x, one.y, one.angle, one.z, turn=one.turn)
        if share == 1.0:
            stage.film = None
            for number in self.film.lost:
                stage.cubes.pop(number, None)
        self._clatter(time)

    def _clatter(self, time: float) -> None:
        due = sorted(self.film.heard(self.heard, time), key=lambda clack: -clack.hard)
        self.heard = time
        for clack in due[:_AT_ONCE]:
            self.show.sound_of(clack)
