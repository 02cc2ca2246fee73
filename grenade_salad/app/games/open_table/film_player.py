"""Plays the film of a flick, a push or a roll, with its sounds in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grenade_salad.app.games.open_table import sounds
from grenade_salad.app.games.open_table.interaction import Flight, TableInteraction
from grenade_salad.app.ui.motion import linear
from grenade_salad.core import Chance
from grenade_salad.core.chance import match_rngs
from grenade_salad.games.open_table import TableView, actions
from grenade_salad.games.open_table.placed_pieces import PlacedPiece, list_pieces
from grenade_salad.session.session import VisibleStep

if TYPE_CHECKING:
    from grenade_salad.films.slide_film import Film

_ASIDE_TIME = 0.35
"""Seconds in which a piece that fell into a pocket moves to the others in it."""


def show(desk: TableInteraction, step: VisibleStep) -> bool:
    """Play the film that leads to the state after the step. False if there is none."""
    film_and_start = _make_film(desk, step)
    if film_and_start is None:
        return False
    film, start = film_and_start
    seconds_left = film.seconds - start
    desk.table.motion.play(seconds_left, _FilmPlayer(desk, film, start).apply, curve=linear)
    assert isinstance(step.view, TableView)
    end_pieces = {piece.key: piece for piece in list_pieces(step.view, desk.seats, desk.quarters)}
    end_poses = film.poses_at(film.seconds)
    flights = [
        _make_aside_flight(desk, fallen, end_poses[key], end_pieces[key])
        for key in film.pocket_frames
        if key in end_pieces and (fallen := desk.find_piece(key)) is not None
    ]
    if flights:
        desk.table.motion.play(_ASIDE_TIME, _lay_aside(desk, flights), wait=seconds_left)
    return True


def _make_aside_flight(
    desk: TableInteraction, piece: PlacedPiece, pose: tuple[float, float, float], end: PlacedPiece
) -> Flight:
    """Return the flight from where a piece fell to its place among the others."""
    start, stop = desk.camera.to_screen(pose[:2]), desk.camera.to_screen(end.position)
    return Flight(piece, start, stop, (pose[2], end.angle), is_lifted=True)


def _lay_aside(desk: TableInteraction, flights: list[Flight]) -> Callable[[float], None]:
    def apply(share: float) -> None:
        desk.flights = flights
        desk.hidden_keys |= {flight.piece.key for flight in flights}
        for flight in flights:
            flight.share = share

    return apply


def _make_film(desk: TableInteraction, step: VisibleStep) -> tuple[Film, float] | None:
    """Return the film and the second from which it is still to be shown, or None.

    A push was visible while it went on.
    """
    table, view = desk.table, step.previous_view
    entries = table.controller.match.entries
    entry_index = len(entries) - table.controller.session.pending_count - 1
    rest, action = step.entry, entries[entry_index - 1] if entry_index > 0 else None
    if table.app.settings.reduced_motion or not isinstance(rest, actions.Rest) or entries[entry_index] is not rest:
        return None
    if not isinstance(action, (actions.Flick, actions.Push, actions.Roll)):
        return None
    assert isinstance(view, TableView)
    from grenade_salad.films import slide_film
    from grenade_salad.games.open_table import physics

    header = table.controller.match.header
    chance_index = sum(isinstance(entry, Chance) for entry in entries[:entry_index])
    rng = match_rngs(header.seed, header.version)(chance_index)
    scene = physics.snapshot_view(view, desk.seats)
    film = slide_film.make_film(scene, action, rest, view.options.steady, rng)
    if film is None:
        return None
    if isinstance(action, actions.Push) and action.path and desk.last_push == action:
        return film, min(action.path[-1][0] / 1000, film.seconds)
    return film, 0.0


class _FilmPlayer:
    """A film that is playing."""

    def __init__(self, desk: TableInteraction, film: Film, start: float) -> None:
        self.desk, self.film, self.start = desk, film, start
        self.heard_until = start - 1e-6
        """The second up to which hits were played: one at the start is still to be heard."""
        self._fallen: set[int] = set(film.pocketed_at(start)) if start else set()
        """The ids of pieces whose fall into a pocket was heard."""

    def apply(self, share: float) -> None:
        """Show the film at a share of its remaining length."""
        desk, film = self.desk, self.film
        time = self.start + share * (film.seconds - self.start)
        desk.poses = film.poses_at(time)
        desk.rolling = {die_id: film.die_at(die_id, time) for die_id in film.tumbles}
        sounds.play_hits(desk, [hit for hit in film.hits if self.heard_until < hit.time <= time])
        for piece_id in film.pocketed_at(time):
            if piece_id not in self._fallen:
                self._fallen.add(piece_id)
                sounds.play_at(desk, "put", 0.8, desk.poses[piece_id][:2])
        self.heard_until = time
