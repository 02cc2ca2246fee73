"""The paint of the seats: the one place for the window, the phones' page and the pictures."""

SEATS = ("#CE2A1E", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#56B4E9", "#E69F00", "#F4EAD5", "#3A3A3A")
"""By seat; a table with more seats begins again. Told apart by colour-blind people too (Okabe and Ito)."""


def seat_hex(seat: int) -> str:
    """The colour of a seat, as "#RRGGBB".

    >>> of_seat(0) == of_seat(len(SEATS))
    True
    """
    return SEATS[seat % len(SEATS)]
