"""More games at the open table: boxes with dice, stones, men and secret cards."""

from __future__ import annotations

from itertools import count
from random import Random

import pygame

from grenade_salad.games.open_table.placed_pieces import PlacedPiece
from tests.app.conftest import run_frames, type_text
from tests.open_table.people import People

Point = tuple[float, float]


def read_dice(people: People, kind: str) -> list[int]:
    """Return the numbers on the dice of a kind, from the left."""
    dice = sorted(_find_dice(people, kind), key=lambda die: die.position)
    return [int(die.kind.fronts[die.face.side]) for die in dice if die.kind is not None]


def _find_dice(people: People, kind: str) -> list[PlacedPiece]:
    return people.find_pieces(lambda piece: piece.kind is not None and piece.kind.name == kind)


def _select(people: People, piece: PlacedPiece) -> None:
    people.click(people.screen_point(piece))
    people.wait_until_idle()


def play_pig(people: People, goal: int = 15) -> int:
    """Play with one die, rolled at will; a 1 loses the turn's points.

    Return the winner.
    """
    people.sit_down("Dice")
    points = [0, 0]
    for turn in count():
        seat, turn_points = people.turn, 0
        while turn_points < 6 and points[seat] + turn_points < goal:
            _select(people, _find_dice(people, "white dice")[0])
            people.press("Roll (")
            rolled = int(_read_face(_find_dice(people, "white dice")[0]))
            if turn < 3:
                people.save_picture(f"turn {turn} rolled {rolled}")
            turn_points += rolled
            if rolled == 1:
                turn_points = 0
                break
        people.key(pygame.K_ESCAPE)
        for _ in range(turn_points):
            people.press(f"{people.player_name(people.turn)}'s points: one more")
        points[seat] += turn_points
        if points[seat] >= goal:
            break
        people.end_turn()
    people.save_picture("counted")
    assert [people.view.counters[f"points {seat}"] for seat in (0, 1)] == points
    people.finish(f"{people.player_name(seat)} won")
    return seat


def _read_face(piece: PlacedPiece) -> str:
    assert piece.kind is not None
    return piece.kind.fronts[piece.face.side]


class BackgammonPosition:
    """A position of backgammon, with points counted as White counts them.

    25 and 0 are the bar and off.
    """

    def __init__(self) -> None:
        self.men = [{24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5}]

    def can_bear_off(self, colour: int) -> bool:
        return all(point <= 6 if colour == 0 else point >= 19 for point in self.men[colour])

    def find_target(self, colour: int, point: int, pips: int) -> int | None:
        """Return the target of a man, 0 or 25 for off; None if it cannot move."""
        own_men, rival_men = self.men[colour], self.men[1 - colour]
        bar = (25, 0)[colour]
        if point not in own_men or (bar in own_men and point != bar):
            return None
        to = point - pips if colour == 0 else point + pips
        if 1 <= to <= 24:
            return to if rival_men.get(to, 0) < 2 else None
        if not self.can_bear_off(colour):
            return None
        is_exact = to == (0, 25)[colour]
        has_men_behind = any(man_point > point if colour == 0 else man_point < point for man_point in own_men)
        return (0, 25)[colour] if is_exact or not has_men_behind else None

    def move(self, colour: int, point: int, to: int) -> bool:
        """Move a man; True if it hits a rival's man."""
        own_men, rival_men = self.men[colour], self.men[1 - colour]
        own_men[point] -= 1
        if not own_men[point]:
            del own_men[point]
        if not 1 <= to <= 24:
            return False
        own_men[to] = own_men.get(to, 0) + 1
        has_hit = bool(rival_men.pop(to, 0))
        if has_hit:
            bar = (0, 25)[colour]
            rival_men[bar] = rival_men.get(bar, 0) + 1
        return has_hit


