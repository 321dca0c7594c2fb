"""`tavola say` says what was asked for, in the language that was asked for, aloud or into a file."""

from __future__ import annotations

import wave
from typing import TYPE_CHECKING

import pytest

from controller.announce.language import languages
from controller.cli.main import main
from hardware import espeak
from tests.hardware.synthesisers import ESPEAK, GOOD, SILENT, program

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def _good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a synthesiser first in the path that always succeeds."""
    program(tmp_path, GOOD)
    (tmp_path / "synthesiser").rename(tmp_path / espeak.PROGRAM)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")


@pytest.mark.films
@pytest.mark.usefixtures("_good")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roll", "6", "3"], "six three."),
        (["roll 3 6"], "six three."),
        (["--language", "it", "roll 5 5"], "doppio cinque."),
        (["--language", "fr", "double", "4"], "Anna double à 4."),
        (["--language", "es", "dance"], "Anna no puede mover."),
        (["score 3 1"], "Game 5, Anna 3, Boris 1. One die each, please."),
        (["wins", "1"], "Anna wins 1 point. Anna 1, Boris 0."),
        (["take 2"], "Boris takes. The cube is at 2."),
        (["pass"], "Boris passes."),
        (["cocked"], "Cocked dice, Anna: please throw again."),
        (["Good", "evening,  everybody"], "Good evening, everybody"),
    ],
)
def test_words_become_what_the_referee_says(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", *words]) == 0
    assert capsys.readouterr().out == f"{said}\n"


@pytest.mark.parametrize("words", ["roll 7 1", "roll 6", "roll 0 1", "roll 6 3 1", "score 3", "wins -1", "dance 5"])
def test_words_that_make_no_sense_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", words]) == 2
    assert "do not belong together" in capsys.readouterr().err


def test_a_language_that_is_not_there_is_named_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "--language", "xx", "pass"]) == 2
    assert f"there are {', '.join(languages())}" in capsys.readouterr().err


def test_where_nothing_can_be_heard_it_is_written_and_one_line_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, SILENT)
    (tmp_path / "synthesiser").rename(tmp_path / espeak.PROGRAM)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert main(["say", "pass"]) == 1
    shown = capsys.readouterr()
    assert shown.out == "Boris passes.\n"
    assert shown.err == "tavola: no sound card works: No such device\n"


def test_without_a_synthesiser_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["say", "pass", "--out", str(tmp_path / "said.wav")]) == 2
    assert "espeak-ng is missing: sudo apt-get install espeak-ng" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(ESPEAK is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("code", ["en", "it", "es", "fr"])
def test_a_sound_file_is_written_whole_in_every_language(code: str, tmp_path: Path) -> None:
    file = tmp_path / "new" / "said.wav"
    assert main(["say", "--language", code, "roll 6 3", "--out", str(file)]) == 0
    with wave.open(str(file)) as sound:
        assert sound.getnframes() / sound.getframerate() > 0.3
    assert [path.name for path in file.parent.iterdir()] == ["said.wav"]


@pytest.mark.usefixtures("_good")
def test_nothing_to_say_is_said_to_be_that(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", ""]) == 2
    assert capsys.readouterr().err == "tavola: there is nothing to say: some words are wanted\n"
