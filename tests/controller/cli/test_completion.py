"""Shell completion is made from the grammar, and a shell completes with it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from controller.cli.commands.completion import typed
from controller.cli.main import COMMANDS, grammar, main

BASH = shutil.which("bash")


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the script for a shell."""
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.skipif(BASH is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "wanted", "unwanted"),
    [
        ("tavola ", {*COMMANDS, "--help", "--version"}, {"--json"}),
        ("tavola si", {"simulate"}, {"say"}),
        ("tavola journal ", {"list", "show", "export", "verify", "forget"}, {"simulate"}),
        ("tavola journal show --j", {"--json"}, set()),
        ("tavola journal export --format ", {"mat", "sgf", "text", "json"}, {"--format"}),
        ("tavola --quiet rules show ", {"club", "tournament"}, {"list"}),
        ("tavola simulate --against ", {"beginner", "club", "gnubg"}, {"simulate"}),
        ("tavola analyse ma", {"match.mat"}, {"simulate"}),
        ("tavola simulate --record ma", {"match.mat"}, {"simulate"}),
        ("tavola simulate --seed ", set(), {"--seed", "simulate"}),
    ],
)
def test_bash_completes_what_is_typed(
    line: str,
    wanted: set[str],
    unwanted: set[str],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path_factory.mktemp("typed")
    (folder / "match.mat").touch()
    (folder / "tavola.bash").write_text(script("bash", capsys))
    ask = 'source ./tavola.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tavola; printf "%s\\n" "${COMPREPLY[@]}"'
    words = line.split(" ")
    done = subprocess.run(
        [str(BASH), "-c", ask, "bash", *words], cwd=folder, capture_output=True, text=True, timeout=30, check=True
    )
    found = set(done.stdout.split())
    assert done.stderr == ""
    assert wanted <= found
    assert not unwanted & found


def test_zsh_is_told_to_complete_as_bash_does(capsys: pytest.CaptureFixture[str]) -> None:
    told = script("zsh", capsys)
    assert told.startswith("#compdef tavola\n")
    assert told.endswith(script("bash", capsys))


def test_fish_has_a_line_for_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    lines = script("fish", capsys).splitlines()
    assert all(line.startswith("complete -c tavola") for line in lines)
    for one in typed(grammar(*COMMANDS)):
        for word in one.following:
            name = word.words[-1].lstrip("-")
            assert any(f" {name} " in f"{line} " for line in lines), name
    shell = shutil.which("fish")
    if shell is not None:
        subprocess.run([shell, "--no-execute", "-c", "\n".join(lines)], timeout=30, check=True)
