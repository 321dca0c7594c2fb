"""GNU Backgammon's IDs of a whole state."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import MatchId, OfferKind, Player, Xgid, XgidSide, gnubg_id, parse_xgid
from tests.controller.rules.vectors import vectors


def state_of(xgid: Xgid) -> MatchId:
    """Return the rest of the state of an XGID as GNU Backgammon takes it: the player on roll becomes its player 1."""
    upper, lower = xgid.score
    doubled = xgid.dice is OfferKind.DOUBLE
    is_turned = xgid.on_roll is XgidSide.LOWER
    owners = {xgid.on_roll: Player.TWO, None: None}
    return MatchId(
        length=xgid.length,
        score=(upper, lower) if is_turned else (lower, upper),
        cube=xgid.cube,
        cube_owner=owners.get(xgid.cube_owner, Player.ONE),
        on_roll=Player.TWO,
        decision=Player.ONE if doubled else Player.TWO,
        crawford=xgid.crawford,
        doubled=doubled,
        roll=xgid.roll,
        jacoby=xgid.jacoby,
    )


@pytest.mark.parametrize("vector", vectors("xgids"), ids=lambda vector: vector["what"])
def test_an_xgid_becomes_the_id_that_gnu_backgammon_makes_of_it(vector: dict[str, Any]) -> None:
    xgid = parse_xgid(vector["xgid"])
    assert gnubg_id(xgid.position, state_of(xgid)) == vector["gnubg"]
