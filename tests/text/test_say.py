"""Messages become sentences: names, numbers, lists, plural forms, the reader."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
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
    assert say(m("the game is over")) == "das Spiel ist zu Ende"
    assert say(m("the game is over"), Reader(language="en")) == "the game is over"


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


@pytest.fixture
def catalogs_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Write the catalog of a language."""
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))

    def write(code: str, *said: tuple[str, str]) -> None:
        file = Path(catalogs.file_of(code, "po"))
        file.parent.mkdir(parents=True)
        head = f'msgid ""\nmsgstr "Language: {code}\\nContent-Type: text/plain; charset=utf-8\\n"\n'
        texts = [f'msgid "{one}"\nmsgstr "{other}"\n' for one, other in said]
        file.write_text("\n".join([head, *texts]), encoding="utf-8")

    for cached in (catalogs.catalog, languages.available):
        cached.cache_clear()
    yield write
    for cached in (catalogs.catalog, languages.available):
        cached.cache_clear()


def test_a_language_with_a_region_can_be_chosen(catalogs_of: Callable[..., None]) -> None:
    for code in ("pt_BR", "es", "de_AT", "de", "zh_TW"):
        catalogs_of(code, ("Rules", f"Rules in {code}"))
    wanted = ["pt_BR.UTF-8", "pt-br", "pt_PT", "pt", "es_MX", "es-419", "de_AT", "de_CH", "de", "zh-Hant-TW", "zh_CN"]
    chosen = ["pt_BR", "pt_BR", "pt_BR", "pt_BR", "es", "es", "de_AT", "de", "de", "zh_TW", "zh_TW"]
    assert [languages.choose([one]) for one in wanted] == chosen
    assert languages.choose(["tlh_KL", "pt_PT", "de"]) == "pt_BR"
    assert languages.of_setting("pt_BR") == "pt_BR"
    assert languages.accepted("pt-PT,en;q=0.5") == "pt_BR"
    assert languages.tag("pt_BR") == "pt-BR"
    assert say(m("Rules"), Reader(language="pt_BR")) == "Rules in pt_BR"


def test_a_region_need_only_say_what_it_says_otherwise(catalogs_of: Callable[..., None]) -> None:
    catalogs_of("es", ("Rules", "Reglas"), ("Ready", "Listo"))
    catalogs_of("es_MX", ("Ready", "Ya"))
    assert [say(m(one), Reader(language="es_MX")) for one in ("Ready", "Rules", "Other")] == ["Ya", "Reglas", "Other"]  # type: ignore[arg-type]


def test_words_before_a_name_go_by_its_sound(catalogs_of: Callable[..., None]) -> None:
    catalogs_of("fr", ("{who}'s turn", "Tour {who:de}"), ("{who}'s cards", "{who:de} sont les cartes"))
    for names, turn, cards in (
        (["Ann"], "Tour d’Ann", "D’Ann sont les cartes"),
        (["Bo"], "Tour de Bo", "De Bo sont les cartes"),
        (["Élodie"], "Tour d’Élodie", "D’Élodie sont les cartes"),
        (["ﷺ"], "Tour de \u2068ﷺ\u2069", "De \u2068ﷺ\u2069 sont les cartes"),
    ):
        reader = Reader(names, language="fr")
        assert say(m("{who}'s turn", who=Seat(0)), reader) == turn
        assert say(m("{who}'s cards", who=Seat(0)), reader, begin=True) == cards
    both = Reader(["Ann", "Bo"], language="fr")
    assert say(m("{who}'s turn", who=[Seat(0), Seat(1)]), both) == "Tour d’Ann and de Bo"


@pytest.mark.parametrize("name", ["שרה", "محمد 7", "(שרה)"])
def test_a_name_that_is_read_the_other_way_turns_nothing_around_it(name: str) -> None:
    assert say(HIT, Reader([name, "Bo"])) == f"\u2068{name}\u2069 hits Bo"
    assert say(m("{who} went", who=[name, "Bo", name])) == f"\u2068{name}\u2069, Bo and \u2068{name}\u2069 went"
    assert say(name) == name
    assert say(m("{who}", who=say(m("{who}", who=name)))) == f"\u2068{name}\u2069"


def test_in_a_language_that_is_read_the_other_way_names_are_held_together(catalogs_of: Callable[..., None]) -> None:
    catalogs_of("he", ("{who} hits {whom}", "{who} פגע ב{whom}"))
    assert say(HIT, Reader(["Ann", "שרה"], language="he")) == "\u2068Ann\u2069 פגע בשרה"


def test_french_is_set_as_french_is() -> None:
    texts = [text for text in catalogs.catalog("fr")._catalog.values() if isinstance(text, str)]  # type: ignore[attr-defined]
    assert not [text for text in texts[1:] if "'" in text or " ?" in text or " !" in text or "..." in text]
    assert any("\u202f?" in text for text in texts)
