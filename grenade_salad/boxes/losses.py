"""Losses: what a box lacks of another program's file, in people's words.

An importer counts with `LossTally`, and puts the result into `Box.losses`. The words are chosen when they are shown, in
the language of the reader; of the file itself there are only names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grenade_salad.games.open_table.box import (
    MAX_CAUSE_LENGTH,
    MAX_LOSS_COUNT,
    MAX_LOSS_NAME_LENGTH,
    MAX_LOSS_NAMES,
    MAX_LOSSES,
    Loss,
)
from grenade_salad.text import Message, Reader, m, say

Part: TypeAlias = Literal["picture", "piece", "place", "button", "words", "rule", "guess"]
_PARTS: tuple[Part, ...] = ("picture", "piece", "place", "words", "button", "rule", "guess")
"""The parts in the order in which people read of them."""
_MARKS = re.compile(r"[*`\[\]|#]")
"""Letters that Markdown would take for marks."""

# Translators: the head of a list: how a game differs from another program's file of it
TITLE = m("Not as in the original")
# Translators: a heading: decisions that the file left open
GUESSED = m("What was guessed")


class LossTally:
    """Counts losses while a file is imported.

    >>> tally = LossTally()
    >>> for name in ("Red tent", "Blue tent"):
    ...     tally.add("picture", "internet", name)
    >>> tally.to_losses()
    (Loss(part='picture', cause='internet', count=2, names=('Red tent', 'Blue tent')),)
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[Part, str], int] = {}
        self._names: dict[tuple[Part, str], list[str]] = {}

    def add(self, part: Part, cause: str, name: str = "", count: int = 1) -> None:
        """Count a loss, and keep the first three different names.

        A count of 0 is none.
        """
        if count < 1:
            return
        key = part, cause[:MAX_CAUSE_LENGTH]
        self._counts[key] = self._counts.get(key, 0) + count
        names = self._names.setdefault(key, [])
        if len(names) < MAX_LOSS_NAMES and (words := _shorten(name)) and words not in names:
            names.append(words)

    def to_losses(self) -> tuple[Loss, ...]:
        """Return the losses part by part, and by their first occurrence."""
        keys = sorted(self._counts, key=lambda key: _PARTS.index(key[0]))
        return tuple(
            Loss(*key, min(self._counts[key], MAX_LOSS_COUNT), tuple(self._names[key])) for key in keys[:MAX_LOSSES]
        )


def _shorten(name: str) -> str:
    """Return a name from a stranger's file in one printable line of bounded length."""
    words = "".join(letter if letter.isprintable() else " " for letter in name[:1000])
    words = " ".join(_MARKS.sub(" ", words).split())
    return words if len(words) <= MAX_LOSS_NAME_LENGTH else f"{words[: MAX_LOSS_NAME_LENGTH - 1].rstrip()}…"


def describe_loss(loss: Loss) -> Message:
    """Return the sentence about a loss, with its names."""
    make_sentence = _SENTENCES.get((loss.part, loss.cause)) or _GENERAL_SENTENCES[loss.part]
    sentence = make_sentence(loss.count)
    if not loss.names:
        return m("{sentence}.", sentence=sentence)
    names = list(loss.names)
    if loss.count > len(names):
        names[-1] = names[-1].removesuffix("…")
        # Translators: {sentence} is a sentence about missing things, {names} some of their names; there are more
        return m("{sentence}: {names:,}…", sentence=sentence, names=names)
    # Translators: {sentence} is a sentence about missing things, {names} all their names
    return m("{sentence}: {names:,}.", sentence=sentence, names=names)


@dataclass(frozen=True)
class LossGroup:
    """Losses that mean the same for people, under a heading."""

    heading: Message
    sentences: tuple[Message, ...]


def group_losses(losses: Iterable[Loss]) -> tuple[LossGroup, ...]:
    """Return the sentences in groups: missing, done by hand, guessed.

    Empty groups are left out.
    """
    losses = tuple(losses)
    groups: Sequence[tuple[Message, tuple[Part, ...]]] = (
        # Translators: a heading: parts of a game that the file has and this table has not
        (m("What is missing"), ("picture", "piece", "place", "words")),
        # Translators: a heading: what the other program did by itself
        (m("What you do by hand"), ("button", "rule")),
        (GUESSED, ("guess",)),
    )
    return tuple(
        LossGroup(heading, sentences)
        for heading, parts in groups
        if (sentences := tuple(describe_loss(loss) for loss in losses if loss.part in parts))
    )


