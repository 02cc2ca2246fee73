"""The site: `python -m tools.site [FOLDER]` builds it into dist/site; needs the extra [docs].

In front stands a page for players, with a match that replays itself and the downloads (`--downloads dist`). The rest
are docs/*.md and the pages of the top folder; the rules are the same files that the program shows, and the reference
of the library is made of docstrings. A link that leads nowhere, or a name that is not there, is an error.
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
TOP = {"README.md": "readme.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"} | {
    "SECURITY.md": "holes.md"
}
"""Pages that lie in the top folder, and what they are called in the site."""
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
        "architecture.md",
    ],
    "The project": ["contributing.md", "tests.md", "translating.md", "changes.md", "third-party.md"],
}
"""The pages by their part; whatever else lies in docs/ comes under "More"."""
RENAMED = {"game_names": "grenade_salad.core.registry.names"}
_LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def moved(text: str, page: Path) -> str:
    """The text of a page, with the links to files as they lie in the site; a link to code is only its words.

    >>> moved("[a](docs/start.md#x), [b](CHANGELOG.md)", ROOT / "README.md")
    '[a](start.md#x), [b](changes.md)'
    """

    def link(found: re.Match[str]) -> str:
        words, target, anchor = found[1], (page.parent / found[2]).resolve(), found[3] or ""
        here = page.parent if page.is_relative_to(DOCS) else DOCS
        inside = DOCS / TOP[target.name] if target.parent == ROOT and target.name in TOP else target
        if target.exists() and not inside.is_relative_to(DOCS):
            return words
        return f"[{words}]({os.path.relpath(inside, here)}{anchor})"

    return _LINK.sub(link, text)


CONTRACT = ("Options", "Setup", "Action", "Chance", "Event", "View", "State", "Game")
"""The classes that every game has, in the order in which its author needs them."""
BROUGHT = {
    "What a game brings along": ("core.registry.Plugin",),
    "Machine players of a game": ("players.Players", "players.Bot", "players.Kind"),
    "What phones show": tuple(f"sheets.sheet.{name}" for name in ("Sheet", "Told", "Choice", "Card", "Seen")),
    "A lesson": ("core.lesson.Lesson", "core.lesson.LessonStep", "core.lesson.Tip", "core.lesson.Moment"),
    "Statistics and puzzles": ("core.stats.Stats", "core.puzzle_rules.Puzzling", "core.goals.Goals"),
    "Numbers for learners": ("core.encoding.Encoder", "core.encoding.Encoding"),
}
"""What else a game may bring, by the heading under which it stands."""


def reference() -> str:
    """All that is public, for mkdocstrings to fill in."""
    parts = [
        "## The library",
        *(f"::: grenade_salad.{name}" for name in sorted({*grenade_salad._WHERE} - {*core.__all__, *RENAMED})),
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
            for heading, names in BROUGHT.items()
            for part in (f"## {heading}", *(f"::: grenade_salad.{name}" for name in names))
        ),
    ]
    return "\n\n".join(parts) + "\n"


def stage(folder: Path) -> None:
    """Lay all pages into the folder, as they lie in the site."""
    shutil.copytree(DOCS, folder, dirs_exist_ok=True)
    shutil.copy(HERE / "index.md", folder)
    pages = {folder / page.relative_to(DOCS): page for page in (DOCS).rglob("*.md")}
    pages |= {folder / inside: ROOT / page for page, inside in TOP.items()}
    for inside, page in pages.items():
        text = moved(page.read_text(encoding="utf-8"), page)
        inside.write_text(headed(text, inside.relative_to(folder)), encoding="utf-8")
    with (folder / "reference.md").open("a", encoding="utf-8") as page:
        page.write("\n" + reference())


def headed(text: str, page: Path) -> str:
    """The text with what browsers and search engines are told of the page; rules with the other languages of theirs."""
    known = {"description": described(text)}
    if page.parent.name in languages.available():
        known["lang"] = languages.tag(page.parent.name)
    if page.parts[0] == "rules":
        title, rest = text.split("\n", 1)
        text = f"{title}\n\n{switch(page)}\n{rest}"
    return "".join(["---\n", *(f"{name}: {json.dumps(value)}\n" for name, value in known.items()), "---\n", text])


def described(text: str) -> str:
    """The first paragraph of a page, without marks, no longer than search engines show.

    >>> described("# Title\\n\\nAll [that](x.md) is `here`.\\n\\nMore.")
    'All that is here.'
    """
    paragraphs = (one.replace("\n", " ") for one in text.split("\n\n"))
    first = next((one for one in paragraphs if one[:1].isalpha()), "")
    plain = re.sub(r"[*`]|\[([^\]]*)\]\([^)]*\)", r"\1", first).replace('"', "'")  # it stands in an attribute
    return plain if len(plain) <= DESCRIBED else plain[:DESCRIBED].rpartition(" ")[0] + " …"


DESCRIBED = 160
"""Letters."""


def switch(page: Path) -> str:
    """The languages of a page of rules, with links to those that it is not in."""
    own = "en" if page.parent.name == "rules" else page.parent.name
    parts = []
    for code in languages.available():
        there = Path("rules") / ("" if code == "en" else code) / page.name
        name = f'<span lang="{languages.tag(code)}">{languages.title(code)}</span>'
        link = f"[{name}]({os.path.relpath(there, page.parent)})"
        parts.append(f"**{name}**" if code == own else link)
    return " · ".join(parts) + "\n{ .languages }\n"


def navigation(folder: Path) -> list[object]:
    """What mkdocs calls `nav`."""
    there = {str(page.relative_to(folder)) for page in folder.rglob("*.md")}
    found: list[object] = []
    for part, pages in NAVIGATION.items():
        shown = [page for page in pages if page in there]
        there -= set(shown)
        found += [{part: shown}] if part else shown
    translated: list[object] = []
    for code in languages.available():
        pages = sorted(page for page in there if page.startswith(f"rules/{code}/"))
        translated += [{languages.title(code): pages}] if pages else []
        there -= set(pages)
    glossaries = sorted(page for page in there if page.startswith("glossary/"))
    rest = sorted(there - set(glossaries))
    more: dict[str, list[object]] = {
        "Rules in other languages": translated,
        "Glossaries of translators": [*glossaries],
        "More": [*rest],
    }
    return [*found, *({part: pages} for part, pages in more.items() if pages)]


def games() -> list[dict[str, object]]:
    """What the front page says of each game of the box: its name, a line, seats, a picture, rules by language."""
    found: list[dict[str, object]] = []
    for name, picture in PICTURES.items():
        plugin = registry.plugin(name)
        pages = {code: f"rules/{'' if code == 'en' else code + '/'}{name}.html" for code in languages.available()}
        found.append(
            {
                "title": say(plugin.box_title or plugin.title),
                "line": say(plugin.tagline),
                "seats": f"{plugin.min_seats} to {min(plugin.max_seats, SEATS)}",
                "picture": picture,
                "rules": [(languages.tag(code), languages.title(code), page) for code, page in pages.items()],
            }
        )
    return found


SEATS = 9
"""So many sit around a window; machines alone can be more."""
PICTURES = {
    "grenade-salad": "picture.png",
    "live-grenade": "picture-live-grenade.png",
    "wheel": "picture-wheel.png",
    "open-table": "picture-open-table.png",
}
"""The games in the order of the front page, and the picture of each."""


def build(out: Path, downloads: Sequence[Download] = (), url: str = "") -> bool:
    """Build the site into the folder; whether all went well. What did not is said on standard error."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    with tempfile.TemporaryDirectory() as made:
        staged = Path(made) / "docs"
        stage(staged)
        look.dress(staged)
        if downloads:
            Download.lay(downloads, staged / "downloads")
        try:
            config = load_config(
                str(HERE / "mkdocs.yml"), docs_dir=str(staged), site_dir=str(out), site_url=url or None, strict=True
            )
            config.nav = navigation(staged)
            config.extra |= {"games": games(), "downloads": downloads, "version": None}
            mkdocs_build(config)
            look.mend(out)
        except MkDocsException as error:
            print(error, file=sys.stderr)
            return False
    return True
