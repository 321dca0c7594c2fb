"""Malformed input is fed to every reader: each reads it or refuses it in one clear line, at once, within its memory."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from controller.engine.gnubg import find_gnubg
from controller.foreign import ForeignError
from controller.record.errors import JournalError
from tests.paths import ROOT
from tests.soak import __main__ as soak
from tests.soak.feeding import feed, varied
from tests.soak.readers import READERS, MalformedInput

if TYPE_CHECKING:
    from pathlib import Path

FILMED = {"calibrations"}
"""Readers whose input is made of a filmed table."""


def test_the_shares_of_the_readers_are_those_of_ten_thousand() -> None:
    assert sum(reader.share for reader in READERS.values()) == 10_000
    counts = soak.shared_out(soak.INPUTS, [])
    assert set(counts) == set(READERS)
    assert sum(counts.values()) >= 200_000


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.films] if name in FILMED else []) for name in READERS]
)
def test_a_reader_answers_malformed_input_with_clear_errors_alone(name: str) -> None:
    if "GNU Backgammon" in name and find_gnubg() is None:
        pytest.skip("gnubg is not installed")
    fed = feed(READERS[name], 4 if READERS[name].waits or name in FILMED else 30, begin=7)
    assert fed.faults == []
    assert fed.read + sum(fed.errors.values()) >= fed.inputs


def _kept(got: list[bytes], one: bytes, _folder: Path) -> None:
    got.append(one)


def trial(read: object) -> MalformedInput:
    """Return a reader of numbers for trial."""
    return MalformedInput(lambda: st.integers(0, 9).map(str), read, 1, frozenset({"foreign.unreadable"}))  # type: ignore[arg-type]


def _traceback(_given: str, _folder: Path) -> None:
    raise KeyError("records")


def _catch_all(_given: str, _folder: Path) -> None:
    raise ForeignError("foreign.unreadable", name="x", why="KeyError")


def _without_a_sentence(_given: str, _folder: Path) -> None:
    raise JournalError("journal.nobody_knows")


@pytest.mark.parametrize("read", [_traceback, _catch_all, _without_a_sentence])
def test_whatever_is_no_clear_error_is_a_fault(read: object) -> None:
    fed = feed(trial(read), 20)
    assert (fed.inputs, fed.failed) == (20, 20)
    assert 0 < len(fed.faults) <= 3
    assert "input: '" in fed.faults[0]


def test_what_takes_too_long_is_a_fault() -> None:
    def busy(_given: str, _folder: Path) -> None:
        sum(range(300_000))

    slow = MalformedInput(lambda: st.just("x"), busy, 1, seconds=0.0)
    assert feed(slow, 3).failed == 3


def test_the_same_seed_gives_the_same_inputs() -> None:
    first: list[bytes] = []
    again: list[bytes] = []
    for got in (first, again):
        feed(MalformedInput(READERS["match files"].given, partial(_kept, got), 1), 60, begin=3)
    assert first == again
    assert len(set(first)) > 20


@pytest.mark.parametrize("content", ["abcdef", b"abcdef", ["a", "b"], (b"1", b"2"), ("abc", 5), 7])
def test_a_variation_is_of_the_same_kind(content: object) -> None:
    rng = random.Random(1)
    for _ in range(50):
        assert type(varied(content, [content], rng)) is type(content)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_hundred_thousand_malformed_inputs_end_with_clear_errors_alone() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.soak"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
