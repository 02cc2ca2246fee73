"""Before a match in which many would hold secret cards at one screen: once it is said that phones are quicker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grenade_salad.app.phones import phones_scene as phones_page
from grenade_salad.app.shell.dialog import Answer, Dialog
from grenade_salad.app.shell.scene import Shell
from grenade_salad.app.ui.widget import nothing
from grenade_salad.games.open_table.box import Box
from grenade_salad.match.seats import Controller
from grenade_salad.text import m

MANY = 3
"""So many secret hands at one screen are slow."""
_TIP = "phones"
"""What it is called in the settings that this was told."""


def asks(app: Shell, game: str, box: Box, seats: Sequence[Controller], begin: Callable[[], None]) -> bool:
    """Whether it is asked now; `begin` is called if they play at this screen all the same."""
    hands = sum(one.person for one in seats) if any(holder.secret == "hand" for holder in box.holders) else 0
    told = app.settings.told.get(game, [])
    if hands < MANY or any(one.kind == "phone" for one in seats) or _TIP in told:
        return False
    app.settings.told[game] = sorted({*told, _TIP})
    app.save_settings()
    # Translators: before a match in which people hold secret cards at one screen; {n} is three or more
    words = m(
        "With {n} hands at one screen, the others look away whenever somebody looks at theirs. "
        "With phones, everybody holds their own cards: it is quicker.",
        n=hands,
    )
    answers = [
        # Translators: a button: everybody keeps their cards at this screen, without phones
        Answer(m("Play at this screen"), begin, kind="main"),
        # Translators: a button: the page with the code with which phones join
        Answer(m("Join with phones…"), lambda: phones_page.show(app), icon="phone"),
        Answer(m("Back"), nothing, back=True),
    ]
    # Translators: a question before a match in which people hold secret cards
    app.push(Dialog(app, m("Where are your cards?"), words, answers))
    return True
