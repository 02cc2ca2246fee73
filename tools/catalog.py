"""The catalogs of languages, brought up to date: `python -m tools.catalog [LANGUAGE ...]`.

Finds every message of the program, with what its comments say to translators, writes them to `grenade_salad.pot`, and
takes them into the PO files. A translation whose English has changed stays, marked fuzzy, with the English it was made
of; one whose message is gone stays at the end of the file, as PO files have it. A new language is named on the command
line once: `python -m tools.catalog sv`. `python -m tools.catalog --try sv` does that and starts the program in Swedish;
further words are its command: `--try sv rules wheel`.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from babel import localedata
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import normalize, read_po, write_po

import grenade_salad
from grenade_salad.text import catalogs
from tools import places

ROOT = Path(grenade_salad.__file__).parent
WIDTH = 110
"""Letters in a line of a PO file."""
ALIKE = 0.6
"""How alike two English texts are, at least, for the one to be the other, changed."""
_VARIANTS = ("you", "your")
_TRANSLATORS = "Translators:"
_TEMPLATE_HEAD = """\
# Grenade Salad: all messages, for translators. Made by python -m tools.catalog.
# This file is distributed under the same license as the Grenade Salad project."""
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
    """A message in the source: its forms, its context, the names that fill its places, what translators are told."""

    file: str
    line: int
    one: str
    many: str
    context: str
    fields: frozenset[str]
    comment: str = ""


