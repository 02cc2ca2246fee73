"""Draws the scene from what it shows: the battlefield, the strip under it, and what flies over everything."""

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
from grenade_salad.app.games.salad.edge_markers import Mark, draw_marks, mark_blits
from grenade_salad.app.games.salad.layout import Strip
from grenade_salad.app.games.salad.mat import Cube, FrameCache, cube_blits, draw_mat, draw_near
from grenade_salad.app.match.text_view import turn_of
from grenade_salad.app.ui.camera import Camera
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.ui.theme import BRASS_LIGHT, INK, INK_SOFT, PAPER, SMALL, TEXT, mix
from grenade_salad.app.ui.widget import Widget, looks
from grenade_salad.games.salad import events
from grenade_salad.games.salad.aim import Aim, Area, Intent, Preview, Sights, area
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import Block
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Length, Words, m
from grenade_salad.text.say import language


@dataclass(frozen=True)
class Around:
    """All that is drawn around the battlefield but the widgets and the bar, and nothing that the viewer may not know.

    What is drawn there is drawn from this alone, and a kept frame is right as long as this is the same: what is not
    here can neither be drawn nor be forgotten. `trays` are by taker, then by owner; `falls` says that the soldiers of
    the drop still move; `backs` that the cards of the strip are face down.
    """

    view: SaladView
    names: tuple[str, ...]
    viewer: int | None
    actor: int | None
    now: Situation
    strip: Strip
    last_drop: events.Dropped | None
    trays: tuple[tuple[int, ...], ...]
    falls: bool
    backs: bool
    forgone: bool
    """Whether the move of this turn was given up, because a card was played first."""
    told: int
    """How many lines the log has: the last one stands in the bar."""
    turners: tuple[Words, Words]
    """What the keys are called that turn left and right."""

    @property
    def step(self) -> paint.Turn:
        """How far the turn is."""
        view = self.view
        return paint.Turn(view.moved or view.step == "over", self.forgone, view.cards_left)


@dataclass(frozen=True)
class Field:
    """All that is drawn of the battlefield, and nothing that the viewer may not know.

    `seen` is what is about to be done, `advice` the hint that somebody follows with it, `chosen` that a machine has
    chosen it, `lifted` the soldier in the hand, `cursor` the one that keys are at, `blocked` what lies over the
    battlefield. `could` is where a grenade could take most of the soldiers that were dropped.
    """

    view: SaladView
    options: SaladOptions
    stage: display_state.Stage
    camera: Camera
    seen: Preview
    advice: Preview | None
    could: Area | None
    lifted: int | None
    cursor: int | None
    busy: bool
    chosen: bool
    window: bool
    hatched: bool
    marks: tuple[Mark, ...]
    map_box: Rect | None
    blocked: tuple[Rect, ...]
    anew: bool = True
    """Whether the map's soldiers are where they are now; else they may be where they were a few frames ago."""

    goal: Camera | None = None
    """Where the camera is on its way to by itself."""

    @property
    def only_looked_at(self) -> bool:
        """Whether the look comes nearer or goes farther, nothing else moves, and nothing lies under the soldiers that
        belongs to what is about to be done."""
        under = self.advice is not None or self.could is not None or self.seen.ring or self.seen.blast
        return self.camera.made_at is not None and not (self.busy or self.window or under)

    @property
    def plain(self) -> bool:
        """Whether nothing is drawn but what lies there, who can be chosen, and marks at the edge."""
        seen = self.seen
        begun = self.window or self.lifted is not None or self.advice is not None or self.could is not None
        more = seen.victims or seen.ring or seen.blast or seen.line or seen.ghost or seen.label_at
        return self.stage.calm and not (begun or more or seen.in_the_way is not None)


@dataclass(frozen=True)
class Frame:
    """A whole frame. `bar` is what stands in the bar; `widgets` tell themselves what they look like."""

    around: Around
    field: Field
    bar: object
    board: Rect
    widgets: Sequence[Widget]
    panels: Sequence[Rect]
    again: Field | None = None
    """What happened outside of the look, once more."""

    def key(self, canvas: Canvas) -> object:
        """What the frame but for the battlefield depends on; None while too much changes for keeping it.

        The battlefield itself, with all that moves on it, is drawn anew in each frame.
        """
        if self.field.window:
            return None
        rect = self.field.camera.view
        place = (canvas.surface.get_size(), canvas.factor, rect.topleft, rect.size)
        seen = tuple(_box(one) if isinstance(one, Battlefield) else looks(one) for one in self.widgets)
        return place, self.bar, self.around, seen


