"""Players that decide as another one does, but for one rule.

Where a condition holds, they choose among other actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Literal, TypeAlias, get_args

from grenade_salad.core import Action, View
from grenade_salad.core.encoding import Encoding
from grenade_salad.players import Player

How: TypeAlias = Literal["never", "only", "most", "least", "like", "unlike", "again", "first", "last", "anything"]
_KINDS: dict[type[Action], tuple[str, ...]] = {}
"""Results of `kinds`, which is called for each action at each decision."""


@dataclass(frozen=True)
class When:
    """A condition on a number of the position."""

    number: str
    """The name of the number in the encoding."""
    of: str
    """The name of a number by which that one is divided; "" for none.

    It counts as at least 1.
    """
    least: bool
    """True if the result must be at least `bound`, false if it must be below."""
    bound: float

    @property
    def words(self) -> str:
        """The condition in words."""
        share = f" : {self.of}" if self.of else ""
        return f"{self.number}{share} {'≥' if self.least else '<'} {self.bound:.3g}"


@dataclass(frozen=True)
class Rule:
    """A change: where `when` holds, the choice is among some actions only."""

    when: When | None
    """None is always."""
    how: How
    """The actions that remain.

    "never" or "only" actions of a kind, which is the class of an action or one that it is a subclass of; those with the
    "most" or "least" of a number that the encoding has for each choice; "like" or "unlike" the last action of another
    seat; the kind of the seat's own last one "again"; the "first" or "last" choice of the encoding; "anything".
    """
    what: str = ""
    """The kind or the number, where `how` needs one."""

    @property
    def words(self) -> str:
        """The rule in words."""
        do = f"{self.how} {self.what}".strip()
        return f"{do}, always" if self.when is None else f"{do}, where {self.when.words}"


class Moment:
    """One decision of a seat: its view, its legal actions, and the unchanged action.

    It also has the actions before it.
    """

    def __init__(
        self, encoding: Encoding, view: View, legal: Sequence[Action], base: Action, earlier: Sequence[Action]
    ) -> None:
        self._encoding = encoding
        self.view, self.legal, self.base = view, legal, base
        seat = base.seat
        self.last_own = next((action for action in reversed(earlier) if action.seat == seat), None)
        self.last_other = next((action for action in reversed(earlier) if action.seat != seat), None)
        self.index = len(earlier)
        self._encoded: tuple[Sequence[float], list[Action], list[Sequence[float]]] | None = None

    def _encode(self) -> tuple[Sequence[float], list[Action], list[Sequence[float]]]:
        if self._encoded is None:
            encoded = self._encoding.encode(self.view, self.legal)
            indexes = [index for index, choice in enumerate(encoded.choices) if choice is not None]
            features: list[Sequence[float]] = []
            if len(encoded.features):  # Features may be an array.
                features = [encoded.features[index] for index in indexes]
            elif width := len(self._encoding.choice_numbers):
                start = len(encoded.numbers) - width * len(self._encoding.choices)
                features = [encoded.numbers[start + width * index : start + width * (index + 1)] for index in indexes]
            choices = [choice for choice in encoded.choices if choice is not None]
            self._encoded = encoded.numbers, choices, features
        return self._encoded

    @property
    def numbers(self) -> Sequence[float]:
        """The numbers of the position, in the order of the encoding."""
        return self._encode()[0]

    @property
    def choices(self) -> list[Action]:
        """The legal actions, without templates."""
        return self._encode()[1]

    @property
    def choice_features(self) -> list[Sequence[float]]:
        """The numbers that the encoding has for each choice; empty if it has none."""
        return self._encode()[2]

    def holds(self, when: When | None) -> bool:
        """True if the condition holds here."""
        if when is None:
            return True
        index = _indexes(self._encoding)
        value = float(self.numbers[index[when.number]])
        if when.of:
            value /= max(1.0, float(self.numbers[index[when.of]]))
        return (value >= when.bound) == when.least

    def find_alternatives(self, rule: Rule) -> list[Action] | None:
        """Return the actions that the rule allows, templates or not.

        None if the unchanged action will do.
        """
        if not self.holds(rule.when):
            return None
        alternatives = self._select(rule)
        return None if not alternatives or self.base in alternatives else alternatives

    def _select(self, rule: Rule) -> list[Action]:
        match rule.how:
            case "never" | "only":
                return self._of_kind(rule.what, is_wanted=rule.how == "only")
            case "like" | "unlike":
                return self._of_kind(type(self.last_other).__name__, is_wanted=rule.how == "like")
            case "again":
                return self._of_kind(type(self.last_own).__name__)
            case "most" | "least":
                return self._find_extreme(rule)
            case "first":
                return self.choices[:1]
            case "last":
                return self.choices[-1:]
        choices = self.choices
        return [Random(self.index).choice(choices)] if choices else []

    def _of_kind(self, kind: str, *, is_wanted: bool = True) -> list[Action]:
        if (kind in kinds(type(self.base))) == is_wanted:
            return [self.base]
        return [action for action in self.legal if (kind in kinds(type(action))) == is_wanted]

    def _find_extreme(self, rule: Rule) -> list[Action]:
        """Return the choices with the most or least of the number."""
        if not self.choice_features:
            return []
        names = [feature.name for feature in self._encoding.features or self._encoding.choice_numbers]
        values = [float(row[names.index(rule.what)]) for row in self.choice_features]
        best = max(values) if rule.how == "most" else min(values)
        return [choice for choice, value in zip(self.choices, values, strict=True) if value == best]

    def choose_among(self, alternatives: Sequence[Action], player: Player) -> Action:
        """Return the player's choice among these actions.

        If it cannot choose among so few, it is the first that is no template.
        """
        try:
            chosen = player.decide(self.view, alternatives)
        except (AssertionError, LookupError, StopIteration, ValueError):
            # The player relies on actions that are always legal.
            chosen = self.base
        if chosen in alternatives or any(fills_template(template, chosen) for template in alternatives):
            return chosen
        fallbacks = [
            choice
            for choice in self.choices
            if choice in alternatives or any(fills_template(template, choice) for template in alternatives)
        ]
        return fallbacks[0] if fallbacks else self.base


@cache
def _indexes(encoding: Encoding) -> dict[str, int]:
    return {feature.name: index for index, feature in enumerate(encoding.numbers)}


def is_applicable(rule: Rule, encoding: Encoding) -> bool:
    """True if the encoding has the numbers that the rule is about."""
    position_numbers = {feature.name for feature in encoding.numbers}
    needed = {rule.when.number, rule.when.of or rule.when.number} if rule.when else set[str]()
    choice_numbers = {feature.name for feature in encoding.features or encoding.choice_numbers}
    return (
        needed <= position_numbers
        and rule.how in get_args(How)
        and (rule.how not in ("most", "least") or rule.what in choice_numbers)
    )


def kinds(action: type[Action]) -> tuple[str, ...]:
    """Return the names of the class of an action, and of its superclasses.

    >>> from grenade_salad.games.live_grenade.actions import Pair
    >>> kinds(Pair)
    ('Pair', 'Theft', 'CardPlay')
    """
    if action not in _KINDS:
        _KINDS[action] = tuple(
            base.__name__ for base in action.__mro__ if issubclass(base, Action) and base is not Action
        )
    return _KINDS[action]


def fills_template(template: Action, action: Action) -> bool:
    """True if the action fills in the template: see `Action`."""
    if type(template) is not type(action):
        return False
    parts = [(getattr(template, part.name), getattr(action, part.name)) for part in fields(template)]
    return any(wanted is None for wanted, _ in parts) and all(
        wanted is None or wanted == value for wanted, value in parts
    )
