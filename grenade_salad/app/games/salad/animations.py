"""Animations of Grenade Salad: each step of a match becomes tweens and sounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import atan2, dist, pi
from typing import TypeVar

from grenade_salad.app.games.effects import Transient, show_transient
from grenade_salad.app.games.salad.combat_effects import (
    FLIGHT_SHARE,
    Armed,
    Burst,
    Carried,
    Chips,
    Flash,
    Thrown,
    knock_over,
)
from grenade_salad.app.games.salad.display_state import CardPlace, FlyingCard, SaladDisplay
from grenade_salad.app.games.salad.mat import Cube
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event
from grenade_salad.films.drop_film import Film, start_film
from grenade_salad.films.drop_path import Impact, Surface
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Rest
from grenade_salad.games.salad.pieces import DROPPED_EACH, Card, Measures, Point, Soldier
from grenade_salad.session.session import VisibleStep

SLIDE = 0.2
"""Seconds that a card slides."""
_READ_TIME = 0.25
"""Seconds that a played card is shown before its effect."""
_DRAW_STEP = 0.07
"""Seconds from one drawn card to the next."""
_MOVE_TIME = 0.4
"""Seconds in which a soldier is moved or placed."""
_MOVE_HEIGHT, _PLACE_HEIGHT = 30.0, 60.0
"""Height in mm at which a moved soldier is carried, and from which one is placed."""
_MARK_RADIUS = 9.2
"""Radius in mm of the mark around a soldier that was moved or killed."""
_FLASH_TIME, _BLOW_DELAY, _SHOT_DELAY = 0.5, 0.2, 0.1
"""Seconds that a shot or blow is shown, and after which each hits."""
_THROW_TIME = 0.5
"""Seconds that a grenade is in the air."""
_MINE_TIME = 0.7
"""Seconds that a mine is visible before it goes off; half-way it clicks again."""
_BURST_TIME, _SHAKE_TIME = 0.75, 0.3
"""Seconds of a burst, and seconds that it shakes the table."""
_BURST_DELAY = 0.06
"""Seconds after which a burst hits."""
_FROZEN_SHARE = 0.4
"""Progress of an effect that is shown with reduced motion."""
_CHIPS_TIME = 0.9
"""Seconds that splinters are visible."""
_CARRY_TIME = 0.8
"""Seconds in which a dead soldier is carried to a tray."""
_KNOCK = 0.45
"""Seconds that a hit soldier flies."""
_KNOCK_DISTANCE, _KNOCK_HEIGHT = 20.0, 22.0
"""mm that a soldier flies, and how high, if the blast is near."""
_APART = 0.12
"""Seconds between two soldiers that are taken."""
_LIFTED = _KNOCK + 0.1
"""Seconds after a hit at which the first soldier is carried away."""
_IMPACT_SOUNDS: dict[Surface, Effect] = {"table": "drop", "wood": "clack", "hands": "rattle"}
_MAX_IMPACTS = 4
"""Maximum number of a drop's impacts that are heard in one frame."""


_Effect = TypeVar("_Effect", bound=Transient)


