"""Whether a game keeps the contract, and its secrets: what holds for every game, for a game's own tests to call."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from io import BytesIO
from random import Random

from grenade_salad import bots
from grenade_salad.core import (
    Action,
    Chance,
    Event,
    GameOver,
    Illegal,
    LuckIsDue,
    NoSuchSeat,
    NotAsked,
    State,
    plain,
    redact,
    registry,
)
from grenade_salad.lab.check_lesson import the_lesson_leads_in
from grenade_salad.lab.fuzz import random_options
from grenade_salad.match.lines import decode, encode, entry
from grenade_salad.match.match import Header, Match
from grenade_salad.match.record import read_record, write_record
from grenade_salad.match.replay import replay

_TRIES = 40
_TURNS = 8
"""With so many turns at most, a game that could go on for ever comes to its end."""


class Broken(AssertionError):
    """The game does not keep the contract: what is wrong, and where."""


def _must(holds: object, words: str) -> None:
    if not holds:
        raise Broken(words)


# random matches


def random_match(name: str, seed: int, turns: int | None = None) -> Match:
    """A match with a random number of seats and random house rules, before the first luck; `turns`: an early end."""
    rng = Random(f"options/{name}/{seed}")
    game = registry.load(name)
    while True:
        seats = rng.randint(game.min_seats, game.max_seats)
        options = random_options(game, seats, rng)
        if turns is not None:
            options = options.limited(turns)
        try:
            return Match(Header(name, tuple(f"P{seat}" for seat in range(seats)), options, seed))
        except Illegal:
            continue


def open_parts(action: Action) -> list[str]:
    """The continuous parts of a template that are still to be chosen."""
    return [part for part, value in action.line().items() if value is None]


def some_action(state: State, rng: Random) -> Action:
    """Something legal: first who acts and what kind of action, then which. A random player fills in templates."""
    for _ in range(_TRIES):
        seat = rng.choice(state.to_act())
        legal = state.legal(seat)
        kind = rng.choice(sorted({action.do for action in legal}))
        action = rng.choice([one for one in legal if one.do == kind])
        if open_parts(action):
            view = state.view(seat)
            action = bots.make(view.game, "random", seat, rng).decide(view, [action])
        if state.why_not(action) is None:
            return action
    raise Broken(f"nothing of {state.legal(state.to_act()[0])} turns out to be legal")


def next_entry(state: State, rng: Random) -> Action | Chance:
    """What happens next in a random match."""
    return state.sample(rng) if state.due() else some_action(state, rng)


def positions(name: str, seed: int, steps: int) -> Iterator[Match]:
    """The positions of a random match, the first one first; the match is played on in between."""
    match, rng = random_match(name, seed), Random(f"play/{name}/{seed}")
    yield match
    for _ in range(steps):
        if match.state.over:
            return
        match.add(next_entry(match.state, rng))
        yield match


def _everything(state: State) -> list[Action]:
    return [action for seat in range(state.seats) for action in state.legal(seat)]


# the contract


def says_what_it_is(name: str, seed: int, steps: int) -> None:
    """The name, the seats and the kinds of lines; other numbers of seats are refused."""
    game, brought = registry.load(name), registry.plugin(name)
    _must(
        (game.min_seats, game.max_seats) == (brought.min_seats, brought.max_seats), "plugin and rules differ in seats"
    )
    _must(1 <= game.min_seats <= game.max_seats, "min_seats is 1 at least and max_seats no less")
    _must(game.title == brought.title, "plugin and rules differ in the title")
    _must(len({action.do for action in game.actions}) == len(game.actions), "two actions of one name")
    _must(len({chance.kind for chance in game.chances}) == len(game.chances), "two kinds of luck of one name")
    for seats in {-1, 0, game.min_seats - 1, game.max_seats + 1, 10**9}:
        try:
            game.start(seats, game.options(), None)
        except Illegal:
            continue
        raise Broken(f"it starts with {seats} seats")


def somebody_acts(name: str, seed: int, steps: int) -> None:
    """Somebody acts unless luck is due or the game is over, and who acts has something legal."""
    for match in positions(name, seed, steps):
        state = match.state
        to_act = state.to_act()
        _must((not to_act) == (state.due() is not None or state.over), f"to_act is {to_act}, luck {state.due()}")
        _must(len(set(to_act)) == len(to_act), f"to_act names a seat twice: {to_act}")
        for seat in range(state.seats):
            _must(bool(state.legal(seat)) == (seat in to_act), f"legal({seat}) is {state.legal(seat)}, to_act {to_act}")
        _must(bool(state.ranking()) == state.over, "ranking is empty until the game is over")
        passing = [any(action.passes for action in state.legal(seat)) for seat in to_act]
        _must(not any(passing) or all(passing), "who is asked tells what they hold: some may pass and some not")


def it_ends(name: str, seed: int, steps: int) -> None:
    """A random match ends, with every seat in the ranking once."""
    match, rng = random_match(name, seed, _TURNS), Random(seed)
    for _ in range(max(2000, steps)):
        if match.state.over:
            break
        match.add(next_entry(match.state, rng))
    _must(match.state.over, f"no end after {len(match.entries)} lines")
    ranking = match.state.ranking()
    _must(sorted(seat for place in ranking for seat in place) == list(range(match.state.seats)), f"ranking: {ranking}")
    _must(all(ranking), f"an empty place: {ranking}")
    for seat in (None, *range(match.state.seats)):
        _must(match.state.view(seat).ranking == ranking, f"another ranking in the view of seat {seat}")
    scores = match.state.scores
    _must(scores is None or len(scores) == match.state.seats, f"scores of another number of seats: {scores}")


def legal_is_what_why_not_allows(name: str, seed: int, steps: int) -> None:
    """What `legal` lists, `why_not` allows; what it does not list, `do` refuses with the reason and changes nothing."""
    rng = Random(seed)
    known: list[Action] = []
    for match in positions(name, seed, steps):
        state = match.state
        legal = _everything(state)
        for action in legal:
            _must((state.why_not(action) is None) != bool(open_parts(action)), f"why_not and legal differ: {action}")
        for seat in range(state.seats):
            offer = state.legal(seat)
            _must(len(set(offer)) == len(offer), f"legal({seat}) lists something twice")
            _must(all(action.seat == seat or action.shared for action in offer), f"legal({seat}) is of other seats")
        for action in rng.sample(known, min(len(known), 15)):
            _tried(state, replace(action, seat=rng.randrange(-1, state.seats + 1)), legal)
        known += [action for action in rng.sample(legal, min(len(legal), 5)) if not open_parts(action)]


def _tried(state: State, action: Action, legal: Sequence[Action]) -> None:
    reason, before = state.why_not(action), state.copy()
    whole = not any(template.do == action.do and open_parts(template) for template in legal)
    if whole and not action.shared:
        _must((reason is None) == (action in legal), f"why_not says {reason}, and legal does not: {action}")
    if reason is not None:
        _refused(lambda: state.do(action), reason.text())
        _must(state == before, f"the refused {action} changed something")


def _refused(deed: Callable[[], object], words: str) -> None:
    try:
        deed()
    except Illegal as refusal:
        _must(str(refusal) == words != "", f"refused with {str(refusal)!r}, not with {words!r}")
    else:
        raise Broken(f"carried out, although {words}")


def reasons_of_seat_and_time(name: str, seed: int, steps: int) -> None:
    """Another seat, no seat, luck that is due and the end are the reasons that the contract gives."""
    for match in positions(name, seed, steps):
        state = match.state
        for template in _everything(state)[:3]:
            if template.shared:
                continue
            far = replace(template, seat=state.seats)
            _must(state.why_not(far) == NoSuchSeat(state.seats, state.seats), "a seat that is not there may act")
            nobody = replace(template, seat=None)
            _must(state.why_not(nobody) == NotAsked(None, state.to_act()), "an action of nobody")
            for other in set(range(state.seats)) - set(state.to_act()):
                refused = state.why_not(replace(template, seat=other))
                _must(refused == NotAsked(other, state.to_act()), f"seat {other} may act, and is not asked")
        last = match.entries[-1] if match.entries else None
        if isinstance(last, Action) and (state.over or state.due()):
            expected = GameOver() if state.over else LuckIsDue(state.due() or "")
            _must(state.why_not(last) == expected, f"why_not is {state.why_not(last)}, not {expected}")


def luck_happens_when_due(name: str, seed: int, steps: int) -> None:
    """Luck is drawn by the random numbers alone, is possible, and happens only when it is due."""
    for match in positions(name, seed, steps):
        state = match.state
        due = state.due()
        if due is None:
            continue
        before, chance = state.copy(), state.sample(Random(seed))
        _must(state == before, "sample changed the state")
        _must(chance.kind == due, f"{due} is due, and {chance.kind} was drawn")
        _must(chance == state.sample(Random(seed)), "the same random numbers gave other luck")
        _must(state.why_impossible(chance) is None, f"the luck that was drawn is impossible: {chance}")
        other = state.copy()
        other.happen(chance)
        if other.due() != due:
            reason = other.why_impossible(chance)
            _must(reason is not None, f"{due} is not due, and may happen")
            assert reason is not None
            _refused(lambda other=other, chance=chance: other.happen(chance), reason.text())  # type: ignore[misc]


def copies_are_independent(name: str, seed: int, steps: int) -> None:
    """A copy is equal, stays as it is when the match goes on, and goes on alike."""
    match, rng = random_match(name, seed), Random(seed)
    for _ in range(steps):
        copy, frozen = match.state.copy(), match.state.copy()
        _must(copy == match.state and copy.position() == match.state.position(), "a copy is not equal")
        if match.state.over:
            return
        one = next_entry(match.state, rng)
        match.add(one)
        _must(copy == frozen, f"playing on changed a copy: {one}")
        _must(copy != match.state, f"nothing changed by {one}")
        copy.do(one) if isinstance(one, Action) else copy.happen(one)
        _must(copy == match.state, f"a copy went on differently: {one}")


def events_are_redacted(name: str, seed: int, steps: int) -> None:
    """Fields of events that are not open are None for whoever does not know them, and there are words all the same."""
    match, rng = random_match(name, seed), Random(seed)
    names = match.header.seats
    for _ in range(steps):
        if match.state.over:
            return
        for event in match.add(next_entry(match.state, rng)).events:
            _must(isinstance(event.text(names), str), f"no words for {event}")
            hidden = [part.name for part in fields(event) if part.name not in (*type(event).open, "knows")]
            for seat in (None, *range(match.state.seats)):
                told = redact(event, seat)
                _must(isinstance(told.text(names), str), f"no words for {told}")
                if seat is None or seat not in event.knows:
                    _must(all(getattr(told, part) is None for part in hidden), f"seat {seat} is told too much: {told}")


def views_have_a_json_form(name: str, seed: int, steps: int) -> None:
    """Positions and views are JSON, and say what the state says."""
    for match in positions(name, seed, steps):
        state = match.state
        for seat, view in (
            (None, state.position()),
            *((seat, state.view(seat)) for seat in (None, *range(state.seats))),
        ):
            facts = plain(view)
            assert isinstance(facts, dict)
            _must(facts["game"] == name, f"a view of the game {facts['game']}")
            _must((facts["seat"], facts["over"]) == (seat, state.over), f"a view of seat {facts['seat']} for {seat}")
            _must(facts["to_act"] == list(state.to_act()), "to_act differs in a view")


def records_read_back(name: str, seed: int, steps: int) -> None:
    """The record of a match reads back as the same lines, and replays to the same position."""
    match, rng = random_match(name, seed), Random(seed)
    for _ in range(steps):
        if match.state.over:
            break
        match.add(next_entry(match.state, rng))
    for one in match.entries:
        _must(entry(match.game, decode(encode(one.line()))) == one, f"its line does not read back: {one}")
    stream = BytesIO()
    write_record(stream, match.header, match.entries)
    stream.seek(0)
    record = read_record(stream)
    _must(record.header == match.header, f"the header does not read back: {match.header}")
    again = replay(record).match
    _must(again.entries[: len(match.entries)] == match.entries, "the record replays to other lines")
    _must(match.state.due() or again.state == match.state, "the record replays to another position")


# secrecy: whatever a seat cannot see is swapped for something else that is possible


def seen(state: State, seat: int) -> str:
    """All that a seat gets to know of a state, as text."""
    view = json.dumps(plain(state.view(seat)))
    legal = json.dumps([action.line() for action in state.legal(seat)])
    return "\n".join((view, legal, str(state.to_act()), str(state.due()), str(state.over), str(state.ranking())))


def told(happened: Iterable[Event], seat: int | None) -> list[str]:
    """What the seat is told, as text."""
    return [f"{type(event).__name__} {json.dumps(plain(redact(event, seat)))}" for event in happened]


def _go_on(state: State, one: Action | Chance, rng: Random) -> list[Event]:
    """Carry the entry out; luck that is not possible here is drawn."""
    if isinstance(one, Action):
        return state.do(one)
    return state.happen(state.sample(rng) if state.why_impossible(one) else one)


def _opened(ours: Sequence[Event], theirs: Sequence[Event]) -> bool:
    """Whether what everybody is told differs, first by an event that says that it reveals something."""
    for mine, other in zip(ours, theirs, strict=False):
        if told([mine], None) != told([other], None):
            return mine.reveals or other.reveals
    rest = [*ours[len(theirs) :], *theirs[len(ours) :]]
    return bool(rest) and rest[0].reveals


def other_worlds_look_the_same(name: str, seed: int, steps: int) -> None:
    """A seat cannot tell what `resample` made of what it cannot see from how it really is."""
    rng = Random(f"secrecy/{name}/{seed}")
    for match in positions(name, seed, steps):
        state = match.state
        before = state.copy()
        for seat in range(state.seats):
            other = state.resample(seat, rng)
            _must(
                seen(other, seat) == seen(state, seat), f"seat {seat} sees what it should not, or resample changes it"
            )
        _must(state == before, "resample changed the state")


def events_tell_no_secrets(name: str, seed: int, steps: int) -> None:
    """The same is done in another world: who learns nothing by an event that says so is told and sees the same."""
    rng = Random(f"events/{name}/{seed}")
    match = random_match(name, seed)
    for _ in range(steps):
        state = match.state
        if state.over:
            return
        one = next_entry(state, rng)
        for seat in range(state.seats):
            _same_in_another_world(state, one, seat, rng)
        match.add(one)


def _same_in_another_world(state: State, one: Action | Chance, seat: int, rng: Random) -> None:
    here, other = state.copy(), state.resample(seat, rng)
    if isinstance(one, Action) and other.why_not(one) is not None:
        _must(one.seat != seat, f"what seat {seat} may do depends on what it cannot see: {one}")
        return
    ours, theirs = _go_on(here, one, rng), _go_on(other, one, rng)
    if _opened(ours, theirs):
        return
    _must(told(theirs, None) == told(ours, None), f"everybody is told a secret by {one}: {told(ours, None)}")
    _must(other.to_act() == here.to_act(), f"who acts after {one} depends on secrets")
    if seen(other, seat) == seen(here, seat):
        _must(told(theirs, seat) == told(ours, seat), f"seat {seat} is told what it cannot see by {one}")
    else:
        _must(any(seat in event.knows for event in ours), f"seat {seat} sees more after {one}, told by no event")


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
    other_worlds_look_the_same,
    events_tell_no_secrets,
    the_lesson_leads_in,
)
"""All there is to check: each is given the game's name, a seed, and how many steps to play."""


def check_game(
    name: str,
    seeds: Iterable[int] = range(6),
    steps: int = 60,
    checks: Sequence[Callable[[str, int, int], None]] = CHECKS,
) -> None:
    """Hold an installed game against the contract, in random matches of these seeds. Raises Broken, registry.NoGame.

    The same seeds give the same matches.

    >>> check_game('live-grenade', seeds=range(1))
    """
    for seed in seeds:
        for check in checks:
            try:
                check(name, seed, steps)
            except registry.NoGame:
                raise
            except Exception as error:  # whatever a game that is not right yet raises
                raise Broken(f"{name}, seed {seed}, {check.__name__}: {error}") from error