def _box(field: Widget) -> object:
    return tuple(field.rect), field.visible, field.focused, field.hovered


def draw_frame(canvas: Canvas, shown: Frame, kept: FrameCache, draw_all: Callable[[Canvas], None]) -> None:
    """A frame: all of it if anything around the battlefield has changed, else the battlefield on the kept one."""
    key, field = shown.key(canvas), shown.field
    if kept.restore(canvas, key, field.camera.view):
        with canvas.clipped(field.camera.view):
            drawn = draw_battlefield(canvas, field, kept)
            near = draw_near(canvas, shown.board, shown.widgets)
        free = shown.again is None and (field.map_box is None or not field.map_box.colliderect(field.camera.view))
        kept.over_mat = [*drawn, *near] if free and drawn is not None else None
    else:
        kept.over_mat = None
        draw_all(canvas)
        kept.keep(canvas, key)
    if field.map_box is not None:
        _draw_map(canvas, field, field.map_box, kept)
        kept.over.append(canvas.box(field.map_box.inflate(8, 8)))
    if shown.again is not None or field.stage.carried or field.stage.cards:
        kept.lies = False
    if shown.again is not None:
        _draw_again(canvas, shown.again, kept)
    combat_effects.draw_carried(canvas, field.camera, field.stage.carried, field.options.cube, tray_spots(shown.panels))
    combat_effects.draw_points(
        canvas, combat_effects.points_beside(shown.panels, shown.board.center, field.stage.carried)
    )
    display_state.draw_cards(canvas, field.stage, partial(place_of, shown.around, shown.panels))


def _draw_map(canvas: Canvas, field: Field, box: Rect, kept: FrameCache) -> None:
    key = tuple(box), canvas.factor
    if field.anew or kept.dots_key != key:
        kept.dots = small_map.dots(canvas, box, field.camera, field.stage.cubes.values(), field.options.cube)
        kept.dots_key = key
    small_map.draw(canvas, box, field.camera, kept.dots, field.view.blocks)


def _draw_marks(canvas: Canvas, found: tuple[Mark, ...], kept: FrameCache) -> list[pygame.Rect]:
    if canvas.recording:
        draw_marks(canvas, found)
        return []
    key = found, canvas.factor, language()
    if kept.marks_key != key:
        kept.marks, kept.marks_key = mark_blits(canvas, found), key
    return (canvas.surface.blits(kept.marks) or [])[::2]  # words stand on their sheets


def _draw_again(canvas: Canvas, field: Field, kept: FrameCache) -> None:
    """A small battlefield in a frame, with what it is."""
    box = field.camera.view
    kept.again = kept.again or FrameCache()
    canvas.fill(box.inflate(6, 6), INK, 4)
    with canvas.clipped(box):
        draw_battlefield(canvas, field, kept.again)
    # Translators: over a small picture that shows once more what happened outside of the view
    title = m("You missed this")
    canvas.fill(Rect(box.x, box.y, canvas.width(title, SMALL, bold=True) + 14, 24), INK, 3, alpha=190)
    canvas.text(title, (box.x + 7, box.y + 12), SMALL, PAPER, bold=True, anchor="midleft")
    canvas.frame(box.inflate(4, 4), BRASS_LIGHT, 1.6, 4)


def place_of(around: Around, panels: Sequence[Rect], place: display_state.Place) -> Rect:
    """Where cards fly from and to."""
    if place == "deck":
        return around.strip.deck
    if place == "discard":
        return around.strip.discard
    if place == (around.view.turn if around.viewer is None else around.viewer):
        middle = around.strip.cards
        return Rect(middle.centerx - 50, middle.y, 100, 140)
    panel = panels[place]
    return Rect(panel.centerx - 20, panel.centery - 28, 40, 56)


def tray_spots(panels: Sequence[Rect]) -> dict[int, Point]:
    """Where the taken soldiers of each seat are carried to."""
    return {seat: (panel.centerx, panel.bottom - 0.3 * panel.height) for seat, panel in enumerate(panels)}


