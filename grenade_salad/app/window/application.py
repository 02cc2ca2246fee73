"""The window, its stack of scenes, and the loop.

Tests drive it frame by frame, with real events.
"""

from __future__ import annotations

import gc
import sys
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from grenade_salad.app.accessibility.ear_mode import EarMode
from grenade_salad.app.accessibility.switch_scan import Scan
from grenade_salad.app.accessibility.tree import Tree
from grenade_salad.app.pages import wording_page
from grenade_salad.app.shell import keys
from grenade_salad.app.shell import settings as settings_file
from grenade_salad.app.shell.audio import Audio, Effect
from grenade_salad.app.shell.captions import Captions
from grenade_salad.app.shell.input_translator import TextInput, Translator
from grenade_salad.app.shell.scene import Scene, visible_scenes
from grenade_salad.app.ui import messages, missing_files, pictures, shapes, text
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.dust import Dust
from grenade_salad.app.ui.inputs import (
    AssistiveInput,
    GamepadInput,
    Input,
    KeyInput,
    KeyRepeat,
    PointerInput,
    is_press,
    read_command,
)
from grenade_salad.app.ui.theme import DESIGN, NARROWEST, is_tall_window
from grenade_salad.app.window import display
from grenade_salad.app.window.crash_guard import CrashGuard
from grenade_salad.quarantine.process import Quarantine
from grenade_salad.system import private_files
from grenade_salad.text import Message, Words, languages, m, say
from grenade_salad.text.say import language, use_language, use_region, use_tile

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from grenade_salad.boxes.opened_boxes import OpenedBoxes
    from grenade_salad.journal.journal import Journal
    from grenade_salad.session.match_analysis import MatchAnalysis
    from grenade_salad.web.host import PhoneHost

FPS = 60
"""Frames a second while something moves."""
IDLE_FPS = 30
"""Frames a second while nothing moves."""
_REPEAT_DELAY, _REPEAT_INTERVAL = 400, 60
"""Milliseconds until a held key repeats, and between two repeats."""
_WARNING_SECONDS = 12.0
"""Seconds for a warning, which is long and may be read once only."""
_CAPTION_MARGIN, _SCAN_HEIGHT = 8.0, 46.0
"""Units below the captions, and of the name of what one switch would do."""
_PORTRAIT_HEIGHT = 1100.0
"""Minimum height in units of a portrait canvas at 100 %, if its scenes fit."""
_SMALLEST_WINDOW = 64
"""Side of a window in pixels below which only the table is drawn."""
_MIN_FACTOR = 0.05
"""Minimum pixels of a unit."""
SLICE_SECONDS = 0.012
"""Seconds of each frame in which pictures of later frames are drawn."""
_MAX_FRAME_TIME = 0.1
"""Maximum seconds that a frame counts, so that nothing jumps after a pause."""

_WINDOW_EVENTS = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)


