"""Pictures on the rules page of the open table."""

from __future__ import annotations

from grenade_salad.app.ui.rich_text import RulePictures, make_picture_row

PICTURES = RulePictures(
    {
        "OT-01": make_picture_row("cards/playing/QH.svg", "cards/salad/arrow.svg", "cards/playing/joker.svg"),
        "OT-04": make_picture_row("cards/playing/back.svg", "cards/playing/back.svg", "cards/playing/back.svg"),
        "OT-10": make_picture_row("cards/playing/back.svg", "cards/playing/AS.svg"),
        "OT-11": make_picture_row("dice/white5.svg", "dice/white2.svg", "dice/black6.svg", height=44.0, aspect=1.0),
    }
)
