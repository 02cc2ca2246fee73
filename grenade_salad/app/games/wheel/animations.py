"""Animations of Grenade, the wheel: each event becomes tweens of the display."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import pi, sin

from grenade_salad.app.games.effects import FlyingCard, show_transient
from grenade_salad.app.games.wheel.display_state import ALL_CARDS, Flight, Notice, PaperBurst, WheelDisplay
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event, TurnBegan
from grenade_salad.games.wheel import events
from grenade_salad.games.wheel.view import WheelView
from grenade_salad.text import Message, m

_LAY = 1.2
"""Seconds in which the ring is laid."""
_DEAL_TIME = 0.28
"""Seconds that a dealt heart is on its way."""
_DEAL_STEP = 0.14
"""Seconds from one dealt heart to the next."""
_HOP = 0.2
"""Seconds in which a die hops to the next card."""
_BLAST = 0.85
"""Seconds of a burst."""
_FLIP = 0.22
"""Seconds in which a card turns over."""
_TUMBLE = 0.75
"""Seconds in which the black die tumbles."""
_RESTART = 0.45
"""Seconds in which a die flies to the card where it starts again."""
_RESTART_STEP = 0.08
"""Seconds from one such die to the next."""
_RAISE = 0.6
"""Seconds in which the joker raises the dice; in the middle their numbers change."""
_FADE = 0.8
"""Seconds in which the light around the ring changes."""
_CARD_FLIPS_AFTER = 0.4
"""Seconds of a burst after which its card turns over."""
_FROZEN_BURST_SHARE = 0.45
"""Progress of the burst that is shown with reduced motion."""
_PAUSE = 0.1
"""Seconds after a turn has begun, a burst and a notice."""
_REST = 0.3
"""Seconds that a die rests before its effects are shown, and after a win."""
_REVEAL_PAUSE = 0.9
"""Seconds after all hearts have been revealed."""
_NOTICE = 1.6
"""Seconds in which words in the middle of the table are read."""
_DUEL_SLOWDOWN = 1.8
"""Factor by which the black die tumbles, and a die rests, longer in a duel."""


@dataclass
class Animator:
    """Shows steps on a display."""

    display: WheelDisplay
    motion: Motion
    names: Sequence[str]
    sound: Sounds
    """Plays a sound by name with a volume and a pan."""
    on_event_shown: Callable[[Event], None]
    """Called for each event when its animation ends."""
    on_change: Callable[[], None]
    """Called when a seat's panel has changed."""
    side: Callable[[int], float]
    """Returns the pan of a card of the ring, from -1 at the left to 1 at the right."""
    heart_path: Callable[[int, int], tuple[Rect, Rect]]
    """Returns the boxes that a seat's heart is dealt from and to, by its index."""
    reduced_motion: bool = False
    """True if only the end of each movement is shown."""
    burst_cards: dict[int, int] = field(default_factory=dict)
    """The card on which each die blew up last."""

    def step(self, step_events: Sequence[Event], after: WheelView, wait: float) -> None:
        """Start to show a step after a wait; `after` is the view at its end."""
        self._update_light()
        is_chain = sum(isinstance(event, events.Exploded) for event in step_events) > 1
        burst_index, shown_at = 0, wait
        for event in step_events:
            burst_index += isinstance(event, events.Exploded)
            wait = self._show_event(event, wait, burst_index if is_chain else 0)
            shown_at = wait + _DEAL_TIME if isinstance(event, events.Dealt) else wait
            self.motion.after(shown_at, partial(self.on_event_shown, event))
        self.motion.after(max(wait, shown_at), partial(self.display.show_view, after))

    def _show_event(self, event: Event, wait: float, burst_index: int) -> float:
        """Start to show an event after a wait; return the seconds until its end."""
        match event:
            case events.RingLaid():
                return self._lay_ring(event, wait)
            case events.Dealt():
                return self._deal(event, wait)
            case TurnBegan():
                self.motion.after(wait, lambda: self._begin_turn(event.seat))
                return wait + _PAUSE
            case events.Rolled():
                return self._roll(event, wait)
            case events.Moved():
                return self._move(event, wait)
            case events.Raised():
                return self._raise_dice(event, wait)
            case events.Exploded():
                return self._explode(event, wait, burst_index)
            case events.Reset():
                return self._reset_dice(event, wait)
            case events.HeartLost():
                return self._show_lost_hearts(
                    event.seat, (event.heart,), m("{who} loses a heart", who=self.names[event.seat]), wait
                )
            case events.Out():
                return self._put_out(event, wait)
            case events.Won():
                self.motion.after(wait, self._update_light)
                return wait + _REST
            case events.HeartsRevealed():
                return self._reveal_hearts(event, wait)
        return wait

    # Helpers

    def _animate(
        self,
        seconds: float,
        apply: Callable[[float], None],
        on_end: Callable[[], None],
        wait: float,
        sound: Effect | None = None,
        curve: Callable[[float], float] = ease,
        card: int | None = None,
    ) -> None:
        """Play a tween with a sound at its start, from a card, unless it was skipped.

        With reduced motion, only the end is shown.
        """
        has_played = False

        def advance(share: float) -> None:
            nonlocal has_played
            if sound is not None and not has_played and (share < 1.0 or self.motion.pace == 0 or self.reduced_motion):
                self.sound(sound, 1.0, 0.0 if card is None else self.side(card))
            has_played = True
            if not self.reduced_motion or share >= 1.0:
                apply(share)

        self.motion.play(seconds, advance, on_end, wait=wait, curve=curve)

    def _play_sound(self, sound: Effect, wait: float, seconds: float = 0.1, card: int | None = None) -> None:
        """Play a sound after a wait, from a card.

        It is not heard if the wait and the `seconds` after it are skipped.
        """
        self._animate(seconds, lambda _: None, lambda: None, wait, sound, card=card)

    # Events

    def _lay_ring(self, event: events.RingLaid, wait: float) -> float:
        display = self.display

        def begin() -> None:
            display.ring, display.laid_count, display.dice = event.ring, 0.0, []

        def apply(share: float) -> None:
            display.laid_count = share * len(event.ring)

        def finish() -> None:
            display.laid_count = ALL_CARDS

        self.motion.after(wait, begin)
        self._animate(_LAY, apply, finish, wait, "shuffle", linear)
        return wait + _LAY + 0.05

    def _deal(self, event: events.Dealt, wait: float) -> float:
        def add_heart() -> None:
            self.display.counts[event.seat] += 1
            self.on_change()

        self.display.counts[event.seat] = 0
        for index in range(event.number):
            start, end = self.heart_path(event.seat, index)
            seconds = 0.0 if self.reduced_motion else _DEAL_TIME
            show_transient(
                self.motion, self.display.flying, FlyingCard(None, start, end), seconds, wait=wait, curve=ease_out
            )
            self._play_sound("card", wait)
            self.motion.after(wait + seconds, add_heart)
            wait += _DEAL_STEP
        return wait

    def _update_light(self) -> None:
        """Fade the light around the ring down for the last two players, and up after."""
        display = self.display
        goal = 1.0 if display.is_duel else 0.0
        start = display.dusk
        if start != goal:
            seconds = 0.0 if self.reduced_motion else _FADE
            self.motion.play(seconds, lambda share: display.fade_light(start, goal, share))

    def _begin_turn(self, seat: int) -> None:
        self.display.turn, self.display.black = seat, None
        self.on_change()

    def _roll(self, event: events.Rolled, wait: float) -> float:
        display = self.display

        def apply(share: float) -> None:
            display.black = event.pips
            display.tumbling = share

        def finish() -> None:
            display.black, display.tumbling = event.pips, None

        seconds = _TUMBLE * (_DUEL_SLOWDOWN if display.is_duel else 1.0)
        for beat in range(3 if display.is_duel else 0):
            self._play_sound("tick", wait + seconds * (0.35 + 0.25 * beat))
        self._animate(seconds, apply, finish, wait, "die_roll", ease_out)
        return wait + seconds + 0.15

    def _move(self, event: events.Moved, wait: float) -> float:
        display, die = self.display, event.die

        def clear_last_path() -> None:
            display.last = None

        def put_down() -> None:
            display.dice[die].pips = event.pips
            display.last = (event.start, event.path)

        self.motion.after(wait, clear_last_path)
        seconds = _HOP * len(event.path) + 0.1
        self._fly_die(die, (event.start, *event.path), seconds, wait, "pick", 0.8)
        self.motion.after(wait + seconds, put_down)
        self._play_sound("put", wait + seconds, 0.15, event.path[-1])
        return wait + seconds + _REST * (_DUEL_SLOWDOWN if display.is_duel else 1.0)

    def _fly_die(
        self, die: int, cards: tuple[int, ...], seconds: float, wait: float, sound: Effect, height: float
    ) -> None:
        """Let a die fly, hopping from card to card; each hop is heard."""
        display = self.display
        flight = Flight(cards, (0, 1), height)
        heard_hop = 0

        def apply(share: float) -> None:
            nonlocal heard_hop
            displayed = display.dice[die]
            if displayed.flight is not flight:
                # Only now is it known where the die is: an earlier event of the step can have moved it.
                flight.start = display.find_slot(die)
                displayed.flight, displayed.is_hidden = flight, False
            hop = int(share * (len(cards) - 1))
            if hop > heard_hop and share < 1.0:
                self.sound("tick", 1.0, self.side(cards[hop]))
            heard_hop = hop
            flight.share = share

        def land() -> None:
            displayed = display.dice[die]
            displayed.card, displayed.flight, displayed.is_hidden = cards[-1], None, False

        self._animate(seconds, apply, land, wait, sound, linear, cards[0])

    def _raise_dice(self, event: events.Raised, wait: float) -> float:
        display = self.display

        def apply(share: float) -> None:
            display.joker = sin(share * pi)
            for die in display.dice:
                die.lift = 0.5 * sin(share * pi)

        def raise_pips() -> None:
            for die, pips in zip(display.dice, event.pips, strict=True):
                die.pips = pips

        def finish() -> None:
            display.joker = 0.0
            for die in display.dice:
                die.lift = 0.0

        self.motion.after(wait + _RAISE / 2, raise_pips)
        self._animate(_RAISE, apply, finish, wait, "whoosh", linear)
        return wait + _RAISE + 0.15

    def _explode(self, event: events.Exploded, wait: float, burst_index: int) -> float:
        display = self.display
        burst = PaperBurst(event.at, burst_index)
        self.burst_cards |= dict.fromkeys(event.dice, event.at)

        def begin() -> None:
            display.bursts.append(burst)
            for die in event.dice:
                display.dice[die].is_hidden = True

        def apply(share: float) -> None:
            burst.share = share
            display.shake = max(0.0, 1 - share * 2.2)

        def finish() -> None:
            display.bursts = [displayed for displayed in display.bursts if displayed is not burst]
            display.shake = 0.0

        burst.share = _FROZEN_BURST_SHARE if self.reduced_motion else 0.0
        self.motion.after(wait, begin)
        self._animate(_BLAST, apply, finish, wait, "blast", linear, event.at)
        if event.takes:
            self._flip_card(event.at, wait + _CARD_FLIPS_AFTER)
        return wait + _BLAST + _PAUSE

    def _flip_card(self, card: int, wait: float) -> None:
        display = self.display

        def apply(share: float) -> None:
            display.turning[card] = 1 - share

        def finish() -> None:
            display.turning.pop(card, None)
            display.face_down.add(card)

        self._animate(_FLIP, apply, finish, wait, "flip", card=card)

    def _reset_dice(self, event: events.Reset, wait: float) -> float:
        display = self.display

        def set_to_one() -> None:
            for die in event.dice:
                display.dice[die].pips = 1

        self.motion.after(wait, set_to_one)
        for index, die in enumerate(event.dice):
            start = wait + index * _RESTART_STEP
            self._fly_die(die, (self.burst_cards[die], event.to), _RESTART, start, "put", 1.7)
        return wait + _RESTART + _RESTART_STEP * len(event.dice) + 0.15

    def _put_out(self, event: events.Out, wait: float) -> float:
        def put_out() -> None:
            self.display.alive[event.seat] = False

        self.motion.after(wait, put_out)
        return self._show_lost_hearts(event.seat, event.hearts, m("{who} is out", who=self.names[event.seat]), wait)

    def _show_lost_hearts(self, seat: int, hearts: tuple[str, ...], words: Message, wait: float) -> float:
        """Show lost hearts of a seat in the middle of the table, then at its panel."""
        display = self.display

        def begin() -> None:
            display.notice = Notice(words, hearts, seat)
            new_hearts = tuple(heart for heart in hearts if heart not in display.revealed[seat])
            display.revealed[seat] = (*display.revealed[seat], *new_hearts)
            self.on_change()

        def finish() -> None:
            display.notice = None

        self.motion.after(wait, begin)
        self._animate(_NOTICE, lambda _: None, finish, wait, "grenade")
        return wait + _NOTICE + _PAUSE

    def _reveal_hearts(self, event: events.HeartsRevealed, wait: float) -> float:
        display = self.display

        def reveal() -> None:
            display.revealed = list(event.hearts)
            display.unused = event.unused
            self.on_change()

        self.motion.after(wait, reveal)
        self._play_sound("flip", wait, 0.2)
        return wait + _REVEAL_PAUSE
