"""The state machine of Grenade Salad.

The physics engine is loaded for the first drop or blast.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar, Self

from grenade_salad.core import (
    Action,
    Chance,
    EndReason,
    Event,
    ReactionWindow,
    Reason,
    State,
    TurnBegan,
    clockwise,
    rank_seats,
)
from grenade_salad.games.salad import events, legality, placement
from grenade_salad.games.salad.actions import (
    Arrow,
    Blocks,
    Circles,
    Deal,
    Drop,
    End,
    Explosion,
    Footpath,
    Hammers,
    Keep,
    Move,
    Pass,
    Played,
    Pointer,
    Rest,
    SaladSetup,
    ThrowAway,
)
from grenade_salad.games.salad.blocks import why_not_blocks
from grenade_salad.games.salad.chance import (
    hidden_cards,
    sample_blocks,
    sample_deal,
    sample_rest,
    why_not_deal,
    why_not_rest,
)
from grenade_salad.games.salad.notation import NOTATION
from grenade_salad.games.salad.options import SaladOptions
from grenade_salad.games.salad.pieces import (
    CARDS_PER_TURN,
    CIRCLES_COUNT,
    DROPPED_EACH,
    HAND_SIZE,
    POINTS_ALIVE,
    SOLDIERS_EACH,
    SYMBOLS,
    Card,
    Measures,
    Point,
    Soldier,
)
from grenade_salad.games.salad.position import Falling
from grenade_salad.games.salad.position_notation import POSITIONS
from grenade_salad.games.salad.view import SaladView


@dataclass(slots=True, eq=True)
class SaladState(State):
    """A position of Grenade Salad.

    `hands` are secret except for their owners, and `deck` is for all; everything else is on the table. Fields without a
    docstring are as in `SaladView`.
    """

    action_notation: ClassVar = NOTATION
    position_notation: ClassVar = POSITIONS

    options: SaladOptions
    measures: Measures
    seats: int
    soldiers: dict[int, Soldier]
    """The soldiers on the table by id, in the order of their ids."""
    reserve: list[int]
    taken: list[int]
    hands: list[list[Card]]
    deck: list[Card]
    """The next card is the first."""
    discard: list[Card] = field(default_factory=list)
    turn: int = 0
    step: str = "drop"
    cards_played: int = 0
    attempts: int = 0
    next_id: int = 0
    """The id of the next soldier from a reserve."""
    turns: int = 0
    passes: int = 0
    still: int = 0
    is_quiet: bool = True
    """True if no seat has played a card in this turn."""
    ended: EndReason | None = None
    """The reason for the end of the match."""
    falling: Falling | None = None
    """The drop that is pending chance."""
    is_drop_kept: bool = False
    """True while the deal after the set-up drop is pending."""
    window: ReactionWindow | None = None
    """The seats that are asked for a mine, while they are."""
    triggers: tuple[int, ...] = ()
    needs_blocks: bool = False
    """True until chance has laid the blocks (GS-35)."""

    @property
    def is_over(self) -> bool:
        return self.step == "over"

    @property
    def is_stalled(self) -> bool:
        """True after three rounds without a card, by the rules of 0.1.0 (GS-34).

        Those had no standstill.
        """
        endless = self.options.standstill == 0 and self.options.turn_limit is None
        return endless and not self.is_over and bool(self.deck) and self.still >= 3 * self.seats

    def to_setup(self) -> SaladSetup | None:
        """Return the setup of the position at the start of a turn, else None."""
        if self.step != "move" or self.pending_chance():
            return None
        return SaladSetup(
            soldiers=tuple(self.soldiers.values()),
            reserve=tuple(self.reserve),
            taken=tuple(self.taken),
            hands=tuple(tuple(hand) for hand in self.hands),
            deck=tuple(self.deck),
            turn=self.turn,
            blocks=self.measures.blocks or None,
        )

    @property
    def cards_left(self) -> int:
        """The number of cards that may still be played in this turn (GS-10)."""
        return CARDS_PER_TURN - self.cards_played

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat at the moment (GS-27)."""
        alive = [0] * self.seats
        for soldier in self.soldiers.values():
            alive[soldier.seat] += 1
        return tuple(POINTS_ALIVE * alive[seat] + self.taken[seat] for seat in range(self.seats))

    def active_seats(self) -> tuple[int, ...]:
        if self.is_over or self.pending_chance():
            return ()
        if self.window:
            return self.window.active_seats()
        return tuple(range(self.seats)) if self.step == "drop" else (self.turn,)

    def pending_chance(self) -> str | None:
        if self.needs_blocks:
            return Blocks.kind
        if self.falling:
            return Rest.kind
        return Deal.kind if self.is_drop_kept else None

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """GS-28: by points, then by soldiers in reserve; equal seats share a place."""
        return rank_seats(list(zip(self.scores, self.reserve, strict=True))) if self.is_over else ()

    def legal_actions(self, seat: int) -> list[Action]:
        if seat not in self.active_seats():
            return []
        if self.step == "drop":
            return [Drop(height=None), *([Keep()] if self.attempts else [])]
        if self.step == "mines":
            has_mine = "footpath" in self.hands[seat]
            return [*(Footpath(seat, soldier) for soldier in self.triggers if has_mine), Pass(seat)]
        moves: list[Action] = []
        if self.step == "move":
            moves = [Move(seat, soldier.id, None, None) for soldier in self.soldiers.values() if soldier.seat == seat]
        ends: list[Action] = [End(seat)] if legality.why_not(self, End(seat)) is None else []
        if legality.must_throw_away(self):
            ends = [ThrowAway(seat, card) for card in SYMBOLS if card in self.hands[seat]]
        return [*moves, *self._legal_cards(seat), *ends]

    def _legal_cards(self, seat: int) -> list[Action]:
        """Return an action for each card that can be played, and each target.

        Points are templates.
        """
        actions: list[Action] = []
        for card in SYMBOLS if self.cards_left else ():
            if card not in self.hands[seat]:
                continue
            match card:
                case "pointer" if self.reserve[seat]:
                    actions.append(Pointer(seat, None, None))
                case "circles" if legality.can_play(self, card):
                    actions.append(Circles(seat, None))
                case "hammers":
                    actions += [Hammers(seat, *pair) for pair in legality.find_hammer_targets(self)]
                case "arrow":
                    actions += [Arrow(seat, *pair) for pair in legality.find_arrow_targets(self)]
                case "explosion":
                    own_soldiers = (soldier for soldier in self.soldiers.values() if soldier.seat == seat)
                    actions += [Explosion(seat, soldier.id, None) for soldier in own_soldiers]
        return actions

    def _why_not(self, action: Action) -> Reason | None:
        return legality.why_not(self, action)

    def _apply(self, action: Action) -> list[Event]:
        match action:
            case Drop():
                assert action.height is not None
                self.attempts += 1
                each = range(DROPPED_EACH * self.seats)
                self.falling = Falling(action.height, tuple((soldier, soldier // DROPPED_EACH) for soldier in each))
                return []
            case Keep():
                self.is_drop_kept = True
                return [events.Kept()]
            case Move():
                return self._move_soldier(action)
            case Footpath():
                return self._set_off_mine(action)
            case Pass():
                assert action.seat is not None
                assert self.window
                self.window.add_pass(action.seat)
                self._close_window()
                return [events.NoMine(action.seat)]
            case End():
                return self._end_turn()
            case ThrowAway():
                return self._throw_away(action.card)
        return self._play(action)

    def _move_soldier(self, action: Move) -> list[Event]:
        """GS-11; GS-22: turning on the spot sets nothing off."""
        assert action.seat is not None
        assert action.to is not None
        assert action.angle is not None
        soldier = self.soldiers[action.soldier]
        start = (soldier.x, soldier.y)
        x, y = action.to
        self.soldiers[action.soldier] = replace(soldier, x=x, y=y, angle=action.angle)
        self.step = "cards"
        only_turned = abs(x - soldier.x) < legality.PRECISION and abs(y - soldier.y) < legality.PRECISION
        result: list[Event] = [events.Moved(action.seat, action.soldier, start, action.to, action.angle)]
        if not only_turned:
            self._open_window((action.soldier,))
        return result

    def _play(self, action: Action) -> list[Event]:
        """Carry out a card in the player's own turn (GS-10)."""
        seat = self.turn
        assert isinstance(action, Played)
        wasted_gain = self._wasted_card_gain()
        self._spend(seat, action.do)
        self.cards_played += 1
        self.step = "cards"
        match action:
            case Pointer():
                assert action.to is not None
                assert action.angle is not None
                new = self._new_soldiers(1)[0]
                self.soldiers[new] = Soldier(new, seat, action.to[0], action.to[1], action.angle)
                self.reserve[seat] -= 1
                self._open_window((new,))
                return [events.Placed(seat, new, action.to, action.angle)]
            case Circles():
                assert action.height is not None
                falling = self._new_soldiers(min(CIRCLES_COUNT, self.reserve[seat]))
                self.reserve[seat] -= len(falling)
                self.falling = Falling(action.height, tuple((soldier, seat) for soldier in falling))
                return [events.Tossed(seat, falling, action.height)]
            case Hammers() | Arrow():
                struck = events.Struck(seat, action.do, action.soldier, action.target)
                return [struck, self._kill(seat, (action.target,))]
            case Explosion():
                assert action.at is not None
                blast = self._blast(seat, action.at)
                blast.brings = "" if blast.soldiers else wasted_gain
                return [events.Threw(seat, action.soldier, action.at), blast]
        raise TypeError(f"no action of this game: {action}")

    def _throw_away(self, card: Card) -> list[Event]:
        """GS-36: the card counts as one of the two of the turn, and another is drawn."""
        seat = self.turn
        self._spend(seat, card)
        self.cards_played += 1
        self.step = "cards"
        return [events.ThrewAway(seat, card), *self._draw(seat, 1)]

    def _draw(self, seat: int, count: int) -> list[Event]:
        """GS-12, GS-29: draw cards, or as many as the deck has.

        With its last card the end phase begins.
        """
        drawn, self.deck = self.deck[:count], self.deck[count:]
        if not drawn:
            return []
        self.hands[seat] += drawn
        drew = events.Drew(seat, len(drawn), tuple(drawn), visible_to=(seat,))
        return [drew] if self.deck else [drew, events.EndPhase()]

    def _wasted_card_gain(self) -> events.MissBenefit:
        """Return what a card still brings that is played now and has no effect.

        All seats can see all of it.
        """
        if not self.deck:
            return "fewer" if self.cards_played else "duty"
        limit = 0 if self.options.throw_away else self.options.standstill * self.seats
        is_last = self.is_quiet and self.still + 1 == limit
        return "time" if is_last else "room"

    def _spend(self, seat: int, card: Card) -> None:
        """Discard a card that is played or thrown away.

        It ends the sequence of turns without a card (GS-34, GS-36).
        """
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.still = 0
        self.is_quiet = False

    def _new_soldiers(self, count: int) -> tuple[int, ...]:
        self.next_id += count
        return tuple(range(self.next_id - count, self.next_id))

    def _kill(self, by: int, killed: tuple[int, ...]) -> events.Killed:
        """Take soldiers off the table; they count for the seat that killed them (GS-26)."""
        owners = tuple((soldier, self.soldiers.pop(soldier).seat) for soldier in killed)
        self.taken[by] += len(killed)
        standing = {soldier.seat for soldier in self.soldiers.values()}
        return events.Killed(by, owners, last_of=tuple(sorted({owner for _, owner in owners} - standing)))

    def _blast(self, by: int, centre: Point) -> events.Killed:
        """GS-18, GS-19: kill all soldiers that the circle touches."""
        from grenade_salad.games.salad import physics

        return self._kill(by, physics.blast_victims(self.measures, tuple(self.soldiers.values()), centre))

    def _open_window(self, triggers: tuple[int, ...]) -> None:
        """GS-21 to GS-25: ask every opponent with cards for a mine, one after another."""
        asked_seats = tuple(seat for seat in clockwise(self.turn, self.seats) if self.hands[seat])
        if asked_seats and triggers:
            self.step = "mines"
            self.window = ReactionWindow(asked_seats, in_turn=True)
            self.triggers = triggers

    def _set_off_mine(self, action: Footpath) -> list[Event]:
        """GS-21, GS-22, GS-24: set off a mine under a soldier."""
        assert action.seat is not None
        assert self.window
        self._spend(action.seat, "footpath")
        self.passes = 0
        stepped = self.soldiers[action.soldier]
        point = (stepped.x, stepped.y)
        blast = self._blast(action.seat, point)
        self.triggers = tuple(soldier for soldier in self.triggers if soldier in self.soldiers)
        if not self.hands[action.seat]:
            self.window.add_pass(action.seat)
        self._close_window()
        return [events.MineWentOff(action.seat, action.soldier, point), blast]

    def _close_window(self) -> None:
        """GS-23: close the window if all have passed, or its soldiers are dead."""
        assert self.window
        if self.window.is_closed or not self.triggers:
            self.window = None
            self.triggers = ()
            self.step = "cards"

    def _end_turn(self) -> list[Event]:
        """End the turn: GS-10, GS-12, GS-29 to GS-31, GS-33, GS-34."""
        seat = self.turn
        result: list[Event] = []
        end_phase = not self.deck
        if end_phase:
            self.passes = 0 if self.cards_played else self.passes + 1
            result += [] if self.cards_played else [events.Passed(seat)]
        elif not self.cards_played:
            result.append(events.NoCard(seat, has_moved=self.step != "move"))
        result += self._draw(seat, HAND_SIZE - len(self.hands[seat]))
        self.turns += 1
        self.still += self.is_quiet
        self.ended = self._why_ended()
        if self.ended:
            self.step = "over"
            return [*result, events.Ended(self.scores, self.ranking()[0], self.ended)]
        rounds, turns = divmod(self.still, self.seats)
        if self.is_quiet and not turns and self.deck and self.options.standstill:
            result.append(events.Still(rounds, self.options.standstill - rounds))
        self.turn = (seat + 1) % self.seats
        return [*result, *self._begin_turn()]

    def _why_ended(self) -> EndReason | None:
        """Return why the game ends with this turn, or None (GS-31, GS-33, GS-34).

        The first reason that holds counts.
        """
        if not self.deck and not any(self.hands):
            return "empty_hands"
        if self.passes == self.seats:
            return "passed"
        standstill = self.options.standstill * self.seats
        if self.deck and standstill and self.still == standstill:
            return "standstill"
        limit = self.options.turn_limit
        return "turn_limit" if limit is not None and self.turns >= limit else None

    def _begin_turn(self) -> list[Event]:
        self.step = "move"
        self.cards_played = 0
        self.is_quiet = True
        return [TurnBegan(self.turn)]

    def sample_chance(self, rng: Random) -> Chance:
        if self.needs_blocks:
            return sample_blocks(self, rng)
        return sample_rest(self, rng) if self.falling else sample_deal(self, rng)

    def _why_not_chance(self, chance: Chance) -> Reason | None:
        if isinstance(chance, Blocks):
            return why_not_blocks(self.measures, chance.outcome, self.options.blocks)
        if isinstance(chance, Rest):
            return why_not_rest(self, chance.outcome)
        assert isinstance(chance, Deal)
        return why_not_deal(self, chance.outcome)

    def _apply_chance(self, chance: Chance) -> list[Event]:
        if isinstance(chance, Blocks):
            self.needs_blocks = False
            self.measures = replace(self.measures, blocks=chance.outcome)
            return [events.BlocksLaid(chance.outcome, self.options.blocks - len(chance.outcome))]
        if isinstance(chance, Rest):
            return self._apply_rest(chance)
        assert isinstance(chance, Deal)
        self.is_drop_kept = False
        self.hands = [list(hand) for hand in chance.outcome.hands]
        self.deck = list(chance.outcome.deck)
        self.turn = chance.outcome.turn
        drawn: list[Event] = [
            events.Drew(seat, len(hand), tuple(hand), visible_to=(seat,)) for seat, hand in enumerate(self.hands)
        ]
        return [*drawn, *self._begin_turn()]

    def _apply_rest(self, chance: Rest) -> list[Event]:
        """GS-06, GS-07, GS-14, GS-22: put all soldiers where they came to rest.

        Those over the edge are back in the reserve.
        """
        assert self.falling
        falling = dict(self.falling.soldiers)
        set_up = self.step == "drop"
        standing_owners = {} if set_up else {soldier.id: soldier.seat for soldier in self.soldiers.values()}
        owners = standing_owners | falling
        self.soldiers = {
            pose.id: Soldier(pose.id, owners[pose.id], pose.x, pose.y, pose.angle)
            for pose in sorted(chance.outcome, key=lambda pose: pose.id)
        }
        lost = tuple(sorted(owners.keys() - self.soldiers.keys()))
        height = self.falling.height
        self.falling = None
        if set_up:
            self.reserve = [SOLDIERS_EACH] * self.seats
            for soldier in self.soldiers.values():
                self.reserve[soldier.seat] -= 1
            return [self._measure_drop(height, lost)]
        for lost_soldier in lost:
            self.reserve[owners[lost_soldier]] += 1
        landed = tuple(new for new in sorted(falling) if new in self.soldiers)
        self._open_window(landed)
        return [events.Landed(self.turn, landed, lost)]

    def _measure_drop(self, height: float, lost: tuple[int, ...]) -> events.Dropped:
        """GS-06: the attempt in numbers."""
        from grenade_salad.games.salad import physics

        soldiers = tuple(self.soldiers.values())
        cluster = placement.cluster(self.measures, soldiers)
        centre, max_hits = physics.largest_blast(self.measures, soldiers)
        return events.Dropped(height, cluster.radius, cluster.width, cluster.touching, lost, max_hits, centre)

    def view(self, seat: int | None) -> SaladView:
        hands = tuple(tuple(hand) if owner == seat else len(hand) for owner, hand in enumerate(self.hands))
        return self._view(seat, hands, len(self.deck))

    def full_view(self) -> SaladView:
        return self._view(None, tuple(tuple(hand) for hand in self.hands), tuple(self.deck))

    def _view(
        self, seat: int | None, hands: tuple[tuple[Card, ...] | int, ...], deck: tuple[Card, ...] | int
    ) -> SaladView:
        return SaladView(
            game="grenade-salad",
            seat=seat,
            is_over=self.is_over,
            active_seats=self.active_seats(),
            ranking=self.ranking() or None,
            end_reason=self.ended,
            options=self.options,
            soldiers=tuple(self.soldiers.values()),
            reserve=tuple(self.reserve),
            taken=tuple(self.taken),
            hands=hands,
            deck=deck,
            discard=tuple(self.discard),
            turn=self.turn,
            step=self.step,
            moved=self.step != "move",
            cards_left=self.cards_left,
            end_phase=not self.deck and self.step != "drop",
            attempts=self.attempts,
            triggers=self.triggers,
            turns=self.turns,
            passes=self.passes,
            still=self.still,
            scores=self.scores,
            blocks=self.measures.blocks,
        )

    def resample(self, seat: int, rng: Random) -> Self:
        world = self.copy()
        hidden = sorted(hidden_cards(world, seat))
        rng.shuffle(hidden)
        for owner, hand in enumerate(world.hands):
            if owner != seat:
                world.hands[owner] = [hidden.pop() for _ in hand]
        world.deck = hidden
        return world

    def copy(self) -> Self:
        return replace(
            self,
            soldiers=dict(self.soldiers),
            reserve=list(self.reserve),
            taken=list(self.taken),
            hands=[list(hand) for hand in self.hands],
            deck=list(self.deck),
            discard=list(self.discard),
            window=self.window.copy() if self.window else None,
        )
