"""The player that asks an engine: with engines made up for the test, and with the real one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from controller.engine.errors import EngineAnswerError, EngineDiedError, EngineMissingError, EngineSilentError
from controller.engine.gnubg import CubeEquities, find_gnubg
from controller.players.errors import QuestionError
from controller.players.gnubg_player import GnubgPlayer
from controller.players.levels import player_of
from controller.players.player import CubeAnswer, PlayQuestion
from controller.rules import (
    HYPERGAMMON,
    STANDARD,
    START,
    CubeState,
    Level,
    Offer,
    OfferKind,
    Player,
    Position,
    Roll,
    apply_play,
    match_to,
    parse_play,
    with_score,
)
from tests.controller.players.situations import question_of, situation_of
from tests.controller.rules.boards import from_points

if TYPE_CHECKING:
    from controller.engine.errors import EngineError
    from controller.rules import MatchId

OPENING = question_of(START, Roll(3, 1))
FAVOURITE = apply_play(START, parse_play("8/5 6/5"))
OFFERED = CubeState(offer=Offer(OfferKind.DOUBLE, Player.TWO, 2))


@dataclass
class FakeEngine:
    """An engine that answers as it is told, or fails."""

    failure: EngineError | None = None
    liked: tuple[Position, ...] = (FAVOURITE,)
    equities: CubeEquities = field(default_factory=lambda: CubeEquities(0.1, -0.2, 1.0))
    seen_by_mover: tuple[float, ...] = (0.5, 0.1, 0.0, 0.1, 0.0)
    closed: int = 0

    def plays(self, position: Position, match: MatchId) -> tuple[Position, ...]:
        """Return what is liked."""
        self._fail()
        return self.liked

    def cube_equities(self, position: Position, match: MatchId) -> CubeEquities:
        """Return the equities."""
        self._fail()
        return self.equities

    def chances(self, position: Position, match: MatchId) -> tuple[float, ...]:
        """Return the chances."""
        self._fail()
        return self.seen_by_mover

    def close(self) -> None:
        """Count the calls."""
        self.closed += 1

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


class Starter:
    """Starts the engines of a list, one after the other."""

    def __init__(self, *engines: FakeEngine | EngineError) -> None:
        """Keep the engines, or the failures to start one."""
        self.engines = list(engines)

    def __call__(self) -> FakeEngine:
        """Return the next engine."""
        engine = self.engines.pop(0)
        if isinstance(engine, FakeEngine):
            return engine
        raise engine


def player_with(*engines: FakeEngine | EngineError) -> GnubgPlayer:
    """Return a player whose engines are these."""
    return GnubgPlayer(Starter(*engines), player_of("club"))


def test_the_engines_favourite_is_played() -> None:
    answer = player_with(FakeEngine()).choose(OPENING)
    assert (answer.value, answer.by, answer.notes) == (FAVOURITE, "gnubg", ())


def test_a_favourite_that_is_not_legal_is_passed_over() -> None:
    legal = OPENING.results[0]
    assert player_with(FakeEngine(liked=(START, legal))).choose(OPENING).value == legal


def test_an_engine_that_names_no_legal_play_is_replaced_for_once() -> None:
    answer = player_with(FakeEngine(liked=())).choose(OPENING)
    assert answer.value in OPENING.results
    assert answer.by == "club"
    assert [note.key for note in answer.notes] == ["players.engine_replaced"]
    assert answer.notes[0].params["reason"] == "engine.no_legal_play"


def test_a_dead_engine_is_started_again_with_a_word() -> None:
    dead = FakeEngine(failure=EngineDiedError("engine.died", status=-9))
    player = player_with(dead, FakeEngine())
    answer = player.choose(OPENING)
    assert (answer.value, answer.by) == (FAVOURITE, "gnubg")
    assert [note.key for note in answer.notes] == ["players.engine_restarted"]
    assert dead.closed == 1
    assert player.choose(OPENING).notes == ()


@pytest.mark.parametrize("failure", [EngineSilentError("engine.silent"), EngineAnswerError("engine.no_such_play")])
def test_an_engine_that_hangs_or_babbles_is_replaced_and_then_started_anew(
    failure: EngineError,
) -> None:
    player = player_with(FakeEngine(failure=failure), FakeEngine())
    answer = player.choose(OPENING)
    assert answer.by == "club"
    assert answer.notes[0].params == {"reason": failure.key, "by": "club", "for_good": False}
    answer = player.choose(OPENING)
    assert answer.by == "gnubg"
    assert [note.key for note in answer.notes] == ["players.engine_restarted"]


def test_an_engine_that_keeps_dying_is_left_in_peace() -> None:
    player = player_with(*[FakeEngine(failure=EngineDiedError("engine.died", status=1)) for _ in range(4)])
    answer = player.choose(OPENING)
    assert answer.by == "club"
    assert [note.key for note in answer.notes] == ["players.engine_replaced"]
    assert answer.notes[0].params["for_good"] is True
    answer = player.choose(OPENING)
    assert (answer.by, answer.notes) == ("club", ())


def test_an_engine_that_is_not_installed_is_asked_for_once() -> None:
    player = player_with(EngineMissingError("engine.missing", program="gnubg"))
    answer = player.doubles(situation_of(START))
    assert (answer.value, answer.by) == (False, "club")
    assert answer.notes[0].params == {"reason": "engine.missing", "by": "club", "for_good": True}
    assert player.choose(OPENING).notes == ()


def test_variants_that_the_engine_does_not_know_are_played_by_the_built_in_player() -> None:
    position = HYPERGAMMON.start
    situation = situation_of(position, profile=replace(STANDARD, variant=HYPERGAMMON))
    answer = player_with().choose(question_of(position, Roll(3, 1), situation))
    assert (answer.by, answer.notes) == ("club", ())


@pytest.mark.parametrize(
    ("equities", "doubles", "takes"),
    [
        (CubeEquities(0.6, 0.8, 1.0), True, CubeAnswer.TAKE),
        (CubeEquities(0.9, 1.3, 1.0), True, CubeAnswer.PASS),
        (CubeEquities(1.2, 1.6, 1.0), False, CubeAnswer.PASS),
        (CubeEquities(0.2, -0.1, 1.0), False, CubeAnswer.BEAVER),
    ],
)
def test_double_and_answer_follow_the_engines_equities(
    equities: CubeEquities,
    doubles: bool,  # noqa: FBT001 - a parameter of the test
    takes: CubeAnswer,
) -> None:
    player = player_with(FakeEngine(equities=equities))
    assert player.doubles(situation_of(START)).value is doubles
    beavers = replace(STANDARD, beavers=True)
    assert player.answer_offer(situation_of(START, on_roll=False, cube=OFFERED, profile=beavers)).value is takes
    plain = CubeAnswer.TAKE if takes is CubeAnswer.BEAVER else takes
    assert player.answer_offer(situation_of(START, on_roll=False, cube=OFFERED)).value is plain


def test_a_double_that_is_not_allowed_is_not_asked_about() -> None:
    assert player_with().doubles(situation_of(START, on_roll=False)).value is False


def test_a_beaver_is_answered_by_the_engines_chances() -> None:
    situation = situation_of(START, cube=CubeState(offer=Offer(OfferKind.BEAVER, Player.TWO, 4)))
    assert player_with(FakeEngine()).answer_offer(situation).value is CubeAnswer.TAKE
    hopeless = FakeEngine(seen_by_mover=(0.1, 0.0, 0.0, 0.0, 0.0))
    assert player_with(hopeless).answer_offer(situation).value is CubeAnswer.PASS


def test_resignations_follow_the_engines_chances() -> None:
    won = FakeEngine(seen_by_mover=(1.0, 1.0, 0.0, 0.0, 0.0))
    # The engine answers for who is on roll: the other player, when it is not the player's turn.
    answer = player_with(won).resigns(situation_of(START, on_roll=False))
    assert (answer.value, answer.by) == (Level.GAMMON, "gnubg")
    assert not player_with(won).accepts_resignation(situation_of(START), Level.SINGLE).value
    assert player_with(won).accepts_resignation(situation_of(START), Level.GAMMON).value
    assert player_with(FakeEngine()).resigns(situation_of(START)).value is None
    answer = player_with(EngineMissingError("engine.missing")).resigns(situation_of(START))
    assert (answer.value, answer.by, len(answer.notes)) == (None, "club", 1)


def test_a_closed_player_asks_no_engine_any_more() -> None:
    engine = FakeEngine()
    player = player_with(engine)
    player.choose(OPENING)
    player.close()
    player.close()
    assert engine.closed == 1
    with pytest.raises(QuestionError, match=r"players\.no_results"):
        player.choose(PlayQuestion(OPENING.situation, OPENING.roll, ()))


@pytest.mark.skipif(find_gnubg() is None, reason="GNU Backgammon is not installed")
def test_the_real_engine_plays_doubles_and_answers() -> None:
    player = player_of("gnubg", plies=0)
    try:
        answer = player.choose(OPENING)
        assert (answer.value, answer.by) == (FAVOURITE, "gnubg")
        late = with_score(match_to(5), (1, 4), crawford_over=True)
        assert player.doubles(situation_of(START, match=late)).value is True
        assert player.doubles(situation_of(START, match=late)).by == "gnubg"
        assert player.doubles(situation_of(START)).value is False
        assert player.answer_offer(situation_of(START, on_roll=False, cube=OFFERED)).value is CubeAnswer.TAKE
        lost = from_points({6: 3, 5: 3, 4: 3}, {1: 1})
        assert player.resigns(situation_of(lost, on_roll=False)).value is Level.SINGLE
        assert player.accepts_resignation(situation_of(lost.turned()), Level.SINGLE).by == "gnubg"
    finally:
        player.close()
