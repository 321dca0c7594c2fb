"""Whoever guesses waits, and nobody else does."""

from __future__ import annotations

from controller.web.admission import TRIES, Admission

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
