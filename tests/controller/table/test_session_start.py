"""Sitting down to a match: what has to be said of what was agreed on."""

from __future__ import annotations

import pytest

from controller.announce.health import sentence
from controller.referee.options.options import preset
from controller.referee.options.words import with_words
from controller.referee.state import Setup
from controller.rules import match_for
from controller.table.session_start import new_match


def said(name: str, length: int, *words: str) -> list[str]:
    """Return what is said at the beginning of a match by a preset and some words."""
    setup = Setup.at(("Anna", "Boris"), with_words(preset(name), words))
    return [sentence(told) for told in new_match(setup, match_for(length), 0.0).notices]


@pytest.mark.parametrize(
    ("name", "words", "named"),
    [
        ("money", (), "jacoby, beavers"),
        ("regole-it", (), "automatic_doubles"),
        ("club", ("beavers=yes", "raccoons=yes"), "beavers, raccoons"),
    ],
)
def test_what_only_money_knows_is_named_in_a_match(name: str, words: tuple[str, ...], named: str) -> None:
    (line,) = said(name, 5, *words)
    assert f"to 5, in which these have no effect: {named}." in line
    assert "--length money" in line
    assert said(name, 0, *words) == []


@pytest.mark.parametrize("name", ["club", "tournament", "casual", "wikipedia-it"])
def test_what_a_match_knows_needs_no_word(name: str) -> None:
    assert said(name, 7) == []
