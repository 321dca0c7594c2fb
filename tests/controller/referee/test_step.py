"""The referee from the start position to the end of the match, on readings made by hand."""

from __future__ import annotations

import pytest

from controller.referee.commands import SetRoll
from controller.referee.events import (
    CubeRefused,
    Danced,
    Doubled,
    Dropped,
    Event,
    GameStarted,
    GameWon,
    IllegalPlayStands,
    MatchStarted,
    MatchWon,
    OpeningTie,
    PlayAccepted,
    PlayIllegal,
    Rolled,
    RollRefused,
    StartPositionAwaited,
    Taken,
    TurnStarted,
)
from controller.referee.evidence.throw import Doubt
from controller.referee.inputs import Action, Commanded
from controller.referee.state import Phase, Setup
from controller.referee.step import start, step
from controller.rules import (
    BAR,
    START,
    Breach,
    Level,
    OpeningTieRule,
    Player,
    Position,
    Refusal,
    Roll,
    RulesProfile,
    format_play,
    money_session,
)
from tests.controller.referee.boards import dice_of, die
from tests.controller.referee.by_hand import ONE, TWO, Match, after, at, counts, kinds


def test_the_match_begins_when_the_start_position_stands() -> None:
    match = Match()
    assert kinds(tuple(match.heard)) == [MatchStarted]
    assert kinds(match.see(START, ONE)) == [GameStarted]
    assert match.state.phase is Phase.OPENING


def test_a_wrong_start_is_pointed_out_once_and_place_by_place() -> None:
    match = Match()
    wrong = after(START, (13, 11))
    (event,) = match.see(wrong, ONE)
    assert isinstance(event, StartPositionAwaited)
    assert {(place.point, place.expected, place.seen) for place in event.differences} == {
        (13, (5, 0), (4, 0)),
        (11, (0, 0), (1, 0)),
    }
    assert match.see(wrong, ONE) == ()
    assert kinds(match.see(START, ONE)) == [GameStarted]


@pytest.mark.parametrize(("one", "two", "winner"), [(6, 1, ONE), (2, 5, TWO)])
def test_the_higher_die_begins_and_plays_both(one: int, two: int, winner: Player) -> None:
    match = Match()
    (event,) = match.open(one, two)
    assert event == Rolled(2.0, winner, Roll.of(one, two), opening=True, can_play=True)


def test_a_tie_is_thrown_again_and_counts_once_however_long_it_lies() -> None:
    match = Match()
    (event,) = match.open(4, 4)
    assert isinstance(event, OpeningTie)
    assert match.see(START, ONE, *dice_of(ONE, 4), *dice_of(TWO, 4)) == ()
    assert match.see(START, ONE) == ()
    assert kinds(match.see(START, ONE, *dice_of(ONE, 4), *dice_of(TWO, 3))) == [Rolled]


def test_a_second_tie_counts_though_nobody_saw_the_board_without_dice() -> None:
    match = Match()
    match.open(4, 4)
    assert kinds(match.see(START, ONE, die(4, 0.9, 0.4), die(4, 0.1, 0.4))) == [OpeningTie]
    assert match.see(START, ONE, die(4, 0.9, 0.4), die(4, 0.2, 0.5)) == ()
    assert kinds(match.see(START, ONE, die(4, 0.9, 0.4), die(6, 0.2, 0.5))) == [Rolled]


def test_opening_dice_in_one_half_are_refused() -> None:
    match = Match()
    match.see(START, ONE)
    (event,) = match.see(START, ONE, *dice_of(ONE, 4, 2))
    assert event == RollRefused(2.0, None, Doubt.WRONG_HALF, (4, 2))


def test_what_is_first_seen_after_a_checker_has_entered_is_not_taken_for_the_board_before() -> None:
    match = Match()
    before = Position(counts(p6=2, p8=3, p13=5, bar=1, off=4), counts(p24=2, p13=5, p8=3, p6=3, p5=2))
    match.state = at(match.state, before)
    match.state, _ = step(match.state, Commanded(1.0, "Emma", "not seen", SetRoll(Roll(6, 1))))
    played = after(before, (BAR, 24), (24, 18))
    assert match.see(played, ONE) == ()
    said = match.say(ONE, Action.CONFIRM) + match.see(played, ONE)
    assert kinds(said) == [PlayAccepted, TurnStarted]


def test_a_legal_play_is_accepted_when_the_dice_are_lifted_and_the_turn_passes() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    assert match.see(played, ONE, *dice_of(ONE, 3), *dice_of(TWO, 1)) == ()
    accepted, turn = match.see(played, ONE)
    assert isinstance(accepted, PlayAccepted)
    assert format_play(accepted.play) == "8/5 6/5"
    assert turn == TurnStarted(3.0 + 1.0, TWO)
    assert match.state.position == played.turned()


