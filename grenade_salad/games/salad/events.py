"""Events of Grenade Salad. They are public except for the cards that are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import ClassVar, Literal, TypeAlias

from grenade_salad.core import EndReason, Event
from grenade_salad.core.events import Mark
from grenade_salad.games.salad.cards import CARDS, card_names
from grenade_salad.games.salad.pieces import Block, Card, Point
from grenade_salad.text import NOTHING, Length, Message, Seat, TileLength, m
from grenade_salad.text.numbers import spell_number

# Translators: another sentence or a colon follows
WHY_OVER: dict[str, Message] = {
    "empty_hands": m("The game is over because all hands are empty"),
    "passed": m("The game is over because everybody has passed, one after another"),
    "standstill": m("The game is over because nobody is playing cards any more"),
    "turn_limit": m("The game is over because the last turn has been played"),
}
"""Reasons for the end of a match, in the words of the log and of phones.

Rules: GS-31, GS-33, GS-34.
"""

_ROUNDS_LEFT = (
    m("No more", context="rounds"),
    m("One more", context="rounds"),
    m("Two more", context="rounds"),
    m("Three more", context="rounds"),
    m("Four more", context="rounds"),
    m("Five more", context="rounds"),
    m("Six more", context="rounds"),
    m("Seven more", context="rounds"),
    m("Eight more", context="rounds"),
    m("Nine more", context="rounds"),
)


def describe_standstill(rounds: int, left: int) -> Message:
    """Describe a standstill after a round without a card (GS-34).

    >>> from grenade_salad.text import say
    >>> say(describe_standstill(1, 2))
    'Nobody has played a card for a round. Two more, then the points are counted'
    >>> say(describe_standstill(2, 1))
    'Nobody has played a card for two rounds. One more, then the points are counted'
    """
    return m(
        "Nobody has played a card for a round. {more}, then the points are counted",
        "Nobody has played a card for {rounds} rounds. {more}, then the points are counted",
        n=rounds,
        rounds=spell_number(rounds),
        more=_ROUNDS_LEFT[left],
    )


@dataclass(slots=True)
class BlocksLaid(Event):
    """Blocks are laid on the table (GS-35)."""

    public_fields: ClassVar = ("blocks", "left_out")

    blocks: tuple[Block, ...]
    left_out: int
    """The number of blocks that found no place."""

    def message(self) -> Message:
        laid = m("{n} block is laid on the table", "{n} blocks are laid on the table", n=len(self.blocks))
        if not self.left_out:
            return laid
        # Translators: before the comma stands how many blocks are laid on the table
        return m("{laid}, {n} finds no place", "{laid}, {n} find no place", laid=laid, n=self.left_out)


@dataclass(slots=True)
class Dropped(Event):
    """An attempt at the set-up drop (GS-06); lengths are in mm."""

    public_fields: ClassVar = ("height", "radius", "width", "touching", "lost", "most", "at")

    height: float
    radius: float
    """The root mean square distance of the soldiers from their centroid."""
    width: float
    """The greatest distance between two soldiers."""
    touching: int
    """The number of soldiers that touch another."""
    lost: tuple[int, ...]
    """The soldiers that fell over the edge."""
    most: int
    """The number of soldiers that the largest blast would take."""
    at: Point
    """The middle of that blast."""

    def message(self) -> Message:
        dropped = m(
            "Dropped from {high}: the cluster is {wide} wide, one soldier touches another, "
            "one grenade could take {most}",
            "Dropped from {high}: the cluster is {wide} wide, {number} soldiers touch another, "
            "one grenade could take {most}",
            n=self.touching,
            number=spell_number(self.touching),
            high=Length(self.height),
            wide=Length(self.width),
            most=spell_number(self.most),
            # How many a grenade could take is beside the buttons that keep it.
            # Translators: of a drop of all soldiers, before it is kept
            plain=m("The soldiers lie on the table"),
        )
        # Translators: {dropped} is a sentence about the drop; {lost} is how many soldiers fell off the table
        return m("{dropped}, {lost} over the edge", dropped=dropped, lost=len(self.lost)) if self.lost else dropped

    def spoken_message(self) -> Message:
        return m(
            "Dropped: the cluster is {wide} wide",
            wide=Length(self.width),
            most=spell_number(self.most),
            plain=m("Dropped: one grenade could take {most}"),
        )


@dataclass(slots=True)
class Kept(Event):
    """The players keep the last attempt."""

    def message(self) -> Message:
        return m("The players keep this drop")


@dataclass(slots=True)
class Drew(Event):
    """A seat draws cards; only that seat knows which."""

    public_fields: ClassVar = ("seat", "number")
    is_routine: ClassVar = True

    seat: int
    number: int
    cards: tuple[Card, ...] | None

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.cards is None:
            return m(
                "{who} draws {n} card",
                "{who} draws {n} cards",
                who=player,
                n=self.number,
                you=m("You draw {n} card", "You draw {n} cards"),
            )
        return m(
            "{who} draws {n} card: {cards:,}",
            "{who} draws {n} cards: {cards:,}",
            who=player,
            n=self.number,
            cards=card_names(self.cards),
            you=m("You draw {n} card: {cards:,}", "You draw {n} cards: {cards:,}"),
        )


@dataclass(slots=True)
class Moved(Event):
    """A soldier was moved or turned; mm and radians."""

    public_fields: ClassVar = ("seat", "soldier", "start", "to", "angle")

    seat: int
    soldier: int
    start: Point
    to: Point
    angle: float

    def message(self) -> Message:
        player, distance = Seat(self.seat), TileLength(dist(self.start, self.to))
        if not distance:
            return m("{who} turns a soldier", who=player, you=m("You turn a soldier"))
        return m("{who} moves a soldier {far}", who=player, far=distance, you=m("You move a soldier {far}"))


@dataclass(slots=True)
class Placed(Event):
    """Pointer: a soldier is placed from the reserve; mm and radians."""

    public_fields: ClassVar = ("seat", "soldier", "to", "angle")

    seat: int
    soldier: int
    to: Point
    angle: float

    def message(self) -> Message:
        return m(
            "{who} plays {card} and places a soldier",
            who=Seat(self.seat),
            card=CARDS["pointer"].name,
            you=m("You play {card} and place a soldier"),
        )


@dataclass(slots=True)
class Tossed(Event):
    """Three Circles is played: the soldiers are in the air."""

    public_fields: ClassVar = ("seat", "soldiers", "height")

    seat: int
    soldiers: tuple[int, ...]
    height: float

    def message(self) -> Message:
        return m(
            "{who} plays {card}: {n} soldier from {high}",
            "{who} plays {card}: {n} soldiers from {high}",
            who=Seat(self.seat),
            card=CARDS["circles"].name,
            n=len(self.soldiers),
            high=Length(self.height),
            you=m("You play {card}: {n} soldier from {high}", "You play {card}: {n} soldiers from {high}"),
            plain=m(
                "{who} plays {card}: {n} soldier falls",
                "{who} plays {card}: {n} soldiers fall",
                you=m("You play {card}: {n} soldier falls", "You play {card}: {n} soldiers fall"),
            ),
        )


@dataclass(slots=True)
class Landed(Event):
    """The soldiers of Three Circles are on the table."""

    public_fields: ClassVar = ("seat", "soldiers", "lost")

    seat: int
    soldiers: tuple[int, ...]
    lost: tuple[int, ...]
    """The soldiers that fell over the edge, standing ones too."""

    def message(self) -> Message:
        landed = m("{n} soldier landed", "{n} soldiers landed", n=len(self.soldiers))
        if not self.lost:
            return landed
        # Translators: where {landed} is "3 soldiers landed"
        return m("{landed}, {lost} went over the edge", landed=landed, lost=len(self.lost))


@dataclass(slots=True)
class Struck(Event):
    """Hammers or Arrow: one soldier attacks another. A `Killed` follows."""

    public_fields: ClassVar = ("seat", "card", "soldier", "target")

    seat: int
    card: Card
    soldier: int
    target: int

    def message(self) -> Message:
        return m("{who} plays {card}", who=Seat(self.seat), card=CARDS[self.card].name, you=m("You play {card}"))


@dataclass(slots=True)
class Threw(Event):
    """Explosion: a grenade lands at a point in mm. A `Killed` follows."""

    public_fields: ClassVar = ("seat", "soldier", "at")

    seat: int
    soldier: int
    at: Point

    def message(self) -> Message:
        return m(
            "{who} plays {card} and throws a grenade",
            who=Seat(self.seat),
            card=CARDS["explosion"].name,
            you=m("You play {card} and throw a grenade"),
        )

    @property
    def mark(self) -> Mark | None:
        return "blast"


@dataclass(slots=True)
class MineWentOff(Event):
    """A soldier stepped on a mine at a point in mm. A `Killed` follows."""

    public_fields: ClassVar = ("seat", "soldier", "at")

    seat: int
    soldier: int
    at: Point

    def message(self) -> Message:
        return m(
            "A mine! {who} plays {card}",
            who=Seat(self.seat),
            card=CARDS["footpath"].name,
            you=m("A mine! You play {card}"),
        )

    def spoken_message(self) -> Message:
        # Who plays it takes the soldiers, which is said next.
        return m("A mine!")

    @property
    def mark(self) -> Mark | None:
        return "blast"


def _describe_losses(owner: int, count: int, taker: int, is_last: bool) -> Message:
    """Describe lost soldiers of one owner, as the object of a sentence.

    `is_last`: the owner has none on the table any more.
    """
    if is_last:
        return _describe_last_losses(owner, count, taker)
    if owner == taker:
        # Translators: soldiers; after "takes": of the player who takes them
        return m(
            "one of their own",
            "{number} of their own",
            n=count,
            number=spell_number(count),
            who=Seat(taker),
            you=m("one of your own", "{number} of your own"),
        )
    return m(
        "one of {whom}'s soldiers",
        "{number} of {whom}'s soldiers",
        n=count,
        number=spell_number(count),
        whom=Seat(owner),
        your=m("one of your soldiers", "{number} of your soldiers"),
    )


def _describe_last_losses(owner: int, count: int, taker: int) -> Message:
    if owner == taker:
        # Translators: soldiers; after "takes": of the player who takes them, and has none on the table any more
        return m(
            "their own last soldier",
            "their own last {number} soldiers",
            n=count,
            number=spell_number(count),
            who=Seat(taker),
            you=m("your own last soldier", "your own last {number} soldiers"),
        )
    # Translators: soldiers; after "takes": that player has none on the table any more
    return m(
        "{whom}'s last soldier",
        "{whom}'s last {number} soldiers",
        n=count,
        number=spell_number(count),
        whom=Seat(owner),
        your=m("your last soldier", "your last {number} soldiers"),
    )


MissBenefit: TypeAlias = Literal["", "duty", "fewer", "time", "room"]
"""The benefit of a grenade that hits nobody.

