"""Data of a match as one page."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from typing import Any


def unpack_page(page: bytes) -> dict[str, Any]:
    """Return the data that is packed in the page."""
    (packed,) = re.findall(rb'id="match">([^<]*)<', page)
    data: dict[str, Any] = json.loads(zlib.decompress(b64decode(packed), -15))
    return data
