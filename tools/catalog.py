"""Update the catalogs of all languages: `python -m tools.catalog [LANGUAGE ...]`.

Finds every message of the program with its comments for translators, writes them to `grenade_salad.pot`, and merges
them into the PO files. A translation whose English text changed is kept, marked fuzzy, with the previous English text;
one whose message was removed is kept at the end of the file, as is usual in PO files. A new language is named on the
command line once: `python -m tools.catalog sv`. `python -m tools.catalog --try sv` does that and starts the program in
Swedish; further words are its command: `--try sv rules wheel`.
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

ROOT = Path(grenade_salad.__file__).parent
WIDTH = 110
"""Characters in a line of a PO file."""
MIN_SIMILARITY = 0.6
"""Minimum similarity of two English texts to count as one text that changed."""
_VARIANTS = ("plain", "you", "your")
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
"""First lines of a new catalog; its translators complete them after the colons."""

_DECLINABLE_NAME = "a name of a player, never declined; a language may ask for a form of it, as in {who:de}"
_NAME = "a name of a player, never declined"
PLACEHOLDERS = {
    "who": _DECLINABLE_NAME,
    "whom": _DECLINABLE_NAME,
    "name": "a name, never declined",
    "by": _NAME,
    "away": _NAME,
    "person": "what somebody calls themselves on a phone",
    "player": "a machine player, as in Expert",
    "card": "the name of a card, as in Arrow, or as in the 7 of clubs",
    "cards": "cards: a list of them, or how many",
    "pips": "a number from 1 to 6",
    "far": "a length, as in 12 mm",
    "high": "a length, as in 120 mm, or a number",
    "wide": "a length, as in 80 mm",
    "why": "says why, in a sentence without a full stop",
    "game": "the name of a game",
    "names": "a list of names",
    "key": "a key of the keyboard",
    "file": "the name of a file",
    "folder": "the name of a folder",
    "address": "an address of the network",
    "code": "a few letters and digits",
    "rank": "the number or letter of a card",
}
"""Explanations of placeholders, for translators.

