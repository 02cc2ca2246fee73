"""Messages for argparse's errors.

Errors that this version of Python words differently stay in English.
"""

from __future__ import annotations

import argparse

from grenade_salad.text import Message, m, say

# The placeholders that argparse fills in itself stay as they are.
_WORDS: dict[str, Message | str] = {
    # An option or argument is named, then its error.
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    # Translators: complaints of the command line; {value} and the like are what somebody typed, or can type
    "the following arguments are required: %s": m("missing: {names}", names="%s"),
    "expected one argument": m("a value is missing"),
    "expected at least one argument": m("a value is missing"),
    "expected at most one argument": m("one value at most"),
    "ignored explicit argument %r": m("takes no value, not {value}", value="%r"),
    "not allowed with argument %s": m("does not go with {other}", other="%s"),
    "one of the arguments %s is required": m("one of these is needed: {names}", names="%s"),
    "unrecognized arguments: %s": m("unknown: {words}", words="%s"),
    "invalid choice: %(value)r (choose from %(choices)s)": m(
        "{value} is not one of: {choices}", value="%(value)r", choices="%(choices)s"
    ),
    "unknown parser %(parser_name)r (choices: %(choices)s)": m(
        "{value} is not one of: {choices}", value="%(parser_name)r", choices="%(choices)s"
    ),
}


def install_messages() -> None:
    """Let argparse print its errors in our words.

    Call it in our own program only, not in one that imports this package.
    """

    def translate(text: str) -> str:
        message = _WORDS.get(text)
        return text if message is None else say(message)

    setattr(argparse, "_", translate)  # noqa: B010
