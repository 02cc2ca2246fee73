"""Names of people: the same rules wherever a name enters the program."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from grenade_salad.match.record import RecordError, read_record, read_strangers_record, write_record
from grenade_salad.text.person_names import clean_name, display_names, is_visible, tidy_name, why_not
from tests.match.keeping import new_header
from tests.text.names import INVISIBLE, NAMES


@pytest.mark.parametrize("name", NAMES)
def test_real_names_are_accepted(name: str) -> None:
    assert why_not(name) == ""
    assert clean_name(name) == name
    assert display_names([name]) == (name,)


@pytest.mark.parametrize("letter", INVISIBLE)
def test_invisible_characters_are_refused_and_removed(letter: str) -> None:
    assert why_not(letter) == "a name has 1 to 100 characters that can be seen"
    assert why_not(f"A{letter}nn") == "a name has a character in it that cannot be seen"
    assert tidy_name(f"A{letter}nn{letter}") == "Ann"
    assert display_names([letter, "Ann", f"{letter}Ann"]) == ("Seat 1", "Ann", "Ann (3)")


@pytest.mark.parametrize("name", ["", " ", "\u3000", "\u0301", "\u0301\u0302", "x" * 101])
def test_name_must_be_visible_and_short_enough(name: str) -> None:
    assert why_not(name)


@pytest.mark.slow
@given(st.text(max_size=20))
def test_cleaning_twice_changes_nothing(name: str) -> None:
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert not {unicodedata.category(letter) for letter in cleaned} & {"Cc", "Cs", "Zl", "Zp"}
    assert is_visible(cleaned) == is_visible(name)


@given(st.lists(st.text(st.sampled_from("Aa \u200b\u202e\u0301é1"), max_size=4), max_size=9))
def test_different_names_are_displayed_differently(names: list[str]) -> None:
    displayed = display_names(names)
    assert len(displayed) == len(names)
    assert all(
        is_visible(name) for name in displayed if not all(item.isascii() and item.isprintable() for item in names)
    )
    assert len(set(displayed)) == len(displayed) or len({name.strip() for name in names}) < len(names)


def _write_record(folder: Path, names: tuple[str, ...]) -> Path:
    file = folder / "match.jsonl"
    write_record(file, Header("wheel", names, new_header("wheel").options, 1), ())
    return file


@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\u2060", "\ufe0f", "\u3164"])
def test_old_record_with_invisible_names_opens_but_import_is_refused(tmp_path: Path, letter: str) -> None:
    file = _write_record(tmp_path, ("Ann", letter, f"Cy{letter}"))
    assert read_record(file).header.names == ("Ann", "Seat 2", "Cy")
    assert read_record(file).header.seats == ("Ann", letter, f"Cy{letter}")
    with pytest.raises(RecordError, match=r"match\.jsonl:1: seats: a name has"):
        read_strangers_record(file, file.name)


def test_names_of_all_scripts_are_imported(tmp_path: Path) -> None:
    for start in range(0, len(NAMES), 3):
        names = NAMES[start : start + 3]
        with open_journal(tmp_path / "data") as journal:
            match_id = journal.add_record(read_strangers_record(_write_record(tmp_path, names)))
            assert journal.match(match_id).names == names
