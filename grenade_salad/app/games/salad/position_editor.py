"""Where a position of Grenade Salad is set up: the mat, and beside it soldiers, hands, a tray of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from grenade_salad.app.editor.card_shelf import CARD, UNKNOWN, Face, SeatPlate, Shelf, hands_and_piles, unknown_below
from grenade_salad.app.editor.position_details import Count, called
from grenade_salad.app.editor.position_editor import PositionEditor
from grenade_salad.app.games.salad import set_up_judge
from grenade_salad.app.games.salad.battlefield import TURN
from grenade_salad.app.games.salad.set_up_judge import HIGH, JudgeRow, short
from grenade_salad.app.games.salad.set_up_mat import SetUpMat
from grenade_salad.app.games.salad.table_picture import NO_LABELS, picture
from grenade_salad.app.match.position_drafts import luck
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.accessible import Heard
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.inputs import Input, Pad, Point, Wheel
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.core import Reason, registry
from grenade_salad.core.action_notation import Unreadable
from grenade_salad.games.salad import position_draft
from grenade_salad.games.salad.aim import in_words
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.pieces import CARDS_A_TURN, OF_EACH_SYMBOL, SOLDIERS_EACH, SYMBOLS
from grenade_salad.games.salad.position_draft import SaladDraft
from grenade_salad.games.salad.referee import judge
from grenade_salad.games.salad.rules import GAME
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m, say

FACES: dict[str, Face] = {
    **{symbol: Face(f"cards/salad/{symbol}.svg", CARDS[symbol].name) for symbol in SYMBOLS},
    UNKNOWN: Face("cards/salad/back.svg", m("a card that nobody knows")),
}
"""How each card of the tray looks."""


class PileButton(SeatPlate):
    """The soldiers of a player that are in reserve: pressed, or dragged, one comes onto the mat."""

    def __init__(self, mat: SetUpMat, seat: int, press: Callable[[], None]) -> None:
        tip = m("Drag a soldier onto the mat, or press to take one.")
        super().__init__(seat, called(mat.setup, seat), "", press, tip)
        self.mat = mat

    @property
    def count(self) -> int:
        """How many soldiers are in it."""
        return self.mat.setup.draft.reserve[self.seat]

    def heard(self) -> Heard:
        name = m("A soldier of {who}", who=self.name)
        return self.as_heard("button", say(name), say(m("{n} in reserve", context="soldiers", n=self.count)))

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self.note = str(self.count)
        super().paint(canvas, rect)


class BlockButton(Button):
    """Wooden blocks, as many as one wants: pressed, or dragged, one comes onto the mat (GS-35)."""

    def __init__(self, press: Callable[[], None]) -> None:
        tip = m("Drag a block onto the mat, or press to put one there.")
        # Translators: a button: a wooden block, which lies on the table
        super().__init__(m("Block", context="wooden"), press, icon="plus", tip=tip)


_LIVE = 20
"""Soldiers with whom the judge says something while one of them is carried."""


class SetUpPositionScene(PositionEditor[SaladDraft]):
    """The mat with soldiers, and the judge for a real table."""

    def __init__(self, app: Shell, line: str = "") -> None:
        super().__init__(app, GAME.name, position_draft, line)
        self.mat = self.widgets.add(SetUpMat(self))
        self.judging = False
        self.verdicts: list[JudgeRow] = []
        self._judged: object = None
        self._spot_of: object = None
        self._make_tools()
        self.begin()

    def _make_tools(self) -> None:
        judging = m("Who sees whom, who is in reach, whom would it kill: choose a soldier")
        self.judge_button = Button(m("Judge"), self._judge_or_not, icon="eye", tip=judging)
        self.buttons = [self.judge_button]
        self.turn_left = Button("", partial(self.mat.turn_by, TURN), icon="rotate-ccw", tip=m("Turn left"))
        self.turn_right = Button("", partial(self.mat.turn_by, -TURN), icon="rotate-cw", tip=m("Turn right"))
        self.off = Button("", self.mat.take_off, icon="cross", tip=m("Take the soldier off the table"))
        self.spot = TextEntry("", self._typed_spot, most=40)
        self.spot.label = m("Where the soldier lies: x, y in mm, and its angle in degrees")
        self.tools = [(self.off, 40), (self.turn_right, 40), (self.turn_left, 40), (self.spot, 176)]

    # what lies there

    @property
    def home(self) -> Widget:
        return self.mat

    def lay_table(self, box: Rect) -> None:
        self.mat.lay(box)

    def shown(self) -> None:
        self.mat.shown()

    def shape(self) -> object:
        draft = self.setup.draft
        return draft.hands, draft.deck, draft.discard, self._judged

    def build(self) -> None:
        face = FACES.__getitem__
        self.piles = [PileButton(self.mat, seat, partial(self._add, seat)) for seat in range(self.setup.seats)]
        self.hands = [
            self.cards(seat, *position_draft.hand(self.setup, seat), face) for seat in range(self.setup.seats)
        ]
        for seat, (pile, cards) in enumerate(zip(self.piles, self.hands, strict=True)):
            self.panel.shelf(Shelf(cards, CARD, pile, place=seat))
        self.block_button = BlockButton(self._add_block)
        self.panel.shelf(Shelf([self.block_button]))
        many = max(0, position_draft.in_deck(self.setup))
        self.deck = self.cards("deck", self.setup.draft.deck[0], 0, face)
        self.panel.shelf(Shelf(self.deck, CARD, words=m("Deck: {n} card", "Deck: {n} cards", n=many), place="deck"))
        said = m("Discard pile: {n} card", "Discard pile: {n} cards", n=len(self.setup.draft.discard))
        self.discard = self.cards("discard", self.setup.draft.discard, 0, face)
        self.panel.shelf(Shelf(self.discard, CARD, words=said, place="discard"))
        self.below = unknown_below(self.setup.draft.deck[1], OF_EACH_SYMBOL * len(SYMBOLS), self._below)
        self.panel.shelf(Shelf([self.below]))
        self.into = self.targets(hands_and_piles(self.names))
        self.panel.shelf(Shelf([self.into]))
        self.tray_cards = self.tray(tuple(FACES), face)
        self.panel.shelf(Shelf(self.tray_cards, CARD))
        self.verdicts = []
        for other in self.mat.judged.others if self.mat.judged is not None else ():
            row = JudgeRow(self.setup, other, partial(self._aim_at, other.soldier.id))
            row.kind = "chosen" if other.soldier.id == self.mat.target else "plain"
            self.verdicts.append(row)
            self.panel.shelf(Shelf([row], (self.panel.scroll.area.width - 12, HIGH)))

    def _add_block(self) -> None:
        self.mat.add_block(by_keys=True)
        self.widgets.set_focus(self.mat)

    def _add(self, seat: int) -> None:
        self.mat.add(seat, by_keys=True)
        self.widgets.set_focus(self.mat)

    def counts(self) -> Sequence[Count[SaladDraft]]:
        draft, found = self.setup.draft, list[Count[SaladDraft]]()
        taken = draft.taken or (0,) * self.setup.seats
        for seat, name in enumerate(self.names):
            reserve = m("Soldiers of {who} in reserve", who=name)
            found.append(Count(reserve, draft.reserve[seat], SOLDIERS_EACH, partial(_reserve, seat)))
            words = m("Soldiers taken by {who}", who=name)
            found.append(Count(words, taken[seat], SOLDIERS_EACH * (self.setup.seats - 1), partial(_taken, seat)))
        found.append(Count(m("This turn's move is over"), int(draft.moved), 1, _moved))
        for word, words, most in COUNTED:
            found.append(Count(words, draft.counts.get(word, 0), most, partial(_counted, word)))
        return found

    def _below(self, hidden: int | None) -> None:
        self.change(position_draft.below(self.setup, hidden))

    def _typed_spot(self, words: str) -> None:
        one = self.mat.one
        self.spot.wrong = False
        if one is not None and words != position_draft.where(self.setup, one.id):
            try:
                made = position_draft.placed(self.setup, one.id, words)
            except Unreadable:
                self.spot.wrong = True
                return
            self._spot_of = one.id, (made.draft.soldiers, made.draft.blocks)
            self.change(made)

    # the judge

    def look(self) -> None:
        self._judge()
        super().look()

    def _judge_or_not(self) -> None:
        self.judging = not self.judging
        self.judge_button.kind = "chosen" if self.judging else "plain"
        self.look()

    def _judge(self) -> None:
        """What the judge says now; it needs soldiers that can lie so, and it takes its time with many."""
        one, draft = self.mat.one, self.setup.draft
        busy = self.mat.carried is not None and len(draft.soldiers) > _LIVE
        wanted = self.judging and not busy and not self.mat.misplaced
        key = (one, tuple(draft.soldiers), tuple(draft.blocks), self.setup.options, self.mat.target) if wanted else None
        if key == self._judged:
            return
        self._judged, self.mat.judged = key, None
        if wanted and one is not None and one.id >= 0:
            self.mat.judged = judge(self.setup.options, draft.soldiers, one.id, tuple(draft.blocks))

    def _aim_at(self, number: int) -> None:
        self.mat.target = None if self.mat.target == number else number
        self.look()

    # what is said and shared

    def hint(self) -> Message:
        if self.mat.carried is not None and self.mat.carried.by_keys:
            left, right = (self.app.settings.key_words(means) for means in ("turn_left", "turn_right"))
            # Translators: {left} and {right} are keys
            return m(
                "Arrows carry the soldier, Enter puts it down, {left} and {right} turn it.", left=left, right=right
            )
        if self.mat.judged is not None:
            return set_up_judge.mine(self.setup, self.mat.judged)
        if self.mat.one is not None and self.mat.one.id < 0:
            return m("Drag the block, or off the mat, or a corner of it. The wheel turns it while you hold it.")
        if self.mat.one is not None:
            return m("Drag the soldier, or off the mat. The wheel turns it while you hold it.")
        if self.judging:
            return m("Choose a soldier, and read what it sees and reaches.")
        return m("Drag soldiers from their boxes onto the mat; cards go from the tray into the hands.")

    def why(self, reason: Reason) -> Message:
        """With whose soldier is in the way."""
        where = {one.id: one for one in self.setup.draft.soldiers}
        return in_words(reason, where, [say(name) for name in self.names], None)

    def tell(self) -> None:
        one = self.mat.one
        for widget, _ in self.tools:
            widget.visible = one is not None
        super().tell()
        lying = self.setup.draft.soldiers, self.setup.draft.blocks
        if one is not None and self._spot_of != (one.id, lying) and self.widgets.focus is not self.spot:
            self._spot_of = (one.id, lying)
            said = position_draft.where(self.setup, one.id)
            self.spot.value, self.spot.cursor, self.spot.wrong = said, len(said), False

    def picture(self) -> pygame.Surface:
        """With what the judge says of the chosen soldier, if it was asked."""
        began = position_draft.start(self.setup, luck())
        view = GAME.start(began.seats, began.options, began.setup).view(None)
        assert isinstance(view, SaladView)
        judged = self.mat.judged
        looks = [(other.line.start, other.line.end) for other in judged.others if other.sees] if judged else []
        labels = {one.id: short(one) for one in view.soldiers} if judged else NO_LABELS
        names = [say(name) for name in self.names]
        return picture(view, names, registry.title(GAME.name), looks=looks, labels=labels)

    # input

    def give_up(self) -> bool:
        return self.mat.carried is not None and self.mat.cancel()

    def pulled(self, widget: Widget, at: Point) -> bool:
        if isinstance(widget, PileButton):
            self.mat.add(widget.seat, at)
        elif isinstance(widget, BlockButton):
            self.mat.add_block(at)
        else:
            return False
        self.widgets.set_focus(self.mat)
        return True

    def pressed(self, at: Point, on: Widget | None) -> bool:
        if on is not self.mat:
            if self.mat.carried is not None:
                self.mat.put_down()
            return False
        self.widgets.set_focus(self.mat)
        self.mat.press_at(at)
        return True

    def moved(self, at: Point) -> bool:
        return self.mat.move_to(at)

    def released(self, at: Point) -> bool:
        return self.mat.release(at)

    def used(self, event: Input) -> bool:
        if isinstance(event, Wheel) and self.mat.rect.collidepoint(event.at):
            self.mat.turn_wheel(event)
            return True
        if isinstance(event, Pad) and event.down and event.button in ("x", "y"):
            if event.button == "x":
                self.mat.turn_by(TURN)
            else:
                self.mat.take_off()
            return True
        return False


COUNTED = (
    ("played", m("Cards played in this turn"), CARDS_A_TURN),
    ("turns", m("Turns that are over"), 300),
    ("still", m("Turns in a row without a card"), 20),
    ("passes", m("Passes in a row at the end"), 4),
)
"""The other counts of a line: its word, what it is called, and the most that can be chosen."""


def _reserve(seat: int, setup: SaladDraft, number: int) -> SaladDraft:
    return position_draft.with_reserve(setup, seat, number)


def _taken(seat: int, setup: SaladDraft, number: int) -> SaladDraft:
    return position_draft.with_taken(setup, seat, number)


def _moved(setup: SaladDraft, moved: int) -> SaladDraft:
    return position_draft.with_moved(setup, bool(moved))


def _counted(word: str, setup: SaladDraft, number: int) -> SaladDraft:
    return position_draft.counted(setup, word, number)
