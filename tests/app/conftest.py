"""The real app with SDL's dummy drivers, real events and its own data folder.

Frames run one at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grenade_salad.session import player_worker

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from grenade_salad.app.puzzles import puzzles_scene
from grenade_salad.app.ui import missing_files, pictures, shapes
from grenade_salad.app.window import application as app_module
from grenade_salad.app.window.application import App
from grenade_salad.app.window.home import HomeScene
from grenade_salad.match import seeds
from grenade_salad.quarantine.process import Quarantine
from grenade_salad.session import odds, session
from grenade_salad.session.worker_process import WorkerLost


class ImmediateExecutor(Executor):
    """Runs everything immediately: machine players take no frames on any computer."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except WorkerLost as lost:
            future.set_exception(lost)
        return future


class ManualExecutor(Executor):
    """An executor whose work ends only when a test asks for it."""

    def __init__(self) -> None:
        self.thoughts: list[Callable[[], None]] = []
        self.slow = True

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def think() -> None:
            future.set_result(fn(*args, **kwargs))

        self.thoughts.append(think)
        if not self.slow or getattr(fn, "work", fn) is player_worker.show_events:
            self.finish()
        return future

    def finish(self) -> None:
        """Do all pending work, in order."""
        while self.thoughts:
            self.thoughts.pop(0)()


