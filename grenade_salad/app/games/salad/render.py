"""Drawing of the board: the mat, the hand below it, and what flies over both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from grenade_salad.app.games.salad import (
    combat_effects,
    cubes,
    display_state,
    paint,
    preview,
    small_map,
    table_snapshot,
    traces,
    words,
)
from grenade_salad.app.games.salad.battlefield import Battlefield
from grenade_salad.app.games.salad.block_picture import draw_blocks
from grenade_salad.app.games.salad.controls import Situation
from grenade_salad.app.games.salad.edge_markers import EdgeMarker, draw_markers, marker_blits
from grenade_salad.app.games.salad.layout import HandLayout
from grenade_salad.app.games.salad.mat import Cube, FrameCache, cube_blits, draw_mat, redraw_overlapping
from grenade_salad.app.match.text_view import turn_label
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, INK_SOFT, PAPER, SMALL, TEXT, mix
from grenade_salad.app.ui.widget import Widget, appearance_key
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Abilities, Aim, Area, Intent, Preview, blast_area
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Words, m
from grenade_salad.text.say import language


@dataclass(frozen=True)
class SurroundingsView:
    """All that is drawn around the mat but widgets and bar, as the viewer may know.

    It is the only source for drawing it, and a cached frame is valid while this is equal. `trays` are by taker, then
    by owner; `is_falling`: soldiers of the drop still move; `shows_backs`: the cards of the hand are face down.
    """

    view: SaladView
    names: tuple[str, ...]
    viewer: int | None
    actor: int | None
    situation: Situation
    hand_layout: HandLayout
    last_drop: events.Dropped | None
    trays: tuple[tuple[int, ...], ...]
    is_falling: bool
    shows_backs: bool
    has_forgone_move: bool
    """True if the move of this turn was given up, because a card was played first."""
    log_length: int
    """Lines of the log: the last one is in the bar."""
    turn_keys: tuple[Words, Words]
    """Names of the keys that turn left and right."""

    @property
    def turn_progress(self) -> paint.TurnProgress:
        """Progress of the turn."""
        view = self.view
        return paint.TurnProgress(view.moved or view.step == "over", self.has_forgone_move, view.cards_left)


@dataclass(frozen=True)
class MatView:
    """All that is drawn on the mat, without secrets from the viewer.

    `preview` is what is about to be done, `advice` the hint that a player follows, `is_chosen` that a machine player
    has chosen it; `lifted` is the soldier in the hand, `cursor` the one that keys are at, `blocked` what covers the
    mat. `best_blast` is where a grenade could take most of the soldiers that were dropped.
    """

    view: SaladView
    options: SaladOptions
    display: display_state.SaladDisplay
    camera: Camera
    preview: Preview
    advice: Preview | None
    best_blast: Area | None
    lifted: int | None
    cursor: int | None
    is_busy: bool
    is_chosen: bool
    is_reacting: bool
    is_hatched: bool
    markers: tuple[EdgeMarker, ...]
    map_box: Rect | None
    blocked: tuple[Rect, ...]
    updates_map: bool = True
    """True if the small map is drawn from the current frame, not from an earlier one."""

    goal: Camera | None = None
    """Goal of the camera while it moves by itself."""

    @property
    def is_only_zooming(self) -> bool:
        """True if only the camera zooms, and no part of a preview is under the soldiers."""
        has_part_below = (
            self.advice is not None or self.best_blast is not None or self.preview.ring or self.preview.blast
        )
        return self.camera.picture_scale is not None and not (self.is_busy or self.is_reacting or has_part_below)

    @property
    def is_plain(self) -> bool:
        """True if only soldiers, marks of who can be chosen, and edge markers are drawn."""
        preview_shown = self.preview
        has_begun = (
            self.is_reacting or self.lifted is not None or self.advice is not None or self.best_blast is not None
        )
        has_effect = (
            preview_shown.victims
            or preview_shown.ring
            or preview_shown.blast
            or preview_shown.line
            or preview_shown.ghost
            or preview_shown.label_point
        )
        return self.display.is_calm and not (has_begun or has_effect or preview_shown.blocking_soldier is not None)


@dataclass(frozen=True)
class BoardFrame:
    """A whole frame. `bar` is the content of the bar."""

    surroundings: SurroundingsView
    mat_view: MatView
    bar: object
    board: Rect
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


def _draw_marks(canvas: Canvas, markers: tuple[EdgeMarker, ...], cache: FrameCache) -> list[pygame.Rect]:
    if canvas.is_recording:
        draw_markers(canvas, markers)
        return []
    key = markers, canvas.factor, language()
    if cache.marks_key != key:
        cache.marks, cache.marks_key = marker_blits(canvas, markers), key
    return (canvas.surface.blits(cache.marks) or [])[::2]  # Words are on the sheets before them.


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


def card_box(surroundings: SurroundingsView, panels: Sequence[Rect], place: display_state.CardPlace) -> Rect:
    """Return the box that a card flies from or to."""
    if place == "deck":
        return surroundings.hand_layout.deck
    if place == "discard":
        return surroundings.hand_layout.discard
    if place == (surroundings.view.turn if surroundings.viewer is None else surroundings.viewer):
        cards_box = surroundings.hand_layout.cards
        return Rect(cards_box.centerx - 50, cards_box.y, 100, 140)
    panel = panels[place]
    return Rect(panel.centerx - 20, panel.centery - 28, 40, 56)


def tray_spots(panels: Sequence[Rect]) -> dict[int, Point]:
    """Return the points that the soldiers taken by each seat are carried to."""
    return {seat: (panel.centerx, panel.bottom - 0.3 * panel.height) for seat, panel in enumerate(panels)}


def draw_mat_view(canvas: Canvas, mat_view: MatView, cache: FrameCache) -> list[pygame.Rect] | None:
    """Draw the mat, the soldiers, previews and effects.

    Returns the boxes of all that is drawn on the mat, in pixels; None if they are not known.
    """
    camera, display, width = mat_view.camera, mat_view.display, mat_view.options.cube
    drawn: list[pygame.Rect] = []
    # The snapshot waits for the first frame, since making the whole mat is enough work for one frame.
    is_scaled = (
        mat_view.is_only_zooming
        and _cached_whole(_whole_key(canvas, camera, display, mat_view.view.blocks), cache) is not None
    )
    cache.fitted.begin(0.25 if is_scaled else 1.0, has_moving_cubes=mat_view.is_busy)
    if is_scaled:
        _draw_snapshot(canvas, mat_view, cache)
    else:
        _draw_mat(canvas, camera, display, mat_view.view.blocks, cache)
    with canvas.clipped(camera.drawn_rect):
        if not is_scaled:
            drawn += _draw_last_action(canvas, camera, display)
            _draw_previews_under(canvas, mat_view)
            drawn += _draw_soldiers(canvas, mat_view, cache)
        if mat_view.lifted is not None and mat_view.lifted in display.cubes:
            _draw_empty_spot(canvas, camera, display.cubes[mat_view.lifted], width)
        display_state.draw_effects(canvas, camera, display, width)
    soldiers = display.cubes
    blocked = (*mat_view.blocked, *(mark.box for mark in mat_view.markers))
    with canvas.clipped(camera.drawn_rect):
        drawn += _draw_marks(canvas, mat_view.markers, cache)
    if mat_view.advice is not None:
        preview.draw_over(canvas, camera, mat_view.advice, soldiers, width, blocked, cache.fitted)
    shown_preview = replace(mat_view.preview, able=(), marked=()) if is_scaled else mat_view.preview
    drawn += preview.draw_over(canvas, camera, shown_preview, soldiers, width, blocked, cache.fitted)
    if not mat_view.is_chosen and mat_view.cursor in soldiers:
        cube = soldiers[mat_view.cursor]
        with canvas.clipped(camera.drawn_rect):
            drawn.append(preview.draw_disc(canvas, camera, (cube.x, cube.y), width * 1.25, BRASS_LIGHT, 60))
    if mat_view.is_reacting:
        _draw_triggers_over(canvas, mat_view)
    return drawn if mat_view.is_plain and not is_scaled else None


def _draw_previews_under(canvas: Canvas, mat_view: MatView) -> None:
    """Draw the previews on the mat, under the soldiers."""
    if mat_view.is_reacting:
        _draw_triggers_under(canvas, mat_view)
    if mat_view.advice is not None:
        preview.draw_under(canvas, mat_view.camera, mat_view.advice)
    preview.draw_under(canvas, mat_view.camera, mat_view.preview)
    if mat_view.best_blast is not None:
        preview.draw_blast(canvas, mat_view.camera, mat_view.best_blast, 40)


def _draw_snapshot(canvas: Canvas, mat_view: MatView, cache: FrameCache) -> None:
    """Draw all that is on the table as one picture that is scaled with the camera."""
    camera, display, blocks, mat_preview = mat_view.camera, mat_view.display, mat_view.view.blocks, mat_view.preview
    contents = tuple(display.traces), blocks, display.last_location, display.trail, mat_view.lifted, mat_view.is_hatched
    key = camera.rect.topleft, camera.rect.size, canvas.factor, contents, mat_preview.able, mat_preview.marked

    def draw_contents(picture_canvas: Canvas, picture_camera: Camera) -> None:
        _draw_last_action(picture_canvas, picture_camera, display)
        lying = [cube for cube in display.cubes.values() if cube.id != mat_view.lifted]
        picture_canvas.surface.blits(
            cube_blits(picture_canvas, picture_camera, lying, mat_view.options.cube, mat_view.is_hatched, cache.fitted),
            False,
        )
        preview.draw_marked(
            picture_canvas, picture_camera, mat_preview, display.cubes, mat_view.options.cube, cache.fitted
        )

    with canvas.clipped(camera.drawn_rect):
        if cache.plate is None or cache.plate.key != key or not cache.plate.covers(canvas, camera):
            mat = table_snapshot.mat_snapshot(canvas, camera, _whole_mat(canvas, camera, display, blocks, cache))
            cache.plate = table_snapshot.make_snapshot(
                canvas, camera, mat_view.goal or table_snapshot.expected_camera(camera), mat, key, draw_contents
            )
        cache.plate.draw(canvas, camera)


def _draw_soldiers(canvas: Canvas, mat_view: MatView, cache: FrameCache) -> list[pygame.Rect]:
    """Draw the soldiers, and return their boxes in pixels.

    While none moves, their places are computed once for each camera.
    """
    camera, lifted = mat_view.camera, mat_view.lifted
    key = (camera, canvas.factor, mat_view.is_hatched, lifted)
    if mat_view.is_busy or cache.soldiers_key != key:
        lying = [cube for cube in mat_view.display.cubes.values() if cube.id != lifted]
        cache.soldiers = cube_blits(canvas, camera, lying, mat_view.options.cube, mat_view.is_hatched, cache.fitted)
        cache.soldiers_key = None if mat_view.is_busy or cache.fitted.is_late else key
    return canvas.surface.blits(cache.soldiers) or []


def _draw_mat(
    canvas: Canvas, camera: Camera, display: display_state.SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
) -> None:
    """Draw the mat with all traces of the fight.

    It is drawn once for each camera, and cached together with the wood under it, since a picture without transparency
    is five times as fast. A moving camera is not cached; while the table shakes, the cached picture is drawn with an
    offset.
    """
    box = canvas.pixel_rect(camera.drawn_rect).clip(canvas.surface.get_rect())
    if display.shake_strength > 0 and cache.mat is not None and cache.mat_camera is not None:
        cached_camera, size = cache.mat_camera, cache.mat.get_size()
        if replace(camera, rect=cached_camera.rect) == cached_camera and size == box.size:
            canvas.surface.blit(cache.mat, box)
            with canvas.clipped(camera.drawn_rect):
                across, down = camera.rect.x - cached_camera.rect.x, camera.rect.y - cached_camera.rect.y
                canvas.surface.blit(cache.mat, box.move(canvas.px(across), canvas.px(down)))
            return
    key = (camera, canvas.factor, canvas.surface.get_size(), tuple(display.traces), blocks)
    if camera.picture_scale is not None:
        _draw_scaled_mat(canvas, camera, display, blocks, cache)
        return
    cache.plate = None
    if cache.mat is None or cache.mat_key != key:
        is_resting = key == cache.mat_seen
        if not canvas.pixel_rect(camera.table_rect).contains(box):
            canvas.draw_table(box)
        draw_mat(canvas, camera)
        with canvas.clipped(camera.drawn_rect):
            is_sharp = traces.draw_traces(
                canvas, camera, display.traces, is_resting=is_resting, is_hurried=not display.is_calm
            )
            draw_blocks(canvas, camera, blocks)
        cache.fitted.is_late |= not is_sharp
        if is_resting and is_sharp:
            cache.mat, cache.mat_key, cache.mat_camera = canvas.surface.subsurface(box).copy(), key, camera
        cache.mat_seen = key
    elif canvas.untouched and cache.over_mat is not None:
        parts = [part.clip(box) for part in cache.over_mat]
        canvas.surface.blits([(cache.mat, part, part.move(-box.x, -box.y)) for part in parts], False)
    else:
        canvas.surface.blit(cache.mat, box)


def _draw_scaled_mat(
    canvas: Canvas, camera: Camera, display: display_state.SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
) -> None:
    """Draw the mat while the camera zooms: a scaled part of a picture of all of it."""
    with canvas.clipped(camera.drawn_rect):
        table_snapshot.mat_snapshot(canvas, camera, _whole_mat(canvas, camera, display, blocks, cache)).draw(
            canvas, camera
        )


def _whole_mat(
    canvas: Canvas, camera: Camera, display: display_state.SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
) -> pygame.Surface:
    """Return the mat as the overview of the camera shows it."""
    box, overview = canvas.pixel_rect(camera.drawn_rect).clip(canvas.surface.get_rect()), camera.overview
    key = _whole_key(canvas, camera, display, blocks)
    picture = _cached_whole(key, cache)
    if picture is None:
        canvas.draw_table(box)
        draw_mat(canvas, overview)
        traces.draw_traces(canvas, overview, display.traces, is_resting=False)
        draw_blocks(canvas, overview, blocks)
        picture = cache.whole_mat = canvas.surface.subsurface(box).copy()
        cache.whole_mat_key = key
    return picture


def _whole_key(
    canvas: Canvas, camera: Camera, display: display_state.SaladDisplay, blocks: tuple[Block, ...]
) -> object:
    return camera.overview, canvas.factor, canvas.surface.get_size(), tuple(display.traces), blocks


def _cached_whole(key: object, cache: FrameCache) -> pygame.Surface | None:
    """Return the whole mat if it is cached: the current mat, or of an earlier zoom."""
    if cache.mat is not None and cache.mat_key == key:
        return cache.mat
    return cache.whole_mat if cache.whole_mat_key == key else None


def _draw_empty_spot(canvas: Canvas, camera: Camera, cube: Cube, width: float) -> None:
    """Outline the place where the lifted soldier was."""
    pixels = width * camera.scale * canvas.factor
    ring = cubes.render_outline(pixels, cube.angle, mix(PAPER, INK, 0.35), max(1.4, pixels * 0.08), -0.05)
    canvas.surface.blit(ring, ring.get_rect(center=canvas.pixel_point(camera.to_screen((cube.x, cube.y)))))


def _draw_last_action(canvas: Canvas, camera: Camera, display: display_state.SaladDisplay) -> list[pygame.Rect]:
    """Mark where the last action happened, and return the boxes drawn, in pixels."""
    boxes = []
    if display.trail is not None:
        a, b = (camera.to_screen(point) for point in display.trail)
        count = max(2, int(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / 9))
        for index in range(count):
            share = index / count
            canvas.circle((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 1.8, mix(PAPER, INK, 0.3))
        path_box = Rect(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
        boxes.append(canvas.pixel_rect(path_box.inflate(8, 8)))
    if display.last_location is not None:
        centre, radius = display.last_location
        boxes.append(preview.draw_disc(canvas, camera, centre, radius * 1.15, mix(PAPER, BRASS_LIGHT, 0.4), 16))
    return boxes


def mine_preview(
    view: SaladView,
    names: Sequence[str],
    viewer: int | None,
    display: display_state.SaladDisplay,
    widgets: Sequence[Widget],
) -> Preview:
    """Return the preview of a mine, whichever seat has one.

    It is under the only soldier that may have stepped on it, or under the one that is pointed at.
    """
    triggers = [soldier_id for soldier_id in view.triggers if soldier_id in display.cubes]
    picks = [item for item in widgets if isinstance(item, PickButton)]
    chosen = next((index for index, item in enumerate(picks) if item.hovered or item.focused), None)
    if chosen is None or chosen >= len(triggers):
        chosen = 0 if len(triggers) == 1 else None
    aim = Aim(view, view.turn, names, lambda _: None, Abilities(), viewer)
    mine = aim.preview(Intent("mine", None if chosen is None else triggers[chosen]))
    if not mine.victims:
        return replace(mine, marked=())
    # Translators: {dead} is a list, as in "2 of Bo's soldiers, 1 of your own"
    return replace(mine, marked=(), effect=m("a mine here kills {dead:,}", dead=aim.list_victims(mine.victims)))


def _draw_triggers_under(canvas: Canvas, mat_view: MatView) -> None:
    measures, cubes_now = mat_view.options.measures(), mat_view.display.cubes
    if len(mat_view.view.triggers) > 1:
        for soldier_id in mat_view.view.triggers:
            if soldier_id in cubes_now:
                cube = cubes_now[soldier_id]
                preview.draw_blast(canvas, mat_view.camera, blast_area(measures, (cube.x, cube.y)), 40)


def _draw_triggers_over(canvas: Canvas, mat_view: MatView) -> None:
    """Number the soldiers that may have stepped on a mine, if there are several."""
    triggers = mat_view.view.triggers
    for index, soldier_id in enumerate(triggers if len(triggers) > 1 else ()):
        cube = mat_view.display.cubes.get(soldier_id)
        if cube is None:
            continue
        x, y = mat_view.camera.to_screen((cube.x, cube.y))
        offset = mat_view.options.cube * mat_view.camera.scale * 0.5 + 12
        canvas.circle((x, y - offset), 12, INK)
        canvas.circle((x, y - offset), 11, PAPER)
        canvas.text(str(index + 1), (x, y - offset), SMALL, INK, bold=True, anchor="center")


def draw_hand_area(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw deck, discard, hand and the panel of the turn."""
    view, situation = surroundings.view, surroundings.situation
    if situation.drop:
        canvas.paper(surroundings.hand_layout.panel, radius=10)
        _draw_drop(canvas, surroundings)
        return
    paint.draw_piles(canvas, surroundings.hand_layout, view)
    if surroundings.shows_backs:
        seat = surroundings.actor if surroundings.actor is not None else view.turn
        hand = view.hands[seat]
        paint.draw_backs(canvas, surroundings.hand_layout, hand if isinstance(hand, int) else len(hand))
    canvas.paper(surroundings.hand_layout.panel, radius=10)
    upper = surroundings.hand_layout.panel_text_box
    if situation.is_acting and situation.planned_action:
        title = (
            CARDS[situation.planned_action].name
            if situation.planned_action in CARDS
            else m("Move", context="a step of a turn")
        )
        if situation.planned_action == "circles":
            paint.draw_words(canvas, surroundings.hand_layout.split_for_slider()[0], title, "")
        else:
            paint.draw_words(
                canvas, upper, title, words.describe_keys(situation.planned_action, *surroundings.turn_keys)
            )
        return
    paint.draw_steps(canvas, upper, surroundings.turn_progress)
    if not situation.is_acting:
        _draw_waiting(canvas, surroundings)


