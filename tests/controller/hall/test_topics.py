"""Topics of a hall are read as they are written, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.hall.errors import HallError
from controller.hall.topics import Topic, checked_table, parse_topic

NAMES = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", fullmatch=True)


@given(NAMES, NAMES, st.sampled_from([("status", ""), ("state", ""), ("alert", "clock"), ("result", "0" * 16)]))
def test_a_topic_comes_back(hall: str, table: str, what: tuple[str, str]) -> None:
    topic = Topic(hall, table, *what)
    assert parse_topic(str(topic)) == topic


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda text: f"tavola/1/{text}"))
def test_whatever_is_no_topic_is_none(text: str) -> None:
    found = parse_topic(text)
    assert found is None or str(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "tavola/2/club/table-1/state",
        "tavola/1/club/table-1",
        "tavola/1/club/table-1/alert",
        "tavola/1/club/table-1/state/more",
        "tavola/1/club/+/state",
        "tavola/1/club//state",
        "public/tavola/1/club/table-1",
    ],
)
def test_these_are_none(text: str) -> None:
    assert parse_topic(text) is None


@pytest.mark.parametrize("name", ["", "Table", "a b", "-a", "a-", "a/b", "#", "+", "ä", "a" * 33, "desk", "spectator"])
def test_no_table_has_such_a_name(name: str) -> None:
    with pytest.raises(HallError):
        checked_table(name)
