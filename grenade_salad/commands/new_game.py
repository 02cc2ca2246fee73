"""`grenade-salad new-game NAME`: write a package with a small working game.

It is a start for a game of one's own.
"""

from __future__ import annotations

import re
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from grenade_salad.commands import Fail, fail_on_os_error
from grenade_salad.core import discovery
from grenade_salad.text import m, say

_FILES = Path(__file__).with_name("new_game_files")
"""Templates with {{name}}, {{package}}, {{title}} and {{id}} in them.

They end in .txt, since they are no code yet.
"""
_TARGETS = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "__init__.py.txt": "{{package}}/__init__.py",
    "rules.py.txt": "{{package}}/rules.py",
    "rules.md.txt": "{{package}}/rules.md",
    "words.py.txt": "{{package}}/words.py",
    "players.py.txt": "{{package}}/players.py",
    "board.py.txt": "{{package}}/board.py",
    "sheet.py.txt": "{{package}}/sheet.py",
    "test.py.txt": "tests/test_{{package}}.py",
}
"""The path of each template in the new folder."""


@dataclass(frozen=True)
class PackageNames:
    """Names of a new game.

    >>> PackageNames.from_name("high-card")
    PackageNames(name='high-card', package='high_card_game', title='High Card', id='HC')
    >>> PackageNames.from_name("7up").package, PackageNames.from_name("x").id
    ('game_7up', 'XX')
    """

    name: str
    package: str
    title: str
    id: str
    """The letters of its rule ids."""

    @classmethod
    def from_name(cls, name: str) -> PackageNames:
        """Return all names for the name of a game.

        The package never has the name of an existing module.
        """
        words = name.split("-")
        stem = name.replace("-", "_")
        initials = re.sub("[^A-Z]", "", "".join(word[:1] for word in words).upper())
        letters = initials + re.sub("[^A-Z]", "", name.upper()) + "XX"
        package = f"game_{stem}" if stem[0].isdigit() else f"{stem}_game"
        return cls(name, package, " ".join(words).title(), initials[:2] if len(initials) > 1 else letters[:2])

    def fill(self, text: str) -> str:
        """Return the text with these names in their places."""
        for place in ("name", "package", "title", "id"):
            text = text.replace("{{" + place + "}}", str(getattr(self, place)))
        return text


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the package into a new folder, and return its files.

    Raises OSError, also if the folder exists.
    """
    names = PackageNames.from_name(name)
    folder.mkdir()
    written = []
    for file, target_path in _TARGETS.items():
        target = folder / names.fill(target_path)
        target.parent.mkdir(exist_ok=True)
        target.write_text(names.fill((_FILES / file).read_text(encoding="utf-8")), encoding="utf-8")
        written.append(target)
    return written


def run(args: Namespace) -> int:
    """Write the package into the current folder, and print what to do with it."""
    if not discovery.is_game_name(args.name):
        message = m("{name} is no name for a game: a to z, 0 to 9 and -, up to 32 of them", name=repr(args.name))
        raise Fail(say(message))
    if args.name in discovery.games():
        raise Fail(say(m("there is a game {name} already", name=repr(args.name))))
    folder = Path(args.name)
    with fail_on_os_error(folder):
        try:
            files = write_package(args.name, folder)
        except FileExistsError:
            raise Fail(say(m("{folder}: this folder already exists", folder=args.name))) from None
    for file in files:
        print(file)
    print(say(m("\nInstall it with: pip install -e {folder}\nThen try it with: grenade-salad", folder=args.name)))
    return 0
