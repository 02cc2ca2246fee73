"""The buttons around the battlefield: height and drop, turning, doing it, giving it up, the end of the turn, zoom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from grenade_salad.app.scenes.salad.layout import Strip
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Slider
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT

USUAL_HEIGHT = 120.0
DO_WORDS = {
    "move": "Put down",
    "pointer": "Put down",
    "circles": "Drop",
    "hammers": "Strike",
    "arrow": "Shoot",
    "explosion": "Throw",
}
"""What the main button says for each thing that can be done."""
_SMALL = 44.0


class Uses(Protocol):
    """Whom the buttons talk to."""

    def drop(self) -> None: ...
    def keep(self) -> None: ...
    def confirm(self) -> None: ...
    def cancel(self) -> None: ...
    def end_turn(self) -> None: ...
    def look_at_hand(self) -> None: ...
    def turn_by(self, steps: int) -> None: ...
    def zoom_by(self, times: float) -> None: ...
    def zoom_to_fit(self) -> None: ...
    def height_chosen(self, height: float) -> None: ...


@dataclass(frozen=True)
class Situation:
    """What the buttons follow: `drop` while the soldiers are dropped, else what is about to be done."""

    acting: bool = False
    drop: bool = False
    can_keep: bool = False
    what: str = ""
    covered: bool = False
    why_not_end: str = ""
    zoomed: bool = False
    played_out: bool = False


class Controls:
    """All buttons of the scene but the cards; `follow` shows those that make sense now."""

    def __init__(self, uses: Uses) -> None:
        self.height = Slider(
            MIN_HEIGHT, MAX_HEIGHT, 5.0, USUAL_HEIGHT, uses.height_chosen, shown="{:.0f} mm".format, tip="How high"
        )
        self.drop = Button("Drop", uses.drop, kind="main", icon="arrow-down")
        self.keep = Button("Keep it", uses.keep, icon="check", tip="Play with the soldiers as they lie")
        self.left = Button("", lambda: uses.turn_by(1), icon="rotate-ccw", tip="Turn left (Q, or the wheel)")
        self.right = Button("", lambda: uses.turn_by(-1), icon="rotate-cw", tip="Turn right (E, or the wheel)")
        self.do = Button("Do it", uses.confirm, kind="main")
        self.cancel = Button("", uses.cancel, icon="cross", tip="Give it up (Esc)")
        self.look = Button("Hand", uses.look_at_hand, icon="eye", kind="main", tip="The cover comes: for you alone")
        self.end = Button("End turn", uses.end_turn, icon="check", tip="Draw up to five cards; the next player's turn")
        self.nearer = Button("", lambda: uses.zoom_by(1.5), icon="plus", tip="Nearer (+, or the wheel)")
        self.farther = Button("", lambda: uses.zoom_by(1 / 1.5), icon="minus", tip="Farther (-)")
        self.fit = Button("", uses.zoom_to_fit, icon="fullscreen", tip="The soldiers, or the whole table (0)")
        self.situation = Situation()

    @property
    def all(self) -> Sequence[Widget]:
        """All of them, in the order of Tab."""
        return (
            self.height,
            self.drop,
            self.keep,
            self.left,
            self.right,
            self.do,
            self.cancel,
            self.look,
            self.end,
            self.fit,
            self.nearer,
            self.farther,
        )

    def follow(self, now: Situation) -> None:
        """Show what makes sense in this situation."""
        self.situation = now
        aiming = now.acting and bool(now.what) and not now.drop
        free = now.acting and not now.what and not now.drop
        self.height.visible = (now.drop and now.acting) or now.what == "circles"
        self.drop.visible = now.drop and now.acting
        self.keep.visible = self.drop.visible and now.can_keep
        self.drop.words = "Drop again" if now.can_keep else "Drop"
        self.left.visible = self.right.visible = aiming and now.what in ("move", "pointer")
        self.do.visible = self.cancel.visible = aiming
        self.do.words = DO_WORDS.get(now.what, "Do it")
        self.look.visible = free and now.covered
        self.end.visible = free
        self.end.enabled, self.end.why_disabled = not now.why_not_end, now.why_not_end
        self.end.kind = "main" if now.played_out else "plain"
        self.farther.enabled, self.farther.why_disabled = now.zoomed, "The whole table is shown"

    def place(self, strip: Strip, board: Rect) -> None:
        """Put them where they belong."""
        now = self.situation
        if now.drop:
            slider, self.drop.rect, self.keep.rect = strip.buttons((0, 160, 130 if now.can_keep else 1))
            self.height.rect = slider
        else:
            upper = strip.upper
            self.height.rect = Rect(upper.x - 4, upper.bottom - 34, upper.width + 8, 36)
            turning = self.left.visible
            boxes = strip.buttons((_SMALL, _SMALL, 0, _SMALL) if turning else (0, _SMALL))
            if turning:
                self.left.rect, self.right.rect, self.do.rect, self.cancel.rect = boxes
            else:
                self.do.rect, self.cancel.rect = boxes
            if self.look.visible:
                self.look.rect, self.end.rect = strip.buttons((0, 0))
            else:
                (self.end.rect,) = strip.buttons((0,))
        side = 32.0
        self.fit.rect = Rect(board.right - side - 6, board.bottom - 3 * side - 18, side, side)
        self.nearer.rect = Rect(board.right - side - 6, board.bottom - 2 * side - 12, side, side)
        self.farther.rect = Rect(board.right - side - 6, board.bottom - side - 6, side, side)
