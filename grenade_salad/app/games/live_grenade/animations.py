"""Animates each step of a match: its events become tweens of the display state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from grenade_salad.app.games.effects import FlyingCard, show_transient
from grenade_salad.app.games.live_grenade import words
from grenade_salad.app.games.live_grenade.card_places import CardPlaces
from grenade_salad.app.games.live_grenade.display_state import HeldCard, LiveGrenadeDisplay
from grenade_salad.app.shell.audio import Effect, Sounds
from grenade_salad.app.ui.canvas import Rect
from grenade_salad.app.ui.motion import Motion, ease, ease_out, linear
from grenade_salad.core import Event
from grenade_salad.games.live_grenade import events
from grenade_salad.games.live_grenade.view import LiveGrenadeView
from grenade_salad.text import Words, m

_SLIDE_SECONDS = 0.22
"""Seconds that a card slides over the table."""
_HAND_SECONDS = _SLIDE_SECONDS * 1.3
"""Seconds that a card slides into a hand, or from an eliminated player's hand."""
_LIFT_SECONDS = 0.35
"""Seconds in which a drawn card is lifted, and the light dimmed."""
_TURN_SECONDS = 0.24
"""Seconds in which a card turns over."""
_HOLD_SECONDS = (0.12, 1.7)
"""Seconds that a drawn card is held: without any risk, and what full drama adds."""
_BEAT_SECONDS = 0.3
"""Seconds from one heartbeat to the next while a card is held."""
_MACHINE_SHARE = 0.6
"""Length and loudness of a machine player's draw, as a share of a person's."""
_FULL_DRAMA_RISK = 0.5
"""The share of grenades in the deck from which on a draw has full drama."""
_TENSE = 0.35
"""The drama of a draw from which on hearts beat, and a harmless card is a relief."""
_CAPTION_SECONDS = 0.9
"""Seconds for a caption."""
_BLAST_SECONDS = 0.85
_SEAT_DELAY, _DEAL_INTERVAL = 0.05, 0.16
"""Seconds between the first cards dealt to two seats, and between two of one seat."""
_SCATTER_DELAY, _SCATTER_INTERVAL = 0.3, 0.08
"""Seconds until an eliminated player's first card flies, and between two of them."""
_PLAY_INTERVAL, _CLEAR_INTERVAL = 0.06, 0.05
"""Seconds between two cards of a play, and between two plays that are cleared."""
_FACE_SECONDS = 0.6
"""Seconds that thief and victim see the face of a stolen card."""
_SHUFFLE_COUNT, _SHUFFLE_INTERVAL = 5, 0.12
"""Cards that move when the deck is shuffled, and the seconds between two of them."""


def drama_from_risk(risk: float) -> float:
    """Return how dramatic a draw is, 0 to 1, from the share of grenades in the deck.

    Everybody may know that share.

    >>> drama_from_risk(0.0), round(drama_from_risk(0.05), 2), drama_from_risk(0.5), drama_from_risk(1.0)
    (0.0, 0.1, 1.0, 1.0)
    """
    return min(1.0, risk / _FULL_DRAMA_RISK)


@dataclass(frozen=True)
class _Step:
    """A step that is animated, with the views before and after it."""

    view_before: LiveGrenadeView
    view_after: LiveGrenadeView
    is_person: bool
    """True if a person acted, whose draw is slower than a machine player's."""
    reveal: Callable[[], None]
    """Called when the outcome may be seen: hands and log are updated then."""


