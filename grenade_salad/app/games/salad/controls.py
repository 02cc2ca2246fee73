"""The buttons around the battlefield: height and drop, turning, doing it, giving it up, the end of the turn, zoom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from grenade_salad.app.games.salad.battlefield import TURN, Battlefield
from grenade_salad.app.games.salad.layout import Strip
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.meanings import Means
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Slider
from grenade_salad.games.salad.aim import What
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT
from grenade_salad.text import Length, Words, m

_SMALL = 44.0
_SLIDER = 180.0
"""Units that the slider of the height is wide at least beside its buttons; else it stands above them."""


class Uses(Protocol):
    """Whom the buttons talk to."""

    def drop(self) -> None: ...
    def keep(self) -> None: ...
    def cancel(self) -> None: ...
    def end_turn(self) -> None: ...
    def throw_away(self) -> None: ...
    def look_at_hand(self) -> None: ...
    def height_chosen(self, height: float) -> None: ...


@dataclass(frozen=True)
class Situation:
    """What the buttons follow: `drop` while the soldiers are dropped, else what is about to be done.

    `throws` says that a card must be thrown away before the turn ends (GS-36).
    """

    acting: bool = False
    drop: bool = False
    can_keep: bool = False
    what: What = ""
    covered: bool = False
    why_not_end: Words = ""
    throws: bool = False
    zoomed: bool = False
    by_hand: bool = False
    played_out: bool = False


class Controls:
    """All buttons of the scene but the cards; `follow` shows those that make sense now. `height`: in mm, at first."""

    def __init__(self, uses: Uses, field: Battlefield, height: float) -> None:
        def turn(by: float) -> None:
            field.turn_by(by)

        self.height = Slider(
            MIN_HEIGHT,
            MAX_HEIGHT,
            5.0,
            height,
            uses.height_chosen,
            # Translators: a length, as in 120 mm
            shown=lambda high: m("{high}", high=Length(high)),
            # Translators: how high the drop is: a slider and its tooltip
            tip=m("How high"),
        )
        # Translators: how high the drop is: a slider and its tooltip
        self.height.label = m("How high")
        self.drop = Button(m("Drop", context="a button: drop the soldiers"), uses.drop, kind="main", icon="arrow-down")
        # Translators: a button and its tooltip: keep the drop
        self.keep = Button(m("Keep it"), uses.keep, icon="check", tip=m("Play with the soldiers where they lie"))
        self.left = Button("", lambda: turn(TURN), icon="rotate-ccw")
        self.right = Button("", lambda: turn(-TURN), icon="rotate-cw")
        # Translators: a button: carry out what is aimed
        self.do = Button(m("Confirm"), field.confirm, kind="main")
        self.cancel = Button("", uses.cancel, icon="cross", tip=m("Never mind (Esc)"))
        self.look = Button(
            # Translators: a button: open one's hand of cards
            m("Hand"),
            uses.look_at_hand,
            icon="eye",
            tip=m("Look at your cards under the cover"),
        )
        self.end = Button(
            m("End turn"),
            uses.end_turn,
            icon="check",
            tip=m("Refill your hand to five cards; then it is the next player's turn"),
        )
        self.throw_away = Button(
            # Translators: a button: throw a card away
            m("Throw one away"),
            uses.throw_away,
            icon="trash",
            tip=m("It goes onto the pile, face up. You draw another, and may still play one card."),
        )
        self.nearer = Button("", lambda: field.eye.zoom(1.5), icon="plus")
        self.farther = Button("", lambda: field.eye.zoom(1 / 1.5), icon="minus")
        self.overview = Button("", field.eye.overview, icon="fullscreen")
        self.follow_fight = Button(
            # Translators: a button of the camera and its tooltip
            m("Follow"),
            field.eye.follow,
            icon="eye",
            tip=m("Let the camera follow the fight again"),
        )
        self.situation = Situation()

    def name_keys(self, key_words: Callable[[Means], Words]) -> None:
        """Tips tell the keys that the settings have now."""
        # Translators: tooltip: turn the soldier; the wheel of the mouse
        self.left.tip = m("Turn left ({key}, or the mouse wheel)", key=key_words("turn_left"))
        self.right.tip = m("Turn right ({key}, or the mouse wheel)", key=key_words("turn_right"))
        # Translators: tooltip of the camera: zoom in; the wheel of the mouse
        self.nearer.tip = m("Zoom in ({key}, or the mouse wheel)", key=key_words("closer"))
        # Translators: tooltip of the camera: zoom out
        self.farther.tip = m("Zoom out ({key})", key=key_words("farther"))
        self.overview.tip = m("Whole table or just the fight ({key})", key=key_words("overview"))

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
            self.throw_away,
            self.end,
            self.follow_fight,
            self.overview,
            self.nearer,
            self.farther,
        )

    @property
    def looks(self) -> Sequence[Widget]:
        """Those that lie on the battlefield."""
        return self.follow_fight, self.overview, self.nearer, self.farther

    def follow(self, now: Situation) -> None:
        """Show what makes sense in this situation."""
        self.situation = now
        aiming = now.acting and bool(now.what) and not now.drop
        free = now.acting and not now.what and not now.drop
        self.height.visible = (now.drop and now.acting) or now.what == "circles"
        self.drop.visible = now.drop and now.acting
        self.keep.visible = self.drop.visible and now.can_keep
        # Translators: a button: drop the soldiers again
        self.drop.words = m("Drop again") if now.can_keep else CARDS["circles"].do
        self.drop.kind, self.keep.kind = ("plain", "main") if now.can_keep else ("main", "plain")
        self.left.visible = self.right.visible = aiming and now.what in ("move", "pointer")
        self.do.visible = self.cancel.visible = aiming
        # Translators: a button: put the soldier down
        self.do.words = CARDS[now.what].do if now.what in CARDS else m("Put down")
        self.look.visible = free and now.covered
        # Of three buttons in a row this one is known by its eye.
        self.look.words = "" if now.throws else m("Hand")
        self.throw_away.visible = free and now.throws
        self.end.visible = free
        self.end.enabled, self.end.why_disabled = not now.why_not_end, now.why_not_end
        self.end.kind, self.look.kind = ("main", "plain") if now.played_out else ("plain", "main")
        self.follow_fight.visible = now.by_hand
        self.farther.enabled, self.farther.why_disabled = now.zoomed, m("The whole table is already in view")

    def place(self, strip: Strip, board: Rect) -> None:
        """Put them where they belong."""
        now = self.situation
        if now.drop:
            keep = 130.0 if now.can_keep else 1.0
            self.height.rect, self.drop.rect, self.keep.rect = strip.buttons((0, 160, keep))
            if self.height.rect.width < _SLIDER:
                self._place_above(strip, keep)
        else:
            self.height.rect = strip.title_and_slider()[1]
            turning = self.left.visible
            boxes = strip.buttons((_SMALL, _SMALL, 0, _SMALL) if turning else (0, _SMALL))
            if turning:
                self.left.rect, self.right.rect, self.do.rect, self.cancel.rect = boxes
            else:
                self.do.rect, self.cancel.rect = boxes
            row = [button for button in (self.look, self.throw_away, self.end) if button.visible]
            boxes = strip.buttons(tuple(_SMALL if not button.words else 0.0 for button in row))
            for button, box in zip(row, boxes, strict=True):
                button.rect = box
        side = 32.0
        self.overview.rect = Rect(board.right - side - 6, board.bottom - 3 * side - 18, side, side)
        self.follow_fight.rect = Rect(board.right - 124 - side - 12, board.bottom - 40 - 16, 124, 40)
        self.nearer.rect = Rect(board.right - side - 6, board.bottom - 2 * side - 12, side, side)
        self.farther.rect = Rect(board.right - side - 6, board.bottom - side - 6, side, side)

    def _place_above(self, strip: Strip, keep: float) -> None:
        """The slider of the height above the buttons of a drop, in a panel that is too narrow for a row."""
        panel = strip.panel
        self.drop.rect, self.keep.rect = strip.buttons((0, keep))
        for button in (self.drop, self.keep):
            button.rect.bottom = panel.bottom - 5
        left, right = self.drop.rect.x, self.keep.rect.right if keep > 1 else self.drop.rect.right
        self.height.rect = Rect(left, panel.y + 4, right - left, self.drop.rect.y - panel.y - 6)
