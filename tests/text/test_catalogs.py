"""What translators work on: every message is found, and a translation has the places of its message."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import denormalize, read_po, write_po

from grenade_salad.text import Reader, catalogs, languages, m, po, say
from tools import catalog as catalog_tool
from tools.catalog import (
    NotLiteral,
    all_messages,
    contents,
    main,
    messages_in,
    messages_of,
    read,
    template,
    template_file,
    update,
)

CODES = [code for code in languages.available() if code != "en"]


def places(text: str) -> set[str]:
    """The names of the places in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def sentences(file: bytes) -> dict[object, str]:
    """What an MO file says; but for its header, which names the version of the tool that made it."""
    said = dict(GNUTranslations(BytesIO(file))._catalog)  # type: ignore[attr-defined]
    assert said.pop("")
    return said


def test_every_message_can_be_found() -> None:
    found = all_messages()
    assert {"{who}'s turn", "Your turn"} <= {message.one for message in found}
    with pytest.raises(NotLiteral):
        list(messages_in('m(f"{name} wins")', "x.py"))
    with pytest.raises(NotLiteral):
        list(messages_in("m(words)", "x.py"))


def test_every_place_is_filled() -> None:
    for message in all_messages():
        for text in (message.one, message.many):
            missing = places(text) - message.fields
            assert not missing or "**" in message.fields, f"{message.file}:{message.line}: nothing fills {missing}"
        assert not message.many or "n" in message.fields, f"{message.file}:{message.line}: n counts"


def test_one_text_has_one_plural() -> None:
    forms: dict[tuple[str, str], set[str]] = {}
    for message in all_messages():
        forms.setdefault((message.context, message.one), set()).add(message.many)
    assert not {text: many for text, many in forms.items() if len(many) > 1}


@pytest.mark.parametrize("code", CODES)
def test_a_translation_has_the_places_of_its_message(code: str) -> None:
    for message in read(code):
        if not message.id:
            continue
        texts = message.id if message.pluralizable else (message.id,)
        for said in message.string if message.pluralizable else (message.string,):
            assert not said or places(said) <= places(texts[-1]), f"{message.id}: {said}"
            assert not said or message.pluralizable or places(said) == places(texts[0]), f"{message.id}: {said}"


def test_the_template_has_all_messages_and_what_translators_are_told() -> None:
    with template_file().open("rb") as file:
        assert contents(read_po(file)) == contents(template()), "run python -m tools.catalog"


@pytest.mark.parametrize("code", CODES)
def test_every_message_has_a_translation(code: str) -> None:
    there = read(code)
    of_its_english = {(one.context, one.id) for one in there if one.string and not one.fuzzy}
    missing = [one.id for one in template() if one.id and (one.context, one.id) not in of_its_english]
    assert not missing, "run python -m tools.catalog, then translate"
    assert not [one.id for one in there if one.pluralizable and not all(one.string)]


@pytest.mark.parametrize("code", CODES)
def test_catalogs_are_compiled_as_gettext_compiles_them(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po, "typeset", lambda text, code: text)
    out = BytesIO()
    write_mo(out, read(code))
    source = Path(catalogs.file_of(code, "po")).read_text(encoding="utf-8")
    assert sentences(po.compiled(source, code)) == sentences(out.getvalue())


