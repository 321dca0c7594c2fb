"""Messages of a hall come back as they were sent, and what is none of them is one clean error."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.hall import messages as me
from controller.hall.errors import HallError
from controller.hall.messages import DESK_KINDS, KINDS, LARGEST_STATE, HallMessage, TableState, decode, encode, schema
from controller.others_text import is_plain
from tests.paths import ROOT

ALL = tuple(dict.fromkeys((*KINDS.values(), *DESK_KINDS.values())))
START = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)


def plain(most: int) -> st.SearchStrategy[str]:
    """Return texts of one line."""
    return st.text(max_size=most).filter(is_plain)


WALL = st.floats(0, 1e11, allow_nan=False)
MARK = st.from_regex(r"[A-Za-z0-9-]{1,64}", fullmatch=True)
SIDE = st.none() | st.integers(0, 1)
PEOPLE = st.tuples(plain(40), plain(40))
POINTS = st.tuples(st.integers(0, 10_000), st.integers(0, 10_000))
JOURNAL = st.from_regex(r"[A-Za-z0-9._-]{0,64}", fullmatch=True)
ROW = st.tuples(*(st.integers(0, 15) for _ in range(26)))
CUBE = st.builds(
    me.HallCube, value=st.integers(0, 20).map(lambda power: 1 << power), owner=SIDE, offered=st.none() | st.just(4)
)
TIME = st.integers(-(10**9), 10**9)
CLOCK = st.builds(me.HallClock, left=st.tuples(TIME, TIME), delay=TIME, delay_left=TIME, running=SIDE, flagged=SIDE)
STATES = st.builds(
    TableState,
    session=JOURNAL,
    seq=st.integers(0, 10**9),
    at=WALL,
    names=PEOPLE,
    length=st.integers(0, 64),
    score=POINTS,
    game=st.integers(0, 200),
    phase=plain(40),
    turn=SIDE,
    winner=SIDE,
    checkers=st.tuples(ROW, ROW),
    position_id=st.sampled_from(("", "4HPwATDgc/ABMA")),
    dice=st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)),
    cube=CUBE,
    clock=st.none() | CLOCK,
    said=plain(200),
)
MESSAGES = st.one_of(
    STATES,
    st.builds(me.TableStatus, state=plain(40), since=WALL, run=MARK),
    st.builds(
        me.AboutTable, table=st.just("table-1"), program=plain(40), pages=st.sampled_from(("", "http://a.b:8724"))
    ),
    st.builds(me.TableEvent, session=JOURNAL, seq=st.integers(0, 9), part=st.integers(0, 9), at=WALL, kind=plain(40)),
    st.builds(me.TableAlert, kind=plain(40), since=WALL, text=plain(400)),
    st.builds(me.OrderAnswer, mark=MARK, done=st.booleans(), lines=st.lists(plain(50), max_size=9).map(tuple)),
    st.builds(me.DeskStatus, state=st.sampled_from(("ready", "lost", "gone")), since=WALL, run=MARK),
    st.builds(
        me.TableOrder, mark=MARK, words=st.lists(plain(50), min_size=1, max_size=8).map(tuple), who=plain(64), run=MARK
    ),
    st.builds(
        me.HallRound,
        title=plain(40),
        pairings=st.lists(
            st.builds(me.HallPairing, table=st.just("table-1"), names=PEOPLE, length=st.integers(0, 64)), max_size=5
        ).map(tuple),
    ),
)


@given(MESSAGES)
def test_a_message_comes_back_as_it_was_sent(message: HallMessage) -> None:
    assert decode(encode(message), type(message)) == message


@given(MESSAGES, st.dictionaries(st.text(min_size=1, max_size=9), st.integers() | plain(9) | st.lists(st.booleans())))
def test_fields_of_a_later_version_are_kept_and_written_again(message: HallMessage, more: dict[str, Any]) -> None:
    known = {field.name for field in fields(message)}
    more = {name: value for name, value in more.items() if name not in known}
    if any(isinstance(value, int) and abs(value) >= 10**100 for value in more.values()):
        return
    given_text = json.dumps({**json.loads(encode(message)), **more, "v": 2}).encode()
    if len(given_text) > me.largest(type(message)):
        return
    read = decode(given_text, type(message))
    assert read.v == 2
    assert {name: json.loads(value) for name, value in read.more} == more
    assert json.loads(encode(read)) == json.loads(given_text)


def an_order(payload: bytes, kind: type[HallMessage]) -> None:
    """Read a payload, which may be refused by an error with a sentence, and by no other."""
    try:
        decode(payload, kind)
    except TavolaError as error:
        said = trouble(error)
        if "\n" in said or said == str(error):
            raise


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode), st.sampled_from(ALL))
def test_what_is_no_message_is_one_clean_error(payload: bytes, kind: type[HallMessage]) -> None:
    an_order(payload, kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=20,
)


@given(MESSAGES, st.data())
def test_a_message_with_something_else_in_a_field_is_read_or_one_clean_error(
    message: HallMessage, data: st.DataObject
) -> None:
    whole = json.loads(encode(message))
    name = data.draw(st.sampled_from(sorted(whole)))
    whole[name] = data.draw(JSON)
    an_order(json.dumps(whole).encode(), type(message))


@given(MESSAGES, st.data())
def test_a_damaged_message_is_read_or_one_clean_error(message: HallMessage, data: st.DataObject) -> None:
    payload = bytearray(encode(message))
    at = data.draw(st.integers(0, len(payload) - 1))
    payload[at] = data.draw(st.integers(0, 255))
    an_order(bytes(payload[: data.draw(st.integers(0, len(payload)))]), type(message))


@pytest.mark.parametrize(
    "change",
    [
        {"score": [0, True]},
        {"score": [0, 1.0]},
        {"seq": -1},
        {"seq": "3"},
        {"names": ["Anna", "Bo\nris"]},
        {"names": ["Anna", "\u202eBoris"]},
        {"checkers": [list(START), list(START)[:-1]]},
        {"cube": {"value": 3}},
        {"dice": [0, 1]},
        {"at": 1e300},
        {"phase": None},
    ],
)
def test_bounds_are_strict(change: dict[str, Any]) -> None:
    with pytest.raises(TavolaError):
        decode(json.dumps({**json.loads(encode(a_state())), **change}).encode(), TableState)


def a_state() -> TableState:
    """Return a state."""
    return TableState(
        session="match-0001",
        seq=3,
        at=1.8e9,
        names=("Anna", "Boris"),
        length=7,
        score=(0, 0),
        game=1,
        phase="playing",
        checkers=(START, START),
        cube=me.HallCube(value=1),
    )


def test_numbers_that_are_none_and_fields_that_are_said_twice_are_refused() -> None:
    text = encode(a_state()).decode()
    for bad in (text.replace('"at":1800000000.0', '"at":NaN'), text[:-1] + ',"seq":4}'):
        assert bad != text
        with pytest.raises(TavolaError):
            decode(bad.encode(), TableState)


def test_the_longest_state_fits_in_two_kilobytes() -> None:
    longest = replace(
        a_state(),
        session="m" * 64,
        seq=10**9,
        names=("\U0001f3b2" * 40, "\U0001f3b2" * 40),
        checkers=((15,) * 26, (15,) * 26),
        said="\U0001f3b2" * 150,
        position_id="4HPwATDgc/ABMA",
        clock=me.HallClock(left=(-(10**9), -(10**9)), delay=10**9, delay_left=10**9, running=1, flagged=1),
    )
    assert len(encode(longest)) <= LARGEST_STATE


def test_what_is_too_large_is_neither_sent_nor_read() -> None:
    large = replace(a_state(), more=(("later", json.dumps("x" * LARGEST_STATE)),))
    with pytest.raises(HallError):
        encode(large)
    with pytest.raises(HallError):
        decode(b" " * (LARGEST_STATE + 1), TableState)


def test_the_published_schemas_are_those_of_the_messages() -> None:
    published = json.loads((ROOT / "docs" / "hall-schemas.json").read_text("utf-8"))
    assert published == {kind.__name__: json.loads(json.dumps(schema(kind))) for kind in ALL}
