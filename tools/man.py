"""The man page in the wheel: `python -m tools.man` rewrites docs/grenade-salad.1.

It is made of the output of --help and needs the extra [dev], which the build doesn't have: so the page is committed.
"""

from __future__ import annotations

import re
from pathlib import Path

from tools.package.deb import render_man_page

PAGE = Path(__file__).parent.parent / "docs" / "grenade-salad.1"


def render_page() -> str:
    """Return the man page without a date and a version."""
    return re.sub(
        r"^\.TH .*$", '.TH GRENADE\\\\-SALAD "1" "" "Grenade Salad" "Games"', render_man_page(0), count=1, flags=re.M
    )


if __name__ == "__main__":
    PAGE.write_text(render_page(), encoding="utf-8")
    print(PAGE)
