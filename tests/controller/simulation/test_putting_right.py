"""How simulated people put right what the referee doubts, does not see, or did not notice."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from controller.referee.events import Event, PlayAccepted, PlayUnsure
from controller.rules import START, Player, Position, Roll, find_play, legal_plays
from controller.simulation.people.diary import Diary
from controller.simulation.people.mischief import nearest
from controller.simulation.people.people import People
from controller.simulation.people.slips import moved
from controller.table.unseen.perfect_reading import SEATS
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Seats, census

if TYPE_CHECKING:
    from collections.abc import Callable

ROLL = Roll.of(3, 1)
PLAYED = max(legal_plays(START, ROLL), key=lambda after: after.mine)
UNSURE = PlayUnsure(1.0, Player.ONE, ROLL, START, PLAYED, None)
ACCEPTED = PlayAccepted(
    2.0, Player.ONE, ROLL, START, PLAYED, find_play(START, ROLL, PLAYED), corrected=False, confirmed=False
)


@dataclass
class Turn:
    """The end of a turn: what the people wrote down, and the position that they go on from."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    after: Position | None = None

    @property
    def what(self) -> list[str]:
        """Return what they did, by name."""
        return [line["what"] for line in self.lines]


def settled(said: Callable[[list[str]], Event | None]) -> Turn:
    """Return how people end a turn in which PLAYED was played, before a referee who says `said` of what they did."""
    turn, beats = Turn(), 0
    scene = set_table(BoardSize(), "club", random.Random(1), Seats(light="top", off="right"))
    people = People(scene, SEATS, random.Random(2))
    people.diary = Diary(lambda: float(beats), lambda line: turn.lines.append(json.loads(line)))
    before = census(scene)
    acting = people._settle(Player.ONE, PLAYED, PLAYED)
    try:
        next(acting)
        while True:
            beats += 1
            told = said(turn.what)
            acting.send(() if told is None else (told,))
    except StopIteration as done:
        turn.after = done.value
    assert census(people.scene) == before
    return turn


def test_they_lay_the_checkers_neatly_where_the_referee_doubts_and_say_nothing_if_that_helps() -> None:
    heard = iter((UNSURE,))
    turn = settled(lambda done: ACCEPTED if "tidied" in done else next(heard, None))
    assert turn.what == ["tidied"]
    assert turn.after == PLAYED


def test_they_say_what_was_played_where_he_goes_on_doubting() -> None:
    heard = iter((UNSURE,))
    turn = settled(lambda done: ACCEPTED if "touch" in done else next(heard, None))
    assert turn.what == ["tidied", "touch"]
    assert turn.lines[-1]["why"] == "said confirm"
    assert turn.after == PLAYED


def test_they_ask_a_referee_who_says_nothing_at_all() -> None:
    turn = settled(lambda done: ACCEPTED if "touch" in done else None)
    assert turn.what == ["touch"]
    assert turn.lines[-1]["why"] == "said ask"


def test_a_checker_that_is_missing_is_put_back_and_nothing_else_is_moved() -> None:
    mine = list(PLAYED.mine)
    mine[6], mine[0] = mine[6] - 1, mine[0] + 1
    others = sorted(set(legal_plays(START, ROLL)) - {PLAYED}, key=lambda after: after.mine)
    assert nearest((*others, PLAYED), Position(tuple(mine), PLAYED.theirs)) == PLAYED


def test_of_two_as_near_the_one_that_was_announced_is_taken() -> None:
    half_played = moved(START, 13, 10)
    assert half_played is not None
    one, other = (moved(half_played, source, source - 1) for source in (6, 8))
    assert one is not None
    assert other is not None
    assert nearest((one, other), half_played) == one
    assert nearest((other, one), half_played) == other
