"""The rules of the games, as the numbered files tell them, and how to use the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from grenade_salad.app.shell import keys
from grenade_salad.app.shell.scene import SheetScene, Shell
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.rich_text import NO_PICTURES, Pictures, RichText
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button, Choice
from grenade_salad.core import registry
from grenade_salad.core.rule_labels import with_labels
from grenade_salad.system import resources
from grenade_salad.text import Words, m, say
from grenade_salad.text.markdown import Block, Span, parse
from grenade_salad.text.say import language

SCREEN = "screen"
_SHARE = 0.25
"""How much of the page tabs may take, at most."""

_SCREEN_PAGE = Path(__file__).parent / "help" / "screen.md"


def key_list(changed: Mapping[str, int]) -> Iterator[Block]:
    """What every key means; `changed` has those that people chose themselves."""
    yield Block("h2", (Span(say(m("Keys"))),))
    for row in keys.ROWS:
        key = say(keys.words_of(row.means, changed))
        yield Block("item", (Span(say(m("{key} – {what}", key=key, what=row.words))),))


def page(name: str, changed: Mapping[str, int]) -> tuple[Block, ...]:
    """The text of a page of `pages` in the language of the window; says so if it is not there. `changed` has the keys
    that people chose themselves."""
    return (*_written(name), *key_list(changed)) if name == SCREEN else _written(name)


def _written(name: str) -> tuple[Block, ...]:
    game = None if name == SCREEN else registry.plugin(name)
    file = _SCREEN_PAGE if game is None else game.rules_page
    if file is not None:
        with suppress(OSError):
            parsed = _parsed(resources.in_language(file, language()))
            return parsed if game is None else with_labels(name, parsed, language())
    # Translators: the title of a page: the keys of the screen that is open
    title = m("This screen") if game is None else game.on_box
    return parse(say(m("# {game}\n\nThis game has no written rules yet.", game=title)))


@lru_cache(maxsize=16)
def _parsed(file: Path) -> tuple[Block, ...]:
    return parse(file.read_text(encoding="utf-8"))


def _pictures(name: str) -> Pictures:
    """The pictures that a game has of its rules."""
    found = registry.plugin(name).rule_pictures if name != SCREEN else ""
    return registry.load_object(found, Pictures) if found else NO_PICTURES


def pages() -> tuple[str, ...]:
    """Which pages there are: the games', and about the screen."""
    return (*registry.playable()[0], SCREEN)


class RulesScene(SheetScene):
    """Opens at a page: a game's name, or that and a rule's id, as in "wheel#WH-06"; or "screen"."""

    title: Words = m("Rules")
    smallest = (480.0, 300.0)

    def __init__(self, app: Shell, start: str = "") -> None:
        super().__init__(app)
        name, _, place = start.partition("#")
        self.pages = pages()
        self.first = next((scene.rules_text for scene in reversed(app.stack) if scene.rules_text), ""), name
        """What stands first, and on which page."""
        self.name = name if name in self.pages else SCREEN if start else self.pages[0]
        # Translators: the title of a page: the keys of the screen that is open
        titles = [m("This screen") if one == SCREEN else registry.plugin(one).on_box for one in self.pages]
        self.tabs = [
            self.widgets.add(Button(title, partial(self.show, one)), None)
            for title, one in zip(titles, self.pages, strict=True)
        ]
        self.page_choice = self.widgets.add(Choice(titles, 0, lambda index: self.show(self.pages[index])))
        self.page_choice.label = self.called()
        self.text = self.widgets.add(RichText())
        self.contents = Scroll(Rect(0, 0, 0, 0))
        self._headings: list[Button] = []
        self.show(self.name, place)
        self.widgets.set_focus(self.text)

    def show(self, name: str, place: str = "") -> None:
        """Another page, at a rule or a heading."""
        self.name = name
        blocks = page(name, self.app.settings.keys)
        text, where = self.first
        if text and name == where:
            written = name == SCREEN or registry.plugin(name).rules_page is not None
            blocks = (*parse(text), *(blocks if written else ()))
        self.text.set(blocks, _pictures(name))
        if place:
            self.text.go_to(place)
        for tab, one in zip(self.tabs, self.pages, strict=True):
            tab.kind = "chosen" if one == name else "plain"
        self.page_choice.chosen = self.pages.index(name)
        self.widgets.remove(self._headings, self.text)
        words = [block.words for block in blocks if block.kind in ("h1", "h2")]
        self._headings = [
            self.widgets.add(Button(one, partial(self.text.go_to, one), kind="quiet", size=17), self.contents)
            for one in words
        ]
        self.contents.offset = 0
        self.layout(self.size)
        self.dirty = True

    def called(self) -> Words:
        return m("Rules")

    def place(self) -> None:
        top = self._place_tabs() + 4
        sheet = self.sheet
        beside = sheet.width > 900
        side = 250.0 if beside else 0.0
        for button in self._headings:
            button.visible = beside
        self.contents.area = Rect(sheet.x, top + 10, side, sheet.bottom - top - 20)
        for row, button in enumerate(self._headings):
            button.rect = Rect(8, 4 + row * 44, side - 20, 40)
        self.contents.content = 8.0 + len(self._headings) * 44
        self.contents.by(0)
        gap = 14.0 if beside else 0.0
        self.text.rect = Rect(sheet.x + side + gap, top, sheet.width - side - gap, sheet.bottom - top)

    def _place_tabs(self) -> float:
        """Where the rows of tabs end. Where they would take much of the page, the pages are a choice in the place
        of the title."""
        sheet = self.sheet
        columns = len(self.tabs) if sheet.width > 700 else 3 if sheet.width > 560 else 2
        rows = -(-len(self.tabs) // columns)
        each = (sheet.width + 10) / columns - 10
        for index, tab in enumerate(self.tabs):
            row, column = divmod(index, columns)
            tab.rect = Rect(sheet.x + column * (each + 10), sheet.y + row * 48, each, 40)
        low = rows * 48 > _SHARE * sheet.height
        for tab in self.tabs:
            tab.visible = not low
        self.page_choice.visible, self.title = low, "" if low else self.called()
        left = self.back_button.rect.right + 14
        self.page_choice.rect = Rect(left, self.back_button.rect.y, sheet.right - left, 42)
        return sheet.y if low else sheet.y + rows * 48

    def draw_sheet(self, canvas: Canvas) -> None:
        if self.contents.area.width:
            canvas.paper(self.contents.area.inflate(0, 20), radius=10)
