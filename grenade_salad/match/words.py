"""Messages about matches of any game."""

from __future__ import annotations

from collections.abc import Sequence

from grenade_salad.text import Message, Seat, m


def winners_message(winners: Sequence[int]) -> Message:
    """Return the message that says who won, for the seats that share the first place.

    >>> from grenade_salad.text import Reader, say
    >>> say(winners_message([0]), Reader(["Ann", "Bo"])), say(winners_message([0, 1]), Reader(["Ann", "Bo"]))
    ('Ann wins', 'Ann and Bo win')
    """
    if not winners:
        # Translators: at the end of a game without rules, where people say who has won, or do not
        return m("Nobody said who won")
    if len(winners) == 1:
        return m("{who} wins", who=Seat(winners[0]))
    # Translators: {all} is a list of players
    return m("{all} win", all=[Seat(seat) for seat in winners])
