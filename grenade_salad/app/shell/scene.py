"""What is on the window: a scene. The app keeps a stack of them and talks to the top one.

A scene overrides `layout`, `draw` and, where widgets are not enough, `handle` and `update`. It is drawn again only
after an input that its widgets or itself used (`dirty`), and in every frame while it is `animating`: a frame in which
nothing moves costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from grenade_salad.app.shell.audio import Audio
from grenade_salad.app.shell.settings import Settings
from grenade_salad.app.ui.accessible import AccessibleNode
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.dust import Air
from grenade_salad.app.ui.inputs import Input, read_command
from grenade_salad.app.ui.motion import Motion
from grenade_salad.app.ui.theme import NARROWEST, PAPER, SMALLEST, TITLE
from grenade_salad.app.ui.widget import ids
from grenade_salad.app.ui.widget_group import WidgetGroup
from grenade_salad.app.ui.widgets import Button
from grenade_salad.text import Message, Words, m

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from grenade_salad.app.history.match_analysis import MatchAnalysis
    from grenade_salad.journal.journal import Journal
    from grenade_salad.journal.journaled_match import JournaledMatch
    from grenade_salad.web.host import PhoneHost


class Navigator(Protocol):
    """The way from scene to scene; `stack` are the scenes from the first one to the one on top."""

    stack: list[Scene]

    @property
    def scene(self) -> Scene:
        """The scene on top."""

    def push(self, scene: Scene) -> None:
        """Show a scene on top of the others."""

    def replace(self, scene: Scene) -> None:
        """Show a scene in place of the one on top."""

    def pop(self) -> None:
        """Leave the scene on top; the last one stays."""

    def home(self) -> None:
        """Leave all scenes but the first."""

    def quit(self) -> None:
        """End the program after this frame."""


class Notifier(Protocol):
    """What is said to people, and shown to read."""

    audio: Audio

    def say(self, words: Words, *, refused: bool = False, seconds: float = 5.0, drawn: bool = True) -> None:
        """Show a line for some seconds; with `refused`, it is why something cannot be done. One that is not `drawn` is
        heard alone: it stands beside what it is about."""

    @property
    def is_listened_to(self) -> bool:
        """Whether somebody hears the window instead of seeing it: few words, one after another, and no hurry."""

    def open_rules(self, page: str = "") -> None:
        """Show the rules: a game's name, or that and a rule's id, as in "wheel#WH-06"."""

    def watch(self, match_id: int, *, graph: bool = False) -> None:
        """Show the replay of a match of the journal, with its graph if wished; says why if that cannot be."""

    def show_mistakes(self, match_id: int) -> None:
        """Look for what was done badly in a match of the journal, and ask it again as puzzles."""

    def write_report(self, error: BaseException, location: str) -> Message:
        """Write a report of something that went wrong; where it is, as a sentence."""


class AppWindow(Protocol):
    """The window itself; `size` is that of the canvas, in logical units."""

    size: tuple[float, float]

    @property
    def held_keys(self) -> Collection[int]:
        """The keys that are down now (pygame.K_*)."""

    def canvas(self) -> Canvas:
        """A canvas to measure with."""

    def fit(self) -> None:
        """Lay out all scenes again."""

    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or go back to a window of the size before."""


class Storage(Protocol):
    """What is kept: settings, matches, and `judged`, the graphs of finished matches, by their number in the journal and
    how many lines they have. `data` is the folder given with --data.
    """

    settings: Settings
    analyses: dict[tuple[int, int], MatchAnalysis]
    data: Path | None

    def save_settings(self) -> None:
        """Keep the settings, and let them take effect."""

    def save_at_exit(self) -> Words:
        """Keep the settings and the window's size at the end; why that cannot be, empty if it can."""

    @property
    def journal(self) -> Journal | None:
        """Where matches are kept; None if that is not possible, which is said once."""

    @property
    def data_folder(self) -> Path:
        """Where matches and reports are kept."""


class BackgroundServices(Protocol):
    """What works beside the window: `worker` and `thinker` make that for a match, luck in a thread, machine players in
    a process. `phones` is the server for phones, while the host wants it.
    """

    worker: Callable[[], Executor]
    thinker: Callable[[], Executor]
    phones: PhoneHost | None


class AppContext(Navigator, Notifier, AppWindow, Storage, BackgroundServices, Protocol):
    """What a scene may ask of the window that it is on. Who needs less than that asks for one of these."""


