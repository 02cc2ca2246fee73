"""The first match of Nim: what wins it, and a first move."""

from __future__ import annotations

from pathlib import Path

from guest_games.nim import Take

from grenade_salad.core.lesson import PLAY_ON, Lesson, LessonStep, did
from grenade_salad.text import Seat, m

LESSON = Lesson(
    record=Path(__file__).with_suffix(".jsonl"),
    line=0,
    steps=(
        LessonStep(says=m("Whoever takes the last one wins. {who} wants that, too.", who=Seat(1)), at=("seat:1",)),
        LessonStep(says=m("Take any number from one heap: leave two that are alike."), until=did(Take)),
        LessonStep(says=PLAY_ON, at=("hint", "help")),
    ),
)