@pytest.fixture(scope="session")
def kept_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep pygame and its sound open until all tests are over.

    Pictures and type are rendered once for all apps: the caches have space for those of all tests, and memory returns
    to the system at the end. Closing the sound device waits for two of its buffers, which would happen seven hundred
    times.
    """
    window = App(tmp_path_factory.mktemp("window"))
    window.leave()
    with pytest.MonkeyPatch.context() as patched:
        for module in (pictures, shapes):
            patched.setattr(module._cache, "min_limit", 192 * 1024 * 1024)
        patched.setattr(app_module, "free_memory", lambda: None)
        patched.setattr(pygame.mixer, "quit", pygame.mixer.stop)
        yield
    window.close()


def fix_randomness(patched: pytest.MonkeyPatch) -> None:
    """Make the program's own randomness the same in every run of a test.

    This concerns the seeds of new matches, each of which is different, the time that a reaction window of machine
    players is open, and the choice of the next puzzle.
    """
    rng = Random("seeds")
    patched.setattr(seeds, "draw_seed", partial(rng.randrange, 2**31))
    for module in (session, puzzles_scene):
        patched.setattr(module, "Random", partial(Random, 1))
    # tests/session/test_odds.py tests the number of worlds for the odds of a hint.
    patched.setattr(odds, "BATCH", 1)
    patched.setattr(odds, "MILESTONES", (2,))


@pytest.fixture
def app(tmp_path: Path, kept_window: None, shared_quarantine: Quarantine) -> Iterator[App]:
    """A window of 1280 x 720 without a scene: push one.

    A test that counts drawing calls clears the caches first. A test that draws a missing picture fails, as a user would
    be told to install the program again.
    """
    with pytest.MonkeyPatch.context() as patched:
        fix_randomness(patched)
        window = App(tmp_path)
        window.worker = window.thinker = ImmediateExecutor
        window.quarantine = shared_quarantine
        pygame.event.clear()
        try:
            yield window
        finally:
            window.leave()
        assert not missing_files.list_files()


@pytest.fixture
def every_frame(app: App) -> None:
    """Draw every frame: for tests of what may be drawn."""
    app.draw = app.draw  # type: ignore[method-assign]


def run_frames(app: App, count: int = 1, dt: float = 1 / 60) -> None:
    """Let some frames pass."""
    with draw_rarely(app):
        for _ in range(count):
            app.frame(dt)


def show_home(app: App) -> None:
    """Show the first screen, without animations."""
    app.settings.speed = "off"
    app.push(HomeScene(app))


def post(app: App, kind: int, **facts: Any) -> None:
    """Post a pygame event and run the frame that receives it."""
    pygame.event.post(pygame.event.Event(kind, **facts))
    app.frame()


def press_keys(app: App, *codes: int, mod: int = 0) -> None:
    """Press and release keys (pygame.K_*), one a frame, with modifiers held.

    `mod` is a combination of pygame.KMOD_*, such as Ctrl.
    """
    held = [(code, flag) for code, flag in MODIFIERS if mod & flag]
    with draw_rarely(app):
        for code, _ in held:
            post_key(pygame.KEYDOWN, code, mod)
        for code in codes:
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                post_key(kind, code, mod)
            app.frame()
        for index, (code, _) in enumerate(held, start=1):
            post_key(pygame.KEYUP, code, sum(flag for _, flag in held[index:]))
        if held:
            app.frame()


MODIFIERS = (
    (pygame.K_LCTRL, pygame.KMOD_LCTRL),
    (pygame.K_LSHIFT, pygame.KMOD_LSHIFT),
    (pygame.K_LALT, pygame.KMOD_LALT),
    (pygame.K_LMETA, pygame.KMOD_LMETA),
)


def post_key(kind: int, code: int, mod: int = 0, unicode: str = "", scancode: int = 0) -> None:
    """Post the event of pygame for a key that is pressed or released."""
    pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=unicode, scancode=scancode))


def hold_key(app: App, code: int, seconds: float, mod: int = 0) -> None:
    """Hold a key: as in pygame, KEYDOWN is repeated, the same each time."""
    repeats = 0
    with draw_rarely(app):
        for frame in range(round(seconds * 60)):
            if not frame or frame / 60 >= 0.4 + 0.06 * repeats:
                repeats += frame > 0
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0))
            app.frame()


def release_key(app: App, code: int, mod: int = 0) -> None:
    """Release a key."""
    post(app, pygame.KEYUP, key=code, mod=mod, unicode="", scancode=0)


def type_text(app: App, text: str) -> None:
    """Type text into the focused widget, key by key.

    Text that is not ASCII arrives in one event, as input methods send it.
    """
    letters = text if text.isascii() and text.isprintable() else [text]
    for letter in letters:
        if len(letter) > 1 or not letter.isprintable():
            post(app, pygame.TEXTINPUT, text=letter)
            continue
        shift = letter != letter.lower()
        if shift:
            post_key(pygame.KEYDOWN, pygame.K_LSHIFT, pygame.KMOD_LSHIFT)
        post_key(pygame.KEYDOWN, ord(letter.lower()), pygame.KMOD_LSHIFT if shift else 0, letter)
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        post_key(pygame.KEYUP, ord(letter.lower()), pygame.KMOD_LSHIFT if shift else 0)
        if shift:
            post_key(pygame.KEYUP, pygame.K_LSHIFT)
        app.frame()


def post_mouse(app: App, kind: int, position: tuple[float, float], button: int = 1) -> None:
    """Post one mouse event at a point in logical units.

    `kind` is pygame.MOUSEMOTION, MOUSEBUTTONDOWN or MOUSEBUTTONUP.
    """
    pos = (round(position[0] * app.factor), round(position[1] * app.factor))
    facts = {"buttons": (0, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    post(app, kind, pos=pos, touch=False, **facts)


def press_mouse(app: App, position: tuple[float, float]) -> None:
    """Move the mouse to a point and press the left button."""
    post_mouse(app, pygame.MOUSEMOTION, position)
    post_mouse(app, pygame.MOUSEBUTTONDOWN, position)


def click(app: App, position: tuple[float, float]) -> None:
    """Move the mouse to a point, press and release the left button."""
    with draw_rarely(app):
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            post_mouse(app, kind, position)


def press_pad(app: App, *buttons: int) -> None:
    """Press and release gamepad buttons (pygame.CONTROLLER_BUTTON_*), one a frame."""
    with draw_rarely(app):
        for button in buttons:
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, button=button, instance_id=0))
            app.frame()


def resize(app: App, size: tuple[int, int]) -> None:
    """Resize the window, in pixels."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    post(app, pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])


@contextmanager
def draw_rarely(app: App, every: int = 20) -> Iterator[None]:
    """Draw only one of `every` frames meanwhile, and the last.

    Every state that lasts is drawn once. With the fixture `every_frame` all frames are drawn.
    """
    if "draw" in vars(app):
        yield
        return
    draw, skipped, scene = app.draw, 0, None

    def draw_some() -> None:
        nonlocal skipped, scene
        skipped = 0 if app.scene is not scene or skipped + 1 >= every else skipped + 1
        if not skipped:
            scene = app.scene
            draw()

    app.draw = draw_some  # type: ignore[method-assign]
    try:
        yield
    finally:
        del app.draw
    if skipped:
        app.draw()
        app.scene.on_drawn()


def run_until(app: App, condition: Callable[[], bool], max_frames: int = 600) -> None:
    """Run frames until a condition is true, drawn rarely; fail if it never is."""
    with draw_rarely(app):
        for _ in range(max_frames):
            if condition():
                return
            app.frame()
    raise AssertionError("it did not happen")


def press_down(app: App, code: int) -> None:
    """Press a key down and keep it held."""
    post(app, pygame.KEYDOWN, key=code, mod=0, unicode="")
