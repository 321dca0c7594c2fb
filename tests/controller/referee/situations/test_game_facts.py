"""The facts of each game in `docs/games.md`, and the scenarios that show them."""

from __future__ import annotations

import pytest

from tests.controller.referee.scenario_files import scenarios

DUTCH = {
    "1 all begin beside the board, 375 pips": ("dutch_start", "dutch_start_not_empty"),
    "2 the winner of the opening roll throws both dice again": ("dutch_starter_rolls_both_again",),
    "3 checkers enter by the number rolled": ("dutch_enters_by_the_number",),
    "4 all enter first, unless agreed otherwise": ("dutch_all_enter_first", "dutch_moves_before_all_are_in"),
    "5 no hitting before a checker is at home": ("dutch_hits_too_early", "dutch_right_earned_within_the_turn"),
    "6 the right is kept, or lasts while one is there": ("dutch_right_is_kept", "dutch_right_only_while_home"),
    "7 gammons and backgammons as usual": ("dutch_backgammon_never_entered",),
}
ACEY_DEUCEY = {
    "1 all begin beside the board, without a cube": ("acey_deucey_start_without_a_cube",),
    "2 entering and moving as one likes": ("acey_deucey_enters_or_moves",),
    "3 what was hit enters first, unless agreed otherwise": (
        "acey_deucey_hit_enters_first",
        "acey_deucey_hit_need_not_enter_first",
    ),
    "4 after 1 and 2 any double, named or told by the board": (
        "acey_deucey_double_named",
        "acey_deucey_double_by_button",
        "acey_deucey_double_told_by_the_board",
        "acey_deucey_other_double_than_named",
    ),
    "5 forfeits": (
        "acey_deucey_one_or_two_not_playable",
        "acey_deucey_double_in_part",
        "acey_deucey_double_unclear",
    ),
    "6 the loser pays the checkers that he has left": ("acey_deucey_paid_by_checkers_left", "acey_deucey_resigned"),
    "7 the stake doubles, where agreed": ("acey_deucey_stake_doubles",),
    "8 the starter chooses the side, where agreed": ("acey_deucey_other_side",),
    "9 the European game": ("acey_deucey_european_complement",),
}


@pytest.mark.parametrize("name", [name for table in (DUTCH, ACEY_DEUCEY) for names in table.values() for name in names])
def test_every_fact_is_shown(name: str) -> None:
    assert name in scenarios()


@pytest.mark.parametrize("game", ["dutch", "acey_deucey", "nackgammon", "hypergammon"])
def test_there_are_ten_situations_of_each_game_at_least(game: str) -> None:
    assert sum(name.startswith(f"{game}_") for name in scenarios()) >= 10
