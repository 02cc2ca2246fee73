"""Shows and plays each step of a Grenade Salad match in its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.games.effects import pan_at
from grenade_salad.app.games.salad import director, hint, words
from grenade_salad.app.games.salad.animations import Animator
from grenade_salad.app.games.salad.board_view import Focus, SaladBoardView
from grenade_salad.app.games.salad.camera_rig import GLIDE_SECONDS
from grenade_salad.app.games.salad.missed_replay import MissedStep
from grenade_salad.app.games.salad.traces import MatTraces
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.motion import Motion, linear, shorten
from grenade_salad.core import Action, Chance, Event
from grenade_salad.films.drop_film import Film
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Rest, SaladSetup
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.session.session import VisibleStep

CHOICE_TIME = 0.4
"""Seconds that a machine player's choice is shown before it takes effect."""
_TURN_TIME = 2.4
"""Maximum seconds of all steps of a turn. Pauses between them fill up to five."""
_MAX_STEP_SHARE = 0.45
"""Maximum share of the remaining time for one step."""
_MAX_STEP_TIMES, _MAX_STEP_TIME = {"move": 1.0, "rest": 1.8, "end": 0.4}, 1.25
"""Maximum seconds of a step, by its word in records, and of any other."""
_MIN_SHARE = 0.25
"""Minimum share of a step's time that is left after its choice was shown."""
_MINE_TIME = 1.6
"""Seconds that a mine is shown. They are no part of the turn's time."""
_NEAR_TIME, _NEAR_LEAD = 1.0, 0.3
"""Seconds of a near look, and those of them before soldiers die.

What dies is known then: everybody has seen where the grenade flies, or the mine.
"""
_END_PHASE_TIME = 9.0
"""Seconds that the begin of the end phase is told."""


@dataclass
class TurnTime:
    """The time left for a machine player's turn, in seconds at normal speed."""

    turn: int = -1
    """The seat whose turn it is."""
    left: float = _TURN_TIME

    def fit(self, motion: Motion, turn: int, do: str, kept: float, extra: float = 0.0) -> float:
        """Shorten a step that has just begun to its share of the remaining time.

        The first `kept` seconds stay as they are. `extra` are seconds that are no part of the turn's time. Returns the
        share that is left of the rest.
        """
        if turn != self.turn:
            self.turn, self.left = turn, _TURN_TIME
        if do == "footpath":
            return motion.fit_into(_MINE_TIME + extra, kept)
        max_seconds = min(_MAX_STEP_TIMES.get(do, _MAX_STEP_TIME), self.left * _MAX_STEP_SHARE)
        if kept:
            max_seconds = max(max_seconds, kept + _MIN_SHARE * (motion.duration - kept))
        share = motion.fit_into(max_seconds + extra, kept)
        self.left -= min(max_seconds, motion.duration)
        return share