def test_a_play_tried_and_taken_back_is_no_play() -> None:
    match = Match()
    match.open(3, 1)
    dice = (*dice_of(ONE, 3), *dice_of(TWO, 1))
    assert match.see(after(START, (24, 20)), ONE, *dice) == ()
    assert match.see(START, ONE, *dice) == ()
    assert kinds(match.see(after(START, (24, 20)), ONE)) == [PlayAccepted, TurnStarted]


def test_an_illegal_play_is_flagged_once_with_its_reason_and_accepted_when_corrected() -> None:
    match = Match()
    match.open(3, 1)
    wrong = after(START, (8, 5), (6, 4))
    (event,) = match.see(wrong, ONE)
    assert isinstance(event, PlayIllegal)
    assert event.seen == wrong
    assert event.explanation.breaches == Breach.WRONG_DISTANCE
    assert match.see(wrong, ONE) == ()
    accepted, _ = match.see(after(START, (8, 5), (6, 5)), ONE)
    assert isinstance(accepted, PlayAccepted)
    assert accepted.corrected


def test_not_moving_at_all_is_illegal_while_a_play_is_possible() -> None:
    match = Match()
    match.open(3, 1)
    (event,) = match.see(START, ONE)
    assert isinstance(event, PlayIllegal)
    assert event.explanation.breaches == Breach.DICE_UNPLAYED


def test_an_illegal_play_stands_once_the_opponent_has_thrown() -> None:
    match = Match()
    match.open(3, 1)
    wrong = after(START, (8, 5), (6, 4))
    match.see(wrong, ONE)
    stands, turn, rolled = match.see(wrong, ONE, *dice_of(TWO, 5, 2))
    assert isinstance(stands, IllegalPlayStands)
    assert (kinds((turn, rolled)), stands.after) == ([TurnStarted, Rolled], wrong)
    assert match.state.position == wrong.turned()


def test_the_opponent_may_accept_an_illegal_play_by_a_word_and_the_player_may_not() -> None:
    match = Match()
    match.open(3, 1)
    match.see(after(START, (8, 5), (6, 4)), ONE)
    assert match.say(ONE, Action.CONFIRM) == ()
    assert kinds(match.say(TWO, Action.CONFIRM)) == [IllegalPlayStands, TurnStarted]


def test_the_opponent_may_throw_before_the_verdict_is_out() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    match.see(played, ONE)
    match.see(played, ONE, *dice_of(TWO, 6, 4))
    reply = after(played.turned(), (24, 14))
    assert kinds(match.see(reply, TWO, *dice_of(ONE, 6, 6))) == [PlayAccepted, TurnStarted, Rolled]


def test_a_roll_in_the_wrong_half_is_refused_once() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    match.see(played, ONE)
    assert match.see(played, ONE, *dice_of(ONE, 2, 5)) == (RollRefused(4.0, TWO, Doubt.WRONG_HALF, (2, 5)),)
    assert match.see(played, ONE, *dice_of(ONE, 2, 5)) == ()
    assert kinds(match.see(played, ONE, *dice_of(TWO, 2, 5))) == [Rolled]


def test_a_throw_is_refused_again_that_was_thrown_again_and_shows_the_same() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    match.see(played, ONE)
    first, second = (die(6, 0.2, 0.4, flat=-400), die(5, 0.3, 0.4)), (die(6, 0.25, 0.6, flat=-400), die(5, 0.15, 0.5))
    assert kinds(match.see(played, ONE, *first)) == [RollRefused]
    assert match.see(played, ONE, *first) == ()
    assert kinds(match.see(played, ONE, *second)) == [RollRefused]
    assert match.see(played, ONE, *second) == ()


def test_opening_dice_are_refused_again_that_were_thrown_again() -> None:
    match = Match()
    match.see(START, ONE)
    assert kinds(match.see(START, ONE, die(4, 0.9, 0.4, flat=-400), die(2, 0.1, 0.4))) == [RollRefused]
    assert match.see(START, ONE, die(4, 0.9, 0.4, flat=-400), die(2, 0.1, 0.4)) == ()
    assert kinds(match.see(START, ONE, die(4, 0.8, 0.6, flat=-400), die(2, 0.3, 0.2))) == [RollRefused]


def test_a_dance_is_announced_when_the_turn_has_ended_and_not_before() -> None:
    match = Match()
    match.open(3, 1)
    closed = Position(counts(bar=1, p6=14), counts(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p8=3))
    match.state = at(match.state, closed)
    (rolled,) = match.see(closed, ONE, *dice_of(ONE, 6, 2))
    assert isinstance(rolled, Rolled)
    assert not rolled.can_play
    assert kinds(match.see(closed, ONE)) == [Danced, TurnStarted]


