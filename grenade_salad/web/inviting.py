"""The corner of a television page: the address for phones, as a picture to scan."""

from __future__ import annotations

from grenade_salad.core import Json
from grenade_salad.text import Message, m
from grenade_salad.web.protocol import encode


def warn_only_local(address: str) -> Message:
    """Return the message for an address that no other device can open.

    A code to scan would be of no use for it.
    """
    # Translators: {address} is the address of a page; it stands at the end, so that what copies it takes no full stop
    return m(
        "Only this computer can open this until it is in the network of the phones, or in a hotspot: {address}",
        address=address,
    )


def encode_invitation(url: str, code: str) -> str:
    """Return the wire message with the address, the code and the picture to scan.

    `code` is the code of the evening, empty if the page may not show it. `rows` are the squares of the picture, "1" for
    dark.
    """
    import segno

    address = f"{url}#{code}" if code else url
    rows: list[Json] = [
        "".join("1" if dark else "0" for dark in row) for row in segno.make(address, micro=False).matrix
    ]
    return encode("invite", url=url, code=code, rows=rows)
