"""The catalogs of languages: GNU gettext's, each in locale/LANGUAGE/LC_MESSAGES. English needs none."""

from __future__ import annotations

import os
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO

FOLDER = os.path.join(os.path.dirname(__file__), "locale")
DOMAIN = "grenade_salad"
PSEUDO = "en-XA"
"""English that looks foreign: what is not written like that on a screen does not go through `say`."""
_COMPILERS = tuple(os.path.join(os.path.dirname(__file__), name) for name in ("po.py", "typography.py"))


def catalog_path(code: str, ending: str = "mo") -> str:
    """Where the catalog of a language is, or would be."""
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.{ending}")


def list_catalogs() -> list[str]:
    """The codes of all languages that have a catalog, as it was written or compiled."""
    names = sorted(os.listdir(FOLDER))
    return [name for name in names if any(os.path.exists(catalog_path(name, ending)) for ending in ("mo", "po"))]


@lru_cache(maxsize=32)
def load_catalog(code: str) -> NullTranslations:
    """The catalog of a language; the empty one, which says English, if there is none.

    What that of a region does not say is said as in the language: es_MX need have only what es says otherwise.
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
    """The compiled catalog of a language, compiled now and kept if what was written has changed since.

    What is installed from a wheel has nothing beside the compiled one. Raises OSError if there is no catalog, and
    ValueError if what was written is no PO file.
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
    """When a file was changed, in ns; 0 if there is none."""
    try:
        return os.stat(file).st_mtime_ns
    except OSError:
        return 0


def _cache_compiled(file: str, data: bytes) -> None:
    """Write a compiled catalog, whole or not at all; somewhere that nobody may write it is compiled each time."""
    temporary = f"{file}.{os.getpid()}"
    try:
        with open(temporary, "wb") as out:
            out.write(data)
        os.replace(temporary, file)
    except OSError:
        if os.path.exists(temporary):
            os.remove(temporary)
