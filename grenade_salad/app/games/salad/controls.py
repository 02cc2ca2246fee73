"""Buttons around the battlefield: drop, turn, confirm, cancel, end of turn, zoom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from grenade_salad.app.games.salad.battlefield import TURN, Battlefield
from grenade_salad.app.games.salad.layout import HandLayout
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Slider
from grenade_salad.games.salad.aim import IntentKind
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import MAX_HEIGHT, MIN_HEIGHT
from grenade_salad.text import Length, Words, m

_SMALL_BUTTON = 44.0
_MIN_SLIDER_WIDTH = 180.0
"""Minimum width of the height slider beside its buttons, in units.

If there is less, it is above them.
"""


class ControlActions(Protocol):
    """The receiver of the buttons' commands."""

    def drop(self) -> None: ...
    def keep(self) -> None: ...
    def cancel(self) -> None: ...
    def end_turn(self) -> None: ...
    def throw_away(self) -> None: ...
    def look_at_hand(self) -> None: ...
    def choose_height(self, height: float) -> None: ...


@dataclass(frozen=True)
class Situation:
    """The state that the buttons follow.

    `drop` is true while soldiers are dropped; else `planned_action` is prepared. `throws`: a card must be thrown away
    before the turn ends (GS-36).
    """

    is_acting: bool = False
    drop: bool = False
    can_keep: bool = False
    planned_action: IntentKind = ""
    is_covered: bool = False
    why_not_end: Words = ""
    must_throw_away: bool = False
    is_zoomed: bool = False
    is_camera_held: bool = False
    has_played_out: bool = False