@pytest.mark.parametrize(
    ("loser", "level"),
    [
        (counts(p3=14, off=1), Level.SINGLE),
        (counts(p3=15), Level.GAMMON),
        (counts(p3=14, p20=1), Level.BACKGAMMON),
        (counts(p3=14, bar=1), Level.BACKGAMMON),
    ],
)
def test_bearing_off_the_last_checker_wins_what_the_loser_left(loser: tuple[int, ...], level: Level) -> None:
    match = Match(length=5)
    match.open(3, 1)
    last = Position(counts(p1=1, off=14), loser)
    match.state = at(match.state, last)
    match.see(last, ONE, *dice_of(ONE, 6, 2))
    won = Position(counts(off=15), loser)
    accepted, ended = match.see(won, ONE)
    assert isinstance(accepted, PlayAccepted)
    assert isinstance(ended, GameWon)
    assert (ended.winner, ended.level, ended.points, ended.score) == (ONE, level, int(level), (int(level), 0))
    assert match.state.phase is Phase.SETTING_UP
    (second,) = match.see(START, ONE)
    assert isinstance(second, GameStarted)
    assert second.number == 2


def test_the_last_checker_may_be_borne_off_with_either_die_though_a_detour_would_use_both() -> None:
    match = Match()
    match.open(3, 1)
    last = Position(counts(p6=1, off=14), counts(p20=1, p3=14))
    match.state = at(match.state, last)
    match.see(last, ONE, *dice_of(ONE, 6, 1))
    assert kinds(match.see(Position(counts(off=15), last.theirs), ONE)) == [PlayAccepted, GameWon, MatchWon]


def test_the_match_ends_at_its_length_and_hears_nothing_more() -> None:
    match = Match(length=1)
    match.open(3, 1)
    last = Position(counts(p1=1, off=14), counts(p3=15))
    match.state = at(match.state, last)
    match.see(last, ONE, *dice_of(ONE, 6, 2))
    assert kinds(match.see(Position(counts(off=15), last.theirs), ONE)) == [PlayAccepted, GameWon, MatchWon]
    assert match.see(START, ONE) == ()
    assert match.state.phase is Phase.OVER


def test_a_double_is_taken_and_the_taker_owns_the_cube() -> None:
    match = Match(length=5)
    match.open(3, 1)
    match.see(after(START, (8, 5), (6, 5)), ONE)
    assert match.say(TWO, Action.DOUBLE) == (Doubled(4.0, TWO, 2),)
    assert match.say(ONE, Action.TAKE) == (Taken(5.0, ONE, 2),)
    assert (match.state.cube.value, match.state.cube.owner, match.state.phase) == (2, ONE, Phase.ROLLING)
    (refused,) = match.say(TWO, Action.DOUBLE)
    assert isinstance(refused, CubeRefused)
    assert refused.refusal == Refusal.OPPONENT_OWNS_CUBE


def test_a_double_passed_ends_the_game_at_the_value_before() -> None:
    match = Match(length=5)
    match.open(3, 1)
    match.see(after(START, (8, 5), (6, 5)), ONE)
    match.say(TWO, Action.DOUBLE)
    dropped, won = match.say(ONE, Action.DROP)
    assert isinstance(dropped, Dropped)
    assert isinstance(won, GameWon)
    assert (won.winner, won.points, won.score) == (TWO, 1, (0, 1))


@pytest.mark.parametrize("action", [Action.TAKE, Action.DROP])
def test_nobody_answers_a_double_that_was_not_offered(action: Action) -> None:
    match = Match(length=5)
    match.open(3, 1)
    (refused,) = match.say(TWO, action)
    assert isinstance(refused, CubeRefused)
    assert refused.refusal == Refusal.NO_OFFER


def test_nobody_doubles_before_the_first_roll_is_played_or_after_throwing() -> None:
    match = Match(length=5)
    (refused,) = match.say(ONE, Action.DOUBLE)
    assert isinstance(refused, CubeRefused)
    match.open(3, 1)
    (refused,) = match.say(ONE, Action.DOUBLE)
    assert isinstance(refused, CubeRefused)
    assert Refusal.ALREADY_ROLLED in refused.refusal


def test_an_automatic_double_survives_the_start_of_the_first_turn() -> None:
    match = Match()
    profile = RulesProfile(opening_tie=OpeningTieRule.AUTOMATIC_DOUBLE)
    match.state, _ = start(Setup(("Anna", "Boris"), profile=profile), money_session(), 0.0)
    (tie,) = match.open(4, 4)
    assert isinstance(tie, OpeningTie)
    assert tie.cube == 2
    match.see(START, ONE)
    match.see(START, ONE, *dice_of(ONE, 3), *dice_of(TWO, 1))
    assert match.state.cube.value == 2


def test_the_same_inputs_give_the_same_events() -> None:
    def play() -> list[Event]:
        match = Match()
        match.open(3, 1)
        match.see(after(START, (8, 5), (6, 4)), ONE)
        match.see(after(START, (8, 5), (6, 5)), ONE)
        return match.heard

    assert play() == play()
