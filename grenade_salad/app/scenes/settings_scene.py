"""The settings: every change counts at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

from grenade_salad.app import settings as keep
from grenade_salad.app.app import App
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Choice, Slider, Toggle

COUNTDOWNS = (3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 0.0)
V = TypeVar("V")

LANGUAGES = {"en": "English"}


class SettingsScene(SheetScene):
    """One form, in groups: motion, sound, window, table."""

    title = "Settings"
    widest = 860.0

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self.widgets, Scroll(self.sheet))
        self._motion()
        self._sound()
        self._window()
        self._table()
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
        facing = self._choice(
            ("one", "edges"),
            settings.facing,
            {"one": "all one way", "edges": "to their own edges"}.__getitem__,
            "facing",
        )
        self.form.add("Seats' panels face", facing, "To their own edges: for a screen that lies flat on the table.")

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
