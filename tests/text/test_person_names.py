"""What a name is: the same at every door."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grenade_salad.journal.journal import open_journal
from grenade_salad.match.match import Header
from grenade_salad.match.record import RecordError, read_record, read_strangers_record, write_record
from grenade_salad.text.person_names import cleaned, shown, tidy, visible, why_not
from tests.match.keeping import header

NAMES = (
    *("Ann", "José", "Ђорђе", "Ελένη", "Nguyễn Thị", "שלום", "محمد", "नमस्ते", "สวัสดี", "李小龍", "さくら", "김철수"),
    *("می\u200cخواهم", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f", "👍🏽", "1\ufe0f\u20e3", "葛\U000e0100"),
    *("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏳\ufe0f\u200d🌈", "O'Neill-2", "\ue000"),
)
"""What people are called."""
UNSEEN = (
    *("\u200b", "\u202e", "\u2060", "\ufe0f", "\ufeff", "\u00ad", "\u034f", "\u2066", "\u200f", "\u3164", "\u115f"),
    *("\u2800", "\x07", "\x1b", "\u0085", "\u2028", "\U000e0041", "\u200d", "\u200c", "\u180e", "\ufff9"),
)
"""What cannot be seen."""


@pytest.mark.parametrize("name", NAMES)
def test_what_people_are_called_is_a_name(name: str) -> None:
    assert why_not(name) == ""
    assert cleaned(name) == name
    assert shown([name]) == (name,)


@pytest.mark.parametrize("letter", UNSEEN)
def test_what_cannot_be_seen_is_no_part_of_a_name(letter: str) -> None:
    assert why_not(letter) == "a name has 1 to 100 characters that can be seen"
    assert why_not(f"A{letter}nn") == "a name has a character in it that cannot be seen"
    assert tidy(f"A{letter}nn{letter}") == "Ann"
    assert shown([letter, "Ann", f"{letter}Ann"]) == ("Seat 1", "Ann", "Ann (3)")


@pytest.mark.parametrize("name", ["", " ", "\u3000", "\u0301", "\u0301\u0302", "x" * 101])
def test_a_name_needs_something_to_see_and_an_end(name: str) -> None:
    assert why_not(name)


@pytest.mark.slow
@given(st.text(max_size=20))
def test_what_is_cleaned_stays_clean(name: str) -> None:
    once = cleaned(name)
    assert cleaned(once) == once
    assert not {unicodedata.category(letter) for letter in once} & {"Cc", "Cs", "Zl", "Zp"}
    assert visible(once) == visible(name)


@given(st.lists(st.text(st.sampled_from("Aa \u200b\u202e\u0301é1"), max_size=4), max_size=9))
def test_no_two_seats_look_alike_if_their_names_were_not_the_same(names: list[str]) -> None:
    told = shown(names)
    assert len(told) == len(names)
    assert all(visible(name) for name in told if not all(one.isascii() and one.isprintable() for one in names))
    assert len(set(told)) == len(told) or len({name.strip() for name in names}) < len(names)


def _file(folder: Path, names: tuple[str, ...]) -> Path:
    file = folder / "match.jsonl"
    write_record(file, Header("wheel", names, header("wheel").options, 1), ())
    return file


@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\u2060", "\ufe0f", "\u3164"])
def test_a_record_of_before_opens_and_a_new_import_is_refused(tmp_path: Path, letter: str) -> None:
    file = _file(tmp_path, ("Ann", letter, f"Cy{letter}"))
    assert read_record(file).header.names == ("Ann", "Seat 2", "Cy")
    assert read_record(file).header.seats == ("Ann", letter, f"Cy{letter}")
    with pytest.raises(RecordError, match=r"match\.jsonl:1: seats: a name has"):
        read_strangers_record(file, file.name)


def test_names_of_the_world_are_taken_in(tmp_path: Path) -> None:
    for at in range(0, len(NAMES), 3):
        names = NAMES[at : at + 3]
        with open_journal(tmp_path / "data") as journal:
            number = journal.add(read_strangers_record(_file(tmp_path, names)))
            assert journal.match(number).names == names
