"""Messages become sentences: names, numbers, lists, plural forms, readers."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from grenade_salad.text import Length, Message, Reader, Seat, TileLength, catalogs, languages, m, say, use_language
from grenade_salad.text.say import use_tile

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
    """Return a reader of a catalog with the three plural forms of Polish."""
    polish_catalog = Catalog(locale="pl")
    polish_catalog.add(
        ("You draw {n} card", "You draw {n} cards"), ("Dobierasz {n} kartę", "Dobierasz {n} karty", "{n} kart!")
    )
    polish_catalog.add("{who} hits {whom}", "{whom} obrywa od: {who}")
    polish_catalog.add("{n} left", "")
    polish_catalog.add("{far} mm", "{gone} mm")
    polish_catalog.add("{all} and {last}", "{all} i {last}", context="several in a row")
    polish_catalog.add(".", ",", context="decimal mark")
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    file = Path(catalogs.catalog_path("pl"))
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        write_mo(out, polish_catalog)
    catalogs.load_catalog.cache_clear()
    languages.available.cache_clear()
    yield Reader(["Ann", "Bo"], seat=1, language="pl")
    catalogs.load_catalog.cache_clear()
    languages.available.cache_clear()


def test_reader_is_called_you_and_others_by_name() -> None:
    names = ["Ann", "Bo"]
    assert say(DRAWN, Reader(names)) == "Bo draws 3 cards"
    assert say(DRAWN, Reader(names, seat=0)) == "Bo draws 3 cards"
    assert say(DRAWN, Reader(names, seat=1)) == "You draw 3 cards"
    assert [say(HIT, Reader(names, seat)) for seat in (None, 0, 1)] == ["Ann hits Bo", "You hit Bo", "Ann hits you"]
    assert say(HIT) == "seat 0 hits seat 1"


def test_count_of_one_has_its_own_form() -> None:
    assert say(m("{n} card", "{n} cards", n=1)) == "1 card"
    assert say(m("{n} card", "{n} cards", n=0)) == "0 cards"


@pytest.mark.parametrize("name", ["seat 0", "{who}", "{n}", "%s", "{", "{0.__class__}", "a\nb", ""])
def test_name_is_data(name: str) -> None:
    names = [name, "Bo"]
    assert say(HIT, Reader(names)) == f"{name} hits Bo"
    assert say(m("{all} went", all=[Seat(0), Seat(1), Seat(0)]), Reader(names)) == f"{name}, Bo and {name} went"
    nested = m("{what}!", what=HIT)
    assert say(nested, Reader(names), begin=True) == f"{name} hits Bo!"
    assert say(name) == name


def test_lists_are_joined() -> None:
    row = ["A", "B", "C"]
    assert [say(m("{x}", x=row[:count])) for count in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert say(m("{x:or}", x=row)) == "A, B or C"
    assert say(m("{x:,}", x=row)) == "A, B, C"


def test_sentence_begins_with_a_capital_but_a_name_is_unchanged() -> None:
    card = m("the ace of spades")
    assert say(m("{card} blows up", card=card), begin=True) == "The ace of spades blows up"
    assert say(m("with {card}", card=card), begin=True) == "With the ace of spades"
    assert say(HIT, Reader(["ann", "Bo"]), begin=True) == "ann hits Bo"
    assert say(m("{x}.", x=[card, card]), begin=True) == "The ace of spades and the ace of spades."


def test_length_has_its_unit_and_number_has_the_marks_of_the_language() -> None:
    message = m("{far}, {share:.1f}, {many:,}", far=Length(12.3), share=2.25, many=1234567)
    assert say(message) == "12 mm, 2.2, 1,234,567"
    assert say(message, Reader(language="de")) == "12\u00a0mm, 2,2, 1.234.567"


def test_language_has_its_own_plural_forms(polish: Reader) -> None:
    def say_drawn(n: int) -> str:
        return say(Message(DRAWN.one, DRAWN.many, you=DRAWN.you, fields={"who": Seat(1), "n": n}), polish)

    assert [say_drawn(n) for n in (1, 2, 5, 22)] == [
        "Dobierasz 1 kartę",
        "Dobierasz 2 karty",
        "5 kart!",
        "Dobierasz 22 karty",
    ]
    assert say(m("{x}", x=["A", "B"]), polish) == "A i B"
    assert languages.choose(["pl_PL.UTF-8"]) == "pl"


def test_language_may_reorder_a_sentence(polish: Reader) -> None:
    assert say(HIT, Reader(["Ann", "Bo"], language="pl")) == "Bo obrywa od: Ann"


def test_untranslated_message_is_english(polish: Reader) -> None:
    assert say(m("{n} left", n=2), polish) == "2 left"
    assert say(m("nobody has translated this"), polish) == "nobody has translated this"
    assert say(m("{n} thing", "{n} things", n=2), polish) == "2 things"
    assert say(m("gone"), Reader(language="xx")) == "gone"


def test_wrong_translation_is_replaced_by_english(polish: Reader) -> None:
    assert say(m("{far}", far=Length(3)), polish) == "3 mm"


def test_readers_without_a_language_use_that_of_the_program() -> None:
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
def test_language_of_the_system_is_read_from_the_environment(environ: dict[str, str], code: str) -> None:
    assert languages.system_language(environ) == code


def test_language_of_the_system_may_be_given_as_a_list() -> None:
    assert languages.system_language({}, ["de-DE", "en"]) == "de"
    assert languages.system_language({"LANG": "en_US"}, ["de-DE", "en"]) == "en"


@pytest.fixture
def write_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return a function that writes the catalog of a language."""
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))

    def write(code: str, *translations: tuple[str, str]) -> None:
        file = Path(catalogs.catalog_path(code, "po"))
        file.parent.mkdir(parents=True)
        head = f'msgid ""\nmsgstr "Language: {code}\\nContent-Type: text/plain; charset=utf-8\\n"\n'
        texts = [f'msgid "{original}"\nmsgstr "{translation}"\n' for original, translation in translations]
        file.write_text("\n".join([head, *texts]), encoding="utf-8")

    for cached in (catalogs.load_catalog, languages.available):
        cached.cache_clear()
    yield write
    for cached in (catalogs.load_catalog, languages.available):
        cached.cache_clear()


