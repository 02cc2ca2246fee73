"""`grenade-salad resume ID --simulate`: machines finish a match of the journal."""

from __future__ import annotations

from argparse import Namespace
from time import sleep

from grenade_salad import players
from grenade_salad.commands import Fail
from grenade_salad.commands.matches import describe_result, open_data_journal
from grenade_salad.core import NoTurns
from grenade_salad.journal.database import JournalError
from grenade_salad.journal.journaled_match import JournaledMatch
from grenade_salad.lab.playout import Endless
from grenade_salad.match.match import Controller, read_controllers
from grenade_salad.session.machine_players import MachinePlayers
from grenade_salad.session.phases import NO_DELAYS, Deciding, Over, Stalled
from grenade_salad.session.session import Session
from grenade_salad.session.worker_process import ImmediateExecutor
from grenade_salad.text import m, say


def _play_on(match: JournaledMatch, pace: float) -> None:
    """Let machines play on, as they would have done without an interruption."""
    game = match.header.game
    levels = [players.nearest_player(game, controller.level) for controller in read_controllers(match.header)]
    seats = [Controller("bot", level) for level in levels]
    session = Session(match, seats, MachinePlayers(match.header, ImmediateExecutor(), ImmediateExecutor()))
    session.pace = NO_DELAYS
    while not isinstance(session.phase, Over | Stalled):
        while session.next_step() is not None:
            session.mark_shown()
        if pace and isinstance(session.phase, Deciding):
            sleep(pace)
        session.advance(pace)
        for problem in session.machines.troubles():
            raise problem.error or RuntimeError(problem.message)
    if isinstance(session.phase, Stalled):
        raise Fail(str(Endless(len(match.entries))))
    if session.phase.trouble:
        raise JournalError(session.phase.trouble)


def run(args: Namespace) -> int:
    """Play the match to its end, and print its result."""
    if not args.simulate:
        raise Fail(say(m("resume: with --simulate machines play the match to its end; people go on in the window")))
    with open_data_journal(args.data, changes=True) as journal:
        with journal.resume(args.id) as match:
            if match.state.is_turnless:
                raise Fail(say(NoTurns(match.game.title).message()))
            _play_on(match, args.pace)
        end = journal.match(args.id)
    # Translators: {end} says how it ended
    message = m(
        "match {number}: {n} line; {end}",
        "match {number}: {n} lines; {end}",
        number=str(args.id),
        n=end.lines,
        end=describe_result(end.names, end.ranking, end.scores),
    )
    print(say(message))
    return 0
