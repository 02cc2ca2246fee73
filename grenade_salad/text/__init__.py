"""What people read: messages, and the one place where they become sentences of a language."""

from __future__ import annotations

from grenade_salad.text.message import NOTHING, Length, Message, Seat, Value, Words, m
from grenade_salad.text.reader import Reader
from grenade_salad.text.say import say, say_all, use_language

__all__ = ["NOTHING", "Words", "Length", "Message", "Reader", "Seat", "Value", "m", "say", "say_all", "use_language"]
