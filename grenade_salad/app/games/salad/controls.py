"""Buttons around the battlefield: drop, turn, confirm, cancel, end of turn, zoom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
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
from grenade_salad.text import TileLength, Words, m

_SMALL_BUTTON = 44.0
"""Width of a button without words, in units."""
_DROP_WIDTH, _KEEP_WIDTH = 160.0, 130.0
"""Widths in units of the buttons of a drop, in a wide panel."""
_NO_WIDTH = 1.0
"""Width of a hidden button: with 0 it would share what is left."""
_CAMERA_BUTTON, _CAMERA_GAP = 32.0, 6.0
"""Side of a button of the camera, and units between two of them and to the edge."""
_FOLLOW_SIZE = 124.0, 40.0
"""Size in units of the button that lets the camera follow again."""
_ZOOM_STEP = 1.5
"""Factor of the zoom for a press of its button."""
_HEIGHT_STEP = 5.0
"""Step of the height slider, in mm."""
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
    """The state that the buttons follow."""

    is_acting: bool = False
    """True if a person at this screen may act."""
    is_dropping: bool = False
    """True in the set-up drop."""
    can_keep: bool = False
    """True if the soldiers have been dropped, so that the drop may be kept."""
    planned_action: IntentKind = ""
    """The kind of action that is being prepared."""
    is_covered: bool = False
    """True if several persons share the screen: the hand is under a cover."""
    why_not_end: Words = ""
    """The reason why the turn cannot end."""
    must_throw_away: bool = False
    """True if a card must be thrown away before the turn ends (GS-36)."""
    is_zoomed: bool = False
    is_camera_held: bool = False
    """True if a player controls the camera."""
    is_end_phase: bool = False
    """True if the deck is empty: the end of a turn brings no cards."""
    has_played_out: bool = False
    """True if no more card may be played in this turn."""


class Controls:
    """All buttons of the board except the cards.

    `update` shows those that make sense.
    """

    def __init__(self, actions: ControlActions, battlefield: Battlefield, height: float) -> None:
        """`height` is the initial height of a drop, in mm."""

        def turn(angle: float) -> None:
            battlefield.turn_by(angle)

        self.height_slider = Slider(
            MIN_HEIGHT,
            MAX_HEIGHT,
            _HEIGHT_STEP,
            height,
            actions.choose_height,
            # Translators: a length, as in 120 mm
            format_value=lambda value: m("{high}", high=TileLength(value)),
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
        self.turn_left_button = Button("", partial(turn, TURN), icon="rotate-ccw")
        self.turn_right_button = Button("", partial(turn, -TURN), icon="rotate-cw")
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
        )
        self.throw_away_button = Button(
            # Translators: a button: throw a card away
            m("Throw one away"),
            actions.throw_away,
            icon="trash",
            tip=m("It goes onto the pile, face up. You draw another, and may still play one card."),
        )
        self.zoom_in_button = Button("", lambda: battlefield.camera_rig.zoom(_ZOOM_STEP), icon="plus")
        self.zoom_out_button = Button("", lambda: battlefield.camera_rig.zoom(1 / _ZOOM_STEP), icon="minus")
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
        is_aiming = situation.is_acting and bool(situation.planned_action) and not situation.is_dropping
        is_free = situation.is_acting and not situation.planned_action and not situation.is_dropping
        self.drop_button.visible = situation.is_dropping and situation.is_acting
        self.height_slider.visible = self.drop_button.visible or situation.planned_action == "circles"
        self.keep_button.visible = self.drop_button.visible and situation.can_keep
        # Translators: a button: drop the soldiers again
        self.drop_button.words = m("Drop again") if situation.can_keep else CARDS["circles"].button
        self.drop_button.kind, self.keep_button.kind = ("plain", "main") if situation.can_keep else ("main", "plain")
        can_turn = is_aiming and situation.planned_action in ("move", "pointer")
        self.turn_left_button.visible = self.turn_right_button.visible = can_turn
        self.confirm_button.visible = self.cancel_button.visible = is_aiming
        # Translators: a button: put the soldier down
        self.confirm_button.words = (
            CARDS[situation.planned_action].button if situation.planned_action in CARDS else m("Put down")
        )
        self.hand_button.visible = is_free and situation.is_covered
        # Of three buttons in a row, this one is recognized by its eye.
        self.hand_button.words = "" if situation.must_throw_away else m("Hand")
        self.throw_away_button.visible = is_free and situation.must_throw_away
        self.end_turn_button.visible = is_free
        self.end_turn_button.enabled = not situation.why_not_end
        self.end_turn_button.why_disabled = situation.why_not_end
        self.end_turn_button.tip = (
            m("The deck is empty: nobody draws. Then it is the next player's turn")
            if situation.is_end_phase
            else m("Refill your hand to five cards; then it is the next player's turn")
        )
        self.end_turn_button.kind, self.hand_button.kind = (
            ("main", "plain") if situation.has_played_out else ("plain", "main")
        )
        self.follow_button.visible = situation.is_camera_held
        self.zoom_out_button.enabled = situation.is_zoomed
        self.zoom_out_button.why_disabled = m("The whole table is already in view")

    def place(self, strip: HandLayout, board: Rect) -> None:
        """Lay out the buttons in the strip of the hand, the camera's on the board."""
        if self.situation.is_dropping:
            self._place_for_drop(strip)
        else:
            self.height_slider.rect = strip.split_for_slider()[1]
            turn_buttons = [self.turn_left_button, self.turn_right_button]
            aim_buttons = [self.confirm_button, self.cancel_button]
            _place_in_row(strip, turn_buttons + aim_buttons if self.turn_left_button.visible else aim_buttons)
            turn_end = (self.hand_button, self.throw_away_button, self.end_turn_button)
            _place_in_row(strip, [button for button in turn_end if button.visible])
        left, step = board.right - _CAMERA_BUTTON - _CAMERA_GAP, _CAMERA_BUTTON + _CAMERA_GAP
        for row, button in enumerate((self.zoom_out_button, self.zoom_in_button, self.overview_button), 1):
            button.rect = Rect(left, board.bottom - row * step, _CAMERA_BUTTON, _CAMERA_BUTTON)
        width, height = _FOLLOW_SIZE
        self.follow_button.rect = Rect(left - _CAMERA_GAP - width, board.bottom - height - 16, width, height)

    def _place_for_drop(self, strip: HandLayout) -> None:
        """Place the height slider beside the buttons of a drop, or above them."""
        keep_width = _KEEP_WIDTH if self.situation.can_keep else _NO_WIDTH
        boxes = strip.place_buttons((0, _DROP_WIDTH, keep_width))
        self.height_slider.rect, self.drop_button.rect, self.keep_button.rect = boxes
        if self.height_slider.rect.width >= _MIN_SLIDER_WIDTH:
            return
        self.drop_button.rect, self.keep_button.rect = strip.place_buttons((0, keep_width))
        for button in (self.drop_button, self.keep_button):
            button.rect.bottom = strip.panel.bottom - 5
        left = self.drop_button.rect.x
        right = self.keep_button.rect.right if self.situation.can_keep else self.drop_button.rect.right
        top = strip.panel.y + 4
        self.height_slider.rect = Rect(left, top, right - left, self.drop_button.rect.y - top - 2)


def _place_in_row(strip: HandLayout, buttons: Sequence[Button]) -> None:
    """Place buttons side by side: those without words are small."""
    boxes = strip.place_buttons(tuple(0.0 if button.words else _SMALL_BUTTON for button in buttons))
    for button, box in zip(buttons, boxes, strict=True):
        button.rect = box
