"""Checks that a game keeps the contract and its secrets, for a game's own tests.

They hold for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from io import BytesIO
from pathlib import Path
from random import Random

from grenade_salad.core import (
    Action,
    ChancePending,
    GameOver,
    Illegal,
    NoSuchSeat,
    NotActive,
    State,
    Undo,
    redact,
    registry,
    to_json,
)
from grenade_salad.core.default_wording import missing_parts
from grenade_salad.lab.check_lesson import the_lesson_leads_in
from grenade_salad.lab.check_secrets import SECRETS
from grenade_salad.lab.playthrough import compare_playthrough
from grenade_salad.lab.random_play import Broken as Broken
from grenade_salad.lab.random_play import (
    random_action,
    random_entry,
    random_match,
    random_positions,
    require,
)
from grenade_salad.match.lines import decode, encode, parse_entry
from grenade_salad.match.record import read_record, replay, write_record

_TURNS = 8
"""Turn limit with which a game that could last forever ends."""
_LINES = 60
"""Number of entries after which a player ends a match without turns."""
_MIN_STEPS = 2000
"""Minimum number of entries in which a match must end."""
_TRIED = 15
"""Number of earlier actions that are tried at a position."""
_REMEMBERED = 5
"""Number of actions of a position that may be tried later."""
_EVERY = 7
"""One position of this many is written and read."""


def _all_legal_actions(state: State) -> list[Action]:
    return [action for seat in range(state.seats) for action in state.legal_actions(seat)]


def says_what_it_is(name: str, seed: int, steps: int) -> None:
    """Check the name, the seats and the kinds of entries.

    Other numbers of seats must be refused.
    """
    game, plugin = registry.load(name), registry.plugin(name)
    require(
        (game.min_seats, game.max_seats) == (plugin.min_seats, plugin.max_seats), "plugin and rules differ in seats"
    )
    require(1 <= game.min_seats <= game.max_seats, "min_seats is 1 at least and max_seats no less")
    require(game.title == plugin.title, "plugin and rules differ in the title")
    require(len({action.do for action in game.actions}) == len(game.actions), "two actions of one name")
    require(len({chance.kind for chance in game.chances}) == len(game.chances), "two kinds of luck of one name")
    for seats in {-1, 0, game.min_seats - 1, game.max_seats + 1, 10**9}:
        try:
            game.start(seats, game.options(), None)
        except Illegal:
            continue
        raise Broken(f"it starts with {seats} seats")


def somebody_acts(name: str, seed: int, steps: int) -> None:
    """Check that a seat is active unless chance is pending or the game is over.

    Every active seat has a legal action, and no other has one.
    """
    for match in random_positions(name, seed, steps):
        state = match.state
        to_act = state.active_seats()
        require(
            (not to_act) == (state.pending_chance() is not None or state.is_over),
            f"to_act is {to_act}, luck {state.pending_chance()}",
        )
        require(len(set(to_act)) == len(to_act), f"to_act names a seat twice: {to_act}")
        for seat in range(state.seats):
            require(
                bool(state.legal_actions(seat)) == (seat in to_act),
                f"legal({seat}) is {state.legal_actions(seat)}, to_act {to_act}",
            )
        if state.ranking() or not state.is_turnless:
            require(bool(state.ranking()) == state.is_over, "ranking is empty until the game is over")
        can_pass = [any(action.is_pass for action in state.legal_actions(seat)) for seat in to_act]
        require(not any(can_pass) or all(can_pass), "who is asked tells what they hold: some may pass and some not")
        if state.is_turnless:
            _check_turnless(state, any(can_pass))


def _check_turnless(state: State, can_pass: bool) -> None:
    """Check what else holds for a table without turns: see `State.is_turnless`."""
    to_act = state.active_seats()
    require(to_act in ((), tuple(range(state.seats))), f"without turns all seats may act, and not only {to_act}")
    require(not can_pass, "without turns nobody is asked, and nothing passes")
    for seat in to_act:
        kinds = [action.do for action in state.legal_actions(seat)]
        require(len(set(kinds)) == len(kinds), f"without turns there is one template for each kind: {kinds}")
        require(
            any(action.ends_match for action in state.legal_actions(seat)), "without turns somebody's word must end it"
        )
        require(Undo.do in kinds, "without turns an undo is a line: see core.Undo")


def it_ends(name: str, seed: int, steps: int) -> None:
    """Check that a random match ends, with every seat in the ranking once."""
    match, rng = random_match(name, seed, _TURNS), Random(seed)
    for _ in range(max(_MIN_STEPS, steps)):
        if match.state.is_over:
            break
        if match.state.is_turnless and len(match.entries) >= _LINES and not match.state.pending_chance():
            match.apply_entry(random_action(match.state, rng, last=True))
            break
        match.apply_entry(random_entry(match.state, rng))
    require(match.state.is_over, f"no end after {len(match.entries)} lines")
    ranking = match.state.ranking()
    ranked = sorted(seat for place in ranking for seat in place)
    require(ranked == list(range(match.state.seats)) or (match.state.is_turnless and not ranked), f"ranking: {ranking}")
    require(all(ranking), f"an empty place: {ranking}")
    for seat in (None, *range(match.state.seats)):
        require(match.state.view(seat).ranking == ranking, f"another ranking in the view of seat {seat}")
    scores = match.state.scores
    require(scores is None or len(scores) == match.state.seats, f"scores of another number of seats: {scores}")


def legal_is_what_why_not_allows(name: str, seed: int, steps: int) -> None:
    """Check that all legal actions are allowed, and that others are refused.

    `why_not` allows every action of `legal_actions`; `apply` refuses every other with its reason and changes nothing.
    """
    rng = Random(seed)
    earlier: list[Action] = []
    for match in random_positions(name, seed, steps):
        state = match.state
        legal = _all_legal_actions(state)
        for action in legal:
            is_allowed = state.why_not(action) is None
            require(is_allowed != bool(missing_parts(action)), f"why_not and legal differ: {action}")
        for seat in range(state.seats):
            own_actions = state.legal_actions(seat)
            require(len(set(own_actions)) == len(own_actions), f"legal({seat}) lists something twice")
            require(
                all(action.seat == seat or action.is_shared for action in own_actions),
                f"legal({seat}) is of other seats",
            )
        for action in rng.sample(earlier, min(len(earlier), _TRIED)):
            _check_action(
                state, replace(action, seat=None if action.is_shared else rng.randrange(-1, state.seats + 1)), legal
            )
        earlier += [action for action in rng.sample(legal, min(len(legal), _REMEMBERED)) if not missing_parts(action)]


def _check_action(state: State, action: Action, legal: Sequence[Action]) -> None:
    reason, previous = state.why_not(action), state.copy()
    is_complete = not any(template.do == action.do and missing_parts(template) for template in legal)
    if is_complete:
        require((reason is None) == (action in legal), f"why_not says {reason}, and legal does not: {action}")
    if reason is not None:
        _check_refusal(lambda: state.apply(action), reason.text())
        require(state == previous, f"the refused {action} changed something")


def _check_refusal(carry_out: Callable[[], object], expected: str) -> None:
    try:
        carry_out()
    except Illegal as refusal:
        require(str(refusal) == expected != "", f"refused with {str(refusal)!r}, not with {expected!r}")
    else:
        raise Broken(f"carried out, although {expected}")


def reasons_of_seat_and_time(name: str, seed: int, steps: int) -> None:
    """Check that another seat, no seat, pending chance and the end are refused.

    The reasons are those that the contract gives.
    """
    for match in random_positions(name, seed, steps):
        state = match.state
        for template in _all_legal_actions(state)[:3]:
            if template.is_shared:
                continue
            out_of_range = replace(template, seat=state.seats)
            require(
                state.why_not(out_of_range) == NoSuchSeat(state.seats, state.seats), "a seat that is not there may act"
            )
            seatless = replace(template, seat=None)
            require(state.why_not(seatless) == NotActive(None, state.active_seats()), "an action of nobody")
            for idle_seat in set(range(state.seats)) - set(state.active_seats()):
                reason = state.why_not(replace(template, seat=idle_seat))
                require(
                    reason == NotActive(idle_seat, state.active_seats()), f"seat {idle_seat} may act, and is not asked"
                )
        last = match.entries[-1] if match.entries else None
        if isinstance(last, Action) and (state.is_over or state.pending_chance()):
            expected = GameOver() if state.is_over else ChancePending(state.pending_chance() or "")
            require(state.why_not(last) == expected, f"why_not is {state.why_not(last)}, not {expected}")


def luck_happens_when_due(name: str, seed: int, steps: int) -> None:
    """Check that chance is drawn by the random numbers alone, and only when pending.

    What is drawn must be possible.
    """
    for match in random_positions(name, seed, steps):
        state = match.state
        pending = state.pending_chance()
        if pending is None:
            continue
        previous, chance = state.copy(), state.sample_chance(Random(seed))
        require(state == previous, "sample changed the state")
        require(chance.kind == pending, f"{pending} is due, and {chance.kind} was drawn")
        require(chance == state.sample_chance(Random(seed)), "the same random numbers gave other luck")
        require(state.why_not_chance(chance) is None, f"the luck that was drawn is impossible: {chance}")
        copy = state.copy()
        copy.apply_chance(chance)
        if copy.pending_chance() != pending:
            reason = copy.why_not_chance(chance)
            require(reason is not None, f"{pending} is not due, and may happen")
            assert reason is not None
            _check_refusal(lambda copy=copy, chance=chance: copy.apply_chance(chance), reason.text())  # type: ignore[misc]


def copies_are_independent(name: str, seed: int, steps: int) -> None:
    """Check that a copy is equal, is not changed by the match, and continues alike."""
    match, rng = random_match(name, seed), Random(seed)
    for _ in range(steps):
        copy, frozen = match.state.copy(), match.state.copy()
        require(copy == match.state and copy.full_view() == match.state.full_view(), "a copy is not equal")
        if match.state.is_over:
            return
        new_entry = random_entry(match.state, rng)
        match.apply_entry(new_entry)
        require(copy == frozen, f"playing on changed a copy: {new_entry}")
        require(copy != match.state, f"nothing changed by {new_entry}")
        copy.apply(new_entry) if isinstance(new_entry, Action) else copy.apply_chance(new_entry)
        require(copy == match.state, f"a copy went on differently: {new_entry}")


def events_are_redacted(name: str, seed: int, steps: int) -> None:
    """Check that private fields of events are None for seats that may not know them.

    Every event has a text all the same.
    """
    match, rng = random_match(name, seed), Random(seed)
    names = match.header.seats
    for _ in range(steps):
        if match.state.is_over:
            return
        for event in match.apply_entry(random_entry(match.state, rng)).events:
            require(isinstance(event.text(names), str), f"no words for {event}")
            hidden = [
                part.name for part in fields(event) if part.name not in (*type(event).public_fields, "visible_to")
            ]
            for seat in (None, *range(match.state.seats)):
                redacted = redact(event, seat)
                require(isinstance(redacted.text(names), str), f"no words for {redacted}")
                if seat is None or seat not in event.visible_to:
                    require(
                        all(getattr(redacted, part) is None for part in hidden),
                        f"seat {seat} is told too much: {redacted}",
                    )


def views_have_a_json_form(name: str, seed: int, steps: int) -> None:
    """Check that positions and views are JSON, and agree with the state."""
    for match in random_positions(name, seed, steps):
        state = match.state
        for seat, view in (
            (None, state.full_view()),
            *((seat, state.view(seat)) for seat in (None, *range(state.seats))),
        ):
            facts = to_json(view)
            assert isinstance(facts, dict)
            require(facts["game"] == name, f"a view of the game {facts['game']}")
            require(
                (facts["seat"], facts["over"]) == (seat, state.is_over), f"a view of seat {facts['seat']} for {seat}"
            )
            require(facts["to_act"] == list(state.active_seats()), "to_act differs in a view")


def records_read_back(name: str, seed: int, steps: int) -> None:
    """Check that a record reads back as the same lines, and replays to its position."""
    match, rng = random_match(name, seed), Random(seed)
    for _ in range(steps):
        if match.state.is_over:
            break
        match.apply_entry(random_entry(match.state, rng))
    for played_entry in match.entries:
        require(
            parse_entry(match.game, decode(encode(played_entry.to_line()))) == played_entry,
            f"its line does not read back: {played_entry}",
        )
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    record = read_record(stream)
    require(record.header == match.header, f"the header does not read back: {match.header}")
    replayed = replay(record).match
    require(replayed.entries[: len(match.entries)] == match.entries, "the record replays to other lines")
    require(match.state.pending_chance() or replayed.state == match.state, "the record replays to another position")


def positions_read_back(name: str, seed: int, steps: int) -> None:
    """Check that the line of a position reads back to itself.

    Games without such lines pass. The line of a seat's position is the same in every world that is consistent with its
    view.
    """
    rng = Random(seed)
    for index, match in enumerate(random_positions(name, seed, steps)):
        state, notation = match.state, match.state.position_notation
        if (
            notation is None
            or index % _EVERY
            or state.is_over
            or state.pending_chance() not in (None, *notation.pending_chances)
        ):
            continue
        line = state.format_position()
        require(
            match.game.parse_position(line).format_position() == line,
            f"the line of a position does not read back: {line}",
        )
        seat = rng.randrange(state.seats)
        seat_line = state.format_position(seat)
        require(
            match.game.parse_position(seat_line).format_position(seat) == seat_line,
            f"the line for seat {seat} does not read back: {seat_line}",
        )
        require(
            state.resample(seat, rng).format_position(seat) == seat_line,
            f"the line tells seat {seat} what it cannot see: {seat_line}",
        )


CHECKS = (
    says_what_it_is,
    somebody_acts,
    it_ends,
    legal_is_what_why_not_allows,
    reasons_of_seat_and_time,
    luck_happens_when_due,
    copies_are_independent,
    events_are_redacted,
    views_have_a_json_form,
    records_read_back,
    positions_read_back,
    *SECRETS,
    the_lesson_leads_in,
)
"""All checks: each gets the game's name, a seed and the number of steps to play."""


def check_game(
    name: str,
    seeds: Iterable[int] = range(6),
    steps: int = 60,
    checks: Sequence[Callable[[str, int, int], None]] = CHECKS,
    playthrough: Path | str | None = None,
) -> None:
    """Check in random matches of these seeds that a game keeps the contract.

    The same seeds give the same matches. `playthrough` is a text file, to be committed with the tests: what every seat
    sees at every line of one match. It is written if it does not exist, and compared from then on. Raises `Broken`, and
    `registry.NoGame` for a game that is not installed.

    >>> check_game('live-grenade', seeds=range(1))
    """
    for seed in seeds:
        for check in checks:
            try:
                check(name, seed, steps)
            except registry.NoGame:
                raise
            except Exception as error:  # whatever an unfinished game raises
                raise Broken(f"{name}, seed {seed}, {check.__name__}: {error}") from error
    if playthrough is not None:
        compare_playthrough(name, Path(playthrough))
