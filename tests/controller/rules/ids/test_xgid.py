"""XGIDs of eXtreme Gammon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import (
    BAR,
    HYPERGAMMON,
    START,
    OfferKind,
    Position,
    PositionError,
    Roll,
    RulesError,
    Xgid,
    XgidError,
    XgidSide,
    parse_xgid,
    xgid,
)
from tests.controller.rules.boards import from_points, positions
from tests.controller.rules.vectors import vectors

START_BOARD = "-b----E-C---eE---c-e----B-"
sides = st.sampled_from(XgidSide)
faces = st.integers(1, 6)


@st.composite
def states(draw: st.DrawFn) -> Xgid:
    """Any state that an XGID can say, of fifteen checkers."""
    length = draw(st.one_of(st.just(0), st.integers(0, (1 << 15) - 1)))
    return Xgid(
        board=draw(positions(15)),
        on_roll=draw(sides),
        dice=draw(st.one_of(st.none(), st.tuples(faces, faces), st.sampled_from(OfferKind))),
        cube=1 << draw(st.integers(0, 15)),
        cube_owner=draw(st.one_of(st.none(), sides)),
        score=(draw(st.integers(0, 99)), draw(st.integers(0, (1 << 15) - 1))),
        length=length,
        crawford=bool(length) and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
        max_cube=1 << draw(st.integers(0, 15)),
    )


@pytest.mark.parametrize("vector", vectors("xgids"), ids=lambda vector: vector["what"])
def test_the_vectors_are_read_and_written(vector: dict[str, Any]) -> None:
    assert xgid(parse_xgid(vector["xgid"])) == vector["xgid"]
    assert parse_xgid(vector["xgid"].removeprefix("XGID=")) == parse_xgid(vector["xgid"])


def test_every_field_is_read() -> None:
    assert parse_xgid("XGID=b-A-BaC-D---cB---bBcbb--A-:2:-1:-1:52:4:6:1:9:6") == Xgid(
        board=from_points(
            {2: 1, 4: 2, 6: 3, 8: 4, 13: 2, 18: 2, 24: 1},
            {BAR: 2, 25 - 5: 1, 25 - 12: 3, 25 - 17: 2, 25 - 19: 3, 25 - 20: 2, 25 - 21: 2},
        ),
        on_roll=XgidSide.LOWER,
        dice=(5, 2),
        cube=4,
        cube_owner=XgidSide.LOWER,
        score=(4, 6),
        length=9,
        crawford=True,
        max_cube=64,
    )


@pytest.mark.parametrize(
    ("flag", "jacoby_and_beavers"), [(0, (False, False)), (1, (True, False)), (2, (False, True)), (3, (True, True))]
)
def test_the_flag_of_money_tells_jacoby_and_beavers(flag: int, jacoby_and_beavers: tuple[bool, bool]) -> None:
    state = parse_xgid(f"{START_BOARD}:0:0:1:00:0:0:{flag}:0:10")
    assert (state.jacoby, state.beavers) == jacoby_and_beavers
    assert not state.crawford


@pytest.mark.parametrize(
    ("dice", "meaning", "roll"),
    [
        ("00", None, None),
        ("13", (1, 3), Roll(3, 1)),
        ("31", (3, 1), Roll(3, 1)),
        ("66", (6, 6), Roll(6, 6)),
        ("D", OfferKind.DOUBLE, None),
        ("B", OfferKind.BEAVER, None),
        ("R", OfferKind.RACCOON, None),
    ],
)
def test_the_dice_are_a_roll_in_its_order_or_an_offer(dice: str, meaning: object, roll: Roll | None) -> None:
    text = f"XGID={START_BOARD}:0:0:1:{dice}:0:0:0:0:10"
    state = parse_xgid(text)
    assert (state.dice, state.roll) == (meaning, roll)
    assert xgid(state) == text


def test_the_position_is_turned_to_the_player_on_roll() -> None:
    board = from_points({1: 2}, {3: 4})
    assert Xgid(board=board).position == board
    assert Xgid(board=board, on_roll=XgidSide.LOWER).position == board.turned()
    assert XgidSide.LOWER.other is XgidSide.UPPER


def test_a_variant_with_fewer_checkers_needs_to_be_told() -> None:
    text = xgid(Xgid(board=HYPERGAMMON.start))
    assert text.startswith("XGID=-aaa------------------AAA-:")
    assert parse_xgid(text, checkers=3).board == HYPERGAMMON.start
    assert parse_xgid(text).board.mine[0] == 12


@settings(max_examples=200, deadline=None)
@given(states())
def test_reading_what_was_written_gives_the_state_back(state: Xgid) -> None:
    text = xgid(state)
    assert parse_xgid(text) == state
    assert xgid(parse_xgid(text)) == text


FIELDS = [START_BOARD, "0", "0", "1", "31", "3", "6", "1", "7", "10"]


@pytest.mark.parametrize(
    ("place", "field", "key"),
    [
        (0, START_BOARD[1:], "xgid.length"),
        (0, START_BOARD + "-", "xgid.length"),
        (0, "?" + START_BOARD[1:], "xgid.character"),
        (0, "P" + START_BOARD[1:], "xgid.character"),
        (0, "A" + START_BOARD[1:], "xgid.character"),
        (0, START_BOARD[:-1] + "a", "xgid.character"),
        (0, START_BOARD[:-1] + "A", "xgid.too_many_checkers"),
        (0, "o" + START_BOARD[1:], "xgid.too_many_checkers"),
        (0, "-" * 26, "position.both_borne_off"),
        (0, "aBBBBBB------------bbbbbbA", "position.both_closed_out"),
        (1, "-1", "xgid.cube"),
        (1, "16", "xgid.cube"),
        (1, "x", "xgid.not_a_number"),
        (1, "", "xgid.not_a_number"),
        (1, "+1", "xgid.not_a_number"),
        (1, "01", "xgid.not_a_number"),
        (1, " 1", "xgid.not_a_number"),
        (1, "1_0", "xgid.not_a_number"),
        (1, "-0", "xgid.not_a_number"),
        (1, "٣", "xgid.not_a_number"),
        (1, "9" * 5000, "xgid.not_a_number"),
        (2, "2", "xgid.owner"),
        (3, "0", "xgid.turn"),
        (3, "2", "xgid.turn"),
        (4, "70", "xgid.dice"),
        (4, "30", "xgid.dice"),
        (4, "3", "xgid.dice"),
        (4, "d", "xgid.dice"),
        (4, "٣١", "xgid.dice"),
        (5, "-1", "xgid.score"),
        (6, "32768", "xgid.score"),
        (7, "2", "xgid.flag"),
        (7, "-1", "xgid.flag"),
        (8, "-7", "xgid.match_length"),
        (8, "40000", "xgid.match_length"),
        (9, "16", "xgid.max_cube"),
        (9, "-1", "xgid.max_cube"),
        (9, "10:1", "xgid.fields"),
    ],
)
def test_what_is_no_xgid_is_refused_by_name(place: int, field: str, key: str) -> None:
    with pytest.raises((XgidError, PositionError)) as caught:
        parse_xgid(":".join([*FIELDS[:place], field, *FIELDS[place + 1 :]]))
    assert caught.value.key == key
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("prefix", ["XGID=", "xgid=", "Xgid=", ""])
def test_the_case_of_the_prefix_does_not_matter(prefix: str) -> None:
    body = f"{START_BOARD}:0:0:1:31:0:0:0:3:10"
    assert parse_xgid(prefix + body) == parse_xgid(f"XGID={body}")


@pytest.mark.parametrize(
    "text", ["", "XGID=", "xgid=XGID=" + ":".join(FIELDS), START_BOARD, "XGID=XGID=" + ":".join(FIELDS)]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(XgidError) as caught:
        parse_xgid(text)
    assert caught.value.key in ("xgid.fields", "xgid.length")


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"dice": (0, 1)}, "xgid.dice"),
        ({"dice": (1, 7)}, "xgid.dice"),
        ({"cube": 3}, "xgid.cube"),
        ({"cube": 1 << 16}, "xgid.cube"),
        ({"max_cube": 0}, "xgid.max_cube"),
        ({"score": (0, -1)}, "xgid.score"),
        ({"length": -1}, "xgid.match_length"),
        ({"crawford": True}, "xgid.flag"),
        ({"length": 5, "jacoby": True}, "xgid.flag"),
        ({"length": 5, "beavers": True}, "xgid.flag"),
    ],
)
def test_a_state_that_an_xgid_cannot_say_is_refused_by_name(changed: dict[str, Any], key: str) -> None:
    with pytest.raises(XgidError) as caught:
        Xgid(board=START, **changed)
    assert caught.value.key == key


def test_more_checkers_in_a_place_than_letters_are_refused() -> None:
    with pytest.raises(XgidError) as caught:
        xgid(Xgid(board=from_points({1: 16}, {1: 1}, checkers=16)))
    assert caught.value.key == "xgid.too_many_checkers"
    with pytest.raises(PositionError):
        xgid(Xgid(board=Position(START.mine[:25], START.theirs)))
