"""The page of all keys, those of the seats and the others. Any can be changed."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import pygame

from grenade_salad.app.shell import keys, seat_keys
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.inputs import GamepadInput, Input, KeyInput, PointerInput, Unfocused, is_press
from grenade_salad.app.ui.meanings import KeyMeaning
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Message, Words, m

KeyTarget: TypeAlias = int | KeyMeaning
"""The use of a key: a seat, counted from 0, or a meaning."""

_PRESS = m("Press the new key (Esc: keep the old one)")
_TIP = m("Click or press Enter, then press the new key")


class KeysScene(PageScene):
    """Two groups of rows with a button for each key: press it, and then the new key."""

    title = m("Keys")
    widest = 860.0
    smallest = (427.0, 240.0)

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self._buttons: dict[KeyTarget, Button] = {}
        self._choosing: KeyTarget | None = None
        """The use that waits for a new key, or None."""
        self.form.add_heading(m("Seat keys"))
        for seat in range(seat_keys.SEATS):
            is_last = seat == seat_keys.SEATS - 1
            self._add_row(
                seat,
                m("Seat {number}", number=seat + 1),
                m("If another seat has that key, the two are swapped.") if is_last else "",
            )
        self.form.add_heading(m("All other keys"))
        for row in keys.BINDINGS:
            self._add_row(row.means, row.words)
        self.form.add_note(m("Arrows, Tab, Enter, Space and Esc stay as they are."))
        self.form.add_row("", Button(m("Reset all keys"), self._reset))
        self._select(None)
        self.widgets.set_focus(self._buttons[0])
        self.layout(self.size)

    def _add_row(self, target: KeyTarget, words: Message, help: Words = "") -> None:
        button = Button("", partial(self._select, target), tip=_TIP)
        self._buttons[target] = button
        self.form.add_row(words, button, help)

    def _current_key(self, target: KeyTarget) -> Words:
        settings = self.app.settings
        return settings.seat_key_name(target) if isinstance(target, int) else settings.key_name(target)

    def _select(self, target: KeyTarget | None) -> None:
        """Wait for a new key for `target`; None stops waiting."""
        self._choosing = target
        for row_target, button in self._buttons.items():
            button.words = _PRESS if row_target == target else self._current_key(row_target)
        self.dirty = True

    def _reset(self) -> None:
        self.app.settings.keys = {}
        self.app.settings.seat_keys = list(seat_keys.DEFAULT)
        self._save()

    def handle(self, event: Input) -> None:
        if self._choosing is None:
            super().handle(event)
        elif isinstance(event, KeyInput):
            if event.down:
                self._assign(self._choosing, event.key)
        else:
            is_pressed = isinstance(event, PointerInput | GamepadInput) and is_press(event)
            if is_pressed or isinstance(event, Unfocused):
                self._select(None)
            if not isinstance(event, GamepadInput):
                super().handle(event)

    def _assign(self, target: KeyTarget, code: int) -> None:
        settings = self.app.settings
        if code == pygame.K_ESCAPE:
            self._select(None)
        elif isinstance(target, int):
            if sign := seat_keys.key_name(code, keys.table_codes(settings.keys)):
                settings.seat_keys = seat_keys.assign_key(settings.seat_keys, target, sign)
                self._save()
            else:
                self._refuse(
                    m(
                        "{key} can't be a seat's key because it is used elsewhere: choose another letter, digit or "
                        "sign.",
                        key=pygame.key.name(code) or m("that key"),
                    )
                )
        elif not (name := keys.key_name(code)):
            self._refuse(m("{key} can't be chosen here.", key=pygame.key.name(code) or m("that key")))
        elif (seat := settings.find_seat(code)) is not None:
            self._refuse(m("{key} is the key of seat {number}.", key=name, number=seat + 1))
        else:
            settings.keys = keys.assign_key(settings.keys, target, code)
            self._save()

    def _refuse(self, reason: Message) -> None:
        self.app.say(reason, refused=True)

    def _save(self) -> None:
        self.app.save_settings()
        self._select(None)

    def place(self) -> None:
        canvas = self.app.canvas()
        self.form.layout(canvas, self.page_rect.inflate(-40 if self.page_rect.width > 700 else -24, -20))
