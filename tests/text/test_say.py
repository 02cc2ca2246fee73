"""Messages become sentences: names, numbers, lists, plural forms, the reader."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from grenade_salad.text import Length, Message, Reader, Seat, catalogs, languages, m, say, say_all, use_language

DRAWN = m(
    "{who} draws {n} card",
    "{who} draws {n} cards",
    who=Seat(1),
    n=3,
    you=m("You draw {n} card", "You draw {n} cards"),
)
HIT = m(
    "{who} hits {whom}",
    who=Seat(0),
    whom=Seat(1),
    you=m("You hit {whom}"),
    your=m("{who} hits you"),
)


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """Somebody who reads a catalog with the three plural forms of Polish."""
    made = Catalog(locale="pl")
    made.add(("You draw {n} card", "You draw {n} cards"), ("Dobierasz {n} kartę", "Dobierasz {n} karty", "{n} kart!"))
    made.add("{who} hits {whom}", "{whom} obrywa od: {who}")
    made.add("{n} left", "")
    made.add("{far} mm", "{gone} mm")
    made.add("{all} and {last}", "{all} i {last}", context="several in a row")
    made.add(".", ",", context="decimal mark")
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    file = Path(catalogs.file_of("pl"))
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        write_mo(out, made)
    catalogs.catalog.cache_clear()
    languages.available.cache_clear()
    yield Reader(["Ann", "Bo"], seat=1, language="pl")
    catalogs.catalog.cache_clear()
    languages.available.cache_clear()


def test_a_reader_is_called_you_and_others_by_name() -> None:
    names = ["Ann", "Bo"]
    assert say(DRAWN, Reader(names)) == "Bo draws 3 cards"
    assert say(DRAWN, Reader(names, seat=0)) == "Bo draws 3 cards"
    assert say(DRAWN, Reader(names, seat=1)) == "You draw 3 cards"
    assert [say(HIT, Reader(names, seat)) for seat in (None, 0, 1)] == ["Ann hits Bo", "You hit Bo", "Ann hits you"]
    assert say(HIT) == "seat 0 hits seat 1"


def test_one_of_something_has_a_form_of_its_own() -> None:
    assert say(m("{n} card", "{n} cards", n=1)) == "1 card"
    assert say(m("{n} card", "{n} cards", n=0)) == "0 cards"


@pytest.mark.parametrize("name", ["seat 0", "{who}", "{n}", "%s", "{", "{0.__class__}", "a\nb", ""])
def test_a_name_is_data(name: str) -> None:
    names = [name, "Bo"]
    assert say(HIT, Reader(names)) == f"{name} hits Bo"
    assert say(m("{all} went", all=[Seat(0), Seat(1), Seat(0)]), Reader(names)) == f"{name}, Bo and {name} went"
    nested = m("{what}!", what=HIT)
    assert say(nested, Reader(names), begin=True) == f"{name} hits Bo!"
    assert say(name) == name


def test_things_in_a_row() -> None:
    row = ["A", "B", "C"]
    assert [say(m("{x}", x=row[:count])) for count in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert say(m("{x:or}", x=row)) == "A, B or C"
    assert say(m("{x:,}", x=row)) == "A, B, C"


def test_a_sentence_begins_with_a_capital_but_a_name_stays_as_it_is() -> None:
    card = m("the ace of spades")
    assert say(m("{card} blows up", card=card), begin=True) == "The ace of spades blows up"
    assert say(m("with {card}", card=card), begin=True) == "With the ace of spades"
    assert say(HIT, Reader(["ann", "Bo"]), begin=True) == "ann hits Bo"
    assert say_all([m("{x}.", x=[card, card]), m("yes.")]) == "The ace of spades and the ace of spades. Yes."


def test_a_length_has_its_unit_and_a_number_the_marks_of_the_language() -> None:
    moved = m("{far}, {share:.1f}, {many:,}", far=Length(12.3), share=2.25, many=1234567)
    assert say(moved) == "12 mm, 2.2, 1,234,567"
    assert say(moved, Reader(language="de")) == "12\u00a0mm, 2,2, 1.234.567"


def test_a_language_has_its_own_plural_forms(polish: Reader) -> None:
    def drawn(n: int) -> str:
        return say(Message(DRAWN.one, DRAWN.many, you=DRAWN.you, fields={"who": Seat(1), "n": n}), polish)

    assert [drawn(n) for n in (1, 2, 5, 22)] == [
        "Dobierasz 1 kartę",
        "Dobierasz 2 karty",
        "5 kart!",
        "Dobierasz 22 karty",
    ]
    assert say(m("{x}", x=["A", "B"]), polish) == "A i B"
    assert languages.choose(["pl_PL.UTF-8"]) == "pl"


def test_a_language_may_turn_a_sentence_around(polish: Reader) -> None:
    assert say(HIT, Reader(["Ann", "Bo"], language="pl")) == "Bo obrywa od: Ann"


def test_what_is_not_translated_is_said_in_english(polish: Reader) -> None:
    assert say(m("{n} left", n=2), polish) == "2 left"
    assert say(m("nobody has translated this"), polish) == "nobody has translated this"
    assert say(m("{n} thing", "{n} things", n=2), polish) == "2 things"
    assert say(m("gone"), Reader(language="xx")) == "gone"


def test_a_wrong_translation_stops_nobody(polish: Reader) -> None:
    assert say(m("{far}", far=Length(3)), polish) == "3 mm"


def test_the_language_of_the_program_is_that_of_readers_who_name_none() -> None:
    use_language("de")
    try:
        assert say(m("the game is over")) == "das Spiel ist zu Ende"
        assert say(m("the game is over"), Reader(language="en")) == "the game is over"
    finally:
        use_language("en")


def test_messages_are_values() -> None:
    assert pickle.loads(pickle.dumps(HIT)) == HIT
    assert HIT != DRAWN
    assert hash(m("x", a=1)) == hash(m("x", a=1))
    with pytest.raises(AttributeError):
        HIT.one = "other"


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LANGUAGE": "de"}, "de"),
        ({"LANGUAGE": "tlh:de_AT:en", "LANG": "en_US.UTF-8"}, "de"),
        ({"LANGUAGE": "", "LC_ALL": "de_CH.UTF-8"}, "de"),
        ({"LC_MESSAGES": "de", "LANG": "en_US.UTF-8"}, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "tlh"}, "en"),
        ({"LANG": "en_XA"}, catalogs.PSEUDO),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(environ: dict[str, str], code: str) -> None:
    assert languages.of_system(environ) == code


def test_what_the_system_says_in_another_way() -> None:
    assert languages.of_system({}, ["de-DE", "en"]) == "de"
    assert languages.of_system({"LANG": "en_US"}, ["de-DE", "en"]) == "en"
