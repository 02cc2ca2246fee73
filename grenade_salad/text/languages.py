"""Which languages there are, and which of them somebody wants."""

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


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The codes of all languages that can be chosen, English first."""
    return ("en", *catalogs.list_catalogs())


def language_title(code: str) -> str:
    """What a language is called in itself.

    >>> title("en"), title("de")
    ('English', 'Deutsch')
    """
    return say(m("English", context="the name of this language, in itself"), Reader(language=code))


def choose(wanted: Iterable[str]) -> str:
    """The first wanted language that there is, or else that is spoken elsewhere; English if there is none.

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
    """What says whether a language will do, the best first: all of its parts, fewer of them, any region of it."""
    for count in range(len(parts), 0, -1):
        yield "_".join(parts[:count]).__eq__
    yield lambda code: code.startswith(f"{parts[0]}_")


def language_tag(code: str) -> str:
    """The code of a language as browsers and screen readers write it: "pt-BR"."""
    return code.replace("_", "-")


def system_language(environ: Mapping[str, str] | None = None, fallback: Iterable[str] = ()) -> str:
    """The language that the system asks for with LANGUAGE, LC_ALL, LC_MESSAGES or LANG, as gettext reads them.

    `otherwise` is what the system says in another way, if none of these is set.
    """
    environ = os.environ if environ is None else environ
    preferred = next((environ[name] for name in _VARIABLES if environ.get(name)), None)
    return choose(fallback if preferred is None else preferred.split(":"))


def system_region(environ: Mapping[str, str] | None = None, fallback: Iterable[str] = ()) -> str:
    """The country whose dates and times the system asks for with LC_ALL, LC_TIME or LANG; empty if it names none.

    >>> region_of_system({"LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"}), region_of_system({"LANG": "C.UTF-8"})
    ('US', '')
    """
    environ = os.environ if environ is None else environ
    locale_name = next((environ[name] for name in ("LC_ALL", "LC_TIME", "LANG") if environ.get(name)), None)
    for name in fallback if locale_name is None else (locale_name,):
        last = name.split(".")[0].split("@")[0].replace("-", "_").rpartition("_")[2]
        return last if len(last) == 2 and last.isupper() else ""
    return ""


def setting_language(setting: str, fallback: Iterable[str] = ()) -> str:
    """The language of a setting: a code, or "system"; English for a language that is not there (any more)."""
    return system_language(fallback=fallback) if setting == "system" else choose([setting])


def negotiate_language(header: str) -> str:
    """The language that a browser wants: its header Accept-Language.

    >>> accepted("fr;q=0.9, de-CH, en;q=0.8"), accepted("en-GB,de;q=0.5"), accepted("*;q=x")
    ('de', 'en', 'en')
    """
    wanted = []
    for index, part in enumerate(header[:400].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), index, tag))
        except ValueError:
            continue
    return choose(tag for rank, _, tag in sorted(wanted) if rank)
