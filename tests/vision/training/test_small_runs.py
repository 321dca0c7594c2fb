"""`make train-small`: what it runs is there, is small, and hands on what the next step takes."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RULE = re.search(r"^train-small:.*?##(?P<help>.*)\n(?P<steps>(?:\t.*\n)+)", MAKEFILE, re.MULTILINE)


def named() -> list[tuple[str, str]]:
    """Return the trainers that the target runs, each with its options."""
    assert RULE is not None
    return [(step[1], step[2]) for step in re.finditer(r"-m vision\.training\.([\w.]+)(.*)", RULE["steps"])]


def source(trainer: str) -> str:
    """Return a trainer's text; importing it would take PyTorch."""
    return (ROOT / "vision" / "training" / f"{trainer.replace('.', '/')}.py").read_text(encoding="utf-8")


def test_every_step_runs_a_trainer_that_is_there_with_options_that_it_has() -> None:
    steps = named()
    assert steps
    for trainer, options in steps:
        asked = re.findall(r"--[a-z]+", options)
        assert "--small" in asked
        for option in asked:
            assert f'"{option}"' in source(trainer), (trainer, option)


def test_models_are_taken_from_a_step_before() -> None:
    made: set[str] = set()
    for _, options in named():
        for taken in re.findall(r"--proposals (\S+)", options):
            assert taken in made
        made.update(re.findall(r"--out (\S+)", options))
    assert len(made) == len(named())


@pytest.mark.parametrize("model", ["places_close.onnx"])
def test_models_without_a_checked_small_run_are_named_in_the_help(model: str) -> None:
    assert RULE is not None
    assert model in RULE["help"]
