"""What translators work on: every message is found, and a translation has the places of its message."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import write_po

from grenade_salad.text import catalogs, languages
from tools.catalog import NotLiteral, all_messages, compiled, main, messages_in, read, update

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


@pytest.mark.parametrize("code", CODES)
def test_the_compiled_catalog_is_that_of_the_file(code: str) -> None:
    there = Path(catalogs.file_of(code)).read_bytes()
    assert sentences(there) == sentences(compiled(read(code))), "run python -m tools.catalog"


@pytest.mark.parametrize("code", CODES)
def test_the_head_says_how_it_was_made_and_who_has_checked_it(code: str) -> None:
    catalog = read(code)
    head = catalog.header_comment
    assert all(re.search(f"^# {what}: [^(]", head, re.M) for what in ("How it was made", "Checked by")), head
    assert not catalog.fuzzy
    assert not [message.id for message in catalog if message.fuzzy]


def test_a_new_language_begins_with_a_head_and_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    update("sv")
    begun = read("sv")
    assert begun.header_comment.startswith("# Grenade Salad in Swedish.")
    assert "Checked by: nobody yet." in begun.header_comment
    assert begun.num_plurals == 2
    assert not begun.fuzzy
    english = {text for message in all_messages() for text in (message.one, message.many)}
    assert {*sentences(Path(catalogs.file_of("sv")).read_bytes()).values()} <= english
    begun["Rules"].string = "Regler"
    with Path(catalogs.file_of("sv", "po")).open("wb") as file:
        write_po(file, begun)
    update("sv")
    assert sentences(Path(catalogs.file_of("sv")).read_bytes())["Rules"] == "Regler"
    assert "Checked by: nobody yet." in read("sv").header_comment


def test_a_language_is_tried_in_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    assert main(["--try", "de", "rules"]) == 0
    assert "Zu lesen mit: grenade-salad rules" in capfd.readouterr().out
    with pytest.raises(SystemExit):
        main(["tlh"])
    assert "no such language: tlh" in capfd.readouterr().err


@pytest.mark.parametrize("code", CODES)
def test_a_language_names_itself(code: str) -> None:
    assert languages.title(code) != "English"
