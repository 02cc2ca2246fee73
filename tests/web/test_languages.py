"""Each phone gets page, sheet and refusals in the language of its browser."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib.resources import files

from grenade_salad.core import Event, State, registry
from grenade_salad.games.live_grenade import LiveGrenadeSetup
from grenade_salad.games.wheel import Roll, WheelOptions
from grenade_salad.match.match import Header, Match
from grenade_salad.sheets.compose import TableStatus, compose_sheet, sheet_for
from grenade_salad.text import Reader, m
from grenade_salad.web.page_messages import PAGE_MESSAGES, translate_page
from grenade_salad.web.site_files import find_page_files

NAMES = ("Ann", "{who}", "seat 0")
FOLDER = files("grenade_salad.web") / "page"


def test_page_asks_only_for_existing_sentences() -> None:
    page_paths = [path for path in find_page_files().values() if path.suffix in (".js", ".html")]
    parts = {path.name: path.read_text("utf-8") for path in page_paths}
    script = "".join(text for name, text in parts.items() if name.endswith(".js"))
    page = "".join(text for name, text in parts.items() if name.endswith(".html"))
    script = script.replace("\\u2717", "✗").replace("\\u2713", "✓")
    requested = set(re.findall(r'\bt\("([^"]+)"', script))
    requested |= set(re.findall(r'(?:data-say>|data-label=")([^<"]+)[<"]', page))
    requested |= set(re.findall(r'\? "([^"]+)" : "[^"]+"\)', " ".join(re.findall(r"\bt\(certain[^)]+\)", script))))
    assert len(requested) > 30
    assert requested <= {message.one for message in PAGE_MESSAGES}


def test_page_contains_its_sentences_in_the_browsers_language() -> None:
    page = translate_page((FOLDER / "index.html").read_bytes(), "de").decode()
    html_tag = re.search(r'<html lang="de" data-words="([^"]+)">', page)
    assert html_tag is not None
    words = json.loads(unescape(html_tag[1]))
    assert words["Confirm"] != "Confirm"
    assert "{who}" in words["You are {who}."]


def test_sheet_addresses_its_seat_in_its_language() -> None:
    match = Match(Header("wheel", NAMES, WheelOptions(), 3))
    events: list[Event] = [event for step in match.resolve_chance() for event in step.events]
    seat = match.state.active_seats()[0]
    table = TableStatus(1, m("Grenade"), NAMES, ("phone", "phone", "phone"), (0, 1, 2))
    own_sheet = compose_sheet(match.state, seat, table, events, "de")
    other_sheet = compose_sheet(match.state, (seat + 1) % 3, table, events, "de")
    assert str(own_sheet["status"]).startswith("Du bist dran. Der schwarze Würfel zeigt")
    assert str(other_sheet["status"]).startswith(f"{NAMES[seat]} ist dran.")
    log = own_sheet["log"]
    assert isinstance(log, list)
    assert any(str(line).startswith("Du würfelst eine ") for line in log)
    assert "Du bekommst" in json.dumps(own_sheet["secrets"])
    english = compose_sheet(match.state, seat, table, events)
    assert str(english["status"]).startswith("It is your turn.")
    assert Roll(3).kind == "roll"


def write_choices(state: State, seat: int, names: tuple[str, ...]) -> set[str]:
    """Return the texts of a seat's choices, each on its own."""
    reader = Reader(names, seat)
    choices = [
        choice.encode(reader) for choice in sheet_for(state.view(seat), state.legal_actions(seat), reader).choices
    ]
    return {str(choice["words"]) for choice in choices if isinstance(choice, dict)}


def test_text_of_a_choice_is_one_sentence() -> None:
    game = registry.load("live-grenade")
    hands = (("4C", "4H", "JD", "10S"), ("2C", "KD"), ("3H", "5C"))
    setup = LiveGrenadeSetup(hands=hands, deck=("AS", "6D", "7C", "8C", "AH"), turn=0, direction=1)
    state = game.start(3, game.options(), setup)
    texts = write_choices(state, 0, NAMES)
    assert "Skip the draw with the Jack of diamonds" in texts
    assert f"Steal from {NAMES[1]} with the 4 of clubs and the 4 of hearts" in texts
    assert f"Steal from {NAMES[2]} with the 10 of spades" in texts
    state.apply(next(action for action in state.legal_actions(0) if action.do == "skip"))
    assert write_choices(state, 1, NAMES) == {"Cancel it with the King of diamonds", "Pass"}
