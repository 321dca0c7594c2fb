"""The core under libFuzzer and the sanitizers: no life breaks what must hold, and a broken core is found out."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hardware.firmware import build
from tests.paths import ROOT
from tests.rigs import fuzzing
from tests.rigs.mutants import Protection, mutated
from tests.rigs.toolchains import or_skip

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.films


def test_no_life_breaks_what_must_hold(tmp_path: Path) -> None:
    result = fuzzing.run(or_skip(fuzzing.program), 25_000, 1, tmp_path)
    assert not result.failure, result.failure
    assert result.runs >= 25_000
    assert result.coverage > 150, "the fuzzer is alive: it gets behind the checksum"


@pytest.mark.parametrize("protection", [Protection.GENERATION, Protection.SILENCE])
def test_the_fuzzer_finds_a_protection_missing(protection: Protection, tmp_path: Path) -> None:
    sources, kept = tmp_path / "sources", tmp_path / "kept"
    sources.mkdir()
    kept.mkdir()
    fuzzer = or_skip(lambda: fuzzing.program(mutated(protection, sources)))
    assert "deadly signal" in fuzzing.run(fuzzer, 200_000, 1, kept).failure


def test_the_fuzzer_finds_a_write_beyond_the_end(tmp_path: Path) -> None:
    sources, kept = tmp_path / "sources", tmp_path / "kept"
    shutil.copytree(build.SOURCES / "core", sources / "core")
    kept.mkdir()
    place = sources / "core" / "cobs.c"
    text = place.read_text()
    assert text.count("if (cobs->length >= size)") == 1
    place.write_text(text.replace("if (cobs->length >= size)", "if (cobs->length >= size + 8)"))
    failure = fuzzing.run(or_skip(lambda: fuzzing.program(sources)), 200_000, 1, kept).failure
    assert "runtime error" in failure or "AddressSanitizer" in failure or "deadly signal" in failure


def test_a_large_test_is_not_taken_for_a_large_core(tmp_path: Path) -> None:
    or_skip(fuzzing.program)
    # In a process of its own: a peak never falls again. For some seconds: the fuzzer looks at its size once a second.
    large = f"""
from pathlib import Path
from tests.rigs import fuzzing
ballast = b"x" * {2_200 << 20}
print(fuzzing.run(fuzzing.program(), 16_000, 1, Path({str(tmp_path)!r})).failure)
"""

    done = subprocess.run([sys.executable, "-c", large], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not done.stdout.strip()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10, 14))
def test_five_million_lives_break_nothing(seed: int, tmp_path: Path) -> None:
    result = fuzzing.run(or_skip(fuzzing.program), 5_000_000, seed, tmp_path)
    assert not result.failure, result.failure
    assert result.runs >= 5_000_000
