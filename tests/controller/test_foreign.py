"""The boundary that files of other people come in by: whatever they are, one clean error, at once, in little memory."""

from __future__ import annotations

import logging
import os
import re
import time
import tracemalloc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.analysis.prepared import prepare
from controller.announce.error_messages import trouble
from controller.announce.language import language
from controller.foreign import (
    ENGINE_ANSWER,
    MATCH_FILE,
    STRIP_MAP,
    ForeignError,
    Limits,
    decode,
    load,
    parsed,
    read_foreign,
)
from controller.record.errors import MatFileError
from controller.record.mat_reader import parse_mat, read_mat
from controller.setup.calibrate import load_calibration
from firmware_bridge.map_file import parse_map
from tests.foreign import match_files, settings_files
from vision.calibrate.calibration_file import CalibrationFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = " 5 point match\n\n Game 1\n Ada : 0                      Bo : 0\n"


@contextmanager
def little(seconds: float = 5.0, memory: int = 64 << 20) -> Iterator[None]:
    """Hold what happens inside to some seconds of computing and to some memory."""
    tracemalloc.start()
    begun = time.process_time()
    try:
        yield
        taken = time.process_time() - begun
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < seconds
    assert most < memory


def refused(path: Path) -> str:
    """Return the sentence with which a match file is refused."""
    with little(), pytest.raises(ForeignError) as caught:
        read_mat(path)
    told = trouble(caught.value)
    assert told.startswith(str(path))
    assert "\n" not in told
    return told


def test_what_a_reader_refuses_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "a.mat"
    file.write_text(" 5 point match\n Game 1\n nobody\n", encoding="utf-8")
    assert refused(file) == f"{file}: line 3: the line with both names and their scores is missing"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (HEAD + "  1) 31: " + "8/5 " * 2000, "line 5 has 8009 characters; at most 1000 are read"),
        (HEAD + "\t" * 400 + "x", "line 5 has 3201 characters; at most 1000 are read"),
        (HEAD.replace("Ada : 0", f"Ada : {'7' * 150}"), "line 4 has a number of more than 100 digits"),
        ("\u0663" * 200 + " point match\n", "line 1 has a number of more than 100 digits"),
        (HEAD + "  1) 31: 8/5\n" * 90_000, "larger than 1024 kB, so it is no such file"),
        ("9" * 99 + " point match\n" + HEAD, "line 1: nobody plays a match to 9999"),
    ],
)
def test_what_is_beyond_all_limits_is_refused_before_it_is_read(tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "a.mat"
    file.write_text(content, encoding="utf-8")
    assert told in refused(file)


def test_a_pipe_a_device_and_a_file_without_an_end_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.mat")
    assert refused(tmp_path / "fifo.mat").endswith("not a file, but a pipe or a device")
    assert refused(Path("/dev/zero")).endswith("not a file, but a pipe or a device")
    (tmp_path / "sparse.mat").touch()
    os.truncate(tmp_path / "sparse.mat", 1 << 40)
    assert refused(tmp_path / "sparse.mat").endswith("larger than 1024 kB, so it is no such file")


def test_a_folder_and_a_file_that_is_not_there_are_what_the_system_says(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        load(tmp_path, 10)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none", 10)


def test_a_file_may_be_as_large_as_its_limit(tmp_path: Path) -> None:
    (tmp_path / "ten").write_bytes(b"x" * 10)
    assert load(tmp_path / "ten", 10) == b"x" * 10
    with pytest.raises(ForeignError):
        load(tmp_path / "ten", 9)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RecursionError(), "x: cannot be read: it is nested too deeply"),
        (KeyError("records"), "x: cannot be read: KeyError: 'records'"),
        (ValueError("one\n\x1b[31mtwo\x07"), "x: cannot be read: ValueError: one [31mtwo"),
        (MemoryError(), "x: cannot be read: MemoryError:"),
        (MatFileError("mat.no_score", line=3), "x: line 3: the line with both names and their scores is missing"),
    ],
)
def test_whatever_a_parser_raises_is_one_error(error: Exception, sentence: str) -> None:
    def fail(_text: str) -> None:
        raise error

    with pytest.raises(ForeignError) as caught:
        parsed("", "x", fail, STRIP_MAP)
    assert trouble(caught.value) == sentence


def test_what_is_no_exception_of_a_parser_goes_through() -> None:
    def stop(_text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parsed("", "x", stop, STRIP_MAP)


@given(match_files())
def test_any_match_file_is_read_or_refused(content: bytes) -> None:
    """What is read can also be judged, and made ready to be analysed."""
    try:
        record = parsed(decode(content), "x", parse_mat, MATCH_FILE)
    except ForeignError as error:
        if error.key == "foreign.unreadable":
            raise
    else:
        prepare(record)


@pytest.mark.parametrize(
    "row",
    [
        "; [" + " " * 900 + "x",
        '; [a "' + '" ' * 400,
        "; " + "game 1, move 1 of " * 50,
        "; game 1, move 1 of" + " " * 900,
        "1) " + "illegal play(;1;1 " * 50,
        "1) illegal play(" + ";1" * 450,
        "1) " * 300,
        "31: " * 240,
        "1)" + "31:8/5 " * 130,
        "1) 31:" + " " * 900 + "x",
        "1) 31: " + " (" * 450,
        "1) 31: " + "{" * 900,
        "1) 31: " + "-" * 900 + "x",
        " wins " + "!" * 900 + "x",
        " wins" + " " * 900 + "x",
        " : 0 " * 180,
        "game" + "!" * 900,
        "1) 31: no" + " " * 900 + "x",
    ],
)
def test_a_line_that_is_hard_to_read_takes_no_longer_than_others(row: str) -> None:
    lines = (256 << 10) // len(row)
    with little(seconds=10.0, memory=256 << 20):
        assert parse_mat(HEAD + f"{row}\n" * lines).length == 5


@given(settings_files())
def test_any_map_of_a_strip_is_read_or_refused(content: bytes) -> None:
    with little():
        try:
            assert parsed(decode(content), "x", parse_map, STRIP_MAP).leds > 0
        except ForeignError as error:
            told = trouble(error)
            assert told.startswith("x: ")
            assert told.isprintable()
            assert len(told) < 600


@pytest.mark.parametrize(
    "content", [b"[" * 9000, b"9" * 5000, b"\xff\xfe", b"{}", b'{"format": 3}', b'{"notes": ' * 3000]
)
def test_a_calibration_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(content)
    with little(), pytest.raises((ForeignError, CalibrationFileError)) as caught:
        load_calibration(file)
    assert isinstance(caught.value, ForeignError | CalibrationFileError)
    assert trouble(caught.value).count(str(file)) == 1


def test_a_catalogue_is_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.po")
    with pytest.raises(ForeignError):
        language(str(tmp_path / "fifo.po"))


@given(st.binary(max_size=200))
def test_any_file_has_a_text(content: bytes) -> None:
    with little():
        path = Path("/dev/null")
        with pytest.raises(ForeignError):
            read_foreign(path, str, Limits(10, 10, 10))
        assert parsed(content.decode("latin-1"), "x", len, ENGINE_ANSWER) == len(content)


def test_what_a_parser_raises_is_logged_with_the_time(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with pytest.raises(ForeignError):
        parsed("x", "theirs.mat", lambda _: 1 / 0, MATCH_FILE)
    assert re.search(r"theirs\.mat: refused after \d\.\d{3} s: ZeroDivisionError", caplog.text)
