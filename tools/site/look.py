"""The look of the site: wood, paper, type, logo, link card, and front match."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

from grenade_salad.artwork.typefaces import find_font_file
from grenade_salad.match.record import read_record
from grenade_salad.text.markdown import FontStyle
from grenade_salad.web import share_page

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ASSETS = ROOT / "assets"
MATCH = ROOT / "tests" / "records" / "grenade-salad-3-51.jsonl"
NAMES = ("Ann", "Bo", "Cy")
"""The match that the front page replays, and the names of its players."""
CARD = (1200, 630)
"""Pixels of the card that is shown where a person posts a link."""
_FACES: tuple[FontStyle, ...] = ("text", "bold", "italic", "title")


def add_look(folder: Path) -> None:
    """Write the look into the pages' folder, under `look`, and the match beside it."""
    target = folder / "look"
    target.mkdir()
    for name in ("look.css", "look.js", "front.css"):
        shutil.copy(HERE / name, target)
    shutil.copy(ASSETS / "title" / "logo.svg", target)
    pages = "".join(page.read_text(encoding="utf-8") for page in (*folder.rglob("*.md"), *HERE.rglob("*.html")))
    characters = {*pages, *map(chr, range(32, 127))}
    for face in _FACES:
        (target / f"{face}.woff").write_bytes(share_page.subset_font(Path(find_font_file(face)), characters))
    save_pictures(target)
    record = read_record(MATCH, MATCH.name)
    named = replace(record, header=replace(record.header, seats=NAMES))
    (folder / "replay.html").write_bytes(share_page.make_page(named))


def fix_accessibility(out: Path) -> None:
    """Fix obstacles for screen readers in the built pages.

    These are empty corners of tables, and two landmarks of the same name.
    """
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"<th( [^>]*)?></th>", r"<td\1></td>", text)
        text = text.replace(
            'md-header__inner md-grid" aria-label="Header"', 'md-header__inner md-grid" aria-label="The site"'
        )
        search = 'data-md-component="search" role="dialog"'
        page.write_text(text.replace(search, f'{search} aria-label="Search"'), encoding="utf-8")


def save_pictures(folder: Path) -> None:
    """Save the icon of the tab, the wood, and the card."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.font.init()
    scale = pygame.transform.smoothscale

    def load(file: Path) -> pygame.Surface:
        picture = pygame.image.load(file)
        surface = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
        surface.blit(picture, (0, 0))
        return surface

    logo = load(ASSETS / "title" / "icon.png")
    pygame.image.save(scale(logo, (64, 64)), folder / "icon.png")
    oak = load(ASSETS / "textures" / "oak.png")
    pygame.image.save(scale(oak, (1280, 720)), folder / "oak.jpg")
    card = scale(oak, (1280, 720)).subsurface((0, 0, *CARD)).copy()
    card.fill((150, 150, 150), special_flags=pygame.BLEND_MULT)  # Letters have to be readable on it.
    card.blit(scale(load(ROOT / "docs" / "picture.png"), (640, 360)), (520, 230))
    card.blit(scale(logo, (300, 300)), (90, 240))
    paper = (244, 234, 213)
    title = pygame.font.Font(find_font_file("title"), 104).render("Grenade Salad", True, paper)
    card.blit(title, (90, 40))
    words = pygame.font.Font(find_font_file("text"), 40).render(
        "Three games and an open table around one screen", True, paper
    )
    card.blit(words, (92, 165))
    pygame.image.save(card, folder / "card.jpg")
