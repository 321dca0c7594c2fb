"""Programs of two versions in one hall: what a later one tells an earlier one is taken, and the other way round."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.desk.view import HallView, desk_json
from controller.hall.messages import VERSION, DeskStatus, HallMessage, TableOrder, decode, encode
from controller.hall.signing import is_signed, signature, signed, table_key
from controller.others_text import is_plain
from tests.controller.hall.test_messages import MESSAGES, a_state

KEY = table_key(bytes(32), "club", "table-1")
ORDER = TableOrder(mark="a1", words=("undo",), who="Carla", why="the dice were knocked over", run="5f")
LATER = st.dictionaries(
    st.from_regex(r"later_[a-z]{1,5}", fullmatch=True),
    st.none() | st.booleans() | st.integers(0, 9) | st.floats(0, 1) | st.text(max_size=9).filter(is_plain),
    max_size=4,
)


@given(MESSAGES)
def test_every_message_says_the_version_of_its_schema(message: HallMessage) -> None:
    assert json.loads(encode(message))["v"] == VERSION


@given(MESSAGES)
def test_a_message_of_an_earlier_version_lacks_what_has_been_added_since(message: HallMessage) -> None:
    wanted = {one.name for one in fields(message) if one.default is MISSING}
    earlier = {name: value for name, value in json.loads(encode(message)).items() if name in wanted}
    read = decode(json.dumps(earlier).encode(), type(message))
    assert all(getattr(read, name) == getattr(message, name) for name in wanted)


@given(LATER)
def test_a_table_takes_the_order_of_a_later_desk_and_knows_its_signature(more: dict[str, Any]) -> None:
    later = {"v": 2, **more, **{name: one for name, one in json.loads(encode(ORDER)).items() if name != "v"}}
    payload = json.dumps({**later, "sign": signature(later, KEY)}).encode()
    order = decode(payload, TableOrder)
    assert (order.v, order.words, order.run) == (2, ORDER.words, ORDER.run)
    assert is_signed(payload, KEY)
    changed = {**later, "later_too": 1, "sign": signature(later, KEY)}
    assert not is_signed(json.dumps(changed).encode(), KEY)


def test_a_later_table_takes_the_order_of_a_desk_that_does_not_know_all_fields() -> None:
    earlier = {name: one for name, one in json.loads(encode(ORDER)).items() if name != "why"}
    payload = json.dumps({**earlier, "sign": signature(earlier, KEY)}, indent=1).encode()
    assert decode(payload, TableOrder).why == ""
    assert is_signed(payload, KEY)
    assert is_signed(encode(signed(ORDER, KEY)), KEY)


def test_a_desk_shows_a_table_of_a_later_version() -> None:
    state = json.loads(encode(a_state()))
    state |= {"v": 2, "weather": {"rain": [1]}, "phase": "on-tour", "cube": {**state["cube"], "colour": "red"}}
    told = {
        "status": {"v": 2, "state": "on-tour", "since": 1.0, "run": "5f", "mood": "good"},
        "about": {"v": 2, "table": "table-1", "program": "2.0", "can": ["orders", "sing"], "wheels": 4},
        "state": state,
        "alert/smoke": {"v": 2, "kind": "smoke", "since": 1.0, "text": "It smokes.", "heat": 9},
        "mood": {"v": 2, "good": True},
    }
    view = HallView("club")
    for kind, plain in told.items():
        view = view.heard(f"tavola/1/club/table-1/{kind}", json.dumps(plain).encode(), 1.0)
    table = view.tables["table-1"]
    assert [table.status.v, table.about.v, table.state.v] == [2, 2, 2]  # type: ignore[union-attr]
    assert table.status.more == (("mood", '"good"'),)  # type: ignore[union-attr]
    drawn = desk_json(table)
    assert (drawn["does"], [one["kind"] for one in drawn["reasons"]]) == ("on-tour", ["smoke"])
    assert drawn["shown"]["names"] == ["Anna", "Boris"]


def test_a_table_and_a_desk_take_what_a_later_desk_tells() -> None:
    whole = {"v": 2, "title": "Round 1", "arbiter": "Emma"}
    whole |= {"pairings": [{"table": "table-1", "names": ["Ann", "Bob"], "length": 7, "handicap": 2}]}
    view = HallView("club").heard("tavola/1/club/desk/round", json.dumps(whole).encode(), 1.0)
    assert view.round is not None
    assert (view.round.v, view.round.more, len(view.round.pairings)) == (2, (("arbiter", '"Emma"'),), 1)
    status = decode(b'{"v":2,"state":"ready","since":1.0,"run":"5f","room":"large"}', DeskStatus)
    assert (status.state, status.run, status.more) == ("ready", "5f", (("room", '"large"'),))