def draw_battlefield(canvas: Canvas, field: Field, kept: FrameCache) -> list[pygame.Rect] | None:
    """The mat, what is aimed at, the soldiers, and what burns. Where anything is drawn on the cloth, in pixels; None:
    anywhere."""
    camera, shown, width = field.camera, field.stage, field.options.cube
    drawn: list[pygame.Rect] = []
    # On its first frame the whole mat is made, if it has to be: that is enough for one.
    scaled = (
        field.only_looked_at and _known_whole(_whole_key(canvas, camera, shown, field.view.blocks), kept) is not None
    )
    kept.fitted.begin(0.25 if scaled else 1.0, moves=field.busy)
    if scaled:
        _draw_plate(canvas, field, kept)
    else:
        _draw_mat(canvas, camera, shown, field.view.blocks, kept)
    with canvas.clipped(camera.view):
        if not scaled:
            drawn += _draw_last(canvas, camera, shown)
            _draw_under(canvas, field)
            drawn += _draw_soldiers(canvas, field, kept)
        if field.lifted is not None and field.lifted in shown.cubes:
            _draw_gap(canvas, camera, shown.cubes[field.lifted], width)
        display_state.draw_effects(canvas, camera, shown, width)
    where = shown.cubes
    blocked = (*field.blocked, *(mark.box for mark in field.marks))
    with canvas.clipped(camera.view):
        drawn += _draw_marks(canvas, field.marks, kept)
    if field.advice is not None:
        preview.draw_over(canvas, camera, field.advice, where, width, blocked, kept.fitted)
    seen = replace(field.seen, able=(), marked=()) if scaled else field.seen
    drawn += preview.draw_over(canvas, camera, seen, where, width, blocked, kept.fitted)
    if not field.chosen and field.cursor in where:
        one = where[field.cursor]
        with canvas.clipped(camera.view):
            drawn.append(preview.disc(canvas, camera, (one.x, one.y), width * 1.25, BRASS_LIGHT, 60))
    if field.window:
        _draw_triggers_over(canvas, field)
    return drawn if field.plain and not scaled else None


def _draw_under(canvas: Canvas, field: Field) -> None:
    """What is aimed at, on the cloth."""
    if field.window:
        _draw_triggers_under(canvas, field)
    if field.advice is not None:
        preview.draw_under(canvas, field.camera, field.advice)
    preview.draw_under(canvas, field.camera, field.seen)
    if field.could is not None:
        preview.blast(canvas, field.camera, field.could, 40)


def _draw_plate(canvas: Canvas, field: Field, kept: FrameCache) -> None:
    """All that lies on the table, as one picture that is scaled with the look."""
    camera, shown, blocks, seen = field.camera, field.stage, field.view.blocks, field.seen
    lies = tuple(shown.traces), blocks, shown.last, shown.trail, field.lifted, field.hatched
    key = camera.rect.topleft, camera.rect.size, canvas.factor, lies, seen.able, seen.marked

    def draw(over: Canvas, look: Camera) -> None:
        _draw_last(over, look, shown)
        lying = [cube for cube in shown.cubes.values() if cube.id != field.lifted]
        over.surface.blits(cube_blits(over, look, lying, field.options.cube, field.hatched, kept.fitted), False)
        preview.draw_who(over, look, seen, shown.cubes, field.options.cube, kept.fitted)

    with canvas.clipped(camera.view):
        if kept.plate is None or kept.plate.key != key or not kept.plate.shows(canvas, camera):
            mat = table_snapshot.of_mat(canvas, camera, _whole_mat(canvas, camera, shown, blocks, kept))
            kept.plate = table_snapshot.make(canvas, camera, field.goal or table_snapshot.ahead(camera), mat, key, draw)
        kept.plate.draw(canvas, camera)


def _draw_soldiers(canvas: Canvas, field: Field, kept: FrameCache) -> list[pygame.Rect]:
    """While nothing moves, where they go is worked out once for each look at them. Where they are, in pixels."""
    camera, lifted = field.camera, field.lifted
    key = (camera, canvas.factor, field.hatched, lifted)
    if field.busy or kept.soldiers_key != key:
        lying = [cube for cube in field.stage.cubes.values() if cube.id != lifted]
        kept.soldiers = cube_blits(canvas, camera, lying, field.options.cube, field.hatched, kept.fitted)
        kept.soldiers_key = None if field.busy or kept.fitted.late else key
    return canvas.surface.blits(kept.soldiers) or []


