"""The settings of all tables, and what is laid over them by names alone."""

from __future__ import annotations

from collections import Counter

import pytest

from controller.config.settings import Settings
from controller.config.settings_file import LAID_OVER, SettingsError, laid_over, named_alone, sections_of
from controller.config.simulation_settings import SimulatedSettings


def test_no_setting_that_is_named_without_its_section_stands_in_two() -> None:
    sections = sections_of(SimulatedSettings())
    names = Counter(field for section in LAID_OVER for field in type(sections[section]).model_fields)
    assert [name for name, count in names.items() if count > 1] == []
    assert "seed" not in named_alone(Settings)


def test_every_field_of_the_simulated_table_is_described() -> None:
    for name, section in sections_of(SimulatedSettings()).items():
        assert all(field.description for field in type(section).model_fields.values()), name


def test_what_is_given_is_laid_over_and_the_rest_stays() -> None:
    settings = laid_over(SimulatedSettings(), {"length": 0, "look": "walnut", "white": None, "turns": 3})
    assert (settings.table.length, settings.table.points, settings.table.white) == ("money", 0, "Boris")
    assert (settings.simulation.look, settings.simulation.turns, settings.simulation.seed) == ("walnut", 3, 1)
    assert settings.speech.speak == "nothing"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": "3"}, "simulation.seed"),
        ({"turns": 0}, "simulation.turns"),
        ({"cores": 9}, "from 1 to 4"),
        ({"strip": "glass"}, "one of auto, process, memory"),
        ({"lamp": 3}, "the sections are"),
        ({"options": "policy=none"}, "options = "),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(given: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        laid_over(SimulatedSettings(), given)
    assert said in str(caught.value.params["mistakes"])


def test_a_journal_says_numbers_as_texts() -> None:
    settings = laid_over(SimulatedSettings(), {"seed": "7", "ply": "1", "length": "0"}, "a journal", strict=False)
    assert (settings.simulation.seed, settings.table.ply, settings.table.length) == (7, 1, "money")
