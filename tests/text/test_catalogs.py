"""Catalogs: messages are found, and translations have their placeholders."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
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
    catalog_contents,
    find_messages,
    main,
    make_template,
    parse_messages,
    read_catalog,
    template_file,
    update_catalog,
)

CODES = [code for code in languages.available() if code != "en"]


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def read_mo(file: bytes) -> dict[object, str]:
    """Return the texts of an MO file without its header.

    The header names the version of the tool that made the file.
    """
    texts = dict(GNUTranslations(BytesIO(file))._catalog)  # type: ignore[attr-defined]
    assert texts.pop("")
    return texts


def test_every_message_is_found() -> None:
    messages = find_messages(catalog_tool.ROOT)
    assert {"{who}'s turn", "Your turn"} <= {message.singular for message in messages}
    with pytest.raises(NotLiteral):
        list(parse_messages('m(f"{name} wins")', "x.py"))
    with pytest.raises(NotLiteral):
        list(parse_messages("m(words)", "x.py"))


def test_every_placeholder_is_filled() -> None:
    for message in find_messages(catalog_tool.ROOT):
        for text in (message.singular, message.plural):
            missing = placeholders(text) - message.fields
            assert not missing or "**" in message.fields, f"{message.file}:{message.line}: nothing fills {missing}"
        assert not message.plural or "n" in message.fields, f"{message.file}:{message.line}: n counts"


def test_text_has_only_one_plural() -> None:
    forms: dict[tuple[str, str], set[str]] = {}
    for message in find_messages(catalog_tool.ROOT):
        forms.setdefault((message.context, message.singular), set()).add(message.plural)
    assert not {text: many for text, many in forms.items() if len(many) > 1}


@pytest.mark.parametrize("code", CODES)
def test_translation_has_the_placeholders_of_its_message(code: str) -> None:
    for message in read_catalog(code):
        if not message.id:
            continue
        texts = message.id if message.pluralizable else (message.id,)
        for translation in message.string if message.pluralizable else (message.string,):
            assert not translation or placeholders(translation) <= placeholders(texts[-1]), (
                f"{message.id}: {translation}"
            )
            assert not translation or message.pluralizable or placeholders(translation) == placeholders(texts[0]), (
                f"{message.id}: {translation}"
            )


def test_template_has_all_messages_and_comments_for_translators() -> None:
    with template_file().open("rb") as file:
        assert catalog_contents(read_po(file)) == catalog_contents(make_template()), "run python -m tools.catalog"


@pytest.mark.parametrize("code", CODES)
def test_every_message_has_a_translation(code: str) -> None:
    translated = read_catalog(code)
    complete = {(message.context, message.id) for message in translated if message.string and not message.fuzzy}
    missing = [
        untranslated.id
        for untranslated in make_template()
        if untranslated.id and (untranslated.context, untranslated.id) not in complete
    ]
    assert not missing, "run python -m tools.catalog, then translate"
    assert not [plural.id for plural in translated if plural.pluralizable and not all(plural.string)]


@pytest.mark.parametrize("code", CODES)
def test_catalogs_are_compiled_as_by_gettext(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(po, "typeset", lambda text, code: text)
    out = BytesIO()
    write_mo(out, read_catalog(code))
    source = Path(catalogs.catalog_path(code, "po")).read_text(encoding="utf-8")
    assert read_mo(po.compile_catalog(source, code)) == read_mo(out.getvalue())


@pytest.fixture
def swedish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the source of a Swedish catalog, which is not yet written."""
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    source = Path(catalogs.catalog_path("sv", "po"))
    source.parent.mkdir(parents=True)
    yield source
    catalogs.load_catalog.cache_clear()


