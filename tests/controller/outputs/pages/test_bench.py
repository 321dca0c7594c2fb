"""Deeds of a page wait for the hands, come once each, and no request breaks their page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette.testclient", reason="the extra `pages` is not installed")

from controller.outputs.pages.bench import WAITING, Bench, parse_deed
from controller.referee.inputs import Action
from controller.rules import Player
from controller.simulation.people.by_hand import DeedKind, HandDeed
from controller.web.errors import PagesError
from tests.controller.outputs.pages.test_site import JSON, ORIGIN, Desk

MOVE = {"kind": "move", "player": 1, "source": 13, "target": 8}


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def desk(bench: Bench) -> Desk:
    return Desk(bench=bench)


def send(desk: Desk, deed: object, key: str = "k1", **headers: str) -> Any:
    """Send a deed."""
    return desk.client.post(
        "/simulation/deeds", content=json.dumps(deed), headers={"Origin": ORIGIN, "Idempotency-Key": key, **headers}
    )


def test_only_a_director_plays_by_hand(desk: Desk, bench: Bench) -> None:
    assert desk.client.get("/simulation").headers["location"] == "/enter?simulation"
    assert desk.client.get("/simulation/events").status_code == 403
    assert send(desk, MOVE).status_code == 403
    desk.enter()
    assert desk.client.get("/simulation").status_code == 200
    assert send(desk, MOVE, Origin="http://evil.example").status_code == 403
    assert bench.take(0.001) is None
    assert send(desk, MOVE).json() == {"number": 1}
    assert bench.take(0.001) == HandDeed(DeedKind.MOVE, Player.TWO, 13, 8)


def test_where_nobody_plays_by_hand_there_is_no_such_page() -> None:
    desk = Desk()
    desk.enter()
    assert desk.client.get("/simulation").status_code == 404
    assert send(desk, MOVE).status_code == 404


def test_a_deed_that_comes_twice_is_done_once_and_too_many_wait_outside(desk: Desk, bench: Bench) -> None:
    desk.enter()
    assert [send(desk, MOVE, key).json()["number"] for key in ("a", "b", "a")] == [1, 2, 1]
    for number in range(WAITING - 2):
        assert send(desk, MOVE, f"more {number}").status_code == 200
    assert send(desk, MOVE, "too many").status_code == 429
    assert bench.take(0.001) is not None
    assert send(desk, MOVE, "too many").json() == {"number": WAITING + 1}


def test_it_is_told_how_many_deeds_are_done_and_nothing_twice(bench: Bench) -> None:
    told: list[Any] = []
    bench.hear = told.append
    bench.give(HandDeed(DeedKind.LIFT, Player.ONE), "a")
    bench.show({"board": []})
    assert bench.take(0.001) is not None
    bench.show({"board": []})
    assert bench.take(0.001) is None
    bench.show({"board": []})
    assert told == [{"board": [], "done": 0}, {"board": [], "done": 1}]


def test_a_deed_says_who_does_what() -> None:
    said = parse_deed(b'{"kind": "say", "player": 0, "action": "drop"}', "k")
    assert said == HandDeed(DeedKind.SAY, Player.ONE, action=Action.DROP)


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "fly"}, {"player": 2}, {"player": "x"}, {"source": 26}, {"target": -1}, {"source": 1.5}, {"target": True},
     {"action": "shout"}, {"kind": []}, {"source": None}],
)  # fmt: skip
def test_what_no_hand_can_do_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PagesError, match=r"pages\.bad_deed"):
        parse_deed(json.dumps(MOVE | wrong).encode(), "k")
    with pytest.raises(PagesError, match=r"pages\.bad_deed"):
        parse_deed(json.dumps(MOVE).encode(), "")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    deed=JSON
    | st.fixed_dictionaries(
        {}, optional={"kind": JSON, "player": JSON, "source": JSON, "target": JSON, "action": JSON}
    ),
    key=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80),
)
def test_no_deed_is_answered_with_an_error_of_the_server(desk: Desk, deed: object, key: str) -> None:
    desk.enter()
    assert send(desk, deed, key).status_code in {200, 400, 429}