def _draw_waiting(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw whose turn it is, in the place of the buttons."""
    view = surroundings.view
    box = surroundings.hand_layout.place_buttons((0,))[0]
    if view.is_over:
        canvas.text(m("The game is over"), box.center, TEXT, INK_SOFT, anchor="center", max_width=box.width)
        return
    turn = turn_label(surroundings.names[view.turn])
    canvas.text(turn, box.center, TEXT, INK_SOFT, anchor="center", max_width=box.width)


def _draw_drop(canvas: Canvas, surroundings: SurroundingsView) -> None:
    """Draw the measures of the last attempt at the drop."""
    upper, seats = surroundings.hand_layout.panel_text_box, len(surroundings.names)
    title = m("{number} soldiers, five from each player", number=seats * 5)
    paint.draw_words(canvas, upper, title, describe_attempt(surroundings))


def describe_attempt(surroundings: SurroundingsView) -> Words:
    """Return the measures of the last attempt at the drop in words (GS-06)."""
    dropped = surroundings.last_drop
    if surroundings.is_falling:
        # Translators: the soldiers, in the set-up drop
        return m("They are falling…")
    if dropped is None or not surroundings.view.attempts:
        return m("A low drop makes one heap, a high one scatters the soldiers over the table.")
    measures = m(
        "Attempt {attempt}, {high} high: {wide} wide, {touching} of {all} soldiers touch another, "
        "one grenade could take {most}",
        attempt=surroundings.view.attempts,
        high=Length(dropped.height),
        wide=Length(dropped.width),
        touching=dropped.touching,
        all=len(surroundings.view.soldiers),
        most=dropped.most,
    )
    if dropped.lost:
        # Translators: {lies} is a sentence about the drop; {lost} is how many soldiers fell off the table
        return m("{lies}, {lost} over the edge.", lies=measures, lost=len(dropped.lost))
    return m("{sentence}.", context="with a full stop", sentence=measures)
