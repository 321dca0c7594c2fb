"""Reading transcripts with every habit of the programs and sites that write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.announce.error_messages import trouble
from controller.foreign import ForeignError, decode
from controller.record.errors import MatFileError
from controller.record.mat_reader import parse_mat, read_mat
from controller.record.transcript import (
    Beaver,
    Dance,
    Double,
    Drop,
    HiddenPlay,
    MatchRecord,
    Outcome,
    Raccoon,
    RecordedAction,
    Resign,
    RollAlone,
    RollAndPlay,
    Take,
    Unreadable,
)
from controller.rules.dice import Roll
from controller.rules.match import Form
from controller.rules.player import Player
from controller.rules.scoring import Level
from controller.rules.variant import BACKGAMMON, HYPERGAMMON, NACKGAMMON
from tests.paths import DATA

if TYPE_CHECKING:
    from pathlib import Path

ONE, TWO = Player.ONE, Player.TWO
FILES = DATA / "mat"


def load(name: str) -> MatchRecord:
    return read_mat(FILES / f"{name}.mat")


def game(*rows: str, length: int = 7, left: str = "Ada", right: str = "Grace") -> tuple[RecordedAction, ...]:
    """Return the actions of a match of one game with these rows."""
    heading = f" {left} : 0".ljust(33) + f"{right} : 0"
    text = "\n".join([f" {length} point match", "", " Game 1", heading, *rows])
    return parse_mat(text).games[0].actions


def play(player: Player, roll: tuple[int, int], written: str) -> RollAndPlay:
    return RollAndPlay(player=player, roll=Roll.of(*roll), play=written)


def dance(player: Player, roll: tuple[int, int]) -> Dance:
    return Dance(player=player, roll=Roll.of(*roll))


def test_a_row_holds_the_left_players_cell_and_the_right_players() -> None:
    assert game("  1)                             31: 8/5 6/5", "  2) 52: 13/8 13/11             64: 24/18 13/9") == (
        play(TWO, (3, 1), "8/5 6/5"),
        play(ONE, (5, 2), "13/8 13/11"),
        play(TWO, (6, 4), "24/18 13/9"),
    )


def test_actions_know_their_row_and_line() -> None:
    actions = game("", "  1) 31: 8/5 6/5", " 12) 52: 13/8 13/11")
    assert [(action.row, action.line) for action in actions] == [(1, 6), (12, 7)]


@pytest.mark.parametrize(
    ("row", "actions"),
    [
        ("  1) 66: Cannot Move", (Dance(player=ONE, roll=Roll(6, 6)),)),
        ("  1) cannot move", (Dance(player=ONE, roll=None),)),
        ("  1) 66:", (RollAlone(player=ONE, roll=Roll(6, 6)),)),
        ("  1) 13: ????", (HiddenPlay(player=ONE, roll=Roll(3, 1)),)),
        ("  1) 13: ???", (HiddenPlay(player=ONE, roll=Roll(3, 1)),)),
        ("  1) 00:", (RollAlone(player=ONE, roll=None),)),
        ("  1)  Doubles => 2               Takes", (Double(player=ONE, value=2), Take(player=TWO))),
        ("  1)  Double                     Passes", (Double(player=ONE, value=None), Drop(player=TWO))),
        ("  1)  Redoubles to 4             Rejects", (Double(player=ONE, value=4), Drop(player=TWO))),
        ("  1)  Beavers => 4               Raccoons => 8", (Beaver(player=ONE, value=4), Raccoon(player=TWO, value=8))),
        ("  1)  Resigns a gammon", (Resign(player=ONE, level=Level.GAMMON),)),
        ("  1)  resigns", (Resign(player=ONE, level=None),)),
        ("  1) 44: 8/4 (2), 6/2(2)", (play(ONE, (4, 4), "8/4(2) 6/2(2)"),)),
        ("  1) 31: 8/5  6/5", (play(ONE, (3, 1), "8/5 6/5"),)),
        ("  1) 31: 8/5 6/5 42: 8/4 6/4", (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4"))),
        ("\t1)\t31: 8/5 6/5\t\t42: 8/4 6/4  ", (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4"))),
        ("  1)", ()),
        ("  1)31: 8/5 6/5", (play(ONE, (3, 1), "8/5 6/5"),)),
        (" (1) 31: 8/5 6/5", (play(ONE, (3, 1), "8/5 6/5"),)),
        ("  1)Doubles => 2", (Double(player=ONE, value=2),)),
        ("  1)????", (HiddenPlay(player=ONE, roll=None),)),
        ("  1) 66: Dances", (Dance(player=ONE, roll=Roll(6, 6)),)),
        ("  1) 66: (no play)               52: fans", (dance(ONE, (6, 6)), dance(TWO, (5, 2)))),
        ("  1) 66: No move                 52: can't move!", (dance(ONE, (6, 6)), dance(TWO, (5, 2)))),
        ("  1) 66: --                      52: Pass", (dance(ONE, (6, 6)), dance(TWO, (5, 2)))),
        ("  1) 31: 8-5 6-5", (play(ONE, (3, 1), "8/5 6/5"),)),
        ("  1) 31: 8/5!? 6/5 (best)        42: 8/4 {joker}", (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4"))),
        ("  1) 22: 6/4 (2) 13/11(2)", (play(ONE, (2, 2), "6/4(2) 13/11(2)"),)),
        ("  1) 3-1: 8/5 6/5               4,2: 8/4 6/4", (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4"))),
        (" 1. 31: 8/5 6/5                42: 8/4 6/4", (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4"))),
        (
            "  1) 31: 8\u21925 6->5            42: 8\u20144 6\u20134",
            (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4")),
        ),
        (
            "  1) 31: 8/5; 6/5 0:12          42: 8/4 6/4 1:02:03",
            (play(ONE, (3, 1), "8/5 6/5"), play(TWO, (4, 2), "8/4 6/4")),
        ),
        ("  1) 22: 6/4x2 13/11 x2", (play(ONE, (2, 2), "6/4(2) 13/11(2)"),)),
        ("  1)  Doubles => 2               Refuses", (Double(player=ONE, value=2), Drop(player=TWO))),
        ("  1)  Doubles => 2               Declines", (Double(player=ONE, value=2), Drop(player=TWO))),
        ("  1) Ada resigns", (Resign(player=ONE, level=None),)),
        ("  1) nonsense", (Unreadable(player=ONE, text="nonsense"),)),
        ("  1) 00: 8/5", (Unreadable(player=ONE, text="8/5"),)),
        ("  1) 31: Illegal play (1;2;3)", (Unreadable(player=ONE, text="Illegal play (1;2;3)"),)),
    ],
)
def test_a_cell_is_read_whatever_its_words(row: str, actions: tuple[RecordedAction, ...]) -> None:
    assert game(row) == actions


def test_what_cannot_be_read_keeps_its_place() -> None:
    actions = game("  1) 31: 8/5 6/5               42: 8/4 6/4", " 2) he looked out of the window")
    assert actions[2] == Unreadable(player=ONE, text="he looked out of the window")
    assert actions[2].line == 6


@pytest.mark.parametrize(
    "note",
    [
        "(nice opening)",
        "Anna takes a sip of water",
        "Doubles were high that year",
        "31: that was the roll",
        "Wins are not everything",
        "13/8 24/22 was better",
        "*** 12:45 ***",
        "-------------",
        "2nd cup of tea",
        "better 52: 13/8 6/4",
        "or 52: 13/8 6/4",
    ],
)
def test_a_note_between_the_rows_is_kept_and_hides_nothing(note: str) -> None:
    rows = ("  1) 31: 8/5 6/5               42: 8/4 6/4", note, "  2) 52: 13/8 24/22")
    text = "\n".join([" 7 point match", " Game 1", " Ada : 0                      Grace : 0", *rows])
    record = parse_mat(text)
    assert record.games[0].actions == game(rows[0], rows[2])
    assert record.games[0].actions[2].line == 6
    assert record.remarks == (note,)


@pytest.mark.parametrize("remark", ["; a joker", "# a joker", "// a joker", "% a joker"])
def test_a_remark_that_ends_a_row_is_kept_and_hides_nothing(remark: str) -> None:
    text = "\n".join(
        [
            " 7 point match",
            " Game 1",
            " Ada : 0   Grace : 0",
            f"  1) 31: 8/5 6/5       42: 8/4 6/4   {remark}",
            "  2) 52: 13/8 24/22",
        ]
    )
    record = parse_mat(text)
    assert record.games[0].actions == game("  1) 31: 8/5 6/5      42: 8/4 6/4", "  2) 52: 13/8 24/22")
    assert record.remarks == (remark,)


@pytest.mark.parametrize("label", ["X)", "2]", "No2:", "*"])
def test_a_row_with_a_number_of_its_own_kind_is_no_note(label: str) -> None:
    actions = game("  1) 31: 8/5 6/5               42: 8/4 6/4", f"  {label} 52: 13/8 24/22             62: 14/6")
    assert actions == game("  1) 31: 8/5 6/5               42: 8/4 6/4", "  2) 52: 13/8 24/22             62: 14/6")


def test_a_row_without_its_number_is_still_a_row() -> None:
    assert game("     31: 8/5 6/5               42: 8/4 6/4", "      Takes") == (
        play(ONE, (3, 1), "8/5 6/5"),
        play(TWO, (4, 2), "8/4 6/4"),
        Take(player=ONE),
    )


@pytest.mark.parametrize(
    "heading", ["Game 3 of 5", "Game #3", "GAME No. 3", "game 3/5", "Game 3 - Crawford", "Game: 3"]
)
def test_a_heading_is_one_when_names_and_scores_follow(heading: str) -> None:
    rows = "  1) 31: 8/5 6/5\n Game 2 was better\n 2) 52: 13/8\n"
    record = parse_mat(f" 7 point match\n\n {heading}\n\n Ada : 2      Grace : 6\n{rows}")
    assert [(one.number, one.score) for one in record.games] == [(3, (2, 6))]
    assert len(record.games[0].actions) == 2


@pytest.mark.parametrize(
    "name",
    ["#1 Dad", "; Anna", "5 point match", "#1: the cat", "Game 2", "1) Anna", "Wins 3 points", "31: 8/5", "(Anna)"],
)
@pytest.mark.parametrize("side", [0, 1])
def test_the_line_after_a_heading_is_the_line_of_names_whatever_they_look_like(name: str, side: int) -> None:
    left, right = (name, "Boris") if side == 0 else ("Boris", name)
    record = parse_mat(f" 5 point match\n\n Game 1\n {left} : 0".ljust(55) + f"{right} : 0\n  1) 31: 8/5 6/5\n")
    assert record.players == (left, right)
    assert len(record.games[0].actions) == 1


def test_a_remark_between_heading_and_names_is_a_remark() -> None:
    record = parse_mat(" 5 point match\n Game 1\n; played in the garden\n Ada : 0      Grace : 0\n")
    assert (record.players, record.remarks) == (("Ada", "Grace"), ("played in the garden",))


def test_a_position_set_by_hand_interrupts_the_game() -> None:
    actions = game("; Set Pos=-b----E-C---eE---c-e----B-/0", "  1) 31: 8/5 6/5")
    assert isinstance(actions[0], Unreadable)


def test_the_right_column_is_found_where_long_names_or_long_plays_push_it() -> None:
    actions = load("long-cells").games[0].actions
    assert [action.player for action in actions] == [TWO, ONE, TWO, ONE, TWO, TWO, ONE]
    assert isinstance(actions[5], Double)
    assert load("long-cells").games[0].outcome == Outcome(TWO, 1)


@pytest.mark.parametrize(
    ("name", "outcomes"),
    [
        ("endings", [Outcome(ONE, 3), Outcome(TWO, 1), Outcome(ONE, 1), Outcome(ONE, 1, wins_match=True)]),
        ("cube", [Outcome(TWO, 4), Outcome(ONE, 1), Outcome(TWO, 5, wins_match=True)]),
        ("dances", [Outcome(TWO, 2), Outcome(ONE, 1), None]),
        ("chains", [None, None, None]),
    ],
)
def test_the_end_of_a_game_is_understood_from_wins_and_losses_anywhere(
    name: str, outcomes: list[Outcome | None]
) -> None:
    assert [one.outcome for one in load(name).games] == outcomes


def test_a_claim_of_losing_is_believed_against_a_column() -> None:
    text = (
        " 5 point match\n\n Game 1\n A : 0                  B : 0\n  1) 31: 8/5 6/5  Losses 2 point\n{}Wins 2 point\n"
    )
    for indent in (6, 40):
        assert parse_mat(text.format(" " * indent)).games[0].outcome == Outcome(ONE, 2)


def test_cube_actions_stand_in_either_column_and_answers_in_the_same_row_or_the_next() -> None:
    cube = [action for action in load("cube").games[0].actions if not isinstance(action, RollAndPlay)]
    assert cube == [
        Double(player=TWO, value=2),
        Take(player=ONE),
        Double(player=ONE, value=4),
        Take(player=TWO),
        Double(player=TWO, value=8),
        Drop(player=ONE),
    ]


def test_the_take_of_a_beaver_that_is_not_written_is_understood() -> None:
    cube = [action for action in load("beavers").games[0].actions if not isinstance(action, RollAndPlay)]
    assert cube == [
        Double(player=ONE, value=2),
        Beaver(player=TWO, value=4),
        Take(player=ONE),
        Double(player=TWO, value=8),
        Beaver(player=ONE, value=16),
        Raccoon(player=TWO, value=32),
        Take(player=ONE),
    ]


def test_a_dump_after_an_illegal_play_tells_the_position() -> None:
    record = load("illegal-dump")
    action = record.games[0].actions[1]
    assert isinstance(action, RollAndPlay)
    assert action.declared_illegal
    assert (action.player, action.roll, action.play) == (TWO, Roll(6, 2), "")
    assert action.after is not None
    assert {point: count for point, count in enumerate(action.after.mine) if count} == {
        6: 5,
        8: 3,
        11: 1,
        13: 4,
        16: 1,
        24: 1,
    }
    assert {point: count for point, count in enumerate(action.after.theirs) if count} == {
        5: 2,
        6: 4,
        8: 2,
        13: 5,
        24: 2,
    }
    assert record.players[0] == "Ada Byron, 1820"


def test_a_remark_declares_a_play_illegal() -> None:
    actions = load("illegal-remark").games[0].actions
    assert [isinstance(action, RollAndPlay) and action.declared_illegal for action in actions] == [
        False,
        True,
        False,
        False,
    ]


def test_a_remark_that_fits_no_play_declares_none() -> None:
    text = FILES.joinpath("illegal-remark.mat").read_text(encoding="utf-8").replace("Move 1", "Move 2")
    actions = parse_mat(text).games[0].actions
    assert not any(isinstance(action, RollAndPlay) and action.declared_illegal for action in actions)


@pytest.mark.parametrize(
    ("claim", "points"),
    [("Wins a gammon (2 points)", 2), ("Wins single game", 1), ("Wins 4 points (gammon)", 4), ("Wins backgammon", 3)],
)
def test_the_end_of_a_game_may_name_its_level(claim: str, points: int) -> None:
    text = f" 7 point match\n\n Game 1\n Ada : 0   Grace : 0\n  1) 31: 8/5 6/5       42: 8/4 6/4\n      {claim}\n"
    assert parse_mat(text).games[0].outcome == Outcome(ONE, points)


@pytest.mark.parametrize(
    ("line", "length"),
    [("5-point match", 5), ("Match to 5 points", 5), ("Money game", 0), (" money session", 0), ("Unlimited match", 0)],
)
def test_the_length_is_read_as_other_programs_say_it(line: str, length: int) -> None:
    assert parse_mat(f"{line}\n\n Game 1\n Ada : 0   Grace : 0\n  1) 31: 8/5 6/5\n").length == length


def test_doubles_over_one_another_for_money_are_a_beaver_and_a_raccoon() -> None:
    rows = ("  1)  Doubles => 2               Doubles => 4", "  2)  Doubles => 8               Takes")
    found = game(*rows, length=0)
    assert found == (
        Double(player=ONE, value=2), Beaver(player=TWO, value=4), Raccoon(player=ONE, value=8), Take(player=TWO),
    )  # fmt: skip
    assert [type(one) for one in game(*rows)] == [Double, Double, Double, Take]


@pytest.mark.parametrize("name", ["Dr: 7", "Team : 2", "a:1 b:2", "20:15"])
def test_what_looks_like_points_may_stand_in_a_name(name: str) -> None:
    text = f" 7 point match\n\n Game 1\n {name} : 3                        {name} : 1\n  1) 31: 8/5 6/5\n"
    record = parse_mat(text)
    assert (record.players, record.games[0].score) == ((name, name), (3, 1))


def test_names_may_be_empty_or_hold_commas_ratings_accents_and_several_people() -> None:
    record = load("names")
    assert record.players == ("", "Noël Müller Zoë Ångström, 1650.25")
    assert len(record.games[0].actions) == 3


def test_the_left_column_need_not_be_player_1_of_the_tags() -> None:
    record = load("names")
    assert record.tag("player 1") == "Grace Hopper"
    assert record.tag("Player 2") == "Ada"
    assert record.tag("Round") is None


def test_columns_that_change_places_between_games_are_put_right() -> None:
    text = (
        " 5 point match\n Game 1\n Ada : 0      Grace : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n"
        " Game 2\n Grace : 0      Ada : 2\n  1) 42: 8/4 6/4\n      Wins 1 point\n"
    )
    record = parse_mat(text)
    assert record.games[1].score == (2, 0)
    assert record.games[1].actions[0].player is TWO
    assert record.games[1].outcome == Outcome(TWO, 1)


def test_the_crawford_game_is_derived_from_the_scores() -> None:
    record = load("crawford")
    assert [one.crawford for one in record.games] == [False, True, False, False]
    assert [record.before(one).crawford_over for one in record.games] == [False, False, True, True]


def test_a_match_to_one_point_has_no_crawford_game() -> None:
    (game,) = parse_mat(" 1 point match\n Game 1\n A : 0        B : 0\n  1) 31: 8/5 6/5\n").games
    assert not game.crawford


def test_there_is_no_crawford_game_where_the_header_says_so() -> None:
    text = FILES.joinpath("crawford.mat").read_text(encoding="utf-8").replace('"On"', '"Off"')
    assert not any(one.crawford for one in parse_mat(text).games)


def test_an_excerpt_that_begins_with_a_double_at_one_short_is_after_the_crawford_game() -> None:
    text = " 5 point match\n Game 7\n A : 4        B : 2\n  1) 31: 8/5 6/5          Doubles => 2\n"
    assert not parse_mat(text).games[0].crawford
    assert parse_mat(text.replace("Doubles => 2", "42: 8/4 6/4")).games[0].crawford


def test_an_excerpt_may_have_its_crawford_game_among_those_that_are_missing() -> None:
    head = " 7 point match\n Game 1\n Ada : 5         Grace : 4\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    later = " Game {}\n Ada : 6         Grace : 5\n  1) 31: 8/5 6/5                 Doubles => 2\n"
    assert [one.crawford for one in parse_mat(head + later.format(4)).games] == [False, False]
    assert [one.crawford for one in parse_mat(head + later.format(2)).games] == [False, True]


def test_where_both_are_one_short_the_crawford_game_has_been_played() -> None:
    text = " 7 point match\n Game 1\n Ada : 6         Grace : 6\n  1) 31: 8/5 6/5\n"
    assert [one.crawford for one in parse_mat(text).games] == [False]


def test_scores_may_jump_where_games_are_missing() -> None:
    record = load("crawford")
    assert [one.number for one in record.games] == [1, 2, 3, 5]
    assert record.games[3].score == (2, 2)


def test_a_money_session_is_a_0_point_match() -> None:
    record = load("dances")
    assert record.length == 0
    match = record.before(record.games[2])
    assert (match.form, match.score) == (Form.MONEY, (1, 2))


@pytest.mark.parametrize(("name", "variant"), [("NackGammon", NACKGAMMON), ("HyperGammon (3)", HYPERGAMMON)])
def test_a_tag_names_the_variant(name: str, variant: object) -> None:
    text = f'; [Variation "{name}"]\n 5 point match\n Game 1\n A : 0      B : 0\n'
    assert parse_mat(text).variant is variant


@pytest.mark.parametrize("name", ["LongGammon", "HyperGammon (1)", "Nackgammon 2"])
def test_a_game_that_is_not_known_is_refused_and_not_read_as_backgammon(name: str, tmp_path: Path) -> None:
    file = tmp_path / "other.mat"
    file.write_text(f'; [Variation "{name}"]\n 5 point match\n Game 1\n A : 0      B : 0\n')
    with pytest.raises(ForeignError) as refused:
        read_mat(file)
    assert trouble(refused.value) == f"{file}: the game {name!r} is not known here"


@pytest.mark.parametrize("name", ["", " ", "backgammon", " Backgammon "])
def test_a_tag_may_say_that_it_is_backgammon_or_nothing(name: str) -> None:
    text = f'; [Variation "{name}"]\n 5 point match\n Game 1\n A : 0      B : 0\n'
    assert parse_mat(text).variant is BACKGAMMON


def test_both_cells_of_a_row_may_stand_in_the_right_column() -> None:
    text = (
        " 5 point match\n Game 1\n A : 0                           B : 0\n"
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
        "  2)                             31: 8/5 6/5   Wins 2 points\n"
    )
    record = parse_mat(text)
    assert [action.player for action in record.games[0].actions] == [ONE, TWO, TWO]
    assert record.games[0].outcome == Outcome(TWO, 2)


def test_a_player_may_be_called_like_a_heading() -> None:
    assert parse_mat(" 5 point match\n Game 1\n Game 3 : 0      B : 0\n").players == ("Game 3", "B")


def test_headings_may_carry_a_note() -> None:
    text = " 5 Point Match\n Game 2 (Crawford)\n Ada : 4      Grace : 2 (4-2)\n  1) 31: 8/5 6/5\n\x1a"
    record = parse_mat(text)
    assert record.games[0].score == (4, 2)
    assert record.games[0].actions == (play(ONE, (3, 1), "8/5 6/5"),)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", " \t\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_old_and_new_encodings_and_line_ends_read_the_same(line_end: str, encoding: str) -> None:
    text = FILES.joinpath("names.mat").read_text(encoding="utf-8")
    data = text.replace("\n", line_end).encode(encoding)
    assert parse_mat(decode(data)) == load("names")


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("", "mat.no_length", 1),
        ("hello\nworld", "mat.no_length", 2),
        (" Game 1\n A : 0    B : 0\n", "mat.no_length", 3),
        (" 5 point match\n", "mat.no_game", 2),
        (" 65 point match\n Game 1\n A : 0    B : 0\n", "mat.length", 1),
        (" 5 point match\n Game 1\n", "mat.no_score", 2),
        (" 5 point match\n Game 1\n\n  1) 31: 8/5 6/5\n", "mat.no_score", 4),
        (" 5 point match\n Game 1\n A : 0    B : 0\n 7 point match\n", "mat.second_match", 4),
    ],
)
def test_a_text_that_is_no_transcript_is_refused_with_its_line(text: str, key: str, line: int) -> None:
    with pytest.raises(MatFileError) as refused:
        parse_mat(text)
    assert (refused.value.key, refused.value.params["line"]) == (key, line)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "  1)",
                "31: 8/5",
                "66:",
                " Takes",
                " Wins 2 point",
                "Illegal play (",
                ";",
                "7 point match",
                "Game 1",
                "A : 0",
            ]
        )
        | st.text(max_size=6),
        max_size=14,
    )
)
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    text = " 5 point match\n Game 1\n A : 0      B : 0\n" + "".join(pieces)
    try:
        record = parse_mat(text)
    except MatFileError as refused:
        line = refused.params["line"]
    else:
        line = 1
        assert record.length == 5
    assert isinstance(line, int)
    assert line >= 1
