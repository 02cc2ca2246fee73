"""Position editor of the wheel.

The ring with its dice is at one side, the hearts and the black die are at the other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from grenade_salad.app.editor.card_shelf import CARD_SIZE, UNKNOWN, CardFace, SeatPlate
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.editor.share_position import draw_blank_table
from grenade_salad.app.games.wheel import draw
from grenade_salad.app.games.wheel.display_state import DisplayedDie, WheelDisplay
from grenade_salad.app.games.wheel.hearts import draw_heart
from grenade_salad.app.games.wheel.ring import Ring, fit_ring
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, GamepadInput, Input, KeyInput, Point, read_command
from grenade_salad.app.ui.playing_cards import ASPECT, draw_card, picture_name
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.games.wheel import position_draft
from grenade_salad.games.wheel.cards import HEARTS, card_name
from grenade_salad.games.wheel.position_draft import WheelDraft
from grenade_salad.games.wheel.ring import DICE, PIPS
from grenade_salad.games.wheel.rules import GAME
from grenade_salad.text import Message, Words, m, say

_TRAY_CARD = (43.0, 43.0 * ASPECT)
"""Size of a heart in the tray, in units."""
_TOOL_WIDTH = 40
_PICTURE_COLUMN, _PICTURE_ROW, _PICTURE_HEART = 230.0, 116.0, 34.0
"""Units in a picture: width and height of a seat, and width of a heart."""


class RingPiece(Widget):
    """A card of the ring, or a white die.

    Pressing it chooses it, or brings the piece that was chosen before to it.
    """

    radius = 7.0

    def __init__(self, editor: SetUpWheelScene, index: int) -> None:
        super().__init__()
        self.editor, self.index = editor, index

    def activate(self) -> None:
        self.editor.press(self)

    def step(self, direction: Command) -> bool:
        if self.editor.chosen is not self or direction not in ("left", "right"):
            return False
        self.editor.step(self, 1 if direction == "right" else -1)
        return True

    def handle_key(self, event: Input) -> bool:
        if not isinstance(event, KeyInput) or not event.down:
            return False
        if "flip" in event.meanings:
            self.editor.turn_over()
        elif event.meanings & {"turn_left", "turn_right"}:
            self.editor.alter(self, 1 if "turn_right" in event.meanings else -1)
        else:
            return False
        return True

    def repeats_key(self, press: KeyInput) -> bool:
        return read_command(press) in ("left", "right")

    def scroll_by(self, turn: float) -> bool:
        self.editor.alter(self, 1 if turn > 0 else -1)
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.editor.chosen is self:
            canvas.frame(rect.inflate(8, 8), INK, 5, 9)
            canvas.frame(rect.inflate(6, 6), BRASS_LIGHT, 3.4, 8)
        elif self.hovered:
            canvas.frame(rect.inflate(4, 4), BRASS, 2.4, 8)


class RingCard(RingPiece):
    """A card, by its index in the ring."""

    @property
    def label_text(self) -> Words:
        """The name of the card."""
        return card_name(self.editor.draft.draft.ring[self.index])

    def accessible_node(self) -> AccessibleNode:
        draft = self.editor.draft.draft
        place = m("place {n} of {of} in the ring", n=self.index + 1, of=len(draft.ring))
        down = m("place {n} of {of} in the ring, face down", n=self.index + 1, of=len(draft.ring))
        return self.make_node(
            "button", say(self.label_text), say(down if draft.ring[self.index] in draft.down else place)
        )


class DieOnRing(RingPiece):
    """A white die, by its index."""

    def accessible_node(self) -> AccessibleNode:
        card, pips = self.editor.draft.draft.dice[self.index]
        value = m("{pips} on {card}", context="a white die", pips=pips, card=card_name(card))
        return self.make_node("button", say(m("White die {number}", number=self.index + 1)), say(value))


class SetUpWheelScene(PositionEditor[WheelDraft]):
    """Position editor of the wheel."""

    max_seats = GAME.max_seats

    def __init__(self, app: AppContext, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.ring = fit_ring(Rect(0, 0, 600, 400), len(self.draft.draft.ring))
        self.chosen: RingPiece | None = None
        """The card or die that was pressed: the next press places it."""
        self.carried: tuple[RingPiece, Point] | None = None
        """The piece that the pointer drags, and the position of the pointer."""
        self.ring_cards: list[RingCard] = []
        self.dice = [self.widgets.add(DieOnRing(self, die)) for die in DICE]
        self.flip_button = Button("", self.turn_over, icon="eye-closed", tip=m("Turn the card over"))
        self.lower_button = Button(
            "", partial(self._alter_chosen, -1), icon="minus", tip=m("A lower number on the die")
        )
        self.raise_button = Button("", partial(self._alter_chosen, 1), icon="plus", tip=m("A higher number on the die"))
        self.tools = [(button, _TOOL_WIDTH) for button in (self.flip_button, self.raise_button, self.lower_button)]
        self.on_draft_changed()
        self.begin()

    @property
    def default_focus(self) -> Widget:
        return self.ring_cards[0]

    # Content

    def place_table(self, box: Rect) -> None:
        self.ring = fit_ring(box.inflate(-24, -24), len(self.draft.draft.ring))
        for card in self.ring_cards:
            card.rect = self.ring.boxes[card.index]
        display = self.display
        for die in self.dice:
            die.rect = draw.die_box(self.ring, display, die.index)

    @property
    def display(self) -> WheelDisplay:
        """The display state of the ring."""
        setup = self.draft
        display = WheelDisplay(ring=setup.draft.ring, black=setup.draft.roll, turn=setup.draft.turn)
        display.face_down = {index for index, card in enumerate(setup.draft.ring) if card in setup.draft.down}
        display.dice = [
            DisplayedDie(position_draft.find_die_index(setup, die), pips)
            for die, (_, pips) in enumerate(setup.draft.dice)
        ]
        return display

    def on_draft_changed(self) -> None:
        if len(self.ring_cards) != len(self.draft.draft.ring):
            self.chosen = self.carried = None
            # The dice are added again after the cards: what is added last is on top.
            self.widgets.remove([*self.ring_cards, *self.dice])
            self.ring_cards = [self.widgets.add(RingCard(self, index)) for index in range(len(self.draft.draft.ring))]
            for die in self.dice:
                self.widgets.add(die)

    def refresh(self) -> None:
        super().refresh()
        self.layout(self.size)

    def card_face(self, card: str) -> CardFace:
        if card == UNKNOWN:
            return CardFace(picture_name(None), m("a heart that nobody knows"))
        return CardFace(picture_name(card), card_name(card))

    def panel_key(self) -> object:
        draft = self.draft.draft
        return tuple(draft.hearts.items()), draft.roll, draft.turn

    def build_panel(self) -> None:
        self.plates = [self._plate(seat, name) for seat, name in enumerate(self.names)]
        self.hands = self.add_hands(self.panel, self.plates, CARD_SIZE)
        targets = [(seat, m("hearts for {who}", who=name)) for seat, name in enumerate(self.names)]
        self.add_tray(targets, (*HEARTS, UNKNOWN), _TRAY_CARD)
        shows = [m("The black die shows {n}", n=pips) for pips in PIPS]
        self.roll_choice = self.add_choice(
            m("The black die"),
            [m("The black die is still to be rolled"), *shows],
            self.draft.draft.roll or 0,
            lambda roll: self.change(position_draft.with_roll(self.draft, roll or None)),
        )

    def _plate(self, seat: int, name: Words) -> SeatPlate:
        revealed, hidden = position_draft.hand(self.draft, seat)
        note = m("{n} heart", "{n} hearts", n=len(revealed) + hidden)
        tip = m("Hearts of the tray go to {who}", who=name)
        is_marked = seat == self.draft.draft.turn
        return SeatPlate(seat, name, note, lambda: self.target_choice.choose(seat), tip, is_marked=is_marked)

    # Ring

    def press(self, piece: RingPiece) -> None:
        """Bring the piece that was chosen before to this one, or choose this one."""
        previous, self.chosen = self.chosen, None
        if previous is None or (isinstance(piece, DieOnRing) and previous is not piece):
            self.chosen = piece
        elif previous is not piece:
            self._place_piece(previous, piece.index)
        self.refresh()

    def _place_piece(self, piece: RingPiece, index: int) -> None:
        if isinstance(piece, DieOnRing):
            self.change(position_draft.put_die_on(self.draft, piece.index, index))
        elif index != piece.index:
            self.change(position_draft.swap_cards(self.draft, piece.index, index))

    def step(self, piece: RingPiece, by: int) -> None:
        """Swap a card with its neighbour, or move a die by one card, clockwise or back."""
        index, card_count = piece.index, len(self.draft.draft.ring)
        if isinstance(piece, DieOnRing):
            index = position_draft.find_die_index(self.draft, piece.index)
        target = (index + by) % card_count
        self._place_piece(piece, target)
        if isinstance(piece, RingCard):
            self.chosen = self.ring_cards[target]
            self.widgets.set_focus(self.chosen)
            self.refresh()

    def alter(self, piece: RingPiece, by: int) -> None:
        """Turn a die to the next or previous number, or move a card by one place."""
        if isinstance(piece, DieOnRing):
            self.change(
                position_draft.set_die_pips(self.draft, piece.index, self.draft.draft.dice[piece.index][1] + by)
            )
        else:
            self.step(piece, by)

    def _alter_chosen(self, by: int) -> None:
        if self.chosen is not None:
            self.alter(self.chosen, by)

    def turn_over(self) -> None:
        """Turn over the card that is chosen or has the focus."""
        card = self.chosen or self.widgets.focus
        if isinstance(card, RingCard):
            self.change(position_draft.flip_card(self.draft, card.index))

    def cancel_drag(self) -> bool:
        previous, self.chosen, self.carried = self.chosen, None, None
        self.refresh()
        return previous is not None

    # Input

    def start_drag(self, widget: Widget, point: Point) -> bool:
        if isinstance(widget, RingPiece):
            self.carried, self.chosen = (widget, point), None
        return isinstance(widget, RingPiece)

    def move_pointer(self, point: Point) -> bool:
        if self.carried is not None:
            self.carried = self.carried[0], point
        return self.carried is not None

    def release_pointer(self, point: Point) -> bool:
        carried, self.carried = self.carried, None
        if carried is None:
            return False
        target = next((card for card in self.ring_cards if card.covers(point)), None)
        if target is not None:
            self._place_piece(carried[0], target.index)
        self.refresh()
        return True

    def handle_on_table(self, event: Input) -> bool:
        if isinstance(event, GamepadInput) and event.down and event.button in ("x", "y"):
            focus = self.widgets.focus
            if event.button == "y":
                self.turn_over()
            elif isinstance(focus, RingPiece):
                self.alter(focus, 1)
            return True
        return False

    # Words and pictures

    def hint(self) -> Message:
        left, right = (self.app.settings.key_name(means) for means in ("turn_left", "turn_right"))
        if isinstance(self.chosen, DieOnRing):
            # Translators: {left} and {right} are keys
            return m(
                "Press a card, and the die goes there. {left} and {right} change its number.", left=left, right=right
            )
        if self.chosen is not None:
            flip = self.app.settings.key_name("flip")
            # Translators: {flip} is a key
            return m("Press another card, and the two change places. {flip} turns this one over.", flip=flip)
        return m("Drag cards and dice around the ring, or press one, and then where it goes.")

    def sync_widgets(self) -> None:
        super().sync_widgets()
        self.flip_button.visible = isinstance(self.chosen, RingCard)
        self.lower_button.visible = self.raise_button.visible = isinstance(self.chosen, DieOnRing)

    def draw_picture(self) -> pygame.Surface:
        """Draw the ring, and how many hearts each seat holds."""
        surface, canvas, area = draw_blank_table(self.game)
        ring_area = Rect(area.x + _PICTURE_COLUMN, area.y, area.width - _PICTURE_COLUMN, area.height)
        ring = fit_ring(ring_area, len(self.draft.draft.ring))
        self._draw_ring(canvas, ring, self.display)
        for seat, plate in enumerate(self.plates):
            box = Rect(area.x, area.y + seat * _PICTURE_ROW, _PICTURE_COLUMN - 40, 52)
            plate.paint(canvas, box)
            for index in range(len(self.hands[seat])):
                left = box.x + index * (_PICTURE_HEART + 6)
                draw_heart(canvas, Rect(left, box.bottom + 6, _PICTURE_HEART, _PICTURE_HEART * ASPECT), None)
        return surface

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        display = self.display
        if self.carried is not None and isinstance(self.carried[0], DieOnRing):
            display.dice[self.carried[0].index] = replace(display.dice[self.carried[0].index], is_hidden=True)
        self._draw_ring(canvas, self.ring, display)

    def _draw_ring(self, canvas: Canvas, ring: Ring, display: WheelDisplay) -> None:
        draw.draw_ring_base(canvas, ring)
        draw.draw_cards(canvas, ring, display)
        draw.draw_dice(canvas, ring, display, {})
        draw.draw_black(canvas, ring, display)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.carried is None:
            return
        piece, (x, y) = self.carried
        width, height = piece.rect.size
        box = Rect(x - width / 2, y - height / 2, width, height)
        if isinstance(piece, DieOnRing):
            canvas.picture(f"dice/white{self.draft.draft.dice[piece.index][1]}.svg", box)
        else:
            card = self.draft.draft.ring[piece.index]
            draw_card(canvas, None if card in self.draft.draft.down else card, box, lift=3)
