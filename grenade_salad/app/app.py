"""The app: the window, the stack of scenes, and the loop. Tests drive it frame by frame, with real events."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from pygame._sdl2 import controller

from grenade_salad.app import settings as keep
from grenade_salad.app.audio import Audio
from grenade_salad.app.events import Translator
from grenade_salad.app.scene import Scene
from grenade_salad.app.ui import messages, pictures, shapes, text
from grenade_salad.app.ui.canvas import Canvas
from grenade_salad.app.ui.inputs import Input, Key, Pad, Pointer, command
from grenade_salad.app.ui.theme import DESIGN
from grenade_salad.match.journal import Journal, open_journal
from grenade_salad.match.store import JournalError

if TYPE_CHECKING:
    from grenade_salad.app.judging import Judgement
    from grenade_salad.app.scenes.phones_host import Hosting

FPS = 60
IDLE_FPS = 30
"""How often the app looks for something to do while nothing moves."""
_NARROWEST = 960.0
"""Logical units of the canvas' width at 100 % in a window that is higher than wide."""
_LONGEST = 0.1
"""Seconds that a frame counts at most: after a pause of the machine nothing jumps."""

WINDOW_EVENTS = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED)


class App:
    """The window and what is on it. `data` is the folder given with --data, or None.

    Scenes use: `settings`, `audio`, `size`, `push`, `replace`, `pop`, `home`, `say`, `open_rules`, `journal`, `quit`.
    Raises pygame.error if no window can be opened.
    """

    def __init__(self, data: Path | None = None, window: tuple[int, int] = (1280, 720)) -> None:
        self.folder = keep.folder(data)
        self.data = data
        self.settings, warning = keep.load(self.folder)
        pygame.display.init()
        pygame.font.init()
        pygame.joystick.init()
        controller.init()
        forget_caches()
        pygame.display.set_caption("Grenade Salad")
        if pictures.exists("title/icon.png"):
            pygame.display.set_icon(pictures.picture("title/icon.png", (64, 64)))
        self._windowed = window
        self.screen = self._open(window)
        self.audio = Audio(self.settings.volume, self.settings.mute)
        self.stack: list[Scene] = []
        self.messages = messages.Messages()
        self.running = True
        self.worker: Callable[[], Executor] = partial(ThreadPoolExecutor, 1, thread_name_prefix="machines")
        """Makes what works beside the window for a match, in a thread."""
        self.thinker: Callable[[], Executor] = _beside
        """Makes where machine players think: it must be told all that they know, and its work can be pickled."""
        self.judged: dict[tuple[int, int], Judgement] = {}
        """Graphs of finished matches, by their number in the journal and how many lines they have."""
        self.phones: Hosting | None = None
        """The server for phones, while the host wants it."""
        self.frames_drawn = 0
        self.factor = 1.0
        self.size: tuple[float, float] = DESIGN
        self._translator = Translator()
        self._pads: dict[int, tuple[pygame.joystick.JoystickType, controller.Controller | None]] = {}
        self._journal: Journal | None = None
        self._no_journal = False
        self._dirty = True
        self.fit()
        pygame.key.set_repeat(400, 60)
        if warning:
            print(warning, file=sys.stderr)
            self.say(warning, seconds=12)

    # navigation

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.stack[-1]

    def push(self, scene: Scene) -> None:
        """Show a scene on top of the others. Whatever is held down on the one below counts as let go."""
        if self.stack:
            self.scene.handle(messages.LET_GO)
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

    def _drop(self) -> None:
        if self.stack:
            scene = self.stack.pop()
            scene.widgets.handle(messages.LET_GO)
            scene.left()

    def _enter(self) -> None:
        self.fit()
        self.scene.entered()
        self._dirty = True

    # talking to people

    def say(self, words: str, *, refused: bool = False, seconds: float = 5.0) -> None:
        """Show a line for some seconds; with `refused`, it is why something cannot be done."""
        self.messages.add(words, refused, seconds)
        if refused:
            self.audio.play("refuse")
        self._dirty = True

    def open_rules(self, page: str = "") -> None:
        """Show the rules: a game's name, or that and a rule's id, as in "wheel#WH-06"."""
        from grenade_salad.app.scenes.rules import RulesScene

        self.push(RulesScene(self, page))

    # window

    def save_settings(self) -> None:
        """Keep the settings, and let them take effect."""
        self.audio.volume, self.audio.mute = self.settings.volume, self.settings.mute
        if trouble := keep.save(self.settings, self.folder):
            self.say(trouble)
        self.fit()

    @property
    def journal(self) -> Journal | None:
        """Where matches are kept; None if that is not possible, which is said once."""
        if self._journal is None and not self._no_journal:
            try:
                self._journal = open_journal(self.data or keep.data_folder())
                warnings = self._journal.warnings
            except JournalError as error:
                self._no_journal, warnings = True, [f"{error}; matches are not kept"]
            for warning in warnings:
                print(warning, file=sys.stderr)
                self.say(f"{warning}.", seconds=12)
        return self._journal

    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or go back to a window of the size before."""
        if on and not self.settings.full_screen:
            self._windowed = self.screen.get_size()
        self.settings.full_screen = on
        self.screen = self._open(self._windowed)
        self.save_settings()

    def _open(self, window: tuple[int, int]) -> pygame.Surface:
        if self.settings.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(window, pygame.RESIZABLE)

    def fit(self) -> None:
        """Lay the scenes out for the window's size and the scale, which gives way to what the scene needs."""
        wide, high = self.screen.get_size()
        needed = [scene.smallest for scene in self.stack] or [DESIGN]
        least = (max(need[0] for need in needed), max(need[1] for need in needed))
        fit = min(wide / _NARROWEST, high / DESIGN[1]) * self.settings.scale / 100
        self.factor = max(0.05, min(fit, wide / least[0], high / least[1]))
        self.size = (wide / self.factor, high / self.factor)
        for scene in self.stack:
            scene.size = self.size
            scene.layout(self.size)
            scene.dirty = True
        self._dirty = True

    # loop

    def run(self) -> None:
        """Until somebody quits."""
        clock = pygame.time.Clock()
        while self.running:
            self.frame(clock.tick(FPS if self._animating else IDLE_FPS) / 1000)

    @property
    def _animating(self) -> bool:
        return self.scene.animating or self.messages.animating

    def frame(self, dt: float = 1 / FPS) -> None:
        """One step: what people did, what moves, and a picture of it if anything changed."""
        for event in pygame.event.get():
            self._event(event)
        dt = min(dt, _LONGEST)
        if self.phones is not None:
            self.phones.update()
        self.scene.update(dt)
        if self.messages.update(dt):
            self._dirty = True
        self._text_input()
        if self._dirty or self.scene.dirty or self._animating:
            self.draw()

    def draw(self) -> None:
        """Draw the scenes, from the topmost one that is no overlay on."""
        self.screen.blit(shapes.table(self.screen.get_size()), (0, 0))
        canvas = Canvas(self.screen, self.factor)
        first = max((n for n, scene in enumerate(self.stack) if not scene.overlay), default=0)
        for scene in self.stack[first:]:
            scene.draw(canvas)
            scene.dirty = False
        words, rect = self.scene.widgets.tip()
        if words:
            messages.draw_tip(canvas, words, rect)
        self.messages.draw(canvas)
        self._dirty = False
        self.frames_drawn += 1
        pygame.display.flip()

    def close(self) -> None:
        """Leave all scenes and let everything go."""
        if self.phones is not None:
            self.phones.close()
        while self.stack:
            self._drop()
        keep.save(self.settings, self.folder)
        if self._journal is not None:
            self._journal.close()
        self.audio.close()
        forget_caches()
        pygame.quit()

    # events

    def _event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in WINDOW_EVENTS:
            self._resized()
        elif event.type == pygame.DROPFILE:
            self.scene.dropped(Path(event.file))
        elif event.type == pygame.JOYDEVICEADDED:
            self._plugged_in(event.device_index)
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
            self._translator.known.discard(event.instance_id)
        else:
            for found in self._translator.inputs(event, self.factor, self.screen.get_size()):
                self._input(found)

    def _plugged_in(self, index: int) -> None:
        """Listen to a gamepad: by the names of its buttons if SDL knows it, else by their usual order."""
        pad = pygame.joystick.Joystick(index)
        number = pad.get_instance_id()
        named = controller.Controller.from_joystick(pad) if controller.is_controller(index) else None
        self._pads[number] = (pad, named)
        if named is not None:
            self._translator.known.add(number)

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        self._dirty = True
        if surface is not None and (surface is not self.screen or surface.get_size() != self._shown()):
            self.screen = surface
            self.fit()

    def _shown(self) -> tuple[int, int]:
        return round(self.size[0] * self.factor), round(self.size[1] * self.factor)

    def _input(self, event: Input) -> None:
        if isinstance(event, Key) and event.down and self._hot_key(event):
            return
        if isinstance(event, Key | Pad | Pointer) and self._skips(event):
            return
        if command(event) == "help":
            self._help()
            return
        scene = self.scene
        scene.handle(event)
        if isinstance(event, Key | Pad) or (isinstance(event, Pointer) and event.kind != "move"):
            scene.dirty = True

    def _hot_key(self, event: Key) -> bool:
        alt = event.mod & pygame.KMOD_ALT
        if event.key == pygame.K_F11 or (alt and event.key == pygame.K_RETURN):
            if not event.repeat:
                self.set_full_screen(not self.settings.full_screen)
            return True
        return False

    def _skips(self, event: Key | Pad | Pointer) -> bool:
        """A click or a key ends what moves, and then counts as what it is."""
        pressed = event.kind == "down" if isinstance(event, Pointer) else event.down
        if pressed and self.scene.motion.busy:
            self.scene.motion.skip()
            self.scene.dirty = True
        return False

    def _help(self) -> None:
        from grenade_salad.app.scenes.rules import RulesScene

        if isinstance(self.scene, RulesScene):
            self.pop()
        else:
            page: str = next((scene.rules_page for scene in reversed(self.stack) if scene.rules_page), "")
            self.open_rules(page)

    def _text_input(self) -> None:
        if self.scene.widgets.typing:
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()


def _beside() -> Executor:
    from grenade_salad.app.beside import Beside

    return Beside()


def forget_caches() -> None:
    """Empty all caches of pictures and type: they belong to one window."""
    for cache in (pictures, shapes, text):
        cache.forget()


MakeScene = Callable[[App], Scene]
