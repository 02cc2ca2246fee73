"""The catalogs of languages, in gettext's format. English needs none.

Each is in locale/LANGUAGE/LC_MESSAGES.
"""

from __future__ import annotations

import os
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

FOLDER = os.path.join(os.path.dirname(__file__), "locale")
DOMAIN = "grenade_salad"
PSEUDO = "en-XA"
"""English that looks foreign, to find text that does not go through `say`."""
_COMPILERS = tuple(os.path.join(os.path.dirname(__file__), name) for name in ("po.py", "typography.py"))


def catalog_path(code: str, ending: str = "mo") -> str:
    """Return the path of the catalog of a language, whether or not it exists."""
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.{ending}")


def list_catalogs() -> list[str]:
    """Return the codes of all languages that have a catalog, as source or compiled."""
    names = sorted(os.listdir(FOLDER))
    return [name for name in names if any(os.path.exists(catalog_path(name, ending)) for ending in ("mo", "po"))]


@lru_cache(maxsize=32)
def load_catalog(code: str) -> NullTranslations:
    """Return the catalog of a language, or the empty one, which says English.

    Messages that the catalog of a region lacks are taken from that of the language: es_MX needs only what
    differs from es.
    """
    if code == "en":
        return NullTranslations()
    if code == PSEUDO:
        from grenade_salad.text.pseudo import Pseudo

        return Pseudo()
    try:
        translations = GNUTranslations(BytesIO(load_compiled(code)))
    except (OSError, ValueError):
        return NullTranslations()
    language, _, region = code.partition("_")
    if region and language in list_catalogs():
        translations.add_fallback(load_catalog(language))
    return translations


def load_compiled(code: str) -> bytes:
    """Return the compiled catalog of a language.

    It is compiled now, and cached on disk, if the source has changed since. An installed wheel has only the
    compiled one. Raises OSError if there is no catalog, and ValueError if the source is no PO file.
    """
    po, mo = catalog_path(code, "po"), catalog_path(code)
    modified = _modified_ns(po)
    if modified and _modified_ns(mo) <= max(modified, *map(_modified_ns, _COMPILERS)):
        from grenade_salad.text.po import compile_catalog

        with open(po, encoding="utf-8") as file:
            data = compile_catalog(file.read(), code)
        _cache_compiled(mo, data)
        return data
    with open(mo, "rb") as mo_file:
        return mo_file.read()


def _modified_ns(file: str) -> int:
    """Return the time when a file was changed, in ns; 0 if there is none."""
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return 0


def _cache_compiled(file: str, data: bytes) -> None:
    """Write a compiled catalog, whole or not at all.

    Where the folder is read-only the catalog is compiled each time.
    """
    temporary = f"{file}.{os.getpid()}"
    try:
        with open(temporary, "wb") as out:
            out.write(data)
        os.replace(temporary, file)
    except OSError:
        if os.path.exists(temporary):
            os.remove(temporary)
