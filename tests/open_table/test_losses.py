"""Losses of boxes, in data and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grenade_salad.boxes import losses
from grenade_salad.boxes.box_reader import parse_box
from grenade_salad.boxes.box_writer import format_box
from grenade_salad.boxes.losses import LossTally, describe_loss, format_losses, group_losses
from grenade_salad.core import to_json
from grenade_salad.games.open_table.box import Box, Loss
from grenade_salad.games.open_table.box_validation import find_faults
from grenade_salad.match.lines import convert
from grenade_salad.text import Reader, say
from grenade_salad.text.markdown import parse


def test_losses_are_counted_with_three_names_and_the_rest_as_more() -> None:
    tally = LossTally()
    for name in ("Red tent", "Blue tent", "Red tent", "", "Hut", "Shed"):
        tally.add("picture", "internet", name)
    tally.add("button", "questions", "Score")
    tally.add("piece", "timer", count=0)
    assert tally.to_losses() == (
        Loss("picture", "internet", 6, ("Red tent", "Blue tent", "Hut")),
        Loss("button", "questions", 1, ("Score",)),
    )
    assert [say(describe_loss(loss)) for loss in tally.to_losses()] == [
        "6 pictures are on the internet, and nothing is fetched here: Red tent, Blue tent, Hut…",
        "1 button asks questions, which no button here can: Score.",
    ]


def test_names_of_strangers_are_one_short_line_without_marks() -> None:
    tally = LossTally()
    tally.add("words", "cut", "**bold**\n# [head](x)" + "y" * 5000)
    (name,) = tally.to_losses()[0].names
    assert len(name) == 60
    assert name.startswith("bold head (x)y")
    assert not set(name) & set("*#[]`|\n")


def test_a_name_that_was_cut_has_one_ellipsis() -> None:
    tally = LossTally()
    for _ in range(2):
        tally.add("piece", "timer", "word " * 40)
    (loss,) = tally.to_losses()
    assert say(describe_loss(loss)).endswith("word…")


def test_every_cause_has_a_sentence_of_its_own_in_every_language() -> None:
    texts = set[str]()
    for part, cause in losses._SENTENCES:
        for language in ("en", "de", "fr", "es", "pl"):
            sentence = say(describe_loss(Loss(part, cause, 2)), Reader(language=language))
            assert sentence.endswith(".")
            texts.add(sentence)
    assert len(texts) == 5 * len(losses._SENTENCES)


def test_an_unknown_cause_has_a_general_sentence() -> None:
    assert say(describe_loss(Loss("picture", "from 2031", 2, ("A", "B")))) == "2 pictures are not shown: A, B."


def test_losses_are_grouped_under_headings_in_the_page_of_rules() -> None:
    page = format_losses(
        [Loss("rule", "automatic", 9), Loss("guess", "name", 1, ("Karte",)), Loss("piece", "timer", 2)]
    )
    blocks = [(block.kind, block.words) for block in parse(page)]
    assert blocks == [
        ("h2", "Not as in the original"),
        ("h3", "What is missing"),
        ("item", "2 timers are left out."),
        ("h3", "What you do by hand"),
        ("item", "9 things happen by themselves there; here you do them by hand."),
        ("h3", "What was guessed"),
        ("item", "Taken for the names: Karte."),
    ]
    page = format_losses([Loss("guess", "name", 1, ("Karte",))])
    assert [(block.kind, block.words) for block in parse(page)] == [
        ("h2", "What was guessed"),
        ("item", "Taken for the names: Karte."),
    ], "nothing is missing"
    assert not group_losses([])
    assert format_losses([]) == ""


def test_a_box_keeps_its_losses_in_its_file_and_in_records() -> None:
    box = Box("It", losses=(Loss("picture", "missing", 3, ("a", "b", "c")), Loss("rule", "automatic")))
    assert parse_box(format_box(box).encode()) == box
    assert convert(to_json(box), Box) == box
    assert "losses" not in str(to_json(replace(box, losses=())))


@pytest.mark.parametrize(
    ("loss", "path"),
    [
        (Loss("piece", ""), "losses[0].cause"),
        (Loss("piece", "x" * 41), "losses[0].cause"),
        (Loss("piece", "timer", 0), "losses[0].count"),
        (Loss("piece", "timer", 1, ("a",) * 4), "losses[0].names"),
        (Loss("piece", "timer", 1, ("x" * 61,)), "losses[0].names"),
        (Loss("piece", "timer", 1, ("a\nb",)), "losses[0].names"),
    ],
)
def test_losses_out_of_bounds_are_refused(loss: Loss, path: str) -> None:
    assert [fault[0] for fault in find_faults(Box("It", losses=(loss,)), 2)] == [path]


def test_too_many_losses_are_refused() -> None:
    assert [path for path, _ in find_faults(Box("It", losses=(Loss("piece", "timer"),) * 61), 2)] == ["losses"]