class App:
    """The window with its scenes, and the context that they use.

    `data` is the folder given with --data, or None. `window` is the size of the window in pixels; None restores the
    last one, or takes the largest that the desktop allows.

    Raises pygame.error if no window can be opened.
    """

    def __init__(self, data: Path | None = None, window: tuple[int, int] | None = (1280, 720)) -> None:
        self.folder = data or private_files.settings_folder()
        self.data = data
        self.settings, warning = settings_file.load(self.folder)
        self.stack: list[Scene] = []
        self._apply_language()
        if not pygame.display.get_init():
            forget_caches()
            missing_files.forget()
        display.initialize()
        self._saves_window_size = window is None
        """True if the size of the window is saved at the end."""
        self._window_size = window or display.window_size(self.settings.window)
        self.screen, self.reader = display.show_window(self._window_size, self.settings.full_screen)
        self.ear = EarMode(self.reader, lambda: self.settings.ears)
        self.audio = Audio(self.settings)
        self.captions = Captions()
        self.scan = Scan()
        self.dust = Dust()
        self._translator = Translator()
        self._text_input = TextInput(self._translator)
        self._follow_settings()
        self.messages = messages.Messages()
        self.running = True
        self.worker: Callable[[], Executor] = make_thread_executor
        """Creates the executor for the background work of a match: a thread."""
        self.thinker: Callable[[], Executor] = make_process_executor
        """Creates the executor for machine players; its tasks must be picklable."""
        self.analyses: dict[tuple[int, int], MatchAnalysis] = {}
        """Analyses of finished matches, by id in the journal and number of lines."""
        self.phones: PhoneHost | None = None
        """The server for phones, while the host wants it."""
        self.slice_seconds = inf
        """Seconds of a frame in which pictures are drawn that later frames need.

        Without a limit each frame is whole, as tests and films want it; the window that people see has one.
        """
        self.frames_drawn = 0
        self.factor = 1.0
        """Pixels of a logical unit."""
        self.size: tuple[float, float] = DESIGN
        """The size of the canvas, in logical units."""
        self.crash_guard = CrashGuard(self)
        self._events: deque[pygame.event.Event] = deque()
        """Events that are not handled yet: an exception leaves those after its own."""
        self.quarantine = Quarantine()
        """The process in which files of strangers are read; it starts with the first."""
        self._opened_boxes: OpenedBoxes | None = None
        self._dropped: list[Path] | None = None
        """Files that are being dropped together, until the last one is here."""
        self._journal: Journal | None = None
        self._no_journal = False
        """True if the journal cannot be opened."""
        self._warnings_shown = 0
        """The number of the journal's warnings that were shown."""
        self._dirty = True
        """True if the window must be drawn again."""
        self._should_free_memory = False
        """True if memory is returned to the system after the next frame that is drawn."""
        self._last_drawn: Scene | None = None
        """The scene that alone drew what the window shows, or None."""
        self.fit()
        pygame.key.set_repeat(_REPEAT_DELAY, _REPEAT_INTERVAL)
        if warning:
            print(say(warning), file=sys.stderr)
            self.say(warning, seconds=_WARNING_SECONDS)

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.stack[-1]

    def push(self, scene: Scene) -> None:
        """Show a scene on top of the others. Held keys and buttons count as released."""
        if self.stack:
            self.scene.handle(messages.RELEASE)
        self.stack.append(scene)
        self._enter()

    def replace(self, scene: Scene) -> None:
        """Show a scene in place of the one on top."""
        self._drop()
        self.push(scene)

    def pop(self) -> None:
        """Leave the scene on top; the last one stays."""
        if len(self.stack) > 1:
            self._drop()
            self._enter()

    def home(self) -> None:
        """Leave all scenes but the first."""
        while len(self.stack) > 1:
            self._drop()
        self._enter()

    def quit(self) -> None:
        """End the loop after this frame."""
        self.running = False

    @property
    def held_keys(self) -> Collection[int]:
        """The keys that are down (pygame.K_*)."""
        return self._translator.held

    def _drop(self) -> None:
        if self.stack:
            scene = self.stack.pop()
            scene.widgets.handle(messages.RELEASE)
            scene.on_left()
            self._should_free_memory |= scene.holds_much_memory

    def _enter(self) -> None:
        self._translator.ignore_held()
        self._apply_tile()
        self.fit()
        self.scene.on_entered()
        self._dirty = True

    # Messages and pages

    def say(self, words: Words, *, refused: bool = False, seconds: float = 5.0, drawn: bool = True) -> None:
        """Show a line for some seconds.

        With `refused`, it is the reason why something cannot be done. If it is not `drawn`, only screen readers get it,
        as the scene already shows it.
        """
        self.messages.add(say(words), seconds, is_refusal=refused, is_drawn=drawn)
        # The topmost scene that can reads it aloud, and no other.
        any(scene.narrates_message(say(words), is_refusal=refused) for scene in reversed(self.stack))
        if refused:
            self.audio.play("refuse")
        self._dirty = True

    @property
    def is_listened_to(self) -> bool:
        """True if a person listens to the window."""
        return self.ear.is_on

    def on_focus_returned(self) -> None:
        """Handle that the focus of the scene went back by itself to where it was."""
        self.ear.on_focus_returned(self.scene.widgets.focus)

    def write_report(self, error: BaseException, location: str) -> Message:
        """Write a crash report about `error` and return a sentence with its path.

        `location` says in words where the error occurred.
        """
        return self.crash_guard.write_report(error, location)

    def open_file(self, file: Path) -> None:
        """Open a file or folder that was dropped, whatever it is: the first screen can."""
        self.stack[0].on_file_dropped(file)

    def open_rules(self, page: str = "") -> None:
        """Show the rules: `page` is a game, or a game and a rule, as in "wheel#WH-06"."""
        from grenade_salad.app.pages.rules_page import RulesScene

        self.push(RulesScene(self, page))

    def watch(self, match_id: int, *, graph: bool = False) -> None:
        """Show the replay of a match in the journal, or say why not.

        With `graph`, its graph is open.
        """
        from grenade_salad.app.history.replay import watch

        watch(self, match_id, graph=graph)

    def show_mistakes(self, match_id: int) -> None:
        """Look for mistakes in a match of the journal, and ask them as puzzles."""
        from grenade_salad.app.puzzles import mistakes

        mistakes.search_match(self, match_id)

    def show_scenarios(self, person: str) -> None:
        """Show the page of positions with a goal, with the stars of this person."""
        from grenade_salad.app.scenarios.scenarios_scene import ScenariosScene

        self.push(ScenariosScene(self, person))

    # Window and files

    def _apply_language(self) -> None:
        """Apply the language of the settings, and lay out all scenes again if it is new."""
        locales = pygame.system.get_pref_locales()
        preferred = ["-".join(filter(None, (locale["language"], locale["country"]))) for locale in locales]
        use_region(languages.system_region(fallback=preferred))
        code = languages.setting_language(self.settings.language, preferred)
        if code != language():
            use_language(code)
            forget_caches()
            for scene in self.stack:
                scene.layout(scene.size)
                scene.dirty = True

    def _apply_tile(self) -> None:
        """Tell lengths in the tile of the visible scene, or as the settings say."""
        width = visible_scenes(self.stack)[0].tile_width if self.stack else None
        use_tile(None if self.settings.millimetres else width)

    def save_settings(self) -> None:
        """Save the settings and apply them."""
        self._apply_language()
        self._apply_tile()
        self._follow_settings()
        if trouble := settings_file.save(self.settings, self.folder):
            self.say(trouble)
        self.fit()

    def save_at_exit(self) -> Words:
        """Save the settings and the window's size at the end.

        Returns why they could not be saved, empty if they were.
        """
        if self._saves_window_size:
            self.settings.window = list(self._window_size if self.settings.full_screen else self.screen.get_size())
        return settings_file.save(self.settings, self.folder)

    @property
    def journal(self) -> Journal | None:
        """The journal of all matches, or None if it cannot be opened, which is said once."""
        if self._journal is None and not self._no_journal:
            from threading import Thread

            from grenade_salad.journal.database import JournalError
            from grenade_salad.journal.journal import open_journal

            try:
                self._journal = open_journal(self.data_folder)
            except JournalError as error:
                self._no_journal = True
                self._warn(say(m("{why}; matches are not being saved", why=str(error))))
            else:
                self._show_journal_warnings()
                if self._journal.is_writable:
                    Thread(target=self._journal.make_backup, name="copy of the day", daemon=True).start()
        return self._journal

    def _show_journal_warnings(self) -> None:
        """Show each warning of the journal once."""
        if self._journal is not None:
            for warning in self._journal.warnings[self._warnings_shown :]:
                self._warn(warning)
                self._warnings_shown += 1

    def _warn(self, warning: str) -> None:
        print(warning, file=sys.stderr)
        self.say(f"{warning}.", seconds=_WARNING_SECONDS)

    @property
    def opened_boxes(self) -> OpenedBoxes:
        """Boxes of the open table that were opened since the program began."""
        if self._opened_boxes is None:
            from grenade_salad.boxes.opened_boxes import OpenedBoxes  # It takes time, and most evenings have none.
            from grenade_salad.boxes.saved_answers import load_answers
            from grenade_salad.quarantine.boxes import open_in_quarantine

            answers = load_answers(self.data_folder)
            self._opened_boxes = OpenedBoxes(partial(open_in_quarantine, self.quarantine), answers)
        return self._opened_boxes

    @property
    def data_folder(self) -> Path:
        """The folder of matches and crash reports."""
        return self.data or private_files.data_folder()

    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or go back to a window of the previous size."""
        if on and not self.settings.full_screen:
            self._window_size = self.screen.get_size()
        self.settings.full_screen = on
        self.screen = display.open_window(self._window_size, on)
        self.save_settings()

    def canvas(self) -> Canvas:
        """Return a canvas to measure with."""
        return Canvas(self.screen, self.factor)

    def fit(self) -> None:
        """Lay out the visible scenes for the size of the window.

        The scale of the settings is reduced if a scene needs more space.
        """
        width, height = (max(side, _SMALLEST_WINDOW) for side in self.screen.get_size())
        in_rows = is_tall_window((width, height))
        scenes = visible_scenes(self.stack)
        smallest = [(in_rows and scene.smallest_portrait) or scene.smallest for scene in scenes] or [DESIGN]
        min_width, min_height = (max(sides) for sides in zip(*smallest, strict=True))
        narrowest_scene = max((scene.narrowest for scene in scenes if not scene.is_overlay), default=NARROWEST)
        narrowest = max(narrowest_scene, min(NARROWEST, _PORTRAIT_HEIGHT * width / height))
        fit = min(width / narrowest, height / DESIGN[1]) * self.settings.scale / 100
        self.factor = max(_MIN_FACTOR, min(fit, width / min_width, height / min_height))
        self.size = (width / self.factor, height / self.factor)
        for scene in scenes:
            scene.size = self.size
            scene.layout(self.size)
            scene.dirty = True
        self._dirty = True
        self._last_drawn = None

    # The loop

    def run(self) -> None:
        """Run the loop until the user quits."""
        clock = pygame.time.Clock()
        while self.running:
            self.crash_guard.frame(clock)

    @property
    def frame_rate(self) -> int:
        """The wanted frames per second."""
        return FPS if self._is_animating else IDLE_FPS

    @property
    def _is_animating(self) -> bool:
        return self.scene.is_animating or self.messages.is_fading

    def frame(self, dt: float = 1 / FPS) -> None:
        """Handle what people did, let time pass, and draw if anything has changed."""
        self._events.extend(pygame.event.get())
        while self._events:
            self._handle_event(self._events.popleft())
        self._translator.end_frame()
        for request in self.reader.take_requests():
            self._handle_input(request)
        dt = min(dt, _MAX_FRAME_TIME)
        self._update_scan(dt)
        self._show_journal_warnings()
        if self.phones is not None:
            self.phones.update(dt)
        self.scene.update(dt)
        self._dirty = self.messages.update(dt) or self._dirty
        self._text_input.follow(self.scene.widgets.text_field, self.factor)
        changed = self._dirty or self.scene.dirty or self._is_animating
        if changed:
            self.draw()
            self.scene.on_drawn()
            if (message := missing_files.take_warning()) is not None:
                self._warn(say(message))
            if self._should_free_memory:
                self._should_free_memory = False
                free_memory()
        elif self.dust.drift(self.screen, self.factor, self.scene.air, self.frames_drawn, dt):
            self._last_drawn = None
        self.ear.update(self.stack, changed, self.tree, self.factor, dt)

    def _follow_settings(self) -> None:
        self._translator.meanings = keys.meanings_by_code(self.settings.keys)
        self._translator.seat_keys = self.settings.seat_codes
        self.audio.apply_settings(self.settings)
        self.audio.caption = self._caption if self.settings.captions else None

    def _caption(self, name: Effect, pan: float) -> None:
        self.captions.add(name, pan)
        self._dirty = True

    def _update_scan(self, dt: float) -> None:
        """With one switch, highlight the next item at regular intervals."""
        self._dirty = self.captions.update(dt) or self._dirty
        if self.settings.scan and (request := self.scan.update(dt, self.settings.scan, self.tree)) is not None:
            self._apply_input(request)

    def tree(self) -> Tree:
        """Return the tree for screen readers of what is shown."""
        return self.ear.build_tree(self.stack, self.messages)

    def draw(self) -> None:
        """Draw the scenes, starting from the topmost one that is not an overlay."""
        self._dirty = False
        self.frames_drawn += 1
        if min(self.screen.get_size()) >= _SMALLEST_WINDOW:
            self._draw_scenes()
        else:
            self._draw_table()
        pygame.display.flip()

    def _draw_table(self) -> None:
        self.screen.blit(shapes.table(self.screen.get_size()), (0, 0))

    def _draw_scenes(self) -> None:
        scenes = visible_scenes(self.stack)
        canvas = Canvas(self.screen, self.factor, is_untouched=self._last_drawn is scenes[0])
        self._last_drawn = scenes[0] if len(scenes) == 1 else None
        if not scenes[0].draws_table:
            self._draw_table()
        for scene in scenes:
            scene.draw(canvas)
            scene.draw_above(canvas)
            scene.dirty = False
        words, rect, above = self.scene.widgets.tip()
        if words:
            widgets = self.scene.widgets
            avoid, text = widgets.usable_boxes(), widgets.text_boxes()
            messages.draw_tip(canvas, words, rect, above=above, avoid=avoid, text=text)
        if self.messages.lines:
            self.messages.draw(canvas, self.scene.toasts_top, self.scene.protected_areas)
        self.captions.draw(canvas, _CAPTION_MARGIN + (_SCAN_HEIGHT if self.settings.scan else 0.0))
        if self.settings.scan:
            self.scan.draw(canvas, self.tree())
        if words or self.messages.lines or self.captions.words or self.settings.scan:
            self._last_drawn = None

    def close(self) -> None:
        """Leave all scenes, and close the window."""
        self.leave()
        forget_caches()
        pygame.quit()

    def leave(self) -> None:
        """Leave all scenes and release everything but the window, for the next app."""
        self.crash_guard.watch.close()
        if self.phones is not None:
            self.phones.close()
        while self.stack:
            self.crash_guard.leave_scene(self.stack.pop())
        if trouble := self.save_at_exit():
            print(say(trouble), file=sys.stderr)
        if self._journal is not None:
            self._journal.close()
        self.quarantine.close()
        self.audio.close()

    # Events

    def forget_events(self) -> None:
        """Discard inputs to scenes that have been left, except closing the window."""
        if any(event.type == pygame.QUIT for event in self._events):
            self.quit()
        for event in self._events:
            for _ in self._translator.translate(event, self.factor, self.screen.get_size()):
                pass  # The translator must still know which keys and buttons are held.
        self._events.clear()
        self._follow_window_size()

    def _open_dropped(self) -> None:
        """Open what was dropped: one file, or several pictures as a deck.

        Those are copied into a folder of the data folder, in a thread, since there may be many.
        """
        files, self._dropped = self._dropped or [], None
        if len(files) == 1 or any(scene.journaled_match() is not None for scene in self.stack):
            for file in files[:1]:
                self.scene.on_file_dropped(file)
        elif files:
            from threading import Thread

            Thread(target=_gather_dropped, args=(files, self.data_folder), name="dropped files", daemon=True).start()

    def _handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in _WINDOW_EVENTS:
            self._follow_window_size()
        elif event.type == pygame.DROPBEGIN:
            self._dropped = []
        elif event.type == pygame.DROPFILE:
            if self._dropped is None:
                self.scene.on_file_dropped(Path(event.file))
            else:
                self._dropped.append(Path(event.file))
        elif event.type == pygame.DROPCOMPLETE:
            self._open_dropped()
        elif event.type == pygame.JOYDEVICEADDED:
            self._translator.open_gamepad(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            for translated in self._translator.forget_gamepad(event.instance_id):
                self._handle_input(translated)
        else:
            if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
                self.reader.focus_window(event.type == pygame.WINDOWFOCUSGAINED)
            for translated in self._translator.translate(event, self.factor, self.screen.get_size()):
                self._handle_input(translated)

    def _follow_window_size(self) -> None:
        surface = pygame.display.get_surface()
        self._dirty = True
        if surface is not None and (surface is not self.screen or surface.get_size() != self._drawn_size()):
            self.screen = surface
            self.fit()

    def _drawn_size(self) -> tuple[int, int]:
        return round(self.size[0] * self.factor), round(self.size[1] * self.factor)

    def _handle_input(self, event: Input) -> None:
        """Handle an input. The single switch, if set, only does what is highlighted."""
        switched = self.scan.read_switch(event) if self.settings.scan else None
        if switched is None:
            self._apply_input(event)
        elif switched and (request := self.scan.press(self.tree())) is not None:
            self._apply_input(request)

    def _apply_input(self, event: Input) -> None:
        if isinstance(event, KeyInput) and event.down and self._handle_hot_key(event):
            return
        if isinstance(event, KeyInput | GamepadInput | PointerInput | AssistiveInput):
            # The release belongs to a press that has had its effect.
            if not isinstance(event, KeyInput | GamepadInput) or event.down:
                self.ear.on_input()
            # A click or a key first ends the animation, and then counts as itself.
            if is_press(event) and self.scene.motion.is_busy:
                self.scene.motion.skip()
                self.scene.dirty = True
        if read_command(event) == "help":
            self._toggle_help()
            return
        scene = self.scene
        scene.handle(event)
        if isinstance(event, KeyInput | KeyRepeat | GamepadInput | AssistiveInput) or (
            isinstance(event, PointerInput) and event.kind != "move"
        ):
            scene.dirty = True

    def _handle_hot_key(self, event: KeyInput) -> bool:
        alt = event.mod & pygame.KMOD_ALT
        if "full_screen" in event.meanings or (alt and event.key == pygame.K_RETURN):
            self.set_full_screen(not self.settings.full_screen)
            return True
        if "wrong_word" not in event.meanings:
            return False
        wording_page.open_page(self, self.screen, self.draw)
        return True

    def _toggle_help(self) -> None:
        from grenade_salad.app.pages.rules_page import RulesScene

        if isinstance(self.scene, RulesScene):
            self.pop()
        else:
            page: str = next((scene.rules_page for scene in reversed(self.stack) if scene.rules_page), "")
            self.open_rules(page)


def forget_caches() -> None:
    """Empty all caches of pictures and text: they belong to one window."""
    for cache in (pictures, shapes, text):
        cache.forget()


def make_thread_executor() -> Executor:
    """Make a thread for the background work of a match."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="machines")


def make_process_executor() -> Executor:
    """Make a process for machine players."""
    from grenade_salad.session.worker_process import ProcessExecutor

    return ProcessExecutor()


def free_memory() -> None:
    """Collect garbage, and return free memory to the system.

    A scene and its widgets form reference cycles, which Python may collect only much later. The C library of most Linux
    systems keeps free memory unless it is told to release it.
    """
    gc.collect()
    if sys.platform == "linux":
        from ctypes import CDLL

        trim = getattr(CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _gather_dropped(files: list[Path], data: Path) -> None:
    """Copy dropped pictures into a folder, and drop that instead of them."""
    from grenade_salad.boxes.box_writer import gather_files

    try:
        folder = gather_files(files, data)
    except OSError:
        folder = None
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(folder or files[0])))
