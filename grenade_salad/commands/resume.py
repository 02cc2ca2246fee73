"""`grenade-salad resume ID --simulate`: machines finish a match of the journal."""

from __future__ import annotations

from argparse import Namespace

from grenade_salad import bots
from grenade_salad.commands import Fail
from grenade_salad.commands.matches import journal_of, who_won
from grenade_salad.lab.playout import make_players, play, show
from grenade_salad.match.kept import Kept
from grenade_salad.match.seats import controllers


def _play_on(match: Kept, pace: float) -> None:
    """Let machines play on, as they would have played if nobody had stopped them."""
    game = match.header.game
    known = ["normal" if bots.why_not_level(one.level) else one.level for one in controllers(match.header)]
    players = make_players(game, known, match.header.seed)
    show(players, match.steps)
    play(match, players, pace=pace)
    match.finish()


def run(args: Namespace) -> int:
    """Play the match to its end, and say how it ended."""
    if not args.simulate:
        raise Fail("resume: with --simulate machines play the match to its end; people go on in the window")
    with journal_of(args.data) as journal:
        with journal.resume(args.id) as match:
            _play_on(match, args.pace)
        end = journal.match(args.id)
    print(f"match {args.id}: {end.lines} lines; {who_won(end.seats, end.ranking, end.scores)}")
    return 0
