"""Options of `tavola simulate` that would say nothing are refused, and all others are taken."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from controller.cli.idle import IdleError, refuse_idle
from controller.cli.main import main
from controller.cli.simulate.idle import BESIDE, WITHOUT
from controller.cli.simulate.play import add_arguments

if TYPE_CHECKING:
    from pathlib import Path


def refused(*words: str) -> None:
    command = argparse.ArgumentParser()
    add_arguments(command)
    refuse_idle(command.parse_args(words), add_arguments, BESIDE, WITHOUT)


@pytest.mark.parametrize(
    "option", ["--turns=3", "--against=club", "--play", "--serve", "--window", "--resume", "--pages"]
)
@pytest.mark.parametrize("other", ["--games=1", "--players=random", "--faults=glare", "--stills=2"])
def test_what_is_of_a_match_says_nothing_beside_what_has_something_else_done(option: str, other: str) -> None:
    with pytest.raises(IdleError) as said:
        refused(option, other)
    assert said.value.key == "idle.beside"
    assert said.value.params == {"option": option.partition("=")[0], "other": other.partition("=")[0]}


@pytest.mark.parametrize(
    "option", ["--length=3", "--option=beavers=yes", "--against=club", "--by-hand", "--look=walnut"]
)
def test_a_match_that_goes_on_is_played_as_it_was_begun(option: str) -> None:
    with pytest.raises(IdleError) as said:
        refused("--resume", option)
    assert said.value.params == {"option": option.partition("=")[0], "other": "--resume"}


@pytest.mark.parametrize(
    ("option", "others"),
    [
        ("--neat", "--games or --players or --faults or --scenario"),
        ("--cores=2", "--games or --players or --faults or --scenario"),
        ("--pi=5", "--games or --players or --faults or --scenario"),
        ("--ply=1", "--against"),
        ("--computer-plays=black", "--against"),
    ],
)
def test_what_is_for_another_option_says_nothing_without_it(option: str, others: str) -> None:
    with pytest.raises(IdleError) as said:
        refused(option)
    assert said.value.key == "idle.without"
    assert said.value.params == {"option": option.partition("=")[0], "others": others}


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--turns 3 --window --pages --serve --strip memory --length 3",
        "--against gnubg --ply 1 --computer-plays black --play",
        "--resume --play --serve --turns 3",
        "--games 2 --neat --cores 2 --pi 5 --length 3 --game hypergammon --look walnut --strip memory",
        "--stills 2 --quality photo --samples 4 --look walnut --seed 3",
        "--by-hand --turns 3",
    ],
)
def test_what_goes_together_is_taken(words: str) -> None:
    refused(*words.split())


def test_the_command_says_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "1", "--turns", "3"]) == 2
    assert capsys.readouterr().err == "tavola: --turns says nothing beside --games: take one of them away\n"
    assert main(["simulate", "--neat"]) == 2
    assert "--neat says nothing without --games or --players or --faults or --scenario" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--window", "--look=walnut", "--preset=tournament", "--against=club"])
def test_beside_the_folder_of_a_hall_what_is_of_one_table_says_nothing(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--hall", str(tmp_path), option]) == 2
    said = f"tavola: {option.partition('=')[0]} says nothing beside --hall: take one of them away\n"
    assert capsys.readouterr().err == said
