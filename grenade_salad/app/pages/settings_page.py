"""The page of the settings: every change counts at once and is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar, get_args

from grenade_salad.app.accessibility.ear_mode import Mode
from grenade_salad.app.pages.keys_page import KeysScene
from grenade_salad.app.seating import player_names
from grenade_salad.app.shell import seat_keys
from grenade_salad.app.shell import settings as settings_file
from grenade_salad.app.shell.dialog import Answer, Dialog, do_nothing
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.form import Form
from grenade_salad.app.ui.theme import BRASS, INK, INK_SOFT, PAPER_EDGE, ROW
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice, Slider, Toggle
from grenade_salad.core import discovery
from grenade_salad.text import Message, Words, languages, m

_SCANS = (0.0, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)
"""Seconds for which one switch highlights each thing; 0 is off."""
_COUNTDOWNS = (3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 0.0)
"""Seconds of a reaction window; 0 is until all have answered."""
# Translators: choices of "Ear mode"
_EARS: dict[Mode, Message] = {
    "auto": m("automatic", context="ear mode"),
    "on": m("on", context="ear mode"),
    "focus": m("on, and each line gets the focus"),
    "off": m("off", context="ear mode"),
}
Value = TypeVar("Value")


def _format_percent(percentage: float) -> Message:
    # Translators: a size, of 100%
    return m("{number:g}%", number=percentage)


def _language_name(code: str) -> Words:
    # Translators: a choice of "Language": that of the system
    return m("the system's") if code == "system" else languages.language_title(code)


class Tab(Button):
    """A button that opens a page; the page that is open is underlined."""

    chosen = False

    def accessible_node(self) -> AccessibleNode:
        return replace(self.make_node("switch", self.words), is_on=self.chosen)

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        self._draw_face(canvas, rect, INK if self.chosen or self.hovered else INK_SOFT)
        underline = Rect(rect.x + 4, rect.bottom - 4, rect.width - 8, 4 if self.chosen else 1.5)
        canvas.fill(underline, BRASS if self.chosen else PAPER_EDGE, 2)


class SettingsScene(PageScene):
    """Pages of rows: window, sound, the table, accessibility, and the rest."""

    title = m("Settings")
    widest = 860.0
    smallest = (427.0, 240.0)

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.page = 0
        """Index of the open page."""
        self._is_unfolded = False
        """True if the seats with unlimited time are listed."""
        self.pages: tuple[tuple[Message, Sequence[Callable[[], None]]], ...] = (
            # Translators: a page of the settings: the window of the program
            (m("Window"), (self._add_motion, self._add_window)),
            # Translators: a page of the settings
            (m("Sound"), (self._add_sound,)),
            (m("Around the table"), (self._add_table,)),
            (m("Accessibility"), (self._add_accessibility,)),
            # Translators: a page of the settings: keys, games by others, and all back to the start
            (m("More", context="settings"), (self._add_keys, self._add_plugins, self._add_reset)),
        )
        self.tabs = [
            self.widgets.add(Tab(words, partial(self.show, index))) for index, (words, _) in enumerate(self.pages)
        ]
        self.show(0)
        self.widgets.set_focus(next(item for item in self.widgets.items if item.scroll is not None and item.focusable))

    def show(self, page: int) -> None:
        """Open a page."""
        self.page = page
        self.widgets.remove([item for item in self.widgets.items if item.scroll is not None], self.tabs[page])
        self.widgets.scrolls.clear()
        self.form = Form(self.widgets, Scroll(self.page_rect))
        self.form.is_airy = True
        for index, tab in enumerate(self.tabs):
            tab.chosen = index == page
        for group in self.pages[page][1]:
            group()
        self.layout(self.size)
        self.dirty = True

    def _add_motion(self) -> None:
        settings = self.app.settings
        # Translators: a head in the settings
        self.form.add_heading(m("Animation"))
        speeds = get_args(settings_file.Speed)
        self.form.add_row(
            m("Animation speed"), self._make_choice(speeds, settings.speed, settings_file.SPEEDS.__getitem__, "speed")
        )
        self.form.add_row(
            "",
            self._make_toggle(m("Reduced motion"), "reduced_motion"),
            m("Nothing shakes, tumbles or slides: things simply appear and disappear."),
        )
        self.form.add_row(
            "",
            # Translators: a setting: what the camera does when several soldiers die at once
            self._make_toggle(m("Go near when several fall"), "near_looks"),
            m("In Grenade Salad, for a second. Not with fast animation or reduced motion."),
        )

    def _add_sound(self) -> None:
        """Add the volumes, each of which is heard when it changes."""
        audio = self.app.audio
        volume = self._make_volume("volume", partial(audio.play, "pick"))
        self.form.add_row(m("Volume"), volume, audio.silent_reason)
        # Translators: a volume: background sounds of a room
        self.form.add_row(m("Room ambience"), self._make_volume("room_volume", audio.start_ambience))
        music = self._make_volume("music_volume", partial(audio.tune, "theme_start"))
        self.form.add_row(m("Music"), music, m("A tune when a match begins and when it ends."))
        self.form.add_row("", self._make_toggle(m("Mute"), "mute"))

    def _make_volume(self, name: str, on_change: Callable[[], None]) -> Slider:
        """Return a slider for a setting from 0 to 1, as a percentage."""

        def set_volume(value: float) -> None:
            setattr(self.app.settings, name, value / 100)
            self._save()
            on_change()

        percentage = round(getattr(self.app.settings, name) * 100)
        return Slider(0, 100, 5, percentage, set_volume, format_value=_format_percent)

    def _add_window(self) -> None:
        settings = self.app.settings
        # Translators: a head in the settings: the window of the program
        self.form.add_heading(m("Window"))
        scales = sorted({*settings_file.SCALES, settings.scale})
        scale = self._make_choice(scales, settings.scale, _format_percent, "scale")
        self.form.add_row(
            m("Interface size"),
            scale,
            m("Full screens stay a little smaller."),
            m("As large as fits: a screen that needs more room is shown smaller."),
        )
        full = Toggle(
            m("Full screen ({key})", key=settings.key_name("full_screen")),
            settings.full_screen,
            self.app.set_full_screen,
        )
        self.form.add_row("", full)
        self.form.add_row(
            "",
            self._make_toggle(m("Hatched colours"), "hatching"),
            m("Tell soldiers and seats apart without relying on colour."),
        )
        self.form.add_row(
            "",
            self._make_toggle(m("Lengths in millimetres"), "millimetres"),
            m("Instead of tiles."),
            m("Then figures that help nobody aim are told, too. Replays and the judge always tell them."),
        )
        codes = ["system", *languages.available()]
        code = settings.language if settings.language in codes else "system"
        wording_note = m("Wrong word? Press {key} on any screen and choose it.", key=settings.key_name("wrong_word"))
        self.form.add_row(m("Language"), self._make_choice(codes, code, _language_name, "language"), wording_note)

    def _add_table(self) -> None:
        settings = self.app.settings
        countdowns = sorted({*_COUNTDOWNS, settings.countdown}, key=lambda seconds: seconds or 1e9)
        countdown = self._make_choice(
            countdowns,
            settings.countdown,
            # Translators: a choice of "Time to react"
            lambda seconds: m("{seconds:g} seconds", seconds=seconds) if seconds else m("until all have answered"),
            "countdown",
        )
        self.form.add_row(m("Time to react"), countdown, m("How much time everybody gets to play a mine or a Cancel."))
        self.form.add_row(
            "",
            self._make_toggle(m("Hands on phones only"), "hands_on_phones"),
            m("Everybody needs a phone."),
        )
        self.form.add_row(
            "",
            self._make_toggle(m("Covers open with one press"), "cover_by_press"),
            m("Press again to close them."),
            m("Otherwise they stay open only while a key or the pointer is held."),
        )
        self.form.add_row(
            "",
            self._make_toggle(m("A guessing game for those who are out"), "guesses"),
            m("Just for fun."),
            m("Press your own panel and guess who falls next. Nothing in the game depends on it."),
        )
        self.form.add_row(
            "",
            self._make_toggle(m("Ask me only when I can answer"), "pass_with_nothing"),
            m("Only if you play alone with machines."),
            m("With other people, the pause is the same for all: it would tell who holds an answer."),
        )
        levels = self._make_choice(
            player_names.offered_hint_levels(settings.hint_level),
            settings.hint_level,
            player_names.LEVELS.__getitem__,
            "hint_level",
        )
        self.form.add_row(
            # Translators: before the name of a machine player, as in Expert
            m("Hints come from"),
            levels,
            m("Advice on what to do ({key}).", key=settings.key_name("hint")),
            m("From this machine, or from the best one that the game has."),
        )
        facing = self._make_choice(
            ("one", "edges"),
            settings.facing,
            # Translators: a choice of "Seat panels face": all panels the same way up; a choice of "Seat panels face"
            {"one": m("all one way"), "edges": m("to their own edges")}.__getitem__,
            "facing",
        )
        self.form.add_row(
            m("Seat panels face"), facing, m("To their own edges: for a screen that lies flat on the table.")
        )

    def _add_accessibility(self) -> None:
        """Add the settings that some people need in order to play."""
        settings = self.app.settings
        self.form.add_row(
            "",
            self._make_toggle(m("Captions for sounds"), "captions"),
            m("Sounds are written at the bottom edge, even when muted."),
        )
        ears = self._make_choice(("auto", "on", "focus", "off"), settings.ears, _EARS.__getitem__, "ears")
        self.form.add_row(
            # Translators: a setting: the program speaks to somebody who does not see it
            m("Ear mode"),
            ears,
            m("For screen readers: few words, and no hurry."),
            m(
                "Automatic: when a screen reader listens. It says one line after another. Some readers say only what "
                "has the focus: for them, each line can get it."
            ),
        )
        self.form.add_row("", self._make_toggle(m("Mono (the same in both ears)"), "mono"))
        scan = self._make_choice(
            sorted({*_SCANS, settings.scan}),
            settings.scan,
            # Translators: a choice of "One switch": how long each thing is highlighted
            lambda seconds: m("{seconds:g} seconds each", seconds=seconds) if seconds else m("off", context="a switch"),
            "scan",
        )
        self.form.add_row(
            # Translators: a setting, after its tooltip's text: playing with a single switch
            m("One switch"),
            scan,
            m("Choices light up one by one: press when yours is lit."),
            m("Press Space, Enter, A on a gamepad or the left mouse button. Screen readers need no setting."),
        )
        self._add_unhurried()

    def _add_unhurried(self) -> None:
        """Add the seats with unlimited time: one row, and one a seat while unfolded."""
        self._fold = Button("", self._toggle_unhurried, icon="arrow-up" if self._is_unfolded else "arrow-down")
        self._update_unhurried_words()
        self.form.add_row("", self._fold)
        for seat in range(seat_keys.SEATS if self._is_unfolded else 0):
            words = m("Seat {number} has unlimited time to react", number=seat + 1)
            self.form.add_row(
                "", Toggle(words, seat in self.app.settings.unhurried, partial(self._set_unhurried, seat))
            )

    def _update_unhurried_words(self) -> None:
        seats = [str(seat + 1) for seat in self.app.settings.unhurried]
        # Translators: a button that shows the seats; {seats} are their numbers
        words = m(
            "Who needs more time? Seat {seats:,}",
            "Who needs more time? Seats {seats:,}",
            n=len(seats),
            seats=seats,
        )
        self._fold.words = words if seats else m("Who needs more time? Nobody")

    def _toggle_unhurried(self) -> None:
        self._is_unfolded = not self._is_unfolded
        offset = self.form.scroll.offset
        self.show(self.page)
        self.form.scroll.scroll_by(offset)
        self.widgets.set_focus(self._fold)

    def _set_unhurried(self, seat: int, on: bool) -> None:
        seats = [unhurried_seat for unhurried_seat in self.app.settings.unhurried if unhurried_seat != seat]
        self.app.settings.unhurried = sorted([*seats, seat] if on else seats)
        self._update_unhurried_words()
        self._save()

    def _add_keys(self) -> None:
        self.form.add_heading(m("Keys"))
        words = m("All keys")
        self.form.add_row("", Button(words, lambda: self.app.push(KeysScene(self.app)), icon="arrow-right"))

    def _add_plugins(self) -> None:
        folders = discovery.game_folders(str(self.app.data_folder))
        if not folders:
            return
        self.form.add_heading(m("Games by others"))
        self.form.add_row(
            "",
            self._make_toggle(m("Run games by others"), "guest_games"),
            m(
                (
                    "Such a game is somebody else's program: it can do anything you can do on this computer. "
                    "Only use games from people you trust. This setting takes effect the next time the "
                    "program starts. The folder: {folder}"
                ),
                folder=folders[-1],
            ),
        )

    def _add_reset(self) -> None:
        self.form.add_heading(m("Start over"))
        words = m("Reset all settings")
        help = m("Names, faces, house rules and keys stay, and so do your matches.")
        self.form.add_row("", Button(words, self._ask_to_reset, icon="rotate-cw"), help)

    def _ask_to_reset(self) -> None:
        answers = [
            Answer(m("Keep them"), do_nothing, "main", back=True),
            Answer(m("Reset"), self._reset_settings, "danger", "rotate-cw"),
        ]
        explanation = m("Window, sound, table and accessibility go back to how they were at first.")
        self.app.push(Dialog(self.app, m("Reset all settings?"), explanation, answers))

    def _reset_settings(self) -> None:
        if self.app.settings.full_screen:
            self.app.set_full_screen(False)
        self.app.settings.reset()
        self._save()
        self.show(self.page)

    def _make_choice(
        self, values: Sequence[Value], current: Value, format_value: Callable[[Value], Words], name: str
    ) -> Choice:
        """Return a choice among the values of a setting."""

        def choose(index: int) -> None:
            setattr(self.app.settings, name, values[index])
            self._save()

        return Choice([format_value(value) for value in values], list(values).index(current), choose)

    def _make_toggle(self, words: Words, name: str) -> Toggle:
        """Return a switch for a setting."""

        def switch(on: bool) -> None:
            setattr(self.app.settings, name, on)
            self._save()

        return Toggle(words, bool(getattr(self.app.settings, name)), switch)

    def _save(self) -> None:
        self.app.save_settings()
        self.dirty = True

    def draw_page(self, canvas: Canvas) -> None:
        super().draw_page(canvas)
        self.form.draw_lines(canvas)

    def place(self) -> None:
        canvas, page = self.app.canvas(), self.page_rect
        tab_width = (page.width - 24) / len(self.tabs)
        for index, tab in enumerate(self.tabs):
            tab.rect = Rect(page.x + 12 + index * tab_width, page.y + 8, tab_width, ROW)
        inner = page.inflate(-40 if page.width > 700 else -24, 0)
        self.form.layout(canvas, Rect(inner.x, page.y + ROW + 18, inner.width, page.height - ROW - 28))
