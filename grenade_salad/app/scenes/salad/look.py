"""Draws the scene from what it shows: the battlefield, the strip under it, and what flies over everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from grenade_salad.app.scenes.salad import cubes, paint, preview, stage, words
from grenade_salad.app.scenes.salad.aim import Aim, Intent, Preview, Sights
from grenade_salad.app.scenes.salad.board import Cube, cube_blits, draw_mat
from grenade_salad.app.scenes.salad.camera import Camera
from grenade_salad.app.scenes.salad.kept import Kept, draw_near, frame_key
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Point
from grenade_salad.app.ui.picks import PickButton
from grenade_salad.app.ui.theme import BRASS_LIGHT, EMBER, INK, INK_SOFT, PAPER, SMALL, TEXT, mix
from grenade_salad.games.salad.pieces import Soldier
from grenade_salad.games.salad.reasons import NAMES

if TYPE_CHECKING:
    from grenade_salad.app.scenes.salad.scene import SaladScene


def draw_frame(canvas: Canvas, scene: SaladScene, draw_all: Callable[[Canvas], None]) -> None:
    """A frame: all of it if anything around the battlefield has changed, else the battlefield on the kept one."""
    key = frame_key(scene, canvas)
    if scene.kept.restore(canvas, key):
        with canvas.clipped(scene.camera.rect):
            draw_battlefield(canvas, scene)
        draw_near(canvas, scene)
    else:
        draw_all(canvas)
        scene.kept.keep(canvas, key)
    stage.draw_carried(canvas, scene.camera, scene.stage, scene.options.cube, tray_spots(scene))
    stage.draw_cards(canvas, scene.stage, partial(place_of, scene))


def place_of(scene: SaladScene, place: stage.Place) -> Rect:
    """Where cards fly from and to."""
    if place == "deck":
        return scene.strip.deck
    if place == "discard":
        return scene.strip.discard
    if place == (scene.table.turn if scene.viewer is None else scene.viewer):
        middle = scene.strip.cards
        return Rect(middle.centerx - 50, middle.y, 100, 140)
    panel = scene.panels[place].rect
    return Rect(panel.centerx - 20, panel.centery - 28, 40, 56)


def tray_spots(scene: SaladScene) -> dict[int, Point]:
    """Where the taken soldiers of each seat are carried to."""
    return {seat: (panel.rect.centerx, panel.rect.bottom - 14) for seat, panel in enumerate(scene.panels)}


def draw_battlefield(canvas: Canvas, scene: SaladScene) -> None:
    """The mat, what is aimed at, the soldiers, and what burns."""
    camera, shown, width = scene.camera, scene.stage, scene.options.cube
    hinted = None if scene.battlefield.intent.what else scene.hinted
    seen = scene.chosen_before or hinted or (_mine_preview(scene) if scene.reaction else scene.battlefield.preview)
    _draw_mat(canvas, camera, shown, scene.kept)
    with canvas.clipped(camera.rect):
        _draw_last(canvas, camera, shown)
        if scene.reaction is not None:
            _draw_triggers_under(canvas, camera, scene)
        preview.draw_under(canvas, camera, seen)
        lifted = scene.battlefield.intent.soldier if scene.battlefield.intent.what == "move" else None
        _draw_soldiers(canvas, camera, scene, lifted)
        if lifted is not None and lifted in shown.cubes:
            _draw_gap(canvas, camera, shown.cubes[lifted], width)
        stage.draw_effects(canvas, camera, shown)
    where = _where(scene)
    ceiling = scene.reaction.rect.bottom if scene.reaction else 0.0
    preview.draw_over(canvas, camera, seen, where, width, ceiling)
    if scene.chosen_before is None:
        _draw_cursor(canvas, camera, scene, where)
    if scene.reaction is not None:
        _draw_triggers_over(canvas, camera, scene)


def _where(scene: SaladScene) -> dict[int, Soldier]:
    """The soldiers as they are shown."""
    return {
        number: Soldier(number, cube.seat, cube.x, cube.y, cube.angle) for number, cube in scene.stage.cubes.items()
    }


def _draw_soldiers(canvas: Canvas, camera: Camera, scene: SaladScene, lifted: int | None) -> None:
    """While nothing moves, where they go is worked out once for each look at them."""
    width, hatched, kept = scene.options.cube, scene.app.settings.hatching, scene.kept
    key = (camera, canvas.factor, hatched, lifted)
    if scene.motion.busy or kept.soldiers_key != key:
        lying = [cube for cube in scene.stage.cubes.values() if cube.id != lifted]
        kept.soldiers = cube_blits(canvas, camera, lying, width, hatched)
        kept.soldiers_key = None if scene.motion.busy else key
    canvas.surface.blits(kept.soldiers, False)


def _draw_mat(canvas: Canvas, camera: Camera, shown: stage.Stage, kept: Kept) -> None:
    """The cloth with its scorches. It is drawn once for each look at it, and then kept together with the wood under
    it, because a picture without any transparent parts costs a fifth."""
    if shown.shake > 0:
        draw_mat(canvas, camera)
        return
    box = canvas.box(camera.rect.inflate(16, 16)).clip(canvas.surface.get_rect())
    key = (camera, canvas.factor, canvas.surface.get_size(), tuple(shown.scorches))
    if kept.mat is None or kept.mat_key != key:
        draw_mat(canvas, camera)
        with canvas.clipped(camera.rect):
            stage.draw_scorches(canvas, camera, shown)
        kept.mat, kept.mat_key = canvas.surface.subsurface(box).copy(), key
    else:
        canvas.surface.blit(kept.mat, box)


def _draw_gap(canvas: Canvas, camera: Camera, cube: Cube, width: float) -> None:
    """Where the lifted soldier stood: its outline on the cloth."""
    pixels = width * camera.scale * canvas.factor
    made = cubes.outline(pixels, cube.angle, mix(PAPER, INK, 0.35), max(1.4, pixels * 0.08), -0.05)
    canvas.surface.blit(made, made.get_rect(center=canvas.point(camera.to_screen((cube.x, cube.y)))))


def _draw_last(canvas: Canvas, camera: Camera, shown: stage.Stage) -> None:
    """Where the last thing happened."""
    if shown.trail is not None:
        a, b = (camera.to_screen(at) for at in shown.trail)
        count = max(2, int(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / 9))
        for index in range(count):
            share = index / count
            canvas.circle((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), 1.8, mix(PAPER, INK, 0.3))
    if shown.last is not None:
        at, radius = shown.last
        preview.disc(canvas, camera, at, radius * 1.15, mix(PAPER, BRASS_LIGHT, 0.4), 16)


def _draw_cursor(canvas: Canvas, camera: Camera, scene: SaladScene, where: dict[int, Soldier]) -> None:
    """The soldier that keys are at."""
    field = scene.battlefield
    if field.cursor is None or field.intent.what or not field.focused or field.cursor not in where:
        return
    one = where[field.cursor]
    with canvas.clipped(camera.rect):
        preview.disc(canvas, camera, (one.x, one.y), scene.options.cube * 1.25, BRASS_LIGHT, 60)


def _mine_preview(scene: SaladScene) -> Preview:
    """What a mine would do now, whoever has one: under the only soldier that may have stepped on it, or under the
    one that is pointed at."""
    triggers = [number for number in scene.table.triggers if number in scene.stage.cubes]
    picks = [item for item in scene.widgets.items if isinstance(item, PickButton)]
    chosen = next((index for index, item in enumerate(picks) if item.hovered or item.focused), None)
    if chosen is None or chosen >= len(triggers):
        chosen = 0 if len(triggers) == 1 else None
    aim = Aim(scene.table, scene.table.turn, scene.names, lambda _: None, Sights(), scene.viewer)
    found = aim.preview(Intent("mine", None if chosen is None else triggers[chosen]))
    return replace(found, marked=(), says=found.says.replace("Kills", "A mine here kills"))


def _draw_triggers_under(canvas: Canvas, camera: Camera, scene: SaladScene) -> None:
    radius = scene.options.measures().blast_radius
    if len(scene.table.triggers) > 1:
        for number in scene.table.triggers:
            if number in scene.stage.cubes:
                cube = scene.stage.cubes[number]
                preview.disc(canvas, camera, (cube.x, cube.y), radius, EMBER, 40, dashes=True)


def _draw_triggers_over(canvas: Canvas, camera: Camera, scene: SaladScene) -> None:
    """Numbers on those who may have stepped on a mine, if there are several."""
    triggers = scene.table.triggers
    for index, number in enumerate(triggers if len(triggers) > 1 else ()):
        cube = scene.stage.cubes.get(number)
        if cube is None:
            continue
        x, y = camera.to_screen((cube.x, cube.y))
        off = scene.options.cube * camera.scale * 0.5 + 12
        canvas.circle((x, y - off), 12, INK)
        canvas.circle((x, y - off), 11, PAPER)
        canvas.text(str(index + 1), (x, y - off), SMALL, INK, bold=True, anchor="center")


def draw_strip(canvas: Canvas, scene: SaladScene) -> None:
    """Deck, discard, hand and the panel of what can be done."""
    table, now = scene.table, scene.controls.situation
    if now.drop:
        canvas.paper(scene.strip.panel, radius=10)
        _draw_drop(canvas, scene)
        return
    paint.draw_piles(canvas, scene.strip, table)
    if not scene.cards and scene.viewer is None:
        shown = scene.actor if scene.actor is not None else table.turn
        hand = table.hands[shown]
        paint.draw_backs(canvas, scene.strip, hand if isinstance(hand, int) else len(hand))
    canvas.paper(scene.strip.panel, radius=10)
    upper = scene.strip.upper
    if now.acting and now.what:
        if now.what != "circles":
            paint.draw_words(canvas, upper, NAMES.get(now.what, "Move"), words.KEYS.get(now.what, ""))
        return
    paint.draw_steps(canvas, upper, table.moved or table.step == "over", table.cards_left)
    if not now.acting:
        _draw_waiting(canvas, scene)


def _draw_waiting(canvas: Canvas, scene: SaladScene) -> None:
    """Whose turn it is, where the buttons of one's own turn are."""
    table = scene.table
    box = scene.strip.buttons((0,))[0]
    if table.over:
        canvas.text("The game is over", box.center, TEXT, INK_SOFT, anchor="center", wide=box.width)
        return
    canvas.text(f"{scene.names[table.turn]}'s turn", box.center, TEXT, INK_SOFT, anchor="center", wide=box.width)


def _draw_drop(canvas: Canvas, scene: SaladScene) -> None:
    """What the last attempt looks like, in numbers."""
    upper, dropped, seats = scene.strip.upper, scene.last_drop, len(scene.names)
    if scene.motion.busy:
        line = "They fall …"
    elif dropped is None or not scene.table.attempts:
        line = "A low drop makes one heap, a high one scatters the soldiers over the table."
    else:
        gone = f", {len(dropped.lost)} over the edge" if dropped.lost else ""
        count = len(scene.table.soldiers)
        line = (
            f"Attempt {scene.table.attempts}, {dropped.height:.0f} mm high: the cluster is {dropped.width:.0f} mm "
            f"wide, {dropped.touching} of {count} touch another{gone}."
        )
    title = f"{seats * 5} soldiers, five of each player"
    paint.draw_words(canvas, upper, title, line)