def _draw_mat(
    canvas: Canvas, camera: Camera, shown: display_state.Stage, blocks: tuple[Block, ...], kept: FrameCache
) -> None:
    """The cloth with all that the fight has left on it. It is drawn once for each look at it, and then kept together
    with the wood under it, because a picture without any transparent parts costs a fifth. What is on its way is not
    kept; while the table shakes, what was kept is drawn beside itself."""
    box = canvas.box(camera.view).clip(canvas.surface.get_rect())
    if shown.shake > 0 and kept.mat is not None and kept.mat_camera is not None:
        was, size = kept.mat_camera, kept.mat.get_size()
        if replace(camera, rect=was.rect) == was and size == box.size:
            canvas.surface.blit(kept.mat, box)
            with canvas.clipped(camera.view):
                across, down = camera.rect.x - was.rect.x, camera.rect.y - was.rect.y
                canvas.surface.blit(kept.mat, box.move(canvas.px(across), canvas.px(down)))
            return
    key = (camera, canvas.factor, canvas.surface.get_size(), tuple(shown.traces), blocks)
    if camera.made_at is not None:
        _fit_mat(canvas, camera, shown, blocks, kept)
        return
    kept.plate = None
    if kept.mat is None or kept.mat_key != key:
        rests = key == kept.mat_seen
        if not canvas.box(camera.mat).contains(box):
            canvas.lay_table(box)
        draw_mat(canvas, camera)
        with canvas.clipped(camera.view):
            sharp = traces.draw(canvas, camera, shown.traces, rests=rests, hurries=not shown.calm)
            draw_blocks(canvas, camera, blocks)
        kept.fitted.late |= not sharp
        if rests and sharp:
            kept.mat, kept.mat_key, kept.mat_camera = canvas.surface.subsurface(box).copy(), key, camera
        kept.mat_seen = key
    elif canvas.untouched and kept.over_mat is not None:
        parts = [part.clip(box) for part in kept.over_mat]
        canvas.surface.blits([(kept.mat, part, part.move(-box.x, -box.y)) for part in parts], False)
    else:
        canvas.surface.blit(kept.mat, box)


def _fit_mat(
    canvas: Canvas, camera: Camera, shown: display_state.Stage, blocks: tuple[Block, ...], kept: FrameCache
) -> None:
    """The cloth while the look comes nearer or goes farther: cut from a picture of all of it, and fitted."""
    with canvas.clipped(camera.view):
        table_snapshot.of_mat(canvas, camera, _whole_mat(canvas, camera, shown, blocks, kept)).draw(canvas, camera)


def _whole_mat(
    canvas: Canvas, camera: Camera, shown: display_state.Stage, blocks: tuple[Block, ...], kept: FrameCache
) -> pygame.Surface:
    """The cloth as it is seen with the whole table."""
    box, far = canvas.box(camera.view).clip(canvas.surface.get_rect()), camera.overview
    key = _whole_key(canvas, camera, shown, blocks)
    found = _known_whole(key, kept)
    if found is None:
        canvas.lay_table(box)
        draw_mat(canvas, far)
        traces.draw(canvas, far, shown.traces, rests=False)
        draw_blocks(canvas, far, blocks)
        found = kept.whole = canvas.surface.subsurface(box).copy()
        kept.whole_key = key
    return found


def _whole_key(canvas: Canvas, camera: Camera, shown: display_state.Stage, blocks: tuple[Block, ...]) -> object:
    return camera.overview, canvas.factor, canvas.surface.get_size(), tuple(shown.traces), blocks


def _known_whole(key: object, kept: FrameCache) -> pygame.Surface | None:
    """The whole cloth, if it is kept: as it was drawn while the whole table was looked at, or for an earlier glide."""
    if kept.mat is not None and kept.mat_key == key:
        return kept.mat
    return kept.whole if kept.whole_key == key else None


def _draw_gap(canvas: Canvas, camera: Camera, cube: Cube, width: float) -> None:
    """Where the lifted soldier stood: its outline on the cloth."""
    pixels = width * camera.scale * canvas.factor
    made = cubes.outline(pixels, cube.angle, mix(PAPER, INK, 0.35), max(1.4, pixels * 0.08), -0.05)
    canvas.surface.blit(made, made.get_rect(center=canvas.point(camera.to_screen((cube.x, cube.y)))))


