"""The catalogs of languages: GNU gettext's, each in locale/LANGUAGE/LC_MESSAGES. English needs none."""

from __future__ import annotations

import os
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations

FOLDER = os.path.join(os.path.dirname(__file__), "locale")
DOMAIN = "grenade_salad"
PSEUDO = "en-XA"
"""English that looks foreign: what is not written like that on a screen does not go through `say`."""


def file_of(code: str, ending: str = "mo") -> str:
    """Where the catalog of a language is, or would be."""
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.{ending}")


@lru_cache(maxsize=32)
def catalog(code: str) -> NullTranslations:
    """The catalog of a language; the empty one, which says English, if there is none."""
    if code == "en":
        return NullTranslations()
    if code == PSEUDO:
        from grenade_salad.text.pseudo import Pseudo

        return Pseudo()
    try:
        with open(file_of(code), "rb") as file:
            return GNUTranslations(file)
    except OSError:
        return NullTranslations()