def _literal(node: ast.expr, where: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{where}: the text of a message is a literal, not {ast.unparse(node)[:60]}")


def messages_in(source: str, file: str) -> Iterator[Found]:
    """Every call of `m` in a source file; a variant for "you" has the fields of its whole.

    What a comment that begins with "Translators:" says stands directly above the line where the call begins, or where
    something around it does, at most its statement.
    """
    lines = source.splitlines()
    outer: dict[ast.expr, frozenset[str]] = {}
    for node, around in _with_surroundings(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "m"):
            continue
        where = f"{file}:{node.lineno}"
        one, many = ([_literal(text, where) for text in node.args] + [""])[:2]
        words = {word.arg or "**": word.value for word in node.keywords}
        context = _literal(words["context"], where) if "context" in words else ""
        fields = frozenset(words) - {*_VARIANTS, "context"} | outer.get(node, frozenset())
        outer.update({words[name]: fields for name in _VARIANTS if name in words})
        comments = (_comment_above(lines, number) for number in dict.fromkeys((node.lineno, *around)))
        yield Found(file, node.lineno, one, many, context, fields, next(filter(None, comments), ""))


def _with_surroundings(tree: ast.AST) -> Iterator[tuple[ast.AST, tuple[int, ...]]]:
    """Every node, outer ones first, and the first lines of what is around it in its statement, the nearest first."""
    waiting: deque[tuple[ast.AST, tuple[int, ...]]] = deque([(tree, ())])
    while waiting:
        node, around = waiting.popleft()
        yield node, around
        inside = isinstance(node, (ast.stmt, ast.expr, ast.keyword))
        for child in ast.iter_child_nodes(node):
            lines = (node.lineno, *around) if inside and not isinstance(child, ast.stmt) else ()
            waiting.append((child, lines))


def _comment_above(lines: Sequence[str], number: int) -> str:
    """What a block of comments that ends above a line (from 1) says to translators, from its "Translators:" on."""
    block: list[str] = []
    for line in reversed(lines[: number - 1]):
        stripped = line.strip()
        if not stripped.startswith("#"):
            return ""
        said = stripped.lstrip("#").strip()
        if said.startswith(_TRANSLATORS):
            return " ".join([said.removeprefix(_TRANSLATORS).strip(), *block])
        block.insert(0, said)
    return ""


def all_messages() -> tuple[Found, ...]:
    """Every message of the program, in the order of files and lines."""
    return messages_of(ROOT)


@lru_cache(maxsize=2)
def messages_of(root: Path) -> tuple[Found, ...]:
    """Every message of a package, in the order of files and lines."""
    return tuple(
        found
        for path in sorted(root.rglob("*.py"))
        if re.search(r"\bm\(", source := path.read_text(encoding="utf-8"))
        for found in sorted(
            messages_in(source, path.relative_to(root.parent).as_posix()),
            key=lambda found: found.line,
        )
    )


def template() -> Catalog:
    """The catalog of all messages, without translations."""
    made = Catalog(project="Grenade Salad", charset="utf-8", header_comment=_TEMPLATE_HEAD, fuzzy=False)
    for found in messages_of(ROOT):
        words = (found.one, found.many) if found.many else found.one
        comments = [*([found.comment] if found.comment else []), *places.told(found.one)]
        made.add(words, context=found.context or None, locations=[(found.file, None)], auto_comments=comments)
    return made


def read(code: str) -> Catalog:
    """The PO file of a language."""
    with Path(catalogs.file_of(code, "po")).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def template_file() -> Path:
    """Where the template is that all languages begin with."""
    return Path(catalogs.FOLDER) / f"{catalogs.DOMAIN}.pot"


def contents(catalog: Catalog) -> list[tuple[object, ...]]:
    """What a template says, in order; its head has a date."""
    return [(one.context, one.id, " ".join(one.auto_comments), one.locations) for one in catalog if one.id]


def write_template() -> None:
    """Write the template, if it says something else than before."""
    file, made = template_file(), template()
    if file.exists():
        with file.open("rb") as before:
            if contents(read_po(before)) == contents(made):
                return
    write(made, file)


def write(catalog: Catalog, file: Path) -> None:
    """Write a PO file. Babel breaks the lines of what a message said before wherever they end, so they are ours."""
    out = io.BytesIO()
    write_po(out, catalog, width=WIDTH, include_lineno=False)
    blocks = out.getvalue().decode().split("\n\n")
    file.write_text("\n\n".join(map(_before_its_text, blocks)), encoding="utf-8", newline="\n")


def _before_its_text(block: str) -> str:
    """The entry of a message with the English of before, which Babel knows as a comment, where PO files have it."""
    lines = block.split("\n")
    if not any(line.startswith("# | ") for line in lines):
        return block
    before = [f"#| {line.removeprefix('# | ')}" for line in lines if line.startswith("# | ")]
    others = [line for line in lines if not line.startswith("# | ")]
    at = next(at for at, line in enumerate(others) if line.startswith("msg"))
    return "\n".join([*others[:at], *before, *others[at:]])


def update(code: str) -> None:
    """Bring the PO file of a language up to date, or begin one, and compile it."""
    po = Path(catalogs.file_of(code, "po"))
    if po.exists():
        catalog = read(code)
        known = {_key(message) for message in catalog}
        catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
        take_over(catalog, [message for message in catalog if message.id and _key(message) not in known])
        _tidy(catalog)
    else:
        po.parent.mkdir(parents=True, exist_ok=True)
        catalog = template()
        catalog.locale = code
        catalog.header_comment = _HEAD.format(language=catalog.locale.english_name if catalog.locale else code)
    write(catalog, po)
    catalogs.up_to_date(code)
    texts = [message for message in catalog if message.id]
    fuzzy = sum(message.fuzzy for message in texts)
    missing = sum(not all(_forms(message)) for message in texts)
    print(f"{code}: {len(texts)} messages, {missing} without a translation, {fuzzy} fuzzy: their English has changed")


def take_over(catalog: Catalog, new: Sequence[Message]) -> None:
    """Give new messages the translations of those that are gone: of the same one, else, fuzzy, of the one most like it.

    What is taken is no longer among `catalog.obsolete`.
    """
    for message in new:
        if same := catalog.obsolete.pop(_key(message), None):
            message.string = _fitting(same, message, catalog.num_plurals)
            message.flags |= {"fuzzy"} & {*same.flags, *same.user_comments}
    likely = []
    for key, gone in catalog.obsolete.items():
        for at, message in enumerate(new):
            if any(_forms(gone)) and not any(_forms(message)) and (alike := _likeness(gone, message)) > ALIKE:
                likely.append((-alike, at, str(key), key))
    for _, at, _, key in sorted(likely, key=lambda one: one[:3]):
        if key in catalog.obsolete and not any(_forms(new[at])):
            gone = catalog.obsolete.pop(key)
            new[at].string = _fitting(gone, new[at], catalog.num_plurals)
            new[at].flags.add("fuzzy")
            new[at].user_comments = gone.user_comments if _was_before(gone) else [*gone.user_comments, *_before(gone)]


def _was_before(message: Message) -> list[str]:
    """The lines of a message that tell an earlier English, of which its translation was made."""
    return [line for line in message.user_comments if line.startswith("| ")]


def _tidy(catalog: Catalog) -> None:
    """Only what is fuzzy tells its earlier English; what is gone has no flags in PO files, and says it in a comment."""
    for message in (*catalog, *catalog.obsolete.values()):
        gone = _key(message) in catalog.obsolete
        if gone or not message.fuzzy:
            message.user_comments = [line for line in message.user_comments if line not in _was_before(message)]
        if gone and message.fuzzy:
            message.user_comments = ["fuzzy"]


def _key(message: Message) -> object:
    """What Babel knows a message by."""
    one = message.id if isinstance(message.id, str) else message.id[0]
    return (one, message.context) if message.context else one


def _forms(message: Message) -> Sequence[str]:
    return [message.string] if isinstance(message.string, str) else message.string or [""]


def _likeness(gone: Message, message: Message) -> float:
    """How alike two English texts are, from 0 to 1; a little more for what stands in the same file."""
    old, new = (one.id if isinstance(one.id, str) else one.id[0] for one in (gone, message))
    same_place = {file for file, _ in gone.locations} & {file for file, _ in message.locations}
    bonus = 0.15 * bool(same_place) + 0.05 * (gone.context == message.context)
    matcher = SequenceMatcher(None, old.casefold(), new.casefold(), autojunk=False)
    if matcher.real_quick_ratio() + bonus <= ALIKE or matcher.quick_ratio() + bonus <= ALIKE:
        return 0.0
    return matcher.ratio() + bonus


def _fitting(gone: Message, message: Message, plurals: int) -> str | tuple[str, ...]:
    """The translation of a message in as many forms as another one has."""
    forms = _forms(gone)
    if not message.pluralizable:
        return forms[-1]
    return tuple(forms) if len(forms) == plurals else (forms[-1],) * plurals


def _before(gone: Message) -> list[str]:
    """The lines that tell which English a translation was made of, as comments that `write` puts in their place."""
    texts = [("msgctxt", gone.context)] if gone.context else []
    words = (gone.id,) if isinstance(gone.id, str) else gone.id
    texts += zip(("msgid", "msgid_plural"), words, strict=False)
    # Babel wraps comments that are longer than WIDTH, with their mark, and such a line could not be read again.
    wide = WIDTH - len("# | msgid_plural ") - 1
    return [f"| {line}" for name, text in texts for line in f"{name} {normalize(text, width=wide)}".split("\n")]


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
    write_template()
    for one in sorted(there | wanted):
        update(one)
    if not code:
        return 0
    environ = {**os.environ, "LANGUAGE": code}
    return subprocess.run([sys.executable, "-m", "grenade_salad", *command], env=environ).returncode


if __name__ == "__main__":
    sys.exit(main())
