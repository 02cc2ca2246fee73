"""Position editor of Grenade Salad: the mat, and a panel of soldiers and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from grenade_salad.app.editor.card_shelf import (
    CARD_SIZE,
    UNKNOWN,
    CardFace,
    SeatPlate,
    Shelf,
    list_places,
)
from grenade_salad.app.editor.position_details import Count, player_label
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.salad import set_up_judge
from grenade_salad.app.games.salad.battlefield import TURN
from grenade_salad.app.games.salad.set_up_judge import ROW_HEIGHT, JudgeRow, short_name
from grenade_salad.app.games.salad.set_up_mat import SetUpMat
from grenade_salad.app.games.salad.table_picture import TablePicture
from grenade_salad.app.match.position_drafts import fresh_rng
from grenade_salad.app.shell.scene import AppContext
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import GamepadInput, Input, Point, ScrollInput
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Reason, registry
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.aim import describe_reason
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import CARDS_PER_TURN, OF_EACH_SYMBOL, SOLDIERS_EACH, SYMBOLS
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import judge_soldier
from grenade_salad.games.salad.rules import GAME
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m, say

FACES: dict[str, CardFace] = {
    **{symbol: CardFace(f"cards/salad/{symbol}.svg", CARDS[symbol].name) for symbol in SYMBOLS},
    UNKNOWN: CardFace("cards/salad/back.svg", m("a card that nobody knows")),
}
"""The pictures and names of the cards of the tray."""


class ReserveButton(SeatPlate):
    """The reserve of a player: press or drag it to put a soldier on the mat."""

    def __init__(self, mat: SetUpMat, seat: int, press: Callable[[], None]) -> None:
        tip = m("Drag a soldier onto the mat, or press to take one.")
        super().__init__(seat, player_label(mat.setup, seat), "", press, tip)
        self.mat = mat

    @property
    def count(self) -> int:
        """Soldiers in the reserve."""
        return self.mat.setup.draft.reserve[self.seat]

    def accessible_node(self) -> AccessibleNode:
        name = m("A soldier of {who}", who=self.name)
        return self.make_node("button", say(name), say(m("{n} in reserve", context="soldiers", n=self.count)))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self.note = str(self.count)
        super().paint(canvas, rect)


class BlockButton(Button):
    """Wooden blocks without limit: press or drag it to put one on the mat (GS-35)."""

    def __init__(self, press: Callable[[], None]) -> None:
        tip = m("Drag a block onto the mat, or press to put one there.")
        # Translators: a button: a wooden block, which lies on the table
        super().__init__(m("Block", context="wooden"), press, icon="plus", tip=tip)


COUNTED = (
    ("played", m("Cards played in this turn"), CARDS_PER_TURN),
    ("turns", m("Turns that are over"), 300),
    ("still", m("Turns in a row without a card"), 20),
    ("passes", m("Passes in a row at the end"), 4),
)
"""Other counts of a position: word in its notation, label, and maximum."""
_TOOL_WIDTH, _SPOT_WIDTH = 40.0, 176.0
"""Widths in units of a small button, and of the text box for a place."""
_MAX_LIVE_SOLDIERS = 20
"""Maximum of soldiers with which the judge works while a soldier is carried."""


class SetUpPositionScene(PositionEditor[SaladDraft]):
    """The position editor: the mat with soldiers, and the judge for a real table."""

    def __init__(self, app: AppContext, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.mat = self.widgets.add(SetUpMat(self))
        self.is_judging = False
        self.judge_rows: list[JudgeRow] = []
        self._judged_key: object = None
        """All that the judgement of the mat depends on."""
        self._spot_key: object = None
        """The piece in the text box for its place, with all pieces of that draft."""
        tip = m("Who sees whom, who is in reach, whom would it kill: choose a soldier")
        self.judge_button = Button(m("Judge"), self._toggle_judge, icon="eye", tip=tip)
        self.buttons = [self.judge_button]
        self.turn_left = Button("", partial(self.mat.turn_by, TURN), icon="rotate-ccw", tip=m("Turn left"))
        self.turn_right = Button("", partial(self.mat.turn_by, -TURN), icon="rotate-cw", tip=m("Turn right"))
        self.take_off_button = Button("", self.mat.take_off, icon="cross", tip=m("Take the soldier off the table"))
        self.spot_entry = TextEntry("", self._move_to_typed_spot, max_letters=40)
        self.spot_entry.label = m("Where the soldier lies: x, y in mm, and its angle in degrees")
        small_buttons = (self.take_off_button, self.turn_right, self.turn_left)
        self.tools = [*((button, _TOOL_WIDTH) for button in small_buttons), (self.spot_entry, _SPOT_WIDTH)]
        self.begin()

    # Content

    @property
    def default_focus(self) -> Widget:
        return self.mat

    def place_table(self, box: Rect) -> None:
        self.mat.place(box)

    def on_draft_changed(self) -> None:
        self.mat.refresh()

    def card_face(self, card: str) -> CardFace:
        return FACES[card]

    def panel_key(self) -> object:
        draft = self.draft.draft
        return draft.hands, draft.deck, draft.discard, self._judged_key

    def build_panel(self) -> None:
        self.reserve_buttons = [
            ReserveButton(self.mat, seat, partial(self._add_soldier, seat)) for seat in range(self.draft.seats)
        ]
        self.hands = self.add_hands(self.panel, self.reserve_buttons, CARD_SIZE)
        self.block_button = BlockButton(self._add_block)
        self.panel.add_shelf(Shelf([self.block_button]))
        draft, deck_count = self.draft.draft, max(0, position_draft.deck_size(self.draft))
        deck_words = m("Deck: {n} card", "Deck: {n} cards", n=deck_count)
        self.deck = self.add_cards(self.panel, "deck", draft.deck[0], CARD_SIZE, words=deck_words)
        discard_words = m("Discard pile: {n} card", "Discard pile: {n} cards", n=len(draft.discard))
        self.discard = self.add_cards(self.panel, "discard", draft.discard, CARD_SIZE, words=discard_words)
        self.add_unknown_choice(
            draft.deck[1],
            OF_EACH_SYMBOL * len(SYMBOLS),
            lambda hidden: self.change(position_draft.with_hidden_deck(self.draft, hidden)),
        )
        self.add_tray(list_places(self.names), tuple(FACES), CARD_SIZE)
        self.judge_rows = []
        for relation in self.mat.judgement.relations if self.mat.judgement is not None else ():
            row = JudgeRow(self.draft, relation, partial(self._aim_at, relation.soldier.id))
            row.kind = "chosen" if relation.soldier.id == self.mat.target else "plain"
            self.judge_rows.append(row)
            self.panel.add_shelf(Shelf([row], (self.panel.scroll.area.width - 12, ROW_HEIGHT)))

    def _add_block(self) -> None:
        self.mat.add_block(by_keys=True)
        self.widgets.set_focus(self.mat)

    def _add_soldier(self, seat: int) -> None:
        self.mat.add(seat, by_keys=True)
        self.widgets.set_focus(self.mat)

    def counts(self) -> Sequence[Count[SaladDraft]]:
        draft, counts = self.draft.draft, list[Count[SaladDraft]]()
        taken = draft.taken or (0,) * self.draft.seats
        for seat, name in enumerate(self.names):
            reserve = m("Soldiers of {who} in reserve", who=name)
            counts.append(Count(reserve, draft.reserve[seat], SOLDIERS_EACH, partial(_with_reserve, seat)))
            words = m("Soldiers taken by {who}", who=name)
            counts.append(Count(words, taken[seat], SOLDIERS_EACH * (self.draft.seats - 1), partial(_with_taken, seat)))
        counts.append(Count(m("This turn's move is over"), int(draft.moved), 1, _with_moved))
        for word, words, max_count in COUNTED:
            counts.append(Count(words, draft.counts.get(word, 0), max_count, partial(_with_count, word)))
        return counts

    def _move_to_typed_spot(self, words: str) -> None:
        piece = self.mat.selected_piece
        self.spot_entry.is_wrong = False
        if piece is not None and words != position_draft.format_place(self.draft, piece.id):
            try:
                draft = position_draft.place_piece(self.draft, piece.id, words)
            except Unreadable:
                self.spot_entry.is_wrong = True
                return
            self._spot_key = piece.id, (draft.draft.soldiers, draft.draft.blocks)
            self.change(draft)

    # The judge

    def refresh(self) -> None:
        self._update_judgement()
        super().refresh()

    def _toggle_judge(self) -> None:
        self.is_judging = not self.is_judging
        self.judge_button.kind = "chosen" if self.is_judging else "plain"
        self.refresh()

    def _update_judgement(self) -> None:
        """Judge the selected soldier again if anything has changed.

        The judge needs a position without misplaced soldiers, and takes its time with many.
        """
        piece, draft = self.mat.selected_piece, self.draft.draft
        is_busy = self.mat.carried is not None and len(draft.soldiers) > _MAX_LIVE_SOLDIERS
        is_wanted = self.is_judging and not is_busy and not self.mat.misplaced
        key = (
            (piece, tuple(draft.soldiers), tuple(draft.blocks), self.draft.options, self.mat.target)
            if is_wanted
            else None
        )
        if key == self._judged_key:
            return
        self._judged_key, self.mat.judgement = key, None
        if is_wanted and piece is not None and piece.id >= 0:
            self.mat.judgement = judge_soldier(self.draft.options, draft.soldiers, piece.id, tuple(draft.blocks))

    def _aim_at(self, soldier_id: int) -> None:
        self.mat.target = None if self.mat.target == soldier_id else soldier_id
        self.refresh()

    # Words and pictures

    def hint(self) -> Message:
        if self.mat.carried is not None and self.mat.carried.by_keys:
            left, right = (self.app.settings.key_name(means) for means in ("turn_left", "turn_right"))
            # Translators: {left} and {right} are keys
            return m(
                "Arrows carry the soldier, Enter puts it down, {left} and {right} turn it.", left=left, right=right
            )
        if self.mat.judgement is not None:
            return set_up_judge.describe_mine(self.draft, self.mat.judgement)
        if self.mat.selected_piece is not None and self.mat.selected_piece.id < 0:
            return m("Drag the block, or off the mat, or a corner of it. The wheel turns it while you hold it.")
        if self.mat.selected_piece is not None:
            return m("Drag the soldier, or off the mat. The wheel turns it while you hold it.")
        if self.is_judging:
            return m("Choose a soldier, and read what it sees and reaches.")
        return m("Drag soldiers from their boxes onto the mat; cards go from the tray into the hands.")

    def format_reason(self, reason: Reason) -> Message:
        """Return a reason in words, with the seats of the soldiers that it names."""
        soldiers_by_id = {soldier.id: soldier for soldier in self.draft.draft.soldiers}
        return describe_reason(reason, soldiers_by_id, [say(name) for name in self.names], None)

    def sync_widgets(self) -> None:
        piece = self.mat.selected_piece
        for widget, _ in self.tools:
            widget.visible = piece is not None
        super().sync_widgets()
        pieces = self.draft.draft.soldiers, self.draft.draft.blocks
        if piece is not None and self._spot_key != (piece.id, pieces) and self.widgets.focus is not self.spot_entry:
            self._spot_key = (piece.id, pieces)
            text = position_draft.format_place(self.draft, piece.id)
            self.spot_entry.value, self.spot_entry.cursor, self.spot_entry.is_wrong = text, len(text), False

    def draw_picture(self) -> pygame.Surface:
        """Return a picture of the position, with what the judge says if it is on."""
        started = position_draft.start(self.draft, fresh_rng())
        view = GAME.start(started.seats, started.options, started.setup).view(None)
        assert isinstance(view, SaladView)
        judgement = self.mat.judgement
        looks = (
            [(relation.best_ray.start, relation.best_ray.end) for relation in judgement.relations if relation.has_sight]
            if judgement
            else []
        )
        labels = {soldier.id: short_name(soldier) for soldier in view.soldiers} if judgement else {}
        names = [say(name) for name in self.names]
        return TablePicture(view, names, registry.title(GAME.name), sight_lines=looks, labels=labels).draw()

    # Input

    def cancel_drag(self) -> bool:
        return self.mat.carried is not None and self.mat.cancel()

    def start_drag(self, widget: Widget, point: Point) -> bool:
        if isinstance(widget, ReserveButton):
            self.mat.add(widget.seat, point)
        elif isinstance(widget, BlockButton):
            self.mat.add_block(point)
        else:
            return False
        self.widgets.set_focus(self.mat)
        return True

    def press_pointer(self, point: Point, widget: Widget | None) -> bool:
        if widget is not self.mat:
            if self.mat.carried is not None:
                self.mat.put_down()
            return False
        self.widgets.set_focus(self.mat)
        self.mat.press_at(point)
        return True

    def move_pointer(self, point: Point) -> bool:
        return self.mat.move_to(point)

    def release_pointer(self, point: Point) -> bool:
        return self.mat.release(point)

    def handle_on_table(self, event: Input) -> bool:
        if isinstance(event, ScrollInput) and self.mat.rect.collidepoint(event.position):
            self.mat.turn_wheel(event)
            return True
        if isinstance(event, GamepadInput) and event.down and event.button in ("x", "y"):
            if event.button == "x":
                self.mat.turn_by(TURN)
            else:
                self.mat.take_off()
            return True
        return False


def _with_reserve(seat: int, setup: SaladDraft, count: int) -> SaladDraft:
    return position_draft.with_reserve(setup, seat, count)


def _with_taken(seat: int, setup: SaladDraft, count: int) -> SaladDraft:
    return position_draft.with_taken(setup, seat, count)


def _with_moved(setup: SaladDraft, has_moved: int) -> SaladDraft:
    return position_draft.with_moved(setup, bool(has_moved))


def _with_count(word: str, setup: SaladDraft, count: int) -> SaladDraft:
    return position_draft.with_count(setup, word, count)
