"""Shell completion is made from the grammar, and a shell completes with it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from controller.cli.commands.completion import typed
from controller.cli.main import COMMANDS, grammar, main

if TYPE_CHECKING:
    from pathlib import Path

BASH, ZSH, FISH = (shutil.which(shell) for shell in ("bash", "zsh", "fish"))


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the script for a shell."""
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder in which something lies that may be completed."""
    (tmp_path / "match.mat").touch()
    return tmp_path


TYPED = pytest.mark.parametrize(
    ("line", "wanted", "unwanted"),
    [
        ("tavola ", {*COMMANDS}, {"--json"}),
        ("tavola --", {"--help", "--version"}, {"--json", "simulate"}),
        ("tavola si", {"simulate"}, {"say"}),
        ("tavola journal ", {"list", "show", "export", "verify", "forget"}, {"simulate"}),
        ("tavola journal show --j", {"--json"}, set()),
        ("tavola journal export --format ", {"mat", "sgf", "text", "json"}, {"--format", "match.mat"}),
        ("tavola --quiet rules show ", {"club", "tournament"}, {"list"}),
        ("tavola simulate --against ", {"beginner", "club", "gnubg"}, {"simulate", "match.mat"}),
        ("tavola analyse ma", {"match.mat"}, {"simulate"}),
        ("tavola simulate --record ma", {"match.mat"}, {"simulate"}),
        ("tavola simulate --seed ", set(), {"--seed", "simulate", "match.mat"}),
    ],
)
"""Lines that were typed, what a shell has to offer then, and what it must not."""


@pytest.mark.skipif(BASH is None, reason="there is no bash")
@TYPED
def test_bash_completes_what_is_typed(
    line: str, wanted: set[str], unwanted: set[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


@pytest.mark.skipif(FISH is None, reason="there is no fish")
@TYPED
def test_fish_completes_what_is_typed(
    line: str, wanted: set[str], unwanted: set[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tavola.fish").write_text(script("fish", capsys))
    done = subprocess.run(
        [str(FISH), "--no-config", "-c", "source ./tavola.fish; complete -C $argv[1]", line],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    found = {offered.split("\t")[0] for offered in done.stdout.splitlines()}
    assert done.stderr == ""
    assert wanted <= found
    assert not unwanted & found


NOTING = """\
autoload -Uz compinit && compinit -D -u
source ./tavola.zsh
compadd() {
    local -a offered
    builtin compadd -A offered "$@"
    print -rl -- "${offered[@]}" >> noted
    builtin compadd "$@"
}
ended() { print ended >> noted }
zle -N ended
bindkey "^I" complete-word "^X" ended
print ready >> noted
"""
"""What a zsh is told at its start, so that what it offers is noted in a file."""


@pytest.mark.skipif(ZSH is None, reason="there is no zsh")
@TYPED
def test_zsh_completes_what_is_typed_at_a_terminal(
    line: str, wanted: set[str], unwanted: set[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tavola.zsh").write_text(script("zsh", capsys))
    (folder / "noting.zsh").write_text(NOTING)
    noted = folder / "noted"
    noted.touch()
    ours, its = pty.openpty()
    shell = subprocess.Popen(
        [str(ZSH), "-f", "-i"],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TERM": "dumb"},
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    )
    os.close(its)
    try:
        os.write(ours, b" source ./noting.zsh\n")
        read_until(ours, noted, "ready")
        os.write(ours, line.encode() + b"\t\x18")
        read_until(ours, noted, "ended")
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)
    found = set(noted.read_text().split())
    assert wanted <= found
    assert not unwanted & found


def read_until(terminal: int, noted: Path, word: str) -> None:
    """Read what a shell writes on its terminal until it has noted a word."""
    until = time.monotonic() + 60
    while word not in noted.read_text().split():
        assert time.monotonic() < until, f"{word} was never noted"
        if select.select([terminal], [], [], 0.05)[0]:
            os.read(terminal, 4096)


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