def test_language_with_a_region_can_be_chosen(write_catalog: Callable[..., None]) -> None:
    for code in ("pt_BR", "es", "de_AT", "de", "zh_TW"):
        write_catalog(code, ("Rules", f"Rules in {code}"))
    wanted = ["pt_BR.UTF-8", "pt-br", "pt_PT", "pt", "es_MX", "es-419", "de_AT", "de_CH", "de", "zh-Hant-TW", "zh_CN"]
    chosen = ["pt_BR", "pt_BR", "pt_BR", "pt_BR", "es", "es", "de_AT", "de", "de", "zh_TW", "zh_TW"]
    assert [languages.choose([locale]) for locale in wanted] == chosen
    assert languages.choose(["tlh_KL", "pt_PT", "de"]) == "pt_BR"
    assert languages.setting_language("pt_BR") == "pt_BR"
    assert languages.negotiate_language("pt-PT,en;q=0.5") == "pt_BR"
    assert languages.language_tag("pt_BR") == "pt-BR"
    assert say(m("Rules"), Reader(language="pt_BR")) == "Rules in pt_BR"


def test_region_needs_only_the_texts_that_differ(write_catalog: Callable[..., None]) -> None:
    write_catalog("es", ("Rules", "Reglas"), ("Ready", "Listo"))
    write_catalog("es_MX", ("Ready", "Ya"))
    mexican = Reader(language="es_MX")
    assert [say(message, mexican) for message in (m("Ready"), m("Rules"), m("Other"))] == ["Ya", "Reglas", "Other"]


