"""The rules of the games, as the numbered files tell them, and how to use the screen."""

from __future__ import annotations

from functools import lru_cache, partial

from grenade_salad import games, paths
from grenade_salad.app.app import App
from grenade_salad.app.scenes.sheet import SheetScene
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.markdown import Block, parse
from grenade_salad.app.ui.rich_text import RichText
from grenade_salad.app.ui.widget import Scroll
from grenade_salad.app.ui.widgets import Button

SCREEN = "screen"
TITLES = {"grenade-salad": "Grenade Salad", "live-grenade": "Live Grenade", "wheel": "Grenade, the wheel"}
PAGES = (*games.NAMES, SCREEN)

_SCREEN_HELP = """# This screen

Everything can be done with the mouse, with a finger, with keys alone, or with a gamepad alone.

- **Arrows** or **Tab**, the pad's cross or its left stick: go from one thing to the next.
- **Enter** or **Space**, **A** on the pad: press it.
- **Esc**, **B** on the pad: leave the innermost thing.
- **F10**, **Start** on the pad: pause and menu.
- **F1**, **Back** on the pad: the rules that matter now.
- **F11**, or **Alt** and **Enter**: full screen.

The brass ring shows what has the focus. A click or a key skips what moves; nothing is lost by it.

## Secret hands

When several people share this screen, hands stay covered. Hold your seat's key (1 for the first seat, 2 for the second,
and so on) or the sheet itself, and your hand is shown for as long as you hold on. Let go, and it is covered.

To choose while you hold: with the mouse or a finger, slide onto it and let go; with keys, use the arrows and Enter;
with the pad, hold A and press X.

## May I react?

When somebody could react (a mine, a Cancel), everybody is asked, card or no card, and has the same time. Press your
key, look, and react or pass. Looking without the card costs nothing and looks the same: that is what keeps the secret.

## Machines, and what they would do

Easy plays badly, as people do; Normal is sound; Hard thinks; Expert thinks longer. Careful and reckless ones are about
as strong, and play otherwise. Three dots show that a machine thinks.

- **H**, or the bulb: what would you do? A machine gives a hint for your turn, from what you may know; which one, the
  settings say. If others look at the screen too, it comes under your cover. A match can be played without hints.

## Playing on

Every move is kept at once. Leave whenever you like: the first screen offers to go on.

## Looking back

The history has every match. Page up and Page down turn its pages; a record file that somebody sent is dropped on the
window. While you watch a match:

- **P**, **X** on the pad: play, and stop.
- **,** and **.**: a line back, a line on. **Home** and **End**: to the start, to the end.
- **Page up** and **Page down**, **Y** on the pad: to where the next one exploded or died, or the one before.
- **+** and **-**, or the wheel: nearer and farther, where a game has that. **L**: what happened, in a narrow window.
- **G**, when the match is over: the graph. It shows each seat's chance to win, by what that seat could know, and marks
  the decisions that cost most; click a mark, or go from one to the next with left and right.
"""


@lru_cache(maxsize=8)
def page(name: str) -> tuple[Block, ...]:
    """The text of a page of PAGES; says so if it is not there."""
    if name == SCREEN:
        return parse(_SCREEN_HELP)
    try:
        return parse((paths.rules() / f"{name}.md").read_text(encoding="utf-8"))
    except OSError:
        return parse(f"# {TITLES[name]}\n\nThe rules of this game are not written yet.")


class RulesScene(SheetScene):
    """Opens at a page: a game's name, or that and a rule's id, as in "wheel#WH-06"; or "screen"."""

    title = "Rules"

    def __init__(self, app: App, start: str = "") -> None:
        super().__init__(app)
        name, _, place = start.partition("#")
        self.name = name if name in PAGES else SCREEN if start else games.NAMES[0]
        self.tabs = [
            self.widgets.add(Button(TITLES.get(one, "This screen"), partial(self.show, one)), None) for one in PAGES
        ]
        self.text = self.widgets.add(RichText())
        self.contents = Scroll(Rect(0, 0, 0, 0))
        self._headings: list[Button] = []
        self.show(self.name, place)
        self.widgets.set_focus(self.text)

    def show(self, name: str, place: str = "") -> None:
        """Another page, at a rule or a heading."""
        self.name = name
        blocks = page(name)
        self.text.set(blocks)
        if place:
            self.text.go_to(place)
        for tab, one in zip(self.tabs, PAGES, strict=True):
            tab.kind = "main" if one == name else "plain"
        self.widgets.remove(self._headings, self.text)
        words = [block.words for block in blocks if block.kind in ("h1", "h2")]
        self._headings = [
            self.widgets.add(Button(one, partial(self.text.go_to, one), kind="quiet", size=17), self.contents)
            for one in words
        ]
        self.contents.offset = 0
        self.layout(self.size)
        self.dirty = True

    def place(self) -> None:
        sheet = self.sheet
        columns = len(self.tabs) if sheet.width > 700 else 2
        rows = -(-len(self.tabs) // columns)
        each = (sheet.width + 10) / columns - 10
        for index, tab in enumerate(self.tabs):
            row, column = divmod(index, columns)
            tab.rect = Rect(sheet.x + column * (each + 10), sheet.y + row * 48, each, 40)
        top = sheet.y + rows * 48 + 4
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

    def draw_sheet(self, canvas: Canvas) -> None:
        if self.contents.area.width:
            canvas.paper(self.contents.area.inflate(0, 20), radius=10)
