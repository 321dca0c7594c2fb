"""Every tournament situation of the folder `scenarios`, played; the language is that of `scenario`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.controller.referee.scenario import FOLDER, holds, play_scenario, words_of

if TYPE_CHECKING:
    from pathlib import Path

SCENARIOS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_referee_says_what_the_situation_asks_for(path: Path) -> None:
    played = play_scenario(path)
    assert any(below for _, below, _, _ in played), "nothing is expected"
    for line, below, said, state in played:
        expected = [one[1:].split() for one in below if one[0] == ">"]
        spoken = [f"{type(event).__name__} {' '.join(sorted(words_of(event)))}" for event in said]
        assert [one[0] for one in expected] == [type(event).__name__ for event in said], (line, spoken)
        for wanted, event in zip(expected, said, strict=True):
            words, absent = words_of(event), {word[1:] for word in wanted[1:] if word[0] == "!"}
            assert {word for word in wanted[1:] if word[0] != "!"} <= words, (line, wanted, sorted(words))
            assert not absent & words, (line, wanted, sorted(words))
        for claim in below:
            assert claim[0] == ">" or holds(claim[1:].strip(), state), (line, claim)


def test_every_situation_says_what_it_shows() -> None:
    for path in SCENARIOS:
        assert re.match(r"# .{15,}", path.read_text(encoding="utf-8")), path.name
