"""The profile of a person who plays on this computer: name, avatar, and colour.

A person can be renamed and forgotten here, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.shell.settings import Look
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.seat_row import MAX_NAME_LETTERS
from grenade_salad.app.ui.text_entry import TextEntry
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, LARGE, ROW, SEATS, SMALL, seat_colour, seat_mark
from grenade_salad.app.ui.widget import Widget
from grenade_salad.app.ui.widgets import Button, Label
from grenade_salad.artwork import avatars
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.queries import MatchFilter
from grenade_salad.puzzles import progress
from grenade_salad.text import m, say
from grenade_salad.text.person_names import is_visible

_COLUMNS = 10
"""Columns of avatars."""
_COLOUR_COLUMNS = 5
_PORTRAIT = 150.0
"""Width and height of the chosen avatar, in units."""


class AvatarButton(Widget):
    """An avatar that can be chosen."""

    def __init__(self, face: int, press: Callable[[], None]) -> None:
        super().__init__(tip=m("Face {number}", number=face + 1))
        self.face, self.press = face, press
        self.chosen = False

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("button"), is_on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        if self.chosen or self.hovered:
            canvas.fill(rect.inflate(6, 6), BRASS, 12, alpha=255 if self.chosen else 130)
        canvas.picture(avatars.picture_name(self.face), rect)


class ProfilePage(PageScene):
    """Edits a profile. The choices count when the page is left.

    A new name counts if it is the same person. `on_done` gets the name, or an empty string if the person was forgotten.
    """

    # Translators: the title of a page about somebody who plays here
    title = m("A person")
    smallest = (800.0, 540.0)

    def __init__(self, app: AppContext, name: str, on_done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.name, self._on_done = name, on_done
        current_look = app.settings.find_look(name)
        self.look = Look(current_look.face, current_look.colour)
        """The avatar and colour that are chosen; saved when the page is left."""
        self._portrait_area = Rect(0, 0, 0, 0)
        self.entry = self.widgets.add(
            TextEntry(name, lambda _: None, max_letters=MAX_NAME_LETTERS, hint=m("Name", context="of a person"))
        )
        self.colour_label = self.widgets.add(Label(m("Plays this colour if it's free"), size=SMALL, colour=INK_SOFT))
        self.colours = [self._colour_button(colour) for colour in (None, *range(SEATS))]
        self.faces = [
            self.widgets.add(AvatarButton(face, partial(self._choose_face, face)))
            for face in range(avatars.AVATAR_COUNT)
        ]
        self.forget_button = Button(m("Forget this person"), self._ask_to_forget, icon="trash")
        self.done_button = Button(m("Done"), self.back, kind="main", icon="check", size=LARGE)
        self.widgets.add(self.forget_button)
        self.widgets.add(self.done_button)
        self._choose_face(self.look.face)
        self.widgets.set_focus(self.done_button)
        self.layout(self.size)

    def _colour_button(self, colour: int | None) -> Button:
        press = partial(self._choose_colour, colour)
        if colour is None:
            # Translators: a choice: no favourite colour
            return self.widgets.add(Button("", press, icon="cross", tip=m("Any colour")))
        button = Button("", press, icon=seat_mark(colour), tip=m("The colour of seat {number}", number=colour + 1))
        button.colour = seat_colour(colour)
        return self.widgets.add(button)

    def _choose_face(self, face: int) -> None:
        self.look.face = face
        for button in self.faces:
            button.chosen = button.face == face
        self.dirty = True

    def _choose_colour(self, colour: int | None) -> None:
        self.look.colour = colour
        self.dirty = True

    def back(self) -> None:
        """Save the profile, under the new name if there is one."""
        name = self.entry.value.strip()
        if not is_visible(name):
            self.app.say(m("A person needs a name."), refused=True)
        elif name != self.name and self._has_played():
            words = m("{old} has played here. Is {new} the same person?", old=self.name, new=name)
            answers = [
                Answer(m("The same person"), partial(self._save, name, is_renamed=True), "main", "check"),
                # Translators: a button: it is another person with the same name
                Answer(m("Somebody else"), partial(self._save, name), icon="person"),
                Answer(m("Back"), do_nothing, icon="back", back=True),
            ]
            self.app.push(Dialog(self.app, m("Another name"), words, answers))
        else:
            self._save(name, is_renamed=True)

    def _has_played(self) -> bool:
        if self.app.journal is None:
            return False
        try:
            return bool(self.app.journal.count(MatchFilter(name=self.name, finished=True)))
        except JournalError:
            return False

    def _save(self, name: str, *, is_renamed: bool = False) -> None:
        if is_renamed and name != self.name:
            if not self._rename(name):
                return
            self.app.settings.people.pop(self.name, None)
            progress.rename(self.app.data_folder, self.name, name)
        self.app.settings.people[name] = self.look
        self.app.save_settings()
        self.app.pop()
        self._on_done(name)

    def _rename(self, name: str) -> bool:
        """Rename the person in the journal; False if that failed, and the user was told."""
        if self.app.journal is None:
            return True
        try:
            count = self.app.journal.rename(self.name, name)
        except JournalError as error:
            self.app.say(m("{why}.", why=str(error)), refused=True)
            return False
        if count:
            message = m(
                "{old} is now called {new}, also in {n} saved match.",
                "{old} is now called {new}, also in {n} saved matches.",
                old=self.name,
                new=name,
                n=count,
            )
            self.app.say(message)
        return True

    def _ask_to_forget(self) -> None:
        words = m(
            'Their face and colour will be gone, and matches and statistics will say "Somebody" instead of the name.'
        )
        answers = [
            Answer(m("Keep it"), do_nothing, "main", back=True),
            # Translators: a button: forget a person
            Answer(m("Forget"), self._forget, "danger", "trash"),
        ]
        self.app.push(Dialog(self.app, m("Forget {name}?", name=self.name), words, answers))

    def _forget(self) -> None:
        # Translators: in the place of the name of a person who was forgotten
        if not self._rename(say(m("Somebody"))):
            return
        self.app.settings.people.pop(self.name, None)
        progress.forget(self.app.data_folder, self.name)
        for last_match in self.app.settings.last.values():
            last_match.names = ["" if name == self.name else name for name in last_match.names]
        self.app.save_settings()
        self.app.pop()
        self._on_done("")

    def place(self) -> None:
        page = self.page_rect
        left, left_width = page.x + 24, min(330.0, page.width * 0.3)
        self._portrait_area = Rect(left + (left_width - _PORTRAIT) / 2, page.y + 22, _PORTRAIT, _PORTRAIT)
        self.entry.rect = Rect(left, page.y + _PORTRAIT + 40, left_width, ROW)
        self.colour_label.rect = Rect(left, page.y + _PORTRAIT + 96, left_width, 40)
        colour_width = (left_width + 8) / _COLOUR_COLUMNS
        for index, button in enumerate(self.colours):
            row, column = divmod(index, _COLOUR_COLUMNS)
            top = page.y + _PORTRAIT + 138 + row * 52
            button.rect = Rect(left + column * colour_width, top, colour_width - 8, ROW)
        rows = -(-avatars.AVATAR_COUNT // _COLUMNS)
        area = Rect(left + left_width + 32, page.y + 22, page.width - left_width - 80, page.height - 44 - ROW - 16)
        face_step = min(area.width / _COLUMNS, area.height / rows)
        for index, face in enumerate(self.faces):
            row, column = divmod(index, _COLUMNS)
            face.rect = Rect(
                area.x + column * face_step + 4, area.y + row * face_step + 4, face_step - 10, face_step - 10
            )
        top = page.bottom - ROW - 18
        self.forget_button.rect = Rect(left, top, left_width, ROW)
        self.done_button.rect = Rect(page.right - 204, top, 180, ROW)

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        canvas.picture(avatars.picture_name(self.look.face), self._portrait_area)
        chosen = self.colours[0 if self.look.colour is None else 1 + min(self.look.colour, SEATS - 1)]
        canvas.frame(chosen.rect.inflate(10, 10), INK, 3, 10)
