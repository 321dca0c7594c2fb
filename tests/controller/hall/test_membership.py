"""A membership comes back from its file and from its line, and shows its secrets to nobody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.hall.membership import LINE, Membership, joining_line, membership_text, parse_line, parse_membership

MEMBER = Membership(
    hall="club",
    table="table-1",
    host="hall.local",
    port=8883,
    password="q" * 24,
    key="0f" * 32,
    authority="-----BEGIN CERTIFICATE-----\n" + "A" * 64 + "\n" + "B" * 12 + "\n-----END CERTIFICATE-----\n",
)


def test_it_comes_back_from_a_file_and_a_line() -> None:
    assert parse_membership(membership_text(MEMBER), "hall.json") == MEMBER
    assert parse_line(joining_line(MEMBER)) == MEMBER


def test_a_line_may_be_broken_and_typed_small() -> None:
    line = joining_line(MEMBER)
    assert parse_line(f"  {line[:40].lower()}\n {line[40:]} \n") == MEMBER


def test_nothing_that_is_printed_of_it_has_its_secrets() -> None:
    assert "qqq" not in repr(MEMBER)
    assert "0f0f" not in repr(MEMBER)


@given(st.text(max_size=200) | st.text(max_size=200).map(lambda text: LINE + text))
def test_what_is_no_line_is_one_clean_error(text: str) -> None:
    with pytest.raises(TavolaError) as caught:
        parse_line(text)
    assert "\n" not in trouble(caught.value)


@given(st.data())
def test_a_line_with_another_character_is_never_another_membership(data: st.DataObject) -> None:
    line = joining_line(MEMBER)
    at = data.draw(st.integers(len(LINE), len(line) - 1))
    other = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    try:
        read = parse_line(line[:at] + other + line[at + 1 :])
    except TavolaError:
        return
    assert read == MEMBER


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "tavola-hall"}', "x" * 9000])
def test_what_is_no_file_is_one_clean_error(text: str) -> None:
    with pytest.raises(TavolaError):
        parse_membership(text, "hall.json")