@dataclass
class Animator:
    """Animates steps on the display state of a board."""

    display: LiveGrenadeDisplay
    motion: Motion
    sound: Sounds
    places: CardPlaces
    names: Sequence[str]
    refresh_cards: Callable[[], None]
    """Called after cards left a hand, to show those that remain."""
    show_last_out: Callable[[events.Out, LiveGrenadeView, LiveGrenadeView], None]
    """Shows the last player going out but not the end, from the views around it."""
    reduced_motion: bool = False
    """True if nothing moves: cards appear where they go."""
    _stack_handled: bool = False
    """True if a play still waits after the step, or the clearing has begun."""
    _deal_end: float = 0.0
    """Seconds after which all cards of a deal have arrived."""

    def animate(
        self,
        step_events: Sequence[Event],
        view_before: LiveGrenadeView,
        view_after: LiveGrenadeView,
        *,
        is_person: bool,
        reveal: Callable[[], None],
    ) -> None:
        """Start to animate a step.

        `is_person` is True if a person acted. `reveal` is called once, when the outcome may be seen.
        """
        self.display.end_motion()
        self._stack_handled = bool(view_after.stack)
        dealt = [deal for deal in step_events if isinstance(deal, events.Dealt)]
        self._deal_end = max(
            (_deal_start(deal) + (deal.number - 1) * _DEAL_INTERVAL + _SLIDE_SECONDS for deal in dealt), default=0.0
        )
        waiting = [reveal]

        def reveal_once() -> None:
            while waiting:
                waiting.pop()()

        step, wait = _Step(view_before, view_after, is_person, reveal_once), 0.0
        for event in step_events:
            wait = self._animate_event(event, step, wait)
        self.motion.after(wait, reveal_once)
        self.motion.after(wait + 0.02, self.display.end_motion)

    def _animate_event(self, event: Event, step: _Step, wait: float) -> float:
        """Start to animate an event after `wait` seconds; return when it ends."""
        match event:
            case events.Dealt():
                return self._animate_deal(event, step, wait)
            case events.Drew():
                return self._animate_draw(event, step, wait)
            case events.Grenade():
                return self._animate_grenade(event, step, wait)
            case events.Out():
                # The last grenade ends the game; the end is announced only when all cards have landed.
                show_out = (
                    partial(self.show_last_out, event, step.view_before, step.view_after)
                    if step.view_after.is_over
                    else step.reveal
                )
                return self._animate_out(event, show_out, wait)
            case events.Reshuffled():
                return self._animate_reshuffle(wait)
            case events.Played():
                return self._animate_play(event, step, wait)
            case events.Cancelled() | events.Skipped() | events.NothingStolen():
                return self._clear_stack(step, wait)
            case events.Stolen():
                return self._animate_theft(event, step, wait)
            case events.Turned():
                return self._animate_reversal(wait)
        return wait

    # Parts of several animations

    def _schedule_sound(self, name: Effect, wait: float, box: Rect | None = None, volume: float = 1.0) -> None:
        """Schedule a sound that is heard from the box, or from the middle without one."""
        self.motion.after(wait, lambda: self._play_sound(name, box, volume))

    def _play_sound(self, name: Effect, box: Rect | None, volume: float = 1.0) -> None:
        self.sound(name, volume, self.places.pan(box) if box is not None else 0.0)

    def _slide_card(
        self, flying_card: FlyingCard, wait: float, seconds: float = _SLIDE_SECONDS, sound: Effect = "card"
    ) -> float:
        """Slide a card, at once with reduced motion; return when it arrives."""
        seconds = 0.0 if self.reduced_motion else seconds
        play_sound = partial(self._play_sound, sound, flying_card.start)
        show_transient(
            self.motion, self.display.flying, flying_card, seconds, wait=wait, curve=ease_out, on_begin=play_sound
        )
        return wait + seconds

    def _schedule_caption(self, words: Words, wait: float, *, is_alarm: bool = False) -> None:
        def show() -> None:
            self.display.words, self.display.is_alarm = words, is_alarm

        self.motion.after(wait, show)

    def _remove_from_hand(self, seat: int, cards: tuple[str, ...], wait: float) -> None:
        """Take cards out of the hand that they leave."""

        def remove() -> None:
            self.display.leaving = (seat, cards)
            self.refresh_cards()

        self.motion.after(wait, remove)

    def _add_to_hand(self, card: str | None, start: Rect, seat: int, step: _Step, wait: float) -> float:
        """Slide a card into a seat's hand; in an open hand the others make space."""
        hand, display, count = step.view_after.hands[seat], self.display, words.hand_size(step.view_after, seat)
        visible_hand = hand if self.places.is_hand_open(seat) and isinstance(hand, tuple) else ()
        index = visible_hand.index(card) if card in visible_hand else count - 1
        side = 1.0 if card is not None else 0.0
        goal = self.places.find_card_box(seat, index, count)
        if card in visible_hand:

            def make_space(share: float) -> None:
                display.gap = (index, share)

            self.motion.play(0.0 if self.reduced_motion else _SLIDE_SECONDS, make_space, wait=wait, curve=ease)
        return self._slide_card(FlyingCard(card, start, goal, (side, side)), wait, _HAND_SECONDS)

    def _animate_deal(self, event: events.Dealt, step: _Step, wait: float) -> float:
        """Deal cards face down; their owners see them when all are dealt."""
        hand, landed_cards = step.view_after.hands[event.seat], self.display.landed
        opens = self.places.is_hand_open(event.seat)
        for index in range(event.number):
            goal = self.places.find_card_box(event.seat, index, event.number)
            landing_time = self._slide_card(
                FlyingCard(None, self.places.deck, goal), _deal_start(event) + index * _DEAL_INTERVAL, sound="draw"
            )
            dealt_card = FlyingCard(hand[index] if opens and isinstance(hand, tuple) else None, goal, goal, (0.0, 1.0))
            self.motion.after(landing_time, partial(landed_cards.append, dealt_card))
            if dealt_card.card is not None:
                self.motion.play(
                    0.0 if self.reduced_motion else _TURN_SECONDS,
                    partial(setattr, dealt_card, "share"),
                    wait=self._deal_end,
                )
        return max(wait, self._deal_end + _TURN_SECONDS)

    # Draws

    def _hold_card(self, card: str | None, seat: int, step: _Step, wait: float) -> float:
        """Lift a drawn card in dim light and hold it, without a word of what it is."""
        display, risk = self.display, words.risk(step.view_before)
        drama = drama_from_risk(risk)
        breath = (_HOLD_SECONDS[0] + _HOLD_SECONDS[1] * drama) * (1.0 if step.is_person else _MACHINE_SHARE)
        lifted = self._slide_card(
            FlyingCard(None, self.places.deck, self.places.held_card), wait, _LIFT_SECONDS, "draw"
        )
        # Translators: a caption while a card is drawn; {share} is the risk of a grenade, as in 12%
        self._schedule_caption(m("{who} draws: {share}", who=self.names[seat], share=words.format_percent(risk)), wait)

        def darken(share: float) -> None:
            display.darkness = max(display.darkness, share * drama)

        def hold() -> None:
            display.held = HeldCard(card)

        beats = round(breath / _BEAT_SECONDS) if drama >= _TENSE else 0
        last_beat = [-1]

        def tremble(share: float) -> None:
            if display.held is not None:
                display.held.tremble = 0.0 if self.reduced_motion else share * 1.3 * drama
            if last_beat[0] < int(share * beats) < beats:
                last_beat[0] = int(share * beats)
                self.sound("tick", 0.4 + 0.6 * last_beat[0] / beats)

        self.motion.play(_LIFT_SECONDS, darken, wait=wait)
        self.motion.after(lifted, hold)
        self.motion.play(breath, tremble, wait=lifted, curve=linear)
        return lifted + breath

    def _turn_over(self, wait: float) -> float:
        def apply(share: float) -> None:
            if self.display.held is not None:
                self.display.held.turned, self.display.held.tremble = share, 0.0

        self._schedule_sound("flip", wait)
        self.motion.play(0.0 if self.reduced_motion else _TURN_SECONDS, apply, wait=wait, curve=ease)
        return wait + _TURN_SECONDS

    def _brighten(self, wait: float, seconds: float = 0.25) -> None:
        """Bring the light back."""
        display = self.display
        dark: list[float] = []

        def brighten(share: float) -> None:
            dark.append(display.darkness)
            display.darkness = dark[0] * (1 - share)

        self.motion.play(seconds, brighten, wait=wait)

    def _animate_draw(self, event: events.Drew, step: _Step, wait: float) -> float:
        wait = self._hold_card(event.card, event.seat, step, wait)
        is_visible = event.card is not None
        if is_visible:
            wait = self._turn_over(wait)
        drama = drama_from_risk(words.risk(step.view_before))
        if drama >= _TENSE:
            self._schedule_sound("relief", wait, volume=drama if step.is_person else drama * _MACHINE_SHARE)
            # Translators: a caption: the card was not a grenade
            self._schedule_caption(m("Phew."), wait)
        wait += (0.3 + 0.4 * drama) if is_visible else 0.1 + 0.2 * drama
        self.motion.after(wait, self.display.put_down)
        self._brighten(wait)
        wait = self._add_to_hand(event.card, self.places.held_card, event.seat, step, wait)
        self.motion.after(wait, step.reveal)
        return wait

    def _animate_grenade(self, event: events.Grenade, step: _Step, wait: float) -> float:
        wait = self._turn_over(self._hold_card(event.card, event.seat, step, wait))
        self._schedule_sound("grenade", wait)
        self._schedule_caption(m("A Live Grenade!"), wait, is_alarm=True)
        wait += _CAPTION_SECONDS
        if event.friend is None:
            return wait
        friend = event.friend
        (start,) = self.places.find_hand_boxes(event.seat, (friend,))
        self._remove_from_hand(event.seat, (friend,), wait)
        wait = self._slide_card(FlyingCard(friend, start, self.places.held_card, (1.0, 1.0)), wait, sound="whoosh")

        def cover() -> None:
            if self.display.held is not None:
                self.display.held.friend = friend

        self.motion.after(wait, cover)
        self._schedule_sound("put", wait)
        self.motion.after(wait, step.reveal)
        self._schedule_caption(m("{who}'s Best Friend jumps on it", who=self.names[event.seat]), wait)
        self._schedule_sound("relief", wait + 0.2)
        return wait + _CAPTION_SECONDS * 1.3

    def _animate_reshuffle(self, wait: float) -> float:
        """Discard the Best Friend, put the ace back into the deck, and shuffle the deck."""
        held = self.display.held
        ace, friend = (held.card, held.friend) if held is not None else (None, None)
        self.motion.after(wait, self.display.put_down)
        self._brighten(wait)
        large, deck = self.places.held_card, self.places.deck
        if friend is not None:
            self._slide_card(FlyingCard(friend, large, self.places.discard, (1.0, 1.0)), wait)
        if held is not None:
            wait = self._slide_card(FlyingCard(ace, large, deck, (1.0, 0.0)), wait, _SLIDE_SECONDS * 1.4)
        self._schedule_sound("shuffle", wait, deck)
        if self.reduced_motion:
            return wait + 0.4
        for index in range(_SHUFFLE_COUNT):
            aside = deck.move((-1) ** index * deck.width * 0.75, 0)
            self._slide_card(FlyingCard(None, aside, deck), wait + index * _SHUFFLE_INTERVAL, 0.16, "draw")
        return wait + 0.75

    def _animate_out(self, event: events.Out, reveal: Callable[[], None], wait: float) -> float:
        """Explode without a Best Friend: the hand is scattered over the discard pile."""
        display = self.display

        def burn(share: float) -> None:
            display.burst = 0.5 if self.reduced_motion else share
            display.shake = 0.0 if self.reduced_motion else (1 - share) ** 2
            if share > 0.35:
                display.held = None
                display.flying_discards = min(display.flying_discards, len(event.cards))

        def scatter() -> None:
            reveal()
            # With the ace: by the rules these cards are on the pile already.
            display.flying_discards = len(event.cards) + 1

        def count_landed() -> None:
            display.flying_discards = max(0, display.flying_discards - 1)

        self._schedule_sound("blast", wait)
        self.motion.after(wait + 0.05, scatter)
        self._schedule_caption(m("{who} is out", who=self.names[event.seat]), wait, is_alarm=True)
        self.motion.play(_BLAST_SECONDS, burn, wait=wait, curve=linear)
        side = 1.0 if self.places.is_hand_open(event.seat) else 0.0
        for index, (card, start) in enumerate(
            zip(event.cards, self.places.find_hand_boxes(event.seat, event.cards), strict=True)
        ):
            delay = _SCATTER_DELAY + index * _SCATTER_INTERVAL
            # The hand is empty by now: until it flies, each card rests at its place there.
            resting_card = FlyingCard(card, start, start, (side, side))
            show_transient(self.motion, display.flying, resting_card, delay - 0.05, wait=wait + 0.05)
            flying_card = FlyingCard(card, start, self.places.discard, (side, 1.0))
            self.motion.after(self._slide_card(flying_card, wait + delay, _HAND_SECONDS), count_landed)
        scatter_seconds = _SCATTER_DELAY + len(event.cards) * _SCATTER_INTERVAL + _HAND_SECONDS
        wait += max(_BLAST_SECONDS, _CAPTION_SECONDS, scatter_seconds) + 0.35
        self.motion.after(wait, display.put_down)
        self._brighten(wait)
        return wait + 0.25

    # Plays

    def _animate_play(self, event: events.Played, step: _Step, wait: float) -> float:
        self._remove_from_hand(event.seat, event.cards, wait)
        goal = self.places.find_play_box(len(step.view_before.stack))
        for index, (card, start) in enumerate(
            zip(event.cards, self.places.find_hand_boxes(event.seat, event.cards), strict=True)
        ):
            side = (index - (len(event.cards) - 1) / 2) * goal.width * 0.5
            self._slide_card(FlyingCard(card, start, goal.move(side, 0), (1.0, 1.0)), wait + index * _PLAY_INTERVAL)
        wait += _SLIDE_SECONDS + _PLAY_INTERVAL * (len(event.cards) - 1)
        self.motion.after(wait, step.reveal)
        return wait + 0.15

    def _clear_stack(self, step: _Step, wait: float) -> float:
        """Slide the plays that waited to the discard pile when all of them are over."""
        display, stack = self.display, step.view_before.stack
        if self._stack_handled or not stack:
            return wait
        self._stack_handled = True
        self.motion.after(wait, lambda: setattr(display, "stack_gone", True))
        for index, play in enumerate(stack):
            for card in play.cards:
                start, end = self.places.find_play_box(index), self.places.discard
                landing_time = self._slide_card(
                    FlyingCard(card, start, end, (1.0, 1.0)), wait + index * _CLEAR_INTERVAL
                )
                # The card stays there until the pile shows it.
                self.motion.after(landing_time, partial(display.landed.append, FlyingCard(card, end, end, (1.0, 1.0))))
        wait += _SLIDE_SECONDS + _CLEAR_INTERVAL * len(stack)

        def mark_landed() -> None:
            display.stack_discarded = True
            display.landed.clear()

        self.motion.after(wait, mark_landed)
        return wait

    def _animate_theft(self, event: events.Stolen, step: _Step, wait: float) -> float:
        """Move the card from hand to hand; only thief and victim see its face."""
        wait = self._clear_stack(step, wait)
        middle, side = self.places.held_card.scale_by(0.7), 1.0 if event.card is not None else 0.0
        card = event.card or ""
        (start,) = self.places.find_hand_boxes(event.victim, (card,))
        self._remove_from_hand(event.victim, (card,), wait)
        # A card out of a closed hand is face down at first, and turns over for the thief alone.
        start_side = side if self.places.is_hand_open(event.victim) else 0.0
        wait = self._slide_card(FlyingCard(event.card, start, middle, (start_side, side)), wait, sound="whoosh")
        if event.card is not None:
            resting_card = FlyingCard(event.card, middle, middle, (1.0, 1.0))
            show_transient(self.motion, self.display.flying, resting_card, _FACE_SECONDS, wait=wait)
            wait += _FACE_SECONDS
        wait = self._add_to_hand(event.card, middle, event.thief, step, wait)
        self.motion.after(wait, step.reveal)
        return wait

    def _animate_reversal(self, wait: float) -> float:
        display = self.display
        self._schedule_sound("whoosh", wait)
        seconds = 0.0 if self.reduced_motion else 0.5
        self.motion.play(seconds, lambda share: setattr(display, "spin", share), wait=wait)
        return wait + seconds


def _deal_start(deal: events.Dealt) -> float:
    """Return the seconds after which the first card of a seat is dealt."""
    return deal.seat * _SEAT_DELAY
