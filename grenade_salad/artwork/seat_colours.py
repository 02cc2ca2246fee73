"""Colours of the seats, for the window, the web page and the pictures."""

SEATS = ("#CE2A1E", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#56B4E9", "#E69F00", "#F4EAD5", "#3A3A3A")
"""Colours by seat; a table with more seats begins again.

Colour-blind people can tell them apart, too (Okabe and Ito).
"""


def seat_hex(seat: int) -> str:
    """Return the colour of a seat, as "#RRGGBB".

    >>> seat_hex(0) == seat_hex(len(SEATS))
    True
    """
    return SEATS[seat % len(SEATS)]
