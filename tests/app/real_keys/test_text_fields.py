"""Every kind of text field, with keyboards of many countries."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS, LAYOUTS, Layout, encode_keys
from tests.app.real_keys.needed_tools import LONG
from tests.app.real_keys.program import Program, start_program
from tests.app.real_keys.scenes import FIELDS

pytestmark = LONG
_A, _B = KEYS["a"], KEYS["b"]


def type_into_empty_field(program: Program, layout: Layout, *keys: str) -> str:
    """Return the text of an empty field after some keys of a layout."""
    program.clear_field()
    program.desk.set_layout(layout)
    program.type_keys(*keys)
    return program.text()


@pytest.mark.parametrize("name", FIELDS)
def test_field_takes_letters_of_every_layout(desk: Desk, tmp_path: Path, name: str) -> None:
    field, wrong = FIELDS[name], {}
    field.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        field.enter(program)
        for layout in LAYOUTS:
            for keys, text in (layout.typed, layout.composed):
                if (result := type_into_empty_field(program, layout, *encode_keys(keys))) != text:
                    wrong[f"{layout.name} {layout.variant} {text}"] = result
    assert wrong == {}


@pytest.mark.parametrize("name", FIELDS)
def test_typing_replaces_marked_text(desk: Desk, tmp_path: Path, name: str) -> None:
    field = FIELDS[name]
    field.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        field.enter(program)
        texts = []
        for keys_between in ((), ("Shift_L",)):
            program.clear_field()
            program.type_keys(KEYS["x"], KEYS["y"], f"ctrl+{_A}", *keys_between, _B)
            texts.append(program.text())
    assert texts == ["b", "b"]


@pytest.mark.parametrize("name", FIELDS)
def test_ctrl_v_pastes_on_every_layout(desk: Desk, tmp_path: Path, name: str) -> None:
    field, wrong = FIELDS[name], {}
    field.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        field.enter(program)
        for layout in LAYOUTS:
            program.clear_field()
            result, _ = program.paste("Bo", layout)
            if result != "Bo":
                wrong[layout.name] = result
    assert wrong == {}


def test_cost_of_long_paste_grows_with_its_length(desk: Desk, tmp_path: Path) -> None:
    field = FIELDS["a name at a seat"]
    field.prepare(tmp_path / "data")
    seconds = []
    with start_program(desk, tmp_path / "data") as program:
        field.enter(program)
        for size in (6_000, 18_000):
            program.clear_field()
            result, duration = program.paste("Ann and Bo " * (size // 11))
            assert result.startswith("Ann and Bo")
            seconds.append(duration)
    assert seconds[1] < 4 * max(seconds[0], 0.5), seconds
