"""A monkey at the window: random real events over all scenes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from random import Random
from typing import Any

import pygame

from grenade_salad.app.history.replay import watch
from grenade_salad.app.match import start_match
from grenade_salad.app.match.table_scene import TableScene
from grenade_salad.app.phones.phones_scene import PhonesScene
from grenade_salad.app.setup.setup import SetupScene
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.core import registry
from grenade_salad.match.match import Controller, Header
from grenade_salad.puzzles import continuation, search
from grenade_salad.session import match_analysis
from grenade_salad.session.player_worker import PlayerKey
from tests.app.conftest import ImmediateExecutor
from tests.app.screens import SCREENS
from tests.text.names import INVISIBLE, NAMES
from tools.evenings import fill_journal
from tools.tables import get_journal

SIZES = (
    (1, 1),
    (1, 300),
    (300, 1),
    (2, 2),
    (5, 5),
    (19, 19),
    (20, 20),
    (63, 64),
    (64, 64),
    (320, 200),
    (800, 450),
    (1280, 720),
)
KEYS = (
    *(pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_DELETE),
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP),
    *(pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F10, pygame.K_F11, pygame.K_PLUS, pygame.K_MINUS, pygame.K_COMMA),
    *range(pygame.K_0, pygame.K_9 + 1),
    *range(pygame.K_a, pygame.K_z + 1),
)
TEXTS = (*NAMES, *INVISIBLE, "a", "Z", " ", "7", "\n", "x" * 50)


class QuickExecutor(ImmediateExecutor):
    """Run machine players immediately, and replace those that think for long."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is match_analysis.begin_analysis:
            args = (*args[:2], "easy", *args[3:])
        if fn is continuation.compare_choices:
            args = (*args, 1)
        if fn is search.list_mistakes:
            return super().submit(tuple)
        if args and isinstance(args[0], PlayerKey):
            args = (replace(args[0], name="easy"), *args[1:])
        return super().submit(fn, *args, **kwargs)


