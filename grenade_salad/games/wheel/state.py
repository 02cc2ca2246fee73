"""The state machine of the wheel game."""

from __future__ import annotations

from random import Random

from grenade_salad.core import Action, Chance, Event, Reason, State
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.board import Board, Explosion, explosions, landing, put_down
from grenade_salad.games.wheel.cards import HEARTS, heart_of, spade_of
from grenade_salad.games.wheel.moves import Advance, Deal, Die, Roll, WheelSetup
from grenade_salad.games.wheel.options import WheelOptions
from grenade_salad.games.wheel.reasons import CannotBe, NoSuchDie
from grenade_salad.games.wheel.start import first_spade, lives, sample_deal, why_not_deal
from grenade_salad.games.wheel.view import WheelView

_ADVANCES: list[list[Action]] = [[Advance(seat, die) for die in range(3)] for seat in range(7)]


class WheelState(State):
    """A position. Secret: `_hearts` but for their owners and who is out, and with them the hearts that nobody has."""

    def __init__(self, seats: int, options: WheelOptions, setup: WheelSetup | None) -> None:
        """Options and setup have been checked; without a setup the deal is due."""
        self.seats = seats
        self._options = options
        self._board = Board((), [], [0, 0, 0], [1, 1, 1])
        self._hearts: tuple[tuple[str, ...], ...] = ((),) * seats
        self._alive = [True] * seats
        self._left = seats
        self._outs: list[int] = []
        self._turn = options.starter or 0
        self._roll: int | None = None
        self._due: str | None = Deal.kind
        if setup is not None:
            self._lay_out(setup)

    def _lay_out(self, setup: WheelSetup) -> None:
        """WH-04."""
        down = [index in (setup.face_down or ()) for index in range(len(setup.ring))]
        start = first_spade(setup.ring, down)
        dice = setup.dice or (Die(start, 1),) * 3
        self._board = Board(setup.ring, down, [die.at for die in dice], [die.pips for die in dice])
        self._hearts = setup.hearts
        self._alive = list(lives(self._options, setup))
        self._left = sum(self._alive)
        self._turn = setup.turn
        self._due = Roll.kind

    def to_act(self) -> tuple[int, ...]:
        return () if self._due is not None or self._left == 1 else (self._turn,)

    def due(self) -> str | None:
        return self._due

    @property
    def over(self) -> bool:
        return self._left == 1

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """WH-14: the winner, then the last to go out; who was out from the start shares the last place."""
        if self._left > 1:
            return ()
        early = tuple(seat for seat in range(self.seats) if not self._alive[seat] and seat not in self._outs)
        late = tuple((seat,) for seat in reversed(self._outs))
        return ((self._alive.index(True),), *late, *((early,) if early else ()))

    def legal(self, seat: int) -> list[Action]:
        if self._due is not None or seat != self._turn or self._left == 1:
            return []
        return _ADVANCES[seat].copy()

    def _why_not(self, action: Action) -> Reason | None:
        assert isinstance(action, Advance), f"{type(action).__name__} is of another game"
        return None if 0 <= action.die <= 2 else NoSuchDie(action.die)

    def _do(self, action: Action) -> list[Event]:
        """WH-06, WH-08 to WH-11, WH-14."""
        assert isinstance(action, Advance)
        assert self._roll is not None
        board, options, die = self._board, self._options, action.die
        start = board.at[die]
        to = landing(board, options, die, self._roll)
        joker = put_down(board, options, die, to)
        self._roll = None
        moved = events.Moved(self._turn, die, start, to, board.ring[to], joker, tuple(board.pips))
        what: list[Event] = [moved]
        for blast in explosions(board, options, die):
            what += self._blow_up(blast)
            if self._left == 1:
                winner = self._alive.index(True)
                return [*what, events.Won(winner, self._hearts, self._unused())]
        self._next_turn()
        return [*what, events.TurnBegan(self._turn)]

    def _blow_up(self, blast: Explosion) -> list[Event]:
        """WH-13."""
        ring = self._board.ring
        card = ring[blast.at]
        what: list[Event] = [events.Exploded(blast.at, card, blast.takes, blast.dice, blast.to, ring[blast.to])]
        owner = next((seat for seat in range(self.seats) if heart_of(card) in self._hearts[seat]), None)
        if not blast.takes or owner is None or not self._alive[owner]:
            return what
        hearts = self._hearts[owner]
        if self._options.last_heart and not all(self._blown(heart) for heart in hearts):
            return [*what, events.HeartLost(owner, heart_of(card))]
        self._alive[owner] = False
        self._left -= 1
        self._outs.append(owner)
        return [*what, events.Out(owner, hearts)]

    def _blown(self, heart: str) -> bool:
        board = self._board
        return board.down[board.ring.index(spade_of(heart))]

    def _next_turn(self) -> None:
        """WH-05."""
        turn = (self._turn + 1) % self.seats
        while not self._alive[turn]:
            turn = (turn + 1) % self.seats
        self._turn = turn
        self._due = Roll.kind

    def sample(self, rng: Random) -> Chance:
        if self._due == Roll.kind:
            return Roll(rng.randrange(1, 7))
        assert self._due == Deal.kind, "no luck is due"
        return Deal(sample_deal(self.seats, self._options, rng))

    def why_impossible(self, chance: Chance) -> Reason | None:
        due = self._due
        if chance.kind != due:
            return CannotBe(f"no luck of the kind '{chance.kind}' is due now" + (f", but '{due}'" if due else ""))
        if isinstance(chance, Roll):
            return None if 1 <= chance.outcome <= 6 else CannotBe(f"a die shows 1 to 6, not {chance.outcome}")
        assert isinstance(chance, Deal)
        return why_not_deal(self.seats, self._options, chance.outcome)

    def _happen(self, chance: Chance) -> list[Event]:
        if isinstance(chance, Roll):
            self._roll = chance.outcome
            self._due = None
            return [events.Rolled(self._turn, chance.outcome)]
        assert isinstance(chance, Deal)
        dealt = chance.outcome
        self._lay_out(WheelSetup(dealt.ring, dealt.hearts, dealt.turn))
        what: list[Event] = [
            events.Dealt(seat, len(hearts), hearts, knows=(seat,)) for seat, hearts in enumerate(self._hearts)
        ]
        return [*what, events.TurnBegan(self._turn)]

    def _unused(self) -> tuple[str, ...]:
        if self._due == Deal.kind:
            return ()
        return tuple(heart for heart in HEARTS if not any(heart in hearts for hearts in self._hearts))

    def _shown(self, seat: int) -> tuple[str, ...]:
        """Hearts of a seat that everybody has seen: all of who is out, else those that were blown up (WH-13)."""
        if not self._alive[seat]:
            return self._hearts[seat]
        return tuple(heart for heart in self._hearts[seat] if self._blown(heart))

    def view(self, seat: int | None) -> WheelView:
        hearts: list[tuple[str, ...] | int] = []
        for owner, own in enumerate(self._hearts):
            hearts.append(own if self.over or owner == seat or not self._alive[owner] else len(own))
        return self._view(seat, tuple(hearts), self._unused() if self.over else len(self._unused()))

    def position(self) -> WheelView:
        return self._view(None, self._hearts, self._unused())

    def _view(
        self, seat: int | None, hearts: tuple[tuple[str, ...] | int, ...], unused: tuple[str, ...] | int
    ) -> WheelView:
        board = self._board
        return WheelView(
            game="wheel",
            seat=seat,
            over=self.over,
            to_act=self.to_act(),
            ranking=self.ranking() or None,
            options=self._options,
            ring=board.ring,
            face_down=tuple(index for index, down in enumerate(board.down) if down),
            dice=tuple(Die(at, pips) for at, pips in zip(board.at, board.pips, strict=True)) if board.ring else (),
            hearts=hearts,
            shown=tuple(self._shown(owner) for owner in range(self.seats)),
            unused=unused,
            turn=self._turn,
            roll=self._roll,
            alive=tuple(self._alive),
        )

    def resample(self, seat: int, rng: Random) -> WheelState:
        """Hearts that were not blown up go to whoever hides one, the rest to nobody; what the seat has seen stays."""
        other = self.copy()
        if self.over or self._due == Deal.kind:
            return other
        seen = [self._hearts[owner] if owner == seat else self._shown(owner) for owner in range(self.seats)]
        known = {heart for hearts in seen for heart in hearts}
        in_ring = set(self._board.ring)
        free = [
            heart for heart in HEARTS if heart not in known and spade_of(heart) in in_ring and not self._blown(heart)
        ]
        rng.shuffle(free)
        dealt = []
        for owner, hearts in enumerate(self._hearts):
            dealt.append(tuple(heart if heart in seen[owner] else free.pop() for heart in hearts))
        other._hearts = tuple(dealt)
        return other

    def copy(self) -> WheelState:
        new = WheelState.__new__(WheelState)
        new.seats = self.seats
        new._options = self._options
        new._board = self._board.copy()
        new._hearts = self._hearts
        new._alive = self._alive.copy()
        new._left = self._left
        new._outs = self._outs.copy()
        new._turn = self._turn
        new._roll = self._roll
        new._due = self._due
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WheelState) and vars(self) == vars(other)
