"""The catalogs of languages, brought up to date: `python -m tools.catalog [LANGUAGE ...]`.

Finds every message of the program, puts what is new into the PO files, drops what is gone, and compiles them. A new
language is named on the command line once: `python -m tools.catalog sv`. `python -m tools.catalog --try sv` does that
and starts the program in Swedish; further words are its command: `--try sv rules wheel`.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import grenade_salad
from grenade_salad.text import catalogs

ROOT = Path(grenade_salad.__file__).parent
_VARIANTS = ("you", "your")
_HEAD = """\
# Grenade Salad in {language}.
# This file is distributed under the same license as the Grenade Salad project.
#
# How it was made: (say it here)
# Checked by: nobody yet."""
"""The first lines of a new catalog; what follows the colons is for its translators to say."""


class NotLiteral(ValueError):
    """A message whose text is made at run time: no catalog can have it."""


@dataclass(frozen=True)
class Found:
    """A message in the source: its forms, its context, and the names that fill its places."""

    file: str
    line: int
    one: str
    many: str
    context: str
    fields: frozenset[str]


def _literal(node: ast.expr, where: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{where}: the text of a message is a literal, not {ast.unparse(node)[:60]}")


def messages_in(source: str, file: str) -> Iterator[Found]:
    """Every call of `m` in a source file; a variant for "you" has the fields of its whole."""
    outer: dict[ast.expr, frozenset[str]] = {}
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "m"):
            continue
        where = f"{file}:{node.lineno}"
        one, many = ([_literal(text, where) for text in node.args] + [""])[:2]
        words = {word.arg or "**": word.value for word in node.keywords}
        context = _literal(words["context"], where) if "context" in words else ""
        fields = frozenset(words) - {*_VARIANTS, "context"} | outer.get(node, frozenset())
        outer.update({words[name]: fields for name in _VARIANTS if name in words})
        yield Found(file, node.lineno, one, many, context, fields)


@lru_cache(maxsize=1)
def all_messages() -> tuple[Found, ...]:
    """Every message of the program, in the order of files and lines."""
    return tuple(
        found
        for path in sorted(ROOT.rglob("*.py"))
        for found in sorted(
            messages_in(path.read_text(encoding="utf-8"), path.relative_to(ROOT.parent).as_posix()),
            key=lambda found: found.line,
        )
    )


def template() -> Catalog:
    """The catalog of all messages, without translations."""
    made = Catalog(project="Grenade Salad", charset="utf-8")
    for found in all_messages():
        words = (found.one, found.many) if found.many else found.one
        made.add(words, context=found.context or None, locations=[(found.file, None)])
    return made


def read(code: str) -> Catalog:
    """The PO file of a language."""
    with Path(catalogs.file_of(code, "po")).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def compiled(catalog: Catalog) -> bytes:
    """The MO file of a catalog; what is marked fuzzy is left out."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def update(code: str) -> None:
    """Bring the PO file of a language up to date, or begin one, and compile it."""
    po = Path(catalogs.file_of(code, "po"))
    if po.exists():
        catalog = read(code)
        catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
    else:
        po.parent.mkdir(parents=True, exist_ok=True)
        catalog = template()
        catalog.locale = code
        catalog.header_comment = _HEAD.format(language=catalog.locale.english_name if catalog.locale else code)
        catalog.fuzzy = False
    with po.open("wb") as file:
        write_po(file, catalog, width=110, include_lineno=False)
    Path(catalogs.file_of(code)).write_bytes(compiled(catalog))
    texts = [message for message in catalog if message.id]
    missing = sum(not all(message.string if message.pluralizable else [message.string]) for message in texts)
    print(f"{code}: {len(texts)} messages, {missing} without a translation")


def main(argv: Sequence[str] | None = None) -> int:
    """Bring all languages up to date, and those that are named; then try one, if that is asked."""
    parser = argparse.ArgumentParser(prog="python -m tools.catalog", description="Bring the catalogs up to date.")
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help="a new one to begin, as in sv")
    tried = "a language to start the program in, and its command"
    parser.add_argument("--try", dest="tried", nargs=argparse.REMAINDER, help=tried)
    args = parser.parse_args(argv)
    code, *command = args.tried or [""]
    wanted = {*args.languages, *([code] if code else [])}
    if unknown := sorted(one for one in wanted if not localedata.exists(one)):
        parser.error(f"no such language: {', '.join(unknown)}; a code is meant, as in sv or pt_BR")
    there = {path.name for path in Path(catalogs.FOLDER).iterdir() if path.is_dir()}
    for one in sorted(there | wanted):
        update(one)
    if not code:
        return 0
    environ = {**os.environ, "LANGUAGE": code}
    return subprocess.run([sys.executable, "-m", "grenade_salad", *command], env=environ).returncode


if __name__ == "__main__":
    sys.exit(main())
