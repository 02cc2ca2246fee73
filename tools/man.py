"""The man page that the wheel brings along: `python -m tools.man` writes docs/grenade-salad.1 anew. Needs [dev].

It is made of what the program says with --help; the build has not what that takes, so the page is kept in the tree.
"""

from __future__ import annotations

import re
from pathlib import Path

from tools.package.deb import render_man_page

PAGE = Path(__file__).parent.parent / "docs" / "grenade-salad.1"


def render_page() -> str:
    """As it should be, without a day and a version."""
    return re.sub(
        r"^\.TH .*$", '.TH GRENADE\\\\-SALAD "1" "" "Grenade Salad" "Games"', render_man_page(0), count=1, flags=re.M
    )


if __name__ == "__main__":
    PAGE.write_text(render_page(), encoding="utf-8")
    print(PAGE)
