"""The course of Grenade Salad: each step of the match is told, shown and heard in its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grenade_salad.app.games.effects import side
from grenade_salad.app.games.salad import director, hint, words
from grenade_salad.app.games.salad.animations import Show
from grenade_salad.app.games.salad.board_view import SaladTable
from grenade_salad.app.games.salad.missed_replay import Missed
from grenade_salad.app.games.salad.traces import Ground
from grenade_salad.app.ui.motion import Motion
from grenade_salad.core import Action, Chance, Event
from grenade_salad.films.drop_film import Film
from grenade_salad.games.salad import events
from grenade_salad.games.salad.actions import Rest, SaladSetup
from grenade_salad.games.salad.view import SaladView
from grenade_salad.session.session import Shown


class Course:
    """Steps become films, hits and sounds; what they leave is what is shown. `follow` is called after each."""

    def __init__(self, shown: SaladTable, follow: Callable[[], None]) -> None:
        self.shown, self.table, self._follow = shown, shown.table, follow
        table, measures = shown.table, shown.options.measures()
        self.turn_time = TurnTime()
        self._news: Sequence[Event] = ()
        self._height = 0.0
        """Of the last drop, in mm."""
        self.show = Show(
            shown.stage,
            table.motion,
            table.app.audio.play,
            lambda at: side(shown.camera.to_screen(at)[0], table.size[0]),
            lambda seat: side(table.panels[seat].rect.centerx, table.size[0]),
            self._took,
            measures.blast_radius,
            seats=len(table.names),
            seen=table.seen,
        )

    def _film_of(self, shown: Shown) -> Film | None:
        """The film of a drop, for eyes that want one: from what the record tells everybody."""
        if self.table.app.settings.reduced_motion:
            return None
        line = len(self.table.match.entries) - self.table.session.pending - 1
        return self.show.film_of(shown, self.shown.options.measures(), self.table.match.header.seed, line)

    def animate(self, shown: Shown) -> None:
        before, after = shown.before, shown.view
        assert isinstance(before, SaladView)
        assert isinstance(after, SaladView)
        entry = shown.entry
        self.show.still = self.table.app.settings.reduced_motion
        self._news = shown.events
        film = self._film_of(shown)
        self.shown.stage.last = None
        self.shown.refused_for = 0.0
        self.shown.stage.trail = None
        self.shown.kept.forget()
        wait = 0.0
        if isinstance(entry, Action) and entry.seat is not None and not self.table.controllers[entry.seat].person:
            wait = self._show_choice(entry, before)
        where = {one.id: (one.x, one.y) for one in before.soldiers}
        about = director.of_events(shown.events, where, self.shown.options.measures())
        if isinstance(entry, Rest):
            if film is None:
                self.table.app.audio.play("clatter")
                wait = 0.1
            else:
                wait = self.show.run(film, None if before.step == "drop" else before.turn)
                about += tuple((pose.x, pose.y) for pose in entry.outcome if pose.id in film.ids)
        seat = None if before.step == "drop" else before.turn
        traces = tuple(self.shown.stage.traces)
        # Where a step is about nothing on the mat, what was before it may still be looked at.
        self.shown.about = about or self.shown.about
        missed = Missed(shown.events, before.soldiers, after.soldiers, traces, about, film, seat)
        self.shown.happens(missed)
        if before.turn != after.turn or before.step == "drop":
            self.shown.battlefield.eye.follow()
        hit = self.show.step(shown.events, after.soldiers, wait)
        self._leave_traces(entry, shown.events, before, wait if hit is None else hit)
        self._hurry(entry, before)
        self._follow()

    def settled(self) -> None:
        """What a step came to is told: it was seen."""
        self.show.arrived.clear()
        for event in self._news:
            if isinstance(event, events.Dropped):
                self.shown.last_drop = event
            elif isinstance(event, events.EndPhase):
                self.table.app.say(words.END_PHASE, seconds=9)

    def _leave_traces(self, entry: Action | Chance, happened: Sequence[Event], before: SaladView, wait: float) -> None:
        """What the line leaves on the cloth, from the moment on in which it is seen."""

        def leave() -> None:
            ground = Ground(self.shown.options.measures(), before.soldiers, self.shown.stage.traces, self._height)
            ground.add(entry, happened)
            self.shown.stage.traces, self._height = ground.left, ground.height

        self.table.motion.after(wait, leave)

    def _recall_traces(self) -> None:
        """What all lines have left so far."""
        match, steps = self.table.match, self.table.steps
        setup = match.header.setup
        ground = Ground(self.shown.options.measures(), setup.soldiers if isinstance(setup, SaladSetup) else ())
        for entry, happened in zip(match.entries, steps, strict=False):
            ground.add(entry, happened)
        self.shown.stage.traces, self._height = ground.left, ground.height

    def _hurry(self, entry: Action | Chance, before: SaladView) -> None:
        """A machine's turn takes few seconds in all."""
        if before.step != "drop" and self.table.controllers[before.turn].kind == "bot":
            do = entry.do if isinstance(entry, Action) else entry.kind
            self.turn_time.fit(self.table.motion, before.turn, do)

    def _show_choice(self, entry: Action, before: SaladView) -> float:
        """What a machine is about to do is seen for a moment; how long."""
        preview = hint.preview_of(entry, before, self.table.names, self.table.viewer)
        if preview is None:
            return 0.0

        def begin(_: float) -> None:
            self.shown.chosen_before = preview

        def over() -> None:
            self.shown.chosen_before = None

        self.table.motion.play(SHOWN_FOR, begin, over)
        return SHOWN_FOR

    def jumped(self) -> None:
        self.shown.stage.begin_anew(self.shown.view.soldiers)
        self.shown.chosen_before = self.shown.hinted = None
        self.shown.kept.forget()
        self.shown.trays, dropped = self.show.recall(self.table.steps)
        self._recall_traces()
        self.shown.last_drop = dropped or self.shown.last_drop
        self.shown.again.forget()
        self.shown.battlefield.offer(None)
        self._follow()

    def _took(self, seat: int, owner: int) -> None:
        self.shown.trays[seat][owner] += 1
        self.table.dirty = True


SHOWN_FOR = 0.45
"""Seconds that a machine's choice is shown before it takes effect."""
_TURN = 2.6
"""Seconds that all steps of a turn are shown in, at most; the rest of five are pauses between them."""
_SHARE = 0.45
"""Of what is left of these, one step takes so much at most."""
_LONGEST = {"move": 1.0, "rest": 1.8, "end": 0.4}
"""Seconds for a step at most; others take up to a second and a quarter."""
_MINE = 1.6
"""Seconds that a mine is shown: they are no part of the turn that it goes off in."""


@dataclass
class TurnTime:
    """What is left of a machine's turn, in seconds at normal speed."""

    turn: int = -1
    left: float = _TURN

    def fit(self, motion: Motion, turn: int, do: str) -> None:
        """Let a step that has just begun end in its share of what is left."""
        if turn != self.turn:
            self.turn, self.left = turn, _TURN
        if do == "footpath":
            motion.fit(_MINE)
            return
        longest = min(_LONGEST.get(do, 1.25), self.left * _SHARE)
        motion.fit(longest)
        self.left -= min(longest, motion.longest)
