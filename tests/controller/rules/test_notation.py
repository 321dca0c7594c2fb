"""The moves of a play: chosen, applied, written and read."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import (
    BAR,
    OFF,
    START,
    IllegalPlayError,
    Move,
    NotationError,
    Play,
    Position,
    Roll,
    RulesError,
    apply_move,
    apply_play,
    find_play,
    format_play,
    joined,
    legal_plays,
    parse_play,
)
from tests.controller.rules.boards import from_points, positions, rolls

WRITTEN = [
    ("", ()),
    ("8/5 6/5", (Move(8, 5), Move(6, 5))),
    ("24/18*/13", (Move(24, 18, hit=True), Move(18, 13))),
    ("24/18*/13*", (Move(24, 18, hit=True), Move(18, 13, hit=True))),
    ("24/13", (Move(24, 13),)),
    ("8/5(2) 6/3(2)", (Move(8, 5), Move(8, 5), Move(6, 3), Move(6, 3))),
    ("8/5*(2)", (Move(8, 5, hit=True), Move(8, 5))),
    ("bar/22*", (Move(BAR, 22, hit=True),)),
    ("bar/24(2) 6/5(2)", (Move(BAR, 24), Move(BAR, 24), Move(6, 5), Move(6, 5))),
    ("24/20*/16 24/16", (Move(24, 20, hit=True), Move(20, 16), Move(24, 16))),
    ("6/off", (Move(6, OFF),)),
    ("6/5*/off", (Move(6, 5, hit=True), Move(5, OFF))),
    ("6/off(3) 5/off", (Move(6, OFF), Move(6, OFF), Move(6, OFF), Move(5, OFF))),
]


@pytest.mark.parametrize(("text", "play"), WRITTEN)
def test_a_play_is_written_and_read_in_the_usual_form(text: str, play: Play) -> None:
    assert format_play(play) == text
    assert parse_play(text) == play


@pytest.mark.parametrize(
    ("play", "text"),
    [
        ((Move(24, 18), Move(18, 13)), "24/13"),
        ((Move(18, 13), Move(24, 18)), "24/13"),
        ((Move(6, 5), Move(8, 5)), "8/5 6/5"),
        ((Move(6, 3, hit=True), Move(9, 3)), "9/3* 6/3"),
        ((Move(8, 5), Move(6, 3), Move(8, 5), Move(6, 3)), "8/5(2) 6/3(2)"),
        ((Move(24, 20, hit=True), Move(24, 20), Move(20, 16), Move(20, 16)), "24/20*/16 24/16"),
        ((Move(BAR, 24), Move(24, 23), Move(23, 22), Move(22, 21)), "bar/21"),
    ],
)
def test_moves_are_joined_counted_and_put_in_order(play: Play, text: str) -> None:
    assert format_play(play) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Bar/22*", "bar/22*"),
        ("BAR/22*", "bar/22*"),
        ("25/22*", "bar/22*"),
        ("6/0", "6/off"),
        ("6/Off(2)", "6/off(2)"),
        ("8/5(2)*", "8/5*(2)"),
        ("  8/5   6/5\t", "8/5 6/5"),
        ("24/18/13", "24/13"),
        ("6/5(1)", "6/5"),
    ],
)
def test_other_spellings_are_read_too(text: str, same: str) -> None:
    assert format_play(parse_play(text)) == same


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("8", "notation.not_a_move"),
        ("8/", "notation.not_a_move"),
        ("8-5", "notation.not_a_move"),
        ("8/5**", "notation.not_a_move"),
        ("8/5*(2)*", "notation.not_a_move"),
        ("8*/5", "notation.not_a_move"),
        ("8/5()", "notation.not_a_move"),
        ("8/5 or 6/5", "notation.not_a_move"),
        ("٨/5", "notation.not_a_move"),
        ("26/20", "notation.no_such_point"),
        ("100/20", "notation.not_a_move"),
        ("8/5(10)", "notation.not_a_move"),
        ("5/8", "notation.wrong_way"),
        ("8/8", "notation.wrong_way"),
        ("20/bar", "notation.wrong_way"),
        ("off/5", "notation.wrong_way"),
        ("6/off*", "notation.hit_off"),
        ("8/5(0)", "notation.too_many_moves"),
        ("8/5(5)", "notation.too_many_moves"),
        ("8/5(4) 6/5", "notation.too_many_moves"),
    ],
)
def test_what_is_no_play_is_refused_by_name(text: str, key: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_play(text)
    assert caught.value.key == key
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789/*() barofBARO", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        play = parse_play(text)
        assert len(play) <= 4
        assert parse_play(format_play(play)) == joined(play)


# Moves on a board


def test_a_move_takes_a_checker_from_one_point_to_another() -> None:
    after = apply_move(START, Move(8, 5))
    assert (after.mine[8], after.mine[5]) == (2, 1)
    assert after.theirs == START.theirs


def test_a_hit_sends_the_blot_to_the_bar() -> None:
    before = from_points({6: 2}, {20: 1})
    after = apply_move(before, Move(6, 5, hit=True))
    assert (after.theirs[20], after.theirs[BAR]) == (0, 1)


@pytest.mark.parametrize(
    ("move", "key"),
    [
        (Move(7, 4), "play.no_checker"),
        (Move(6, 1), "play.point_closed"),
        (Move(6, 5, hit=True), "play.hit_mismatch"),
        (Move(13, 11), "play.hit_mismatch"),
        (Move(0, 1), "play.no_such_point"),
        (Move(27, 20), "play.no_such_point"),
        (Move(26, 20), "play.no_checker"),
        (Move(6, -1), "play.no_such_point"),
        (Move(6, BAR), "play.no_such_point"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused_by_name(move: Move, key: str) -> None:
    before = Position(START.mine, (1, *START.theirs[1:13], 4, 1, *START.theirs[15:]))
    with pytest.raises(IllegalPlayError) as caught:
        apply_move(before, move)
    assert caught.value.key == key
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


# Choosing the moves


@pytest.mark.parametrize(
    ("roll", "text"),
    [
        (Roll(3, 1), "8/5 6/5"),
        (Roll(6, 5), "24/13"),
        (Roll(4, 4), "24/20(2) 13/9(2)"),
        (Roll(6, 6), "24/18(2) 13/7(2)"),
    ],
)
def test_the_moves_of_a_known_play_are_found(roll: Roll, text: str) -> None:
    after = apply_play(START, parse_play(text))
    assert format_play(find_play(START, roll, after)) == text


def test_the_larger_die_goes_first_where_the_order_does_not_show() -> None:
    after = apply_play(START, parse_play("24/14"))
    assert find_play(START, Roll(6, 4), after) == (Move(24, 18), Move(18, 14))


def test_a_hit_tells_the_way_a_checker_went() -> None:
    before = from_points({24: 1}, {25 - 18: 1})
    hit, quiet = (apply_play(before, parse_play(text)) for text in ("24/18*/14", "24/14"))
    assert format_play(find_play(before, Roll(6, 4), hit)) == "24/18*/14"
    assert find_play(before, Roll(6, 4), quiet) == (Move(24, 20), Move(20, 14))


@pytest.mark.parametrize(
    ("before", "roll", "text"),
    [
        (from_points({8: 1, 6: 1}, {25 - 4: 1}), Roll(4, 2), "8/4* 6/4"),
        (from_points({24: 2}, {25 - 20: 1, 25 - 16: 2}), Roll(4, 4), "24/20*(2)"),
    ],
)
def test_only_the_first_of_two_checkers_on_a_blot_hits_it(before: Position, roll: Roll, text: str) -> None:
    after = apply_play(before, parse_play(text))
    play = find_play(before, roll, after)
    assert [move.hit for move in play] == [True, False]
    assert apply_play(before, play) == after
    assert format_play(play) == text


@pytest.mark.parametrize("text", ["8/5", "8/3", "24/18 13/11", ""])
def test_no_moves_are_found_for_a_position_that_is_not_legal(text: str) -> None:
    with pytest.raises(IllegalPlayError) as caught:
        find_play(START, Roll(3, 1), apply_play(START, parse_play(text)))
    assert caught.value.key == "play.not_legal"


def test_a_dance_has_no_moves() -> None:
    before = from_points({BAR: 1}, dict.fromkeys(range(1, 7), 2))
    assert find_play(before, Roll(6, 5), before) == ()
    with pytest.raises(IllegalPlayError):
        find_play(before, Roll(6, 5), START)


@settings(max_examples=200, deadline=None)
@given(positions(), rolls)
def test_every_legal_result_is_reached_by_its_moves_one_by_one(position: Position, roll: Roll) -> None:
    plays = legal_plays(position, roll)
    for after in list(plays)[:40]:
        play = find_play(position, roll, after)
        assert len(play) == plays.dice_used
        dice = list(roll.dice)
        board = position
        for move in play:
            fitting = [die for die in dice if _can(board, move, die)]
            assert fitting
            dice.remove(min(fitting))
            board = apply_move(board, move)
        assert board == after
        assert apply_play(position, joined(play)) == after


def _can(board: Position, move: Move, die: int) -> bool:
    """Return whether the rules let one die make a move, by the definition."""
    if board.mine[BAR] and move.source != BAR:
        return False
    if move.target != OFF:
        return move.source - move.target == die
    farthest = max(point for point in range(1, 26) if board.mine[point])
    return farthest <= 6 and (move.source == die or (die > move.source == farthest))


@settings(max_examples=200, deadline=None)
@given(positions(), rolls)
def test_writing_and_reading_are_inverse(position: Position, roll: Roll) -> None:
    for after in list(legal_plays(position, roll))[:40]:
        play = find_play(position, roll, after)
        text = format_play(play)
        assert parse_play(text) == joined(play)
        assert format_play(parse_play(text)) == text
        assert joined(joined(play)) == joined(play)
