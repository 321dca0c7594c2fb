"""Every command in the README does what it says, and every link leads somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import grammar
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line]


def test_there_are_commands_to_try() -> None:
    assert {"make run", "make test"} < set(COMMANDS)
    assert len(COMMANDS) >= 10


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make ")])
def test_every_make_target_of_the_readme_exists(command: str) -> None:
    done = subprocess.run(
        [*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [line for line in COMMANDS if re.match(r"\.venv/bin/tavola \w", line)])
def test_every_tavola_command_is_understood(command: str) -> None:
    words = shlex.split(command)[1:]
    assert grammar(words[0]).parse_args(words).command == words[0]


RECIPES = [[line for line in block.splitlines() if line and not line.startswith("make ")] for block in BLOCKS]


LONG = (".venv/bin/python -m tests.benchmarks.", ".venv/bin/tavola simulate --seed")
"""How commands begin that measure, or play a whole match: minutes each."""


def marks(recipe: list[str]) -> list[pytest.MarkDecorator]:
    """Return the marks of a block: those that take long are run by name."""
    return [pytest.mark.figures] if recipe[0].startswith(LONG) else []


@pytest.mark.films
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("recipe", [pytest.param(one, marks=marks(one), id=one[0]) for one in RECIPES if one])
def test_the_other_commands_of_a_block_run_one_after_the_other(recipe: list[str], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for command in recipe:
        words = shlex.split(command)
        if any(word.startswith("../shared/") for word in words) and not (ROOT.parent / "shared").exists():
            pytest.skip("the measuring material in ../shared is not here")
        program = Path(words[0])
        assert program.parts[:2] == (".venv", "bin"), command
        words[0] = str(Path(sys.executable).with_name(program.name))
        words = [str(tmp_path / word) if word.startswith("out/") else word for word in words]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=550, check=False)
        assert done.returncode == 0, command + done.stdout[-2000:] + done.stderr[-2000:]
        assert done.stdout, command


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_link_of_the_readme_leads_somewhere(target: str) -> None:
    assert (ROOT / target).is_file()
