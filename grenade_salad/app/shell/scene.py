"""Base of the scenes: each fills the window. The app keeps a stack of them.

The app talks to the top one. A scene overrides `layout`, `draw` and, where widgets are not enough, `handle` and
`update`. It is drawn again only after an input that it or its widgets used (`dirty`), and in every frame while
`is_animating`: a frame in which nothing moves costs nothing.
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

    from grenade_salad.boxes.opened_boxes import OpenedBoxes
    from grenade_salad.journal.journal import Journal
    from grenade_salad.journal.journaled_match import JournaledMatch
    from grenade_salad.quarantine.process import Quarantine
    from grenade_salad.session.match_analysis import MatchAnalysis
    from grenade_salad.web.host import PhoneHost
    from grenade_salad.web.host_screen import SeatSource


class AppContext(Protocol):
    """Everything that a scene may use of the app, which is above this package."""

    # The stack of scenes.

    stack: list[Scene]
    """All scenes, from the first one to the one on top."""

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

    # Messages, sounds and pages.

    audio: Audio

    def say(self, words: Words, *, refused: bool = False, seconds: float = 5.0, drawn: bool = True) -> None:
        """Show a line for some seconds.

        With `refused`, it is the reason why something cannot be done. If it is not `drawn`, only screen readers get it,
        as the scene already shows it.
        """

    @property
    def is_listened_to(self) -> bool:
        """True if a person listens to the window instead of seeing it.

        Then there are few words, one after another, and no hurry.
        """

    def on_focus_returned(self) -> None:
        """Handle that the focus went back by itself to where it was before."""

    def open_file(self, file: Path) -> None:
        """Open a file or folder that was dropped, whatever it is."""

    def open_rules(self, page: str = "") -> None:
        """Show the rules: `page` is a game, or a game and a rule, as in "wheel#WH-06"."""

    def watch(self, match_id: int, *, graph: bool = False) -> None:
        """Show the replay of a match in the journal, or say why not.

        With `graph`, its graph is open.
        """

    def show_mistakes(self, match_id: int) -> None:
        """Look for mistakes in a match of the journal, and ask them as puzzles."""

    def show_scenarios(self, person: str) -> None:
        """Show the page of positions with a goal, with the stars of this person."""

    def write_report(self, error: BaseException, location: str) -> Message:
        """Write a crash report about `error` and return a sentence with its path.

        `location` says in words where the error occurred.
        """

    # The window itself.

    slice_seconds: float
    """Seconds of a frame in which pictures are drawn that later frames need."""

    size: tuple[float, float]
    """The size of the canvas, in logical units."""

    @property
    def held_keys(self) -> Collection[int]:
        """The keys that are down (pygame.K_*)."""

    def canvas(self) -> Canvas:
        """Return a canvas to measure with."""

    def fit(self) -> None:
        """Lay out all scenes again."""

    def set_full_screen(self, on: bool) -> None:
        """Fill the screen, or go back to a window of the previous size."""

    # Settings and files.

    settings: Settings
    analyses: dict[tuple[int, int], MatchAnalysis]
    """Analyses of finished matches, by their id in the journal and number of lines."""
    data: Path | None
    """The folder given with --data."""

    def save_settings(self) -> None:
        """Save the settings and apply them."""

    def save_at_exit(self) -> Words:
        """Save the settings and the window's size at the end.

        Returns why they could not be saved, empty if they were.
        """

    @property
    def journal(self) -> Journal | None:
        """The journal of all matches, or None if it cannot be opened, which is said once."""

    @property
    def data_folder(self) -> Path:
        """The folder of matches and crash reports."""

    @property
    def opened_boxes(self) -> OpenedBoxes:
        """Boxes of the open table that were opened since the program began."""

    # Background work.

    worker: Callable[[], Executor]
    """Makes the executor for chance, in a thread."""
    quarantine: Quarantine
    """The process in which files of strangers are read."""
    thinker: Callable[[], Executor]
    """Makes the executor for machine players, in a process."""
    phones: PhoneHost | None
    """The server for phones; None unless the host wants it."""


class Scene:
    """Base of all scenes. Lengths are in logical units."""

    is_overlay = False
    """True if it is drawn over the scene under it, as dialogs are."""
    draws_table = False
    """True if it draws the tabletop under it itself."""
    toasts_top = 14.0
    """Units from the top where toasts begin, so that they hide no title."""
    smallest: tuple[float, float] = SMALLEST
    """The smallest canvas on which it fits; the window's scale is reduced for it."""
    smallest_portrait: tuple[float, float] | None = None
    """The same in a window that is much higher than wide, if the layout differs there."""
    narrowest = NARROWEST
    """Minimum width of its canvas at 100 % in a high window, where text fills it."""
    tile_width: float | None = None
    """Width in mm of the tile in which its lengths are told.

    None tells millimetres, and all figures.
    """
    holds_much_memory = False
    """True if free memory should be returned to the system when the scene is left."""
    has_narrator = False
    """True if in ear mode it says what happens, and what `narrates_message` receives."""
    rules_page = ""
    """The page that F1 opens: a game's name, or that and a rule's id ("wheel#WH-06")."""
    rules_intro = ""
    """Markdown at the start of that page: what is played in a game without rules."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.node_owner_id = next(ids)
        """The id of its node for screen readers."""
        self.size = app.size
        """The size of the canvas, as of the last `layout`."""
        self.widgets = WidgetGroup()
        """Buttons and so on; the base passes inputs on to them, and gives them the focus."""
        self.motion = Motion(app.settings.pace)
        """Tweens: while it is busy the scene is animating, and a click or a key skips to the end."""
        self.dirty = True
        """True if it must be drawn again."""

    @property
    def is_animating(self) -> bool:
        """True if every frame must be drawn."""
        return self.motion.is_busy

    def air(self) -> Air | None:
        """Return where dust may drift in the light while nothing happens, or None."""
        return None

    def accessible_name(self) -> Words:
        """Return its name for screen readers."""
        return ""

    def accessible_nodes(self) -> Sequence[AccessibleNode]:
        """Return what screen readers read besides the widgets, in the order of reading.

        It is the text that `draw` writes.
        """
        return ()

    def announcements(self) -> Sequence[AccessibleNode]:
        """Return the latest announcements, even while another scene covers this one."""
        return ()

    @property
    def is_focus_usable(self) -> bool:
        """True if the widget with the focus can be used at this screen now."""
        return True

    def update_narration(self, dt: float) -> bool:
        """Let `dt` seconds pass for the narration, even while the scene is covered.

        Returns True if `announcements` has changed.
        """
        return False

    def narrates_message(self, words: str, *, is_refusal: bool) -> bool:
        """Handle a toast, and return True if the scene reads it aloud itself."""
        return False

    def on_entered(self) -> None:
        """Handle that it is on top now: it was pushed, or uncovered by a pop."""

    def on_drawn(self) -> None:
        """Do slow work that can wait until the scene is visible."""

    def on_left(self) -> None:
        """Release threads and files: it was taken off the stack, or the app ends."""

    def layout(self, size: tuple[float, float]) -> None:
        """Place everything for a canvas of this size in logical units.

        It is also called when the window is resized.
        """

    def handle(self, event: Input) -> None:
        """Handle an input. Call the base for those that you do not use."""
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
        """Leave the innermost thing, on Esc or B."""
        self.app.pop()

    def menu(self) -> None:
        """Open the menu, on F10 or Start."""

    def seat_source(self) -> SeatSource | None:
        """Return what has seats that phones can have, or None."""
        return None

    def journaled_match(self) -> JournaledMatch | None:
        """Return the match of the journal that is played here, or None."""
        return None

    def protected_areas(self) -> Sequence[Rect]:
        """Return the areas that toasts should not cover."""
        return [*self.widgets.usable_boxes(), *self.widgets.text_boxes()]

    def record_location(self) -> str:
        """Return the id of the match and the line of the record, for a crash report.

        Empty if no match is open here.
        """
        match = self.journaled_match()
        return f"match {match.id}, line {len(match.entries) + 1}" if match is not None else ""

    def on_file_dropped(self, file: Path) -> None:
        """Handle a file that was dropped on the window."""
        self.app.say(m("Files can be dropped on any page, when no match is open."), refused=True)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass. Call the base, which moves widgets and tweens."""
        self.motion.pace = self.app.settings.pace
        self.motion.update(dt)
        if self.widgets.update(dt):
            self.dirty = True

    def draw(self, canvas: Canvas) -> None:
        """Draw everything on top of the table, or of the scene under an overlay."""
        self.widgets.draw(canvas)

    def draw_above(self, canvas: Canvas) -> None:
        """Draw what is above everything that `draw` has drawn."""


