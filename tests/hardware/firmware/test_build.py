"""Compiling the core on demand: once, from what is there, and with a plain word where it cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from hardware.firmware import build

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources that may be changed."""
    copy = tmp_path / "sources"
    for folder in ("core", "host"):
        shutil.copytree(build.SOURCES / folder, copy / folder)
    monkeypatch.setattr(build, "SOURCES", copy)
    return copy


def test_what_is_compiled_lies_in_the_cache_and_is_compiled_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = build.program()
    assert path.is_relative_to(cache / "tavola" / "firmware")
    assert os.access(path, os.X_OK)
    monkeypatch.setattr(subprocess, "run", None)
    assert build.program() == path


def test_a_changed_source_is_compiled_anew(cache: Path, sources: Path) -> None:
    before = build.library()
    assert build.library() == before
    header = sources / "core" / "strip.h"
    header.write_text(header.read_text() + "/* changed */\n")
    assert build.library() != before


def test_each_variant_has_its_own_place(cache: Path) -> None:
    assert build.program() != build.program(build.CoreVariant(leds=20))


def test_two_who_compile_at_once_both_get_a_whole_program(cache: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: build.program(), range(2))
    assert first == second
    assert subprocess.run([first, "--help"], capture_output=True, timeout=10, check=False).returncode == 2
    assert [path.name for path in first.parent.iterdir()] == [first.name]


def test_without_a_cache_folder_of_its_own_the_home_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert build.cache_folder() == tmp_path / ".cache" / "tavola" / "firmware"


def test_a_missing_compiler_is_named(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(build.CompilerMissing) as caught:
        build.program()
    assert caught.value.key == "compiler.missing"
    assert isinstance(caught.value, FileNotFoundError)


def test_what_the_compiler_says_of_a_bad_source_is_passed_on(cache: Path, sources: Path) -> None:
    (sources / "core" / "cobs.c").write_text("int nonsense(void) { return undeclared; }\n")
    with pytest.raises(build.CompileFailed) as caught:
        build.program()
    assert caught.value.key == "compiler.failed"
    assert "undeclared" in str(caught.value.params["said"])
    assert not list(cache.rglob("tavola-strip"))


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(build.CompileFailed) as caught:
        build.program()
    assert caught.value.key == "compiler.failed"


def test_a_strip_that_does_not_fit_a_frame_does_not_compile(cache: Path) -> None:
    assert build.library(build.CoreVariant(leds=56)).exists()
    with pytest.raises(build.CompileFailed) as caught:
        build.library(build.CoreVariant(leds=57))
    assert "the lights must fit one SHOW frame" in str(caught.value.params["said"])


def test_the_core_needs_nothing_of_a_c_library_but_memcpy_and_memset(tmp_path: Path) -> None:
    """As on a microcontroller: freestanding, and only what a compiler may call by itself is missing."""
    objects = []
    for source in sorted((build.SOURCES / "core").glob("*.c")):
        objects.append(str(tmp_path / f"{source.stem}.o"))
        command = ["cc", "-std=c11", "-Os", "-ffreestanding", "-pedantic", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([*command, "-c", str(source), "-o", objects[-1]], check=True, timeout=60)
    together = str(tmp_path / "core.o")
    subprocess.run(["cc", "-nostdlib", "-r", *objects, "-o", together], check=True, timeout=60)
    listing = subprocess.run(["nm", "-u", together], capture_output=True, text=True, check=True, timeout=60).stdout
    missing = {line.split()[-1].lstrip("_") for line in listing.splitlines() if line.strip()}
    assert missing <= {"memcpy", "memset", "GLOBAL_OFFSET_TABLE_", "stack_chk_fail"}, missing
