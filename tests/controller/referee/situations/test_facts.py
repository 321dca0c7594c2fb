"""What is asked of a referee of games over the board, fact by fact, and the situations that show each.

The first table is what tournament rules ask of the software; the second, what a referee of physical backgammon has to
have. A name without a slash is that of a scenario, the others are tests.
"""

from __future__ import annotations

import itertools

import pytest

from tests.controller.referee.scenario_files import scenarios
from tests.paths import ROOT

RULES: dict[str, tuple[str, ...]] = {
    "1 only the position at the end of the turn is judged, from that at its start": (
        "legal_play_accepted",
        "play_tried_and_taken_back",
        "correction_in_two_steps",
    ),
    "2 legal is a set of final positions, with bar; the notation is chosen afterwards": (
        "hop_over_the_middle",
        "hit_and_pass",
        "bar_first",
    ),
    "3a a turn waits for its roll, valid, cocked or in the wrong half": (
        "cocked_roll_is_logged",
        "wrong_half_is_void",
        "die_on_a_checker_is_cocked",
        "die_on_a_checker_is_valid",
    ),
    "3b a turn ends by lifted dice or by the clock": (
        "lifted_by_the_player",
        "lifted_by_the_opponent",
        "clock_ends_the_turn",
    ),
    "3c a play is corrected, or is illegal and accepted, or stands; play goes on from there": (
        "must_be_corrected",
        "accepted_by_word",
        "accepted_by_throwing",
        "must_be_corrected_stands_after_the_throw",
        "illegal_but_accepted_and_on",
        "later_correction_by_word",
    ),
    "3d repeated illegal plays: a warning, then penalty points": (
        "repeated_illegal_play",
        "penalty_points_win_the_match",
        "overruled_call_is_no_offence",
    ),
    "4a the same dice twice running": ("same_dice_twice_running", "same_doubles_in_the_club", "baffle_box_same_dice"),
    "4b one die unreadable": ("one_die_unreadable", "unreadable_die_is_inferred", "inference_needs_one_value"),
    "4c dice left from the last turn are no roll": (
        "dice_left_lying_are_no_roll",
        "dice_pushed_aside",
        "dice_of_the_last_game_are_no_opening_roll",
    ),
    "5a Crawford once, and free doubling afterwards": ("crawford_game", "post_crawford"),
    "5b cube ownership, doubles out of turn": (
        "double_and_take",
        "redouble_by_the_owner_only",
        "double_out_of_turn",
        "double_after_rolling",
    ),
    "5c premature rolls": (
        "premature_roll_stands",
        "premature_roll_void",
        "premature_roll_chosen_to_stand",
        "premature_roll_chosen_to_be_thrown_again",
        "fast_grab",
    ),
    "5d beaver, Jacoby and automatic doubles only in money play": (
        "beaver_in_money_play",
        "beaver_in_a_match",
        "jacoby",
        "automatic_double",
        "opening_tie_is_thrown_again",
    ),
    "6a resignations of three levels": ("resigned_single", "resigned_gammon", "resigned_backgammon_by_buttons"),
    "6b drop": ("double_and_drop", "double_dropped_by_setting_up"),
    "6c time outs": ("lost_on_time", "time_loses_the_game_only", "clock_warns"),
    "6d forfeits": ("director_awards",),
}
"""What tournament rules ask of the software."""

