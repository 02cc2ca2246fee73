"""More whole games as people play them at the open table: the boxes with dice, stones, men and secret cards."""

from __future__ import annotations

from itertools import count
from random import Random

import pygame

from grenade_salad.games.open_table.placed_pieces import Lying
from tests.app.conftest import frames, write
from tests.open_table.people import People

Point = tuple[float, float]


def shows(people: People, kind: str) -> list[int]:
    """What the dice of a kind show, from the left."""
    dice = sorted(_dice(people, kind), key=lambda one: one.at)
    return [int(one.kind.fronts[one.face.side]) for one in dice if one.kind is not None]


def _dice(people: People, kind: str) -> list[Lying]:
    return people.things(lambda one: one.kind is not None and one.kind.name == kind)


def _choose(people: People, one: Lying) -> None:
    people.click(people.where(one))
    people.rest()


def pig(people: People, goal: int = 15) -> int:
    """One die, as often as one likes; a 1 takes all of the turn. To a small number, as before supper; who won."""
    people.sit_down("Dice")
    points = [0, 0]
    for turn in count():
        who, here = people.turn, 0
        while here < 6 and points[who] + here < goal:
            _choose(people, _dice(people, "white dice")[0])
            people.press("Roll (")
            number = int(_face(_dice(people, "white dice")[0]))
            if turn < 3:
                people.picture(f"turn {turn} rolled {number}")
            here += number
            if number == 1:
                here = 0
                break
        people.key(pygame.K_ESCAPE)
        for _ in range(here):
            people.press(f"{people.name(people.turn)}'s points: one more")
        points[who] += here
        if points[who] >= goal:
            break
        people.pass_on()
    people.picture("counted")
    assert [people.view.counters[f"points {seat}"] for seat in (0, 1)] == points
    people.finish(f"{people.name(who)} won")
    return who


def _face(one: Lying) -> str:
    assert one.kind is not None
    return one.kind.fronts[one.face.side]


class Backgammon:
    """What two people know of backgammon. Points are counted as white counts them; 25 and 0 are the bar and off."""

    def __init__(self) -> None:
        self.men = [{24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5}]

    def home(self, who: int) -> bool:
        return all(at <= 6 if who == 0 else at >= 19 for at in self.men[who])

    def goes(self, who: int, at: int, pips: int) -> int | None:
        """Where a man comes to, 0 or 25 for off; None if it cannot."""
        own, other = self.men[who], self.men[1 - who]
        bar = (25, 0)[who]
        if at not in own or (bar in own and at != bar):
            return None
        to = at - pips if who == 0 else at + pips
        if 1 <= to <= 24:
            return to if other.get(to, 0) < 2 else None
        if not self.home(who):
            return None
        exact = to == (0, 25)[who]
        behind = any(one > at if who == 0 else one < at for one in own)
        return (0, 25)[who] if exact or not behind else None

    def move(self, who: int, at: int, to: int) -> bool:
        """Do it; whether a man of the other was hit."""
        own, other = self.men[who], self.men[1 - who]
        own[at] -= 1
        if not own[at]:
            del own[at]
        if not 1 <= to <= 24:
            return False
        own[to] = own.get(to, 0) + 1
        hit = bool(other.pop(to, 0))
        if hit:
            bar = (0, 25)[who]
            other[bar] = other.get(bar, 0) + 1
        return hit


def backgammon(people: People, luck: int = 5) -> int:
    """Until somebody has borne off all fifteen; who that was."""
    people.sit_down("Backgammon")
    known, rng = Backgammon(), Random(luck)
    colours = ("white", "black")
    first = [0, 0]
    while first[0] == first[1]:
        for seat, colour in enumerate(colours):
            _choose(people, _dice(people, f"{colour} dice")[0])
            people.press("Roll (")
            first[seat] = int(_face(_dice(people, f"{colour} dice")[0]))
    people.key(pygame.K_ESCAPE)
    who, dice = first.index(max(first)), list(first)
    if people.turn != who:
        people.pass_on()
    for turn in count():
        steps = dice * 2 if dice[0] == dice[1] else sorted(dice, reverse=rng.random() < 0.5)
        for pips in steps:
            can = [(at, to) for at in sorted(known.men[who]) if (to := known.goes(who, at, pips)) is not None]
            if not can:
                continue
            # Those farthest behind run first, or one takes a risk.
            at, to = rng.choice(can) if rng.random() < 0.15 else (can[-1] if who == 0 else can[0])
            _man(people, who, at, to, known.men[1 - who].get(to) == 1)
            known.move(who, at, to)
        if turn < 3 or turn % 20 == 0:
            people.picture(f"turn {turn}")
        if turn % 10 == 0 or not known.men[who]:
            _agree(people, known)
        if not known.men[who]:
            break
        people.pass_on()
        who = 1 - who
        assert people.turn == who
        people.press(f"Roll the {colours[who]} dice")
        dice = shows(people, f"{colours[who]} dice")
    people.picture("borne off")
    people.finish(f"{people.name(who)} won")
    return who


