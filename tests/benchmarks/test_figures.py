"""The page of figures: made of what commands print, kept where they are not run, and quoted rightly."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks import figures
from tests.benchmarks.figures import FIGURES, PAGE, Figure, FigureError, main, measure, page, values_in
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ONE = Figure("one", "a sum", ".venv/bin/python -c 'print(1); print(1 + 1)'", 20, "")
BOTH = Figure("both", "all lines", ".venv/bin/python -c 'print(1); print(1 + 1)'", 20, "[12]")
QUOTE = re.compile(r"\| ([^|]+) \(\[figures\]\(docs/figures\.md\), ([\w-]+)\) \|")
"""What README quotes: the figure, then where it is from."""


def test_every_command_of_the_table_is_there_and_every_name_is_its_own() -> None:
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    for figure in FIGURES:
        for command in figure.command.split(" && "):
            program, *words = shlex.split(command)
            assert program.startswith(".venv/bin/")
            assert program.endswith("/tavola") or (words[0] == "-m" and find_spec(words[1]))


def test_the_value_is_the_last_line_or_those_that_are_asked_for() -> None:
    assert measure(ONE) == "2"
    assert measure(BOTH) == "1\n2"


@pytest.mark.parametrize(
    ("command", "limit", "why"),
    [
        (".venv/bin/python -c 'import sys; sys.exit(\"no luck\")'", 20, "status 1: no luck"),
        (".venv/bin/python -c 'import time; time.sleep(9)'", 0.1, "takes longer"),
        (".venv/bin/python ../shared/no-such-file", 20, "is not here"),
        (".venv/bin/python -c 'print(3)'", 20, "no line of the output"),
    ],
)
def test_why_a_figure_could_not_be_measured_is_said(command: str, limit: float, why: str) -> None:
    with pytest.raises(FigureError, match=why):
        measure(Figure("one", "nothing", command, limit, "4"))


def test_figures_that_are_not_run_keep_their_values_and_those_never_run_have_their_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    never = Figure("never", "nothing", ".venv/bin/python -c 'exit(1)'", 20, "")
    monkeypatch.setattr(figures, "FIGURES", (ONE, BOTH, never))
    kept = tmp_path / "figures.md"
    assert main(["--only", "both", "--page", str(kept)]) == 0
    assert main(["--page", str(kept)]) == 1
    assert values_in(kept.read_text("utf-8")) == {"one": (ONE.command, "2"), "both": (BOTH.command, "1\n2")}
    assert never.command in kept.read_text("utf-8").partition("## Not run")[2]
    assert "3 of 3: never, nothing\n  not measured: status 1" in capsys.readouterr().out


def test_a_value_of_another_command_is_no_longer_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FIGURES", (ONE,))
    assert "| as printed |" in page({"one": (ONE.command, "2")}).partition("## Not run")[0]
    assert ONE.command in page({"one": ("another", "2")}).partition("## Not run")[2]


def test_the_page_is_as_the_program_writes_it() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(values_in(text))


def test_what_readme_quotes_stands_on_the_page() -> None:
    values = values_in(PAGE.read_text("utf-8"))
    quoted = QUOTE.findall((ROOT / "README.md").read_text("utf-8"))
    assert quoted
    for said, name in quoted:
        assert said in values[name][1], name
