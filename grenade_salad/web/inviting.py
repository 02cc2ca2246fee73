"""What a page that shows the table to all has in its corner: where phones find it, as a picture to scan."""

from __future__ import annotations

from grenade_salad.core import Json
from grenade_salad.text import Message, m
from grenade_salad.web.protocol import encode


def warn_only_local(address: str) -> Message:
    """Return the words for an address that no other device can open, where a code to scan would be of no use."""
    # Translators: {address} is the address of a page; it stands at the end, so that what copies it takes no full stop
    return m(
        "Only this computer can open this until it is in the network of the phones, or in a hotspot: {address}",
        address=address,
    )


def encode_invitation(url: str, code: str) -> str:
    """The message: the address, the code of the evening if the page may show it, and the dark squares row by row."""
    import segno

    address = f"{url}#{code}" if code else url
    rows: list[Json] = [
        "".join("1" if dark else "0" for dark in row) for row in segno.make(address, micro=False).matrix
    ]
    return encode("invite", url=url, code=code, rows=rows)