def test_words_before_a_name_depend_on_its_sound(write_catalog: Callable[..., None]) -> None:
    write_catalog("fr", ("{who}'s turn", "Tour {who:de}"), ("{who}'s cards", "{who:de} sont les cartes"))
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
def test_right_to_left_name_does_not_reorder_the_text_around_it(name: str) -> None:
    assert say(HIT, Reader([name, "Bo"])) == f"\u2068{name}\u2069 hits Bo"
    assert say(m("{who} went", who=[name, "Bo", name])) == f"\u2068{name}\u2069, Bo and \u2068{name}\u2069 went"
    assert say(name) == name
    assert say(m("{who}", who=say(m("{who}", who=name)))) == f"\u2068{name}\u2069"


def test_names_are_isolated_in_a_right_to_left_language(write_catalog: Callable[..., None]) -> None:
    write_catalog("he", ("{who} hits {whom}", "{who} פגע ב{whom}"))
    assert say(HIT, Reader(["Ann", "שרה"], language="he")) == "\u2068Ann\u2069 פגע בשרה"


def test_french_typography_is_correct() -> None:
    texts = [text for text in catalogs.load_catalog("fr")._catalog.values() if isinstance(text, str)]  # type: ignore[attr-defined]
    assert not [text for text in texts[1:] if "'" in text or " ?" in text or " !" in text or "..." in text]
    assert any("\u202f?" in text for text in texts)


@pytest.fixture
def tiles() -> Iterator[None]:
    """Tell lengths in tiles of 50 mm."""
    use_tile(50.0)
    yield
    use_tile(None)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "half a tile; one tile; a tile and a half; 2 tiles; 2½ tiles; 5 tiles"),
        ("de", "ein halbes Plättchen; ein Plättchen; anderthalb Plättchen; 2 Plättchen; 2½ Plättchen; 5 Plättchen"),
        ("fr", "une demi-tuile; une tuile; une tuile et demie; 2 tuiles; 2 tuiles et demie; 5 tuiles"),
        ("es", "media loseta; una loseta; loseta y media; 2 losetas; 2 losetas y media; 5 losetas"),
        ("pl", "pół kafla; jeden kafel; półtora kafla; 2 kafle; 2½ kafla; 5 kafli"),
    ],
)
@pytest.mark.usefixtures("tiles")
def test_lengths_are_told_in_tile_widths(language: str, words: str) -> None:
    reader = Reader(language=language)
    lengths = (25, 50, 74, 100, 124, 250)
    assert "; ".join(say(m("{far}", far=TileLength(length)), reader) for length in lengths) == words


@pytest.mark.usefixtures("tiles")
def test_every_length_has_words_that_grow_with_it() -> None:
    words = list(dict.fromkeys(say(m("{far}", far=TileLength(length / 2))) for length in range(1, 1000)))
    assert words[0] == "a hair's breadth"
    assert len(words) == len(set(words))
    assert not [text for text in words if "mm" in text or text.startswith(("0", "1 ", "1½"))]


@pytest.mark.usefixtures("tiles")
def test_other_lengths_stay_in_millimetres() -> None:
    assert say(m("{far}", far=Length(50))) == "50 mm"


def test_a_message_is_told_without_figures_only_while_lengths_are_in_tiles() -> None:
    message = m(
        "{who} is {far} away",
        far=Length(75),
        who=Seat(1),
        you=m("you are {far} away"),
        plain=m("{who} is far away", you=m("you are far away")),
    )
    bo = Reader(["Ann", "Bo"], seat=1)
    assert (say(message), say(message, bo)) == ("seat 1 is 75 mm away", "you are 75 mm away")
    use_tile(50.0)
    try:
        assert (say(message), say(message, bo)) == ("seat 1 is far away", "you are far away")
    finally:
        use_tile(None)
