"""The documentation as a site: `python -m tools.site [FOLDER]` builds it into dist/site; needs the extra [docs].

Pages are docs/*.md and the pages of the top folder; the rules are the same files that the program shows, and the
reference of the library is made of docstrings. A link that leads nowhere, or a name that is not there, is an error.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import grenade_salad
from grenade_salad import core

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OUT = ROOT / "dist" / "site"
TOP = {"README.md": "index.md", "CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"} | {
    "SECURITY.md": "holes.md"
}
"""Pages that lie in the top folder, and what they are called in the site."""
NAVIGATION = {
    "": ["index.md", "start.md"],
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
    "Machine players of a game": ("bots.Players", "bots.Bot", "bots.Kind"),
    "What phones show": tuple(f"phone.words.{name}" for name in ("Sheet", "Told", "Choice", "Card", "Seen")),
    "A lesson": ("core.lesson.Lesson", "core.lesson.LessonStep", "core.lesson.Tip", "core.lesson.Moment"),
    "Statistics and puzzles": ("core.stats.Stats", "core.puzzling.Puzzling", "core.goals.Goals"),
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
        "::: grenade_salad.bots.make",
        "::: grenade_salad.bots.levels",
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
    pages = {folder / page.relative_to(DOCS): page for page in (DOCS).rglob("*.md")}
    pages |= {folder / inside: ROOT / page for page, inside in TOP.items()}
    for inside, page in pages.items():
        inside.write_text(moved(page.read_text(encoding="utf-8"), page), encoding="utf-8")
    with (folder / "reference.md").open("a", encoding="utf-8") as page:
        page.write("\n" + reference())


def navigation(folder: Path) -> list[object]:
    """What mkdocs calls `nav`."""
    there = {str(page.relative_to(folder)) for page in folder.rglob("*.md")}
    found: list[object] = []
    for part, pages in NAVIGATION.items():
        shown = [page for page in pages if page in there]
        there -= set(shown)
        found += [{part: shown}] if part else shown
    translated = sorted(page for page in there if page.startswith("rules/"))
    glossaries = sorted(page for page in there if page.startswith("glossary/"))
    rest = sorted(there - {*translated, *glossaries})
    more = {"Rules in other languages": translated, "Glossaries of translators": glossaries, "More": rest}
    return [*found, *({part: pages} for part, pages in more.items() if pages)]


def build(out: Path) -> bool:
    """Build the site into the folder; whether all went well. What did not is said on standard error."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    with tempfile.TemporaryDirectory() as made:
        staged = Path(made) / "docs"
        stage(staged)
        try:
            config = load_config(
                str(Path(__file__).with_name("mkdocs.yml")), docs_dir=str(staged), site_dir=str(out), strict=True
            )
            config.nav = navigation(staged)
            mkdocs_build(config)
        except MkDocsException as error:
            print(error, file=sys.stderr)
            return False
    return True


def main() -> int:
    """Build it, and say where."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Build the documentation.")
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=OUT, help="where to (dist/site)")
    out: Path = parser.parse_args().folder
    if not build(out.resolve()):
        return 1
    print(out / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
