"""The keys, all of them: those of the seats, and what every other key means. Any can be changed."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import pygame

from grenade_salad.app.shell import keys, seat_keys
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, Unfocused
from grenade_salad.app.ui.meanings import Means
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Message, Words, m

What: TypeAlias = int | Means
"""What a key is for: a seat, counted from 0, or a meaning."""

_PRESS = m("Press the new key (Esc: keep the old one)")
_TIP = m("Click or press Enter, then press the new key")


class KeysScene(SheetScene):
    """Two groups of rows, a button for each key: press it, and then the new key."""

    title = m("Keys")
    widest = 860.0
    smallest = (427.0, 240.0)

    def __init__(self, app: Shell) -> None:
        super().__init__(app)
        self.form = Form(self.widgets, Scroll(self.sheet))
        self._buttons: dict[What, Button] = {}
        self._choosing: What | None = None
        self.form.heading(m("Seat keys"))
        for seat in range(seat_keys.SEATS):
            last = seat == seat_keys.SEATS - 1
            self._row(
                seat,
                m("Seat {number}", number=seat + 1),
                m("If another seat has that key, the two are swapped.") if last else "",
            )
        self.form.heading(m("All other keys"))
        for row in keys.ROWS:
            self._row(row.means, row.words)
        self.form.note(m("Arrows, Tab, Enter, Space and Esc stay as they are."))
        self.form.add("", Button(m("Reset all keys"), self._reset))
        self._choose(None)
        self.widgets.set_focus(self._buttons[0])
        self.layout(self.size)

    def _row(self, what: What, words: Message, help: Words = "") -> None:
        button = Button("", partial(self._choose, what), tip=_TIP)
        self._buttons[what] = button
        self.form.add(words, button, help)

    def _shown(self, what: What) -> Words:
        settings = self.app.settings
        return settings.seat_key_words(what) if isinstance(what, int) else settings.key_words(what)

    def _choose(self, what: What | None) -> None:
        """Wait for a new key, or no longer."""
        self._choosing = what
        for other, button in self._buttons.items():
            button.words = _PRESS if other == what else self._shown(other)
        self.dirty = True

    def _reset(self) -> None:
        self.app.settings.keys = {}
        self.app.settings.seat_keys = list(seat_keys.DEFAULT)
        self._changed()

    def handle(self, event: Input) -> None:
        if self._choosing is None:
            super().handle(event)
        elif isinstance(event, Key):
            if event.down:
                self._pressed(self._choosing, event.key)
        else:
            pressed = (isinstance(event, Pointer) and event.kind == "down") or (isinstance(event, Pad) and event.down)
            if pressed or isinstance(event, Unfocused):
                self._choose(None)
            if not isinstance(event, Pad):
                super().handle(event)

    def _pressed(self, what: What, code: int) -> None:
        settings = self.app.settings
        if code == pygame.K_ESCAPE:
            self._choose(None)
        elif isinstance(what, int):
            if sign := seat_keys.name_of(code, keys.at_the_table(settings.keys)):
                settings.seat_keys = seat_keys.changed(settings.seat_keys, what, sign)
                self._changed()
            else:
                self._refuse(
                    m(
                        "{key} can't be a seat's key because it is used elsewhere: choose another letter, digit or "
                        "sign.",
                        key=pygame.key.name(code) or m("that key"),
                    )
                )
        elif not (name := keys.name_of(code)):
            self._refuse(m("{key} can't be chosen here.", key=pygame.key.name(code) or m("that key")))
        elif (seat := settings.seat_with(code)) is not None:
            self._refuse(m("{key} is the key of seat {number}.", key=name, number=seat + 1))
        else:
            settings.keys = keys.change(settings.keys, what, code)
            self._changed()

    def _refuse(self, why: Message) -> None:
        self.app.say(why, refused=True)

    def _changed(self) -> None:
        self.app.save_settings()
        self._choose(None)

    def place(self) -> None:
        canvas = self.app.canvas()
        self.form.layout(canvas, self.sheet.inflate(-40 if self.sheet.width > 700 else -24, -20))