def visible_scenes(stack: Sequence[Scene]) -> Sequence[Scene]:
    """Return the scenes that are drawn, from the topmost that is not an overlay."""
    return stack[max((index for index, scene in enumerate(stack) if not scene.is_overlay), default=0) :]


BAR = 64.0
"""Units above the paper of a page, with its title."""
MARGIN = 16.0
"""Units at the sides of the paper and below it."""
WIDEST = 1180.0
"""Maximum width of the paper in units."""


class PageScene(Scene):
    """A scene on paper. Subclasses place their widgets into `page_rect`, in `place`."""

    title: Words = ""
    widest = WIDEST
    """Maximum width of the paper in units."""
    narrowest = 640.0

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self.page_rect = Rect(0, 0, 0, 0)
        self.back_button = self.widgets.add(Button(m("Back"), self.back, icon="back", tip=m("Back (Esc)")))

    def accessible_name(self) -> Words:
        return self.title

    def place(self) -> None:
        """Place everything in `page_rect`."""

    def on_file_dropped(self, file: Path) -> None:
        """Open the file, whatever it is, unless a match would be under it."""
        has_match = any(scene.journaled_match() is not None for scene in self.app.stack)
        if has_match or self is self.app.stack[0]:
            super().on_file_dropped(file)
        else:
            self.app.open_file(file)

    def layout(self, size: tuple[float, float]) -> None:
        width = min(size[0] - 2 * MARGIN, self.widest)
        left = (size[0] - width) / 2
        self.back_button.rect = Rect(left, 12, 110, 42)
        self.page_rect = Rect(left, BAR, width, size[1] - BAR - MARGIN)
        self.place()

    def draw(self, canvas: Canvas) -> None:
        left, middle = self.back_button.rect.right + 20, self.back_button.rect.centery
        size, max_width = min(TITLE, 30.0 if canvas.size[0] > 800 else 24.0), self.page_rect.right - left - 12
        canvas.text(self.title, (left, middle), size, PAPER, title=True, anchor="midleft", max_width=max_width)
        self.draw_page(canvas)
        super().draw(canvas)

    def draw_page(self, canvas: Canvas) -> None:
        """Draw what is under the widgets."""
        canvas.paper(self.page_rect, radius=12)