One table replaces a comment at every message.
"""
_PLACEHOLDER = re.compile(r"\{(\w+)")


class NotLiteral(ValueError):
    """A message whose text is made at run time: no catalog can contain it."""


@dataclass(frozen=True)
class SourceMessage:
    """A message in the source code."""

    file: str
    line: int
    singular: str
    plural: str
    context: str
    fields: frozenset[str]
    """The names of its placeholders."""
    comment: str = ""
    """The comment for translators."""


def _literal(node: ast.expr, location: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{location}: the text of a message is a literal, not {ast.unparse(node)[:60]}")


def parse_messages(source: str, file: str) -> Iterator[SourceMessage]:
    """Yield every call of `m` in a source file.

    A variant for "you" has the fields of the whole message. A comment for translators begins with "Translators:" and is
    directly above the line where the call begins, or where something around the call begins, at most its statement.
    """
    lines = source.splitlines()
    inherited_fields: dict[ast.expr, frozenset[str]] = {}
    for node, outer_lines in _walk_with_lines(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "m"):
            continue
        location = f"{file}:{node.lineno}"
        singular, plural = ([_literal(text, location) for text in node.args] + [""])[:2]
        keywords = {word.arg or "**": word.value for word in node.keywords}
        context = _literal(keywords["context"], location) if "context" in keywords else ""
        fields = frozenset(keywords) - {*_VARIANTS, "context"} | inherited_fields.get(node, frozenset())
        inherited_fields.update({keywords[name]: fields for name in _VARIANTS if name in keywords})
        comments = (_find_comment(lines, line_number) for line_number in dict.fromkeys((node.lineno, *outer_lines)))
        yield SourceMessage(file, node.lineno, singular, plural, context, fields, next(filter(None, comments), ""))


def _walk_with_lines(tree: ast.AST) -> Iterator[tuple[ast.AST, tuple[int, ...]]]:
    """Yield every node, outer ones first, with the first lines of what contains it.

    Only lines of the node's own statement are included, the nearest first.
    """
    queue: deque[tuple[ast.AST, tuple[int, ...]]] = deque([(tree, ())])
    while queue:
        node, outer_lines = queue.popleft()
        yield node, outer_lines
        is_inside = isinstance(node, (ast.stmt, ast.expr, ast.keyword))
        for child in ast.iter_child_nodes(node):
            lines = (node.lineno, *outer_lines) if is_inside and not isinstance(child, ast.stmt) else ()
            queue.append((child, lines))


def _find_comment(lines: Sequence[str], line_number: int) -> str:
    """Return the comment for translators directly above a line, numbered from 1.

    It begins after its "Translators:"; empty if there is none.
    """
    block: list[str] = []
    for line in reversed(lines[: line_number - 1]):
        stripped = line.strip()
        if not stripped.startswith("#"):
            return ""
        text = stripped.lstrip("#").strip()
        if text.startswith(_TRANSLATORS):
            return " ".join([text.removeprefix(_TRANSLATORS).strip(), *block])
        block.insert(0, text)
    return ""


@lru_cache(maxsize=2)
def find_messages(root: Path) -> tuple[SourceMessage, ...]:
    """Return every message of a package, in the order of files and lines."""
    return tuple(
        message
        for path in sorted(root.rglob("*.py"))
        if re.search(r"\bm\(", source := path.read_text(encoding="utf-8"))
        for message in sorted(
            parse_messages(source, path.relative_to(root.parent).as_posix()),
            key=lambda message: message.line,
        )
    )


def describe_placeholders(text: str) -> list[str]:
    """Return a line for each placeholder of an English text that the table knows.

    >>> describe_placeholders("{person} has {n} points")
    ['{person}: what somebody calls themselves on a phone']
    """
    names = dict.fromkeys(_PLACEHOLDER.findall(text))
    return [f"{{{name}}}: {PLACEHOLDERS[name]}" for name in names if name in PLACEHOLDERS]


def make_template() -> Catalog:
    """Return the catalog of all messages, without translations."""
    catalog = Catalog(project="Grenade Salad", charset="utf-8", header_comment=_TEMPLATE_HEAD, fuzzy=False)
    for message in find_messages(ROOT):
        texts = (message.singular, message.plural) if message.plural else message.singular
        comments = [*([message.comment] if message.comment else []), *describe_placeholders(message.singular)]
        catalog.add(texts, context=message.context or None, locations=[(message.file, None)], auto_comments=comments)
    return catalog


def read_catalog(code: str) -> Catalog:
    """Read the PO file of a language."""
    with Path(catalogs.catalog_path(code, "po")).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def template_file() -> Path:
    """Return the path of the template of all languages."""
    return Path(catalogs.FOLDER) / f"{catalogs.DOMAIN}.pot"


def catalog_contents(catalog: Catalog) -> list[tuple[object, ...]]:
    """Return the messages of a template in order, without its dated header."""
    return [
        (message.context, message.id, " ".join(message.auto_comments), message.locations)
        for message in catalog
        if message.id
    ]


def write_template() -> None:
    """Write the template if its messages changed."""
    file, new_template = template_file(), make_template()
    if file.exists():
        with file.open("rb") as old_file:
            if catalog_contents(read_po(old_file)) == catalog_contents(new_template):
                return
    write_catalog(new_template, file)


def write_catalog(catalog: Catalog, file: Path) -> None:
    """Write a PO file.

    The lines of previous texts are wrapped here, since Babel would break them anywhere.
    """
    out = io.BytesIO()
    write_po(out, catalog, width=WIDTH, include_lineno=False)
    blocks = out.getvalue().decode().split("\n\n")
    file.write_text("\n\n".join(map(_place_previous_text, blocks)), encoding="utf-8", newline="\n")


def _place_previous_text(block: str) -> str:
    """Return an entry with its previous English text where PO files have it.

    Babel treats that text as a comment.
    """
    lines = block.split("\n")
    if not any(line.startswith("# | ") for line in lines):
        return block
    previous = [f"#| {line.removeprefix('# | ')}" for line in lines if line.startswith("# | ")]
    remaining = [line for line in lines if not line.startswith("# | ")]
    index = next(index for index, line in enumerate(remaining) if line.startswith("msg"))
    return "\n".join([*remaining[:index], *previous, *remaining[index:]])


def update_catalog(code: str) -> None:
    """Update the PO file of a language, or begin one, and compile it."""
    po = Path(catalogs.catalog_path(code, "po"))
    if po.exists():
        catalog = read_catalog(code)
        old_keys = {_key(message) for message in catalog}
        catalog.update(make_template(), no_fuzzy_matching=True, update_creation_date=False)
        reuse_obsolete(catalog, [message for message in catalog if message.id and _key(message) not in old_keys])
        _remove_stale_comments(catalog)
    else:
        po.parent.mkdir(parents=True, exist_ok=True)
        catalog = make_template()
        catalog.locale = code
        catalog.header_comment = _HEAD.format(language=catalog.locale.english_name if catalog.locale else code)
    write_catalog(catalog, po)
    catalogs.load_compiled(code)
    texts = [message for message in catalog if message.id]
    fuzzy = sum(message.fuzzy for message in texts)
    missing = sum(not all(_translations(message)) for message in texts)
    print(f"{code}: {len(texts)} messages, {missing} without a translation, {fuzzy} fuzzy: their English has changed")


def reuse_obsolete(catalog: Catalog, new_messages: Sequence[Message]) -> None:
    """Give new messages the translations of obsolete ones, which are removed.

    A message with the same key is preferred; otherwise the most similar one is used and marked fuzzy.
    """
    for message in new_messages:
        if same := catalog.obsolete.pop(_key(message), None):
            message.string = _adapt_translation(same, message, catalog.num_plurals)
            message.flags |= {"fuzzy"} & {*same.flags, *same.user_comments}
    candidates = []
    for key, obsolete in catalog.obsolete.items():
        for index, message in enumerate(new_messages):
            if (
                any(_translations(obsolete))
                and not any(_translations(message))
                and (similarity := _similarity(obsolete, message)) > MIN_SIMILARITY
            ):
                candidates.append((-similarity, index, str(key), key))
    for _, index, _, key in sorted(candidates, key=lambda candidate: candidate[:3]):
        if key in catalog.obsolete and not any(_translations(new_messages[index])):
            obsolete = catalog.obsolete.pop(key)
            new_messages[index].string = _adapt_translation(obsolete, new_messages[index], catalog.num_plurals)
            new_messages[index].flags.add("fuzzy")
            new_messages[index].user_comments = (
                obsolete.user_comments
                if _previous_text_comments(obsolete)
                else [*obsolete.user_comments, *_format_previous_text(obsolete)]
            )


def _previous_text_comments(message: Message) -> list[str]:
    """Return the comments of a message that contain its previous English text."""
    return [line for line in message.user_comments if line.startswith("| ")]


def _remove_stale_comments(catalog: Catalog) -> None:
    """Remove previous English texts of messages that are not fuzzy or are obsolete.

    Obsolete messages have no flags in PO files, so that a comment marks a fuzzy one.
    """
    for message in (*catalog, *catalog.obsolete.values()):
        is_obsolete = _key(message) in catalog.obsolete
        if is_obsolete or not message.fuzzy:
            message.user_comments = [
                line for line in message.user_comments if line not in _previous_text_comments(message)
            ]
        if is_obsolete and message.fuzzy:
            message.user_comments = ["fuzzy"]


def _key(message: Message) -> str | tuple[str, str]:
    """Return the key under which Babel stores a message."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return (text, message.context) if message.context else text


