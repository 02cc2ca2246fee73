"""The panel at the lower right: what is chosen, large and readable, with its name, its count and its verbs.

Nothing is chosen: the box's counters. The same verbs stand at the pointer after a right click.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.games.open_table import amounts, menu_commands, questions
from grenade_salad.app.games.open_table.interaction import Desk
from grenade_salad.app.games.open_table.menu_commands import Verb
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.games.open_table.render import name_of
from grenade_salad.app.games.open_table.tabletop_picture import title_of
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Kind
from grenade_salad.games.open_table import actions
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.placed_pieces import starts_of
from grenade_salad.games.open_table.reasons import TooFew
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m, say

ROW, GAP = 38.0, 6.0
MENU = 210.0
"""Units that the menu at the pointer is wide."""

_LOW = 250.0
"""Units of height below which numbers stand four in a row, so that the question over them is read."""

Do = Callable[[Verb], None]


class Panel:
    """Its box, and the buttons that are shown now: `verbs`, the same `at_pointer`, those of the box."""

    def __init__(self, desk: Desk, do: Do) -> None:
        self.desk, self.do = desk, do
        self.box = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []
        self.of_box: list[Button] = []
        self.of_box_page = 0
        """Which of the box's buttons are shown, if there is not room for all of them."""
        self.following: Button | None = None
        """Shows the next of them."""
        self.more: Button | None = None
        """Shows the empty panel, where there is no room for it all the time."""
        self.marks: list[tuple[str, str, Rect]] = []
        """The counters and notes that are shown: which, its name, and where its words stand."""
        self.page = 0
        """Which counters and notes are shown, if there is not room for all of them."""
        self.write: Callable[[str, str], None] = lambda kind, name: None
        """Lets somebody write: a "counter" or a "note" of that name."""
        self.beside = False
        """Whether it lies over nothing, so that it is always there."""
        self.keeps: tuple[Widget, ...] = ()
        """What keeps the focus while other things are chosen."""
        self._shown: object = None
        self._low = 0.0
        """Where the buttons begin, as they are laid out."""
        self._verbs = 0.0
        """Where those of the verbs do."""
        self._marks_seat: int | None = None
        """The seat whose counters were last brought up."""

    @property
    def turn(self) -> int:
        """By how many quarters it is turned, counter-clockwise: to who has the mouse, on a screen that lies flat."""
        return 0 if self.desk.seat is None or self.desk.menu is not None else self.desk.quarters[self.desk.seat] % 4

    @property
    def area(self) -> Rect:
        """The box in which it is laid out: as it is, or upright for whom it is turned to."""
        if not self.turn:
            return self.box
        wide, high = self.box.width, self.box.height
        return Rect(0, 0, wide, high) if self.turn == 2 else Rect(0, 0, high, wide)

    @property
    def shown(self) -> bool:
        """Whether there is anything in it."""
        desk = self.desk
        chosen = bool(desk.chosen or desk.card is not None or desk.asking or desk.in_the_air is not None)
        return self.box.width > 0 and (chosen or self.beside)

    def make_box_buttons(self, place: Callable[[], None]) -> None:
        """The buttons that the box brings, and whose turn it is next; `place` is called when others are to be shown."""
        self.more = self.desk.table.widgets.add(Button(menu_commands.MORE, self._ask_more))
        for button in self.desk.view.box.buttons:
            made = Button(called(button.label), partial(self._press, button.label))
            self.of_box.append(self.desk.table.widgets.add(made))

        def turn() -> None:
            self.of_box_page += 1
            place()
            self.desk.table.dirty = True

        self.following = self.desk.table.widgets.add(Button(menu_commands.MORE, turn))

    def _ask_more(self) -> None:
        before = self.desk.asking
        self.desk.choose([])
        self.desk.ask("" if before else "more")
        self.follow()
        self.desk.table.dirty = True

    def _press(self, label: str) -> None:
        seat = self.desk.seat
        button = next(one for one in self.desk.view.box.buttons if one.label == label)
        if seat is None:
            return
        lines = pressed(button, seat, self.desk.view)
        if not lines:
            self.desk.table.refuse(TooFew(1, 0))
        for action in lines:
            if not self.desk.table.act(action):
                return

    def offered(self) -> list[Verb]:
        """What can be done now: all of it, whatever page is shown."""
        return questions.answers(self.desk)

    def follow(self) -> None:
        """The buttons of what is chosen now; they stay while nothing changes."""
        desk, found = self.desk, self.offered()
        chosen = bool(desk.chosen) or desk.card is not None
        asked = bool(desk.asking) or desk.in_the_air is not None
        if not chosen and not asked:
            found = menu_commands.of_nothing(desk)
        places = (tuple(self.box), desk.page, self.page, self.turn)
        asks = desk.asking, desk.typed, desk.in_the_air is not None
        now = (tuple(desk.chosen), desk.card, asks, desk.menu, desk.seat, tuple(found), places)
        if now == self._shown:
            return
        self._shown = now
        widgets = desk.table.widgets
        before, had = widgets.focus, widgets.focus in self.buttons
        widgets.remove(self.buttons)
        self.buttons = []
        if chosen or asked:
            self._make(found if amounts.asks(desk) else menu_commands.paged(desk, found))
            self._place(self.buttons)
        elif self.shown:
            self._make(menu_commands.paged(desk, found), main=False)
            self._place(self.buttons)
        self._verbs = min((button.rect.y for button in self.buttons), default=self.area.bottom)
        self._place_marks(not (chosen or desk.in_the_air) and desk.asking in ("", "more") and self.shown)
        self._low = min((button.rect.y for button in self.buttons), default=self.area.bottom)
        if quarters := self.turn:
            for button in self.buttons:
                button.rect, button.turn = turned(self.box, quarters, button.rect), quarters
        if before in self.keeps and not asked:
            return
        if self.buttons and (chosen or asked):
            widgets.set_focus(self.buttons[0])
        elif had or before is None:
            widgets.set_focus(None)

    def _make(self, found: list[Verb], main: bool = True) -> None:
        for index, verb in enumerate(found):
            kind: Kind = "main" if main and index == 0 else "plain"
            made = Button(self._words(verb), partial(self.do, verb), kind=kind, size=SMALL)
            self.buttons.append(self.desk.table.widgets.add(made))

    def _words(self, verb: Verb) -> Words:
        if not verb.key:
            return verb.words
        # Translators: a button: what it does, and the key for it
        return m("{verb} ({key})", verb=verb.words, key=self.desk.table.app.settings.key_words(verb.key))

    def _place(self, buttons: list[Button]) -> None:
        asks = amounts.asks(self.desk) and not self.desk.typed
        in_menu = self.desk.menu is not None
        columns, gap = 3 if asks else 1 if in_menu else 2, 2.0 if in_menu else GAP
        if asks and not in_menu and self.area.height < _LOW:
            columns = 4
        rows = -(-len(buttons) // columns)
        high = rows * (ROW + gap) - gap
        if self.desk.menu is not None:
            size = self.desk.table.size
            left = min(self.desk.menu[0], size[0] - MENU - 8) + 6
            top, wide = min(self.desk.menu[1], size[1] - high - 20) + 6, MENU - 12
        else:
            box = self.area
            left, top, wide = box.x + 12, box.bottom - 12 - high, box.width - 24
        each = (wide - GAP * (columns - 1)) / columns
        for index, button in enumerate(buttons):
            row, column = divmod(index, columns)
            button.rect = Rect(left + column * (each + GAP), top + row * (ROW + gap), each, ROW)

    def _place_marks(self, on: bool) -> None:
        """Counters with one less and one more, and notes; in pages, if they must.

        Each has its row, whoever has the mouse; of the pages that with their own counters comes up.
        """
        desk, self.marks = self.desk, []
        if not on or desk.seat is None or self.box.width <= 0:
            return
        box = self.area
        top = box.y + 40
        low = min((button.rect.y for button in self.buttons), default=box.bottom)
        room = max(1, int((low - top - 2) // (ROW + 2)))
        high = min(ROW, max(28.0, low - top - 3))
        names = marks_of(desk)
        pages = max(1, -(-len(names) // room))
        if desk.seat != self._marks_seat:
            self._marks_seat = desk.seat
            owners = desk.view.box.counter_owners(desk.seats)
            rows = [row for row, (kind, name) in enumerate(names) if kind == "counter" and owners[name][1] == desk.seat]
            if rows and self.page % pages not in {row // room for row in rows}:
                self.page = rows[0] // room
        first = self.page % pages * room
        for kind, name in names[first : first + room]:
            if kind == "counter":
                what = whole_name(desk, name)
                for by, icon, left in ((-1, "minus", box.right - 140), (1, "plus", box.right - 97)):
                    made = Button("", partial(self._count, name, by), Rect(left, top, 40, high), icon=icon)
                    made.label = m("{what}: one more", what=what) if by > 0 else m("{what}: one less", what=what)
                    self.buttons.append(desk.table.widgets.add(made))
                made = Button("", partial(self.write, kind, name), Rect(box.right - 54, top, 42, high), icon="pencil")
                # Translators: a button beside a counter, such as points: a number is typed for it
                made.label = made.tip = m("{what}: type a number", what=what)
                self.buttons.append(desk.table.widgets.add(made))
            else:
                # Translators: a button beside a line of text on the table
                made = Button("", partial(self.write, kind, name), Rect(box.right - 54, top, 42, high), icon="pencil")
                made.label = made.tip = m("Write on {what}", what=called(name))
                self.buttons.append(desk.table.widgets.add(made))
            self.marks.append((kind, name, Rect(box.x + 14, top, box.width - 160, high)))
            top += ROW + 2
        if pages > 1:
            rect = Rect(box.right - 54, box.y + 4, 42, 33)
            made = Button("", self._next_page, rect, icon="arrow-right")
            # Translators: a button over some of the counters of the table: it shows the others
            made.label = made.tip = m("Other counters and notes ({n} of {pages})", n=self.page % pages + 1, pages=pages)
            self.buttons.append(desk.table.widgets.add(made))

    def _next_page(self) -> None:
        self.page += 1
        self.follow()
        self.desk.table.widgets.set_focus(self.buttons[-1] if self.buttons else None)
        self.desk.table.dirty = True

    def _count(self, name: str, by: int) -> None:
        if self.desk.seat is not None:
            self.desk.table.act(actions.Set(self.desk.seat, "counter", name, self.desk.view.counters[name] + by))

    def draw(self, canvas: Canvas) -> None:
        """Its paper, and what is read on it; the buttons draw themselves."""
        desk = self.desk
        if desk.menu is not None and self.buttons:
            first, last = self.buttons[0].rect, self.buttons[-1].rect
            canvas.paper(Rect(first.x - 6, first.y - 6, MENU, last.bottom - first.y + 12), radius=8)
        if not self.shown:
            return
        canvas.paper(self.box, radius=10)
        if not self.turn:
            self._draw_upright(canvas)
            return
        with canvas.turned(self.box, self.turn) as inner:
            self._draw_upright(inner)

    def _draw_upright(self, canvas: Canvas) -> None:
        desk, box = self.desk, self.area
        if not (desk.chosen or desk.card is not None):
            self._draw_empty(canvas)
            return
        top = self._low if desk.menu is None else box.bottom
        self._draw_chosen(canvas, Rect(box.x + 12, box.y + 10, box.width - 24, max(0.0, top - box.y - 18)))

    def _draw_empty(self, canvas: Canvas) -> None:
        desk, box = self.desk, self.area
        asked = questions.title(desk)
        if asked:
            top = self._low
            canvas.block(asked, Rect(box.x + 14, box.y + 12, box.width - 28, max(24.0, top - box.y - 18)), TEXT, INK)
            return
        canvas.text(called(desk.view.box.name), (box.x + 14, box.y + 12), TEXT, INK, bold=True, wide=box.width - 76)
        for kind, name, rect in self.marks:
            if kind == "counter":
                words = m("{what}: {n}", what=whole_name(desk, name), n=desk.view.counters[name])
            else:
                words = m("{what}: {text}", what=called(name), text=desk.view.notes[name])
                rect = Rect(rect.x, rect.y, box.right - 60 - rect.x, rect.height)
            canvas.text(words, (rect.x, rect.centery), TEXT, INK, anchor="midleft", wide=rect.width)
        self._draw_shot(canvas)
        if desk.seat is None or desk.asking or self.marks:
            return
        room = Rect(box.x + 14, box.y + 48, box.width - 28, self._low - box.y - 56)
        if room.height > 40:
            # Translators: on the empty panel beside the table
            how = m("Drag things where you like. Click one to see what can be done with it.")
            canvas.block(how, room, SMALL, INK_SOFT)

    def _draw_shot(self, canvas: Canvas) -> None:
        """How to shoot what lies where one's shots begin."""
        desk, box = self.desk, self.area
        if desk.seat is None or desk.asking:
            return
        one = next((one for one in desk.things if menu_commands.slide_first(desk, desk.seat, one)), None)
        top = max((rect.bottom for _, _, rect in self.marks), default=box.y + 40) + 6
        if self._verbs - top < 40 or not starts_of(desk.view, desk.seat):
            return
        # Translators: on the panel beside the table, of a board where discs are shot with a finger
        how: Words = m("Put one of your discs where your shots begin, at your side of the board.")
        if one is not None:
            # Translators: on the panel beside the table: {what} is "a white disc", which lies where shots begin
            how = m(
                "Pull {what} back and let go: it flies the other way. Held still for a moment first, it is only moved.",
                what=name_of(desk, one),
            )
        canvas.block(how, Rect(box.x + 14, top, box.width - 28, self._verbs - top - 6), SMALL, INK_SOFT)

    def _draw_chosen(self, canvas: Canvas, box: Rect) -> None:
        desk = self.desk
        title, count = self.title()
        if questions.title(desk):
            canvas.block(say(title, begin=True), Rect(box.x, box.y, box.width, 48), TEXT, INK)
        else:
            name = say(title, begin=True)
            canvas.text(name, (box.centerx, box.y), TEXT, INK, bold=True, anchor="midtop", wide=box.width)
        canvas.text(count, (box.centerx, box.y + 24), SMALL, INK_SOFT, anchor="midtop", wide=box.width)
        one = desk.thing(desk.chosen[0]) if len(desk.chosen) == 1 else None
        room = Rect(box.x, box.y + 48, box.width, box.height - 54)
        if one is None or room.height < 24:
            return
        share = min(room.width / one.size[0], room.height / one.size[1])
        size = one.size[0] * share, one.size[1] * share
        draw_piece(canvas, one.kind, one.face, room.center, size, files=desk.files)

    def title(self) -> tuple[Words, Words]:
        """What is chosen, and how many; a card of a hand is not named: others see the panel."""
        desk = self.desk
        if asked := questions.title(desk):
            return asked, ""
        if desk.card is not None:
            # Translators: {n} is its place, counted from the left
            return m("Card {n} in the hand", n=desk.card + 1), ""
        if len(desk.chosen) > 1:
            return m("{n} things", n=len(desk.chosen)), ""
        key = desk.chosen[0]
        one = desk.thing(key)
        area = desk.area(key) if isinstance(key, str) else None
        if area is not None:
            return title_of(desk, area), m("{n} inside", n=area.seen.count)
        if one is None:
            return "", ""
        if one.stack:
            # Translators: under the number of cards of a pile: which is on top; {what} is "a card" if it lies face down
            # Translators: {name} is what somebody calls a pile of cards
            named = m("{name}: a stack of {n}", name=one.name, n=one.count)
            return named if one.name else m("a stack of {n}", n=one.count), m("on top: {what}", what=name_of(desk, one))
        return name_of(desk, one), ""


def turned(box: Rect, quarters: int, inside: Rect) -> Rect:
    """Where in a box something is that was laid out in it upright, turned by quarters counter-clockwise.

    >>> tuple(turned(Rect(100, 50, 40, 20), 1, Rect(2, 3, 10, 5)))
    (103.0, 58.0, 5.0, 10.0)
    >>> tuple(turned(Rect(100, 50, 40, 20), 2, Rect(2, 3, 10, 5)))
    (128.0, 62.0, 10.0, 5.0)
    """
    x, y, wide, high = inside
    if quarters == 2:
        return Rect(box.right - x - wide, box.bottom - y - high, wide, high)
    if quarters == 1:
        return Rect(box.x + y, box.bottom - x - wide, high, wide)
    return Rect(box.right - y - high, box.y + x, high, wide)


def whole_name(desk: Desk, counter: str) -> Words:
    """What a counter is called, with whose it is."""
    of_box, seat = desk.view.box.counter_owners(desk.seats)[counter]
    if seat is None:
        return called(of_box.name)
    return m("{who}'s {place}", who=desk.table.names[seat], place=called(of_box.name))


def marks_of(desk: Desk) -> list[tuple[str, str]]:
    """All counters and notes: those of the table, then those of each seat, in the order of the box."""
    owners = desk.view.box.counter_owners(desk.seats)
    rows = {
        seat: [("counter", name) for name in owners if owners[name][1] == seat] for seat in (None, *range(desk.seats))
    }
    notes = [("note", name) for name in desk.view.notes]
    return [*rows[None], *notes, *(row for seat in range(desk.seats) for row in rows[seat])]
