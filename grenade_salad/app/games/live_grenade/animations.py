"""From what happened to what is seen and heard: each step of a match becomes tweens of the stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from grenade_salad.app.games.effects import Flying, pass_by
from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.display_state import Held, Stage
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m

SLIDE = 0.22
"""Seconds that a card slides."""
_LIFT = 0.35
_TURN = 0.24
_BREATH = (0.12, 1.7)
"""Seconds that a breath is held: with no risk at all, and what a draw adds that is as dramatic as can be."""
_WORST = 0.5
"""The share of grenades in the deck from which on a draw is as dramatic as can be."""
TENSE = 0.35
"""How dramatic a draw is from which on hearts beat, and a card that is none is a relief."""
_READ = 0.9
"""Seconds for a line of words."""
_BLAST = 0.85


def drama_of(risk: float) -> float:
    """How dramatic a draw is, 0 to 1, when that share of the deck are grenades, as everybody may know.

    >>> drama_of(0.0), round(drama_of(0.05), 2), drama_of(0.5), drama_of(1.0)
    (0.0, 0.1, 1.0, 1.0)
    """
    return min(1.0, risk / _WORST)


class Where(Protocol):
    """Where things are on the canvas now."""

    def deck_box(self) -> Rect: ...
    def discard_box(self) -> Rect: ...
    def large_box(self) -> Rect: ...
    def opens(self, seat: int) -> bool:
        """Whether the seat's hand lies open on the table."""

    def place_of(self, seat: int, index: int, number: int) -> Rect:
        """Where a card comes to lie in a seat's hand of that number."""

    def held(self, seat: int, cards: Sequence[str]) -> list[Rect]:
        """Where these cards of a seat's hand are now."""

    def stack_box(self, index: int) -> Rect:
        """Where a play lies that waits for answers."""

    def follow(self) -> None:
        """Cards left a hand: show what is in it now."""

    def show_last_out(self, event: events.Out, before: LiveGrenadeView, after: LiveGrenadeView) -> None:
        """The last one is out, between these views: show that, and nothing yet of the game's end."""

    def side(self, box: Rect) -> float:
        """Where on the window a box is, from -1 at the left to 1 at the right."""


