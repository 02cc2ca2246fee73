"""The pace of a match in the window: times and waiting."""

from __future__ import annotations

from grenade_salad.app.shell.scene import AppContext
from grenade_salad.session.phases import Pace
from grenade_salad.session.session import Session


def apply_pace_settings(session: Session, app: AppContext, motion_scale: float, is_patient: bool) -> None:
    """Set the pace of the session from the settings; see `_make_pace`."""
    session.pace = _make_pace(app, motion_scale, is_patient)
    session.asks_forced_passes = not app.settings.pass_with_nothing
    # The phones' page shows the table to everybody who opens it.
    session.has_spectators = app.phones is not None


def _make_pace(app: AppContext, motion_scale: float, is_patient: bool) -> Pace:
    """Return the pace of the settings.

    `motion_scale` is the length of animations, 1 by default. If `is_patient`, reaction windows have no time limit.
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