def test_a_checkout_compiles_what_has_changed_and_a_wheel_has_it_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    written, made = Path(catalogs.file_of("sv", "po")), Path(catalogs.file_of("sv"))
    written.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for said in ("Regler", "Reglerna"):
        written.write_text(f'{head}msgid "Rules"\nmsgstr "{said}"\n', encoding="utf-8")
        catalogs.catalog.cache_clear()
        assert say(m("Rules"), Reader(language="sv")) == said
    os.utime(made, ns=(2**62, 2**62))
    before = made.read_bytes()
    assert catalogs.up_to_date("sv") == before
    written.unlink()
    catalogs.catalog.cache_clear()
    assert say(m("Rules"), Reader(language="sv")) == "Reglerna"
    made.unlink()
    written.write_text("Rules are Regler", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        catalogs.up_to_date("sv")
    catalogs.catalog.cache_clear()
    assert say(m("Rules"), Reader(language="sv")) == "Rules"
    catalogs.catalog.cache_clear()


SOURCE = """
# Translators: a button;
# it is narrow
look = Button(m("Look"), 3)
# not for them
row = [
    # above the row. Translators: who is a name
    m("{who}", who=1),
    # Translators: a title
    Card(
        m("Ace"),
        m("King"),
    ),
    m("Queen"),
]

# Translators: far away

m("Jack")
"""


def test_comments_for_translators_stand_above_their_message() -> None:
    told = {found.one: found.comment for found in messages_in(SOURCE, "x.py")}
    assert told == {
        "Look": "a button; it is narrow",
        "{who}": "",
        "Ace": "a title",
        "King": "a title",
        "Queen": "",
        "Jack": "",
    }


def before_of(message: Message) -> str:
    """The English that a fuzzy translation was made of."""
    lines = "\n".join(line.removeprefix("| ") for line in message.user_comments if line.startswith("| "))
    return denormalize(lines.partition("\nmsgid_plural")[0].partition("msgid ")[2]) if lines else ""


def changed(sources: Path, known: set[str], number: int) -> set[str]:
    """Change so many known English texts that have a message of their own, in the files of a folder; the old texts."""
    uses = Counter(one for found in all_messages() for one in (found.one, found.many))
    done: set[str] = set()
    for file in sorted(sources.rglob("*.py"), key=lambda file: Random(file.name).random()):
        text = file.read_text(encoding="utf-8")
        for old in re.findall(r'\bm\(\s*"([^"\\]{12,})"[,)]', text):
            words = old.split(" ")
            new = " ".join([*words[:-1], "soon", words[-1]] if len(done) % 2 else ["Now", *words])
            if len(done) < number and old in known and uses[old] == 1 and text.count(f'"{old}"') == 1:
                text = text.replace(f'"{old}"', f'"{new}"')
                done.add(old)
        file.write_text(text, encoding="utf-8")
    return done


@pytest.mark.slow
def test_nothing_is_lost_when_fifty_english_sentences_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = tmp_path / "grenade_salad"
    shutil.copytree(catalog_tool.ROOT, copied, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    monkeypatch.setattr(catalog_tool, "ROOT", copied)
    monkeypatch.setattr(catalogs, "FOLDER", str(copied / "text" / "locale"))
    update("pl")
    before = {one.id: one.string for one in read("pl") if one.id and not one.fuzzy}
    gone = changed(copied, {one[0] if isinstance(one, tuple) else one for one in before if before[one]}, 50)
    assert len(gone) == 50
    messages_of.cache_clear()
    for _ in range(2):
        update("pl")
        there = read("pl")
        fuzzy = [one for one in there if one.fuzzy and before_of(one) in gone]
        kept = [one.string for one in there] + [one.string for one in there.obsolete.values()]
        assert Counter(map(str, kept)) >= Counter(str(text) for key, text in before.items())
        assert len(fuzzy) == 50
        assert {before_of(one) for one in fuzzy} == gone
        assert not {one.id for one in fuzzy} & {*sentences(catalogs.up_to_date("pl"))}


@pytest.mark.parametrize("code", CODES)
def test_the_head_says_how_it_was_made_and_who_has_checked_it(code: str) -> None:
    catalog = read(code)
    head = catalog.header_comment
    assert all(re.search(f"^# {what}: [^(]", head, re.M) for what in ("How it was made", "Checked by")), head
    assert not catalog.fuzzy
    assert not [message.id for message in catalog if message.fuzzy]


@pytest.mark.slow
def test_a_new_language_begins_with_a_head_and_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    update("sv")
    begun = read("sv")
    assert begun.header_comment.startswith("# Grenade Salad in Swedish.")
    assert "Checked by: nobody yet." in begun.header_comment
    assert begun.num_plurals == 2
    assert not begun.fuzzy
    english = {text for message in all_messages() for text in (message.one, message.many)}
    assert {*sentences(catalogs.up_to_date("sv")).values()} <= english
    begun["Rules"].string = "Regler"
    with Path(catalogs.file_of("sv", "po")).open("wb") as file:
        write_po(file, begun)
    update("sv")
    assert sentences(catalogs.up_to_date("sv"))["Rules"] == "Regler"
    assert "Checked by: nobody yet." in read("sv").header_comment


def test_a_language_is_tried_in_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    assert main(["--try", "de", "rules"]) == 0
    assert "Zu lesen mit: " in capfd.readouterr().out
    with pytest.raises(SystemExit):
        main(["tlh"])
    assert "no such language: tlh" in capfd.readouterr().err


@pytest.mark.parametrize("code", CODES)
def test_a_language_names_itself(code: str) -> None:
    assert languages.title(code) != "English"
