"""An order has the signature of the desk for one table, and for what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.hall.messages import TableOrder, encode
from controller.hall.signing import is_signed, signed, table_key, ticket, ticket_mark

HALL_KEY = bytes(32)
KEY = table_key(HALL_KEY, "club", "table-1")
ORDER = TableOrder(mark="a1", words=("undo",), who="Carla", why="the dice were knocked over", run="5f")


def test_a_signed_order_holds_after_its_way() -> None:
    assert is_signed(encode(signed(ORDER, KEY)), KEY)


def test_no_other_table_takes_it_and_no_other_key_makes_it() -> None:
    order = encode(signed(ORDER, KEY))
    assert not is_signed(order, table_key(HALL_KEY, "club", "table-2"))
    assert not is_signed(order, table_key(HALL_KEY, "other", "table-1"))
    assert not is_signed(order, table_key(bytes([1]) * 32, "club", "table-1"))
    assert not is_signed(encode(ORDER), KEY)


@given(
    st.sampled_from(["mark", "who", "why", "run"]).flatmap(lambda name: st.tuples(st.just(name), st.just("other"))),
)
def test_whatever_is_changed_breaks_it(change: tuple[str, Any]) -> None:
    order = signed(ORDER, KEY)
    assert not is_signed(encode(replace(order, **{change[0]: change[1]})), KEY)
    assert not is_signed(encode(replace(order, words=("stop",))), KEY)
    assert not is_signed(encode(replace(order, more=(("later", "1"),))), KEY)


def test_a_ticket_is_good_for_one_run_of_one_table() -> None:
    given = ticket(KEY, "5f")
    mark = ticket_mark(given, KEY, "5f")
    assert mark
    assert ticket(KEY, "5f") != given
    assert not ticket_mark(given, KEY, "60")
    assert not ticket_mark(given, table_key(HALL_KEY, "club", "table-2"), "5f")
    assert not ticket_mark(given[:-1], KEY, "5f")


@given(st.text(max_size=90))
def test_no_other_text_is_a_ticket(text: str) -> None:
    assert not ticket_mark(text, KEY, "5f")
