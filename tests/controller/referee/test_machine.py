"""The referee as a state machine: whatever people do, see and order, he does not raise, and nothing is lost.

Rules show boards (legal plays, mistakes, nudged checkers), throw dice well and badly, say words, press buttons and the
clock, and give the director's orders. After each step the invariants hold; at the end everything is played again and
must give the same events.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.record.keeper import Keeper
from controller.referee import commands as co
from controller.referee import events as ev
from controller.referee.inputs import (
    Action,
    Button,
    ClockPressed,
    Commanded,
    Lifted,
    Pressed,
    Said,
    Seen,
    Ticked,
    TimeRanOut,
)
from controller.referee.options.options import PRESETS, Correctable, Policy
from controller.referee.state import GAME_ON, ROLLED, Phase, RefereeState, Setup
from controller.referee.step import start, step
from controller.rules import START, Player, Position, Roll, legal_plays, match_to, money_session
from tests.controller.referee.boards import dice_of, die, reading
from vision.reading import CUBE_FACES, PLACES, CubeReading, PlaceReading

if TYPE_CHECKING:
    from controller.referee.inputs import Input
    from vision.reading import DieReading

PLAYERS = st.sampled_from(list(Player))
FACES = st.integers(1, 6)
POINTS = st.integers(0, 25)
KEEPS_SCORE = (ev.GameWon, ev.Ruled, ev.Undone, ev.MatchStarted, ev.Penalised)
ORDERS: st.SearchStrategy[co.Command] = st.one_of(
    st.builds(co.SetRoll, st.none() | st.builds(Roll.of, FACES, FACES)),
    st.builds(co.SetTurn, PLAYERS),
    st.builds(co.SetScore, st.tuples(st.integers(-1, 6), st.integers(0, 6))),
    st.builds(co.SetCube, st.sampled_from([1, 2, 3, 64]), st.none() | PLAYERS),
    st.builds(co.Undo, st.none() | st.integers(-2, 8)),
    st.just(co.Accept()),
    st.just(co.Overrule()),
    st.just(co.Correct()),
    st.builds(co.Warn, PLAYERS),
    st.builds(co.Penalise, PLAYERS, st.integers(0, 2)),
    st.builds(co.AwardGame, PLAYERS, st.integers(-1, 3)),
    st.builds(co.AwardMatch, PLAYERS),
    st.just(co.NewMatch(("Carla", "Dino"), match_to(3))),
    st.just(co.NewMatch(("Carla", "Dino"), match_to(3), PRESETS["tournament"])),
    st.just(co.PairMatch(co.NewMatch(("Carla", "Dino"), match_to(3), PRESETS["money"]))),
    st.just(co.PairMatch(None)),
    st.builds(co.Appoint, st.booleans()),
    st.just(co.SetClock()),
    st.just(co.PauseClock()),
    st.just(co.ResumeClock()),
    st.builds(co.AdjustClock, PLAYERS, st.floats(-300, 300)),
)


class Referee(RuleBasedStateMachine):
    """A table, and the referee beside it."""

    @initialize(
        preset=st.sampled_from(sorted(PRESETS)), money=st.booleans(), later=st.booleans(), overtimes=st.integers(0, 2)
    )
    def sit_down(self, preset: str, *, money: bool, later: bool, overtimes: int) -> None:
        """Begin a match by one of the presets, perhaps with overtime, or illegal plays that may be claimed later."""
        options = replace(PRESETS[preset], overtimes=overtimes, overtime_points=overtimes)
        if later:
            options = replace(options, policy=Policy.LEGAL_MOVES, correctable=Correctable.PLAYED)
        self.first = Setup.at(("Anna", "Boris"), options)
        self.match = money_session() if money else match_to(3)
        self.state, said = start(self.first, self.match, 0.0)
        self.board: Position = START
        self.dice: tuple[DieReading, ...] = ()
        self.dim: dict[str, int] = {}
        self.time = 0.0
        self.given: list[Input] = []
        self.heard: list[ev.Event] = list(said)
        self.keeper = Keeper().heard(said)
        self.show()
        self.throw_one_each((6, 3))

    def give(self, given: Input) -> None:
        """Give the referee an input, and hold what he says against what has changed."""
        before = self.state
        self.state, said = step(before, given)
        self.given.append(given)
        self.heard.extend(said)
        self.keeper = self.keeper.heard(said)
        if self.state.match.score != before.match.score:
            assert any(isinstance(event, KEEPS_SCORE) for event in said)
        kinds = [type(event) for event in said]
        ended = [kind for kind in kinds if kind in (ev.PlayAccepted, ev.Danced, ev.IllegalPlayStands)]
        assert len(ended) <= kinds.count(ev.TurnStarted) + kinds.count(ev.GameWon)
        taken_back = ev.Undone in kinds or ev.MatchStarted in kinds
        mended = ev.TurnMended in kinds or isinstance(given, Commanded)
        if not taken_back and not mended:
            assert self.state.settled[: len(before.settled)] == before.settled

    def show(self, position: Position | None = None, dice: tuple[DieReading, ...] | None = None) -> None:
        """Show a board, seen by player ONE, twice."""
        self.board = self.board if position is None else position
        self.dice = self.dice if dice is None else dice
        for _ in range(2):
            self.time += 0.7
            seen = reading(self.board, Player.ONE, self.dice, time=self.time)
            self.give(Seen(replace(seen, points=tuple(map(self.seen_dimly, PLACES, seen.points)))))

    def seen_dimly(self, name: str, place: PlaceReading) -> PlaceReading:
        """Return what is read of a place: with every count next to the right one nearly as likely, where it is dim."""
        if name not in self.dim:
            return place
        scores = list(place.scores)
        right = scores.index(0)
        for index in (right - 1, right + 1):
            if 0 <= index < len(scores):
                scores[index] = -self.dim[name]
        return PlaceReading(tuple(scores))

    def throw_one_each(self, values: tuple[int, int]) -> None:
        """Throw the opening dice."""
        self.show(dice=(*dice_of(Player.ONE, values[0]), *dice_of(Player.TWO, values[1])))

    @rule()
    def set_up(self) -> None:
        """Set the checkers up and lift the dice."""
        self.show(START, ())

    @rule(one=FACES, two=FACES)
    def open(self, one: int, two: int) -> None:
        """Throw one die each."""
        self.throw_one_each((one, two))

    @rule(player=PLAYERS, values=st.tuples(FACES, FACES), beside=st.booleans())
    def throw(self, player: Player, values: tuple[int, int], *, beside: bool) -> None:
        """Throw two dice into a player's half, perhaps beside those that lie there."""
        thrown = dice_of(player, *values)
        self.show(dice=(*self.dice, *thrown)[-4:] if beside else thrown)

    @rule(dice=st.lists(st.builds(die, FACES, st.floats(0, 1), flat=st.sampled_from([-600, 900])), max_size=3))
    def throw_badly(self, dice: list[DieReading]) -> None:
        """Let dice lie anywhere, flat or not."""
        self.show(dice=tuple(dice))

    @rule()
    def lift(self) -> None:
        """Lift all dice."""
        self.show(dice=())

    @precondition(lambda self: self.state.phase in ROLLED)
    @rule(choice=st.integers(0, 500))
    def play_legally(self, choice: int) -> None:
        """Make a legal play of the roll."""
        results = sorted(legal_plays(self.state.position, self.state.turn.roll or Roll(2, 1)), key=lambda one: one.mine)
        after = results[choice % len(results)] if results else self.state.position
        self.show(after if self.state.player is Player.ONE else after.turned())

    @precondition(lambda self: self.state.phase in GAME_ON)
    @rule()
    def put_back(self) -> None:
        """Put the checkers back to the settled position."""
        self.show(self.state.seen_by(Player.ONE))

    @rule(here=POINTS, there=POINTS, theirs=st.booleans())
    def nudge(self, here: int, there: int, *, theirs: bool) -> None:
        """Move one checker anywhere."""
        board = self.board.turned() if theirs else self.board
        if board.mine[here] and not (1 <= there <= 24 and board.theirs[25 - there]):
            mine = list(board.mine)
            mine[here] -= 1
            mine[there] += 1
            moved = Position(tuple(mine), board.theirs)
            self.show(moved.turned() if theirs else moved)

    @rule(dim=st.dictionaries(st.sampled_from(PLACES), st.integers(0, 500), max_size=6))
    def look_dimly(self, dim: dict[str, int]) -> None:
        """See some places badly from now on."""
        self.dim = dim

    @rule(player=PLAYERS, action=st.sampled_from(list(Action)))
    def say(self, player: Player, action: Action) -> None:
        """Say anything at any time."""
        self.time += 1
        self.give(Said(self.time, player, action))

    @rule(player=PLAYERS, button=st.sampled_from(list(Button)))
    def press(self, player: Player, button: Button) -> None:
        """Press a button."""
        self.time += 1
        self.give(Pressed(self.time, player, button))

    @rule(player=PLAYERS, what=st.sampled_from([ClockPressed, Lifted, TimeRanOut]), rarely=st.integers(0, 9))
    def touch(self, player: Player, what: type[ClockPressed | Lifted | TimeRanOut], rarely: int) -> None:
        """Press the clock, lift dice, or now and then run out of time."""
        self.time += 1
        self.give(Ticked(self.time))
        if what is not TimeRanOut or rarely == 0:
            self.give(what(self.time, player))

    @rule(x=st.floats(-0.2, 1.2), y=st.floats(0, 1), face=st.sampled_from(CUBE_FACES))
    def move_cube(self, x: float, y: float, face: int) -> None:
        """Let the cube lie anywhere for a while."""
        scores = tuple(0 if one == face else -900 for one in CUBE_FACES)
        for _ in range(2):
            self.time += 1.5
            seen = reading(self.board, Player.ONE, self.dice, time=self.time)
            self.give(Seen(replace(seen, cube=CubeReading(x, y, 0.0, 0.0, scores))))

    @rule(order=ORDERS)
    def order(self, order: co.Command) -> None:
        """Let the director order something."""
        self.time += 1
        heard_before = len(self.heard)
        self.give(Commanded(self.time, "Emma", "why", order))
        answers = [event for event in self.heard[heard_before:] if isinstance(event, ev.Ruled | ev.RulingRefused)]
        assert len(answers) == 1

    @rule()
    def set_board(self) -> None:
        """Let the director set what is on the table."""
        self.give(Commanded(self.time, "Emma", "as it lies", co.SetPosition(self.board)))

    @invariant()
    def the_state_is_whole(self) -> None:
        """The parts of a state agree with its phase."""
        state: RefereeState | None = getattr(self, "state", None)
        if state is None:
            return
        assert (state.turn.roll is not None) == (state.phase in ROLLED)
        assert (state.cube.offer is not None) == (state.phase is Phase.ANSWERING)
        assert state.phase is not Phase.CORRECTING or state.turn.shown is not None
        assert (state.phase is Phase.OVER) == state.match.is_over
        assert state.phase is Phase.OVER or state.turn.rematch is None or state.turn.paired is not None
        assert state.phase in (Phase.OVER, Phase.SETTING_UP, Phase.OPENING) or state.turn.paired is None
        assert not state.position.problems() or state.phase not in (Phase.SETTING_UP, Phase.OPENING)

    @invariant()
    def the_record_knows_every_settled_position(self) -> None:
        """What the referee has settled, the keeper of the record has marked."""
        if hasattr(self, "keeper"):
            assert len(self.keeper.marks) == len(self.state.settled)

    def teardown(self) -> None:
        """Give everything again: the same inputs give the same events."""
        if not hasattr(self, "given"):
            return
        state, said = start(self.first, self.match, 0.0)
        heard = list(said)
        for given in self.given:
            state, said = step(state, given)
            heard.extend(said)
        assert heard == self.heard
        assert state == self.state


TestReferee = Referee.TestCase
TestReferee.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
