"""Position IDs of GNU Backgammon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import (
    HYPERGAMMON,
    NACKGAMMON,
    START,
    Position,
    PositionError,
    PositionIdError,
    RulesError,
    apply_play,
    parse_play,
    parse_position_id,
    position_id,
)
from tests.controller.rules.boards import from_points, positions
from tests.controller.rules.vectors import vectors


@pytest.mark.parametrize("vector", vectors("position_ids"), ids=lambda vector: vector["id"])
def test_the_vectors_are_written_and_read(vector: dict[str, Any]) -> None:
    checkers = 3 if "hypergammon" in vector["what"] else 15
    position = parse_position_id(vector["id"], checkers)
    assert (list(position.mine[1:]), list(position.theirs[1:])) == (vector["me"], vector["opp"])
    assert sum(position.mine) == sum(position.theirs) == checkers
    assert position_id(position) == vector["id"]


def test_the_starts_of_the_variants_have_their_known_ids() -> None:
    assert position_id(START) == "4HPwATDgc/ABMA"
    assert position_id(NACKGAMMON.start) == "4Dl4ADbgOXgANg"
    assert position_id(HYPERGAMMON.start) == "AACgAgAAKgAAAA"


def test_the_id_changes_when_the_turn_passes() -> None:
    after = apply_play(START, parse_play("8/5 6/5"))
    assert position_id(after) == "4HPwATCwZ/ABMA"
    assert position_id(after.turned()) == "sGfwATDgc/ABMA"


@settings(max_examples=200, deadline=None)
@given(positions(15))
def test_reading_what_was_written_gives_the_position_back(position: Position) -> None:
    text = position_id(position)
    assert parse_position_id(text) == position
    assert position_id(parse_position_id(text)) == text


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 15), st.data())
def test_other_numbers_of_checkers_go_through_too(checkers: int, data: st.DataObject) -> None:
    position = data.draw(positions(checkers))
    assert parse_position_id(position_id(position), checkers) == position


@settings(max_examples=300, deadline=None)
@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", min_size=14, max_size=14))
def test_any_fourteen_characters_are_an_id_written_the_same_or_refused(text: str) -> None:
    try:
        position = parse_position_id(text)
    except PositionError:
        return
    assert position_id(position) == text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "position_id.length"),
        ("4HPwATDgc/ABM", "position_id.length"),
        ("4HPwATDgc/ABMA==", "position_id.length"),
        ("4HPwATDgc/ABM-", "position_id.character"),
        ("4HPwATDgc/ABMé", "position_id.character"),
        ("4HPwATDgc/ABM=", "position_id.character"),
        ("4HPwATDgc/ABMB", "position_id.spare_bits"),
        ("//////////////", "position_id.spare_bits"),
        ("/////////////w", "position_id.counts"),
        ("AAAAAAAAAAAAgA", "position_id.counts"),
        ("//8AAAACAAAAAA", "position_id.too_many_checkers"),
        ("AQAA/P8DAAAAAA", "position_id.too_many_checkers"),
        ("AQAAAAAABgAAAA", "position.shared_point"),
        ("AAAAAAAAAAAAAA", "position.both_borne_off"),
    ],
)
def test_what_is_no_id_is_refused_by_name(text: str, key: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position_id(text)
    assert caught.value.key == key
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, PositionIdError) == key.startswith("position_id.")


def test_an_id_with_more_checkers_than_the_variant_has_is_refused() -> None:
    with pytest.raises(PositionIdError) as caught:
        parse_position_id("4HPwATDgc/ABMA", checkers=3)
    assert caught.value.key == "position_id.too_many_checkers"
    assert caught.value.params["checkers"] == 15


def test_thirty_checkers_fit_into_an_id_and_one_more_does_not() -> None:
    assert parse_position_id(position_id(from_points({1: 20}, {1: 10}, 20)), 20).mine[1] == 20
    with pytest.raises(PositionIdError) as caught:
        position_id(from_points({1: 20}, {1: 11}, 20))
    assert caught.value.key == "position_id.too_many_checkers"


def test_a_position_that_is_not_sound_has_no_id() -> None:
    with pytest.raises(PositionError) as caught:
        position_id(Position((14, 1, *(0,) * 24), (14, *(0,) * 23, 1, 0)))
    assert caught.value.key == "position.shared_point"


def test_both_on_the_bar_against_closed_boards_has_no_id() -> None:
    counts = (2, 2, 2, 2, 2, 2, 2, *(0,) * 18, 1)
    with pytest.raises(PositionError) as caught:
        position_id(Position(counts, counts))
    assert caught.value.key == "position.both_closed_out"
