"""Shows the film of a flick, a push or a roll: moves what is seen, and lets it be heard in its moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grenade_salad.app.games.open_table import sounds
from grenade_salad.app.games.open_table.desk import Desk, Flight
from grenade_salad.app.games.open_table.lying import things
from grenade_salad.app.ui.motion import linear
from grenade_salad.core import Chance
from grenade_salad.core.luck import luck_of
from grenade_salad.games.open_table import TableView, moves
from grenade_salad.session.session import Shown

if TYPE_CHECKING:
    from grenade_salad.games.open_table.film import Film

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
    aside = [one for one in things(shown.view, desk.seats) if one.key in film.gone]
    if aside:
        ends = {one.key: one for one in aside}
        at_end = film.at(film.seconds)
        flights = [
            Flight(
                one, _screen(desk, at_end[key]), desk.camera.to_screen(ends[key].at), (at_end[key][2], ends[key].angle)
            )
            for key in film.gone
            if (one := desk.thing(key)) is not None and key in ends
        ]
        desk.table.motion.play(_ASIDE, _lay_aside(desk, flights), wait=left)
    return True


def _screen(desk: Desk, pose: tuple[float, float, float]) -> tuple[float, float]:
    return desk.camera.to_screen(pose[:2])


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
    if table.app.settings.reduced_motion or not isinstance(rest, moves.Rest) or entries[line] is not rest:
        return None
    if not isinstance(action, (moves.Flick, moves.Push, moves.Roll)):
        return None
    assert isinstance(view, TableView)
    from grenade_salad.games.open_table import film, physics

    header = table.match.header
    number = sum(isinstance(entry, Chance) for entry in entries[:line])
    luck = luck_of(header.seed, header.version)(number)
    scene = physics.seen_scene(view, desk.seats)
    made = film.film(scene, action, rest, view.options.steady, luck)
    if made is None:
        return None
    if isinstance(action, moves.Push) and action.path and desk.pushed == action:
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
