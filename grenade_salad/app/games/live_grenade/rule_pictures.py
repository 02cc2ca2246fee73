"""Pictures for the rules of Live Grenade: the cards that each rule is about."""

from __future__ import annotations

from grenade_salad.app.ui.rich_text import RulePictures, make_picture_row

_RULE_CARDS = {
    "LG-03": ("AS", "AH", "AD"),
    "LG-04": ("3H", "2C", "2D"),
    "LG-17": ("7S", "7H"),
    "LG-18": ("10D",),
    "LG-20": ("JC",),
    "LG-21": ("QH",),
    "LG-22": ("KS",),
}
PICTURES = RulePictures(
    {rule: make_picture_row(*(f"cards/playing/{card}.svg" for card in cards)) for rule, cards in _RULE_CARDS.items()}
)
