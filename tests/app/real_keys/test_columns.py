"""The page "What is what?" with a real mouse, real keys and a real screen reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.app.real_keys.desk import SCREEN, Desk
from tests.app.real_keys.needed_tools import SHORT
from tests.app.real_keys.patient import wait_for
from tests.app.real_keys.program import PROGRAM, Program, prepare, start_program
from tests.app.real_keys.screen import Node
from tests.open_table.test_picture_deck import _png
from tests.open_table.test_tables import NO_HEAD

pytestmark = SHORT


def _command(file: Path) -> Sequence[str]:
    return (*PROGRAM, "--box", str(file))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table without heads: its names are guessed, so the page opens by itself."""
    file = tmp_path / "islands.csv"
    file.write_text(NO_HEAD, encoding="utf-8")
    return file


def _wait_for_choice(program: Program, about: str) -> Node:
    """Return the choice of the column with that value, once the page is at rest."""
    program.wait_until_settled()
    return program.screen.wait(lambda node: node.role == "choice" and about in node.about, f"no column with {about}")


def _wait_for_examples(program: Program, words: str) -> None:
    program.screen.wait(
        lambda node: node.name.startswith("An example") and words in node.name, f"no card with {words!r}"
    )


def _wait_for_setup(program: Program) -> None:
    program.screen.wait(lambda node: node.role == "button" and node.name == "Start", "no set-up")


def test_mouse_says_what_a_column_is(desk: Desk, tmp_path: Path, table: Path) -> None:
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=_command(table)) as program:
        program.wait_until_settled()
        program.type_keys("F11")  # Without a frame, tools and program agree about where a widget is.
        wait_for(lambda: desk.window_box(program.window)[2:] == SCREEN, "F11 does not fill the screen")
        program.click(_wait_for_choice(program, "Lighthouse"))
        program.click(program.screen.wait(lambda node: node.role == "item" and node.name == "Text", "no list of roles"))
        wait_for(lambda: _wait_for_choice(program, "Lighthouse").value == 1.0, "the column is no text")
        _wait_for_examples(program, "Lighthouse")
        program.click(program.screen.wait(lambda node: node.name == "Done", "no way out"))
        _wait_for_setup(program)
    assert '"text"' in (tmp_path / "data" / "box-answers.json").read_text(encoding="utf-8")


def test_keys_alone_say_what_a_column_is(desk: Desk, tmp_path: Path, table: Path) -> None:
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=_command(table)) as program:
        first = _wait_for_choice(program, "Lighthouse")
        wait_for(lambda: program.focused() == first.name, "the first column has no focus")
        program.wait_until_settled()
        program.type_keys("Return")
        program.screen.wait(lambda node: node.role == "item" and node.is_focused, "the list has no focus")
        program.type_keys("Down", "Return")
        wait_for(lambda: _wait_for_choice(program, "Lighthouse").value == 1.0, "the column is no text")
        assert program.screen.shows("was “Text” until now"), "what else changed is read"
        program.type_keys("Left")
        wait_for(lambda: _wait_for_choice(program, "Lighthouse").value == 0.0, "the column is no name again")
        for _ in range(20):
            if program.focused() == "Done":
                break
            program.type_keys("Tab")
        assert program.focused() == "Done"
        program.type_keys("Return")
        _wait_for_setup(program)


def test_reader_says_what_a_column_is(desk: Desk, tmp_path: Path, table: Path) -> None:
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=_command(table)) as program:
        choice = _wait_for_choice(program, "Lighthouse")
        _wait_for_examples(program, "Whoever holds it sees everything.")
        program.screen.activate(choice)
        program.screen.wait(lambda node: node.role == "item" and node.name == "Not on the card", "no list of roles")
        items = [node.name for node in program.screen.nodes() if node.role == "item"]
        assert items[:2] == ["Name", "Text"]
        assert len(items) == 9, "every role is there to be chosen"
        program.screen.press("Not on the card")
        wait_for(lambda: _wait_for_choice(program, "Lighthouse").value == 8.0, "the column is still on the card")
        assert not any("Lighthouse" in node.name for node in program.screen.nodes() if node.name.startswith("An ex"))
        program.screen.press("Done")
        _wait_for_setup(program)
    assert '"none"' in (tmp_path / "data" / "box-answers.json").read_text(encoding="utf-8")


def test_lone_picture_is_cut_by_keys_and_the_cut_is_read(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(_png(1260, 880))
    prepare(tmp_path / "data")
    with start_program(desk, tmp_path / "data", command=_command(tmp_path / "a.png")) as program:
        program.screen.wait(lambda node: node.name.startswith("A board, a card, or"), "nothing is asked")
        program.wait_until_settled()
        program.type_keys("Return", "Down", "Down", "Return")
        program.screen.wait(lambda node: node.name == "That is 4 cards.", "no cut")
        program.type_keys("Down", "Right", "Right", "Down", "Right")
        program.screen.wait(lambda node: node.name == "That is 12 cards.", "the cut is another")
        program.screen.press("Done")
        _wait_for_setup(program)