class Controls:
    """All buttons of the board except the cards.

    `update` shows those that make sense. `height` is the initial height in mm.
    """

    def __init__(self, actions: ControlActions, battlefield: Battlefield, height: float) -> None:
        def turn(angle: float) -> None:
            battlefield.turn_by(angle)

        self.height_slider = Slider(
            MIN_HEIGHT,
            MAX_HEIGHT,
            5.0,
            height,
            actions.choose_height,
            # Translators: a length, as in 120 mm
            format_value=lambda value: m("{high}", high=Length(value)),
            # Translators: how high the drop is: a slider and its tooltip
            tip=m("How high"),
        )
        # Translators: how high the drop is: a slider and its tooltip
        self.height_slider.label = m("How high")
        self.drop_button = Button(
            m("Drop", context="a button: drop the soldiers"), actions.drop, kind="main", icon="arrow-down"
        )
        # Translators: a button and its tooltip: keep the drop
        self.keep_button = Button(
            m("Keep it"), actions.keep, icon="check", tip=m("Play with the soldiers where they lie")
        )
        self.turn_left_button = Button("", lambda: turn(TURN), icon="rotate-ccw")
        self.turn_right_button = Button("", lambda: turn(-TURN), icon="rotate-cw")
        # Translators: a button: carry out what is aimed
        self.confirm_button = Button(m("Confirm"), battlefield.confirm, kind="main")
        self.cancel_button = Button("", actions.cancel, icon="cross", tip=m("Never mind (Esc)"))
        self.hand_button = Button(
            # Translators: a button: open one's hand of cards
            m("Hand"),
            actions.look_at_hand,
            icon="eye",
            tip=m("Look at your cards under the cover"),
        )
        self.end_turn_button = Button(
            m("End turn"),
            actions.end_turn,
            icon="check",
            tip=m("Refill your hand to five cards; then it is the next player's turn"),
        )
        self.throw_away_button = Button(
            # Translators: a button: throw a card away
            m("Throw one away"),
            actions.throw_away,
            icon="trash",
            tip=m("It goes onto the pile, face up. You draw another, and may still play one card."),
        )
        self.zoom_in_button = Button("", lambda: battlefield.camera_rig.zoom(1.5), icon="plus")
        self.zoom_out_button = Button("", lambda: battlefield.camera_rig.zoom(1 / 1.5), icon="minus")
        self.overview_button = Button("", battlefield.camera_rig.overview, icon="fullscreen")
        self.follow_button = Button(
            # Translators: a button of the camera and its tooltip
            m("Follow"),
            battlefield.camera_rig.release,
            icon="eye",
            tip=m("Let the camera follow the fight again"),
        )
        self.situation = Situation()

    def update_tips(self, key_words: Callable[[KeyMeaning], Words]) -> None:
        """Update the tips with the current keys of the settings."""
        # Translators: tooltip: turn the soldier; the wheel of the mouse
        self.turn_left_button.tip = m("Turn left ({key}, or the mouse wheel)", key=key_words("turn_left"))
        self.turn_right_button.tip = m("Turn right ({key}, or the mouse wheel)", key=key_words("turn_right"))
        # Translators: tooltip of the camera: zoom in; the wheel of the mouse
        self.zoom_in_button.tip = m("Zoom in ({key}, or the mouse wheel)", key=key_words("closer"))
        # Translators: tooltip of the camera: zoom out
        self.zoom_out_button.tip = m("Zoom out ({key})", key=key_words("farther"))
        self.overview_button.tip = m("Whole table or just the fight ({key})", key=key_words("overview"))

    @property
    def all(self) -> Sequence[Widget]:
        """All widgets in the order of Tab."""
        return (
            self.height_slider,
            self.drop_button,
            self.keep_button,
            self.turn_left_button,
            self.turn_right_button,
            self.confirm_button,
            self.cancel_button,
            self.hand_button,
            self.throw_away_button,
            self.end_turn_button,
            self.follow_button,
            self.overview_button,
            self.zoom_in_button,
            self.zoom_out_button,
        )

    @property
    def camera_buttons(self) -> Sequence[Widget]:
        """The buttons that are on the battlefield."""
        return self.follow_button, self.overview_button, self.zoom_in_button, self.zoom_out_button

    def update(self, situation: Situation) -> None:
        """Show the buttons that make sense in this situation."""
        self.situation = situation
        aiming = situation.is_acting and bool(situation.planned_action) and not situation.drop
        free = situation.is_acting and not situation.planned_action and not situation.drop
        self.height_slider.visible = (situation.drop and situation.is_acting) or situation.planned_action == "circles"
        self.drop_button.visible = situation.drop and situation.is_acting
        self.keep_button.visible = self.drop_button.visible and situation.can_keep
        # Translators: a button: drop the soldiers again
        self.drop_button.words = m("Drop again") if situation.can_keep else CARDS["circles"].button
        self.drop_button.kind, self.keep_button.kind = ("plain", "main") if situation.can_keep else ("main", "plain")
        self.turn_left_button.visible = self.turn_right_button.visible = aiming and situation.planned_action in (
            "move",
            "pointer",
        )
        self.confirm_button.visible = self.cancel_button.visible = aiming
        # Translators: a button: put the soldier down
        self.confirm_button.words = (
            CARDS[situation.planned_action].button if situation.planned_action in CARDS else m("Put down")
        )
        self.hand_button.visible = free and situation.is_covered
        # Of three buttons in a row, this one is recognized by its eye.
        self.hand_button.words = "" if situation.must_throw_away else m("Hand")
        self.throw_away_button.visible = free and situation.must_throw_away
        self.end_turn_button.visible = free
        self.end_turn_button.enabled, self.end_turn_button.why_disabled = (
            not situation.why_not_end,
            situation.why_not_end,
        )
        self.end_turn_button.kind, self.hand_button.kind = (
            ("main", "plain") if situation.has_played_out else ("plain", "main")
        )
        self.follow_button.visible = situation.is_camera_held
        self.zoom_out_button.enabled, self.zoom_out_button.why_disabled = (
            situation.is_zoomed,
            m("The whole table is already in view"),
        )

    def place(self, strip: HandLayout, board: Rect) -> None:
        """Lay out the buttons."""
        situation = self.situation
        if situation.drop:
            keep_width = 130.0 if situation.can_keep else 1.0
            self.height_slider.rect, self.drop_button.rect, self.keep_button.rect = strip.place_buttons(
                (0, 160, keep_width)
            )
            if self.height_slider.rect.width < _MIN_SLIDER_WIDTH:
                self._place_above(strip, keep_width)
        else:
            self.height_slider.rect = strip.split_for_slider()[1]
            turning = self.turn_left_button.visible
            boxes = strip.place_buttons(
                (_SMALL_BUTTON, _SMALL_BUTTON, 0, _SMALL_BUTTON) if turning else (0, _SMALL_BUTTON)
            )
            if turning:
                (
                    self.turn_left_button.rect,
                    self.turn_right_button.rect,
                    self.confirm_button.rect,
                    self.cancel_button.rect,
                ) = boxes
            else:
                self.confirm_button.rect, self.cancel_button.rect = boxes
            row = [
                button for button in (self.hand_button, self.throw_away_button, self.end_turn_button) if button.visible
            ]
            boxes = strip.place_buttons(tuple(_SMALL_BUTTON if not button.words else 0.0 for button in row))
            for button, box in zip(row, boxes, strict=True):
                button.rect = box
        side = 32.0
        self.overview_button.rect = Rect(board.right - side - 6, board.bottom - 3 * side - 18, side, side)
        self.follow_button.rect = Rect(board.right - 124 - side - 12, board.bottom - 40 - 16, 124, 40)
        self.zoom_in_button.rect = Rect(board.right - side - 6, board.bottom - 2 * side - 12, side, side)
        self.zoom_out_button.rect = Rect(board.right - side - 6, board.bottom - side - 6, side, side)

    def _place_above(self, strip: HandLayout, keep_width: float) -> None:
        """Place the height slider above the buttons of a drop, in a narrow panel."""
        panel = strip.panel
        self.drop_button.rect, self.keep_button.rect = strip.place_buttons((0, keep_width))
        for button in (self.drop_button, self.keep_button):
            button.rect.bottom = panel.bottom - 5
        left, right = (
            self.drop_button.rect.x,
            self.keep_button.rect.right if keep_width > 1 else self.drop_button.rect.right,
        )
        self.height_slider.rect = Rect(left, panel.y + 4, right - left, self.drop_button.rect.y - panel.y - 6)