class Scene:
    """Base of all scenes.

    - `app`: settings, audio, navigation, toasts. `size`: of the canvas, in logical units, as of the last `layout`.
    - `widgets`: buttons and so on; the base hands inputs on to them, and gives them the focus.
    - `motion`: tweens; while it is busy the scene is animating, and a click or a key skips to the end.
    - `toasts_top`: where lines that come and go begin, in units from the top: they hide no title.
    - `is_overlay`: it is drawn over the scene under it (dialogs). `draws_table`: it draws the table under it by itself.
    - `smallest`: the smallest canvas that its layout can do with; the window's scale gives way to it.
    - `smallest_portrait`: the same in a window that is much higher than wide, if the layout there can do with another.
    - `narrowest`: how narrow its canvas may be at 100 % in a high window: what is read is larger there, and fills it.
    - `holds_much_memory`: memory that is worth giving back to the system when the scene is left.
    - `has_narrator`: in ear mode it says itself what happens, and what `narrates_message` is given.
    - `rules_page`: what F1 opens: a game's name, or a game's name and the id of a rule ("wheel#WH-06").
    - `rules_intro`: Markdown that stands first on that page: what people play just now, if the game is no rules.
    """

    is_overlay = False
    draws_table = False
    toasts_top = 14.0
    smallest: tuple[float, float] = SMALLEST
    smallest_portrait: tuple[float, float] | None = None
    narrowest = NARROWEST
    holds_much_memory = False
    has_narrator = False
    rules_page = ""
    rules_intro = ""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.node_owner_id = next(ids)
        self.size = app.size
        self.widgets = WidgetGroup()
        self.motion = Motion(app.settings.pace)
        self.dirty = True

    @property
    def is_animating(self) -> bool:
        """Whether every frame must be drawn."""
        return self.motion.is_busy

    def air(self) -> Air | None:
        """Where dust may be seen in the lamp's light while nothing happens; None: nowhere."""
        return None

    def accessible_name(self) -> Words:
        """What it is called for those who hear it."""
        return ""

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        """What is heard of it besides its widgets: the words that `draw` writes, in the order of reading."""
        return ()

    def announcements(self) -> Sequence[AccessibleNode]:
        """What is announced when it appears, even while another scene covers this one."""
        return ()

    @property
    def is_focus_usable(self) -> bool:
        """Whether somebody at this screen can do something with what has the focus."""
        return True

    def update_narration(self, dt: float) -> bool:
        """`dt` seconds passed for those who hear it, even while another scene covers it; whether `latest` is new."""
        return False

    def narrates_message(self, words: str) -> bool:
        """A line that comes and goes is shown; whether the scene says it by itself to those who hear it."""
        return False

    def on_entered(self) -> None:
        """It is the top scene now: pushed, or uncovered by a pop."""

    def on_drawn(self) -> None:
        """A picture of it is on the window: what takes its time and can wait is done now."""

    def on_left(self) -> None:
        """It was taken off the stack, or the app ends: release threads and files."""

    def layout(self, size: tuple[float, float]) -> None:
        """Place everything for a canvas of this size in logical units; also called when the window is resized."""

    def handle(self, event: Input) -> None:
        """Somebody did something. Call the base for what you do not use."""
        meaning = read_command(event)
        if self.widgets.handle(event):
            self.dirty = True
        elif meaning == "back":
            self.back()
        elif meaning == "menu":
            self.menu()
        if self.widgets.was_used:
            self.app.audio.play("click")
            self.widgets.was_used = False
        if self.widgets.refusal:
            self.app.say(self.widgets.refusal, refused=True)
            self.widgets.refusal = ""

    def back(self) -> None:
        """Esc, or B on the pad: leave the innermost thing."""
        self.app.pop()

    def menu(self) -> None:
        """F10, or Start on the pad."""

    def journaled_match(self) -> JournaledMatch | None:
        """The match of the journal that is played here."""
        return None

    def protected_areas(self) -> Sequence[Rect]:
        """What lines that come and go do not lie over, as far as can be."""
        return [*self.widgets.usable_boxes(), *self.widgets.text_boxes()]

    def record_location(self) -> str:
        """The id and the line of the record that is open here, for a report of trouble; empty if there is none."""
        match = self.journaled_match()
        return f"match {match.id}, line {len(match.entries) + 1}" if match is not None else ""

    def on_file_dropped(self, file: Path) -> None:
        """A file was dropped on the window."""
        self.app.say(m("You can import match files on the first screen and in History."), refused=True)

    def update(self, dt: float) -> None:
        """`dt` seconds passed. Call the base: it moves what moves."""
        self.motion.pace = self.app.settings.pace
        self.motion.update(dt)
        if self.widgets.update(dt):
            self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on top of the table (or of the scene under it, if it is an overlay)."""
        self.widgets.draw(canvas)

    def draw_above(self, canvas: Canvas) -> None:
        """Draw what lies above all that `draw` has drawn."""


def visible_scenes(stack: Sequence[Scene]) -> Sequence[Scene]:
    """The scenes that are drawn, from the topmost one that is no overlay on."""
    return stack[max((index for index, scene in enumerate(stack) if not scene.is_overlay), default=0) :]


BAR = 64.0
MARGIN = 16.0
WIDEST = 1180.0


class PageScene(Scene):
    """Subclasses put their things into `self.sheet`, in `place`."""

    title: Words = ""
    widest = WIDEST
    narrowest = 640.0

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.page_rect = Rect(0, 0, 0, 0)
        self.back_button = self.widgets.add(Button(m("Back"), self.back, icon="back", tip=m("Back (Esc)")))

    def accessible_name(self) -> Words:
        return self.title

    def place(self) -> None:
        """Place everything in `self.sheet`."""

    def layout(self, size: tuple[float, float]) -> None:
        width = min(size[0] - 2 * MARGIN, self.widest)
        left = (size[0] - width) / 2
        self.back_button.rect = Rect(left, 12, 110, 42)
        self.page_rect = Rect(left, BAR, width, size[1] - BAR - MARGIN)
        self.place()

    def draw(self, canvas: Canvas) -> None:
        back_rect = self.back_button.rect
        title_width = self.page_rect.right - back_rect.right - 32
        title = min(TITLE, 30.0 if canvas.size[0] > 800 else 24.0)
        canvas.text(
            self.title,
            (back_rect.right + 20, back_rect.centery),
            title,
            PAPER,
            title=True,
            anchor="midleft",
            max_width=title_width,
        )
        self.draw_page(canvas)
        super().draw(canvas)

    def draw_page(self, canvas: Canvas) -> None:
        """What lies under the widgets."""
        canvas.paper(self.page_rect, radius=12)
