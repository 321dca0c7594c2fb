"""Options by words: every value of every option can be said, and nothing else."""

from __future__ import annotations

from dataclasses import fields

import pytest

from controller.cli.main import main
from controller.referee.errors import OptionError
from controller.referee.options.options import CLUB, PRESETS, TABLE, Options, Policy
from controller.referee.options.words import values_of, with_words, word_of


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_can_be_said_in_words(name: str) -> None:
    wanted = PRESETS[name]
    words = [f"{one.name}={word_of(getattr(wanted, one.name))}" for one in fields(Options)]
    assert with_words(CLUB, words) == wanted


def test_an_option_changes_nothing_else() -> None:
    changed = with_words(PRESETS["tournament"], ["policy=accept-or-correct", "clock_delay=8", "warnings=2"])
    assert (changed.policy, changed.clock_delay, changed.warnings) == (Policy.ACCEPT_OR_CORRECT, 8.0, 2)
    assert with_words(changed, ["policy=legal-moves", "clock_delay=12", "warnings=1"]) == PRESETS["tournament"]


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("hats=yes", "options.no_such_option"),
        ("", "options.no_such_option"),
        ("policy", "options.no_such_value"),
        ("policy=kind", "options.no_such_value"),
        ("jacoby=perhaps", "options.no_such_value"),
        ("clock_delay=soon", "options.no_such_value"),
        ("clock_delay=-1", "options.no_such_value"),
        ("clock_delay=nan", "options.no_such_value"),
        ("clock_delay=1e9", "options.no_such_value"),
        ("warnings=1.5", "options.no_such_value"),
    ],
)
def test_what_is_no_option_is_refused(word: str, key: str) -> None:
    with pytest.raises(OptionError) as caught:
        with_words(CLUB, [word])
    assert caught.value.key == key


def test_the_options_are_listed_with_their_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["options", "tournament"]) == 0
    shown = capsys.readouterr().out
    for name in TABLE:
        assert name in shown
        assert values_of(name)
    assert "WBGT 4.2" in shown


def test_a_simulated_match_refuses_what_is_no_option_before_anything_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    assert main(["simulate", "--out", str(tmp_path), "--option", "policy=kind"]) != 0
    assert "option policy is legal-moves, accept-or-correct, condone, not 'kind'" in capsys.readouterr().err
