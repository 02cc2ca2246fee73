"""Compiler of catalogs, from PO for translators to MO for programs.

It needs the standard library alone. The build runs it (`hatch_build.py`), and a checkout does so itself at
the first start after a change.
"""

from __future__ import annotations

import re
import struct

from grenade_salad.text.typography import typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_MAGIC = 0x950412DE
_HEADER = struct.Struct("<7I")
"""Head of an MO file: magic number, version, number of texts, four offsets."""
_ROW = struct.Struct("<II")
"""Row of its tables: length and offset of a text."""


def compile_catalog(source: str, code: str) -> bytes:
    r"""Return the MO file of a PO file in the language `code`.

    Messages that are fuzzy or have no translation are left out. Raises ValueError for text that is no PO file.

    >>> from gettext import GNUTranslations
    >>> from io import BytesIO
    >>> GNUTranslations(BytesIO(compile_catalog('msgid "Ready"\nmsgstr "Bereit"', "de"))).gettext("Ready")
    'Bereit'
    """
    translations = {key: typeset(text, code) if key else text for key, text in _translations(source)}
    keys = sorted(translations, key=lambda key: key.encode())
    table_size = _ROW.size * len(keys)
    texts_offset = _HEADER.size + 2 * table_size
    tables, texts = [b"", b""], b""
    for table, column in enumerate((keys, [translations[key] for key in keys])):
        for text in column:
            data = text.encode()
            tables[table] += _ROW.pack(len(data), texts_offset + len(texts))
            texts += data + b"\0"
    head = _HEADER.pack(_MAGIC, 0, len(keys), _HEADER.size, _HEADER.size + table_size, 0, texts_offset)
    return head + b"".join(tables) + texts


def _translations(source: str) -> Iterator[tuple[str, str]]:
    """Yield the key of each message in an MO file, and its translation."""
    for fields, fuzzy in _entries(source):
        key = fields.get("msgid", "")
        forms = [fields[name] for name in sorted(fields) if name.startswith("msgstr")]
        if not any(forms) or (fuzzy and key):
            continue
        if "msgid_plural" in fields:
            key += f"\0{fields['msgid_plural']}"
        if "msgctxt" in fields:
            key = f"{fields['msgctxt']}\x04{key}"
        yield key, "\0".join(forms)


def _entries(source: str) -> Iterator[tuple[dict[str, str], bool]]:
    """Yield the texts of every message by their keywords, and True if it is fuzzy."""
    fields: dict[str, str] = {}
    keyword, fuzzy = "", False
    for line_number, line in enumerate([*source.split("\n"), "msgid"], 1):
        line = line.strip()
        begins = line.startswith(("#", "msgctxt", "msgid")) and not line.startswith("msgid_plural")
        if begins and keyword.startswith("msgstr"):
            yield fields, fuzzy
            fields, keyword, fuzzy = {}, "", False
        if line.startswith("#,"):
            fuzzy = fuzzy or "fuzzy" in line
        elif line.startswith("msg"):
            keyword, _, text = line.partition(" ")
            fields[keyword] = _text(text or '""', line_number)
        elif line.startswith('"') and keyword:
            fields[keyword] += _text(line, line_number)
        elif line and not line.startswith("#"):
            raise ValueError(f"line {line_number} is not one of a PO file: {line[:60]}")


def _text(quoted: str, line_number: int) -> str:
    quoted = quoted.strip()
    if len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
        raise ValueError(f"line {line_number} has no text in quotes: {quoted[:60]}")
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), quoted[1:-1])
