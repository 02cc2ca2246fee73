"""Frames that cost little: what has not changed since the last frame is kept as a picture and drawn at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from grenade_salad.app.scenes.salad.board import Blits
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.widget import Widget

if TYPE_CHECKING:
    from grenade_salad.app.scenes.salad.scene import SaladScene

_NEAR = 16.0
"""Units by which shadows and rings of widgets reach over their boxes, on both sides together."""


@dataclass(slots=True)
class Kept:
    """Pictures, and what they depend on: the mat with the wood under it, where the soldiers' pictures go while they
    are at rest, and the whole frame, of which all but the battlefield can be used again."""

    mat: pygame.Surface | None = None
    mat_key: object = None
    soldiers: Blits = field(default_factory=list)
    soldiers_key: object = None
    frame: pygame.Surface | None = None
    frame_key: object = None
    last_key: object = None

    def forget(self) -> None:
        """The soldiers lie otherwise now."""
        self.soldiers_key = None

    def restore(self, canvas: Canvas, key: object) -> bool:
        """Draw the whole kept frame, if it is still right but for the battlefield."""
        if key is None or self.frame is None or self.frame_key != key:
            return False
        canvas.surface.blit(self.frame, (0, 0))
        return True

    def keep(self, canvas: Canvas, key: object) -> None:
        """Keep the frame as it was just drawn, if the one before was the same but for the battlefield: a frame that
        is drawn once and never again costs no copy."""
        again, self.last_key = key is not None and self.last_key == key, key
        if not again:
            return
        self.frame_key = key
        if self.frame is None or self.frame.get_size() != canvas.surface.get_size():
            self.frame = canvas.surface.copy()
        else:
            self.frame.blit(canvas.surface, (0, 0))


def frame_key(scene: SaladScene, canvas: Canvas) -> object:
    """All that the frame around the battlefield depends on; None while too much changes for keeping it."""
    if scene.reaction is not None or scene.stage.shake > 0:
        return None
    log = scene.log
    return (
        canvas.surface.get_size(),
        canvas.factor,
        scene.camera.rect.topleft,
        scene.camera.rect.size,
        scene.status(),
        scene.hints.seat is not None and scene.hints.told(),
        scene.table,
        scene.viewer,
        scene.actor,
        scene.controls.situation,
        scene.last_drop,
        tuple(map(tuple, scene.trays)),
        (len(log.lines), log.inner.offset),
        tuple((card.chosen, card.playable) for card in scene.cards),
        tuple((panel.person, panel.active, panel.asked, panel.out, panel.thinks) for panel in scene.panels),
        tuple(_looks(widget) for widget in scene.widgets.items),
    )


def _looks(widget: Widget) -> object:
    """What the picture of a widget depends on."""
    return (
        id(widget),
        widget.visible and (widget.enabled, widget.hovered, widget.focused, widget.pressed, widget.turn),
        tuple(widget.rect),
        getattr(widget, "words", None),
        getattr(widget, "kind", None),
        getattr(widget, "value", None),
    )


def draw_near(canvas: Canvas, scene: SaladScene) -> None:
    """Draw the widgets again that reach over the battlefield."""
    board = scene.places.table
    for item in scene.widgets.items:
        if item.visible and item.on_screen().inflate(_NEAR, _NEAR).colliderect(board):
            rect = item.on_screen()
            if item.turn % 4:
                with canvas.turned(rect, item.turn) as upright:
                    item.paint(upright, upright.area)
            else:
                item.paint(canvas, rect)
            if item.focused:
                canvas.ring(rect, item.radius)
