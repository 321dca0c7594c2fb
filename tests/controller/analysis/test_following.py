"""What was decided, what it has cost, and what counts, with an engine of which every answer is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.analysis.decisions import CubeDecision, DecisionKind, LeftOut
from controller.analysis.figures import Figures, figures, worst_cubes, worst_plays
from controller.analysis.following import follow
from controller.engine.analysis_answer import EngineMatch, EngineRecord
from controller.rules import Player, Roll
from tests.controller.analysis.answers import prepared, said

ONE, TWO = Player.ONE, Player.TWO
READY = prepared()
LEDGER = follow(READY, said(READY))


def test_every_decision_is_found_in_its_order_with_its_cost() -> None:
    found = [(one.player, one.kind, one.turn, round(one.error, 6)) for one in LEDGER.decisions]
    assert found == [
        (ONE, DecisionKind.PLAY, 1, 0.1),
        (TWO, DecisionKind.NO_DOUBLE, 2, 0.0),
        (TWO, DecisionKind.PLAY, 2, 0.1),
        (ONE, DecisionKind.DOUBLE, 3, 0.25),
        (TWO, DecisionKind.TAKE, 3, 0.0),
        (ONE, DecisionKind.PLAY, 3, 0.1),
        (ONE, DecisionKind.PLAY, 5, 0.1),
        (TWO, DecisionKind.DOUBLE, 6, 0.0),
        (ONE, DecisionKind.PASS, 6, 0.25),
    ]
    assert LEDGER.lost == 0


def test_not_to_double_counts_only_where_it_was_close() -> None:
    far = next(one for one in LEDGER.decisions if one.kind is DecisionKind.NO_DOUBLE)
    assert not far.counts
    answer = said(READY)
    near = replace(answer.games[0][1], no_double=0.5, double_take=0.4)
    ledger = follow(READY, replace(answer, games=((answer.games[0][0], near, *answer.games[0][2:]),)))
    assert next(one for one in ledger.decisions if one.kind is DecisionKind.NO_DOUBLE).counts


@pytest.mark.parametrize(
    ("no_double", "double_take", "best", "missed"),
    [
        (0.5, 0.75, "double, take", 0.25),
        (0.9, 1.5, "double, pass", 0.1),
        (1.2, 1.5, "no double", 0.0),
        (0.5, 0.4, "no double", 0.0),
    ],
)
def test_a_double_that_was_missed_costs_what_it_would_have_brought(
    no_double: float, double_take: float, best: str, missed: float
) -> None:
    answer = said(READY)
    asked = replace(answer.games[0][1], no_double=no_double, double_take=double_take)
    ledger = follow(READY, replace(answer, games=((answer.games[0][0], asked, *answer.games[0][2:]),)))
    (found,) = (one for one in ledger.decisions if one.kind is DecisionKind.NO_DOUBLE)
    assert found.best == best
    assert found.error == pytest.approx(missed)


def test_the_cube_is_followed() -> None:
    assert [(one.cube.value, one.cube.owner) for one in LEDGER.decisions][-3:] == [(2, TWO)] * 3


def test_boards_are_seen_by_who_decides() -> None:
    drop = LEDGER.decisions[-1]
    double = LEDGER.decisions[-2]
    assert drop.position == double.position.turned()
    assert LEDGER.decisions[2].position == READY.games[0].plays[1].before


def test_an_illegal_play_is_kept_and_in_no_figure() -> None:
    (illegal,) = LEDGER.illegal
    assert (illegal.player, illegal.turn, illegal.roll) == (TWO, 4, Roll(1, 1))
    assert illegal.after == READY.games[0].plays[3].after
    assert all(one.turn != 4 for one in LEDGER.decisions)
    assert LEDGER.turns == (3, 1)
    assert figures(LEDGER, TWO).illegal == 1


def test_the_figures_of_a_player_are_those_of_his_decisions() -> None:
    anna, boris = figures(LEDGER, ONE), figures(LEDGER, TWO)
    assert (anna.turns, anna.plays, anna.close_cube_decisions, anna.cube_decisions) == (3, 3, 2, 2)
    assert anna.play_error == pytest.approx(0.3)
    assert anna.cube_error == pytest.approx(0.5)
    assert anna.play_rate == pytest.approx(100)
    assert anna.cube_rate == pytest.approx(250)
    assert anna.rate == pytest.approx(160)
    assert anna.snowie_rate == pytest.approx(200)
    assert anna.luck == pytest.approx(0.6)
    assert anna.luck_rate == pytest.approx(200)
    assert anna.marked == (0, 3, 0)
    assert (boris.cube_decisions, boris.close_cube_decisions) == (3, 2)
    assert anna.word == "awful"


@pytest.mark.parametrize(
    ("error", "word"),
    [(3.6, "awful"), (2.0, "casual player"), (0.6, "expert"), (0.1, "supernatural"), (1.5, "intermediate")],
)
def test_play_is_called_as_gnu_backgammon_calls_it(error: float, word: str) -> None:
    assert Figures(100, 100, error, 0, 0, 0.0, (0, 0, 0), 0.0, 100, 100, 0).word == word


def test_a_player_who_decided_nothing_has_no_rate() -> None:
    nothing = Figures(0, 0, 0.0, 0, 0, 0.0, (0, 0, 0), 0.0, 0, 0, 0)
    assert (nothing.rate, nothing.play_rate, nothing.cube_rate, nothing.luck_rate, nothing.word) == (None,) * 5


def test_the_worst_come_first_and_what_cost_nothing_does_not_come() -> None:
    assert [one.kind for one in worst_cubes(LEDGER, ONE)] == [DecisionKind.DOUBLE, DecisionKind.PASS]
    assert worst_cubes(LEDGER, TWO) == ()
    assert len(worst_plays(LEDGER, ONE, 2)) == 2
    assert all(one.player is ONE for one in worst_plays(LEDGER, ONE))


def test_a_beaver_is_no_decision_and_its_take_is_one() -> None:
    answer = said(READY)
    beaver = EngineRecord("double", TWO, no_double=0.1, double_take=0.2)
    records = (*answer.games[0][:3], beaver, EngineRecord("take", ONE), *answer.games[0][4:])
    ledger = follow(READY, EngineMatch(5, (records,)))
    kinds = [one.kind for one in ledger.decisions]
    assert kinds.count(DecisionKind.DOUBLE) == 2
    (take,) = (one for one in ledger.decisions if one.kind is DecisionKind.TAKE)
    double = next(one for one in ledger.decisions if one.kind is DecisionKind.DOUBLE)
    assert (take.player, take.position, take.counts) == (ONE, double.position, True)
    assert ledger.decisions[-1].cube == CubeDecision(4, TWO)


@pytest.mark.parametrize(
    ("offers", "value", "owner"), [((), 2, TWO), ((TWO,), 4, TWO), ((TWO, ONE), 8, TWO), ((TWO, ONE, TWO), 16, TWO)]
)
def test_the_cube_is_his_who_was_doubled_first(offers: tuple[Player, ...], value: int, owner: Player) -> None:
    answer = said(READY)
    doubles = [EngineRecord("double", player, no_double=0.1, double_take=0.2) for player in offers]
    taker = (ONE, *offers)[-1].other
    records = (*answer.games[0][:3], *doubles, EngineRecord("take", taker), *answer.games[0][4:])
    ledger = follow(READY, EngineMatch(5, (records,)))
    assert ledger.decisions[-1].cube == CubeDecision(value, owner)
    assert [one.player for one in ledger.decisions if one.kind is DecisionKind.TAKE] == [taker]


def test_what_the_engine_does_not_know_is_counted_as_lost_and_in_no_figure() -> None:
    short = EngineMatch(5, (said(READY).games[0][:2],))
    ledger = follow(READY, short)
    assert ledger.left_out == (LeftOut(game=1, turns=2, turn=3, line=7),)
    assert ledger.lost == 2
    assert len(ledger.illegal) == 1
    assert follow(READY, EngineMatch(5, ())).lost == 4


def test_a_record_that_is_of_another_game_is_lost() -> None:
    answer = said(READY)
    strange = replace(answer.games[0][0], dice=(6, 6))
    ledger = follow(READY, EngineMatch(5, ((strange,),)))
    assert ledger.decisions == ()
    assert ledger.lost == 4


def test_a_play_that_was_chosen_from_other_plays_is_of_another_position() -> None:
    answer = said(READY)
    strange = replace(answer.games[0][0], choices=3)
    assert follow(READY, EngineMatch(5, ((strange,),))).decisions == ()
    elsewhere = replace(answer.games[0][0], moves=((13, 10), (13, 12)))
    assert follow(READY, EngineMatch(5, ((elsewhere,),))).decisions == ()
