"""How strong the levels are is said with the same figures wherever it is said."""

from __future__ import annotations

import re

import pytest

from controller.cli.main import grammar
from controller.config.settings import TableSettings
from controller.players.levels import LEVELS
from controller.players.strength import ERROR_RATES, strengths
from tests.paths import ROOT


def test_every_level_has_a_rate_but_the_one_that_is_the_measure_and_the_weakest_comes_first() -> None:
    assert (*ERROR_RATES, "gnubg") == LEVELS
    assert [*ERROR_RATES.values()] == sorted(ERROR_RATES.values(), reverse=True)


@pytest.mark.parametrize("level", ERROR_RATES)
def test_the_guide_has_the_rates(level: str) -> None:
    text = (ROOT / "docs" / "computer.md").read_text("utf-8")
    assert re.search(rf"^\| `{level}` \|.*\| {ERROR_RATES[level]:.1f} ± ", text, flags=re.MULTILINE)


@pytest.mark.parametrize("command", ["simulate", "referee"])
def test_the_help_and_the_settings_say_them(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        grammar(command).parse_args([command, "--help"])
    assert " ".join(strengths().split()) in " ".join(capsys.readouterr().out.split())
    assert strengths() in (TableSettings.model_fields["against"].description or "")
