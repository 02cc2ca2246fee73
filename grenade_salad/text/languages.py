"""The available languages, and the choice of one that a person wants."""

from __future__ import annotations

import os
from functools import lru_cache

from grenade_salad.text import catalogs
from grenade_salad.text.catalogs import PSEUDO
from grenade_salad.text.message import m
from grenade_salad.text.reader import Reader
from grenade_salad.text.say import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with languages, in gettext's order."""
_MAX_HEADER_LENGTH = 400
"""Characters of Accept-Language that are read: a page can send any number."""


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """Return the codes of all languages that can be chosen, English first."""
    return ("en", *catalogs.list_catalogs())


def language_title(code: str) -> str:
    """Return the name of a language in itself.

    >>> language_title("en"), language_title("de")
    ('English', 'Deutsch')
    """
    return say(m("English", context="the name of this language, in itself"), Reader(language=code))


def choose(wanted: Iterable[str]) -> str:
    """Return the first wanted language that is available, or a related one.

    English if there is none.

    >>> choose(["tlh_KL.UTF-8", "de_AT@euro", "en"]), choose(["C"]), choose(["en_XA"])
    ('de', 'en', 'en-XA')
    """
    for tag in wanted:
        parts = tag.split(".")[0].split("@")[0].replace("-", "_").lower().split("_")
        if parts[:2] == ["en", "xa"]:
            return PSEUDO
        for matches in _matchers(parts):
            best = next((code for code in available() if matches(code.lower())), "")
            if best:
                return best
    return "en"


def _matchers(parts: Sequence[str]) -> Iterator[Callable[[str], bool]]:
    """Yield tests for a language, the best first: all parts, fewer parts, any region."""
    for count in range(len(parts), 0, -1):
        yield "_".join(parts[:count]).__eq__
    yield lambda code: code.startswith(f"{parts[0]}_")


def language_tag(code: str) -> str:
    """Return the code of a language as browsers and screen readers write it: "pt-BR"."""
    return code.replace("_", "-")


def system_language(environ: Mapping[str, str] | None = None, fallback: Iterable[str] = ()) -> str:
    """Return the language that the system asks for.

    It is in LANGUAGE, LC_ALL, LC_MESSAGES or LANG, which are read as gettext does. `fallback` are the languages
    that the system names in another way, if none of these is set.
    """
    environ = os.environ if environ is None else environ
    preferred = next((environ[name] for name in _VARIABLES if environ.get(name)), None)
    return choose(fallback if preferred is None else preferred.split(":"))


def system_region(environ: Mapping[str, str] | None = None, fallback: Iterable[str] = ()) -> str:
    """Return the country whose dates and times the system asks for.

    Empty if it names none. It is in LC_ALL, LC_TIME or LANG.

    >>> system_region({"LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"}), system_region({"LANG": "C.UTF-8"})
    ('US', '')
    """
    environ = os.environ if environ is None else environ
    locale_name = next((environ[name] for name in ("LC_ALL", "LC_TIME", "LANG") if environ.get(name)), None)
    for name in fallback if locale_name is None else (locale_name,):
        last = name.split(".")[0].split("@")[0].replace("-", "_").rpartition("_")[2]
        return last if len(last) == 2 and last.isupper() else ""
    return ""


def setting_language(setting: str, fallback: Iterable[str] = ()) -> str:
    """Return the language of a setting, which is a code or "system".

    English for a language that is not available (any more).
    """
    return system_language(fallback=fallback) if setting == "system" else choose([setting])


def negotiate_language(header: str) -> str:
    """Return the language that a browser wants, from its header Accept-Language.

    >>> negotiate_language("fr;q=0.9, de-CH, en;q=0.8"), negotiate_language("en-GB,de;q=0.5")
    ('de', 'en')
    >>> negotiate_language("*;q=x")
    'en'
    """
    wanted = []
    for index, part in enumerate(header[:_MAX_HEADER_LENGTH].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), index, tag))
        except ValueError:
            continue
    return choose(tag for rank, _, tag in sorted(wanted) if rank)
