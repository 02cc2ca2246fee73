"""The panel at the lower right: what is chosen, large and readable, with its name, its count and its verbs.

Nothing is chosen: the box's counters. The same verbs stand at the pointer after a right click.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grenade_salad.app.games.open_table import verbs
from grenade_salad.app.games.open_table.desk import Desk
from grenade_salad.app.games.open_table.pictures import draw_piece
from grenade_salad.app.games.open_table.render import name_of, title_of
from grenade_salad.app.games.open_table.verbs import Verb
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, SMALL, TEXT
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Kind
from grenade_salad.games.open_table import moves
from grenade_salad.games.open_table.buttons import pressed
from grenade_salad.games.open_table.words import called
from grenade_salad.text import Words, m

ROW, GAP = 38.0, 6.0
MENU = 210.0
"""Units that the menu at the pointer is wide."""

Do = Callable[[Verb], None]


class Panel:
    """Its box, and the buttons that are shown now: `verbs`, the same `at_pointer`, those of the box."""

    def __init__(self, desk: Desk, do: Do) -> None:
        self.desk, self.do = desk, do
        self.box = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []
        self.of_box: list[Button] = []
        self.more: Button | None = None
        """Shows the empty panel, where there is no room for it all the time."""
        self.counters: list[tuple[str, Rect]] = []
        self.keeps: tuple[Widget, ...] = ()
        """What keeps the focus while other things are chosen."""
        self._shown: object = None

    @property
    def shown(self) -> bool:
        """Whether there is anything in it."""
        chosen = bool(self.desk.chosen or self.desk.card is not None or self.desk.asking)
        return self.box.width > 0 and (chosen or self.desk.table.places.log_beside)

    def make_box_buttons(self) -> None:
        """The buttons that the box brings, and whose turn it is next."""
        # Translators: a button: shows what else can be done
        self.more = self.desk.table.widgets.add(Button(m("More…"), self._ask_more))
        for button in self.desk.view.box.buttons:
            made = Button(called(button.label), partial(self._press, button.label))
            self.of_box.append(self.desk.table.widgets.add(made))

    def _ask_more(self) -> None:
        self.desk.choose([])
        self.desk.asking = "" if self.desk.asking else "more"
        self.follow()
        self.desk.table.dirty = True

    def _press(self, label: str) -> None:
        seat = self.desk.seat
        button = next(one for one in self.desk.view.box.buttons if one.label == label)
        if seat is None:
            return
        for action in pressed(button, seat):
            if not self.desk.table.act(action):
                return

    def offered(self) -> list[Verb]:
        """What can be done now."""
        if self.desk.asking == "deal" and self.desk.chosen:
            key = self.desk.chosen[0]
            # Translators: how many cards each player is dealt
            words = [m("All", context="cards") if not n else m("{n} each", n=n) for n in verbs.SHARES]
            lines = [verbs.dealt(self.desk, key, n) for n in verbs.SHARES]
            return [Verb(one, "", (line,)) for one, line in zip(words, lines, strict=True)]
        if self.desk.asking == "more":
            return verbs.of_nothing(self.desk)
        if self.desk.asking == "finish" and self.desk.seat is not None:
            return verbs.endings(self.desk)
        return verbs.offered(self.desk)

    def follow(self) -> None:
        """The buttons of what is chosen now; they stay while nothing changes."""
        desk, found = self.desk, self.offered()
        now = (tuple(desk.chosen), desk.card, desk.asking, desk.menu, desk.seat, tuple(found), tuple(self.box))
        if now == self._shown:
            return
        self._shown = now
        widgets = desk.table.widgets
        before, had = widgets.focus, widgets.focus in self.buttons
        widgets.remove(self.buttons)
        self.buttons = []
        chosen = bool(desk.chosen) or desk.card is not None
        asked = bool(desk.asking)
        if chosen or asked:
            self._make(found[: len(found) if asked else verbs.MOST])
            self._place(self.buttons)
        elif self.shown:
            self._make(verbs.of_nothing(desk), main=False)
            self._place(self.buttons)
        self._place_counters(not chosen and desk.asking in ("", "more") and self.shown)
        if before in self.keeps and not asked:
            return
        if self.buttons and (chosen or asked):
            widgets.set_focus(self.buttons[0])
        elif had or before is None:
            widgets.set_focus(None)

    def _make(self, found: list[Verb], main: bool = True) -> None:
        for index, verb in enumerate(found):
            kind: Kind = "main" if main and index == 0 else "plain"
            made = Button(_words(verb), partial(self.do, verb), kind=kind, size=SMALL)
            self.buttons.append(self.desk.table.widgets.add(made))

    def _place(self, buttons: list[Button]) -> None:
        if self.desk.menu is not None:
            size = self.desk.table.size
            high = len(buttons) * (ROW + 2) + 8
            left = min(self.desk.menu[0], size[0] - MENU - 8)
            top = min(self.desk.menu[1], size[1] - high - 8)
            for index, button in enumerate(buttons):
                button.rect = Rect(left + 6, top + 6 + index * (ROW + 2), MENU - 12, ROW)
            return
        box = self.box
        columns = 2
        rows = -(-len(buttons) // columns)
        each = (box.width - 24 - GAP * (columns - 1)) / columns
        top = box.bottom - 12 - rows * (ROW + GAP) + GAP
        for index, button in enumerate(buttons):
            row, column = divmod(index, columns)
            button.rect = Rect(box.x + 12 + column * (each + GAP), top + row * (ROW + GAP), each, ROW)

    def _place_counters(self, on: bool) -> None:
        """One less and one more for each counter of the table and of who has the mouse."""
        desk, self.counters = self.desk, []
        if not on or desk.seat is None or self.box.width <= 0:
            return
        own = [name for name in desk.view.counters if name.rpartition(" ")[2] == str(desk.seat)]
        shared = [name for name in desk.view.counters if not name.rpartition(" ")[2].isdigit()]
        top = self.box.y + 44
        for name in [*own, *shared][:4]:
            for by, icon, left in ((-1, "minus", self.box.right - 104), (1, "plus", self.box.right - 54)):
                made = Button("", partial(self._count, name, by), Rect(left, top, 42, ROW), icon=icon)
                what = called(name.rpartition(" ")[0] or name)
                made.label = m("{what}: one more", what=what) if by > 0 else m("{what}: one less", what=what)
                self.buttons.append(desk.table.widgets.add(made))
            self.counters.append((name, Rect(self.box.x + 14, top, self.box.width - 126, ROW)))
            top += ROW + GAP

    def _count(self, name: str, by: int) -> None:
        if self.desk.seat is not None:
            self.desk.table.act(moves.Set(self.desk.seat, "counter", name, self.desk.view.counters[name] + by))

    def draw(self, canvas: Canvas) -> None:
        """Its paper, and what is read on it; the buttons draw themselves."""
        desk, box = self.desk, self.box
        chosen = bool(desk.chosen) or desk.card is not None
        if desk.menu is not None and self.buttons:
            first, last = self.buttons[0].rect, self.buttons[-1].rect
            canvas.paper(Rect(first.x - 6, first.y - 6, MENU, last.bottom - first.y + 12), radius=8)
        if not self.shown:
            return
        canvas.paper(box, radius=10)
        if not chosen:
            canvas.text(called(desk.view.box.name), (box.x + 14, box.y + 12), TEXT, INK, bold=True, wide=box.width - 28)
            for name, rect in self.counters:
                words = m("{what}: {n}", what=called(name.rpartition(" ")[0] or name), n=desk.view.counters[name])
                canvas.text(words, (rect.x, rect.centery), TEXT, INK, anchor="midleft", wide=rect.width)
            top = box.y + 48 + len(self.counters) * (ROW + GAP)
            low = min(
                (button.rect.y for button in self.buttons[: len(self.buttons) - 2 * len(self.counters)]), default=0
            )
            room = Rect(box.x + 14, top, box.width - 28, max(0.0, (low or box.bottom) - top - 8))
            if desk.asking == "more":
                return
            if desk.asking:
                # Translators: over buttons with the names of the players
                canvas.text(m("Who won?"), room.topleft, TEXT, INK, wide=room.width)
                return
            if desk.seat is not None and room.height > 40:
                # Translators: on the empty panel beside the table
                how = m("Drag things where you like. Click one to see what can be done with it.")
                canvas.block(how, room, SMALL, INK_SOFT)
            return
        top = min((button.rect.y for button in self.buttons), default=box.bottom) if desk.menu is None else box.bottom
        self._draw_chosen(canvas, Rect(box.x + 12, box.y + 10, box.width - 24, max(0.0, top - box.y - 18)))

    def _draw_chosen(self, canvas: Canvas, box: Rect) -> None:
        desk = self.desk
        title, count = self.title()
        canvas.text(title, (box.centerx, box.y), TEXT, INK, bold=True, anchor="midtop", wide=box.width)
        canvas.text(count, (box.centerx, box.y + 24), SMALL, INK_SOFT, anchor="midtop", wide=box.width)
        one = desk.thing(desk.chosen[0]) if len(desk.chosen) == 1 else None
        room = Rect(box.x, box.y + 48, box.width, box.height - 54)
        if one is None or room.height < 24:
            return
        share = min(room.width / one.size[0], room.height / one.size[1])
        size = one.size[0] * share, one.size[1] * share
        draw_piece(canvas, one.kind, one.face, room.center, size)

    def title(self) -> tuple[Words, Words]:
        """What is chosen, and how many; a card of a hand is not named: others see the panel."""
        desk = self.desk
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
        # Translators: under the picture of the topmost card of a stack
        return name_of(desk, one), m("a stack of {n}", n=one.count) if one.stack else ""


def _words(verb: Verb) -> Words:
    # Translators: a button: what it does, and the key for it
    return m("{verb} ({key})", verb=verb.words, key=verb.key) if verb.key else verb.words