A card must be played (GS-30), the hand gets smaller in the end phase, the match does not end by a standstill (GS-34),
or a new card can be drawn (GS-10).
"""


def _describe_miss(thrower: int, brings: MissBenefit) -> Message:
    """Describe a grenade that hits nobody."""
    match brings:
        case "":
            return m("Nobody is hit")
        case "duty":
            # Translators: in the end phase a card must be played
            return m(
                "{who} hits nobody, but had to play a card",
                who=Seat(thrower),
                you=m("You hit nobody, but had to play a card"),
            )
        case "fewer":
            return m("Nobody is hit, but there is one card fewer to play")
        case "time":
            return m("Nobody is hit, but the match goes on: without a card it would have ended here")
        case "room":
            return m("Nobody is hit, but there is room for a new card")


@dataclass(slots=True)
class Killed(Event):
    """Soldiers died together (GS-26)."""

    public_fields: ClassVar = ("by", "soldiers", "brings", "last_of")

    by: int
    """The seat that takes them."""
    soldiers: tuple[tuple[int, int], ...]
    """Each soldier and its owner."""
    brings: MissBenefit = ""
    """The benefit of a grenade that hit nobody."""
    last_of: tuple[int, ...] = ()
    """The seats that have no soldier on the table any more."""

    def message(self) -> Message:
        if not self.soldiers:
            return _describe_miss(self.by, self.brings)
        losses = self._count_losses()
        taken = [_describe_losses(owner, count, self.by, owner in self.last_of) for owner, count in losses.items()]
        if len(taken) > 1 and self.by in losses:
            # Translators: as in "Ann takes 2 of Bo's soldiers, but also one of their own"
            return m(
                "{who} takes {taken:,}, but also {own}",
                who=Seat(self.by),
                taken=taken[:-1],
                own=taken[-1],
                you=m("You take {taken:,}, but also {own}"),
            )
        return self._describe_taken(taken)

    def spoken_message(self) -> Message:
        losses = self._count_losses()
        if len(losses) < 2 or self.last_of:
            return self.message()
        taken = [
            # Translators: in a list of soldiers: a player's name and how many are theirs
            m("{who} {n}", context="soldiers of a player", who=Seat(owner), n=count)
            for owner, count in losses.items()
        ]
        return self._describe_taken(taken)

    def _count_losses(self) -> dict[int, int]:
        """Return the number of soldiers that each seat loses, the taker's own last."""
        counts = Counter(owner for _, owner in self.soldiers)
        return {owner: counts[owner] for owner in sorted(counts, key=lambda owner: (owner == self.by, owner))}

    def _describe_taken(self, taken: Sequence[Message]) -> Message:
        # Translators: {taken} is a list, as in "2 of Bo's soldiers, one of Cy's soldiers"
        return m("{who} takes {taken:,}", who=Seat(self.by), taken=taken, you=m("You take {taken:,}"))

    def puts_out(self, seat: int) -> bool:
        return seat in self.last_of

    @property
    def mark(self) -> Mark | None:
        return "kill" if self.soldiers else None


