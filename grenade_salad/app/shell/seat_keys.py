"""The keys of the seats: their names, and which keys a seat may have."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grenade_salad.app.shell import keys
from grenade_salad.app.shell.layout_keys import is_sign

SEATS = 9
"""The number of seats that have a key."""
DEFAULT = tuple("123456789")
"""The default names of the keys of seats 1 to 9."""

_KEYPAD_1 = 0x40000059
"""Code pygame.K_KP1.

Written out because the command line reads settings without pygame.
"""
_PAD_DIGITS = {_KEYPAD_1 + digit - 1: f"keypad {digit}" for digit in range(1, 10)}
_CODES = {name: code for code, name in _PAD_DIGITS.items()}
_SPACE = 32


def key_name(code: int, taken: Collection[int] | None = None) -> str:
    """Return the name in the settings of the key with that code (pygame.K_*).

    Empty if no seat can have it, as those in `taken`, which mean something else at a table.
    """
    if taken is None:
        taken = keys.table_codes({})
    if code in _PAD_DIGITS:
        return _PAD_DIGITS[code]
    if not is_sign(code) or code == _SPACE or code in taken:
        return ""
    return chr(code)


def key_code(name: str, taken: Collection[int] | None = ()) -> int | None:
    """Return the code of the key with that name, or None if no seat can have it."""
    code = _CODES.get(name, ord(name) if len(name) == 1 else 0)
    return code if key_name(code, taken) == name and name else None


def display_name(name: str) -> str:
    """Return the name as it is shown: with a capital letter, as on the keyboard."""
    return name.upper() if len(name) == 1 and len(name.upper()) == 1 else name


def repair(names: Sequence[str], taken: Collection[int] | None = None) -> list[str]:
    """Replace the names that no seat can have, or no longer, by free keys.

    >>> repair("h2ab56789")
    ['1', '2', 'a', 'b', '5', '6', '7', '8', '9']
    """
    if len(names) != SEATS or len(set(names)) != SEATS:
        return list(DEFAULT)
    free = (name for name in DEFAULT if name not in names)
    return [name if key_code(name, taken) is not None else next(free) for name in names]


def assign_key(names: Sequence[str], seat: int, name: str) -> list[str]:
    """Give the seat a key; a seat that had it gets the seat's previous key.

    >>> assign_key(DEFAULT, 0, "3")[:3]
    ['3', '2', '1']
    """
    assigned = [names[seat] if current == name else current for current in names]
    assigned[seat] = name
    return assigned
