"""Shows the film of a flick, a push or a roll: moves what is seen, and lets it be heard in its moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grenade_salad.app.games.open_table import sounds
from grenade_salad.app.games.open_table.interaction import Desk, Flight
from grenade_salad.app.ui.motion import linear
from grenade_salad.core import Chance
from grenade_salad.core.chance import chance_rngs
from grenade_salad.games.open_table import TableView, actions
from grenade_salad.games.open_table.placed_pieces import Lying, things
from grenade_salad.session.session import Shown

if TYPE_CHECKING:
    from grenade_salad.films.slide_film import Film

_ASIDE = 0.35
"""Seconds in which what a pocket took is laid to the others that it has."""


def show(desk: Desk, shown: Shown) -> bool:
    """Show how everything came to lie as it does after the step; False if there is nothing to be seen of it."""
    found = _film_of(desk, shown)
    if found is None:
        return False
    film, start = found
    reel = _Reel(desk, film, start)
    left = film.seconds - start
    desk.table.motion.play(left, reel.apply, curve=linear)
    assert isinstance(shown.view, TableView)
    there, at_end = {one.key: one for one in things(shown.view, desk.seats, desk.quarters)}, film.at(film.seconds)
    aside = [
        _aside(desk, one, at_end[key], there[key])
        for key in film.gone
        if key in there and (one := desk.thing(key)) is not None
    ]
    if aside:
        desk.table.motion.play(_ASIDE, _lay_aside(desk, aside), wait=left)
    return True


def _aside(desk: Desk, one: Lying, pose: tuple[float, float, float], end: Lying) -> Flight:
    """From where it fell to its place among the others."""
    start, stop = desk.camera.to_screen(pose[:2]), desk.camera.to_screen(end.at)
    return Flight(one, start, stop, (pose[2], end.angle), lifted=True)


def _lay_aside(desk: Desk, flights: list[Flight]) -> Callable[[float], None]:
    def apply(share: float) -> None:
        desk.flights = flights
        desk.hidden |= {flight.lying.key for flight in flights}
        for flight in flights:
            flight.share = share

    return apply


def _film_of(desk: Desk, shown: Shown) -> tuple[Film, float] | None:
    """The film, and from where on it is still to be seen: a push was seen while it went on."""
    table, view = desk.table, shown.before
    entries = table.match.entries
    line = len(entries) - table.session.pending - 1
    rest, action = shown.entry, entries[line - 1] if line > 0 else None
    if table.app.settings.reduced_motion or not isinstance(rest, actions.Rest) or entries[line] is not rest:
        return None
    if not isinstance(action, (actions.Flick, actions.Push, actions.Roll)):
        return None
    assert isinstance(view, TableView)
    from grenade_salad.films import slide_film
    from grenade_salad.games.open_table import physics

    header = table.match.header
    number = sum(isinstance(entry, Chance) for entry in entries[:line])
    luck = chance_rngs(header.seed, header.version)(number)
    scene = physics.seen_scene(view, desk.seats)
    made = slide_film.film(scene, action, rest, view.options.steady, luck)
    if made is None:
        return None
    if isinstance(action, actions.Push) and action.path and desk.pushed == action:
        return made, min(action.path[-1][0] / 1000, made.seconds)
    return made, 0.0


class _Reel:
    """A film that runs."""

    def __init__(self, desk: Desk, film: Film, start: float) -> None:
        self.desk, self.film, self.start = desk, film, start
        self.heard = start - 1e-6
        self._fallen: set[int] = set(film.fallen(start)) if start else set()

    def apply(self, share: float) -> None:
        """Show it at a share of what is left of it."""
        desk, film = self.desk, self.film
        now = self.start + share * (film.seconds - self.start)
        desk.poses = film.at(now)
        desk.rolling = {number: film.die(number, now) for number in film.tumbles}
        sounds.play_hits(desk, [hit for hit in film.hits if self.heard < hit.time <= now])
        for one in film.fallen(now):
            if one not in self._fallen:
                self._fallen.add(one)
                sounds.play_at(desk, "put", 0.8, desk.poses[one][:2])
        self.heard = now
