"""Captions: sounds in words, for people who cannot hear them."""

from __future__ import annotations

from dataclasses import dataclass

from grenade_salad.app.shell.audio import Effect
from grenade_salad.app.ui.canvas import Canvas, Rect
from grenade_salad.app.ui.theme import BLACK, PAPER, TEXT
from grenade_salad.text import Message, m

WORDS: dict[Effect, Message] = {
    "blast": m("a blast", context="a sound"),
    "blow": m("a hammer blow", context="a sound"),
    "card": m("a card", context="a sound"),
    "clack": m("wood on wood", context="a sound"),
    "clatter": m("soldiers clatter", context="a sound"),
    "click": m("a click", context="a sound"),
    "die_hit": m("a die knocks", context="a sound"),
    "die_roll": m("a die rolls", context="a sound"),
    "draw": m("a card is drawn", context="a sound"),
    "drop": m("soldiers fall", context="a sound"),
    "edge": m("wood knocks dully", context="a sound"),
    "flick": m("a finger flicks", context="a sound"),
    "flip": m("a sheet is turned over", context="a sound"),
    "grenade": m("a grenade hisses", context="a sound"),
    "lose": m("a sad tune", context="a sound"),
    "mine_click": m("the click of a mine", context="a sound"),
    "pick": m("something is picked up", context="a sound"),
    "put": m("something is put down", context="a sound"),
    "rattle": m("soldiers rattle in a hand", context="a sound"),
    "refuse": m("a dull knock: no", context="a sound"),
    "relief": m("a sigh of relief", context="a sound"),
    "shot": m("a shot", context="a sound"),
    "shuffle": m("cards are shuffled", context="a sound"),
    "splinter": m("wood splinters", context="a sound"),
    "take": m("a soldier is taken", context="a sound"),
    "tick": m("a tick of the clock", context="a sound"),
    "whoosh": m("something flies", context="a sound"),
    "win": m("a happy tune", context="a sound"),
}
"""The sound of each effect in words."""
_SECONDS = 2.0
"""Seconds that a caption stays."""
_MAX_LINES = 3
"""Maximum number of captions at a time."""
_LINE_HEIGHT = 30.0
"""Units of a line on its dark ground."""
_SIDE_PAN = 0.35
"""Absolute pan from which the side of a sound is named."""


@dataclass(slots=True)
class _Line:
    """A visible caption."""

    name: Effect
    pan: float
    seconds_left: float


class Captions:
    """The last few sounds, each for a moment; a repeated sound only lasts longer."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []

    def add(self, name: Effect, pan: float) -> None:
        """Show a sound, with `pan` from -1, left, to 1, right."""
        self._lines = [line for line in self._lines if line.name != name]
        self._lines.append(_Line(name, pan, _SECONDS))
        del self._lines[:-_MAX_LINES]

    def update(self, dt: float) -> bool:
        """Let time pass. Returns True if a line has disappeared."""
        for line in self._lines:
            line.seconds_left -= dt
        previous_count = len(self._lines)
        self._lines = [line for line in self._lines if line.seconds_left > 0]
        return len(self._lines) != previous_count

    @property
    def words(self) -> list[Message]:
        """The visible captions, the latest last."""
        return [_caption_words(line) for line in self._lines]

    def draw(self, canvas: Canvas, margin: float = 8.0) -> None:
        """Draw the lines in the middle, `margin` units above the lower edge."""
        bottom = canvas.size[1] - margin
        for words in reversed(self.words):
            width = min(canvas.size[0] - 40, canvas.width(words, TEXT, bold=True) + 28)
            box = Rect((canvas.size[0] - width) / 2, bottom - _LINE_HEIGHT, width, _LINE_HEIGHT)
            canvas.fill(box, BLACK, 6, alpha=205)
            canvas.text(words, box.center, TEXT, PAPER, bold=True, anchor="center", max_width=width - 16)
            bottom -= _LINE_HEIGHT + 4


def _caption_words(line: _Line) -> Message:
    sound = WORDS[line.name]
    if line.pan <= -_SIDE_PAN:
        return m("[{what}, on the left]", context="a sound", what=sound)
    if line.pan >= _SIDE_PAN:
        return m("[{what}, on the right]", context="a sound", what=sound)
    return m("[{what}]", context="a sound", what=sound)
