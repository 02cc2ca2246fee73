"""Letters on court cards, notebook keys and names of people are translated."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from grenade_salad.app.games.wheel.notebook import Notebook, describe_marking
from grenade_salad.app.shell import keys
from grenade_salad.app.shell.settings import Settings
from grenade_salad.app.ui import pictures
from grenade_salad.app.ui.inputs import KeyInput
from grenade_salad.artwork import court_cards
from grenade_salad.games.live_grenade.cards import name_card
from grenade_salad.sheets.sheet import playing_card
from grenade_salad.system.resources import assets
from grenade_salad.text import Reader, catalogs, say, use_language
from grenade_salad.text.catalogs import PSEUDO
from grenade_salad.text.person_names import DEFAULT_NAMES, default_names

TRANSLATIONS = {
    "the letter on a playing card, the Jack": ("J", "V"),
    "the letter on a playing card, the Queen": ("Q", "D"),
    "the letter on a playing card, the King": ("K", "Rz"),
    "the key for maybe": ("M", "P"),
    "a name for a person": ("Ann", "Anne"),
}


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a catalog in which the King has a letter that is not drawn."""
    monkeypatch.setattr(catalogs, "FOLDER", str(tmp_path))
    file = Path(catalogs.catalog_path("fr", "po"))
    file.parent.mkdir(parents=True)
    texts = [
        f'msgctxt "{context}"\nmsgid "{original}"\nmsgstr "{translation}"\n'
        for context, (original, translation) in TRANSLATIONS.items()
    ]
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    file.write_text("\n".join([head, *texts]), encoding="utf-8")
    for cached in (catalogs.load_catalog, court_cards.court_card_svg):
        cached.cache_clear()
    pictures.forget()
    yield
    use_language("en")
    for cached in (catalogs.load_catalog, court_cards.court_card_svg):
        cached.cache_clear()
    pictures.forget()


def pixels(card: str) -> NDArray[np.uint8]:
    """Return the pixels of the card as the window draws it."""
    return pygame.surfarray.array3d(pictures.load_picture(f"cards/playing/{card}.svg", (315, 440)))


def corner(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the part of a card that has its letter."""
    return image[8:64, 16:64]


@pytest.mark.usefixtures("french")
def test_court_card_has_the_letter_of_the_language() -> None:
    english_cards = {card: pixels(card) for card in ("JH", "QS", "KC", "10D")}
    use_language("fr")
    pictures.forget()
    french_cards = {card: pixels(card) for card in english_cards}
    for card in ("JH", "QS"):
        english, french_card = english_cards[card], french_cards[card]
        assert (corner(english) != corner(french_card)).any()
        rest = french_card.copy()
        for rotated_rest, rotated_english in ((rest, english), (rest[::-1, ::-1], english[::-1, ::-1])):
            corner(rotated_rest)[:] = corner(rotated_english)
        differences = np.argwhere((rest != english).any(axis=2))
        assert not len(differences), f"the same but for its corners: {differences.min(0)} to {differences.max(0)}"
    for card in ("KC", "10D"):
        assert (english_cards[card] == french_cards[card]).all(), "nobody has drawn that letter"


@pytest.mark.usefixtures("french")
def test_phones_show_translated_letters_and_records_do_not() -> None:
    cards = [playing_card(card, name_card(card)) for card in ("JH", "10S", "KD")]
    assert [say(card.short, Reader(language="fr")) for card in cards] == ["V♥", "10♠", "Rz♦"]
    assert [say(card.short) for card in cards] == ["J♥", "10♠", "K♦"]
    assert [card.art for card in cards] == ["playing/JH", "playing/10S", "playing/KD"]


@pytest.mark.parametrize("letter", ["B", "D", "K", "R", "V", "W"])
def test_letters_of_other_languages_fit_their_corner(letter: str) -> None:
    drawn = (assets() / "cards" / "letters" / f"{letter}.svg").read_bytes()
    ink = pygame.surfarray.array_alpha(pygame.image.load_sized_svg(io.BytesIO(drawn), (144, 132))) > 128
    left, right = np.flatnonzero(ink.any(axis=1))[[0, -1]]
    top, bottom = np.flatnonzero(ink.any(axis=0))[[0, -1]]
    assert 12 < left < right < 128, "on the card's edge, beside its picture"
    assert 30 < top < bottom < 118, "above its suit"


def make_key(code: int) -> KeyInput:
    """Return a key with its meaning in the language of the window."""
    return KeyInput(code, meanings=keys.meanings_by_code({}).get(code, frozenset()))


@pytest.mark.usefixtures("french")
def test_notebook_has_keys_of_the_language() -> None:
    use_language("fr")
    book = Notebook(["Ann", "Bo"], lambda: None)
    book.rows, book.marks = [1], {}
    is_handled = [book.handle_key(make_key(key)) for key in (pygame.K_m, pygame.K_p)]
    assert is_handled == [False, True]
    assert [*book.marks.values()] == ["maybe"]
    assert say(describe_marking(Settings().key_name)).endswith("Keys: P, N, S, Del")
    use_language(PSEUDO)
    assert book.handle_key(make_key(pygame.K_m))


@pytest.mark.usefixtures("french")
def test_default_names_are_those_of_the_language() -> None:
    assert default_names()[:2] == ("Ann", "Bo")
    assert len({*default_names()}) == len(DEFAULT_NAMES) == 16
    use_language("fr")
    assert default_names()[:2] == ("Anne", "Bo")


@pytest.mark.parametrize("code", catalogs.list_catalogs())
def test_translated_names_are_all_different(code: str) -> None:
    use_language(code)
    assert len({*default_names()}) == len(DEFAULT_NAMES)
