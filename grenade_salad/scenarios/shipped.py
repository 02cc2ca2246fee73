"""The scenarios that come along: files beside this module, texts in the catalogs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from grenade_salad.scenarios.scenario import SUFFIX, Scenario, read
from grenade_salad.text import Message, m

FOLDER = Path(__file__).parent / "shipped"
TITLES_AND_STORIES: Mapping[str, tuple[Message, Message]] = {
    # Translators: from here on, titles of scenarios, and a line of story for each
    "four-at-once": (
        m("Four at once"),
        m("They stand so close together. You have one move and two cards: take four of them before they scatter."),
    ),
    "round-the-corner": (
        m("Round the corner"),
        m("Blocks stand between you and them. Step out, and strike before they know what hit them."),
    ),
    "two-left": (
        m("The last two"),
        m("Two of your soldiers are left, and nobody is coming to help. Hold on for three rounds."),
    ),
    "hot-potato": (
        m("Hot potato"),
        m("Two cards are left in the deck, and both are grenades. You have a Jack, a 10, and no Best Friend."),
    ),
    "no-friend": (
        m("Not a friend in the world"),
        m("Three others, three grenades, and no Best Friend in your hand. Keep your head down for four rounds."),
    ),
    "short-fuse": (
        m("Short fuse"),
        m("A die already shows 5, and it's your turn. Make sure that somebody else's card goes up."),
    ),
    "three-against-seven": (
        m("Three against seven"),
        m("They are more than twice as many, but you have the grenades, and more soldiers in reserve."),
    ),
    "the-wall": (
        m("The gap in the wall"),
        m("Blocks all around, a gap to shoot through, and both of you hold arrows. Eight turns to go."),
    ),
    "grenades-only": (
        m("Grenades against arrows"),
        m("You hold five grenades, they hold arrows and hammers. Six turns to see which is better."),
    ),
    "between-two": (
        m("Between two fires"),
        m("One army on your left, one on your right, and you in the middle with four soldiers."),
    ),
    "poor-among-rich": (
        m("Poor among the rich"),
        m("They hold six cards each. You have a Best Friend and a 10. That has to do."),
    ),
    "four-hearts": (
        m("Four hearts"),
        m("Three dice are on their way, and nobody knows your heart. Keep it that way: be the last one left."),
    ),
}
"""Titles and stories by the names of the files, which have the English."""


@cache
def load_shipped() -> tuple[Scenario, ...]:
    """Return all of them, in the order of the menu, in the reader's language."""
    return tuple(
        replace(read(FOLDER / f"{name}{SUFFIX}"), title=title, story=story)
        for name, (title, story) in TITLES_AND_STORIES.items()
    )
