"""What the site serves, all of it read from this program's own files: the page's parts, cards, sounds, fonts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from grenade_salad.artwork.avatars import FACES, svg
from grenade_salad.artwork.typefaces import file as typeface
from grenade_salad.system import resources

KINDS = {
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
"""What files are, by the ends of their names."""
PAGES = {"/": "index.html", "/table": "table.html"}
"""The pages by their path; all else is what they load."""
SOUNDS = ("card", "tick", "refuse")
"""Sounds of the page, short ones."""
MOVING_SOUNDS = (
    *("blast", "blow", "clack", "die_roll", "draw", "flip", "grenade", "lose", "mine_click", "put", "rattle"),
    *("relief", "shot", "shuffle", "take", "win"),
)
"""Sounds of the table's page, for what moves: see sheets.animations."""


@dataclass(frozen=True)
class File:
    """What is sent for a path; `lasting` files are the same until the program changes.

    `film` is where a film is: browsers ask for it piece by piece.
    """

    kind: str
    body: bytes
    lasting: bool = False
    film: Path | None = None

    @property
    def text(self) -> bool:
        """Whether it is written in UTF-8."""
        return self.kind.startswith("text/")


def site_files() -> dict[str, File]:
    """Every path that is served; there is no other, whatever is asked for."""
    found = {f"/{name}": _read(path) for name, path in page_files().items()}
    for path, name in PAGES.items():
        found[path] = found.pop(f"/{name}")
    pictures = resources.assets()
    for file in sorted((*(pictures / "cards").rglob("*.svg"), *(pictures / "dice").glob("*.svg"))):
        found[f"/{file.relative_to(pictures).as_posix()}"] = _read(file, lasting=True)
    for name in (*SOUNDS, *MOVING_SOUNDS):
        found[f"/sounds/{name}.wav"] = _read(pictures / "sounds" / f"{name}-1.wav", lasting=True)
    found["/icon.png"] = _read(pictures / "title" / "icon.png", lasting=True)
    found["/phone.png"] = _read(pictures / "title" / "phone.png", lasting=True)
    for face in ("text", "bold", "title"):
        found[f"/fonts/{face}.ttf"] = _read(Path(typeface(face)), lasting=True)
    for number in range(FACES):
        found[f"/faces/{number}.svg"] = File(KINDS[".svg"], svg(number).encode(), lasting=True)
    found["/manifest.json"] = File(KINDS[".json"], _manifest())
    return found


def page_files() -> dict[str, Path]:
    """The page's own files by name: a page that shows positions elsewhere can take the ones it needs."""
    page = Path(str(files("grenade_salad.web") / "page"))
    return {path.name: path for path in sorted(page.iterdir()) if path.suffix in KINDS}


def _read(path: Path, lasting: bool = False) -> File:
    kind = KINDS[path.suffix]
    return File(kind, path.read_bytes(), lasting, path if kind.startswith("video/") else None)


def _manifest() -> bytes:
    """How the page looks once it is installed. It starts where it was installed from: at the invitation."""
    icons = [
        {"src": "/icon.png", "sizes": "256x256", "type": "image/png", "purpose": "any"},
        {"src": "/phone.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": "/phone.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    name = {"name": "Grenade Salad", "short_name": "Grenade Salad"}
    look = {"display": "standalone", "orientation": "any", "scope": "/"}
    colours = {"background_color": "#56361e", "theme_color": "#56361e"}
    return json.dumps({**name, **look, **colours, "icons": icons}).encode()
