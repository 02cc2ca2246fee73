"""The set-up of the open table: the generic one, and which box of the shelf is put on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from grenade_salad.app.games.open_table import thumbnail
from grenade_salad.app.phones import phones_scene as phones_page
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.shell.dialog import Answer, Dialog
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.accessible import Heard, sentences
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import INK, INK_SOFT, ROW, SMALL
from grenade_salad.app.ui.widget import Scroll, Widget, nothing
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.boxes import shelf
from grenade_salad.boxes.errors import BadBoxFile
from grenade_salad.boxes.loader import is_box
from grenade_salad.boxes.shelf import Shelf, Standing
from grenade_salad.core import Illegal
from grenade_salad.games.open_table.box import Box, Flick
from grenade_salad.games.open_table.words import called
from grenade_salad.journal.queries import Summary
from grenade_salad.match.match import Controller, Header
from grenade_salad.text import Message, Words, m, say
from grenade_salad.text.markdown import parse
from grenade_salad.text.say import language

NAME = "open-table"
_MOST_USED = 6
_MOST_TOLD = 260
"""Letters of what a box is, below the players."""
_BUTTON_HIGH = 116.0
_WIDE, _HIGH, _GAP = 250.0, 236.0, 14.0
"""Of a card on the shelf, and between two."""
_PICTURE = 0.6
"""The share of a card's height that its picture has."""
MANY = 3
"""So many secret hands at one screen are slow."""
_TIP = "phones"
"""What it is called in the settings that this was told."""


class _BoxButton(Button):
    """The box that is chosen, with its picture; pressed, the shelf."""

    def __init__(self, scene: BoxSetup) -> None:
        super().__init__("", scene.show_shelf)
        self.scene = scene

    @property
    def _words(self) -> Words:
        return called(self.scene.chosen.opened.box.name)

    def heard(self) -> Heard:
        # Translators: what lies on the table: a game's box, with its pieces
        return self.as_heard("button", say(m("Box: {name}", name=self._words)))

    def _face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-16, -12)
        wide = min(inner.height * 1.5, inner.width * 0.45)
        made = thumbnail.of_box(self.scene.chosen.opened, (max(8, canvas.px(wide)), max(8, canvas.px(inner.height))))
        canvas.surface.blit(made, canvas.point((inner.x, inner.y)))
        left, room = inner.x + wide + 12, inner.width - wide - 12
        canvas.text(self._words, (left, inner.y + 2), 22, ink, title=True, wide=room)
        canvas.text(seats_of(self.scene.chosen), (left, inner.y + 32), SMALL, INK_SOFT, wide=room)
        # Translators: on the button that shows which box lies on the table: press it to choose another one
        canvas.text(m("Choose another box"), (left, inner.bottom - 24), SMALL, ink, wide=room)