REFEREE: dict[str, tuple[str, ...]] = {
    "1a a die was playable": ("unplayed_die", "doublet_stopped_short", "nothing_played"),
    "1b the bar comes first": ("bar_first",),
    "1c the larger die must be used": ("larger_die",),
    "1d a point is held by two": ("closed_point", "closed_point_without_the_wrong_checker_seen"),
    "1e moved backwards": ("moved_backwards",),
    "1f the hit checker was not put on the bar": ("hit_checker_left_beside",),
    "1g the lights show the points concerned": ("tests/controller/outputs/test_light_patterns.py",),
    "2a sure, illegal or unsure: never a guess": ("blurred_board", "half_on_a_point", "something_over_the_board"),
    "2b an illegal call needs independent evidence": ("glare_that_stays", "play_after_an_unnoticed_change"),
    "3a legal moves": ("must_be_corrected", "must_be_corrected_stands_after_the_throw"),
    "3b responsible moves, condoned plays": ("accepted_by_word", "condoned_play_stands"),
    "3c impossible plays are always called": ("impossible_play_is_called_though_condoned", "opponents_checker_moved"),
    "4a both dice flat, in the right half, on no checker": (
        "cocked_roll_is_logged",
        "wrong_half_is_void",
        "die_on_a_checker_is_cocked",
    ),
    "4b one pair or two": ("three_dice", "two_pairs_by_side", "two_pairs_by_colour", "other_players_dice"),
    "4c a baffle box": ("baffle_box",),
    "5a cube, take, pass, beaver, Crawford, Jacoby": (
        "double_and_take",
        "double_and_drop",
        "beaver_in_money_play",
        "crawford_game",
        "jacoby",
    ),
    "5b resignations by key": ("resigned_backgammon_by_buttons",),
    "5b the cube's place, and a throw, are answers": (
        "beaver_by_the_cubes_place",
        "cube_after_a_pause",
        "take_shown_by_the_doublers_throw",
    ),
    "5c never by a lone blob": ("cube_seen_is_asked_about", "cube_only_touched", "cube_at_rest"),
    "6a simple delay and Bronstein, 12 s and 8 s": (
        "clock_delay_costs_nothing",
        "clock_reserve_after_the_delay",
        "clock_of_eight_seconds",
        "clock_bronstein",
    ),
    "6b two minutes a point less one for each scored": ("clock_reserve_less_for_points_scored",),
    "6c flag, pause, adjustment": ("clock_warns", "lost_on_time", "clock_paused_and_adjusted"),
    "6c clocks brought in": ("clock_brought_in",),
    "6c overtime": ("clock_overtime", "clock_overtime_costs_a_point", "clock_overtime_point_wins_the_match"),
    "6d the press ends the turn; without it lifted dice do": ("clock_ends_the_turn", "lifted_by_the_player"),
    "7a the board differs: expected against seen, and what would mend it": ("bumped_board", "wrong_start"),
    "7b any position by hand, undo, everything in the audit trail": (
        "director_sets_the_board",
        "director_sets_roll_and_turn",
        "director_sets_score_and_cube",
        "undo_to_the_turn_before",
        "undo_a_game",
        "undo_nothing",
    ),
    "8 calibration from the start position; a moved board is noticed": (
        "tests/controller/setup/test_calibrate.py",
        "tests/vision/track/test_camera_monitor.py",
    ),
    "9 hands, glare, stacks, bar": (
        "something_over_the_board",
        "glare_that_stays",
        "tests/vision/track/test_motion.py",
    ),
    "10 the record survives a crash and is exported": (
        "tests/controller/record/journal/test_survival.py",
        "tests/controller/record/test_mat_writer.py",
        "tests/controller/record/test_sgf_writer.py",
    ),
    "11 no advice during play": ("club_names_nothing", "casual_names_what_was_meant"),
    "12 said in every language": ("tests/controller/announce/test_languages.py",),
    "13 commanded without a screen": ("tests/controller/control/test_server.py", "rematch_by_buttons"),
    "14 a session is replayed bit for bit": ("tests/controller/record/journal/test_writer.py",),
    "15 figures by one command": ("tests/benchmarks/refereeing/test_referee_matches.py",),
}
"""What a referee of physical backgammon has to have."""


@pytest.mark.parametrize("fact", [*RULES, *REFEREE])
def test_every_fact_is_shown(fact: str) -> None:
    shown = {**RULES, **REFEREE}[fact]
    assert shown
    for name in shown:
        assert (ROOT / name).is_file() if "/" in name else name in scenarios(), name


@pytest.mark.parametrize(("table", "numbers"), [(RULES, 6), (REFEREE, 15)], ids=["rules", "referee"])
def test_no_fact_is_left_out(table: dict[str, tuple[str, ...]], numbers: int) -> None:
    found = [int("".join(itertools.takewhile(str.isdigit, fact))) for fact in table]
    assert sorted(set(found)) == list(range(1, numbers + 1))
