"""`tavola completion`: prints a script with which a shell completes what is typed, made from the grammar."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.exit_status import DONE

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS: Final = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class Word:
    """Something that may be typed after a command.

    Attributes:
        words: its spellings; none for what has no name.
        about: what it does, a short line.
        values: what may follow it; for what has no name, what it may be.
        takes: whether something follows it.
        files: that is a file or a folder.
    """

    words: tuple[str, ...]
    about: str = ""
    values: tuple[str, ...] = ()
    takes: bool = False
    files: bool = False


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command as far as it has been typed, and what may follow.

    Attributes:
        path: its words, without the program's name.
        following: commands and options.
        named: what has no name of its own, in order.
    """

    path: tuple[str, ...]
    following: tuple[Word, ...]
    named: tuple[Word, ...]


def add_arguments(completion: argparse.ArgumentParser) -> None:
    """Add the arguments of `completion`."""
    completion.description = (
        "Print a script with which a shell completes what is typed. bash: source <(tavola completion bash); zsh: the"
        " same with zsh, after compinit; fish: tavola completion fish | source."
    )
    completion.add_argument("shell", choices=SHELLS, help="which shell")


def run(chosen: argparse.Namespace) -> int:
    """Print the script."""
    from controller.cli.main import COMMANDS, grammar

    tree = tuple(typed(grammar(*COMMANDS)))
    sys.stdout.write(_fish(tree) if chosen.shell == "fish" else _bash(tree, zsh=chosen.shell == "zsh"))
    return DONE


def typed(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[TypedCommand]:
    """Yield what may follow a command, and what follows each of its own."""
    following: list[Word] = []
    named: list[Word] = []
    below: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:  # noqa: SLF001 - argparse shows its tree in no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            below.update(action.choices)
            following += [Word((one.dest,), one.help or "") for one in action._choices_actions]  # noqa: SLF001
            continue
        values = tuple(str(one) for one in action.choices or ())
        about = (action.help or "").split(" (")[0]
        word = Word(tuple(action.option_strings), about, values, action.nargs != 0, action.type is Path)
        (following if word.words else named).append(word)
    yield TypedCommand(path, tuple(following), tuple(named))
    for name, one in below.items():
        yield from typed(one, (*path, name))


def _bash(tree: tuple[TypedCommand, ...], *, zsh: bool) -> str:
    """Return the script for bash, or that for zsh, which can do the same when it is told to."""
    paths = "|".join(f'"{" ".join(one.path)}"' for one in tree if one.path)
    cases, values = [], []
    for one in tree:
        path = " ".join(one.path)
        words = [spelled for word in one.following for spelled in word.words]
        words += [value for word in one.named for value in word.values]
        files = " files=yes" if any(word.files for word in one.named) else ""
        cases.append(f'        "{path}") words="{" ".join(words)}"{files} ;;')
        for word in one.following:
            if word.takes and (word.values or word.files or word.words[0].startswith("-")):
                spelled = "|".join(f'"{path},{option}"' for option in word.words)
                given = "files=yes" if word.files else f'words="{" ".join(word.values)}"'
                values.append(f"        {spelled}) {given} ;;")
    begin = "#compdef tavola\nautoload -U +X bashcompinit && bashcompinit\n" if zsh else ""
    return (
        begin
        + f"""\
_tavola() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" path="" words="" files="" i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${{path:+$path }}${{COMP_WORDS[i]}}" in
        {paths}) path="${{path:+$path }}${{COMP_WORDS[i]}}" ;;
        esac
    done
    case "$path,$prev" in
{chr(10).join(values)}
        *)
        case "$path" in
{chr(10).join(cases)}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if [[ -n "$files" && "$cur" != -* ]]; then
        COMPREPLY+=($(compgen -f -- "$cur"))
    fi
}}
complete -o filenames -F _tavola tavola
"""
    )


def _fish(tree: tuple[TypedCommand, ...]) -> str:
    """Return the script for fish: a line for each word."""
    lines = ["complete -c tavola -f"]
    for one in tree:
        deeper = [part.path[-1] for part in tree if part.path[:-1] == one.path and part.path]
        seen = [f"__fish_seen_subcommand_from {name}" for name in one.path]
        unseen = [f"not __fish_seen_subcommand_from {' '.join(deeper)}"] if deeper else []
        when = f"-n '{'; and '.join([*seen, *unseen])}'" if seen or unseen else ""
        lines += [f"complete -c tavola {when} {_fish_word(word)}" for word in one.following]
        lines += [
            f"complete -c tavola {when} {'-F' if word.files else ''} {_fish_values(word)}"
            for word in one.named
            if word.files or word.values
        ]
    return "\n".join(" ".join(line.split()) for line in lines) + "\n"


def _fish_word(word: Word) -> str:
    """Return a command or an option as fish wants it."""
    about = f"-d '{word.about.replace(chr(39), '')}'" if word.about else ""
    if not word.words[0].startswith("-"):
        return f"-a {word.words[0]} {about}"
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in word.words)
    takes = ("-r -F" if word.files else f"-x {_fish_values(word)}") if word.takes else ""
    return f"{names} {takes} {about}"


def _fish_values(word: Word) -> str:
    """Return what a word may be as fish wants it."""
    return f"-a '{' '.join(word.values)}'" if word.values else ""