def _man(people: People, who: int, at: int, to: int, hits: bool) -> None:
    """Drag a man of one's own to a point or off; what is hit goes to the bar by itself."""
    colour, other = ("white", "black") if who == 0 else ("black", "white")
    place = str(at) if 1 <= at <= 24 else "bar"
    people.move(people.called(f"a {colour} man", place)[-1], str(to) if 1 <= to <= 24 else f"{colour} off")
    assert not (hits and people.called(f"a {other} man", str(to)))


def _agree(people: People, known: Backgammon) -> None:
    """What lies on the board is what both think."""
    for who, colour in enumerate(("white", "black")):
        for point in range(1, 25):
            assert len(people.called(f"a {colour} man", str(point))) == known.men[who].get(point, 0), (colour, point)


def live_grenade_by_hand(people: People) -> int:
    """Two without cards' powers: draw, until somebody draws the grenade and has no Best Friend left; who is left."""
    people.sit_down("Live Grenade by hand")
    people.press("Deal")
    people.move(people.things(lambda one: one.holder == "grenades")[0], "draw")
    people.press("Shuffle")
    for turn in count():
        who = people.turn
        people.draw_to_hand("draw")
        people.hold(pygame.K_SPACE)
        hand = people.hand()
        aces = [card for card in hand if card.startswith("A")]
        friends = [card for card in hand if card[0] == "2" or card == "3H"]
        if turn < 3 or aces:
            people.picture(f"turn {turn}")
        if aces and friends:
            people.play(hand.index(friends[0]), "discard")
            people.play(people.hand().index(aces[0]), "draw")
        elif aces:
            people.play(hand.index(aces[0]), "discard")
        people.let_go(pygame.K_SPACE)
        if aces and not friends:
            break
        if aces:
            people.press("Shuffle")
        people.pass_on()
    people.finish(f"{people.name(1 - who)} won")
    return 1 - who


class Wheel:
    """What two people keep in mind: on which card each white die is; the cards that are face down are out of play."""

    def __init__(self, cards: list[str]) -> None:
        self.cards, self.out = cards, set[int]()
        first = next(at for at, card in enumerate(cards) if card != "joker")
        self.at, self.shows = [first] * 3, [1] * 3

    def on(self, at: int, steps: int) -> int:
        """So many cards farther, those in play alone."""
        for _ in range(steps):
            at = (at + 1) % len(self.cards)
            while at in self.out:
                at = (at + 1) % len(self.cards)
        return at

    def spade(self, at: int) -> int:
        """The next spade in play."""
        at = self.on(at, 1)
        return at if self.cards[at] != "joker" else self.spade(at)