@dataclass
class Show:
    """Shows steps. `sound` plays a sound with a volume; `still` is reduced motion; `names` are of the seats."""

    stage: Stage
    motion: Motion
    sound: Sounds
    where: Where
    names: Sequence[str]
    still: bool = False
    _kept: bool = False
    """Whether a play still waits after the step, or those that waited are on their way already."""
    _dealt_at: float = 0.0
    """Seconds after which all cards of a deal lie there."""

    def step(
        self,
        happened: Sequence[Event],
        before: LiveGrenadeView,
        after: LiveGrenadeView,
        own: bool,
        reveal: Callable[[], None],
    ) -> None:
        """Start to show a step. `reveal` is called once, when its outcome may be seen: hands and log follow then.
        `own`: a person's draw takes its time, a machine's goes faster."""
        self.stage.rest()
        self._kept = bool(after.stack)
        dealt = [one for one in happened if isinstance(one, events.Dealt)]
        self._dealt_at = max((one.seat * 0.05 + (one.number - 1) * 0.16 + SLIDE for one in dealt), default=0.0)
        waiting = [reveal]

        def once() -> None:
            while waiting:
                waiting.pop()()

        wait = 0.0
        for event in happened:
            wait = self._event(event, before, after, own, once, wait)
        self.motion.after(wait, once)
        self.motion.after(wait + 0.02, self.stage.rest)

    def _event(
        self,
        event: Event,
        before: LiveGrenadeView,
        after: LiveGrenadeView,
        own: bool,
        reveal: Callable[[], None],
        wait: float,
    ) -> float:
        """Start to show an event after a wait; when it is over, in seconds from now."""
        match event:
            case events.Dealt():
                return self._dealt(event, after, wait)
            case events.Drew():
                return self._drew(event, before, after, own, reveal, wait)
            case events.Grenade():
                return self._grenade(event, before, own, reveal, wait)
            case events.Out():
                # The last one's grenade ends the game, and that is told when all lies there.
                lies = partial(self.where.show_last_out, event, before, after) if after.is_over else reveal
                return self._out(event, lies, wait)
            case events.Reshuffled():
                return self._reshuffled(wait)
            case events.Played():
                return self._played(event, len(before.stack), reveal, wait)
            case events.Cancelled() | events.Skipped():
                return self._clear_stack(before, wait)
            case events.Stolen():
                return self._stolen(event, before, after, reveal, wait)
            case events.NothingStolen():
                return self._clear_stack(before, wait)
            case events.Turned():
                return self._turned(wait)
        return wait

    # the parts

    def _hear(self, name: Effect, wait: float, box: Rect | None = None, volume: float = 1.0) -> None:
        """A sound, from where it is heard: else from the middle."""
        self.motion.after(wait, lambda: self._sound_from(name, box, volume))

    def _sound_from(self, name: Effect, box: Rect | None, volume: float = 1.0) -> None:
        self.sound(name, volume, self.where.side(box) if box is not None else 0.0)

    def _fly(self, one: Flying, wait: float, seconds: float = SLIDE, sound: Effect = "card") -> float:
        """A card slides; with reduced motion it is there at once."""
        seconds = 0.0 if self.still else seconds
        begins = partial(self._sound_from, sound, one.start)
        pass_by(self.motion, self.stage.flying, one, seconds, wait=wait, curve=ease_out, begins=begins)
        return wait + seconds

    def _say(self, words: Words, wait: float, alarm: bool = False) -> None:
        def do() -> None:
            self.stage.words, self.stage.alarm = words, alarm

        self.motion.after(wait, do)

    def _leave(self, seat: int, cards: tuple[str, ...], wait: float) -> None:
        """Cards are no longer in the hand that they come from."""

        def leave() -> None:
            self.stage.leaving = (seat, cards)
            self.where.follow()

        self.motion.after(wait, leave)

    def _come(self, card: str | None, start: Rect, seat: int, after: LiveGrenadeView, wait: float) -> float:
        """A card goes into a seat's hand, to the place that it has there: in an open hand the others make room."""
        hand, stage, number = after.hands[seat], self.stage, words.hand_size(after, seat)
        known = hand if self.where.opens(seat) and isinstance(hand, tuple) else ()
        index = known.index(card) if card in known else number - 1
        side = 1.0 if card is not None else 0.0
        goal = self.where.place_of(seat, index, number)
        if card in known:

            def part(share: float) -> None:
                stage.gap = (index, share)

            self.motion.play(0.0 if self.still else SLIDE, part, wait=wait, curve=ease)
        return self._fly(Flying(card, start, goal, (side, side)), wait, SLIDE * 1.3)

    def _dealt(self, event: events.Dealt, after: LiveGrenadeView, wait: float) -> float:
        """Cards go round face down and lie at their seats; whoever they belong to sees them when all are dealt."""
        start = event.seat * 0.05
        hand, lying = after.hands[event.seat], self.stage.lying
        opens = self.where.opens(event.seat)
        for index in range(event.number):
            goal = self.where.place_of(event.seat, index, event.number)
            lands = self._fly(Flying(None, self.where.deck_box(), goal), start + index * 0.16, sound="draw")
            there = Flying(hand[index] if opens and isinstance(hand, tuple) else None, goal, goal, (0.0, 1.0))
            self.motion.after(lands, partial(lying.append, there))
            if there.card is not None:
                self.motion.play(0.0 if self.still else _TURN, partial(setattr, there, "share"), wait=self._dealt_at)
        return max(wait, self._dealt_at + _TURN)

    # the draw: the heart of it

    def _hold(self, card: str | None, seat: int, before: LiveGrenadeView, own: bool, wait: float) -> float:
        """The card is lifted, the light goes down, and everybody holds their breath. No word of what it is."""
        stage = self.stage
        drama = drama_of(words.risk(before))
        breath = (_BREATH[0] + _BREATH[1] * drama) * (1.0 if own else 0.6)
        lifted = self._fly(Flying(None, self.where.deck_box(), self.where.large_box()), wait, _LIFT, "draw")
        # Translators: a caption while a card is drawn; {share} is the risk of a grenade, as in 12%
        self._say(m("{who} draws: {share}", who=self.names[seat], share=words.in_per_cent(words.risk(before))), wait)

        def darken(share: float) -> None:
            stage.dark = max(stage.dark, share * drama)

        def hold() -> None:
            stage.held = Held(card)

        beats = round(breath / 0.3) if drama >= TENSE else 0
        heard = [-1]

        def tremble(share: float) -> None:
            if stage.held is not None:
                stage.held.tremble = 0.0 if self.still else share * 1.3 * drama
            if heard[0] < int(share * beats) < beats:
                heard[0] = int(share * beats)
                self.sound("tick", 0.4 + 0.6 * heard[0] / beats)

        self.motion.play(_LIFT, darken, wait=wait)
        self.motion.after(lifted, hold)
        self.motion.play(breath, tremble, wait=lifted, curve=linear)
        return lifted + breath

    def _turn_over(self, wait: float) -> float:
        def apply(share: float) -> None:
            if self.stage.held is not None:
                self.stage.held.turned, self.stage.held.tremble = share, 0.0

        self._hear("flip", wait)
        self.motion.play(0.0 if self.still else _TURN, apply, wait=wait, curve=ease)
        return wait + _TURN

    def _light(self, wait: float, seconds: float = 0.25) -> None:
        """The light comes back."""
        stage = self.stage
        dark: list[float] = []

        def brighten(share: float) -> None:
            dark.append(stage.dark)
            stage.dark = dark[0] * (1 - share)

        self.motion.play(seconds, brighten, wait=wait)

    def _drew(
        self,
        event: events.Drew,
        before: LiveGrenadeView,
        after: LiveGrenadeView,
        own: bool,
        reveal: Callable[[], None],
        wait: float,
    ) -> float:
        wait = self._hold(event.card, event.seat, before, own, wait)
        seen = event.card is not None
        if seen:
            wait = self._turn_over(wait)
        drama = drama_of(words.risk(before))
        if drama >= TENSE:
            self._hear("relief", wait, volume=drama if own else drama * 0.6)
            # Translators: a caption: the card was not a grenade
            self._say(m("Phew."), wait)
        wait += (0.3 + 0.4 * drama) if seen else 0.1 + 0.2 * drama
        self.motion.after(wait, self.stage.put_down)
        self._light(wait)
        wait = self._come(event.card, self.where.large_box(), event.seat, after, wait)
        self.motion.after(wait, reveal)
        return wait

    def _grenade(
        self, event: events.Grenade, before: LiveGrenadeView, own: bool, reveal: Callable[[], None], wait: float
    ) -> float:
        wait = self._turn_over(self._hold(event.card, event.seat, before, own, wait))
        self._hear("grenade", wait)
        self._say(m("A Live Grenade!"), wait, alarm=True)
        wait += _READ
        if event.friend is None:
            return wait
        friend = event.friend
        (start,) = self.where.held(event.seat, (friend,))
        self._leave(event.seat, (friend,), wait)
        wait = self._fly(Flying(friend, start, self.where.large_box(), (1.0, 1.0)), wait, SLIDE, "whoosh")

        def cover() -> None:
            if self.stage.held is not None:
                self.stage.held.friend = friend

        self.motion.after(wait, cover)
        self._hear("put", wait)
        self.motion.after(wait, reveal)
        self._say(m("{who}'s Best Friend jumps on it", who=self.names[event.seat]), wait)
        self._hear("relief", wait + 0.2)
        return wait + _READ * 1.3

    def _reshuffled(self, wait: float) -> float:
        """The Best Friend goes to the discard pile, the ace back into the deck, and the deck is shuffled."""
        held = self.stage.held
        ace, friend = (held.card, held.friend) if held is not None else (None, None)
        self.motion.after(wait, self.stage.put_down)
        self._light(wait)
        large, deck = self.where.large_box(), self.where.deck_box()
        if friend is not None:
            self._fly(Flying(friend, large, self.where.discard_box(), (1.0, 1.0)), wait)
        if held is not None:
            wait = self._fly(Flying(ace, large, deck, (1.0, 0.0)), wait, SLIDE * 1.4)
        self._hear("shuffle", wait, deck)
        if self.still:
            return wait + 0.4
        for round_ in range(5):
            off = (-1) ** round_ * deck.width * 0.75
            aside = deck.move(off, 0)
            self._fly(Flying(None, aside, deck), wait + round_ * 0.12, 0.16, "draw")
        return wait + 0.75

    def _out(self, event: events.Out, reveal: Callable[[], None], wait: float) -> float:
        """No Best Friend: it goes off, and the hand is scattered over the discard pile."""
        stage = self.stage

        def burn(share: float) -> None:
            stage.burst = 0.5 if self.still else share
            stage.shake = 0.0 if self.still else (1 - share) ** 2
            if share > 0.35:
                stage.held = None
                stage.scattered = min(stage.scattered, len(event.cards))

        def scatter() -> None:
            reveal()
            stage.scattered = len(event.cards) + 1  # with the ace: by the rules they lie on the pile already

        def lands() -> None:
            stage.scattered = max(0, stage.scattered - 1)

        self._hear("blast", wait)
        self.motion.after(wait + 0.05, scatter)
        self._say(m("{who} is out", who=self.names[event.seat]), wait, alarm=True)
        self.motion.play(_BLAST, burn, wait=wait, curve=linear)
        side = 1.0 if self.where.opens(event.seat) else 0.0
        for index, (card, start) in enumerate(zip(event.cards, self.where.held(event.seat, event.cards), strict=True)):
            leaves = 0.3 + index * 0.08
            one = Flying(card, start, self.where.discard_box(), (side, 1.0))
            pass_by(
                self.motion, stage.flying, Flying(card, start, start, (side, side)), leaves - 0.05, wait=wait + 0.05
            )
            self.motion.after(self._fly(one, wait + leaves, SLIDE * 1.3), lands)
        wait += max(_BLAST, _READ, 0.3 + len(event.cards) * 0.08 + SLIDE * 1.3) + 0.35
        self.motion.after(wait, stage.put_down)
        self._light(wait)
        return wait + 0.25

    # plays

    def _played(self, event: events.Played, on: int, reveal: Callable[[], None], wait: float) -> float:
        self._leave(event.seat, event.cards, wait)
        goal = self.where.stack_box(on)
        for index, (card, start) in enumerate(zip(event.cards, self.where.held(event.seat, event.cards), strict=True)):
            side = (index - (len(event.cards) - 1) / 2) * goal.width * 0.5
            self._fly(Flying(card, start, goal.move(side, 0), (1.0, 1.0)), wait + index * 0.06)
        wait += SLIDE + 0.06 * (len(event.cards) - 1)
        self.motion.after(wait, reveal)
        return wait + 0.15

    def _clear_stack(self, before: LiveGrenadeView, wait: float) -> float:
        """The plays that waited slide to the discard pile, once, if all of them are over."""
        stage = self.stage
        if self._kept or not before.stack:
            return wait
        self._kept = True
        self.motion.after(wait, lambda: setattr(stage, "stack_gone", True))
        for index, play in enumerate(before.stack):
            for card in play.cards:
                start, end = self.where.stack_box(index), self.where.discard_box()
                lands = self._fly(Flying(card, start, end, (1.0, 1.0)), wait + index * 0.05)
                # There it stays, until the pile has it.
                self.motion.after(lands, partial(stage.lying.append, Flying(card, end, end, (1.0, 1.0))))
        wait += SLIDE + 0.05 * len(before.stack)

        def lies() -> None:
            stage.stack_lies = True
            stage.lying.clear()

        self.motion.after(wait, lies)
        return wait

    def _stolen(
        self,
        event: events.Stolen,
        before: LiveGrenadeView,
        after: LiveGrenadeView,
        reveal: Callable[[], None],
        wait: float,
    ) -> float:
        """The card goes from hand to hand: its face is shown to thief and victim alone."""
        wait = self._clear_stack(before, wait)
        middle, side = self.where.large_box().scale_by(0.7), 1.0 if event.card is not None else 0.0
        card = event.card or ""
        (start,) = self.where.held(event.victim, (card,))
        self._leave(event.victim, (card,), wait)
        # Out of a hand that is not open it comes face down, and turns over for the thief alone.
        out = side if self.where.opens(event.victim) else 0.0
        wait = self._fly(Flying(event.card, start, middle, (out, side)), wait, SLIDE, "whoosh")
        if event.card is not None:
            still = Flying(event.card, middle, middle, (1.0, 1.0))
            pass_by(self.motion, self.stage.flying, still, 0.6, wait=wait)
            wait += 0.6
        wait = self._come(event.card, middle, event.thief, after, wait)
        self.motion.after(wait, reveal)
        return wait

    def _turned(self, wait: float) -> float:
        stage = self.stage
        self._hear("whoosh", wait)
        seconds = 0.0 if self.still else 0.5
        self.motion.play(seconds, lambda share: setattr(stage, "spin", share), wait=wait)
        return wait + seconds