def _draw_last(canvas: Canvas, camera: Camera, shown: display_state.Stage) -> list[pygame.Rect]:
    """Where the last thing happened; where that is drawn, in pixels."""
    found = []
    if shown.trail is not None:
        a, b = (camera.to_screen(at) for at in shown.trail)
        count = max(2, int(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / 9))
        for index in range(count):
            share = index / count
            canvas.circle((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 1.8, mix(PAPER, INK, 0.3))
        way = Rect(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
        found.append(canvas.box(way.inflate(8, 8)))
    if shown.last is not None:
        at, radius = shown.last
        found.append(preview.disc(canvas, camera, at, radius * 1.15, mix(PAPER, BRASS_LIGHT, 0.4), 16))
    return found


def mine_preview(
    view: SaladView, names: Sequence[str], viewer: int | None, shown: display_state.Stage, widgets: Sequence[Widget]
) -> Preview:
    """What a mine would do now, whoever has one: under the only soldier that may have stepped on it, or under the
    one that is pointed at."""
    triggers = [number for number in view.triggers if number in shown.cubes]
    picks = [item for item in widgets if isinstance(item, PickButton)]
    chosen = next((index for index, item in enumerate(picks) if item.hovered or item.focused), None)
    if chosen is None or chosen >= len(triggers):
        chosen = 0 if len(triggers) == 1 else None
    aim = Aim(view, view.turn, names, lambda _: None, Sights(), viewer)
    found = aim.preview(Intent("mine", None if chosen is None else triggers[chosen]))
    if not found.victims:
        return replace(found, marked=())
    # Translators: {dead} is a list, as in "2 of Bo's soldiers, 1 of your own"
    return replace(found, marked=(), says=m("a mine here kills {dead:,}", dead=aim.dead(found.victims)))


def _draw_triggers_under(canvas: Canvas, field: Field) -> None:
    measures, cubes_now = field.options.measures(), field.stage.cubes
    if len(field.view.triggers) > 1:
        for number in field.view.triggers:
            if number in cubes_now:
                cube = cubes_now[number]
                preview.blast(canvas, field.camera, area(measures, (cube.x, cube.y)), 40)


def _draw_triggers_over(canvas: Canvas, field: Field) -> None:
    """Numbers on those who may have stepped on a mine, if there are several."""
    triggers = field.view.triggers
    for index, number in enumerate(triggers if len(triggers) > 1 else ()):
        cube = field.stage.cubes.get(number)
        if cube is None:
            continue
        x, y = field.camera.to_screen((cube.x, cube.y))
        off = field.options.cube * field.camera.scale * 0.5 + 12
        canvas.circle((x, y - off), 12, INK)
        canvas.circle((x, y - off), 11, PAPER)
        canvas.text(str(index + 1), (x, y - off), SMALL, INK, bold=True, anchor="center")


def draw_strip(canvas: Canvas, around: Around) -> None:
    """Deck, discard, hand and the panel of what can be done."""
    table, now = around.view, around.now
    if now.drop:
        canvas.paper(around.strip.panel, radius=10)
        _draw_drop(canvas, around)
        return
    paint.draw_piles(canvas, around.strip, table)
    if around.backs:
        shown = around.actor if around.actor is not None else table.turn
        hand = table.hands[shown]
        paint.draw_backs(canvas, around.strip, hand if isinstance(hand, int) else len(hand))
    canvas.paper(around.strip.panel, radius=10)
    upper = around.strip.upper
    if now.acting and now.what:
        title = CARDS[now.what].name if now.what in CARDS else m("Move", context="a step of a turn")
        if now.what == "circles":
            paint.draw_words(canvas, around.strip.title_and_slider()[0], title, "")
        else:
            paint.draw_words(canvas, upper, title, words.keys(now.what, *around.turners))
        return
    paint.draw_steps(canvas, upper, around.step)
    if not now.acting:
        _draw_waiting(canvas, around)


def _draw_waiting(canvas: Canvas, around: Around) -> None:
    """Whose turn it is, where the buttons of one's own turn are."""
    table = around.view
    box = around.strip.buttons((0,))[0]
    if table.is_over:
        canvas.text(m("The game is over"), box.center, TEXT, INK_SOFT, anchor="center", wide=box.width)
        return
    turn = turn_of(around.names[table.turn])
    canvas.text(turn, box.center, TEXT, INK_SOFT, anchor="center", wide=box.width)


def _draw_drop(canvas: Canvas, around: Around) -> None:
    """What the last attempt looks like, in numbers."""
    upper, seats = around.strip.upper, len(around.names)
    title = m("{number} soldiers, five from each player", number=seats * 5)
    paint.draw_words(canvas, upper, title, attempt(around))


def attempt(around: Around) -> Words:
    """What the last attempt at the drop looks like (GS-06)."""
    dropped = around.last_drop
    if around.falls:
        # Translators: the soldiers, in the set-up drop
        return m("They are falling…")
    if dropped is None or not around.view.attempts:
        return m("A low drop makes one heap, a high one scatters the soldiers over the table.")
    lies = m(
        "Attempt {attempt}, {high} high: {wide} wide, {touching} of {all} soldiers touch another, "
        "one grenade could take {most}",
        attempt=around.view.attempts,
        high=Length(dropped.height),
        wide=Length(dropped.width),
        touching=dropped.touching,
        all=len(around.view.soldiers),
        most=dropped.most,
    )
    if dropped.lost:
        # Translators: {lies} is a sentence about the drop; {lost} is how many soldiers fell off the table
        return m("{lies}, {lost} over the edge.", lies=lies, lost=len(dropped.lost))
    return m("{sentence}.", context="with a full stop", sentence=lies)
