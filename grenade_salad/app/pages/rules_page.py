"""The page of the rules, from the numbered files, and of how to use the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from grenade_salad.app.shell import keys
from grenade_salad.app.shell.scene import AppContext, PageScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.rich_text import NO_PICTURES, RichText, RulePictures
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import registry
from grenade_salad.core.rule_labels import with_labels
from grenade_salad.system import resources
from grenade_salad.text import Words, m, say
from grenade_salad.text.markdown import Block, Span, parse
from grenade_salad.text.say import language

SCREEN = "screen"
"""Name of the page about the keys, beside those of the games."""
_MAX_TAB_SHARE = 0.25
"""Maximum share of the page's height that tabs may take."""
_TAB_STEP, _HEADING_STEP = 48.0, 44.0
"""Units between two rows of tabs, and between two headings of the contents."""
_MIN_CONTENTS_WIDTH = 900.0
"""Width of the page from which it has a list of headings."""
_SCREEN_PAGE = Path(__file__).parent / "help" / "screen.md"


def list_keys(changed: Mapping[str, int]) -> Iterator[Block]:
    """Yield a line for each key. `changed` has the keys that people chose themselves."""
    yield Block("h2", (Span(say(m("Keys"))),))
    for row in keys.BINDINGS:
        key = say(keys.key_name_for(row.means, changed))
        yield Block("item", (Span(say(m("{key} – {what}", key=key, what=row.words))),))


def load_page(name: str, changed: Mapping[str, int]) -> tuple[Block, ...]:
    """Return the text of a page of `page_names` in the language of the window.

    It says so if there is no text. `changed` has the keys that people chose themselves.
    """
    return (*_load_rules(name), *list_keys(changed)) if name == SCREEN else _load_rules(name)


def _load_rules(name: str) -> tuple[Block, ...]:
    game = None if name == SCREEN else registry.plugin(name)
    file = _SCREEN_PAGE if game is None else game.rules_page
    if file is not None:
        with suppress(OSError):
            blocks = _parse_file(resources.localized_page(file, language()))
            return blocks if game is None else with_labels(name, blocks, language())
    # Translators: the title of a page: the keys of the screen that is open
    title = m("This screen") if game is None else game.display_title
    return parse(say(m("# {game}\n\nThis game has no written rules yet.", game=title)))


@lru_cache(maxsize=16)
def _parse_file(file: Path) -> tuple[Block, ...]:
    return parse(file.read_text(encoding="utf-8"))


def _load_pictures(name: str) -> RulePictures:
    """Return the pictures that a game has for its rules."""
    path = registry.plugin(name).rule_pictures if name != SCREEN else ""
    return registry.load_object(path, RulePictures) if path else NO_PICTURES


def page_names() -> tuple[str, ...]:
    """Return the names of all pages: the games, and "screen"."""
    return (*registry.check_plugins()[0], SCREEN)


class RulesScene(PageScene):
    """Shows the rules of a game, or how to use the screen.

    `start` is a game's name, or that and a rule's id, as in "wheel#WH-06"; or "screen".
    """

    title: Words = m("Rules")
    smallest = (480.0, 300.0)

    def __init__(self, app: AppContext, start: str = "") -> None:
        super().__init__(app)
        name, _, target = start.partition("#")
        self.pages = page_names()
        self.intro = next((scene.rules_intro for scene in reversed(app.stack) if scene.rules_intro), ""), name
        """The text that precedes the rules, and the page on which it does."""
        self.name = name if name in self.pages else SCREEN if start else self.pages[0]
        # Translators: the title of a page: the keys of the screen that is open
        titles = [m("This screen") if page == SCREEN else registry.plugin(page).display_title for page in self.pages]
        self.tabs = [
            self.widgets.add(Button(title, partial(self.show, page)), None)
            for title, page in zip(titles, self.pages, strict=True)
        ]
        self.page_choice = self.widgets.add(Choice(titles, 0, lambda index: self.show(self.pages[index])))
        self.page_choice.label = self.accessible_name()
        self.text = self.widgets.add(RichText())
        self.contents = Scroll(Rect(0, 0, 0, 0))
        self._headings: list[Button] = []
        self.show(self.name, target)
        self.widgets.set_focus(self.text)

    def show(self, name: str, target: str = "") -> None:
        """Show another page, at a rule or a heading: see `RichText.go_to`."""
        self.name = name
        blocks = load_page(name, self.app.settings.keys)
        text, intro_page = self.intro
        if text and name == intro_page:
            has_rules = name == SCREEN or registry.plugin(name).rules_page is not None
            blocks = (*parse(text), *(blocks if has_rules else ()))
        self.text.show_blocks(blocks, _load_pictures(name))
        if target:
            self.text.go_to(target)
        for tab, page in zip(self.tabs, self.pages, strict=True):
            tab.kind = "chosen" if page == name else "plain"
        self.page_choice.chosen = self.pages.index(name)
        self.widgets.remove(self._headings, self.text)
        words = [block.words for block in blocks if block.kind in ("h1", "h2")]
        self._headings = [
            self.widgets.add(Button(heading, partial(self.text.go_to, heading), kind="quiet", size=17), self.contents)
            for heading in words
        ]
        self.contents.offset = 0
        self.layout(self.size)
        self.dirty = True

    def accessible_name(self) -> Words:
        return m("Rules")

    def place(self) -> None:
        top = self._place_tabs() + 4
        page = self.page_rect
        has_contents = page.width > _MIN_CONTENTS_WIDTH
        side = 250.0 if has_contents else 0.0
        for button in self._headings:
            button.visible = has_contents
        self.contents.area = Rect(page.x, top + 10, side, page.bottom - top - 20)
        for row, button in enumerate(self._headings):
            button.rect = Rect(8, 4 + row * _HEADING_STEP, side - 20, 40)
        self.contents.content = 8.0 + len(self._headings) * _HEADING_STEP
        self.contents.scroll_by(0)
        gap = 14.0 if has_contents else 0.0
        self.text.rect = Rect(page.x + side + gap, top, page.width - side - gap, page.bottom - top)

    def _place_tabs(self) -> float:
        """Place the tabs, and return the y coordinate of their lower edge.

        Where they would take much of the page, a choice in the place of the title replaces them.
        """
        page = self.page_rect
        columns = len(self.tabs) if page.width > 700 else 3 if page.width > 560 else 2
        tabs_height = -(-len(self.tabs) // columns) * _TAB_STEP
        tab_width = (page.width + 10) / columns - 10
        for index, tab in enumerate(self.tabs):
            row, column = divmod(index, columns)
            tab.rect = Rect(page.x + column * (tab_width + 10), page.y + row * _TAB_STEP, tab_width, 40)
        is_compact = tabs_height > _MAX_TAB_SHARE * page.height
        for tab in self.tabs:
            tab.visible = not is_compact
        self.page_choice.visible, self.title = is_compact, "" if is_compact else self.accessible_name()
        left = self.back_button.rect.right + 14
        self.page_choice.rect = Rect(left, self.back_button.rect.y, page.right - left, 42)
        return page.y if is_compact else page.y + tabs_height

    def draw_page(self, canvas: Canvas) -> None:
        if self.contents.area.width:
            canvas.paper(self.contents.area.inflate(0, 20), radius=10)
