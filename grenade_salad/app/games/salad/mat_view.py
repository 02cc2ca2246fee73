"""View of the mat, and its drawing: cloth, traces, soldiers, previews and effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

import pygame

from grenade_salad.app.games.salad import cubes, preview, table_snapshot, traces
from grenade_salad.app.games.salad.block_picture import draw_blocks
from grenade_salad.app.games.salad.display_state import SaladDisplay, draw_effects
from grenade_salad.app.games.salad.edge_markers import EdgeMarker, draw_markers, marker_blits
from grenade_salad.app.games.salad.lesson_tile import draw_tile
from grenade_salad.app.games.salad.mat import Cube, FrameCache, cube_blits, draw_mat
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, MAT, PAPER, SMALL, mix
from grenade_salad.app.ui.widget import Widget
from grenade_salad.games.salad.aim import Abilities, Aim, Area, Intent, Preview, blast_area
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.physics import blast_victims
from grenade_salad.games.salad.pieces import Block, Point
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import m

_FIRST_SNAPSHOT_SHARE = 0.25
"""Share of the usual new pixels in a frame that shows a snapshot."""
_FAINT_BLAST = 40
"""Opacity of a possible blast, of 255."""
_COUNT_WIDTH = 54.0
"""Width in units of the tag left of a number: how many a mine would kill."""


@dataclass(frozen=True)
class MatView:
    """All that is drawn on the mat, without secrets from the viewer."""

    view: SaladView
    options: SaladOptions
    display: SaladDisplay
    camera: Camera
    preview: Preview
    """The effect of what is about to be done, or why it is illegal."""
    advice: Preview | None
    """The hint that a player follows."""
    best_blast: Area | None
    """The area where a grenade could take most of the soldiers that were dropped."""
    tile: Point | None
    """Middle of the tile that the lesson shows, in mm."""
    lifted: int | None
    """Id of the soldier in the hand."""
    cursor: int | None
    """Id of the soldier that keys are at."""
    is_busy: bool
    """True while an animation runs."""
    is_chosen: bool
    """True if `preview` is what a machine player has chosen."""
    is_reacting: bool
    """True while a reaction window is open."""
    is_hatched: bool
    """True if soldiers have stripes, for people who confuse the colours."""
    markers: tuple[EdgeMarker, ...]
    map_box: Rect | None
    """The box of the small map, if it is visible."""
    blocked: tuple[Rect, ...]
    """Boxes that cover the mat: no label is there."""
    updates_map: bool = True
    """True if the small map is drawn from the current frame, not from an earlier one."""
    goal: Camera | None = None
    """Goal of the camera while it moves by itself."""

    @property
    def is_only_zooming(self) -> bool:
        """True if only the camera zooms, and no part of a preview is under the soldiers."""
        has_part_below = (
            self.advice is not None
            or self.best_blast is not None
            or self.tile is not None
            or self.preview.ring
            or self.preview.blast
        )
        return self.camera.picture_scale is not None and not (self.is_busy or self.is_reacting or has_part_below)

    @property
    def is_plain(self) -> bool:
        """True if only soldiers, marks of who can be chosen, and edge markers are drawn."""
        has_begun = (
            self.is_reacting
            or self.lifted is not None
            or self.advice is not None
            or self.best_blast is not None
            or self.tile is not None
        )
        has_effect = (
            self.preview.victims
            or self.preview.ring
            or self.preview.blast
            or self.preview.line
            or self.preview.ghost
            or self.preview.label_point
        )
        return self.display.is_calm and not (has_begun or has_effect or self.preview.blocking_soldier is not None)


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
    cache.sprites.begin(_FIRST_SNAPSHOT_SHARE if is_scaled else 1.0, has_moving_cubes=mat_view.is_busy)
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
        draw_effects(canvas, camera, display, width)
    soldiers = display.cubes
    blocked = (*mat_view.blocked, *(mark.box for mark in mat_view.markers))
    with canvas.clipped(camera.drawn_rect):
        drawn += _draw_marks(canvas, mat_view.markers, cache)
    if mat_view.advice is not None:
        preview.draw_over(canvas, camera, mat_view.advice, soldiers, width, blocked, cache.sprites)
    shown_preview = replace(mat_view.preview, able=(), marked=()) if is_scaled else mat_view.preview
    drawn += preview.draw_over(canvas, camera, shown_preview, soldiers, width, blocked, cache.sprites)
    if not mat_view.is_chosen and mat_view.cursor in soldiers:
        cube = soldiers[mat_view.cursor]
        with canvas.clipped(camera.drawn_rect):
            drawn.append(preview.draw_disc(canvas, camera, (cube.x, cube.y), width * 1.25, BRASS_LIGHT, 60))
    if mat_view.is_reacting:
        _draw_triggers_over(canvas, mat_view)
    return drawn if mat_view.is_plain and not is_scaled else None


def _draw_previews_under(canvas: Canvas, mat_view: MatView) -> None:
    """Draw the tile and the previews on the mat, under the soldiers."""
    if mat_view.tile is not None:
        draw_tile(canvas, mat_view.camera, mat_view.tile, mat_view.options.tile)
    if mat_view.is_reacting:
        _draw_triggers_under(canvas, mat_view)
    if mat_view.advice is not None:
        preview.draw_under(canvas, mat_view.camera, mat_view.advice)
    preview.draw_under(canvas, mat_view.camera, mat_view.preview)
    if mat_view.best_blast is not None:
        preview.draw_blast(canvas, mat_view.camera, mat_view.best_blast, _FAINT_BLAST)


def _draw_snapshot(canvas: Canvas, mat_view: MatView, cache: FrameCache) -> None:
    """Draw all that is on the table as one picture that is scaled with the camera."""
    camera, display, blocks, mat_preview = mat_view.camera, mat_view.display, mat_view.view.blocks, mat_view.preview
    contents = tuple(display.traces), blocks, display.last_location, display.trail, mat_view.lifted, mat_view.is_hatched
    key = camera.rect.topleft, camera.rect.size, canvas.factor, contents, mat_preview.able, mat_preview.marked

    def draw_contents(picture_canvas: Canvas, picture_camera: Camera) -> None:
        _draw_last_action(picture_canvas, picture_camera, display)
        lying = [cube for cube in display.cubes.values() if cube.id != mat_view.lifted]
        picture_canvas.surface.blits(
            cube_blits(
                picture_canvas,
                picture_camera,
                lying,
                mat_view.options.cube,
                is_hatched=mat_view.is_hatched,
                sprites=cache.sprites,
            ),
            False,
        )
        preview.draw_marked(
            picture_canvas, picture_camera, mat_preview, display.cubes, mat_view.options.cube, cache.sprites
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
        cache.soldiers = cube_blits(
            canvas, camera, lying, mat_view.options.cube, is_hatched=mat_view.is_hatched, sprites=cache.sprites
        )
        cache.soldiers_key = None if mat_view.is_busy or cache.sprites.is_late else key
    return canvas.surface.blits(cache.soldiers) or []


def _draw_mat(
    canvas: Canvas, camera: Camera, display: SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
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
        cache.sprites.is_late |= not is_sharp
        if is_resting and is_sharp:
            cache.mat, cache.mat_key, cache.mat_camera = canvas.surface.subsurface(box).copy(), key, camera
        cache.mat_seen = key
    elif canvas.is_untouched and cache.over_mat is not None:
        parts = [part.clip(box) for part in cache.over_mat]
        canvas.surface.blits([(cache.mat, part, part.move(-box.x, -box.y)) for part in parts], False)
    else:
        canvas.surface.blit(cache.mat, box)


def _draw_scaled_mat(
    canvas: Canvas, camera: Camera, display: SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
) -> None:
    """Draw the mat while the camera zooms: a scaled part of a picture of all of it."""
    with canvas.clipped(camera.drawn_rect):
        table_snapshot.mat_snapshot(canvas, camera, _whole_mat(canvas, camera, display, blocks, cache)).draw(
            canvas, camera
        )


def _whole_mat(
    canvas: Canvas, camera: Camera, display: SaladDisplay, blocks: tuple[Block, ...], cache: FrameCache
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


def _whole_key(canvas: Canvas, camera: Camera, display: SaladDisplay, blocks: tuple[Block, ...]) -> object:
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


def _draw_last_action(canvas: Canvas, camera: Camera, display: SaladDisplay) -> list[pygame.Rect]:
    """Mark where the last action happened, and return the boxes drawn, in pixels."""
    boxes = []
    if display.trail is not None:
        a, b = (camera.to_screen(point) for point in display.trail)
        count = max(2, int(dist(a, b) / 9))
        for index in range(count):
            share = index / count
            dot = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            canvas.circle(dot, 2.6, mix(MAT, INK, 0.75))
            canvas.circle(dot, 1.5, PAPER)
        path_box = Rect(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
        boxes.append(canvas.pixel_rect(path_box.inflate(8, 8)))
    if display.last_location is not None:
        centre, radius = display.last_location
        boxes.append(preview.draw_disc(canvas, camera, centre, radius, mix(PAPER, BRASS_LIGHT, 0.4), 16))
    return boxes


def mine_preview(
    view: SaladView,
    names: Sequence[str],
    viewer: int | None,
    display: SaladDisplay,
    widgets: Sequence[Widget],
) -> Preview:
    """Return the preview of a mine, whichever seat has one.

    It is under the only soldier that may have stepped on it, or under the one that is pointed at. If there are several
    and none is pointed at, all are victims that any of the mines would kill.
    """
    triggers = [soldier_id for soldier_id in view.triggers if soldier_id in display.cubes]
    picks = [item for item in widgets if isinstance(item, PickButton)]
    chosen = next((index for index, item in enumerate(picks) if item.hovered or item.focused), None)
    if chosen is None or chosen >= len(triggers):
        chosen = 0 if len(triggers) == 1 else None
    if chosen is None:
        return Preview(victims=tuple(sorted(set().union(*_mine_victims(view).values()))))
    aim = Aim(view, view.turn, names, lambda _: None, Abilities(), viewer)
    mine = aim.preview(Intent("mine", triggers[chosen]))
    if not mine.victims:
        return replace(mine, marked=())
    # Translators: {dead} is a list, as in "2 of Bo's soldiers, 1 of your own"
    return replace(mine, marked=(), effect=m("a mine here kills {dead:,}", dead=aim.list_victims(mine.victims)))


def _mine_victims(view: SaladView) -> dict[int, tuple[int, ...]]:
    """Return whom a mine would kill, by each soldier that may have stepped on it."""
    measures = view.measures()
    return {
        soldier.id: blast_victims(measures, view.soldiers, (soldier.x, soldier.y))
        for soldier in view.soldiers
        if soldier.id in view.triggers
    }


def _draw_triggers_under(canvas: Canvas, mat_view: MatView) -> None:
    """Draw the possible blasts, if several soldiers may have stepped on a mine."""
    measures, triggers = mat_view.options.measures(), mat_view.view.triggers
    for soldier_id in triggers if len(triggers) > 1 else ():
        if (cube := mat_view.display.cubes.get(soldier_id)) is not None:
            preview.draw_blast(canvas, mat_view.camera, blast_area(measures, (cube.x, cube.y)), _FAINT_BLAST)


def _draw_triggers_over(canvas: Canvas, mat_view: MatView) -> None:
    """Number the soldiers that may have stepped on a mine, if there are several.

    Beside the number is how many soldiers a mine would kill there.
    """
    triggers = mat_view.view.triggers
    if len(triggers) <= 1:
        return
    victims = _mine_victims(mat_view.view)
    for index, soldier_id in enumerate(triggers):
        cube = mat_view.display.cubes.get(soldier_id)
        if cube is None or soldier_id not in victims:
            continue
        x, y = mat_view.camera.to_screen((cube.x, cube.y))
        offset = mat_view.options.cube * mat_view.camera.scale * 0.5 + 12
        box = Rect(x - _COUNT_WIDTH, y - offset - 11, _COUNT_WIDTH, 22)
        canvas.fill(box.inflate(2, 2), INK, 12)
        canvas.fill(box, PAPER, 11)
        canvas.picture("icons/skull.svg", Rect(box.x + 5, box.centery - 8, 16, 16), INK)
        canvas.text(str(len(victims[soldier_id])), (box.x + 23, box.centery), SMALL, INK, bold=True, anchor="midleft")
        canvas.circle((x, y - offset), 12, INK)
        canvas.circle((x, y - offset), 11, PAPER)
        canvas.text(str(index + 1), (x, y - offset), SMALL, INK, bold=True, anchor="center")


def _draw_marks(canvas: Canvas, markers: tuple[EdgeMarker, ...], cache: FrameCache) -> list[pygame.Rect]:
    if canvas.is_recording:
        draw_markers(canvas, markers)
        return []
    key = markers, canvas.factor
    if cache.marks_key != key:
        cache.marks, cache.marks_key = marker_blits(canvas, markers), key
    return canvas.surface.blits(cache.marks) or []
