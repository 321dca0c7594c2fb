"""A computer player at the table: it plays, hangs or dies, and the referee hears it as he hears people."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import pytest

from controller.outputs.light_patterns import guide
from controller.outputs.presentation import LEAVE
from controller.players.errors import LevelError
from controller.players.player import Answer, CubeAnswer, Note
from controller.referee import events as ev
from controller.referee.inputs import Action, Announced, Button, Input, Pressed, Said, Seen
from controller.referee.state import Phase, RefereeState
from controller.referee.step import step
from controller.rules import Level, Player, Position, Roll, apply_move
from controller.table.bot.seat import Computer, computer_at, is_of, named, of_the_person
from tests.controller.referee.boards import LAYOUT, dice_of, reading
from tests.controller.table.bot.test_questions import ME, PERSON, ROLL, at_turn, rolled
from tests.controller.table.fake_players import Dying, Hanging, Told

if TYPE_CHECKING:
    from controller.players.player import ComputerPlayer, Situation
    from controller.rules import Play
    from controller.table.session import Session
    from vision.reading import Reading


@dataclass(slots=True)
class Table:
    """A referee without a camera, with all that he was given and said."""

    state: RefereeState
    reading: Reading | None = None
    given: list[Input] = field(default_factory=list)
    lit: list[Play] = field(default_factory=list)

    def now(self, at: float) -> float:
        """Return the time."""
        return at

    def give(self, given: Input) -> tuple[ev.Event, ...]:
        """Let the referee judge."""
        self.given.append(given)
        self.state, events = step(self.state, given)
        if isinstance(given, Seen):
            self.reading = given.reading
        return events

    def light(self, computer: Computer) -> None:
        """Light what the computer leads on through."""
        lit = computer.guide(cast("Session", self))
        if lit is not None:
            assert lit.player is ME
            self.lit.append(lit.play)

    def see(self, position: Position, at: float, *dice: int, player: Player = ME) -> tuple[ev.Event, ...]:
        """See the computer's checkers stand so."""
        return self.give(Seen(reading(position, ME, dice_of(player, *dice) if dice else (), time=at)))


def heard(table: Table, computer: Computer, seconds: float = 30.0) -> tuple[ev.Event, ...]:
    """Return what comes of what the computer says next, looking for it now and then."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        events = computer.attend(cast("Session", table), (), 5.0)
        if events:
            return events
        time.sleep(0.01)
    raise AssertionError("the computer says nothing")


def kinds(events: tuple[ev.Event, ...]) -> list[str]:
    """Return the kinds of events."""
    return [type(event).__name__ for event in events]


def test_its_play_is_announced_lit_step_by_step_and_checked() -> None:
    table = Table(rolled())
    with Computer(ME, Told()) as computer:
        (announced,) = heard(table, computer)
        assert isinstance(announced, ev.PlayAnnounced)
        here = announced.before
        table.see(here, 6.0, *ROLL.dice)
        table.light(computer)
        for number, move in enumerate(announced.play, start=1):
            here = apply_move(here, move)
            table.see(here, 6.0 + number, *ROLL.dice)
            table.light(computer)
        assert table.lit == [announced.play[number:] for number in range(len(announced.play) + 1)]
        assert LEAVE in guide(LAYOUT, ME, table.lit[0]).values()
        assert kinds(table.see(here, 9.0)) == ["PlayAccepted", "TurnStarted"]


def test_another_legal_play_is_not_what_it_played() -> None:
    table = Table(rolled())
    with Computer(ME, Told()) as computer:
        (announced,) = heard(table, computer)
        assert isinstance(announced, ev.PlayAnnounced)
        other = Position((0, *announced.before.mine[1:]), announced.before.theirs)
        for source, target in ((24, 18), (6, 5)):
            mine = list(other.mine)
            mine[source], mine[target] = mine[source] - 1, mine[target] + 1
            other = Position(tuple(mine), other.theirs)
        assert other != announced.after
        events = table.see(other, 9.0)
        assert kinds(events) == ["PlayDiffers"]
        assert kinds(table.see(announced.after, 12.0)) == ["PlayAccepted", "TurnStarted"]


@pytest.mark.parametrize("broken", [Hanging, Dying])
def test_a_player_that_hangs_or_dies_is_replaced_by_the_built_in_one_with_a_word(broken: type[ComputerPlayer]) -> None:
    table = Table(rolled())
    with Computer(ME, broken(), patience=0.6) as computer:
        before = time.monotonic()
        assert computer.attend(cast("Session", table), (), 5.0) == ()
        assert time.monotonic() - before < 0.5, "nobody waits"
        assert kinds(heard(table, computer)) == ["PlayAnnounced"]
        assert [told.key for told in computer.take_notices()] == ["players.given_up"]
        assert computer.take_notices() == ()


def test_it_doubles_and_when_it_was_answered_it_is_silent() -> None:
    table = Table(at_turn())
    with Computer(ME, Told(double=True)) as computer:
        assert kinds(heard(table, computer)) == ["Doubled"]
        assert table.given == [Said(5.0, ME, Action.DOUBLE)]
        assert kinds(table.give(Said(6.0, PERSON, Action.TAKE))) == ["Taken"]
        assert kinds(computer.attend(cast("Session", table), (), 7.0, wait=True)) in (["CubeRefused"], [])
        assert computer.attend(cast("Session", table), (), 8.0, wait=True) == ()


@pytest.mark.parametrize(
    ("answer", "said"), [(CubeAnswer.TAKE, "Taken"), (CubeAnswer.PASS, "Dropped"), (CubeAnswer.BEAVER, "CubeRefused")]
)
def test_it_answers_a_double(answer: CubeAnswer, said: str) -> None:
    table = Table(at_turn(player=PERSON))
    table.give(Said(1.0, PERSON, Action.DOUBLE))
    with Computer(ME, Told(offer=answer)) as computer:
        assert kinds(computer.attend(cast("Session", table), (), 5.0, wait=True))[0] == said


def test_what_it_would_resign_is_not_offered_again_in_the_same_game() -> None:
    table = Table(at_turn())
    with Computer(ME, Told(resign=Level.SINGLE)) as computer:
        assert kinds(computer.attend(cast("Session", table), (), 5.0, wait=True)) == ["ResignationOffered"]
        refused = table.give(Said(6.0, PERSON, Action.REFUSE))
        assert kinds(refused) == ["ResignationRefused"]
        assert computer.attend(cast("Session", table), refused, 7.0, wait=True) == ()
        won = (ev.GameWon(8.0, ME, Level.SINGLE, None, 1, (0, 1)),)  # type: ignore[arg-type]  # how it ended is nothing to it
        table.state = replace(table.state, settled=())
        assert kinds(computer.attend(cast("Session", table), won, 9.0, wait=True)) == ["ResignationOffered"]


@pytest.mark.parametrize(("content", "said"), [(True, "Resigned"), (False, "ResignationRefused")])
def test_it_accepts_a_resignation_or_plays_on(content: bool, said: str) -> None:  # noqa: FBT001 - a parameter of a test
    table = Table(at_turn(player=PERSON))
    table.give(Said(1.0, PERSON, Action.RESIGN_SINGLE))
    with Computer(ME, Told(accept=content)) as computer:
        assert kinds(computer.attend(cast("Session", table), (), 5.0, wait=True))[0] == said


class Slow(Told):
    """Takes its time before it doubles."""

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Think, and double."""
        time.sleep(0.2)
        return Answer(value=True, by=self.level)


