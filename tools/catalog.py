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
MIN_SIMILARITY = 0.6
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
class SourceMessage:
    """A message in the source: its forms, its context, the names that fill its places, what translators are told."""

    file: str
    line: int
    singular: str
    plural: str
    context: str
    fields: frozenset[str]
    comment: str = ""


def _literal(node: ast.expr, location: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotLiteral(f"{location}: the text of a message is a literal, not {ast.unparse(node)[:60]}")


def parse_messages(source: str, file: str) -> Iterator[SourceMessage]:
    """Every call of `m` in a source file; a variant for "you" has the fields of its whole.

    What a comment that begins with "Translators:" says stands directly above the line where the call begins, or where
    something around it does, at most its statement.
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
    """Every node, outer ones first, and the first lines of what is around it in its statement, the nearest first."""
    queue: deque[tuple[ast.AST, tuple[int, ...]]] = deque([(tree, ())])
    while queue:
        node, outer_lines = queue.popleft()
        yield node, outer_lines
        is_inside = isinstance(node, (ast.stmt, ast.expr, ast.keyword))
        for child in ast.iter_child_nodes(node):
            lines = (node.lineno, *outer_lines) if is_inside and not isinstance(child, ast.stmt) else ()
            queue.append((child, lines))


def _find_comment(lines: Sequence[str], line_number: int) -> str:
    """What a block of comments that ends above a line (from 1) says to translators, from its "Translators:" on."""
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


def find_all_messages() -> tuple[SourceMessage, ...]:
    """Every message of the program, in the order of files and lines."""
    return find_messages(ROOT)


@lru_cache(maxsize=2)
def find_messages(root: Path) -> tuple[SourceMessage, ...]:
    """Every message of a package, in the order of files and lines."""
    return tuple(
        message
        for path in sorted(root.rglob("*.py"))
        if re.search(r"\bm\(", source := path.read_text(encoding="utf-8"))
        for message in sorted(
            parse_messages(source, path.relative_to(root.parent).as_posix()),
            key=lambda message: message.line,
        )
    )


def make_template() -> Catalog:
    """The catalog of all messages, without translations."""
    catalog = Catalog(project="Grenade Salad", charset="utf-8", header_comment=_TEMPLATE_HEAD, fuzzy=False)
    for message in find_messages(ROOT):
        texts = (message.singular, message.plural) if message.plural else message.singular
        comments = [*([message.comment] if message.comment else []), *places.describe_places(message.singular)]
        catalog.add(texts, context=message.context or None, locations=[(message.file, None)], auto_comments=comments)
    return catalog


def read_catalog(code: str) -> Catalog:
    """The PO file of a language."""
    with Path(catalogs.catalog_path(code, "po")).open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def template_file() -> Path:
    """Where the template is that all languages begin with."""
    return Path(catalogs.FOLDER) / f"{catalogs.DOMAIN}.pot"


def catalog_contents(catalog: Catalog) -> list[tuple[object, ...]]:
    """What a template says, in order; its head has a date."""
    return [
        (message.context, message.id, " ".join(message.auto_comments), message.locations)
        for message in catalog
        if message.id
    ]


def write_template() -> None:
    """Write the template, if it says something else than before."""
    file, new_template = template_file(), make_template()
    if file.exists():
        with file.open("rb") as old_file:
            if catalog_contents(read_po(old_file)) == catalog_contents(new_template):
                return
    write_catalog(new_template, file)


def write_catalog(catalog: Catalog, file: Path) -> None:
    """Write a PO file. Babel breaks the lines of what a message said before wherever they end, so they are ours."""
    out = io.BytesIO()
    write_po(out, catalog, width=WIDTH, include_lineno=False)
    blocks = out.getvalue().decode().split("\n\n")
    file.write_text("\n\n".join(map(_place_previous_text, blocks)), encoding="utf-8", newline="\n")


def _place_previous_text(block: str) -> str:
    """The entry of a message with the English of before, which Babel knows as a comment, where PO files have it."""
    lines = block.split("\n")
    if not any(line.startswith("# | ") for line in lines):
        return block
    previous = [f"#| {line.removeprefix('# | ')}" for line in lines if line.startswith("# | ")]
    remaining = [line for line in lines if not line.startswith("# | ")]
    index = next(index for index, line in enumerate(remaining) if line.startswith("msg"))
    return "\n".join([*remaining[:index], *previous, *remaining[index:]])


def update_catalog(code: str) -> None:
    """Bring the PO file of a language up to date, or begin one, and compile it."""
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
    """Give new messages the translations of those that are gone: of the same one, else, fuzzy, of the one most like it.

    What is taken is no longer among `catalog.obsolete`.
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
    """The lines of a message that tell an earlier English, of which its translation was made."""
    return [line for line in message.user_comments if line.startswith("| ")]


def _remove_stale_comments(catalog: Catalog) -> None:
    """Only what is fuzzy tells its earlier English; what is gone has no flags in PO files, and says it in a comment."""
    for message in (*catalog, *catalog.obsolete.values()):
        is_obsolete = _key(message) in catalog.obsolete
        if is_obsolete or not message.fuzzy:
            message.user_comments = [
                line for line in message.user_comments if line not in _previous_text_comments(message)
            ]
        if is_obsolete and message.fuzzy:
            message.user_comments = ["fuzzy"]


def _key(message: Message) -> object:
    """What Babel knows a message by."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return (text, message.context) if message.context else text


def _translations(message: Message) -> Sequence[str]:
    return [message.string] if isinstance(message.string, str) else message.string or [""]


def _similarity(obsolete: Message, message: Message) -> float:
    """How alike two English texts are, from 0 to 1; a little more for what stands in the same file."""
    old, new = (candidate.id if isinstance(candidate.id, str) else candidate.id[0] for candidate in (obsolete, message))
    same_place = {file for file, _ in obsolete.locations} & {file for file, _ in message.locations}
    bonus = 0.15 * bool(same_place) + 0.05 * (obsolete.context == message.context)
    matcher = SequenceMatcher(None, old.casefold(), new.casefold(), autojunk=False)
    if matcher.real_quick_ratio() + bonus <= MIN_SIMILARITY or matcher.quick_ratio() + bonus <= MIN_SIMILARITY:
        return 0.0
    return matcher.ratio() + bonus


def _adapt_translation(obsolete: Message, message: Message, plurals: int) -> str | tuple[str, ...]:
    """The translation of a message in as many forms as another one has."""
    forms = _translations(obsolete)
    if not message.pluralizable:
        return forms[-1]
    return tuple(forms) if len(forms) == plurals else (forms[-1],) * plurals


def _format_previous_text(obsolete: Message) -> list[str]:
    """The lines that tell which English a translation was made of, as comments that `write` puts in their place."""
    texts = [("msgctxt", obsolete.context)] if obsolete.context else []
    forms = (obsolete.id,) if isinstance(obsolete.id, str) else obsolete.id
    texts += zip(("msgid", "msgid_plural"), forms, strict=False)
    # Babel wraps comments that are longer than WIDTH, with their mark, and such a line could not be read again.
    width = WIDTH - len("# | msgid_plural ") - 1
    return [f"| {line}" for name, text in texts for line in f"{name} {normalize(text, width=width)}".split("\n")]


def main(argv: Sequence[str] | None = None) -> int:
    """Bring all languages up to date, and those that are named; then try one, if that is asked."""
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