class BoxSetup(SetupScene):
    """`shelf` is what can be chosen, `box` the number of the one that is."""

    def __init__(self, app: Shell, first: Path | None = None) -> None:
        self.box = 0
        self.shelf = self._look(app, first)
        super().__init__(app, NAME)
        self._took(self.box)
        self._tell_left_out()

    def _tell_left_out(self) -> None:
        if left := self.chosen.opened.left_out:
            # Translators: {what} lists parts of a file of another program, in that program's words
            self.app.say(m("What has no place here was left out: {what}", what=list(left)), seconds=12)

    def _look(self, app: Shell, first: Path | None = None) -> Shelf:
        used = [*([] if first is None else [str(first)]), *app.settings.opened.get(NAME, [])]
        found = shelf.shelf(app.data_folder, used)
        if first is None:
            self.box = next((at for at, one in enumerate(found.boxes) if one.path is None), 0)
        return found

    @property
    def chosen(self) -> Standing:
        """The box that is put on the table."""
        return self.shelf.boxes[self.box]

    def show_shelf(self) -> None:
        """Let somebody choose."""
        self.app.push(ShelfScene(self.app, self.shelf, self.box, self._took, self.dropped))

    def dropped(self, file: Path) -> None:
        try:
            opened = shelf.stand(file)
        except BadBoxFile as error:
            self.app.push(refusal(self.app, file, error))
            return
        others = tuple(one for one in self.shelf.boxes if one.path != file)
        self.shelf = Shelf((opened, *others), self.shelf.refused)
        self._took(0)
        self._tell_left_out()

    def build_first(self) -> Sequence[Widget]:
        self.box_button = self.widgets.add(_BoxButton(self), self.seats_scroll)
        return (self.box_button,)

    def build_more(self) -> Sequence[Widget]:
        # Translators: a button: how the game in this box is played
        read = Button(m("How to play"), lambda: self.app.open_rules(NAME), icon="book")
        self.read_button = self.widgets.add(read, self.seats_scroll)
        self.read_button.visible = bool(self.rules_text)
        return (self.read_button,)

    def place_first(self, wide: float, top: float) -> float:
        self.box_button.rect = Rect(4, top, wide - 8, _BUTTON_HIGH)
        return top + _BUTTON_HIGH + 12

    def place_more(self, wide: float, top: float) -> float:
        if not self.read_button.visible:
            return top
        self.read_button.rect = Rect(4, top + 4, min(220.0, wide - 8), ROW)
        return top + ROW + 12

    def played_before(self) -> Sequence[Summary]:
        return [one for one in self.played if one.what == self.chosen.opened.box.name]

    def what_it_is(self) -> Words:
        """The first paragraph of how the box is played, cut at a sentence where it is long."""
        lines = (line.replace("**", "") for line in self.rules_text.splitlines())
        first = next((line for line in lines if line[:1].isalnum()), "")
        while len(first) > _MOST_TOLD and "." in first[:-1]:
            first = first[: first[:-1].rindex(".") + 1]
        return called(first) if 0 < len(first) <= _MOST_TOLD else super().what_it_is()

    def left_out(self) -> Sequence[str]:
        """Steady hands are for boxes that tell of shots."""
        shots = self.chosen.opened.box.flick != Flick()
        return super().left_out() if shots else (*super().left_out(), "steady")

    def why_not_more(self) -> Words:
        try:
            self.game.start(self.count, self.options, self.chosen.setup)
        except Illegal as error:
            return m("{why}.", why=self.refused(error.reason))
        return ""

    def _took(self, index: int) -> None:
        self.box = index
        self.rules_text = self.chosen.opened.rules_in(language())
        least, most = self.chosen.opened.box.seats
        self.count = min(max(self.count, least), most)
        self.house_rules.for_seats(self.count)
        self._build()

    def start(self) -> None:
        before = [one for one in self.app.settings.opened.get(NAME, []) if one != self.chosen.key]
        self.app.settings.opened[NAME] = [self.chosen.key, *before][:_MOST_USED]
        seats = self.controllers[: self.count]
        if not _phones_first(self.app, self.game.name, self.chosen.opened.box, seats, super().start):
            super().start()

    def _header(self, seed: int) -> Header:
        return replace(super()._header(seed), setup=self.chosen.setup)


def refusal(app: Shell, file: Path, error: BadBoxFile) -> Dialog:
    """Why a box cannot be opened, all of it."""
    lines = [say(one.message) for one in error.all]
    shown = lines[:8] if len(lines) > 9 else lines
    if len(shown) < len(lines):
        shown.append(say(m("and {n} more", "and {n} more", n=len(lines) - len(shown))))
    # Translators: the title of a message; {name} is a file or a folder
    title = m("{name} can't be opened", name=file.name)
    return Dialog(app, title, "\n".join(shown), [Answer(m("OK"), nothing, "main", back=True)])


def opens(app: Shell, file: Path) -> BoxSetup | Dialog | None:
    """The set-up with the box that was dropped on the window; None if it is no box."""
    if not is_box(file):
        return None
    try:
        shelf.stand(file.absolute())
    except BadBoxFile as error:
        return refusal(app, file, error)
    return BoxSetup(app, file.absolute())


def _phones_first(app: Shell, game: str, box: Box, seats: Sequence[Controller], begin: Callable[[], None]) -> bool:
    """Whether it is asked now; `begin` is called if they play at this screen all the same."""
    hands = sum(one.person for one in seats) if any(holder.secret == "hand" for holder in box.holders) else 0
    told = app.settings.told.get(game, [])
    if hands < MANY or any(one.kind == "phone" for one in seats) or _TIP in told:
        return False
    app.settings.told[game] = sorted({*told, _TIP})
    app.save_settings()
    # Translators: before a match in which people hold secret cards at one screen; {n} is three or more
    words = m(
        "With {n} hands at one screen, the others look away whenever somebody looks at theirs. "
        "With phones, everybody holds their own cards: it is quicker.",
        n=hands,
    )
    answers = [
        # Translators: a button: everybody keeps their cards at this screen, without phones
        Answer(m("Play at this screen"), begin, kind="main"),
        # Translators: a button: the page with the code with which phones join
        Answer(m("Join with phones…"), lambda: phones_page.show(app), icon="phone"),
        Answer(m("Back"), nothing, back=True),
    ]
    # Translators: a question before a match in which people hold secret cards
    app.push(Dialog(app, m("Where are your cards?"), words, answers))
    return True