class StepPlayer:
    """Turns steps into films, hits and sounds, and keeps what they leave.

    `update_controls` is called after each step has begun to be shown.
    """

    def __init__(self, board_view: SaladBoardView, update_controls: Callable[[], None]) -> None:
        self.board_view, self.table, self.controller = board_view, board_view.table, board_view.controller
        self._update_controls = update_controls
        table, measures = board_view.table, board_view.options.measures()
        self.turn_time = TurnTime()
        self._step_events: Sequence[Event] = ()
        """The events of the step that is shown."""
        self._height = 0.0
        """Height of the last drop, in mm."""
        self.animator = Animator(
            board_view.display,
            table.motion,
            sound=table.app.audio.play,
            pan_at=lambda point: pan_at(board_view.camera.to_screen(point)[0], table.size[0]),
            tray_pan=lambda seat: pan_at(table.panels[seat].rect.centerx, table.size[0]),
            on_taken=self._add_to_tray,
            blast_radius=measures.blast_radius,
            seats=len(table.controller.names),
            on_event_shown=table.controller.mark_event_shown,
        )

    def _make_film(self, step: VisibleStep) -> Film | None:
        """Return the film of a drop, from what the record tells everybody.

        None with reduced motion, or if the step is no drop.
        """
        if self.table.app.settings.reduced_motion:
            return None
        entry_index = len(self.controller.match.entries) - self.controller.session.pending_count - 1
        return self.animator.make_film(
            step, self.board_view.options.measures(), self.controller.match.header.seed, entry_index
        )

    def animate(self, step: VisibleStep) -> None:
        """Start to show a step, with the camera on it."""
        previous, current = step.previous_view, step.view
        assert isinstance(previous, SaladView)
        assert isinstance(current, SaladView)
        entry = step.entry
        self.animator.reduced_motion = self.table.app.settings.reduced_motion
        self._step_events = step.events
        film = self._make_film(step)
        self.board_view.display.last_location = None
        self.board_view.refusal_time_left = 0.0
        self.board_view.display.trail = None
        self.board_view.cache.forget()
        wait = kept = 0.0
        if (
            isinstance(entry, Action)
            and entry.seat is not None
            and not self.controller.controllers[entry.seat].is_person
        ):
            wait = self._show_choice(entry, previous)
            # Nothing flies before the camera has arrived.
            kept = min(wait, GLIDE_SECONDS)
        soldier_points = {soldier.id: (soldier.x, soldier.y) for soldier in previous.soldiers}
        about = director.event_points(step.events, soldier_points, self.board_view.options.measures())
        seat = None if previous.step == "drop" else previous.turn
        fallen: tuple[Point, ...] = ()
        if isinstance(entry, Rest):
            standing = {} if previous.step == "drop" else soldier_points
            fallen = tuple((pose.x, pose.y) for pose in entry.outcome if pose.id not in standing)
            if film is None:
                self.table.app.audio.play("clatter")
                wait = 0.1
            else:
                wait = self.animator.run(film, seat)
        traces = tuple(self.board_view.display.traces)
        # If a step is about nothing on the mat, the camera may keep the subject of the step before.
        if isinstance(entry, Rest) and current.step == "mines":
            # A question about those who have fallen follows: the camera moves once for both.
            spots_after = {soldier.id: (soldier.x, soldier.y) for soldier in current.soldiers}
            self.board_view.step_focus = self.board_view.focus_mines(current.triggers, spots_after)
        elif about or fallen:
            self.board_view.step_focus = Focus(fallen, about)
        self.board_view.notice_step(
            MissedStep(
                events=step.events,
                soldiers_before=previous.soldiers,
                soldiers_after=current.soldiers,
                traces=traces,
                about=(*about, *fallen),
                film=film,
                film_seat=seat,
            )
        )
        if previous.turn != current.turn or previous.step == "drop":
            # A player may have held the camera in the last turn.
            self.board_view.battlefield.camera_rig.end_turn()
        hit = self.animator.step(step.events, current.soldiers, wait)
        self._leave_traces(entry, step.events, previous, wait if hit is None else hit)
        near_points = director.near_points(step.events, previous.soldiers, current.soldiers)
        if hit is None or not near_points or not self.board_view.may_go_near:
            self._limit_turn_time(entry, previous, kept)
        else:
            share = self._limit_turn_time(entry, previous, kept, extra=_NEAR_TIME)
            self._go_near(near_points, max(0.0, shorten(hit, kept, share) - _NEAR_LEAD))
        self._update_controls()

    def on_step_shown(self) -> None:
        """Apply the results of a step that was shown."""
        self.animator.arrivals.clear()
        self.board_view.display.cards = []
        for event in self._step_events:
            if isinstance(event, events.Dropped):
                self.board_view.last_drop = event
            elif isinstance(event, events.EndPhase):
                self.table.app.say(words.END_PHASE, seconds=_END_PHASE_TIME)

    def _leave_traces(
        self, entry: Action | Chance, step_events: Sequence[Event], previous: SaladView, wait: float
    ) -> None:
        """Add the traces of an entry to the cloth when they become visible."""

        def leave() -> None:
            traces = MatTraces(
                self.board_view.options.measures(), previous.soldiers, self.board_view.display.traces, self._height
            )
            traces.add(entry, step_events)
            self.board_view.display.traces, self._height = traces.traces, traces.height

        self.table.motion.after(wait, leave)

    def _recall_traces(self) -> None:
        """Restore the traces of all entries so far."""
        match, steps = self.controller.match, self.controller.steps
        setup = match.header.setup
        traces = MatTraces(self.board_view.options.measures(), setup.soldiers if isinstance(setup, SaladSetup) else ())
        for entry, step_events in zip(match.entries, steps, strict=False):
            traces.add(entry, step_events)
        self.board_view.display.traces, self._height = traces.traces, traces.height

    def _limit_turn_time(self, entry: Action | Chance, previous: SaladView, kept: float, extra: float = 0.0) -> float:
        """Limit the total time of a machine player's turn.

        Returns the share that is left of the step's time after the first `kept` seconds.
        """
        if previous.step == "drop" or self.controller.controllers[previous.turn].kind != "bot":
            return 1.0
        do = entry.do if isinstance(entry, Action) else entry.kind
        return self.turn_time.fit(self.table.motion, previous.turn, do, kept, extra)

    def _go_near(self, spots: Sequence[Point], wait: float) -> None:
        """Let the camera go near for a moment, and back before the step ends."""
        camera_rig, motion = self.board_view.battlefield.camera_rig, self.table.motion
        seconds = _NEAR_TIME + GLIDE_SECONDS
        view: Camera | None = None
        is_over = False

        def look(share: float) -> None:
            nonlocal view, is_over
            is_over = is_over or share * seconds >= _NEAR_TIME or not self.board_view.may_go_near
            if is_over:
                camera_rig.end_near()
            elif view is None and (view := director.frame_near(camera_rig.goal, spots, self.board_view.options.tile)):
                camera_rig.go_near(view)

        # The camera takes the same time at a slow pace.
        motion.play(seconds / motion.pace, look, wait=wait, curve=linear)

    def _show_choice(self, entry: Action, previous: SaladView) -> float:
        """Show what a machine player is about to do. Returns for how many seconds."""
        preview = hint.preview_hint(entry, previous, self.controller.names, self.controller.viewer)
        if preview is None:
            return 0.0

        def begin(_: float) -> None:
            self.board_view.chosen_preview = preview

        def end() -> None:
            self.board_view.chosen_preview = None

        self.table.motion.play(CHOICE_TIME, begin, end)
        return CHOICE_TIME

    def show_position(self) -> None:
        """Show the position of the view at rest, with what earlier steps have left."""
        self.board_view.display.reset(self.board_view.view.soldiers)
        self.board_view.chosen_preview = self.board_view.hint_preview = None
        self.board_view.cache.forget()
        self.board_view.trays, dropped = self.animator.recall(self.controller.steps)
        self._recall_traces()
        self.board_view.last_drop = dropped or self.board_view.last_drop
        self.board_view.missed_replay.forget()
        self.board_view.battlefield.offer(None)
        self._update_controls()

    def _add_to_tray(self, seat: int, owner: int) -> None:
        self.board_view.trays[seat][owner] += 1
        self.table.dirty = True
