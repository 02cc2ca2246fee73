"""All files that the site serves, from this program's own files.

They are the parts of the page, cards, sounds and fonts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from grenade_salad.artwork.avatars import AVATAR_COUNT, svg
from grenade_salad.artwork.seat_colours import MARKS, mark_svg
from grenade_salad.artwork.typefaces import find_font_file as typeface
from grenade_salad.system import resources

MIME_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".wav": "audio/wav",
    ".ttf": "font/ttf",
    ".json": "application/manifest+json",
    ".webm": "video/webm",
    ".mp4": "video/mp4",
}
"""MIME types by file extension."""
PAGES = {"/": "index.html", "/table": "table.html"}
"""The pages by their path; all other files are loaded by them."""
SOUNDS = ("card", "tick", "refuse")
"""Short sounds of the page."""
ANIMATION_SOUNDS = (
    *("blast", "blow", "clack", "die_roll", "draw", "flip", "grenade", "lose", "mine_click", "put", "rattle"),
    *("relief", "shot", "shuffle", "take", "win"),
)
"""Sounds of animations on the television page: see `sheets.animations`."""
MUSIC = ("room", "theme_start", "theme_end")
"""The ambience and the tunes of the television page."""
_TEXTURES = ("lamp", "linen", "oak")
"""Cloth, wood and light of the television page."""


@dataclass(frozen=True)
class SiteFile:
    """The file for a path of the site."""

    mime_type: str
    body: bytes
    is_lasting: bool = False
    """True if it only changes with the program, so that browsers may cache it."""
    path: Path | None = None
    """The file of a film or of music, which browsers request piece by piece.

    It is None for all others.
    """

    @property
    def is_text(self) -> bool:
        """True if it is written in UTF-8."""
        return self.mime_type.startswith("text/")


def load_site_files() -> dict[str, SiteFile]:
    """Return all files by their path; no other path is served."""
    site = {f"/{name}": _read(path) for name, path in find_page_files().items()}
    for path, name in PAGES.items():
        site[path] = site.pop(f"/{name}")
    pictures = resources.assets()
    for file in sorted((*(pictures / "cards").rglob("*.svg"), *(pictures / "dice").glob("*.svg"))):
        site[f"/{file.relative_to(pictures).as_posix()}"] = _read(file, is_lasting=True)
    for name in (*SOUNDS, *ANIMATION_SOUNDS):
        site[f"/sounds/{name}.wav"] = _read(pictures / "sounds" / f"{name}-1.wav", is_lasting=True)
    for name in MUSIC:
        site[f"/sounds/{name}.wav"] = _refer_to(pictures / "sounds" / f"{name}.wav")
    for name in _TEXTURES:
        site[f"/textures/{name}.png"] = _read(pictures / "textures" / f"{name}.png", is_lasting=True)
    for seat in range(2 * len(MARKS)):
        site[f"/marks/{seat}.svg"] = SiteFile(MIME_TYPES[".svg"], mark_svg(seat).encode(), is_lasting=True)
    site["/icon.png"] = _read(pictures / "title" / "icon.png", is_lasting=True)
    site["/phone.png"] = _read(pictures / "title" / "phone.png", is_lasting=True)
    for face in ("text", "bold", "title"):
        site[f"/fonts/{face}.ttf"] = _read(Path(typeface(face)), is_lasting=True)
    for avatar in range(AVATAR_COUNT):
        site[f"/faces/{avatar}.svg"] = SiteFile(MIME_TYPES[".svg"], svg(avatar).encode(), is_lasting=True)
    site["/manifest.json"] = SiteFile(MIME_TYPES[".json"], _make_manifest())
    return site


def find_page_files() -> dict[str, Path]:
    """Return the page's own files by name, also for other pages that show positions."""
    page = Path(str(files("grenade_salad.web") / "page"))
    return {path.name: path for path in sorted(page.iterdir()) if path.suffix in MIME_TYPES}


def _read(path: Path, is_lasting: bool = False) -> SiteFile:
    mime_type = MIME_TYPES[path.suffix]
    return SiteFile(mime_type, path.read_bytes(), is_lasting, path if mime_type.startswith("video/") else None)


def _refer_to(path: Path) -> SiteFile:
    """Return a large file that only the program changes, without reading it."""
    return SiteFile(MIME_TYPES[path.suffix], b"", is_lasting=True, path=path)


def _make_manifest() -> bytes:
    """Return the web app manifest.

    The installed page starts where it was installed from: at the invitation.
    """
    icons = [
        {"src": "/icon.png", "sizes": "256x256", "type": "image/png", "purpose": "any"},
        {"src": "/phone.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": "/phone.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    name = {"name": "Grenade Salad", "short_name": "Grenade Salad"}
    look = {"display": "standalone", "orientation": "any", "scope": "/"}
    colours = {"background_color": "#56361e", "theme_color": "#56361e"}
    return json.dumps({**name, **look, **colours, "icons": icons}).encode()
