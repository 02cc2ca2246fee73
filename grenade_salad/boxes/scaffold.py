"""New boxes to start from, and zips of boxes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from grenade_salad.boxes.box_reader import RULES_FILE, list_pictures
from grenade_salad.boxes.files import DESCRIPTION, open_source
from grenade_salad.boxes.loader import describe_spreadsheet_box, open_box

_CARDS = """title,number,icon,text,colour,count
Lighthouse,1,bulb,"**Look** at the top card of the draw pile.",yellow,2
Harbour,2,hand,"Draw a card.",blue,3
Storm,3,skull,"Everybody else *discards* a card.",red,2
Treasure,5,crown,"At the end: **5 points**.",,2
"""
_RULES = """# {name}

How people play it: as **Markdown**, read at the table.
"""
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def write_starter_box(folder: Path) -> list[Path]:
    """Write a small working box into a new folder, and return its files.

    Raises OSError, also if the folder exists.
    """
    name = folder.name
    folder.mkdir()
    written = []
    for file, content in (
        (DESCRIPTION, describe_spreadsheet_box("cards.csv", name)),
        ("cards.csv", _CARDS),
        (RULES_FILE, _RULES.format(name=name)),
    ):
        (folder / file).write_text(content, encoding="utf-8", newline="\n")
        written.append(folder / file)
    return written


def pack_box(folder: Path) -> bytes:
    """Return a zip of the files that a box uses, with the same bytes every time.

    Raises BadBoxFile.
    """
    loaded = open_box(folder)
    files = open_source(folder)
    wanted = {DESCRIPTION, *list_pictures(loaded.box), *(name for name in files.sizes if _is_rules_or_sheet(name))}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(wanted):
            archive.writestr(
                zipfile.ZipInfo(name, _ZIP_DATE), files.read(name, files.sizes[name]), zipfile.ZIP_DEFLATED
            )
    return data.getvalue()


def _is_rules_or_sheet(name: str) -> bool:
    return "/" not in name and ((name.startswith("rules") and name.endswith(".md")) or name.lower().endswith(".csv"))
