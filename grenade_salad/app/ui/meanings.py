"""What a key can mean besides the commands to the focus; `shell.keys` says which keys mean it."""

from __future__ import annotations

from typing import Literal, TypeAlias

Means: TypeAlias = Literal[
    "help",
    "menu",
    "full_screen",
    "wrong_word",
    "say_last",
    "say_several",
    "say_turn",
    "say_hand",
    "say_table",
    "say_more",
    "type_move",
    "speed",
    "hint",
    "pause",
    "closer",
    "farther",
    "overview",
    "turn_left",
    "turn_right",
    "draw",
    "maybe",
    "no",
    "surely",
    "unmark",
    "play",
    "step_back",
    "step_on",
    "log",
    "graph",
    "page_back",
    "page_on",
    "first",
    "last",
    "address",
]
