"""The first match of Nim: how to win, and a first action."""

from __future__ import annotations

from pathlib import Path

from guest_games.nim import Take

from grenade_salad.core.lesson import PLAY_ON, Lesson, LessonStep, did
from grenade_salad.text import Seat, m

LESSON = Lesson(
    record=Path(__file__).with_suffix(".jsonl"),
    start_line=0,
    steps=(
        LessonStep(text=m("Whoever takes the last one wins. {who} wants that, too.", who=Seat(1)), spots=("seat:1",)),
        LessonStep(text=m("Take any number from one heap: leave two that are alike."), until=did(Take)),
        LessonStep(text=PLAY_ON, spots=("hint", "help")),
    ),
)
