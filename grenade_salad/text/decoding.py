"""Text files that people have edited, in the encodings that their editors write."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte-order marks, and the encodings that they begin."""
_SAMPLE = 4096
"""Bytes that are looked at to find UTF-16 without a mark."""
_ZERO_SHARE = 0.3
"""Share of every second byte that is zero in UTF-16, in most alphabets."""
_NO_TEXT = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")
"""Bytes that no text in Windows-1252 has."""
GUESSED = "windows-1252"
"""The encoding that is taken where nothing else fits: people are told."""


@dataclass(frozen=True)
class Decoded:
    """A text with its lines ended by a newline, and the encoding that it had."""

    text: str
    encoding: str = "utf-8"

    @property
    def is_guessed(self) -> bool:
        """True if the encoding is a guess, so that some letters may be wrong."""
        return self.encoding == GUESSED


def decode_text(data: bytes) -> Decoded:
    r"""Return the text in the bytes of a file.

    Raises UnicodeDecodeError if it is no text, with the place of the first byte that is not UTF-8.

    >>> decode_text(b"\xef\xbb\xbfa\r\nb\rc").text
    'a\nb\nc'
    >>> decode_text("Möwe".encode("utf-16")).text, decode_text("Möwe".encode("utf-16-be")).text
    ('Möwe', 'Möwe')
    >>> decode_text("Möwe – 3 €".encode("cp1252"))
    Decoded(text='Möwe – 3 €', encoding='windows-1252')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _make(data.removeprefix(mark).decode(encoding), encoding)
    if encoding := _find_zeros(data):
        return _make(data.decode(encoding), encoding)
    try:
        return _make(data.decode())
    except UnicodeDecodeError as error:
        if not _NO_TEXT.isdisjoint(data):
            raise
        try:
            return _make(data.decode("cp1252"), GUESSED)
        except UnicodeDecodeError:
            raise error from None


def to_utf8_lines(data: bytes) -> bytes:
    r"""Return a file of lines in UTF-8, each ended by a newline, as programs write it.

    Nothing is guessed: what is no UTF-8, and not clearly UTF-16, is returned as it is.

    >>> to_utf8_lines('{"record": 3}\r\n'.encode("utf-16"))
    b'{"record": 3}\n'
    >>> to_utf8_lines(b'{}\n\xff')
    b'{}\n\xff'
    """
    if not data.startswith(tuple(mark for mark, _ in _MARKS)) and not _find_zeros(data) and b"\r" not in data:
        return data
    try:
        decoded = decode_text(data)
    except UnicodeDecodeError:
        return data
    return data if decoded.is_guessed else decoded.text.encode()


def _make(text: str, encoding: str = "utf-8") -> Decoded:
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding)


def _find_zeros(data: bytes) -> str:
    """Return the kind of UTF-16 that its zeros show, or an empty text."""
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    min_zeros = max(1.0, _ZERO_SHARE * (len(sample) // 2))
    if len(data) % 2 == 0 and max(even, odd) >= min_zeros and min(even, odd) * 8 < max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return ""
