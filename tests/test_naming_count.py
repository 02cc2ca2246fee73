"""Counting of names and docstrings, on small sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.naming import FROZEN, GUIDE, NamingCount, count_names, read_words

WORDS = frozenset({"one", "at", "told"})


def count(source: str) -> NamingCount:
    result = NamingCount(WORDS)
    result.add_source(source, "file.py")
    return result


@pytest.mark.parametrize(
    "source",
    [
        "one = 1",
        "one: int",
        "one += 1",
        "_one = 1",
        "self._one = 1",
        "self.one: int = 1",
        "one, *rest = numbers",
        "def one(): pass",
        "async def one(): pass",
        "class one: pass",
        "def f(one): pass",
        "def f(*one): pass",
        "def f(*, one=1): pass",
        "lambda one: 1",
        "for one in numbers: pass",
        "[1 for one in numbers]",
        "{x: y for x, one in numbers for y in one}",
        "with f() as one: pass",
        "try: pass\nexcept ValueError as one: pass",
        "print(one := 1)",
        "import one as one",
        "match x:\n case [*one]: pass",
        "match x:\n case int() as one: pass",
        "match x:\n case {'a': one}: pass",
        "match x:\n case {'a': 1, **one}: pass",
    ],
)
def test_every_way_to_bind_a_name_counts(source: str) -> None:
    assert len(count(source).vague) == 1


@pytest.mark.parametrize(
    "source", ["print(one)", "self.one", "del one", "f(one=1)", "import one", "one_card = 1", "global one"]
)
def test_names_that_are_read_do_not_count(source: str) -> None:
    assert not count(source).vague


def test_share_is_of_all_bound_names() -> None:
    result = count("def draw(told, n):\n    card = told\n    return [card for at in n]\n")
    assert (len(result.vague), result.names) == (2, 5)
    assert result.vague_share == 0.4
    assert [str(place) for place in result.places] == ["file.py:1: vague name: told", "file.py:3: vague name: at"]


def test_frozen_field_counts_in_its_class_alone() -> None:
    result = count("class Explosion:\n    at: int\n    told: int\nclass Blast:\n    at: int\n")
    assert [place.line for place in result.places] == [3, 5]
    assert result.frozen == {"Explosion.at"}


def test_docstrings_of_definitions_and_variables_are_read() -> None:
    source = '''"""What it is."""
LIMIT = 1
"""Whether."""
class Card:
    """How."""
    name: str
    """Why, and then."""
    def draw(self):
        """Draw."""
        """Whose docstring is this?"""
    async def play(self):
        """
        Where it goes.
        """
'''
    result = count(source)
    assert result.docstrings == 6
    assert [place.line for place in result.places] == [1, 3, 5, 7, 12]
    assert result.question_share == 5 / 6


def test_question_words_are_whole_words_at_the_beginning() -> None:
    assert not count('"""Whatever it is, and who."""').questions
    assert count("'''What's new.'''").questions


def test_first_lines_may_have_80_characters() -> None:
    assert not count(f'"""{80 * "a"}\n{90 * "a"}"""').long_lines
    assert count(f'"""{81 * "a"}"""').long_lines


def test_tests_are_not_named_after_questions() -> None:
    names = ("test_what_is", "test_whom_it_hits", "test_where_it_is", "test_whatever", "test_draw")
    source = "".join(f"def {name}(): pass\n" for name in names)
    assert [place.line for place in count(source).places] == [1, 2, 3]


def test_empty_source_has_shares() -> None:
    assert (count("").vague_share, count("").question_share) == (0, 0)


def test_guide_has_the_words_to_avoid() -> None:
    words = read_words(GUIDE.read_text(encoding="utf-8"))
    assert {"one", "other", "number", "where", "before"} <= words
    assert not {"seat", "of", "x_of(y)"} & words
    fields = {name.partition(".")[2] for names in FROZEN.values() for name in names}
    assert fields <= words, "not on the list: they need no exception"


def test_files_and_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for file in (tmp_path / "a.py", tmp_path / "folder" / "b.py"):
        file.write_text("one = 1\n")
    (tmp_path / "c.txt").write_text("one")
    places = count_names([tmp_path / "folder", tmp_path / "a.py"]).places
    assert [place.path.rpartition("/")[2] for place in places] == ["a.py", "b.py"]