def _translations(message: Message) -> Sequence[str]:
    return [message.string] if isinstance(message.string, str) else message.string or [""]


def _similarity(obsolete: Message, message: Message) -> float:
    """Return the similarity of two English texts, from 0 to 1, plus a bonus.

    The bonus is for messages in the same file or with the same context.
    """
    old, new = (candidate.id if isinstance(candidate.id, str) else candidate.id[0] for candidate in (obsolete, message))
    same_place = {file for file, _ in obsolete.locations} & {file for file, _ in message.locations}
    bonus = 0.15 * bool(same_place) + 0.05 * (obsolete.context == message.context)
    matcher = SequenceMatcher(None, old.casefold(), new.casefold(), autojunk=False)
    if matcher.real_quick_ratio() + bonus <= MIN_SIMILARITY or matcher.quick_ratio() + bonus <= MIN_SIMILARITY:
        return 0.0
    return matcher.ratio() + bonus


def _adapt_translation(obsolete: Message, message: Message, plurals: int) -> str | tuple[str, ...]:
    """Return the translation of a message in as many forms as another message has."""
    forms = _translations(obsolete)
    if not message.pluralizable:
        return forms[-1]
    return tuple(forms) if len(forms) == plurals else (forms[-1],) * plurals


def _format_previous_text(obsolete: Message) -> list[str]:
    """Return the previous English text as comments, which `write_catalog` will move."""
    texts = [("msgctxt", obsolete.context)] if obsolete.context else []
    forms = (obsolete.id,) if isinstance(obsolete.id, str) else obsolete.id
    texts += zip(("msgid", "msgid_plural"), forms, strict=False)
    # Babel wraps comments that are longer than WIDTH with their mark, and such a line could not be read again.
    width = WIDTH - len("# | msgid_plural ") - 1
    return [f"| {line}" for name, text in texts for line in f"{name} {normalize(text, width=width)}".split("\n")]


def main(argv: Sequence[str] | None = None) -> int:
    """Update all languages and those named, then start the program if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tools.catalog", description="Bring the catalogs up to date.")
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", help="a new one to begin, as in sv")
    try_help = "a language to start the program in, and its command"
    parser.add_argument("--try", dest="tried", nargs=argparse.REMAINDER, help=try_help)
    args = parser.parse_args(argv)
    code, *command = args.tried or [""]
    wanted = {*args.languages, *([code] if code else [])}
    if unknown := sorted(language for language in wanted if not localedata.exists(language)):
        parser.error(f"no such language: {', '.join(unknown)}; a code is meant, as in sv or pt_BR")
    existing = {path.name for path in Path(catalogs.FOLDER).iterdir() if path.is_dir()}
    write_template()
    for language in sorted(existing | wanted):
        update_catalog(language)
    if not code:
        return 0
    environ = {**os.environ, "LANGUAGE": code}
    return subprocess.run([sys.executable, "-m", "grenade_salad", *command], env=environ).returncode


if __name__ == "__main__":
    sys.exit(main())
