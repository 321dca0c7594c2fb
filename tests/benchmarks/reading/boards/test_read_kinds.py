"""What is asked about a drawn table and what counts as right, and the figures as they are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.benchmarks.reading.boards.read_kinds import Read, compared, main
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.drawn.tables import FIRST_JUDGING

if TYPE_CHECKING:
    from vision.training.board.example import Example

ASKED = ("up to five", "six and more", "sure", "bar", "whole boards", "covered", "called hidden")


@pytest.fixture(scope="module")
def start() -> Example:
    return drawn_examples(FIRST_JUDGING, Materials(FIRST_JUDGING), later=0)[0]


def as_it_stands(example: Example) -> Read:
    return Read(example.contents, example.bar, np.zeros(24), example.hidden)


def test_of_a_table_that_is_read_as_it_stands_all_is_right(start: Example) -> None:
    found = compared(start, as_it_stands(start))
    assert found["up to five"] + found["six and more"] == np.count_nonzero(~start.hidden[:24])
    assert all(found[f"{name} right"] == found[name] for name in ASKED)


def test_on_a_board_that_is_read_as_bare_only_what_is_bare_is_right(start: Example) -> None:
    found = compared(start, as_it_stands(start)._replace(contents=np.zeros_like(start.contents)))
    bare = int(np.count_nonzero(~start.hidden[:24] & (start.contents == 0)))
    assert (found["up to five right"], found["six and more right"]) == (bare, 0)
    assert found["whole boards right"] == 0


@pytest.mark.films
def test_kinds_are_read_alone_and_beside_and_printed_with_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tables", "3"]) == 0
    printed = capsys.readouterr().out
    for kind in ("metal checkers", "camera aside", "other tables", "simulated"):
        assert f"{kind}, alone:" in printed
        assert f"{kind}, beside:" in printed
    assert "whole boards  right" in printed
