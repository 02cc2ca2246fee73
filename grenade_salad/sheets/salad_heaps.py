"""The table of Grenade Salad in a few words, for people who listen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist

from grenade_salad.games.salad import physics, placement
from grenade_salad.games.salad.cards import CARDS
from grenade_salad.games.salad.describe import describe_place
from grenade_salad.games.salad.geometry import find_neighbours
from grenade_salad.games.salad.legality import is_in_reach, is_in_throw
from grenade_salad.games.salad.pieces import Card, Soldier
from grenade_salad.games.salad.view import SaladView
from grenade_salad.text import Message, m

_MIN_HEAP = 3
"""Number of soldiers that are told as a heap."""
_MAX_COUNTS = 6
"""Maximum number of counts in the heaps that are told by their place."""


def describe_heaps(view: SaladView, seat: int | None, names: Sequence[str]) -> Iterator[Message]:
    """Describe heaps of soldiers, how many are elsewhere, and who is in reach.

    No soldier is counted twice. It tells what everybody can see, in at most 40 words.
    """
    heaps = [heap for heap in find_heaps(view) if len(heap) >= _MIN_HEAP][: min(2, _MAX_COUNTS // len(names))]
    previous_place: Message | None = None
    for heap in heaps:
        middle = sum(soldier.x for soldier in heap) / len(heap), sum(soldier.y for soldier in heap) / len(heap)
        place, counts = describe_place(middle, view.options.table), _count_by_owner(heap, names)
        # Translators: {place} is "the middle" or "the lower left"; {counts} is a list, as in "Ann 5, Bo 4"
        first_words = m("Heap at {place}: {counts:,}.", place=place, counts=counts)
        # Translators: after a heap of soldiers in the same place; {counts} is a list, as in "Ann 5, Bo 4"
        yield m("Another there: {counts:,}.", counts=counts) if place == previous_place else first_words
        previous_place = place
    elsewhere = [soldier for soldier in view.soldiers if not any(soldier in heap for heap in heaps)]
    if elsewhere:
        counts = _count_by_owner(elsewhere, names)
        # Translators: {counts} is a list of soldiers, as in "Ann 5, Bo 4"; there are heaps of soldiers besides
        alone = m("On the table: {counts:,}.", counts=counts)
        yield m("Elsewhere: {counts:,}.", counts=counts) if heaps else alone
    is_fought = view.step != "drop" and not view.is_over
    if seat is not None and is_fought and any(soldier.seat == seat for soldier in view.soldiers):
        yield _describe_targets(view, seat, names)


def find_heaps(view: SaladView) -> list[list[Soldier]]:
    """Return the soldiers in groups, the largest first.

    A grenade at a soldier takes another of its group, if there is one.
    """
    measures, soldiers = view.measures(), view.soldiers
    heap_by_index = {index: [soldier] for index, soldier in enumerate(soldiers)}
    for first, second in find_neighbours(measures.cube, soldiers, measures.blast_reach):
        a, b = soldiers[first], soldiers[second]
        heap, other_heap = heap_by_index[first], heap_by_index[second]
        if heap is not other_heap and dist((a.x, a.y), (b.x, b.y)) <= measures.blast_reach:
            heap += other_heap
            heap_by_index |= {index: heap for index, member in heap_by_index.items() if member is other_heap}
    heaps = {id(heap): heap for heap in heap_by_index.values()}
    return sorted(heaps.values(), key=lambda heap: (-len(heap), min(soldier.id for soldier in heap)))


def _count_by_owner(soldiers: Sequence[Soldier], names: Sequence[str]) -> list[Message]:
    counts = Counter(soldier.seat for soldier in soldiers)
    return [
        # Translators: in a list of soldiers: a player's name and how many are theirs
        m("{who} {n}", context="soldiers of a player", who=names[seat], n=counts[seat])
        for seat in sorted(counts, key=lambda seat: (-counts[seat], seat))
    ]


def _describe_targets(view: SaladView, seat: int, names: Sequence[str]) -> Message:
    """Describe which soldiers a seat could hit with each card, whatever it holds.

    Of two players it tells the numbers, of more the owners.
    """
    targets = _find_targets(view, seat)
    is_duel = len(names) == 2
    facts = []
    for card, hit_ids in targets.items():
        owners = sorted({soldier.seat for soldier in view.soldiers if soldier.id in hit_ids})
        name = CARDS[card].name
        if is_duel and hit_ids:
            # Translators: in a list of what is in reach: a card and how many soldiers it could hit
            facts.append(m("{card} {n}", context="soldiers in reach", card=name, n=len(hit_ids)))
        elif len(owners) == len({soldier.seat for soldier in view.soldiers} - {seat}) > 1:
            # Translators: in a list of what is in reach: a card that could hit soldiers of all others
            facts.append(m("{card} everybody", context="soldiers in reach", card=name))
        elif owners:
            # Translators: in a list of what is in reach: a card and the players whose soldiers it could hit
            facts.append(m("{card} {owners}", card=name, owners=[names[owner] for owner in owners]))
    if not facts:
        return m("Nobody is in reach of {who}.", who=names[seat])
    # Translators: {facts} is a list, as in "Hammers 1, Arrow 3" or "Hammers Bo and Cy, Arrow everybody"
    return m("In reach of {who}: {facts:,}.", who=names[seat], facts=facts)


def _find_targets(view: SaladView, seat: int) -> dict[Card, set[int]]:
    """Return the ids of the soldiers of others that each card could hit."""
    measures, options = view.measures(), view.options
    own_soldiers = [soldier for soldier in view.soldiers if soldier.seat == seat]
    rivals = [soldier for soldier in view.soldiers if soldier.seat != seat]
    own_ids, rival_ids = [soldier.id for soldier in own_soldiers], [soldier.id for soldier in rivals]
    sights = physics.free_sights(measures, view.soldiers, own_ids, rival_ids, options.sight) if rivals else []
    pairs = [(own_soldier, rival) for own_soldier in own_soldiers for rival in rivals]
    return {
        "hammers": {rival.id for own, rival in pairs if is_in_reach(options, placement.gap(measures, own, rival))},
        "arrow": {target for _, target in sights},
        "explosion": {
            rival.id for own, rival in pairs if is_in_throw(options, dist((own.x, own.y), (rival.x, rival.y)))
        },
    }
