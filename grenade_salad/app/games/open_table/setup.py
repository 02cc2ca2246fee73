"""The set-up of the open table: the generic one, and which box is put on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grenade_salad.app.games.open_table import phones_first, thumbnail
from grenade_salad.app.games.open_table.shelf_scene import ShelfScene, seats_of
from grenade_salad.app.shell.dialog import Answer, Dialog, nothing
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.table.setup import SetupScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.heard import Heard
from grenade_salad.app.ui.theme import INK_SOFT, ROW, SMALL
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button
from grenade_salad.boxes import shelf
from grenade_salad.boxes.complaint import BadBoxFile
from grenade_salad.boxes.opening import is_box
from grenade_salad.boxes.shelf import Shelf, Standing
from grenade_salad.core import Illegal
from grenade_salad.games.open_table.box import Flick
from grenade_salad.games.open_table.words import called
from grenade_salad.journal.queries import Summary
from grenade_salad.match.match import Header
from grenade_salad.text import Words, m, say
from grenade_salad.text.say import language

NAME = "open-table"
_MOST_USED = 6
_MOST_TOLD = 260
"""Letters of what a box is, below the players."""
_HIGH = 116.0


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
        self.box_button.rect = Rect(4, top, wide - 8, _HIGH)
        return top + _HIGH + 12

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
        if not phones_first.asks(self.app, self.game.name, self.chosen.opened.box, seats, super().start):
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
