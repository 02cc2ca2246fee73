"""How long things take in a match on the window, and whom it waits for."""

from __future__ import annotations

from grenade_salad.app.shell.scene import Shell
from grenade_salad.session.phases import Pace
from grenade_salad.session.session import Session


def follow_settings(session: Session, app: Shell, share: float, patient: bool) -> None:
    """The session goes as the settings say; see `_pace_of`."""
    session.pace = _pace_of(app, share, patient)
    session.asks_in_vain = not app.settings.pass_with_nothing
    # Whoever opens the phones' page sees the table.
    session.onlookers = app.phones is not None


def _pace_of(app: Shell, share: float, patient: bool) -> Pace:
    """As the settings say; `share` is how long what moves takes, 1 as usual. `patient`: windows wait for everybody."""
    usual, settings = Pace(), app.settings
    shortest, longest = usual.moment
    patience = app.phones.patience if app.phones is not None else 1.0
    return Pace(
        countdown=0.0 if patient else settings.countdown * patience,
        moment=(shortest * share, longest * share),
        machine=usual.machine * share,
        again=usual.again * share,
        unhurried=frozenset(settings.unhurried),
    )
