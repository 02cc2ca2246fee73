"""The course of Grenade Salad: each step of the match is told, shown and heard in its time."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

from grenade_salad.app.games.salad import director, hint, words
from grenade_salad.app.games.salad.film import Film
from grenade_salad.app.games.salad.salad_table import SaladTable
from grenade_salad.app.games.salad.turn_time import SHOWN_FOR, TurnTime
from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.stage import side
from grenade_salad.app.table.table_scene import Shown
from grenade_salad.core import Action, Chance
from grenade_salad.games.salad import events
from grenade_salad.games.salad.moves import Rest
from grenade_salad.games.salad.pieces import Point
from grenade_salad.games.salad.view import SaladView


class SaladCourse(SaladTable):
    """Steps become films, hits and sounds; what they leave is what is shown."""

    turn_time: TurnTime
    _film: Film | None

    @abstractmethod
    def _follow(self) -> None:
        """Show the cards and buttons that belong to what is about to be done."""

    def tell(self, shown: Shown) -> None:
        """What a drop came to is told when the soldiers lie still, whom a hit takes when it is seen: by `animate`."""
        self._film = self._film_of(shown)
        if self._film is not None:
            assert isinstance(shown.before, SaladView)
            self.counted = shown.before
            self.motion.after(self._film.seconds, partial(self._landed, shown))
        elif not any(isinstance(event, events.Killed) for event in shown.events):
            super().tell(shown)

    def _landed(self, shown: Shown) -> None:
        self.counted = None
        super().tell(shown)

    def _film_of(self, shown: Shown) -> Film | None:
        """The film of a drop, for eyes that want one: from what the record tells everybody."""
        if self.app.settings.reduced_motion:
            return None
        line = len(self.match.entries) - self.session.pending - 1
        return self.show.film_of(shown, self.options.measures(), self.match.header.seed, line)

    def animate(self, shown: Shown) -> None:
        before, after = shown.before, shown.view
        assert isinstance(before, SaladView)
        assert isinstance(after, SaladView)
        entry = shown.entry
        self.show.still = self.app.settings.reduced_motion
        self.stage.last = None
        self.stage.trail = None
        self.kept.forget()
        wait = 0.0
        if isinstance(entry, Action) and entry.seat is not None and not self.controllers[entry.seat].person:
            wait = self._show_choice(entry, before)
        for event in shown.events:
            if isinstance(event, events.Dropped):
                self.last_drop = event
            elif isinstance(event, events.EndPhase):
                self.app.say(words.END_PHASE, seconds=9)
        where = {one.id: (one.x, one.y) for one in before.soldiers}
        self.about = director.of_events(shown.events, where, self.options.measures())
        if isinstance(entry, Rest):
            if self._film is None:
                self._sound("clatter")
                wait = 0.1
            else:
                wait = self.show.run(self._film, None if before.step == "drop" else before.turn)
                self.about += tuple((pose.x, pose.y) for pose in entry.outcome if pose.id in self._film.ids)
        hit = self.show.step(shown.events, after.soldiers, wait)
        if hit is not None and self._film is None:
            self.motion.after(hit, partial(super().tell, shown))
        self._hurry(entry, before)
        self._follow()

    def _hurry(self, entry: Action | Chance, before: SaladView) -> None:
        """A machine's turn takes few seconds in all."""
        if before.step != "drop" and self.controllers[before.turn].kind == "bot":
            do = entry.do if isinstance(entry, Action) else entry.kind
            self.turn_time.fit(self.motion, before.turn, do)

    def _show_choice(self, entry: Action, before: SaladView) -> float:
        """What a machine is about to do is seen for a moment; how long."""
        preview = hint.preview_of(entry, before, self.names, self.viewer)
        if preview is None:
            return 0.0

        def begin(_: float) -> None:
            self.chosen_before = preview

        def over() -> None:
            self.chosen_before = None

        self.motion.play(SHOWN_FOR, begin, over)
        return SHOWN_FOR

    def jumped(self) -> None:
        self.stage.begin_anew(self.table.soldiers)
        self.chosen_before = self.hinted = self.counted = None
        self.kept.forget()
        self.trays, dropped = self.show.recall(self.steps)
        self.last_drop = dropped or self.last_drop
        self.battlefield.offer(None)
        self._follow()

    def _sound(self, name: Effect) -> None:
        self.app.audio.play(name)

    def _side(self, at: Point) -> float:
        return side(self.camera.to_screen(at)[0], self.size[0])

    def _took(self, seat: int, owner: int) -> None:
        self.trays[seat][owner] += 1
        self.dirty = True
