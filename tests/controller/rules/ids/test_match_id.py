"""Match IDs of GNU Backgammon."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import GameState, MatchId, MatchIdError, Player, Roll, RulesError, match_id, parse_match_id
from tests.controller.rules.boards import rolls
from tests.controller.rules.vectors import vectors

points = st.integers(0, (1 << 15) - 1)
players = st.sampled_from(Player)
match_ids = st.builds(
    MatchId,
    length=points,
    score=st.tuples(points, points),
    cube=st.integers(0, 15).map(lambda log2: 1 << log2),
    cube_owner=st.one_of(st.none(), players),
    on_roll=players,
    decision=players,
    crawford=st.booleans(),
    state=st.sampled_from(GameState),
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    roll=st.one_of(st.none(), rolls),
    jacoby=st.booleans(),
)


def key_of(number: int) -> str:
    """Return a number of 72 bits as a match ID, whatever it says."""
    return base64.b64encode(number.to_bytes(9, "little")).decode()


@pytest.mark.parametrize("vector", vectors("match_ids"), ids=lambda vector: vector["id"])
def test_the_vectors_are_written_and_read(vector: dict[str, Any]) -> None:
    owner, dice = vector.get("owner"), vector.get("dice")
    match = MatchId(
        length=vector.get("length", 0),
        score=tuple(vector.get("score", (0, 0))),
        cube=vector.get("cube", 1),
        cube_owner=None if owner is None else Player(owner),
        on_roll=Player(vector.get("move", 1)),
        decision=Player(vector.get("turn", 1)),
        crawford=bool(vector.get("craw")),
        doubled=bool(vector.get("doubled")),
        roll=Roll(*dice) if dice else None,
        jacoby=bool(vector.get("jacoby")),
    )
    assert match_id(match) == vector["id"]
    assert parse_match_id(vector["id"]) == match


@settings(max_examples=200, deadline=None)
@given(match_ids)
def test_reading_what_was_written_gives_the_state_back(match: MatchId) -> None:
    assert parse_match_id(match_id(match)) == match


@settings(max_examples=200, deadline=None)
@given(st.integers(0, (1 << 72) - 1))
def test_any_twelve_characters_are_an_id_written_the_same_or_refused(number: int) -> None:
    for text in (key_of(number), key_of(number & (1 << 67) - 1)):
        try:
            match = parse_match_id(text)
        except MatchIdError:
            continue
        smaller_first = number >> 15 & 7 < number >> 18 & 7
        assert match_id(match) == text or smaller_first


def test_the_order_of_the_dice_is_not_kept() -> None:
    smaller_first = MatchId(roll=Roll(4, 2))
    number = int.from_bytes(base64.b64decode(match_id(replace(smaller_first, roll=None))), "little")
    assert parse_match_id(key_of(number | 2 << 15 | 4 << 18)) == smaller_first


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("cAkAAAAAAAA", "match_id.length"),
        ("cAkAAAAAAAAAA", "match_id.length"),
        ("cAkAAAAAAA A", "match_id.character"),
        ("cAkAAAAAAAA=", "match_id.character"),
        (key_of(2 << 4 | 1 << 8), "match_id.cube_owner"),
        (key_of(3 << 4 | 5 << 8), "match_id.state"),
        (key_of(3 << 4 | 7 << 8), "match_id.state"),
        (key_of(3 << 4 | 7 << 15 | 1 << 18), "match_id.dice"),
        (key_of(3 << 4 | 3 << 15), "match_id.dice"),
        (key_of(3 << 4 | 3 << 18), "match_id.dice"),
        (key_of(3 << 4 | 1 << 67), "match_id.spare_bits"),
        (key_of(3 << 4 | 1 << 71), "match_id.spare_bits"),
    ],
)
def test_what_is_no_id_is_refused_by_name(text: str, key: str) -> None:
    with pytest.raises(MatchIdError) as caught:
        parse_match_id(text)
    assert caught.value.key == key
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"cube": 0}, "match_id.cube"),
        ({"cube": 3}, "match_id.cube"),
        ({"cube": -2}, "match_id.cube"),
        ({"cube": 1 << 16}, "match_id.cube"),
        ({"length": -1}, "match_id.match_length"),
        ({"length": 1 << 15}, "match_id.match_length"),
        ({"score": (0, 1 << 15)}, "match_id.score"),
        ({"score": (-1, 0)}, "match_id.score"),
        ({"resigned": 4}, "match_id.resigned"),
        ({"resigned": -1}, "match_id.resigned"),
    ],
)
def test_a_state_that_an_id_has_no_room_for_is_refused_by_name(changed: dict[str, Any], key: str) -> None:
    with pytest.raises(MatchIdError) as caught:
        MatchId(**changed)
    assert caught.value.key == key
