"""Whoever guesses waits, and nobody else does."""

from __future__ import annotations

from controller.web.admission import ASKING, TRIES, Admission

TOKEN = "the-token"  # noqa: S105 - of a test


def test_one_who_guesses_keeps_nobody_else_out() -> None:
    admission = Admission(TOKEN)
    for number in range(10 * TRIES):
        admission.admit(f"guess {number}", "203.0.113.7", 0.0)
    assert admission.admit("the-token", "203.0.113.7", 1.0)[0] == "wait"
    assert admission.admit("the-token", "203.0.113.8", 1.0)[0] == "admitted"


def test_a_whole_network_of_ipv6_counts_as_one_address() -> None:
    admission = Admission(TOKEN)
    for number in range(TRIES):
        admission.admit("wrong", f"2001:db8::{number + 1}", 0.0)
    assert admission.admit("the-token", "2001:db8::ffff", 1.0)[0] == "wait"
    assert admission.admit("the-token", "::ffff:203.0.113.8", 1.0)[0] == "admitted"


def test_a_device_that_asks_is_admitted_by_the_code_that_it_shows() -> None:
    admission = Admission()
    asking = admission.ask("203.0.113.7", 0.0)
    assert asking is not None
    assert len(asking.code) == 4
    assert admission.came_of(asking.key, 1.0) == ("wait", "")
    wrong = "0000" if asking.code != "0000" else "1111"
    assert not admission.confirm(wrong, 1.0)
    assert admission.came_of(asking.key, 1.0) == ("wait", "")
    assert admission.confirm(asking.code, 2.0)
    assert admission.came_of("another key", 2.0)[0] == "refused"
    answer, cookie = admission.came_of(asking.key, 2.0)
    assert answer == "admitted"
    assert admission.is_director(cookie, 2.0)
    assert admission.came_of(asking.key, 2.0) == ("refused", "")  # a cookie is given once


def test_a_button_admits_whoever_asks_and_nobody_where_nobody_does() -> None:
    admission = Admission()
    assert not admission.confirm(None, 0.0)
    asking = admission.ask("203.0.113.7", 0.0)
    assert asking is not None
    assert admission.confirm(None, ASKING - 1)
    assert admission.came_of(asking.key, ASKING - 1)[0] == "admitted"


def test_one_device_asks_at_a_time_and_after_a_while_its_question_counts_no_more() -> None:
    admission = Admission()
    asking = admission.ask("203.0.113.7", 0.0)
    assert asking is not None
    assert admission.ask("203.0.113.8", 1.0) is None
    assert not admission.confirm(asking.code, ASKING)
    assert admission.came_of(asking.key, ASKING)[0] == "refused"
    assert admission.ask("203.0.113.8", ASKING) is not None


def test_whoever_asks_again_and_again_has_to_wait() -> None:
    admission = Admission()
    for _ in range(TRIES):
        assert admission.ask("203.0.113.7", 0.0) is not None
        admission.asking = None
    assert admission.ask("203.0.113.7", 1.0) is None
    assert admission.ask("203.0.113.8", 1.0) is not None


def test_the_token_of_a_viewer_lets_see_and_makes_no_director_and_guessing_it_is_slow() -> None:
    admission = Admission(TOKEN, "see")
    assert admission.may_see("see", "203.0.113.7", 0.0) == "admitted"
    assert admission.may_see(TOKEN, "203.0.113.7", 0.0) == "refused"
    assert admission.admit("see", "203.0.113.7", 0.0)[0] == "refused"
    for _ in range(TRIES):
        admission.may_see("wrong", "203.0.113.7", 1.0)
    assert admission.may_see("see", "203.0.113.7", 1.0) == "wait"