class Monkey:
    """A source of random events for the app, the same for the same seed."""

    def __init__(self, app: App, seed: int, home: bool = True) -> None:
        self.app, self.rng = app, Random(f"monkey/{seed}")
        self.history: list[str] = []
        self.scenes: set[str] = set()
        self.held_keys: set[int] = set()
        app.worker = app.thinker = QuickExecutor
        app.settings.speed = "off"
        if home:
            app.push(HomeScene(app))
        fill_journal(get_journal(app))

    def act(self, events: int) -> None:
        """Post `events` random events with frames between them."""
        for index in range(events):
            if index % 150 == 0:
                self.open_random_scene()
            self.post_random_event()
            if self.rng.random() < 0.7:
                self.frame()

    def frame(self) -> None:
        """Run a short or long frame, and keep the app running if an event quit it."""
        self.app.frame(self.rng.choice((0.001, 1 / 60, 0.1)))
        self.app.running = True
        self.scenes.add(type(self.app.scene).__name__)

    # Scenes

    def open_random_scene(self) -> None:
        """Push a random scene, often after a return to the home scene."""
        app, rng = self.app, self.rng
        if len(app.stack) > 4 or rng.random() < 0.7:
            app.home()
        kind = rng.choice(("match", "match", "match", "screen", "screen", "replay", "phones"))
        self.history.append(kind)
        if kind == "match":
            self.begin_match()
        elif kind == "screen":
            SCREENS[rng.choice(list(SCREENS))](app)
        elif kind == "replay":
            matches = get_journal(app).matches(limit=50)
            watch(app, rng.choice(matches).id)
        elif any(isinstance(scene, (TableScene, SetupScene)) for scene in app.stack) and app.phones is not None:
            app.push(PhonesScene(app, app.phones))

    def begin_match(self, people: float = 0.5) -> None:
        """Begin a match of a random game; with `people` 0 machine players play it alone."""
        playable = [registry.load(name) for name in registry.check_plugins()[0]]
        game = self.rng.choice([choice for choice in playable if people or not choice.is_turnless])
        count = self.rng.randint(game.min_seats, min(game.max_seats, 5))
        seats = [Controller() if self.rng.random() < people else Controller("bot", "easy") for _ in range(count)]
        names = tuple(self.rng.sample(NAMES, count))
        self.app.push(HomeScene(self.app))
        start_match.begin(self.app, Header(game.name, names, game.options(), self.rng.randrange(10**6)), seats)

    # Events

    def post_random_event(self) -> None:
        """Post any event."""
        kind = self.rng.choices(
            (
                self.post_mouse,
                self.click_widget,
                self.post_key,
                self.post_text,
                self.post_gamepad_button,
                self.post_stick,
                self.post_finger,
                self.post_window,
            ),
            (25, 25, 25, 6, 6, 3, 6, 4),
        )[0]
        kind()

    def post(self, kind: int, **facts: object) -> None:
        """Post an event and add it to the history for a failure's message."""
        self.history.append(f"{pygame.event.event_name(kind)} {facts}")
        del self.history[:-40]
        pygame.event.post(pygame.event.Event(kind, **facts))

    def _random_point(self) -> tuple[int, int]:
        width, height = self.app.screen.get_size()
        return self.rng.randint(-3, width + 3), self.rng.randint(-3, height + 3)

    def post_mouse(self) -> None:
        """Post a mouse event at a random point."""
        point = self._random_point()
        match self.rng.randrange(4):
            case 0:
                self.post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False)
            case 1:
                self.post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, -1, 1, 3)), precise_y=0.5)
            case _:
                kind = self.rng.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
                self.post(kind, pos=point, button=self.rng.choice((1, 1, 1, 2, 3, 4)), touch=False)

    def click_widget(self) -> None:
        """Click a random visible widget."""
        items = [item for item in self.app.scene.widgets.items if item.visible]
        if items:
            center = self.rng.choice(items).on_screen().center
            pos = (round(center[0] * self.app.factor), round(center[1] * self.app.factor))
            self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False)
            self.post(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=False)

    def post_key(self) -> None:
        """Press or release a random key."""
        mod = self.rng.choice((0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
        self.press_or_release(self.rng.choice(KEYS), mod)

    def press_or_release(self, code: int, mod: int) -> None:
        """Press a key that is up; release one that is down, or hold it to repeat."""
        is_released = code in self.held_keys and self.rng.random() < 0.9
        (self.held_keys.discard if is_released else self.held_keys.add)(code)
        self.post(pygame.KEYUP if is_released else pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)

    def post_text(self) -> None:
        """Post text input."""
        self.post(pygame.TEXTINPUT, text=self.rng.choice(TEXTS))

    def post_gamepad_button(self) -> None:
        """Post a button event of a gamepad."""
        kind = self.rng.choice((pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.JOYBUTTONDOWN))
        self.post(kind, button=self.rng.randrange(16), instance_id=self.rng.randrange(2))

    def post_stick(self) -> None:
        """Post a stick or hat event of a gamepad."""
        if self.rng.random() < 0.5:
            value = (self.rng.choice((-1, 0, 1)), self.rng.choice((-1, 0, 1)))
            self.post(pygame.JOYHATMOTION, instance_id=0, hat=0, value=value)
        else:
            value = self.rng.choice((-32768, -9000, 0, 9000, 32767))
            self.post(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=self.rng.randrange(6), value=value)

    def post_finger(self) -> None:
        """Post a touch event."""
        kind = self.rng.choice((pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION))
        position = {"x": self.rng.random(), "y": self.rng.random()}
        self.post(kind, finger_id=self.rng.randrange(2), touch_id=1, dx=0.0, dy=0.0, pressure=1.0, **position)

    def post_window(self) -> None:
        """Resize the window, take the focus away or drop a file."""
        match self.rng.randrange(5):
            case 0:
                self.post(pygame.WINDOWFOCUSLOST)
            case 1:
                self.post(pygame.DROPFILE, file=self.rng.choice((__file__, "/nowhere/at all", "/dev/null")))
            case 2:
                self.post(pygame.WINDOWEXPOSED)
            case _:
                size = self.rng.choice((*SIZES, (self.rng.randint(1, 1400), self.rng.randint(1, 900))))
                if not self.app.settings.full_screen:
                    pygame.display.set_mode(size, pygame.RESIZABLE)
                    self.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
