"""Each phone reads its browser's language: the page itself, its sheet, and why something was refused."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib.resources import files

from grenade_salad.core import Event
from grenade_salad.games.wheel import Roll, WheelOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.phone.page_words import PAGE, in_language
from grenade_salad.phone.sheet import Table, sheet
from grenade_salad.phone.site_files import page_files
from grenade_salad.text import m

NAMES = ("Ann", "{who}", "seat 0")
FOLDER = files("grenade_salad.phone") / "page"


def test_the_page_asks_for_no_sentence_that_is_not_there() -> None:
    files_of_words = [path for path in page_files().values() if path.suffix in (".js", ".html")]
    parts = {path.name: path.read_text("utf-8") for path in files_of_words}
    script = "".join(text for name, text in parts.items() if name.endswith(".js"))
    page = "".join(text for name, text in parts.items() if name.endswith(".html"))
    script = script.replace("\\u2717", "✗").replace("\\u2713", "✓")
    asked = set(re.findall(r'\bt\("([^"]+)"', script))
    asked |= set(re.findall(r'(?:data-say>|data-label=")([^<"]+)[<"]', page))
    asked |= set(re.findall(r'\? "([^"]+)" : "[^"]+"\)', " ".join(re.findall(r"\bt\(certain[^)]+\)", script))))
    assert len(asked) > 30
    assert asked <= {message.one for message in PAGE}


def test_the_page_brings_its_sentences_in_the_browsers_language() -> None:
    page = in_language((FOLDER / "index.html").read_bytes(), "de").decode()
    found = re.search(r'<html lang="de" data-words="([^"]+)">', page)
    assert found is not None
    words = json.loads(unescape(found[1]))
    assert words["Confirm"] != "Confirm"
    assert "{who}" in words["You are {who}."]


def test_a_sheet_speaks_to_its_seat_in_its_language() -> None:
    match = Match(Header("wheel", NAMES, WheelOptions(), 3))
    happened: list[Event] = [event for step in match.settle() for event in step.events]
    seat = match.state.to_act()[0]
    table = Table(1, m("Grenade"), NAMES, ("phone", "phone", "phone"), (0, 1, 2))
    own = sheet(match.state, seat, table, happened, "de")
    others = sheet(match.state, (seat + 1) % 3, table, happened, "de")
    assert str(own["status"]).startswith("Du bist dran. Der schwarze Würfel zeigt")
    assert str(others["status"]).startswith(f"{NAMES[seat]} ist dran.")
    log = own["log"]
    assert isinstance(log, list)
    assert any(str(line).startswith("Du würfelst eine ") for line in log)
    assert "Du bekommst" in json.dumps(own["secrets"])
    english = sheet(match.state, seat, table, happened)
    assert str(english["status"]).startswith("It is your turn.")
    assert Roll(3).kind == "roll"
