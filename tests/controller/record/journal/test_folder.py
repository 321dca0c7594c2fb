"""The numbers of matches in a folder: nothing that lies there is written over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.record.journal.folder import next_journal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("there", "number"),
    [
        ((), 1),
        (("board.json", "notes.txt", "match-today.mat"), 1),
        (("match-0001.journal", "match-0001.mat"), 2),
        (("match-0002.mat",), 3),
        (("match-0003.pictures", "match-0001.journal"), 4),
        (("match-0001.board.json",), 2),
        (("match-0001.journal", "match-0002.board.json"), 3),
        (("match-9999.journal",), 10_000),
    ],
)
def test_the_next_match_has_a_number_of_which_nothing_is_there(
    there: tuple[str, ...], number: int, tmp_path: Path
) -> None:
    for name in there:
        (tmp_path / name).touch()
    assert next_journal(tmp_path) == tmp_path / f"match-{number:04d}.journal"
    next_journal(tmp_path).touch()
    assert next_journal(tmp_path) == tmp_path / f"match-{number + 1:04d}.journal"


def test_a_folder_that_is_not_there_yet_has_no_match(tmp_path: Path) -> None:
    assert next_journal(tmp_path / "out").name == "match-0001.journal"
