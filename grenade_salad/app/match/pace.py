"""How long things take in a match on the window, and whom it waits for."""

from __future__ import annotations

from grenade_salad.app.shell.scene import AppContext
from grenade_salad.session.phases import Pace
from grenade_salad.session.session import Session


def apply_pace_settings(session: Session, app: AppContext, motion_scale: float, is_patient: bool) -> None:
    """The session goes as the settings say; see `_make_pace`."""
    session.pace = _make_pace(app, motion_scale, is_patient)
    session.asks_forced_passes = not app.settings.pass_with_nothing
    # Whoever opens the phones' page sees the table.
    session.has_spectators = app.phones is not None


def _make_pace(app: AppContext, motion_scale: float, is_patient: bool) -> Pace:
    """As the settings say; `share` is how long what moves takes, 1 as usual. `is_patient`: windows wait for
    everybody.
    """
    default, settings = Pace(), app.settings
    shortest, longest = default.moment
    patience = app.phones.time_factor if app.phones is not None else 1.0
    return Pace(
        countdown=0.0 if is_patient else settings.countdown * patience,
        moment=(shortest * motion_scale, longest * motion_scale),
        machine=default.machine * motion_scale,
        machine_again=default.machine_again * motion_scale,
        unhurried=frozenset(settings.unhurried),
    )
