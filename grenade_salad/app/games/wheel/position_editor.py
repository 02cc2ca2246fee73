"""Where a position of the wheel is set up: the ring with its dice, and beside it the hearts and the black die."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Protocol

import pygame

from grenade_salad.app.editor.card_shelf import CARD, UNKNOWN, Face, SeatPlate, Shelf
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.editor.share_position import blank
from grenade_salad.app.games.wheel import draw
from grenade_salad.app.games.wheel.display_state import ShownDie, Stage
from grenade_salad.app.games.wheel.hearts import draw_heart
from grenade_salad.app.games.wheel.ring import Ring, ring_in
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Command, Input, Key, Pad, Point, command
from grenade_salad.app.ui.playing_cards import SHAPE, draw_card, picture_of
from grenade_salad.app.ui.theme import BRASS, BRASS_LIGHT, INK
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.games.wheel import position_draft
from grenade_salad.games.wheel.cards import HEARTS, words
from grenade_salad.games.wheel.position_draft import WheelDraft
from grenade_salad.games.wheel.ring import DICE, PIPS
from grenade_salad.games.wheel.rules import GAME
from grenade_salad.text import Message, Words, m, say


class Editor(Protocol):
    """Where a position is set up, as far as its ring is about it."""

    setup: WheelDraft
    ring: Ring
    chosen: Piece | None

    def press(self, piece: Piece) -> None: ...
    def step(self, piece: Piece, by: int) -> None: ...
    def alter(self, piece: Piece, by: int) -> None: ...
    def turn_over(self) -> None: ...


class Piece(Widget):
    """A card of the ring, or a white die. Pressed, it is chosen; if another one was chosen before, that comes here."""

    radius = 7.0

    def __init__(self, editor: Editor, number: int) -> None:
        super().__init__()
        self.editor, self.index = editor, number

    def accept(self) -> None:
        self.editor.press(self)

    def nudge(self, where: Command) -> bool:
        if self.editor.chosen is not self or where not in ("left", "right"):
            return False
        self.editor.step(self, 1 if where == "right" else -1)
        return True

    def typed(self, event: Input) -> bool:
        if not isinstance(event, Key) or not event.down:
            return False
        if "flip" in event.means:
            self.editor.turn_over()
        elif event.means & {"turn_left", "turn_right"}:
            self.editor.alter(self, 1 if "turn_right" in event.means else -1)
        else:
            return False
        return True

    def repeats(self, press: Key) -> bool:
        return command(press) in ("left", "right")

    def wheel(self, turn: float) -> bool:
        self.editor.alter(self, 1 if turn > 0 else -1)
        return True

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.editor.chosen is self:
            canvas.frame(rect.inflate(8, 8), INK, 5, 9)
            canvas.frame(rect.inflate(6, 6), BRASS_LIGHT, 3.4, 8)
        elif self.hovered:
            canvas.frame(rect.inflate(4, 4), BRASS, 2.4, 8)


class RingCard(Piece):
    """A card, by its place in the ring."""

    @property
    def called(self) -> Words:
        """What it is called."""
        return words(self.editor.setup.draft.ring[self.index])

    def heard(self) -> Heard:
        draft = self.editor.setup.draft
        place = m("place {n} of {of} in the ring", n=self.index + 1, of=len(draft.ring))
        down = m("place {n} of {of} in the ring, face down", n=self.index + 1, of=len(draft.ring))
        return self.as_heard("button", say(self.called), say(down if draft.ring[self.index] in draft.down else place))


class DieOnRing(Piece):
    """A white die, by its number."""

    def heard(self) -> Heard:
        card, pips = self.editor.setup.draft.dice[self.index]
        value = m("{pips} on {card}", context="a white die", pips=pips, card=words(card))
        return self.as_heard("button", say(m("White die {number}", number=self.index + 1)), say(value))


_TRAY = (43.0, 43.0 * SHAPE)


def face(card: str) -> Face:
    """How a heart looks, and what it is called."""
    if card == UNKNOWN:
        return Face(picture_of(None), m("a heart that nobody knows"))
    return Face(picture_of(card), words(card))


class SetUpWheelScene(PositionEditor[WheelDraft]):
    """`chosen` is the card or die that was pressed: it goes where one presses next."""

    most_seats = GAME.max_seats

    def __init__(self, app: Shell, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.ring = ring_in(Rect(0, 0, 600, 400), len(self.setup.draft.ring))
        self.chosen: Piece | None = None
        self.carried: tuple[Piece, Point] | None = None
        """What the pointer drags, and where it is."""
        self.cards_lying: list[RingCard] = []
        self.dice = [self.widgets.add(DieOnRing(self, number)) for number in DICE]
        self.flip = Button("", self.turn_over, icon="eye-closed", tip=m("Turn the card over"))
        self.less = Button("", partial(self._alter_chosen, -1), icon="minus", tip=m("A lower number on the die"))
        self.more = Button("", partial(self._alter_chosen, 1), icon="plus", tip=m("A higher number on the die"))
        self.tools = [(self.flip, 40), (self.more, 40), (self.less, 40)]
        self.shown()
        self.begin()

    @property
    def home(self) -> Widget:
        return self.cards_lying[0]

    # what lies there

    def lay_table(self, box: Rect) -> None:
        self.box = box
        self.ring = ring_in(box.inflate(-24, -24), len(self.setup.draft.ring))
        for card in self.cards_lying:
            card.rect = self.ring.boxes[card.index]
        stage = self.stage
        for die in self.dice:
            die.rect = draw.die_box(self.ring, stage, die.index)

    @property
    def stage(self) -> Stage:
        """What is shown on the ring."""
        setup = self.setup
        stage = Stage(ring=setup.draft.ring, black=setup.draft.roll, turn=setup.draft.turn)
        stage.down = {at for at, card in enumerate(setup.draft.ring) if card in setup.draft.down}
        stage.dice = [
            ShownDie(position_draft.place_of(setup, die), pips) for die, (_, pips) in enumerate(setup.draft.dice)
        ]
        return stage

    def shown(self) -> None:
        if len(self.cards_lying) != len(self.setup.draft.ring):
            self.chosen = self.carried = None
            self.widgets.remove([*self.cards_lying, *self.dice])
            self.cards_lying = [self.widgets.add(RingCard(self, at)) for at in range(len(self.setup.draft.ring))]
            for die in self.dice:
                self.widgets.add(die)

    def look(self) -> None:
        super().look()
        self.layout(self.size)

    def shape(self) -> object:
        draft = self.setup.draft
        return tuple(draft.hearts.items()), draft.roll, draft.turn

    def build(self) -> None:
        self.plates, self.hands = [], []
        for seat, name in enumerate(self.names):
            known, hidden = position_draft.hand(self.setup, seat)
            tip = m("Hearts of the tray go to {who}", who=name)
            note = m("{n} heart", "{n} hearts", n=len(known) + hidden)
            marked = seat == self.setup.draft.turn
            plate = SeatPlate(seat, name, note, partial(self._aim_at, seat), tip, marked=marked)
            self.plates.append(plate)
            self.hands.append(self.cards(seat, known, hidden, face))
            self.panel.shelf(Shelf(self.hands[-1], CARD, plate, place=seat))
        self.into = self.targets([(seat, m("hearts for {who}", who=name)) for seat, name in enumerate(self.names)])
        self.panel.shelf(Shelf([self.into]))
        self.tray_cards = self.tray((*HEARTS, UNKNOWN), face)
        self.panel.shelf(Shelf(self.tray_cards, _TRAY))
        shows = [m("The black die shows {n}", n=pips) for pips in PIPS]
        self.roll = Choice([m("The black die is still to be rolled"), *shows], self.setup.draft.roll or 0, self._roll)
        self.roll.label = m("The black die")
        self.panel.shelf(Shelf([self.roll]))

    def _aim_at(self, seat: int) -> None:
        self.into.choose(seat)

    def _roll(self, roll: int) -> None:
        self.change(position_draft.rolled(self.setup, roll or None))

    # the ring

    def press(self, piece: Piece) -> None:
        """A card or a die was pressed: what was chosen before comes here, else this is chosen."""
        before, self.chosen = self.chosen, None
        if before is None or (isinstance(piece, DieOnRing) and before is not piece):
            self.chosen = piece
        elif before is not piece:
            self._bring(before, piece.index)
        self.look()

    def _bring(self, piece: Piece, at: int) -> None:
        if isinstance(piece, DieOnRing):
            self.change(position_draft.die_on(self.setup, piece.index, at))
        elif at != piece.index:
            self.change(position_draft.swapped(self.setup, piece.index, at))

    def step(self, piece: Piece, by: int) -> None:
        """A card changes places with its neighbour, or a die goes on by a card: clockwise, or back."""
        at, of = piece.index, len(self.setup.draft.ring)
        if isinstance(piece, DieOnRing):
            at = position_draft.place_of(self.setup, piece.index)
        after = (at + by) % of
        self._bring(piece, after)
        if isinstance(piece, RingCard):
            self.chosen = self.cards_lying[after]
            self.widgets.set_focus(self.chosen)
            self.look()

    def alter(self, piece: Piece, by: int) -> None:
        """A die shows the next number, or the one before; a card goes on by a place."""
        if isinstance(piece, DieOnRing):
            self.change(position_draft.die_shows(self.setup, piece.index, self.setup.draft.dice[piece.index][1] + by))
        else:
            self.step(piece, by)

    def _alter_chosen(self, by: int) -> None:
        if self.chosen is not None:
            self.alter(self.chosen, by)

    def turn_over(self) -> None:
        """The card that is chosen, or has the focus, lies the other way up."""
        card = self.chosen or self.widgets.focus
        if isinstance(card, RingCard):
            self.change(position_draft.turned_over(self.setup, card.index))

    def give_up(self) -> bool:
        was, self.chosen, self.carried = self.chosen, None, None
        self.look()
        return was is not None

    # input

    def pulled(self, widget: Widget, at: Point) -> bool:
        if isinstance(widget, Piece):
            self.carried, self.chosen = (widget, at), None
        return isinstance(widget, Piece)

    def moved(self, at: Point) -> bool:
        if self.carried is not None:
            self.carried = self.carried[0], at
        return self.carried is not None

    def released(self, at: Point) -> bool:
        carried, self.carried = self.carried, None
        if carried is None:
            return False
        goal = next((card for card in self.cards_lying if card.covers(at)), None)
        if goal is not None:
            self._bring(carried[0], goal.index)
        self.look()
        return True

    def used(self, event: Input) -> bool:
        if isinstance(event, Pad) and event.down and event.button in ("x", "y"):
            focus = self.widgets.focus
            if event.button == "y":
                self.turn_over()
            elif isinstance(focus, Piece):
                self.alter(focus, 1)
            return True
        return False

    # what is said and shared

    def hint(self) -> Message:
        left, right = (self.app.settings.key_words(means) for means in ("turn_left", "turn_right"))
        if isinstance(self.chosen, DieOnRing):
            # Translators: {left} and {right} are keys
            return m(
                "Press a card, and the die goes there. {left} and {right} change its number.", left=left, right=right
            )
        if self.chosen is not None:
            flip = self.app.settings.key_words("flip")
            # Translators: {flip} is a key
            return m("Press another card, and the two change places. {flip} turns this one over.", flip=flip)
        return m("Drag cards and dice around the ring, or press one, and then where it goes.")

    def tell(self) -> None:
        super().tell()
        self.flip.visible = isinstance(self.chosen, RingCard)
        self.less.visible = self.more.visible = isinstance(self.chosen, DieOnRing)

    def picture(self) -> pygame.Surface:
        """The ring, and how many hearts everybody holds."""
        surface, canvas, area = blank(self.game)
        ring = ring_in(Rect(area.x + 230, area.y, area.width - 230, area.height), len(self.setup.draft.ring))
        self._draw_ring(canvas, ring, self.stage)
        for seat, plate in enumerate(self.plates):
            box = Rect(area.x, area.y + seat * 116, 190, 52)
            plate.paint(canvas, box)
            for at in range(len(self.hands[seat])):
                draw_heart(canvas, Rect(box.x + at * 40, box.bottom + 6, 34, 34 * SHAPE), None)
        return surface

    def draw_sheet(self, canvas: Canvas) -> None:
        super().draw_sheet(canvas)
        stage = self.stage
        if self.carried is not None and isinstance(self.carried[0], DieOnRing):
            stage.dice[self.carried[0].index] = replace(stage.dice[self.carried[0].index], gone=True)
        self._draw_ring(canvas, self.ring, stage)

    def _draw_ring(self, canvas: Canvas, ring: Ring, stage: Stage) -> None:
        draw.draw_ground(canvas, ring)
        draw.draw_cards(canvas, ring, stage)
        draw.draw_dice(canvas, ring, stage, {})
        draw.draw_black(canvas, ring, stage)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.carried is None:
            return
        piece, (x, y) = self.carried
        wide, high = piece.rect.size
        box = Rect(x - wide / 2, y - high / 2, wide, high)
        if isinstance(piece, DieOnRing):
            canvas.picture(f"dice/white{self.setup.draft.dice[piece.index][1]}.svg", box)
        else:
            card = self.setup.draft.ring[piece.index]
            draw_card(canvas, None if card in self.setup.draft.down else card, box, lift=3)