def write_swedish(source: Path, translation: str) -> None:
    """Write a catalog with a translation of "Rules"."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    source.write_text(f'{head}msgid "Rules"\nmsgstr "{translation}"\n', encoding="utf-8")


def say_rules_in_swedish() -> str:
    """Return the translation of "Rules", as after a start of the program."""
    catalogs.load_catalog.cache_clear()
    return say(m("Rules"), Reader(language="sv"))


def test_checkout_compiles_changed_catalogs(swedish: Path) -> None:
    for translation in ("Regler", "Reglerna"):
        write_swedish(swedish, translation)
        assert say_rules_in_swedish() == translation


def test_newer_compiled_catalog_is_used_also_without_its_source(swedish: Path) -> None:
    write_swedish(swedish, "Regler")
    content = catalogs.load_compiled("sv")
    os.utime(catalogs.catalog_path("sv"), ns=(2**62, 2**62))
    write_swedish(swedish, "Reglerna")
    assert catalogs.load_compiled("sv") == content
    swedish.unlink()
    assert say_rules_in_swedish() == "Regler"


def test_source_that_is_no_catalog_leaves_english(swedish: Path) -> None:
    swedish.write_text("Rules are Regler", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1"):
        catalogs.load_compiled("sv")
    assert say_rules_in_swedish() == "Rules"


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


def test_comments_for_translators_are_above_their_message() -> None:
    comments = {message.singular: message.comment for message in parse_messages(SOURCE, "x.py")}
    assert comments == {
        "Look": "a button; it is narrow",
        "{who}": "",
        "Ace": "a title",
        "King": "a title",
        "Queen": "",
        "Jack": "",
    }


def previous_english(message: Message) -> str:
    """Return the English text that a fuzzy translation was made of."""
    lines = "\n".join(line.removeprefix("| ") for line in message.user_comments if line.startswith("| "))
    return denormalize(lines.partition("\nmsgid_plural")[0].partition("msgid ")[2]) if lines else ""


def change_texts(sources: Path, translated: set[str], count: int) -> set[str]:
    """Change `count` translated English texts in the files of a folder.

    Each of them belongs to one message alone. Returns the old texts.
    """
    uses = Counter(
        text_use for message in find_messages(catalog_tool.ROOT) for text_use in (message.singular, message.plural)
    )
    changed_texts: set[str] = set()
    for file in sorted(sources.rglob("*.py"), key=lambda file: Random(file.name).random()):
        text = file.read_text(encoding="utf-8")
        for old in re.findall(r'\bm\(\s*"([^"\\]{12,})"[,)]', text):
            words = old.split(" ")
            new = " ".join([*words[:-1], "soon", words[-1]] if len(changed_texts) % 2 else ["Now", *words])
            if len(changed_texts) < count and old in translated and uses[old] == 1 and text.count(f'"{old}"') == 1:
                text = text.replace(f'"{old}"', f'"{new}"')
                changed_texts.add(old)
        file.write_text(text, encoding="utf-8")
    return changed_texts


@pytest.mark.slow
def test_no_translation_is_lost_when_fifty_english_sentences_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / "grenade_salad"
    shutil.copytree(catalog_tool.ROOT, copied, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    monkeypatch.setattr(catalog_tool, "ROOT", copied)
    monkeypatch.setattr(catalogs, "FOLDER", str(copied / "text" / "locale"))
    update_catalog("pl")
    translations = {message.id: message.string for message in read_catalog("pl") if message.id and not message.fuzzy}
    changed_texts = change_texts(
        copied,
        {
            message_id[0] if isinstance(message_id, tuple) else message_id
            for message_id in translations
            if translations[message_id]
        },
        50,
    )
    assert len(changed_texts) == 50
    find_messages.cache_clear()
    for _ in range(2):
        update_catalog("pl")
        catalog = read_catalog("pl")
        fuzzy = [
            fuzzy_message
            for fuzzy_message in catalog
            if fuzzy_message.fuzzy and previous_english(fuzzy_message) in changed_texts
        ]
        saved = [entry.string for entry in catalog] + [entry.string for entry in catalog.obsolete.values()]
        assert Counter(map(str, saved)) >= Counter(str(text) for key, text in translations.items())
        assert len(fuzzy) == 50
        assert {previous_english(changed_message) for changed_message in fuzzy} == changed_texts
        assert not {untranslated.id for untranslated in fuzzy} & {*read_mo(catalogs.load_compiled("pl"))}


@pytest.mark.parametrize("code", CODES)
def test_catalog_header_has_its_origin_and_reviewer(code: str) -> None:
    catalog = read_catalog(code)
    header = catalog.header_comment
    assert all(re.search(f"^# {label}: [^(]", header, re.M) for label in ("How it was made", "Checked by")), header
    assert not catalog.fuzzy
    assert not [message.id for message in catalog if message.fuzzy]


@pytest.mark.slow
def test_new_language_starts_with_a_header_and_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    update_catalog("sv")
    catalog = read_catalog("sv")
    assert catalog.header_comment.startswith("# Grenade Salad in Swedish.")
    assert "Checked by: nobody yet." in catalog.header_comment
    assert catalog.num_plurals == 2
    assert not catalog.fuzzy
    english = {text for message in find_messages(catalog_tool.ROOT) for text in (message.singular, message.plural)}
    assert {*read_mo(catalogs.load_compiled("sv")).values()} <= english
    catalog["Rules"].string = "Regler"
    with Path(catalogs.catalog_path("sv", "po")).open("wb") as file:
        write_po(file, catalog)
    update_catalog("sv")
    assert read_mo(catalogs.load_compiled("sv"))["Rules"] == "Regler"
    assert "Checked by: nobody yet." in read_catalog("sv").header_comment


def test_language_can_be_tried_with_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    assert main(["--try", "de", "rules"]) == 0
    assert "Zu lesen mit: " in capfd.readouterr().out
    with pytest.raises(SystemExit):
        main(["tlh"])
    assert "no such language: tlh" in capfd.readouterr().err


@pytest.mark.parametrize("code", CODES)
def test_language_has_its_own_title(code: str) -> None:
    assert languages.language_title(code) != "English"