@dataclass
class Animator:
    """Shows steps on the display state."""

    display: SaladDisplay
    motion: Motion
    sound: Sounds
    """Plays a sound by name with a volume and a pan."""
    pan_at: Callable[[Point], float]
    """Returns the pan of a point of the table in mm, -1 (left) to 1 (right)."""
    tray_pan: Callable[[int], float]
    """Returns the pan of a seat's tray."""
    on_taken: Callable[[int, int], None]
    """Called with the taker's seat and the owner's when a soldier is in the tray."""
    blast_radius: float
    """Radius of a blast in mm."""
    seats: int = 2
    reduced_motion: bool = False
    """True if only the end of each movement is shown."""
    falling: dict[int, int] = field(default_factory=dict)
    """Seats of soldiers in the air, by soldier id."""
    height: float = 0.0
    """Height of the drop in mm."""
    arrivals: Counter[int] = field(default_factory=Counter)
    """Soldiers of the current step that have reached the trays, by taker."""
    impact_origin: Point = (0.0, 0.0)
    """Origin of the current attack, in mm."""
    on_event_shown: Callable[[Event], None] = lambda _: None
    """Called for each event when it has been shown."""

    def step(self, step_events: Sequence[Event], after: Sequence[Soldier], wait: float = 0.0) -> float | None:
        """Start to show a step after a wait.

        `after` are the soldiers on the table at its end. Returns the seconds until a kill is visible, or None.
        """
        hit = None
        for event in step_events:
            if hit is None and isinstance(event, events.Killed):
                hit = wait
            start, wait = wait, self._show_event(event, wait)
            shown_at = wait
            if isinstance(event, events.Killed) and event.soldiers:
                shown_at = start + _LIFTED + (len(event.soldiers) - 1) * _APART
            # The end is reported once it is over, not while the last film still runs: the count shows who has won.
            if not isinstance(event, events.Ended):
                self.motion.after(shown_at, partial(self.on_event_shown, event))
        self.motion.play(0.05, lambda _: None, lambda: self.display.show_soldiers(after), wait=wait)
        return hit

    def toss(self, event: events.Tossed) -> None:
        """Put these soldiers into the air."""
        self.falling, self.height = dict.fromkeys(event.soldiers, event.seat), event.height

    def recall(self, steps: Iterable[Sequence[Event]]) -> tuple[list[list[int]], events.Dropped | None]:
        """Restore what earlier steps have left, such as soldiers in the air.

        Returns the trays, by taker and owner, and the last drop.
        """
        self.arrivals.clear()
        trays, dropped = [[0] * self.seats for _ in range(self.seats)], None
        for event in (event for step_events in steps for event in step_events):
            match event:
                case events.Killed():
                    for _, owner in event.soldiers:
                        trays[event.by][owner] += 1
                case events.Dropped():
                    dropped = event
                case events.Tossed():
                    self.toss(event)
        return trays, dropped

    def make_film(self, step: VisibleStep, measures: Measures, seed: int, entry_index: int) -> Film | None:
        """Return the film of an entry if it is a drop. The setup drop clears the table."""
        if not isinstance(step.entry, Rest):
            return None
        dropped = next((event for event in step.events if isinstance(event, events.Dropped)), None)
        if dropped is not None:
            soldier_count = DROPPED_EACH * self.seats
            self.display.cubes = {}
            self.falling = {soldier: soldier // DROPPED_EACH for soldier in range(soldier_count)}
            self.height = dropped.height
        soldiers = [Soldier(cube.id, cube.seat, cube.x, cube.y, cube.angle) for cube in self.display.cubes.values()]
        return start_film(measures, soldiers, tuple(self.falling), self.height, step.entry.outcome, seed, entry_index)

    def run(self, film: Film, seat: int | None) -> float:
        """Show a drop by a seat, or by everybody (None). Returns its length in seconds."""
        seats = {soldier_id: cube.seat for soldier_id, cube in self.display.cubes.items()}
        self.motion.play(film.seconds, _FilmPlayer(self, film, self.falling | seats, seat).apply, curve=linear)
        return film.seconds + 0.15

    def play_impact(self, clack: Impact) -> None:
        """Play the impact of a cube on the table, another cube or the hands around it."""
        self.sound(_IMPACT_SOUNDS[clack.surface], clack.strength, self.pan_at(clack.point))

    def _show_event(self, event: Event, wait: float) -> float:
        """Start to show an event after a wait. Returns when it ends, in seconds from now."""
        match event:
            case events.Drew():
                return self._draw_cards(event, wait)
            case events.Moved():
                return self._show_move(event, wait)
            case events.Placed():
                return self._show_placement(event, wait)
            case events.Tossed():
                self.toss(event)
                over = self._play_card("circles", event.seat, wait)
                self._sound_at("whoosh", over)
                return over
            case events.Struck():
                return self._show_strike(event, wait)
            case events.Threw():
                return self._show_throw(event, wait)
            case events.MineWentOff():
                return self._show_mine(event, wait)
            case events.Killed():
                return self._show_kills(event, wait)
            case events.ThrewAway():
                return self._play_card(event.card, event.seat, wait)
            case events.EndPhase():
                self._sound_at("shuffle", wait)
                return wait + 0.6
        return wait

    # Cards

    def _slide_card(
        self, card: Card | None, start: CardPlace, end: CardPlace, wait: float, sound: Effect = "card"
    ) -> float:
        flying_card, seconds = FlyingCard(card, start, end), 0.0 if self.reduced_motion else SLIDE
        begins = partial(self.sound, sound)
        show_transient(
            self.motion, self.display.cards, flying_card, seconds, wait=wait, curve=ease_out, on_begin=begins
        )
        if end == "discard":  # The card stays there until the pile has it.
            self.motion.after(wait + seconds, partial(self.display.cards.append, flying_card))
        return wait + SLIDE

    def _play_card(self, card: Card, seat: int, wait: float) -> float:
        """Show a card that is played, with a moment to read it."""
        return self._slide_card(card, seat, "discard", wait) + _READ_TIME

    def _draw_cards(self, event: events.Drew, wait: float) -> float:
        """Draw cards from the deck, face down. Their owner sees them in the hand."""
        for index in range(event.number):
            self._slide_card(None, "deck", event.seat, wait + index * _DRAW_STEP, "draw")
        return wait + SLIDE + event.number * _DRAW_STEP

    # Soldiers

    def _show_move(self, event: events.Moved, wait: float) -> float:
        cube = self.display.cubes.get(event.soldier)
        if cube is None:
            return wait
        angle = (event.angle - cube.angle + pi) % (2 * pi) - pi
        start = (cube.x, cube.y, cube.angle)
        self.motion.after(wait, lambda: self._leave_trail(event))

        def apply(share: float) -> None:
            cube.x = start[0] + (event.to[0] - start[0]) * share
            cube.y = start[1] + (event.to[1] - start[1]) * share
            cube.angle = start[2] + angle * share
            cube.z = _MOVE_HEIGHT * 4 * share * (1 - share)

        return self._lift_cube(cube, event.to, apply, wait)

    def _leave_trail(self, event: events.Moved) -> None:
        self.display.trail = (event.start, event.to)

    def _show_placement(self, event: events.Placed, wait: float) -> float:
        wait = self._play_card("pointer", event.seat, wait)
        cube = Cube(event.soldier, event.seat, event.to[0], event.to[1], event.angle, _PLACE_HEIGHT)

        def apply(share: float) -> None:
            self.display.cubes[cube.id] = cube
            cube.z = _PLACE_HEIGHT * (1 - share)

        return self._lift_cube(cube, event.to, apply, wait)

    def _lift_cube(self, cube: Cube, to: Point, apply: Callable[[float], None], wait: float) -> float:
        def put_down() -> None:
            cube.z = 0.0
            self.display.last_location = (to, _MARK_RADIUS)
            self.sound("put", 1.0, self.pan_at(to))

        self._sound_at("pick", wait, (cube.x, cube.y))
        self.motion.play(0.0 if self.reduced_motion else _MOVE_TIME, apply, put_down, wait=wait)
        return wait + _MOVE_TIME

    # Attacks

    def _show_strike(self, event: events.Struck, wait: float) -> float:
        wait = self._play_card(event.card, event.seat, wait) + 0.1
        attacker, target = self.display.cubes.get(event.soldier), self.display.cubes.get(event.target)
        if attacker is None or target is None:
            return wait
        start, end = (attacker.x, attacker.y), (target.x, target.y)
        self.impact_origin = start
        self._sound_at("blow" if event.card == "hammers" else "shot", wait, start)
        self._show_effect(self.display.flashes, Flash(start, end, event.card), _FLASH_TIME, wait)
        return wait + (_BLOW_DELAY if event.card == "hammers" else _SHOT_DELAY)

    def _show_throw(self, event: events.Threw, wait: float) -> float:
        wait = self._play_card("explosion", event.seat, wait)
        thrower = self.display.cubes.get(event.soldier)
        start = (thrower.x, thrower.y) if thrower else event.at
        self._sound_at("whoosh", wait, start)
        self._show_effect(self.display.thrown, Thrown(start, event.at), _THROW_TIME, wait)
        self._sound_at("clack", wait + _THROW_TIME - 0.02, event.at)
        return self._show_burst(event.at, wait + _THROW_TIME + 0.05)

    def _show_mine(self, event: events.MineWentOff, wait: float) -> float:
        """Show a mine, which clicks before it goes off."""
        wait = self._play_card("footpath", event.seat, wait)
        self._sound_at("mine_click", wait, event.at)
        self._show_effect(self.display.armed, Armed(event.at), _MINE_TIME, wait)
        self._sound_at("mine_click", wait + _MINE_TIME / 2, event.at)
        return self._show_burst(event.at, wait + _MINE_TIME + 0.05)

    def _show_burst(self, centre: Point, wait: float) -> float:
        """Show a paper burst with dust and a short shake.

        Killed soldiers are thrown about.
        """
        display = self.display
        self.impact_origin = centre
        self._sound_at("blast", wait, centre)

        def shake(share: float) -> None:
            display.shake_strength = 0.0 if self.reduced_motion else (1 - share) ** 2

        def calm() -> None:
            display.shake_strength = 0.0
            display.last_location = (centre, self.blast_radius)

        self._show_effect(display.bursts, Burst(centre, self.blast_radius), _BURST_TIME, wait)
        self.motion.play(_SHAKE_TIME, shake, calm, wait=wait, curve=linear)
        return wait + _BURST_DELAY

    def _show_effect(self, effects: list[_Effect], effect: _Effect, seconds: float, wait: float) -> None:
        """Show an effect while its share grows from 0 to 1."""
        frozen_share = _FROZEN_SHARE if self.reduced_motion else None
        show_transient(self.motion, effects, effect, seconds, wait=wait, frozen_share=frozen_share)

    def _show_kills(self, event: events.Killed, wait: float) -> float:
        """Throw over the killed cubes and carry them to the tray of their taker.

        Each is a point.
        """
        for index, (soldier_id, owner) in enumerate(event.soldiers):
            if soldier_id in self.display.cubes:
                self._kill(soldier_id, event.by, wait, index)
            else:
                self._take(event.by, owner)
        return wait + (_KNOCK + 0.9 + _APART * len(event.soldiers) if event.soldiers else 0.3)

    def _take(self, by: int, owner: int) -> None:
        self.arrivals[by] += 1
        self.on_taken(by, owner)

    def _kill(self, soldier_id: int, by: int, wait: float, index: int) -> None:
        """Throw over a killed cube, and carry it to the tray of its taker.

        `index` is that among all that are killed at once.
        """
        display = self.display
        cube = display.cubes[soldier_id]
        carried = Carried(cube, by)
        position, (x, y) = (cube.x, cube.y), self.impact_origin
        distance = dist(position, (x, y))
        # Soldiers in the middle of a blast fly apart: 2.4 radians are the golden angle.
        direction = atan2(position[1] - y, position[0] - x) if distance > 0.5 else 2.4 * index
        near = max(0.35, 1 - distance / (3 * self.blast_radius))
        fly = knock_over(cube, direction, _KNOCK_DISTANCE * near, _KNOCK_HEIGHT * near)
        is_taken = False

        def lift() -> None:
            display.last_location = display.last_location or (position, _MARK_RADIUS)
            if display.cubes.pop(soldier_id, None) is not None and not self.reduced_motion:
                display.carried.append(carried)

        def carry(share: float) -> None:
            nonlocal is_taken
            carried.share = share
            if share >= FLIGHT_SHARE and not is_taken:
                is_taken = True
                self.sound("take", 1.0, self.tray_pan(by))
                self._take(by, cube.seat)

        def land() -> None:
            # Points of one seat are counted together, and vanish together: a falling number would look like a loss.
            carried.share = 1.0
            if all(flying.share >= 1 for flying in display.carried if flying.to_seat == by):
                display.carried[:] = [flying for flying in display.carried if flying.to_seat != by]

        self._sound_at("splinter", wait, position)
        if not self.reduced_motion:
            self._show_effect(display.chips, Chips(position, direction, cube.seat), _CHIPS_TIME, wait)
            self.motion.play(_KNOCK, fly, wait=wait, curve=linear)
        rest = wait + _LIFTED + index * _APART
        self.motion.after(rest, lift)
        self.motion.play(0.0 if self.reduced_motion else _CARRY_TIME, carry, land, wait=rest + 0.01, curve=ease)

    def _sound_at(self, name: Effect, wait: float, point: Point | None = None) -> None:
        """Play a sound after a wait, panned to a point of the table or to the middle."""
        pan = 0.0 if point is None else self.pan_at(point)
        self.motion.after(wait, lambda: self.sound(name, 1.0, pan))


class _FilmPlayer:
    """A film that is playing: it moves the cubes and plays their impacts."""

    def __init__(self, animator: Animator, film: Film, seats: dict[int, int], seat: int | None) -> None:
        self.animator, self.film, self.seats = animator, film, seats
        self.heard_until = 0.0
        self.animator.display.film, self.animator.display.film_seat, self.animator.display.film_time = film, seat, 0.0

    def apply(self, share: float) -> None:
        """Show the film at a share of its length."""
        time, display = share * self.film.seconds, self.animator.display
        display.film_time = time
        for pose in self.film.poses_at(time):
            display.cubes[pose.id] = Cube(
                pose.id, self.seats[pose.id], pose.x, pose.y, pose.angle, pose.z, rotation=pose.rotation
            )
        if share == 1.0:
            display.film = None
            for soldier_id in self.film.lost:
                display.cubes.pop(soldier_id, None)
        self._play_impacts(time)

    def _play_impacts(self, time: float) -> None:
        due = sorted(self.film.impacts_between(self.heard_until, time), key=lambda clack: -clack.strength)
        self.heard_until = time
        for clack in due[:_MAX_IMPACTS]:
            self.animator.play_impact(clack)
