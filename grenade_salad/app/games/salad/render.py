"""Drawing of a whole frame: the mat, what is around it, and what flies over both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.games.salad import combat_effects, display_state, small_map
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.mat import FrameCache, redraw_overlapping
from grenade_salad.app.games.salad.mat_view import MatView, draw_mat_view
from grenade_salad.app.games.salad.surroundings import SurroundingsView, card_box
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, PAPER, SMALL
from grenade_salad.app.ui.widget import Widget, appearance_key
from grenade_salad.text import m


@dataclass(frozen=True)
class BoardFrame:
    """All that is drawn in a frame."""

    surroundings: SurroundingsView
    mat_view: MatView
    bar: object
    """The content of the bar."""
    board: Rect
    """The box of the mat."""
    widgets: Sequence[Widget]
    panels: Sequence[Rect]
    replay: MatView | None = None
    """Replay of what happened outside the camera's view."""

    def key(self, canvas: Canvas) -> object:
        """Return a key of all around the mat; None while it changes too much to cache.

        The mat itself is drawn again in each frame.
        """
        if self.mat_view.is_reacting:
            return None
        rect = self.mat_view.camera.drawn_rect
        place = (canvas.surface.get_size(), canvas.factor, rect.topleft, rect.size)
        appearance = tuple(
            _widget_state(widget) if isinstance(widget, Battlefield) else appearance_key(widget)
            for widget in self.widgets
        )
        return place, self.bar, self.surroundings, appearance


def _widget_state(widget: Widget) -> object:
    return tuple(widget.rect), widget.visible, widget.focused, widget.hovered


def draw_frame(canvas: Canvas, frame: BoardFrame, cache: FrameCache, draw_all: Callable[[Canvas], None]) -> None:
    """Draw a frame: all of it, or the mat alone on the cached frame if that is valid."""
    key, mat_view = frame.key(canvas), frame.mat_view
    if cache.restore(canvas, key, mat_view.camera.drawn_rect):
        with canvas.clipped(mat_view.camera.drawn_rect):
            drawn = draw_mat_view(canvas, mat_view, cache)
            widget_boxes = redraw_overlapping(canvas, frame.board, frame.widgets)
        is_uncovered = frame.replay is None and (
            mat_view.map_box is None or not mat_view.map_box.colliderect(mat_view.camera.drawn_rect)
        )
        cache.over_mat = [*drawn, *widget_boxes] if is_uncovered and drawn is not None else None
    else:
        cache.over_mat = None
        draw_all(canvas)
        cache.store(canvas, key)
    if mat_view.map_box is not None:
        _draw_map(canvas, mat_view, mat_view.map_box, cache)
        cache.overdrawn.append(canvas.pixel_rect(mat_view.map_box.inflate(8, 8)))
    if frame.replay is not None or mat_view.display.carried or mat_view.display.cards:
        cache.is_on_window = False
    if frame.replay is not None:
        _draw_replay(canvas, frame.replay, cache)
    combat_effects.draw_carried(
        canvas, mat_view.camera, mat_view.display.carried, mat_view.options.cube, tray_spots(frame.panels)
    )
    combat_effects.draw_points(
        canvas, combat_effects.place_points(frame.panels, frame.board.center, mat_view.display.carried)
    )
    display_state.draw_cards(canvas, mat_view.display, partial(card_box, frame.surroundings, frame.panels))


def _draw_map(canvas: Canvas, mat_view: MatView, box: Rect, cache: FrameCache) -> None:
    key = tuple(box), canvas.factor
    if mat_view.updates_map or cache.dots_key != key:
        cache.dots = small_map.soldier_dots(
            canvas, box, mat_view.camera, mat_view.display.cubes.values(), mat_view.options.cube
        )
        cache.dots_key = key
    small_map.draw_map(canvas, box, mat_view.camera, cache.dots, mat_view.view.blocks)


def _draw_replay(canvas: Canvas, mat_view: MatView, cache: FrameCache) -> None:
    """Draw a small framed mat with its title."""
    box = mat_view.camera.drawn_rect
    cache.replay_cache = cache.replay_cache or FrameCache()
    canvas.fill(box.inflate(6, 6), INK, 4)
    with canvas.clipped(box):
        draw_mat_view(canvas, mat_view, cache.replay_cache)
    # Translators: over a small picture that shows once more what happened outside of the view
    title = m("You missed this")
    canvas.fill(Rect(box.x, box.y, canvas.width(title, SMALL, bold=True) + 14, 24), INK, 3, alpha=190)
    canvas.text(title, (box.x + 7, box.y + 12), SMALL, PAPER, bold=True, anchor="midleft")
    canvas.frame(box.inflate(4, 4), BRASS_LIGHT, 1.6, 4)


def tray_spots(panels: Sequence[Rect]) -> dict[int, Point]:
    """Return the points that the soldiers taken by each seat are carried to."""
    return {seat: (panel.centerx, panel.bottom - 0.3 * panel.height) for seat, panel in enumerate(panels)}
