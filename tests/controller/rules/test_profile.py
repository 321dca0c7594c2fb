"""The rules profile, and the variants as data."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from controller.rules.position import START, Position
from controller.rules.profile import (
    STANDARD,
    Crawford,
    DeadCube,
    DieRuling,
    HitRight,
    OpeningTieRule,
    ProfileError,
    RulesProfile,
    TimeLoss,
)
from controller.rules.variant import BACKGAMMON, HYPERGAMMON, NACKGAMMON, VARIANTS, Variant, VariantError

EMPTY = (0,) * 26


def test_the_defaults_are_tournament_backgammon() -> None:
    expected = {
        "variant": BACKGAMMON,
        "opening_tie": OpeningTieRule.REROLL,
        "automatic_double_limit": 1,
        "winner_picks_side": False,
        "die_on_checker": DieRuling.COCKED,
        "die_in_wrong_half": DieRuling.COCKED,
        "baffle_box": False,
        "lenient_last_checker": False,
        "backgammon_despite_borne_off": False,
        "cube_in_play": True,
        "cube_cap": None,
        "crawford": Crawford.FIRST,
        "no_match_winning_double": False,
        "dead_cube": DeadCube.ALLOW,
        "jacoby": False,
        "beavers": False,
        "raccoons": False,
        "time_loss": TimeLoss.MATCH,
        "enter_all_first": True,
        "hit_right": HitRight.PERMANENT,
        "hit_must_reenter": True,
        "stake_doubles_on_acey_deucey": False,
        "starter_chooses_side": False,
        "starter_rolls_again": True,
        "european_acey_deucey": False,
    }
    assert {field.name: getattr(STANDARD, field.name) for field in fields(RulesProfile)} == expected


def test_a_profile_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        STANDARD.jacoby = True  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"automatic_double_limit": 0}, "profile.automatic_double_limit"),
        ({"cube_cap": 1}, "profile.cube_cap"),
        ({"cube_cap": 48}, "profile.cube_cap"),
        ({"cube_cap": -2}, "profile.cube_cap"),
        ({"raccoons": True}, "profile.raccoons_without_beavers"),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused(options: dict[str, int | bool], key: str) -> None:
    with pytest.raises(ProfileError) as refused:
        RulesProfile(**options)  # type: ignore[arg-type]
    assert refused.value.key == key


def test_variants_know_their_checkers_from_their_start() -> None:
    assert {name: variant.checkers for name, variant in VARIANTS.items()} == {
        "backgammon": 15,
        "nackgammon": 15,
        "hypergammon": 3,
        "dutch": 15,
        "acey-deucey": 15,
    }
    assert BACKGAMMON.start == START
    assert [point for point in range(26) if NACKGAMMON.start.mine[point]] == [6, 8, 13, 23, 24]
    assert HYPERGAMMON.start.mine[22:25] == (1, 1, 1)


@pytest.mark.parametrize("start", [Position(EMPTY, EMPTY), Position(START.mine, HYPERGAMMON.start.theirs)])
def test_a_start_in_which_the_players_are_not_equal_is_refused(start: Position) -> None:
    with pytest.raises(VariantError) as refused:
        Variant("odd", start)
    assert refused.value.key == "variant.uneven_start"
