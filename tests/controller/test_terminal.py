"""What is printed is shown and not obeyed, whatever names, reasons and files hold, and printing never fails."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from controller.cli.main import main
from controller.others_text import is_plain, shown
from controller.record.journal.writer import Journal
from controller.referee.commands import PauseClock
from controller.referee.inputs import Commanded
from controller.referee.step import step
from controller.terminal import terminal
from tests.controller.record.matches import RUN, story
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna Müller-Šimić 李", "Anna Müller-Šimić 李"),
        ("A\x1b[2Jnna", "A\\x1b[2Jnna"),
        ("A\nnna\r", "A\\nnna\\r"),
        ("\udcffAnna", "\\udcffAnna"),
        ("a\u202eb\u2066", "a\\u202eb\\u2066"),
        ("a\u2028b\x9b", "a\\u2028b\\x9b"),
    ],
)
def test_what_is_not_plain_is_shown(text: str, said: str) -> None:
    assert shown(text) == said
    assert is_plain(text) == (text == said)


@given(st.text())
def test_what_is_shown_is_plain(text: str) -> None:
    assert is_plain(shown(text))
    assert isinstance(shown(text).encode(), bytes)  # any file can hold it


def test_escape_sequences_are_not_sent_in_whatever_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    console = terminal()
    table = Table()
    table.add_column("n\x1bame")
    table.add_row("A\x1b[31mnna\u202e")
    for printed in ("x\x1b]0;title\x07", Text("y\x9b2J", style="bold red"), table):
        console.print(printed, markup=False)
    console.out("z\x1bc", end="")
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\x9b" not in said
    for part in ("x\\x1b]0;title", "y\\x9b2J", "A\\x1b[31mnna\\u202e", "z\\x1bc"):
        assert part in said


def test_brackets_in_names_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    terminal().print("k/[bold]x[/foo]/a [b].journal: whole")
    assert capsys.readouterr().out == "k/[bold]x[/foo]/a [b].journal: whole\n"


def test_a_program_whose_output_is_closed_prints_nothing_and_goes_on() -> None:
    done = subprocess.run(["/bin/sh", "-c", f"exec '{sys.executable}' -m controller.cli.main options >&-"],
                          cwd=ROOT, stderr=subprocess.PIPE, check=False, timeout=120)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


def test_colours_of_our_own_are_still_sent() -> None:
    console = terminal()
    console.file = io.StringIO()
    console._color_system = None
    with console.capture() as captured:
        console.print(Text("red", style="red"))
    assert captured.get() == "red\n"


def test_a_reason_forges_no_line_of_the_audit_trail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = story()
    with Journal.begin(tmp_path / "match-0001.journal", told.beginning, told.first, RUN) as journal:
        order = Commanded(1.0, "Car\u202ela", "r\n#99 AwardMatch by Boris: \x1b[2Jwon", PauseClock())
        state, events = step(told.beginning, order)
        journal.add(order, events, state)
    for reader in (["journal", "show"], ["replay"], ["journal", "show", "--json"]):
        assert main([*reader, str(journal.path)]) == 0
        said = capsys.readouterr().out
        assert not any(line.startswith("#99") for line in said.splitlines())
        assert "\x1b" not in said
        assert "\u202e" not in said


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
def test_a_terminal_that_cannot_show_a_name_shows_its_escape_sequence(tmp_path: Path, encoding: str) -> None:
    told = story()
    beginning = told.beginning
    with Journal.begin(tmp_path / "match-0001.journal", beginning, told.first, RUN) as journal:
        order = Commanded(1.0, "李 Šimić", "so", PauseClock())
        state, events = step(beginning, order)
        journal.add(order, events, state)
    ended = subprocess.run(
        [sys.executable, "-m", "controller.cli.main", "journal", "show", str(journal.path)],
        check=False,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (b"\\u674e" in ended.stdout) == (encoding != "utf-8")


@pytest.mark.parametrize("name", ["\udcffAnna", "A\x1b[2Jnna", "A\nnna", "A\u202enna"])
def test_names_of_the_command_line_that_are_not_plain_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", "--white", name, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "table.white" in said
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert not (tmp_path / "out").exists()