def wheel_by_hand(people: People, luck: int = 2) -> int:
    """Two hearts each; a die that comes to 6 blows up its card; whose heart that is has lost. Who is left."""
    people.sit_down("The wheel by hand")
    people.press("Deal 2")
    rng = Random(luck)
    hearts: list[list[str]] = []
    for _ in range(2):
        people.hold(pygame.K_SPACE)
        hearts.append([card[:-1] for card in people.hand()])
        people.let_go(pygame.K_SPACE)
        people.pass_on()
    known = Wheel([one.kind.fronts[one.face.front] for one in _ring(people) if one.kind and one.face.front is not None])
    for die in range(3):
        _lay(people, known, die)
    for turn in count():
        _choose(people, _dice(people, "black die")[0])
        people.press("Roll (")
        (steps,) = shows(people, "black die")
        people.key(pygame.K_ESCAPE)
        die = rng.randrange(3)
        known.at[die] = known.on(known.at[die], steps)
        joker = known.cards[known.at[die]] == "joker"
        raised = range(3) if joker else [die]
        _lay(people, known, die)
        for one in raised:
            if known.shows[one] < 6:
                known.shows[one] += 1
                _turn(people, one, known.shows[one])
        if turn < 3:
            people.picture(f"turn {turn}")
        lost: int | None = None
        for one in [die, *(other for other in range(3) if other != die)]:
            if known.shows[one] == 6:
                lost = _blast(people, known, one, hearts)
                people.picture(f"turn {turn} blast")
                if lost is not None:
                    break
        if lost is not None:
            break
        assert [int(_face(white)) for white in _white(people)] == known.shows
        people.pass_on()
    assert lost is not None
    people.finish(f"{people.name(1 - lost)} won")
    return 1 - lost


def _ring(people: People) -> list[Lying]:
    return sorted(people.things(lambda one: one.holder == "ring"), key=lambda one: one.at)


def _white(people: People) -> list[Lying]:
    return sorted(_dice(people, "white dice"), key=lambda one: int(one.key))


def _lay(people: People, known: Wheel, die: int) -> None:
    """Below its card, beside the others."""
    x, y = _ring(people)[known.at[die]].at
    people.move(_white(people)[die], (x + 20.0 * (die - 1), y - 62))


def _turn(people: People, die: int, to: int) -> None:
    """By hand, one side at a time."""
    while int(_face(_white(people)[die])) != to:
        _choose(people, _white(people)[die])
        people.press("Turn it to")
    people.key(pygame.K_ESCAPE)


def _blast(people: People, known: Wheel, die: int, hearts: list[list[str]]) -> int | None:
    """Its card is turned over, the dice there go to the next spade and show 1; who had its number, if anybody."""
    at = known.at[die]
    card = _ring(people)[at]
    _choose(people, card)
    people.key(pygame.K_f)
    people.rest()
    people.key(pygame.K_ESCAPE)
    known.out.add(at)
    lost = [seat for seat in (0, 1) if known.cards[at][:-1] in hearts[seat] and known.cards[at] != "joker"]
    if lost:
        return lost[0]
    there = [one for one in range(3) if known.at[one] == at]
    for one in there:
        known.at[one], known.shows[one] = known.spade(at), 1
        _lay(people, known, one)
        _turn(people, one, 1)
    return None


def invention(people: People) -> int:
    """On blank cards: six are written on in the hand, put back and dealt; the higher of the last ones wins."""
    people.sit_down("Blank cards and cubes")
    numbers = [["3", "8", "5"], ["7", "2", "6"]]
    for who in (0, 1):
        assert people.turn == who
        for _ in numbers[who]:
            people.draw_to_hand("draw")
        for place, words in enumerate(numbers[who]):
            people.write_in_hand(place, words)
        people.hold(pygame.K_SPACE)
        people.picture(f"{who} wrote")
        assert sorted(people.texts()) == sorted(numbers[who])
        people.let_go(pygame.K_SPACE)
        people.pass_on()
    cube = people.called("a red cube", None)[0]
    people.click(people.where(cube))
    people.key(pygame.K_w)
    write(people.app, "Mill")
    people.key(pygame.K_RETURN)
    people.rest()
    assert any(one.face.text == "Mill" for one in people.things(lambda one: one.shape == "cube"))
    won = [0, 0]
    for trick in range(3):
        laid = []
        for _ in (0, 1):
            people.hold(pygame.K_SPACE)
            laid.append(people.texts()[0])
            people.play(0, "discard")
            people.let_go(pygame.K_SPACE)
            people.pass_on()
        winner = laid.index(max(laid))
        won[winner] += 1
        people.key(pygame.K_1 + winner)
        people.press(f"{people.name(people.turn)}'s points: one more")
        people.key(pygame.K_1)
        people.picture(f"trick {trick}")
    winner = won.index(max(won))
    frames(people.app, 2)
    people.finish(f"{people.name(winner)} won")
    return winner
