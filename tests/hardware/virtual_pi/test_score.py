"""The score of a film: which picture is shown until the referee has said what."""

from __future__ import annotations

import pytest

from hardware.virtual_pi.errors import VirtualPiError
from hardware.virtual_pi.score import Bar, parse_score, read_score, write_score

SHOWN = """\
out/match-0001.journal: Anna against Boris
Sitting 1: boot 1, 2026-01-01 12:00 by the computer's clock, tavola 0.1.0
#0 begins
  0:00  Anna against Boris, one game.
#1 Seen
  0:00  Game 1, Anna 0, Boris 0. One die each, please.
#2 Lifted
#3 Seen
 12:02  Boris begins with 3-1.
"""
ENTRIES = """{"format": "tavola-journal", "version": 1, "entries": [
{"number": 0, "time": 0.1, "input": null},
{"number": 1, "time": 0.8, "input": {}},
{"number": 2, "time": 1.0, "input": {}},
{"number": 3, "time": 722.4000000000001, "input": {}}
]}"""


def test_every_sentence_belongs_to_the_picture_after_which_it_was_said() -> None:
    assert read_score(SHOWN, ENTRIES, 10.0) == (
        Bar(1, ("Anna against Boris, one game.",)),
        Bar(8, ("Game 1, Anna 0, Boris 0. One die each, please.",)),
        Bar(7224, ("Boris begins with 3-1.",)),
    )


def test_a_score_is_read_as_it_was_written() -> None:
    score = read_score(SHOWN, ENTRIES, 10.0)
    assert parse_score(write_score(score)) == score


def test_a_journal_in_which_nothing_was_said_has_no_score() -> None:
    with pytest.raises(VirtualPiError, match=r"virtual_pi\.no_score"):
        read_score("", ENTRIES, 10.0)
