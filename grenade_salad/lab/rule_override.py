"""Players that do as another one does, but for one rule: where something holds, they choose among other actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Literal, TypeAlias, get_args

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import Encoding
from grenade_salad.players import Bot

How: TypeAlias = Literal["never", "only", "most", "least", "like", "unlike", "again", "first", "last", "anything"]
_KINDS: dict[type[Action], tuple[str, ...]] = {}


@dataclass(frozen=True)
class When:
    """Where a number of the position is at least `bound`, or below it; with `of`, its share in that other number, which
    counts as 1 at least."""

    number: str
    of: str
    least: bool
    bound: float

    @property
    def words(self) -> str:
        """As people read it."""
        share = f" : {self.of}" if self.of else ""
        return f"{self.number}{share} {'≥' if self.least else '<'} {self.bound:.3g}"


@dataclass(frozen=True)
class Rule:
    """What changes: where `when` holds (None: always), only some of the actions are chosen among.

    `how`: "never" or "only" actions of a kind, which is the class of an action or one that it is a subclass of; those
    with the "most" or "least" of a number that the encoding tells of each choice; "like" or "unlike" the last action of
    another seat; the kind of the seat's own last one "again"; the "first" or "last" choice of the encoding; "anything".
    """

    when: When | None
    how: How
    what: str = ""

    @property
    def words(self) -> str:
        """As people read it."""
        do = f"{self.how} {self.what}".strip()
        return f"{do}, always" if self.when is None else f"{do}, where {self.when.words}"


class Moment:
    """One decision of a seat: what it sees and may do, what the unchanged player does, and what was done before."""

    def __init__(
        self, encoding: Encoding, view: View, legal: Sequence[Action], base: Action, done: Sequence[Action]
    ) -> None:
        self._encoding = encoding
        self.view, self.legal, self.base = view, legal, base
        seat = base.seat
        self.own = next((one for one in reversed(done) if one.seat == seat), None)
        self.others = next((one for one in reversed(done) if one.seat != seat), None)
        self.number = len(done)
        self._seen: tuple[Sequence[float], list[Action], list[Sequence[float]]] | None = None

    def _look(self) -> tuple[Sequence[float], list[Action], list[Sequence[float]]]:
        if self._seen is None:
            found = self._encoding.encode(self.view, self.legal)
            there = [number for number, choice in enumerate(found.choices) if choice is not None]
            told: list[Sequence[float]] = []
            if len(found.features):  # They may be an array.
                told = [found.features[number] for number in there]
            elif wide := len(self._encoding.of_choices):
                start = len(found.numbers) - wide * len(self._encoding.choices)
                told = [found.numbers[start + wide * number : start + wide * (number + 1)] for number in there]
            choices = [choice for choice in found.choices if choice is not None]
            self._seen = found.numbers, choices, told
        return self._seen

    @property
    def numbers(self) -> Sequence[float]:
        """Of the position, in the order of the encoding."""
        return self._look()[0]

    @property
    def choices(self) -> list[Action]:
        """What can be done, without templates."""
        return self._look()[1]

    @property
    def told(self) -> list[Sequence[float]]:
        """What the encoding tells of each of the choices; nothing where it tells nothing."""
        return self._look()[2]

    def holds(self, when: When | None) -> bool:
        """Whether that is so here."""
        if when is None:
            return True
        index = _indexes(self._encoding)
        value = float(self.numbers[index[when.number]])
        if when.of:
            value /= max(1.0, float(self.numbers[index[when.of]]))
        return (value >= when.bound) == when.least

    def wanted(self, rule: Rule) -> list[Action] | None:
        """What the rule has the seat choose among, templates or not; None if the unchanged action will do."""
        if not self.holds(rule.when):
            return None
        wanted = self._among(rule)
        return None if not wanted or self.base in wanted else wanted

    def _among(self, rule: Rule) -> list[Action]:
        match rule.how:
            case "never":
                return self._of_kind(rule.what, False)
            case "only":
                return self._of_kind(rule.what, True)
            case "like":
                return self._of_kind(type(self.others).__name__, True)
            case "unlike":
                return self._of_kind(type(self.others).__name__, False)
            case "again":
                return self._of_kind(type(self.own).__name__, True)
            case "most" | "least":
                return self._extreme(rule)
            case "first":
                return self.choices[:1]
            case "last":
                return self.choices[-1:]
        choices = self.choices
        return [Random(self.number).choice(choices)] if choices else []

    def _of_kind(self, kind: str, wanted: bool) -> list[Action]:
        if (kind in kinds(type(self.base))) == wanted:
            return [self.base]
        return [one for one in self.legal if (kind in kinds(type(one))) == wanted]

    def _extreme(self, rule: Rule) -> list[Action]:
        """The choices with the most or least of the number."""
        if not self.told:
            return []
        names = [one.name for one in self._encoding.features or self._encoding.of_choices]
        values = [float(row[names.index(rule.what)]) for row in self.told]
        best = max(values) if rule.how == "most" else min(values)
        return [choice for choice, value in zip(self.choices, values, strict=True) if value == best]

    def instead(self, wanted: Sequence[Action], player: Bot) -> Action:
        """What the player does of that; where it cannot choose among so little, the first that is no template."""
        try:
            chosen = player.decide(self.view, wanted)
        except (AssertionError, LookupError, StopIteration, ValueError):  # it counts on what is always there
            chosen = self.base
        if chosen in wanted or any(template_of(one, chosen) for one in wanted):
            return chosen
        some = [one for one in self.choices if one in wanted or any(template_of(two, one) for two in wanted)]
        return some[0] if some else self.base


@cache
def _indexes(encoding: Encoding) -> dict[str, int]:
    return {number.name: index for index, number in enumerate(encoding.numbers)}


def fitting(rule: Rule, encoding: Encoding) -> bool:
    """Whether the encoding has the numbers that the rule speaks of."""
    there = {number.name for number in encoding.numbers}
    asked = {rule.when.number, rule.when.of or rule.when.number} if rule.when else set[str]()
    told = {one.name for one in encoding.features or encoding.of_choices}
    return asked <= there and rule.how in get_args(How) and (rule.how not in ("most", "least") or rule.what in told)


def kinds(action: type[Action]) -> tuple[str, ...]:
    """The names of the class of an action, and of those that it is a subclass of.

    >>> from grenade_salad.games.live_grenade.actions import Pair
    >>> kinds(Pair)
    ('Pair', 'Theft', 'CardPlay')
    """
    if action not in _KINDS:
        _KINDS[action] = tuple(one.__name__ for one in action.__mro__ if issubclass(one, Action) and one is not Action)
    return _KINDS[action]


def template_of(template: Action, action: Action) -> bool:
    """Whether the action fills the template in: see `Action`."""
    if type(template) is not type(action):
        return False
    parts = [(getattr(template, part.name), getattr(action, part.name)) for part in fields(template)]
    return any(one is None for one, _ in parts) and all(one is None or one == two for one, two in parts)
