"""Parts of a sheet that all games share."""

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
"""Parts of the page: the cards, the buttons, the table."""
Order: TypeAlias = Literal["begin", "pause", "go on", "admit", "reject", "machine", "screen", "allow", "deny"]
"""Commands of the phone that is also the host."""
_OVER = m("The game is over")


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a seat: nested buttons that lead to it, and its action.

    `keys` names for each button the part of the line that it decides; the page asks for what `needs` names: `to` and
    `at` are points in mm, `angle` radians, `height` mm. `words` describes the whole where one button combines several,
    and in a hint; without it the last button does. `cards` are the codes of the cards of the seat's hand that it plays:
    with any, it is behind one button (see `Sheet.cover_label`) and behind those cards; without, it is open. `more` are
    the actions that follow.
    """

    path: tuple[Words, ...]
    action: Action
    needs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ("do",)
    words: Words = ""
    cards: tuple[str, ...] = ()
    more: tuple[Action, ...] = ()

    def encode(self, reader: Reader) -> Json:
        """Return the choice as it is sent, in the reader's language."""
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
    """A card of the seat's hand: full and short words, and a picture.

    `art` is the picture in the cards folder. `code` is listed in `cards` of the choices that play it. `look` draws a
    card without such a picture, in the format of the table's picture.
    """

    words: Words
    short: Words
    note: Words = ""
    red: bool = False
    code: str = ""
    art: str = ""
    look: Json = None

    def encode(self, reader: Reader) -> Json:
        """Return the card as it is sent, in the reader's language."""
        texts: dict[str, Json] = {"words": say(self.words, reader), "short": say(self.short, reader)}
        drawing: dict[str, Json] = {"look": self.look} if self.look is not None else {}
        return {**texts, "note": say(self.note, reader), "red": self.red, "code": self.code, "art": self.art, **drawing}


@dataclass(frozen=True)
class SheetWriter:
    """A game's support for phones.

    `write(view, legal, reader)` returns the sheet of the view's seat. It is called after every step, for every phone,
    in the reader's language; the seat of the view may be None, for a spectator, and `legal` is empty for a seat that
    may not act now. Nothing else is sent to the phone.

    `preview(view, action, why_not, reader)` describes an action to the seat before it decides; without it, or if it
    returns None, the seat is only told if the action is legal. `rules` has the rule id for each kind of action, its
    `do`. `tip_parts` has the part of the page for tips about spots of the game's lesson; other tips are at the table.
    `animate` returns the animations on the television page: see `sheets.animations`; without it pictures change at
    once. `animate_film` adds the paths of a chance step. `files(view)` are pictures that the sheets name besides those
    of the program, by their path below /box/: everybody on the network may see them. `named_setups` are setups to
    choose by name where there is no window, the default first.
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
    """A preview of an action: `words` say what it would do, or why it is not legal.

    `victims` and `line` are for the picture: the pieces that would be removed, and a line of attack from one point in
    mm to another, with 1 if it is free. `place` is the nearest legal point, in mm, if a point is aimed at. `why` says
    why the action is not legal exactly as given, if there is another place.
    """

    is_legal: bool
    words: Words = ""
    victims: tuple[int, ...] = ()
    line: tuple[float, float, float, float, int] | None = None
    place: tuple[float, float] | None = None
    why: Words = ""

    def encode(self, reader: Reader) -> dict[str, Json]:
        """Return the preview as it is sent, in the reader's language."""
        line: list[Json] | None = None if self.line is None else [*self.line]
        text = say(self.words, reader, begin=True)
        place: list[Json] | None = None if self.place is None else [*self.place]
        return {"ok": self.is_legal, "words": text, "victims": list[Json](self.victims), "line": line, "place": place}


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a game says to one seat, from its view and legal actions only.

    `spoken` describes the picture for people who cannot see it. `picture` is the table for the page to draw, of a
    `kind` that it knows: a `field` of pieces, a `ring` of cards, `piles`, or an `open` table. `rule` is the id of the
    rule that matters now.

    `cover_label` is the label of the button that covers choices with cards, so that the buttons do not reveal the hand
    to a spectator; it is there whatever is in the hand. With None it is "React…" while there is a question, else "Play
    a card…", and there is none without a hand; with "" all choices are open.

    `acting` are the seats whose turn it is, if they are not those that may act. `tools` is what the seat can do with
    the pieces in the picture, for the part of the page that draws its kind; it is sent to the seat only.
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
        """Label of the button that covers choices with cards now; "" if there is none."""
        if self.cover_label is not None:
            return self.cover_label
        return REACT if self.question else PLAY_A_CARD if self.hand else ""


def describe_end(view: View, why: Words = _OVER) -> Message:
    """Return why the match is over, and who won."""
    # Translators: why the game is over, and who won
    return m("{why}. {won}.", why=why, won=winners_message((view.ranking or ((),))[0]))


_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def playing_card(card: str, words: Words, note: Words = "") -> Card:
    """Return a playing card, with its code as in records.

    >>> say(playing_card("10H", "the 10 of hearts").short)
    '10♥'
    """
    return Card(words, short_name(card), note, card[-1] in "DH", card, card_art(card))


def card_art(card: str | None) -> str:
    """Return the picture of a playing card in the cards folder; None is face down."""
    return f"playing/{card or 'back'}"


def short_name(card: str) -> Message:
    """Return number and suit of a playing card."""
    return m("{rank}{suit}", context="a playing card", rank=rank_label(card), suit=_SUITS[card[-1]])
