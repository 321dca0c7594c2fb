"""The table of options: complete, with a source for every value, and read into presets without a slip."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib.util import module_from_spec, spec_from_file_location
from types import MappingProxyType

import pytest

from controller.referee.errors import OptionError
from controller.referee.options import games
from controller.referee.options.options import (
    CLUB,
    PRESETS,
    TABLE,
    OptionRow,
    Options,
    Policy,
    Tell,
    TurnEnd,
    choice,
    preset,
)
from controller.referee.options.published import PUBLISHED
from controller.rules import BACKGAMMON, VARIANTS, DieRuling


def test_every_option_stands_in_the_table_once() -> None:
    assert set(TABLE) == {option.name for option in fields(Options)}


@pytest.mark.parametrize("option", list(TABLE))
@pytest.mark.parametrize("name", list(PRESETS))
def test_every_value_is_of_the_options_own_type_and_has_a_source(option: str, name: str) -> None:
    has = choice(name, option)
    assert type(has.value) is type(getattr(Options(), option))
    assert has.source
    assert getattr(PRESETS[name], option) == has.value


def test_there_are_four_presets_of_our_own_and_those_of_published_texts() -> None:
    ours = {"club", "tournament", "money", "casual"}
    assert ours == {one.name for one in fields(OptionRow)}
    assert set(PRESETS) == ours | set(PUBLISHED)
    assert preset("club") is CLUB


def test_a_preset_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(OptionError) as caught:
        preset("coffeehouse")
    assert caught.value.params["known"] == tuple(PRESETS)


def test_only_the_tournament_is_silent_and_only_the_casual_game_hears_advice() -> None:
    assert [name for name, options in PRESETS.items() if options.tell is Tell.SILENT] == ["tournament"]
    assert [name for name, options in PRESETS.items() if options.name_meant] == ["casual"]


def test_the_rules_of_the_game_follow_from_the_options() -> None:
    profile = preset("tournament").profile()
    assert profile.die_on_checker is DieRuling.VALID
    assert profile.lenient_last_checker
    assert preset("money").profile().jacoby
    assert not preset("casual").profile().cube_in_play


def test_a_tournament_plays_legal_moves_by_the_clock() -> None:
    options = preset("tournament")
    assert (options.policy, options.turn_end) == (Policy.LEGAL_MOVES, TurnEnd.CLOCK)


def test_the_games_are_those_of_the_rules_and_one_more_there_is_one_more_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [one.value for one in games.Game] == list(VARIANTS)
    more = {**VARIANTS, "long-gammon": replace(BACKGAMMON, name="long-gammon")}
    monkeypatch.setattr("controller.rules.VARIANTS", MappingProxyType(more))
    spec = spec_from_file_location("games_apart", games.__file__)
    assert spec is not None
    assert spec.loader is not None
    apart = module_from_spec(spec)
    spec.loader.exec_module(apart)
    assert apart.Game["LONG_GAMMON"].value == "long-gammon"