def play_backgammon(people: People, seed: int = 5) -> int:
    """Play until a player has borne off all fifteen men; return the winner."""
    people.sit_down("Backgammon")
    position, rng = BackgammonPosition(), Random(seed)
    colours = ("white", "black")
    first_rolls = [0, 0]
    while first_rolls[0] == first_rolls[1]:
        for seat, colour in enumerate(colours):
            _select(people, _find_dice(people, f"{colour} dice")[0])
            people.press("Roll (")
            first_rolls[seat] = int(_read_face(_find_dice(people, f"{colour} dice")[0]))
    people.key(pygame.K_ESCAPE)
    seat_to_move, dice = first_rolls.index(max(first_rolls)), list(first_rolls)
    if people.turn != seat_to_move:
        people.end_turn()
    for turn in count():
        steps = dice * 2 if dice[0] == dice[1] else sorted(dice, reverse=rng.random() < 0.5)
        for pips in steps:
            moves = [
                (point, to)
                for point in sorted(position.men[seat_to_move])
                if (to := position.find_target(seat_to_move, point, pips)) is not None
            ]
            if not moves:
                continue
            # Men farthest behind usually run first.
            start, to = rng.choice(moves) if rng.random() < 0.15 else (moves[-1] if seat_to_move == 0 else moves[0])
            _move_man(people, seat_to_move, start, to, position.men[1 - seat_to_move].get(to) == 1)
            position.move(seat_to_move, start, to)
        if turn < 3 or turn % 20 == 0:
            people.save_picture(f"turn {turn}")
        if turn % 10 == 0 or not position.men[seat_to_move]:
            _check_board(people, position)
        if not position.men[seat_to_move]:
            break
        people.end_turn()
        seat_to_move = 1 - seat_to_move
        assert people.turn == seat_to_move
        people.press(f"Roll the {colours[seat_to_move]} dice")
        dice = read_dice(people, f"{colours[seat_to_move]} dice")
    people.save_picture("borne off")
    people.finish(f"{people.player_name(seat_to_move)} won")
    return seat_to_move


def _move_man(people: People, seat: int, point: int, to: int, hits: bool) -> None:
    """Drag a man of the seat to a point or off; a hit man must leave that point."""
    colour, rival_colour = ("white", "black") if seat == 0 else ("black", "white")
    place = str(point) if 1 <= point <= 24 else "bar"
    people.move(people.find_by_front(f"a {colour} man", place)[-1], str(to) if 1 <= to <= 24 else f"{colour} off")
    assert not (hits and people.find_by_front(f"a {rival_colour} man", str(to)))


def _check_board(people: People, position: BackgammonPosition) -> None:
    """Check that the men on the board are those of the position."""
    for seat, colour in enumerate(("white", "black")):
        for point in range(1, 25):
            assert len(people.find_by_front(f"a {colour} man", str(point))) == position.men[seat].get(point, 0), (
                colour,
                point,
            )


def play_live_grenade_by_hand(people: People) -> int:
    """Play with two, without cards' powers; return the winner.

    They draw until a player has the grenade and no Best Friend.
    """
    people.sit_down("Live Grenade by hand")
    people.press("Deal")
    people.move(people.find_pieces(lambda piece: piece.holder == "grenades")[0], "draw")
    people.press("Shuffle")
    for turn in count():
        seat = people.turn
        people.draw_to_hand("draw")
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        aces = [card for card in hand if card.startswith("A")]
        friends = [card for card in hand if card[0] == "2" or card == "3H"]
        if turn < 3 or aces:
            people.save_picture(f"turn {turn}")
        if aces and friends:
            people.play(hand.index(friends[0]), "discard")
            people.play(people.hand().index(aces[0]), "draw")
        elif aces:
            people.play(hand.index(aces[0]), "discard")
        people.release(pygame.K_SPACE)
        if aces and not friends:
            break
        if aces:
            people.press("Shuffle")
        people.end_turn()
    people.finish(f"{people.player_name(1 - seat)} won")
    return 1 - seat


class WheelPosition:
    """A position of the wheel: the white dice, and the cards face down."""

    def __init__(self, cards: list[str]) -> None:
        self.cards, self.face_down = cards, set[int]()
        first = next(index for index, card in enumerate(cards) if card != "joker")
        self.card_indices, self.pips = [first] * 3, [1] * 3

    def advance(self, index: int, steps: int) -> int:
        """Return the index `steps` cards farther; cards face down don't count."""
        for _ in range(steps):
            index = (index + 1) % len(self.cards)
            while index in self.face_down:
                index = (index + 1) % len(self.cards)
        return index

    def next_spade(self, index: int) -> int:
        """Return the index of the next spade in play."""
        index = self.advance(index, 1)
        return index if self.cards[index] != "joker" else self.next_spade(index)