def test_it_says_nothing_to_a_question_that_has_passed() -> None:
    table = Table(at_turn())
    with Computer(ME, Slow()) as computer:
        computer.attend(cast("Session", table), (), 5.0)
        table.state = rolled()  # the dice were thrown before it had thought
        assert kinds(heard(table, computer)) == ["PlayAnnounced"]
        assert all(isinstance(given, Announced) for given in table.given)


def test_after_a_roll_is_taken_back_it_is_asked_again() -> None:
    table = Table(rolled())
    with Computer(ME, Told()) as computer:
        heard(table, computer)
        computer.attend(cast("Session", table), (), 6.0, wait=True)
        table.state = replace(table.state, turn=replace(table.state.turn, announced=None))
        assert kinds(heard(table, computer)) == ["PlayAnnounced"]


class Restarted(Told):
    """Tells that its engine had to be started anew, and then that it was replaced."""

    def doubles(self, situation: Situation) -> Answer[bool]:
        """Return no, with notes."""
        notes = (
            Note("players.engine_restarted", {"failures": 1}),
            Note("players.engine_replaced", {"reason": "engine.silent", "by": "club", "for_good": False}),
            Note("players.engine_replaced", {"reason": "engine.missing", "by": "club", "for_good": True}),
            Note("players.engine_replaced", {"reason": "engine.died", "by": "club", "for_good": True}),
            Note("players.something_else"),
        )
        return Answer(value=False, by="club", notes=notes)


def test_what_becomes_of_an_engine_is_told_in_words() -> None:
    with Computer(ME, Restarted()) as computer:
        computer.attend(cast("Session", Table(at_turn())), (), 5.0, wait=True)
        keys = [told.key for told in computer.take_notices()]
    assert keys == ["players.restarted", "players.replaced", "players.missing", "players.given_up"]


@pytest.mark.films
def test_the_built_in_player_answers_within_two_seconds_of_a_roll() -> None:
    table = Table(rolled(roll=Roll(4, 4)))
    with computer_at(ME, "club") as computer:
        heard(table, computer)  # it has read its networks now
        table.state = rolled(roll=Roll(3, 3))
        before = time.process_time()
        assert kinds(heard(table, computer)) == ["PlayAnnounced"]
        assert time.process_time() - before < 2.0


def test_a_level_that_nobody_knows_is_refused() -> None:
    with pytest.raises(LevelError):
        computer_at(ME, "grandmaster")


def test_shared_buttons_are_the_persons() -> None:
    assert of_the_person(Pressed(1.0, ME, Button.CONFIRM), ME) == Pressed(1.0, PERSON, Button.CONFIRM)
    pressed = Pressed(1.0, PERSON, Button.CUBE)
    assert of_the_person(pressed, ME) is pressed
    assert of_the_person(Pressed(1.0, ME, Button.CUBE), None) == Pressed(1.0, ME, Button.CUBE)
    assert of_the_person(None, ME) is None


def test_what_it_has_said_is_told_from_what_people_say() -> None:
    assert is_of(Said(1.0, ME, Action.TAKE), ME)
    assert not is_of(Said(1.0, PERSON, Action.TAKE), ME)
    assert not is_of(Said(1.0, ME, Action.TAKE), None)
    assert not is_of(None, ME)


def test_it_has_a_name_unless_it_was_given_one() -> None:
    usual = ("Black", "White")
    assert named(usual, ME, "club", usual) == ("Black", "Computer club")
    assert named(("Anna", "Deep"), ME, "club", usual) == ("Anna", "Deep")
    assert named(usual, PERSON, "gnubg", usual) == ("Computer gnubg", "White")
    assert named(usual, None, "", usual) is usual


def test_another_match_is_agreed_to() -> None:
    table = Table(at_turn(Phase.OVER, rematch=PERSON))
    with Computer(ME, Told()) as computer:
        computer.attend(cast("Session", table), (), 5.0)
    assert table.given == [Said(5.0, ME, Action.CONFIRM)]
