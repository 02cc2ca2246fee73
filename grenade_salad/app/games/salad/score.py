"""The result of a match: points, the reserve for a draw, winners (GS-27, GS-28)."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.app.match.ending import Column, Ending
from grenade_salad.games.salad.events import WHY_OVER
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Words, m


def describe_winners(view: SaladView, names: Sequence[str]) -> Words:
    """Return who won, and by what."""
    if not view.ranking:
        return ""
    winners = view.ranking[0]
    if len(winners) == len(names):
        return m("Everybody shares the win")
    if len(winners) != 1:
        return m("{all} share the win", all=[names[seat] for seat in winners])
    best = view.scores[winners[0]]
    if sum(score == best for score in view.scores) > 1:
        return m("{who} wins with the larger reserve", who=names[winners[0]])
    return m("{who} wins", who=names[winners[0]])


def summarize_ending(view: SaladView, names: Sequence[str]) -> Ending:
    """Return the content of the last page."""
    living = [sum(soldier.seat == seat for soldier in view.soldiers) for seat in range(len(names))]
    has_tie = len(set(view.scores)) < len(view.scores)
    why: Words = m("Ties go to the player with more soldiers in reserve.") if has_tie else ""
    if view.end_reason and has_tie:
        # Translators: {why} says who wins
        why = m("{why}. Ties go to the player with more soldiers in reserve.", why=WHY_OVER[view.end_reason])
    elif view.end_reason:
        why = m("{sentence}.", context="with a full stop", sentence=WHY_OVER[view.end_reason])
    columns = (
        Column(m("living × 3", context="a column"), living, lambda count: f"{count} × 3 = {3 * count}"),
        Column(m("taken × 1", context="a column"), view.taken),
        Column(m("points", context="a column"), view.scores, large=True),
        Column(m("reserve", context="a column"), view.reserve),
    )
    return Ending(title=describe_winners(view, names), columns=columns, why=why)