def find_title(groups: Sequence[LossGroup]) -> Message:
    """Return the title of all groups.

    A table of cards has lost nothing, only because its columns were guessed.
    """
    return GUESSED if all(group.heading == GUESSED for group in groups) else TITLE


def format_losses(losses: Iterable[Loss], reader: Reader | None = None) -> str:
    """Return the losses as Markdown, to follow the rules of a box; "" without any."""
    groups = group_losses(losses)
    if not groups:
        return ""
    reader = reader or Reader()
    title = find_title(groups)
    lines = [f"## {say(title, reader)}"]
    for group in groups:
        lines += ["", f"### {say(group.heading, reader)}", ""] if group.heading != title else [""]
        lines += [f"- {_MARKS.sub(' ', say(sentence, reader))}" for sentence in group.sentences]
    return "\n".join(lines)


def append_losses(rules: str, losses: Iterable[Loss]) -> str:
    """Return a page of rules that ends with the losses."""
    return "\n\n".join(filter(None, (rules, format_losses(losses))))


_Sentence: TypeAlias = Callable[[int], Message]
_GENERAL_SENTENCES: dict[str, _Sentence] = {
    "picture": lambda n: m("{n} picture is not shown", "{n} pictures are not shown", n=n),
    "piece": lambda n: m("{n} piece is left out", "{n} pieces are left out", n=n),
    "place": lambda n: m("{n} place for pieces is left out", "{n} places for pieces are left out", n=n),
    "words": lambda n: m("{n} text is left out", "{n} texts are left out", n=n),
    "button": lambda n: m(
        "{n} button does something that no button here can", "{n} buttons do something that no button here can", n=n
    ),
    "rule": lambda n: m(
        "{n} thing happens by itself there; here you do it by hand",
        "{n} things happen by themselves there; here you do them by hand",
        n=n,
    ),
    "guess": lambda n: m("{n} thing was guessed", "{n} things were guessed", n=n),
}
"""Sentences about losses with an unknown cause, as from a later version."""
_SENTENCES: dict[tuple[Part, str], _Sentence] = {
    ("picture", "internet"): lambda n: m(
        "{n} picture is on the internet, and nothing is fetched here",
        "{n} pictures are on the internet, and nothing is fetched here",
        n=n,
    ),
    ("picture", "missing"): lambda n: m("{n} picture is not in the file", "{n} pictures are not in the file", n=n),
    ("picture", "unreadable"): lambda n: m("{n} picture cannot be read", "{n} pictures cannot be read", n=n),
    ("picture", "large"): lambda n: m("{n} picture is too large", "{n} pictures are too large", n=n),
    ("picture", "number"): lambda n: m(
        "{n} picture is more than a box may have", "{n} pictures are more than a box may have", n=n
    ),
    # Translators: pictures such as emoji that the other program brings along
    ("picture", "program"): lambda n: m(
        "{n} picture belongs to the other program", "{n} pictures belong to the other program", n=n
    ),
    ("picture", "format"): lambda n: m(
        "{n} picture has a format that is not read", "{n} pictures have a format that is not read", n=n
    ),
    # Translators: a card's front is several pictures on each other, and one of them is shown
    ("picture", "layers"): lambda n: m(
        "{n} front is drawn from several pictures, and only one is shown",
        "{n} fronts are drawn from several pictures, and only one is shown",
        n=n,
    ),
    # Translators: a picture is put together from several, and some of those are no pictures at all
    ("picture", "part"): lambda n: m(
        "{n} picture lacks a part that cannot be read", "{n} pictures lack parts that cannot be read", n=n
    ),
    # Translators: pictures among the words of a page, such as an overview of the rules
    ("picture", "page"): lambda n: m("{n} picture in a text is left out", "{n} pictures in texts are left out", n=n),
    # Translators: a spinner is a disc with an arrow that points to a field; here a die is rolled instead
    ("picture", "spinner"): lambda n: m(
        "{n} spinner is a die here, without its picture", "{n} spinners are dice here, without their pictures", n=n
    ),
    ("picture", "motion"): lambda n: m(
        "{n} picture moves, and here it shows its beginning",
        "{n} pictures move, and here they show their beginning",
        n=n,
    ),
    ("piece", "timer"): lambda n: m("{n} timer is left out", "{n} timers are left out", n=n),
    ("piece", "canvas"): lambda n: m("{n} canvas to draw on is left out", "{n} canvases to draw on are left out", n=n),
    ("piece", "link"): lambda n: m("{n} link to a web page is left out", "{n} links to web pages are left out", n=n),
    ("piece", "decoration"): lambda n: m("{n} decoration is left out", "{n} decorations are left out", n=n),
    ("piece", "faces"): lambda n: m(
        "{n} piece has more than two faces, and shows two here",
        "{n} pieces have more than two faces, and show two here",
        n=n,
    ),
    ("piece", "seats"): lambda n: m(
        "{n} piece is visible to some players alone there, and to all here",
        "{n} pieces are visible to some players alone there, and to all here",
        n=n,
    ),
    ("piece", "number"): lambda n: m(
        "{n} piece is more than a box may have", "{n} pieces are more than a box may have", n=n
    ),
    # Translators: a deck is a list of names of pictures in the same folder, and some are of no picture
    ("piece", "deck"): lambda n: m(
        "{n} card of a deck is not in its folder", "{n} cards of decks are not in their folder", n=n
    ),
    ("piece", "order"): lambda n: m(
        "{n} deck has an order that is too long, and is shuffled",
        "{n} decks have an order that is too long, and are shuffled",
        n=n,
    ),
    ("piece", "unknown"): lambda n: m(
        "{n} piece of an unknown kind is a plain one here", "{n} pieces of unknown kinds are plain ones here", n=n
    ),
    ("place", "number"): lambda n: m(
        "{n} place is more than a box may have", "{n} places are more than a box may have", n=n
    ),
    ("place", "seats"): lambda n: m(
        "{n} place is for some players alone there, and for all here",
        "{n} places are for some players alone there, and for all here",
        n=n,
    ),
    # Translators: a grid is the squares of a board, in the middle of which pieces come to rest by themselves
    ("place", "grid"): lambda n: m(
        "{n} grid for pieces is left out, as no board is under it",
        "{n} grids for pieces are left out, as no board is under them",
        n=n,
    ),
    ("place", "full"): lambda n: m(
        "{n} place has more in it than it takes", "{n} places have more in them than they take", n=n
    ),
    ("words", "cut"): lambda n: m("{n} text is too long, and was cut", "{n} texts are too long, and were cut", n=n),
    # Translators: words that lie over the program's own playing cards
    ("words", "covered"): lambda n: m("The words on {n} card are left out", "The words on {n} cards are left out", n=n),
    # Translators: a cell of a spreadsheet
    ("words", "cell"): lambda n: m("{n} cell could not be used", "{n} cells could not be used", n=n),
    ("button", "questions"): lambda n: m(
        "{n} button asks questions, which no button here can",
        "{n} buttons ask questions, which no button here can",
        n=n,
    ),
    # Translators: buttons that are known there by where they are, as on a card
    ("button", "wordless"): lambda n: m(
        "{n} button has no words, and nobody would know what it does",
        "{n} buttons have no words, and nobody would know what they do",
        n=n,
    ),
    ("button", "length"): lambda n: m(
        "{n} button does more than a button here may", "{n} buttons do more than a button here may", n=n
    ),
    ("button", "number"): lambda n: m(
        "{n} button is more than a box may have", "{n} buttons are more than a box may have", n=n
    ),
    # Translators: columns of a spreadsheet follow, or pictures: what they were taken for
    ("guess", "name"): lambda _n: m("Taken for the names"),
    ("guess", "text"): lambda _n: m("Taken for the texts"),
    ("guess", "number"): lambda _n: m("Taken for the numbers"),
    ("guess", "count"): lambda _n: m("Taken for the number of copies"),
    ("guess", "picture"): lambda _n: m("Taken for the pictures"),
    ("guess", "colour"): lambda _n: m("Taken for the colours"),
    ("guess", "back"): lambda _n: m("Taken for backs"),
    ("guess", "copies"): lambda _n: m("Taken for several copies"),
    ("guess", "sheet"): lambda _n: m("Taken for sheets of several pictures"),
    # Translators: words that are no colours follow, such as Tan
    ("guess", "paint"): lambda _n: m("Given a colour"),
    # Translators: a file does not say how letters such as é and ü are stored
    ("guess", "letters"): lambda _n: m("Letters such as é and ü may be wrong"),
}
