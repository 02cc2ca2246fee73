"""The site: `python -m tools.site [FOLDER]` builds it into dist/site.

Needs the extra [docs]. The front page is for players, with a match that replays itself and the downloads
(`--downloads dist`). The rest are docs/*.md and the pages of the top folder; the rules are the same files that the
program shows, and the reference of the library is made of docstrings. A broken link or a missing name is an error.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import grenade_salad
from grenade_salad import core
from grenade_salad.core import registry
from grenade_salad.text import languages, say
from tools.site import look
from tools.site.downloads import Download

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
DOCS = ROOT / "docs"
TOP_PAGES = {"README.md": "readme.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"} | {
    "SECURITY.md": "holes.md"
}
"""Pages of the top folder, and their names in the site."""
NAVIGATION = {
    "": ["index.md", "start.md", "readme.md"],
    "The games": ["rules/grenade-salad.md", "rules/live-grenade.md", "rules/wheel.md", "rules/open-table.md"],
    "Playing": [
        "machines.md",
        "strength.md",
        "puzzles.md",
        "scenarios.md",
        "phones.md",
        "accessibility.md",
        "notation.md",
        "security.md",
        "holes.md",
    ],
    "Making": [
        "library.md",
        "reference.md",
        "records.md",
        "adding-a-game.md",
        "scenes.md",
        "open-table.md",
        "boxes.md",
        "laboratory.md",
        "drop.md",
        "architecture.md",
    ],
    "The project": ["contributing.md", "naming.md", "tests.md", "translating.md", "changes.md", "third-party.md"],
}
"""The pages by section; all other pages of docs/ are in the section "More"."""
RENAMED = {"game_names": "grenade_salad.core.registry.names"}
"""Paths of names that the library calls otherwise."""
CONTRACT = ("Options", "Setup", "Action", "Chance", "Event", "View", "State", "Game")
"""The classes that every game has, in the order in which its author needs them."""
OPTIONAL_PARTS = {
    "What a game brings along": ("core.registry.Plugin",),
    "Machine players of a game": ("players.Roster", "players.Player", "players.PlayerSpec"),
    "What phones show": tuple(
        f"sheets.sheet.{name}" for name in ("SheetWriter", "Sheet", "Choice", "Card", "ActionPreview")
    ),
    "A lesson": ("core.lesson.Lesson", "core.lesson.LessonStep", "core.lesson.Tip", "core.lesson.Moment"),
    "Statistics and puzzles": ("core.stats.Stats", "core.puzzle_rules.PuzzleRules", "core.goals.Goals"),
    "Numbers for learners": ("core.encoding.Encoder", "core.encoding.Encoding"),
}
"""The other parts that a game may have, by their heading."""
MAX_DESCRIPTION = 160
"""The limit of a description, in characters."""
SEATS = 9
"""The most players at one window; machine players alone can be more."""
PICTURES = {
    "grenade-salad": "picture.png",
    "live-grenade": "picture-live-grenade.png",
    "wheel": "picture-wheel.png",
    "open-table": "picture-open-table.png",
}
"""The games in the order of the front page, with the picture of each."""
_LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def convert_links(text: str, page: Path) -> str:
    """Return the text of a page with links as they are in the site.

    A link to code becomes plain text.

    >>> convert_links("[a](docs/start.md#x), [b](CHANGELOG.md)", ROOT / "README.md")
    '[a](start.md#x), [b](changes.md)'
    """

    def convert_link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], (page.parent / match[2]).resolve(), match[3] or ""
        here = page.parent if page.is_relative_to(DOCS) else DOCS
        inside = DOCS / TOP_PAGES[target.name] if target.parent == ROOT and target.name in TOP_PAGES else target
        if target.exists() and not inside.is_relative_to(DOCS):
            return words
        return f"[{words}]({os.path.relpath(inside, here)}{anchor})"

    return _LINK.sub(convert_link, text)


def compose_reference() -> str:
    """Return the reference of all that is public, for mkdocstrings to fill in."""
    parts = [
        "## The library",
        *(f"::: grenade_salad.{name}" for name in sorted({*grenade_salad._LAZY_EXPORTS} - {*core.__all__, *RENAMED})),
        *(f"::: {path}" for path in RENAMED.values()),
        "## Machine players",
        "::: grenade_salad.players.make",
        "::: grenade_salad.players.levels",
        "## The contract of games",
        "All of this is in `grenade_salad.core`; `Game`, `Illegal` and `redact` are in `grenade_salad` too.",
        *(f"::: grenade_salad.core.{name}" for name in CONTRACT),
        "## What goes with the contract",
        *(f"::: grenade_salad.core.{name}" for name in core.__all__ if name not in CONTRACT),
        *(
            part
            for heading, names in OPTIONAL_PARTS.items()
            for part in (f"## {heading}", *(f"::: grenade_salad.{name}" for name in names))
        ),
    ]
    return "\n\n".join(parts) + "\n"


def stage_pages(folder: Path) -> None:
    """Write all pages into the folder, as they are in the site."""
    shutil.copytree(DOCS, folder, dirs_exist_ok=True)
    shutil.copy(HERE / "index.md", folder)
    pages = {folder / page.relative_to(DOCS): page for page in (DOCS).rglob("*.md")}
    pages |= {folder / inside: ROOT / page for page, inside in TOP_PAGES.items()}
    for inside, page in pages.items():
        text = convert_links(page.read_text(encoding="utf-8"), page)
        inside.write_text(add_front_matter(text, inside.relative_to(folder)), encoding="utf-8")
    with (folder / "reference.md").open("a", encoding="utf-8") as reference:
        reference.write("\n" + compose_reference())


def add_front_matter(text: str, page: Path) -> str:
    """Return the text with its description for browsers and search engines.

    Pages of rules also get links to their other languages.
    """
    fields = {"description": describe_page(text)}
    if page.parent.name in languages.available():
        fields["lang"] = languages.language_tag(page.parent.name)
    if page.parts[0] == "rules":
        title, rest = text.split("\n", 1)
        text = f"{title}\n\n{language_links(page)}\n{rest}"
    return "".join(["---\n", *(f"{name}: {json.dumps(value)}\n" for name, value in fields.items()), "---\n", text])


def describe_page(text: str) -> str:
    r"""Return the first paragraph of a page without markup, cut for search engines.

    >>> describe_page("# Title\n\nAll [that](x.md) is `here`.\n\nMore.")
    'All that is here.'
    """
    blocks = (block.replace("\n", " ") for block in text.split("\n\n"))
    first = next((block for block in blocks if block[:1].isalpha()), "")
    plain = re.sub(r"[*`]|\[([^\]]*)\]\([^)]*\)", r"\1", first).replace(
        '"', "'"
    )  # It becomes the value of an attribute.
    return plain if len(plain) <= MAX_DESCRIPTION else plain[:MAX_DESCRIPTION].rpartition(" ")[0] + " …"


def language_links(page: Path) -> str:
    """Return the languages of a page of rules, with links to the other ones."""
    own_code = "en" if page.parent.name == "rules" else page.parent.name
    parts = []
    for code in languages.available():
        target = Path("rules") / ("" if code == "en" else code) / page.name
        name = f'<span lang="{languages.language_tag(code)}">{languages.language_title(code)}</span>'
        link = f"[{name}]({os.path.relpath(target, page.parent)})"
        parts.append(f"**{name}**" if code == own_code else link)
    return " · ".join(parts) + "\n{ .languages }\n"


def navigation(folder: Path) -> list[object]:
    """Return the value of `nav` for mkdocs."""
    pages = {str(page.relative_to(folder)) for page in folder.rglob("*.md")}
    sections: list[object] = []
    for part, listed in NAVIGATION.items():
        existing = [page for page in listed if page in pages]
        pages -= set(existing)
        sections += [{part: existing}] if part else existing
    translated: list[object] = []
    for code in languages.available():
        listed = sorted(page for page in pages if page.startswith(f"rules/{code}/"))
        translated += [{languages.language_title(code): listed}] if listed else []
        pages -= set(listed)
    glossaries = sorted(page for page in pages if page.startswith("glossary/"))
    rest = sorted(pages - set(glossaries))
    more: dict[str, list[object]] = {
        "Rules in other languages": translated,
        "Glossaries of translators": [*glossaries],
        "More": [*rest],
    }
    return [*sections, *({part: pages} for part, pages in more.items() if pages)]


def describe_games() -> list[dict[str, object]]:
    """Return the facts of each game of the box for the front page.

    They are its name, a line, seats, a picture, and the rules by language.
    """
    facts: list[dict[str, object]] = []
    for name, picture in PICTURES.items():
        plugin = registry.plugin(name)
        pages = {code: f"rules/{'' if code == 'en' else code + '/'}{name}.html" for code in languages.available()}
        facts.append(
            {
                "title": say(plugin.box_title or plugin.title),
                "line": say(plugin.tagline),
                "seats": f"{plugin.min_seats} to {min(plugin.max_seats, SEATS)}",
                "picture": picture,
                "rules": [
                    (languages.language_tag(code), languages.language_title(code), page) for code, page in pages.items()
                ],
            }
        )
    return facts


def build(out: Path, downloads: Sequence[Download] = (), url: str = "") -> bool:
    """Build the site into the folder; print errors and return False if there are any."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    with tempfile.TemporaryDirectory() as work:
        staged = Path(work) / "docs"
        stage_pages(staged)
        look.add_look(staged)
        if downloads:
            Download.copy(downloads, staged / "downloads")
        try:
            config = load_config(
                str(HERE / "mkdocs.yml"), docs_dir=str(staged), site_dir=str(out), site_url=url or None, strict=True
            )
            config.nav = navigation(staged)
            config.extra |= {"games": describe_games(), "downloads": downloads, "version": None}
            mkdocs_build(config)
            look.fix_accessibility(out)
        except MkDocsException as error:
            print(error, file=sys.stderr)
            return False
    return True
