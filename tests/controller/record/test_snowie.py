"""The dump of a position in forty fields."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.record.snowie import Dump, DumpError, format_dump, parse_dump
from controller.rules.player import Player
from controller.rules.position import START, Counts, Position

SURROUNDINGS = Dump(7, ("Ada; the first", "Grace"), (3, 6), crawford=True, cube=2, owner=Player.TWO)
EMPTY: Counts = (0,) * 26


def test_the_fields_follow_one_another_as_documented() -> None:
    assert format_dump(Player.ONE, START, SURROUNDINGS) == (
        "7;0;0;0;0;Grace;Ada; the first;1;6;3;2;1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0"
    )
    assert format_dump(Player.TWO, START, SURROUNDINGS).startswith("7;0;0;0;1;Ada; the first;Grace;1;3;6;2;-1;0;-2;")


def counts(places: list[int]) -> Counts:
    return tuple(places.count(index) for index in range(26))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions of fifteen checkers a side in which no point is shared."""
    mine = counts(draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)))
    free = [place for place in range(26) if place in (0, 25) or not mine[25 - place]]
    return Position(mine, counts(draw(st.lists(st.sampled_from(free), min_size=15, max_size=15))))


@settings(max_examples=150, deadline=None)
@given(positions(), st.sampled_from(Player), st.sampled_from(Player))
def test_a_dump_is_read_back_by_either_player(position: Position, player: Player, reader: Player) -> None:
    text = format_dump(player, position, SURROUNDINGS)
    readings = parse_dump(text, reader, 15)
    assert readings[0] == (position if reader is player else position.turned())
    assert len(set(readings)) == len(readings) <= 4


def test_the_next_player_sees_his_own_bar_last_and_the_other_bar_first() -> None:
    position = Position(counts([25, 25, 6]), counts([25, 3, 3]))
    fields = format_dump(Player.ONE, position, SURROUNDINGS).split(";")[-28:-2]
    assert (fields[0], fields[3], fields[19], fields[-1]) == ("-2", "2", "-1", "1")


def test_other_writers_may_mean_the_other_player_or_the_other_bar() -> None:
    position = Position(counts([25, 25, 6, 1]), counts([25, 3, 3, 3]))
    text = format_dump(Player.ONE, position, SURROUNDINGS)
    fields = text.split(";")
    bars_swapped = ";".join([*fields[:-28], fields[-3], *fields[-27:-3], fields[-28], *fields[-2:]])
    other_player = text.replace("7;0;0;0;0;", "7;0;0;0;1;")
    for other in (bars_swapped, other_player):
        readings = parse_dump(other, Player.ONE, 5)
        expected = parse_dump(text, Player.ONE, 5)[0]
        assert readings[0] != expected
        assert expected in readings[1:]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "dump.fields"),
        ("7;0;0;0;0;A;B;0;0;0;1;0;0;0", "dump.fields"),
        (format_dump(Player.ONE, START, SURROUNDINGS).replace("-3", "x"), "dump.fields"),
        (format_dump(Player.ONE, START, SURROUNDINGS).replace("7;0;0;0;0", "7;0;0;0;2"), "dump.player"),
        (format_dump(Player.ONE, START, SURROUNDINGS).replace(";5;", ";9;"), "dump.too_many_checkers"),
    ],
)
def test_a_text_that_is_no_dump_is_refused(text: str, key: str) -> None:
    with pytest.raises(DumpError) as refused:
        parse_dump(text, Player.ONE, 15)
    assert refused.value.key == key