@dataclass(slots=True)
class NoMine(Event):
    """A seat plays no mine, or no further one.

    It has no line in the log, since all seats are asked all the time.
    """

    public_fields: ClassVar = ("seat",)

    seat: int

    def message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Passed(Event):
    """End phase: a turn ends without a card (GS-30)."""

    public_fields: ClassVar = ("seat",)

    seat: int

    def message(self) -> Message:
        return m("{who} cannot play and passes", who=Seat(self.seat), you=m("You cannot play, so you pass"))


@dataclass(slots=True)
class NoCard(Event):
    """Before the end phase: a turn ends without a card.

    In the end phase it is `Passed`.
    """

    public_fields: ClassVar = ("seat", "has_moved")
    is_summary: ClassVar = True
    unspoken_to_actor: ClassVar = True

    seat: int
    has_moved: bool
    """True if a soldier was moved or turned in this turn."""

    def message(self) -> Message:
        player = Seat(self.seat)
        if self.has_moved:
            return m("{who} plays no card", who=player, you=m("You play no card"))
        return m("{who} does nothing", who=player, you=m("You do nothing"))


@dataclass(slots=True)
class ThrewAway(Event):
    """A card is thrown on the pile, face up, instead of being played (GS-36)."""

    public_fields: ClassVar = ("seat", "card")

    seat: int
    card: Card

    def message(self) -> Message:
        return m(
            "{who} throws {card} away",
            who=Seat(self.seat),
            card=CARDS[self.card].name,
            you=m("You throw {card} away"),
        )


