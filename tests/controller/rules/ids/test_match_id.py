"""Match IDs of GNU Backgammon."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import MatchId, Player, Roll, match_id
from controller.rules.ids.match_id import GameState, MatchIdError
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


WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""The bits of each field, from the least significant on."""


def read(text: str) -> MatchId:
    """Return the state that a match ID writes."""
    number = int.from_bytes(base64.b64decode(text), "little")
    fields: list[int] = []
    for width in WIDTHS:
        fields.append(number & (1 << width) - 1)
        number >>= width
    cube, owner, on_roll, crawford, state, decision, doubled, resigned, die, other_die, length, one, two, no_jacoby = (
        fields
    )
    assert not number
    return MatchId(
        length=length,
        score=(one, two),
        cube=1 << cube,
        cube_owner=None if owner == 3 else Player(owner),
        on_roll=Player(on_roll),
        decision=Player(decision),
        crawford=bool(crawford),
        state=GameState(state),
        doubled=bool(doubled),
        resigned=resigned,
        roll=Roll.of(die, other_die) if die else None,
        jacoby=not no_jacoby,
    )


@pytest.mark.parametrize("vector", vectors("match_ids"), ids=lambda vector: vector["id"])
def test_the_vectors_are_written(vector: dict[str, Any]) -> None:
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


@settings(max_examples=200, deadline=None)
@given(match_ids)
def test_what_is_written_says_the_whole_state(match: MatchId) -> None:
    assert read(match_id(match)) == match


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
