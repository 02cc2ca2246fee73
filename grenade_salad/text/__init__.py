"""Messages for people, and the functions that turn them into sentences."""

from __future__ import annotations

from grenade_salad.text.message import NOTHING, Length, Message, Seat, TileLength, Value, Words, m
from grenade_salad.text.reader import Reader
from grenade_salad.text.say import say, use_language

__all__ = [
    "NOTHING",
    "Words",
    "Length",
    "Message",
    "Reader",
    "Seat",
    "TileLength",
    "Value",
    "m",
    "say",
    "use_language",
]
