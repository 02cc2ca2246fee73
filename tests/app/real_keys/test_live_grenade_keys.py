"""Live Grenade at one screen with real keys.

Tests drawing, looking at a hand, and questions with a clock.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.real_keys import matches
from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS, LAYOUTS
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.program import Program, start_program
from tests.app.real_keys.scenes import SCENES
from tests.app.real_keys.screen import Node

pytestmark = LONG
_DRAW, _ANN, _BO, _CYD = KEYS["d"], KEYS["1"], KEYS["2"], KEYS["3"]
_STEAL = ("F12", *(KEYS.get(sign, "space") for sign in "steal 10d from c"), "Return")
_SHORT = {"countdown": 6.0}
_LOOK = 8.0
"""Seconds that a player looks at cards.

More than the time of a question, less than the longest look at one.
"""


def is_cover(node: Node) -> bool:
    """True for the heading of a closed cover."""
    return node.name.endswith(" only")


@contextmanager
def hold_cover_open(program: Program, key: str) -> Iterator[None]:
    """Hold a seat's key while its cover is open.

    The key is pressed until the cover appears, since a question ignores keys at first.
    """
    try:
        program.desk.key_down(key)
        while program.screen.find_pressable("Pause and menu"):
            program.desk.key_up(key)
            program.let_frames_pass(4)
            program.desk.key_down(key)
            program.let_frames_pass(4)
        yield
    finally:
        program.desk.key_up(key)


def reach_question(program: Program) -> int:
    """Reach a question with a clock, and return the number of lines of the match.

    Bo steals, and Ann and Cyd may cancel it.
    """
    SCENES["Live Grenade, before a question"].enter(program)
    # Players who have not looked at their own cards are asked without a clock.
    for key in (_ANN, _BO, _CYD):
        program.type_keys(key)
        with program.desk.holding(key):
            program.wait_until_settled()
        program.type_keys("Escape")
        program.wait_until_settled()
    program.type_keys(*_STEAL)
    program.screen.wait(lambda node: node.name == "All pass", "nobody is asked")
    return len(matches.lines(program.data))


def test_held_key_draws_one_card(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["Live Grenade"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        scene.enter(program)
        desk.hold(_DRAW, 6.0)
        program.wait_until_settled()
        assert len(matches.read_actions(program.data)) == 1


def test_key_draws_on_every_layout(desk: Desk, tmp_path: Path) -> None:
    scene, drawn = SCENES["Live Grenade"], {}
    for index, layout in enumerate(LAYOUTS):
        data = tmp_path / f"data{index}"
        scene.prepare(data)
        with start_program(desk, data) as program:
            scene.enter(program)
            desk.set_layout(layout)
            program.type_keys(_DRAW)
            program.wait_until_settled()
            drawn[layout.name, layout.variant] = len(matches.read_actions(data))
    assert {layout: count for layout, count in drawn.items() if count != 1} == {}


def test_match_continues_when_question_ends_under_held_key(desk: Desk, tmp_path: Path) -> None:
    SCENES["Live Grenade, before a question"].prepare(tmp_path / "data", _SHORT)
    with start_program(desk, tmp_path / "data") as program:
        lines = reach_question(program)
        with hold_cover_open(program, _CYD):
            wait_for(lambda: len(matches.lines(program.data)) > lines, "the question has no end")
            under_key = program.wait_until_settled()
        program.wait_until_settled()
        program.type_keys(_DRAW)
        program.wait_until_settled()
        drawn = [line["do"] for line in matches.read_actions(program.data)]
    assert not any(is_cover(node) for node in under_key), [node.name for node in under_key]
    assert any("Bo" in node.name and "turn" in node.name for node in under_key), [node.name for node in under_key]
    assert "draw" in drawn


def test_question_clock_stops_while_hand_is_open(desk: Desk, tmp_path: Path) -> None:
    SCENES["Live Grenade, before a question"].prepare(tmp_path / "data", _SHORT)
    with start_program(desk, tmp_path / "data") as program:
        lines = reach_question(program)
        with hold_cover_open(program, _CYD):
            time.sleep(_LOOK)
            assert len(matches.lines(program.data)) == lines


def test_late_answer_is_reported_as_late(desk: Desk, tmp_path: Path) -> None:
    SCENES["Live Grenade, before a question"].prepare(tmp_path / "data", _SHORT)
    with start_program(desk, tmp_path / "data") as program:
        reach_question(program)
        with hold_cover_open(program, _CYD):
            wait_for(lambda: program.screen.shows("The time to answer was over"), "nobody is told")


def test_deck_under_open_cover_works_or_does_not_glow(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["Live Grenade"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        scene.enter(program)
        deck = program.screen.wait(lambda node: node.name.startswith("Draw the top card"), "no deck")
        box = program.screen_box(deck)
        desk.move_to(box[0] + box[2] / 2, box[1] - 40)
        program.let_frames_pass()
        gold = _count_golden_pixels(desk, box)
        desk.press(_BO)
        program.wait_until_settled()
        with desk.holding(_BO):
            program.wait_until_settled()
            gold_under_cover = _count_golden_pixels(desk, box)
            desk.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
            program.wait_until_settled()
        program.wait_until_settled()
        drawn = len(matches.read_actions(program.data))
    assert gold
    assert drawn == 1 or gold_under_cover < gold / 2, (gold, gold_under_cover)


def _count_golden_pixels(desk: Desk, box: tuple[int, int, int, int]) -> int:
    """Return the number of golden pixels in a box of the screen and around it."""
    left, top, width, height = box
    pixels = desk.xlib.pixels(left - 12, top - 12, width + 24, height + 24)
    return sum(red > 200 and red - blue > 90 and green > 140 for red, green, blue in pixels)
