"""The window says what is true without cards, in letters of the usual size."""

from __future__ import annotations

import pytest

from grenade_salad.app.games.salad.board import SaladBoard
from grenade_salad.app.ui.canvas import record_lines
from grenade_salad.app.ui.theme import SMALL
from grenade_salad.app.window.application import App
from grenade_salad.games.salad.actions import End
from grenade_salad.games.salad.events import Killed
from grenade_salad.text import languages, m, say
from tests.app.conftest import resize, run_until
from tests.app.salad_table import position, sit_down, wait_for_person

GIVES_UP = m("This gives up your move.")


def list_panel_words(app: App, board: SaladBoard) -> list[str]:
    """Return the words in the panel of the turn."""
    board.table.dirty = True
    with record_lines() as lines:
        app.draw()
    panel = app.canvas().pixel_rect(board.board_view.hand_layout.panel)
    return [words for words, box in lines if panel.contains(box)]


def test_empty_hand_in_the_end_phase_is_not_told_to_play(app: App) -> None:
    board = sit_down(app, "pb", position(hands=((), ("footpath",)), deck=()))
    assert say(board.status()) == "Your turn: move a soldier or end it"
    assert "No card" in list_panel_words(app, board)
    tip = say(board.controls.end_turn_button.tip)
    assert tip == "The deck is empty: nobody draws. Then it is the next player's turn"


def test_card_that_nobody_can_use_is_not_told_to_be_played(app: App) -> None:
    board = sit_down(app, "pb", position(hands=(("footpath",), ("arrow",)), deck=()))
    assert say(board.status()) == "Your turn: move a soldier or end it"
    assert "No card" in list_panel_words(app, board)


@pytest.mark.rule("GS-30")
def test_person_alone_is_told_that_a_card_must_be_played_once(app: App) -> None:
    board = sit_down(app, "pb", position(hands=(("arrow", "arrow"), ("footpath",)), deck=()))
    assert say(board.status()) == "Your turn, end phase: play a card"
    legal = board.controller.match.state.legal_actions(0)
    assert board.controller.act(next(action for action in legal if action.do == "arrow"))
    wait_for_person(app, board)
    assert say(board.status()) == "Your turn: play a card or end it"


def test_shared_screen_says_nothing_about_a_useless_hand(app: App) -> None:
    statuses, panels = set(), []
    for hand in ("footpath",), ("arrow",):
        board = sit_down(app, "pp", position(hands=(hand, ("arrow",)), deck=()))
        statuses.add(say(board.status()))
        panels.append(list_panel_words(app, board))
    assert statuses == {"Ann's turn, end phase: play if you can"}
    assert panels[0] == panels[1]
    assert "1 card" in panels[0]


def test_steps_of_a_turn_are_not_on_the_last_page(app: App) -> None:
    board = sit_down(app, "pb", position(hands=((), ()), deck=()))
    assert "End" in list_panel_words(app, board)
    board.controller.act(End(0))
    run_until(app, lambda: board.board_view.view.is_over)
    assert not {"Move", "End", "No card", "2 cards"} & set(list_panel_words(app, board))


@pytest.mark.parametrize("code", languages.available())
def test_lost_move_is_told_at_three_circles_in_the_usual_size(app: App, code: str) -> None:
    app.settings.language = code
    app.save_settings()
    try:
        board = sit_down(app, "pb", position(hands=(("circles",), ("arrow",))))
        resize(app, (1280, 720))
        board.choose_card("circles")
        board.table.dirty = True
        with record_lines() as lines:
            app.draw()
        words = say(GIVES_UP)
        (box,) = [box for line, box in lines if line == words]
        whole = app.canvas().text(words, (0, 0), SMALL)
        assert box.size == app.canvas().pixel_rect(whole).size, "one line of the usual size, without dots"
        assert not box.colliderect(app.canvas().pixel_rect(board.controls.height_slider.rect))
    finally:
        app.settings.language = "en"
        app.save_settings()


def test_own_mine_is_told_in_a_whole_sentence() -> None:
    names = ("Ann", "Bo", "Nora")
    assert Killed(0, ((0, 0), (9, 2))).text(names) == "Ann takes one of Nora's soldiers, but also one of their own"
    assert Killed(0, ((0, 0), (1, 0))).text(names) == "Ann takes two of their own"
    lost = Killed(1, ((0, 0), (5, 1), (9, 2))).text(names)
    assert lost == "Bo takes one of Ann's soldiers, one of Nora's soldiers, but also one of their own"