@dataclass(slots=True)
class EndPhase(Event):
    """The deck is empty (GS-29)."""

    def message(self) -> Message:
        return m("The deck is empty: the end phase begins")


@dataclass(slots=True)
class Still(Event):
    """No card was played for full rounds (GS-34)."""

    public_fields: ClassVar = ("rounds", "left")

    rounds: int
    """The number of these rounds."""
    left: int
    """The number of rounds after which the match ends."""

    def message(self) -> Message:
        return describe_standstill(self.rounds, self.left)

    def spoken_message(self) -> Message:
        return NOTHING


@dataclass(slots=True)
class Ended(Event):
    """The match is over: points of each seat, the winners, and the reason."""

    public_fields: ClassVar = ("scores", "winners", "why")

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    why: EndReason

    def message(self) -> Message:
        points = [
            m("{who} {points}", context="points of a player", who=Seat(seat), points=score)
            for seat, score in enumerate(self.scores)
        ]
        why, winners = WHY_OVER[self.why], [Seat(seat) for seat in self.winners]
        if len(winners) == 1:
            return m(
                "{why}: {points:,}. {who} wins",
                why=why,
                points=points,
                who=winners[0],
                you=m("{why}: {points:,}. You win"),
            )
        return m("{why}: {points:,}. {all} share the win", why=why, points=points, all=winners)

    def spoken_message(self) -> Message:
        if len(self.winners) == 1:
            return m("{who} wins", who=Seat(self.winners[0]), you=m("You win"))
        return m("{all} win", all=[Seat(seat) for seat in self.winners])