def seats_of(box: Standing) -> Message:
    """How many can play it."""
    few, most = box.opened.box.seats
    return m("{n} player", "{n} players", n=few) if few == most else m("{few} to {most} players", few=few, most=most)


def line_of(box: Standing) -> str:
    """What it is: the first paragraph of how people play it."""
    blocks = parse(box.opened.rules_in(language()))
    return next((block.words for block in blocks if block.kind == "text"), "")


class BoxCard(Button):
    """A box on the shelf."""

    radius = 10.0

    def __init__(self, box: Standing, press: Callable[[], None]) -> None:
        super().__init__(called(box.opened.box.name), press)
        self.box = box
        self.seats, self.line = seats_of(box), line_of(box)

    def heard(self) -> Heard:
        return self.as_heard("button", self.words, about=sentences(say(self.seats), self.line))

    def _face(self, canvas: Canvas, rect: Rect, ink: tuple[int, int, int]) -> None:
        inner = rect.inflate(-20, -16)
        high = inner.height * _PICTURE
        pixels = max(8, canvas.px(inner.width)), max(8, canvas.px(high))
        made = thumbnail.of_box(self.box.opened, pixels)
        canvas.surface.blit(made, canvas.point((inner.x, inner.y)))
        top = inner.y + high + 6
        canvas.text(self.words, (inner.x, top), 19, INK, title=True, wide=inner.width)
        canvas.text(self.seats, (inner.x, top + 24), SMALL, INK_SOFT, wide=inner.width)
        canvas.block(self.line, Rect(inner.x, top + 44, inner.width, inner.bottom - top - 42), SMALL, INK, leading=1.2)


class ShelfScene(SheetScene):
    """`chosen` gets the number of the box that somebody takes."""

    title = m("Which box?")
    smallest = (480.0, 300.0)

    def __init__(
        self, app: Shell, shelf: Shelf, now: int, chosen: Callable[[int], None], opened: Callable[[Path], None]
    ) -> None:
        super().__init__(app)
        self.scroll = Scroll(self.sheet)
        self.opened = opened
        self.cards = [
            self.widgets.add(BoxCard(box, partial(self._take, at, chosen)), self.scroll)
            for at, box in enumerate(shelf.boxes)
        ]
        told = [m("{box} can't be opened: {why}", box=path.name, why=error.message) for path, error in shelf.refused]
        # Translators: boxes are games in a folder, for the open table
        told.append(m("Drop a folder, a zip or a spreadsheet on this window to open it."))
        self.lines = [
            self.widgets.add(Label(words, size=SMALL, colour=INK_SOFT, anchor="topleft"), self.scroll) for words in told
        ]
        self.widgets.set_focus(self.cards[now])

    def _take(self, at: int, chosen: Callable[[int], None]) -> None:
        self.app.pop()
        chosen(at)

    def dropped(self, file: Path) -> None:
        self.app.pop()
        self.opened(file)

    def place(self) -> None:
        self.scroll.area = Rect(self.sheet.x + 14, self.sheet.y + 10, self.sheet.width - 28, self.sheet.height - 20)
        wide = self.scroll.area.width - 14
        columns = max(1, int((wide + _GAP) // (_WIDE + _GAP)))
        each = (wide - (columns - 1) * _GAP) / columns
        for at, card in enumerate(self.cards):
            row, column = divmod(at, columns)
            card.rect = Rect(column * (each + _GAP) + 3, 4 + row * (_HIGH + _GAP), each - 6, _HIGH)
        top = 4 + -(-len(self.cards) // columns) * (_HIGH + _GAP)
        canvas = self.app.canvas()
        for label in self.lines:
            rows = len(canvas.lines(label.words, wide - 8, SMALL))
            label.rect = Rect(4, top, wide - 8, max(ROW * 0.6, rows * SMALL * 1.3))
            top += label.rect.height + 4
        self.scroll.content = top
        self.scroll.by(0)