def play_wheel_by_hand(people: People, seed: int = 2) -> int:
    """Play with two hearts each until a heart's card blows up; return the other seat.

    A die that reaches 6 blows up its card.
    """
    people.sit_down("The wheel by hand")
    people.press("Deal 2")
    rng = Random(seed)
    hearts: list[list[str]] = []
    for _ in range(2):
        people.hold(pygame.K_SPACE)
        hearts.append([card[:-1] for card in people.hand()])
        people.release(pygame.K_SPACE)
        people.end_turn()
    position = WheelPosition(
        [card.kind.fronts[card.face.front] for card in _ring_cards(people) if card.kind and card.face.front is not None]
    )
    for die in range(3):
        _place_die(people, position, die)
    for turn in count():
        _select(people, _find_dice(people, "black die")[0])
        people.press("Roll (")
        (steps,) = read_dice(people, "black die")
        people.key(pygame.K_ESCAPE)
        die = rng.randrange(3)
        position.card_indices[die] = position.advance(position.card_indices[die], steps)
        is_joker = position.cards[position.card_indices[die]] == "joker"
        raised = range(3) if is_joker else [die]
        _place_die(people, position, die)
        for raised_die in raised:
            if position.pips[raised_die] < 6:
                position.pips[raised_die] += 1
                _turn_die(people, raised_die, position.pips[raised_die])
        if turn < 3:
            people.save_picture(f"turn {turn}")
        loser: int | None = None
        for raised_die in [die, *(other_die for other_die in range(3) if other_die != die)]:
            if position.pips[raised_die] == 6:
                loser = _blow_up(people, position, raised_die, hearts)
                people.save_picture(f"turn {turn} blast")
                if loser is not None:
                    break
        if loser is not None:
            break
        assert [int(_read_face(white_die)) for white_die in _white_dice(people)] == position.pips
        people.end_turn()
    assert loser is not None
    people.finish(f"{people.player_name(1 - loser)} won")
    return 1 - loser


def _ring_cards(people: People) -> list[PlacedPiece]:
    return sorted(people.find_pieces(lambda piece: piece.holder == "ring"), key=lambda piece: piece.position)


def _white_dice(people: People) -> list[PlacedPiece]:
    return sorted(_find_dice(people, "white dice"), key=lambda die: int(die.key))


def _place_die(people: People, position: WheelPosition, die: int) -> None:
    """Put the die below its card, next to the others."""
    x, y = _ring_cards(people)[position.card_indices[die]].position
    people.move(_white_dice(people)[die], (x + 20.0 * (die - 1), y - 62))


def _turn_die(people: People, die: int, to: int) -> None:
    """Turn a die by hand, one side at a time."""
    while int(_read_face(_white_dice(people)[die])) != to:
        _select(people, _white_dice(people)[die])
        people.press("Turn it to")
    people.key(pygame.K_ESCAPE)


def _blow_up(people: People, position: WheelPosition, die: int, hearts: list[list[str]]) -> int | None:
    """Turn the die's card over; return the seat that has its heart, or None.

    If no seat has it, the dice there move to the next spade and show 1.
    """
    index = position.card_indices[die]
    card = _ring_cards(people)[index]
    _select(people, card)
    people.key(pygame.K_f)
    people.wait_until_idle()
    people.key(pygame.K_ESCAPE)
    position.face_down.add(index)
    losers = [
        seat for seat in (0, 1) if position.cards[index][:-1] in hearts[seat] and position.cards[index] != "joker"
    ]
    if losers:
        return losers[0]
    dice_there = [white_die for white_die in range(3) if position.card_indices[white_die] == index]
    for moved_die in dice_there:
        position.card_indices[moved_die], position.pips[moved_die] = position.next_spade(index), 1
        _place_die(people, position, moved_die)
        _turn_die(people, moved_die, 1)
    return None


def play_invention(people: People) -> int:
    """Play with blank cards that are written on; return the winner."""
    people.sit_down("Blank cards and cubes")
    numbers = [["3", "8", "5"], ["7", "2", "6"]]
    for seat in (0, 1):
        assert people.turn == seat
        for _ in numbers[seat]:
            people.draw_to_hand("draw")
        for place, words in enumerate(numbers[seat]):
            people.write_in_hand(place, words)
        people.hold(pygame.K_SPACE)
        people.save_picture(f"{seat} wrote")
        assert sorted(people.texts()) == sorted(numbers[seat])
        people.release(pygame.K_SPACE)
        people.end_turn()
    cube = people.find_by_front("a red cube", None)[0]
    people.click(people.screen_point(cube))
    people.key(pygame.K_w)
    type_text(people.app, "Mill")
    people.key(pygame.K_RETURN)
    people.wait_until_idle()
    assert any(piece.face.text == "Mill" for piece in people.find_pieces(lambda piece: piece.shape == "cube"))
    won = [0, 0]
    for trick in range(3):
        played = []
        for _ in (0, 1):
            people.hold(pygame.K_SPACE)
            played.append(people.texts()[0])
            people.play(0, "discard")
            people.release(pygame.K_SPACE)
            people.end_turn()
        winner = played.index(max(played))
        won[winner] += 1
        people.key(pygame.K_1 + winner)
        people.press(f"{people.player_name(people.turn)}'s points: one more")
        people.key(pygame.K_1)
        people.save_picture(f"trick {trick}")
    winner = won.index(max(won))
    run_frames(people.app, 2)
    people.finish(f"{people.player_name(winner)} won")
    return winner
