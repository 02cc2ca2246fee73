"""Pieces of a sheet that the words of all games are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from grenade_salad.artwork.court_cards import rank_label
from grenade_salad.core import Action, Json, Reason, Setup, View
from grenade_salad.match.words import winners_message
from grenade_salad.sheets.animations import Animator, Filmed
from grenade_salad.text import Message, Reader, Words, m, say

# Translators: a button: do nothing
PASS_LABEL = m("Pass")
# Translators: on the page of a phone, a button: which card is chosen then
PLAY_A_CARD = m("Play a card…")
# Translators: on the page of a phone, a button: play a card in answer to somebody else's
REACT = m("React…")
Part: TypeAlias = Literal["hand", "do", "table"]
"""The parts of the page: the cards, the buttons, the table."""
_OVER = m("The game is over")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a seat can do: the buttons that lead to it, one in another, and the line of the action.

    `keys` names for each button the part of the line that it decides; the page asks for what `needs` names: `to` and
    `at` are points in mm, `angle` radians, `height` mm. `words` says the whole of it where one button leads past
    several, and in a hint; without it the last button does. `cards` are the codes of the cards of the own hand that it
    plays: with any, it lies behind one button (see Told.covered) and behind those cards; without, it stands open.
    `more` are the lines that follow the action.
    """

    path: tuple[Words, ...]
    action: Action
    needs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ("do",)
    words: Words = ""
    cards: tuple[str, ...] = ()
    more: tuple[Action, ...] = ()

    def encode(self, reader: Reader) -> Json:
        """The choice as it is sent, in the reader's language."""
        path: list[Json] = [say(part, reader, begin=not index) for index, part in enumerate(self.path)]
        line: dict[str, Json] = dict(self.action.to_line())
        words = say(self.words or self.path[-1], reader, begin=True)
        details: dict[str, Json] = {"needs": list(self.needs), "keys": list(self.keys), "cards": list(self.cards)}
        more: list[Json] = [dict(action.to_line()) for action in self.more]
        if more:
            details["more"] = more
        return {"path": path, "words": words, "line": line, **details, "passes": self.action.is_pass}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the own hand: in words, short, and as a picture, `art`, in the folder of cards.

    `code` is what the choices that play it have among their `cards`. `look` draws a card that has no such picture, as a
    picture of the table's kind has it.
    """

    words: Words
    short: Words
    note: Words = ""
    red: bool = False
    code: str = ""
    art: str = ""
    look: Json = None

    def encode(self, reader: Reader) -> Json:
        """The card as it is sent, in the reader's language."""
        texts: dict[str, Json] = {"words": say(self.words, reader), "short": say(self.short, reader)}
        drawing: dict[str, Json] = {"look": self.look} if self.look is not None else {}
        return {**texts, "note": say(self.note, reader), "red": self.red, "code": self.code, "art": self.art, **drawing}


@dataclass(frozen=True)
class SheetWriter:
    """What a game brings for phones: `told(view, legal, reader)` is what it says to the seat of the view.

    It is asked anew whenever something happened, for every phone, in the reader's language; the seat of the view may be
    None, for somebody who looks on, and `legal` is empty for who may not act now. Nothing else is sent to the phone.

    `foresee(view, action, why_not, reader)` is what the seat is told of an action before it decides; without it, or
    with None, whether it may. `rules` has the id of the rule for each kind of action, its `do`. `beside` says for spots
    of the game's lesson in which part of the page a tip about them stands; others stand at the table. `show` says what
    moves on the page of the table, a television: see sheets.animations; without it pictures change at once; `filmed`
    has those of a step of luck shown as it went. `files(view)` are
    pictures that the sheets name besides those of the program, by their path below /box/: all on the network may see
    them. `starts` are setups that can be chosen by name where there is no window, the usual one first.
    """

    write: Callable[[View, Sequence[Action], Reader], Sheet]
    preview: Callable[[View, Action, Callable[[Action], Reason | None], Reader], ActionPreview | None] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    tip_parts: Mapping[str, Part] = field(default_factory=dict)
    animate: Animator | None = None
    animate_film: Filmed | None = None
    files: Callable[[View], Mapping[str, bytes]] | None = None
    named_setups: Callable[[], Mapping[str, Callable[[], Setup]]] | None = None


@dataclass(frozen=True, slots=True)
class ActionPreview:
    """What can be foreseen of an action: `words` say what it would do, or why it may not be done.

    `victims` and `line` are for the picture: the pieces that would go, and a line of attack from one point in mm to
    another, with 1 if it is free. `place` is where it would be done, in mm, if a point is aimed at: the nearest that
    may be. `why` says why it may not be done exactly as it stands in the action, if there is another place.
    """

    is_legal: bool
    words: Words = ""
    victims: tuple[int, ...] = ()
    line: tuple[float, float, float, float, int] | None = None
    place: tuple[float, float] | None = None
    why: Words = ""

    def encode(self, reader: Reader) -> dict[str, Json]:
        """What is foreseen as it is sent, in the reader's language."""
        line: list[Json] | None = None if self.line is None else [*self.line]
        text = say(self.words, reader, begin=True)
        place: list[Json] | None = None if self.place is None else [*self.place]
        return {"ok": self.is_legal, "words": text, "victims": list[Json](self.victims), "line": line, "place": place}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a game says to one seat, from its view and its legal actions alone.

    `spoken` says what the picture shows, for who cannot see it. `picture` is the table for the page to draw, of a
    `kind` that it knows: a `mat_view` of pieces, a `ring` of cards, `piles`, or an `open` table. `rule` is the id of
    the
    rule that matters now.

    `covered` is the button behind which choices with cards lie, so that nobody who looks on reads the hand from the
    buttons; it is there whatever is in the hand. None calls it "React…" while there is a question and "Play a card…"
    else, and leaves it away without a hand; with "" all choices stand open.

    `acting` are those whose turn it is, if they are not those who may act. `tools` is what the seat can do with what
    lies in the picture, for the part of the page that draws its kind; it is sent to the seat alone.
    """

    status: Words
    public: tuple[Words, ...]
    facts: tuple[Words, ...]
    question: Words = ""
    hand: tuple[Card, ...] = ()
    hand_title: Words = ""
    choices: tuple[Choice, ...] = ()
    pass_words: Words = PASS_LABEL
    spoken: tuple[Words, ...] = ()
    picture: Json = None
    notebook: Json = None
    rule: str = ""
    cover_label: Words | None = None
    acting: tuple[int, ...] | None = None
    tools: Json = None

    @property
    def current_cover_label(self) -> Words:
        """What the button is called behind which choices with cards lie now; "" if there is none."""
        if self.cover_label is not None:
            return self.cover_label
        return REACT if self.question else PLAY_A_CARD if self.hand else ""


def describe_end(view: View, why: Words = _OVER) -> Message:
    """Why it is over, and who won."""
    # Translators: why the game is over, and who won
    return m("{why}. {won}.", why=why, won=winners_message((view.ranking or ((),))[0]))


_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def playing_card(card: str, words: Words, note: Words = "") -> Card:
    """A playing card, as in records.

    >>> say(playing_card("10H", "the 10 of hearts").short)
    '10♥'
    """
    return Card(words, short_name(card), note, card[-1] in "DH", card, card_art(card))


def card_art(card: str | None) -> str:
    """The picture of a playing card, in the folder of cards; None is one face down."""
    return f"playing/{card or 'back'}"


def short_name(card: str) -> Message:
    """Number and suit of a playing card."""
    return m("{rank}{suit}", context="a playing card", rank=rank_label(card), suit=_SUITS[card[-1]])
