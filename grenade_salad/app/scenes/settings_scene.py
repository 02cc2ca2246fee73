"""The settings: every change counts at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar, get_args

import pygame

from grenade_salad.app import seat_keys
from grenade_salad.app import settings as keep
from grenade_salad.app.app import App
from grenade_salad.app.scenes import hints
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, Unfocused
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice, Slider, Toggle

COUNTDOWNS = (3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 0.0)
V = TypeVar("V")

LANGUAGES = {"en": "English"}


class SettingsScene(SheetScene):
    """One form, in groups: motion, sound, window, table, keys of the seats."""

    title = "Settings"
    widest = 860.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self.widgets, Scroll(self.sheet))
        self._key_buttons: list[Button] = []
        self._choosing: int | None = None
        self._motion()
        self._sound()
        self._window()
        self._table()
        self._keys()
        self.widgets.set_focus(next(item for item in self.widgets.items if item.scroll is not None and item.focusable))
        self.layout(self.size)

    def _motion(self) -> None:
        settings = self.app.settings
        self.form.heading("Motion")
        speeds = get_args(keep.Speed)
        self.form.add(
            "Speed of what moves", self._choice(speeds, settings.speed, lambda one: one.capitalize(), "speed")
        )
        self.form.add(
            "",
            self._toggle("Reduced motion", "reduced_motion"),
            "Nothing shakes, tumbles or slides: things just come and go.",
        )

    def _sound(self) -> None:
        settings = self.app.settings
        self.form.heading("Sound")

        def louder(value: float) -> None:
            settings.volume = value / 100
            self._changed()
            self.app.audio.play("pick")

        volume = Slider(0, 100, 5, round(settings.volume * 100), louder, shown="{:g} %".format)
        self.form.add("Volume", volume, self.app.audio.silent.capitalize())
        self.form.add("", self._toggle("Mute", "mute"))

    def _window(self) -> None:
        settings = self.app.settings
        self.form.heading("Window")
        scales = sorted({*keep.SCALES, settings.scale})
        scale = self._choice(scales, settings.scale, "{} %".format, "scale")
        self.form.add("Size of everything", scale, "As large as fits: a scene that needs more room is shown smaller.")
        full = Toggle("Full screen (F11)", settings.full_screen, self.app.set_full_screen)
        self.form.add("", full)
        self.form.add(
            "", self._toggle("Hatched colours", "hatching"), "Soldiers and seats are told apart without their colours."
        )
        self.form.add("Language", self._choice(list(LANGUAGES), settings.language, LANGUAGES.__getitem__, "language"))

    def _table(self) -> None:
        settings = self.app.settings
        self.form.heading("Around the table")
        countdowns = sorted({*COUNTDOWNS, settings.countdown}, key=lambda seconds: seconds or 1e9)
        countdown = self._choice(
            countdowns,
            settings.countdown,
            lambda seconds: f"{seconds:g} seconds" if seconds else "until all answered",
            "countdown",
        )
        self.form.add("Time to react", countdown, "How long everybody may think about a mine or a Cancel.")
        levels = self._choice(hints.LEVELS, settings.hint_level, str.capitalize, "hint_level")
        self.form.add("Hints are by", levels, "What would you do? (H): by this machine, or the best that a game has.")
        facing = self._choice(
            ("one", "edges"),
            settings.facing,
            {"one": "all one way", "edges": "to their own edges"}.__getitem__,
            "facing",
        )
        self.form.add("Seats' panels face", facing, "To their own edges: for a screen that lies flat on the table.")

    def _keys(self) -> None:
        self.form.heading("Keys of the seats")
        for seat in range(seat_keys.SEATS):
            button = Button("", partial(self._choose_key, seat), tip="Press Enter or click, and then the new key")
            self._key_buttons.append(button)
            last = seat == seat_keys.SEATS - 1
            self.form.add(f"Seat {seat + 1}", button, "A key that another seat has is swapped with it." if last else "")
        self._choose_key(None)

    def _choose_key(self, seat: int | None) -> None:
        """Wait for the new key of a seat, or no longer."""
        self._choosing = seat
        for other, button in enumerate(self._key_buttons):
            chosen = other == seat
            button.words = "Press the new key (Esc: as it was)" if chosen else self.app.settings.seat_key_words(other)
        self.dirty = True

    def handle(self, event: Input) -> None:
        if self._choosing is None:
            super().handle(event)
        elif isinstance(event, Key):
            if event.down and not event.repeat:
                self._key_pressed(self._choosing, event.key)
        else:
            pressed = (isinstance(event, Pointer) and event.kind == "down") or (isinstance(event, Pad) and event.down)
            if pressed or isinstance(event, Unfocused):
                self._choose_key(None)
            if not isinstance(event, Pad):
                super().handle(event)

    def _key_pressed(self, seat: int, code: int) -> None:
        if code != pygame.K_ESCAPE:
            name = seat_keys.name_of(code)
            if not name:
                called = pygame.key.name(code).capitalize() or "That key"
                words = f"{called} cannot be a seat's key, it is needed elsewhere: take another letter, digit or sign."
                self.app.say(words, refused=True)
                return
            self.app.settings.seat_keys = seat_keys.changed(self.app.settings.seat_keys, seat, name)
            self._changed()
        self._choose_key(None)

    def _choice(self, values: Sequence[V], now: V, shown: Callable[[V], str], name: str) -> Choice:
        def chosen(index: int) -> None:
            setattr(self.app.settings, name, values[index])
            self._changed()

        return Choice([shown(value) for value in values], list(values).index(now), chosen)

    def _toggle(self, words: str, name: str) -> Toggle:
        def switched(on: bool) -> None:
            setattr(self.app.settings, name, on)
            self._changed()

        return Toggle(words, bool(getattr(self.app.settings, name)), switched)

    def _changed(self) -> None:
        self.app.save_settings()

    def place(self) -> None:
        canvas = Canvas(self.app.screen, self.app.factor)
        self.form.layout(canvas, self.sheet.inflate(-40 if self.sheet.width > 700 else -24, -20))
