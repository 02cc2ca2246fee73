"""A short run of the real-key tests.

Two keyboards, one field, one match, and held keys.
"""

from __future__ import annotations

from pathlib import Path

from tests.app.real_keys import matches
from tests.app.real_keys.desk import Desk
from tests.app.real_keys.layouts import KEYS, LAYOUTS, encode_keys
from tests.app.real_keys.needed_tools import SHORT
from tests.app.real_keys.program import start_program
from tests.app.real_keys.scenes import FIELDS, SCENES

pytestmark = SHORT
_GERMAN, _RUSSIAN = (next(layout for layout in LAYOUTS if layout.name == name) for name in ("de", "ru"))


def test_name_is_written_pasted_and_written_over(desk: Desk, tmp_path: Path) -> None:
    field = FIELDS["a name at a seat"]
    field.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        field.enter(program)
        program.clear_field()
        desk.set_layout(_GERMAN)
        program.type_keys(*encode_keys(_GERMAN.composed[0]))
        assert program.text() == _GERMAN.composed[1]
        program.type_keys(f"ctrl+{KEYS['a']}", KEYS["b"])
        assert program.text() == "b"
        program.clear_field()
        assert program.paste("Zoë", _RUSSIAN)[0] == "Zoë"
        desk.set_layout(_RUSSIAN)
        program.type_keys(*encode_keys(_RUSSIAN.typed[0]))
        assert program.text() == "Zoëанна"


def test_held_key_draws_one_card_on_both_keyboards(desk: Desk, tmp_path: Path) -> None:
    scene = SCENES["Live Grenade"]
    scene.prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data") as program:
        scene.enter(program)
        for count, layout in enumerate((_GERMAN, _RUSSIAN), 1):
            desk.set_layout(layout)
            desk.hold(KEYS["d"])
            program.wait_until_settled()
            assert len(matches.read_actions(program.data)) == count
