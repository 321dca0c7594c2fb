"""Replaying records: which legal result a transcript means, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from controller.record.mat_reader import parse_mat, read_mat
from controller.record.replay import Disagreement, GameReplay, play_as_written, replay, resolve_play
from controller.record.transcript import MatchRecord, Outcome, Resign, RollAlone, RollAndPlay
from controller.rules.dice import Roll
from controller.rules.ids.position_id import parse_position_id
from controller.rules.notation import parse_play
from controller.rules.player import Player
from controller.rules.plays.legal import legal_plays
from controller.rules.position import BAR, START, Position
from controller.rules.profile import STANDARD
from controller.rules.variant import HYPERGAMMON
from tests.paths import ROOT
from tests.random_matches import random_match

FILES = ROOT / "tests" / "data" / "mat"
VECTORS = ROOT.parent / "shared" / "matches" / "vectors"


def load(name: str) -> tuple[GameReplay, ...]:
    return replay(read_mat(FILES / f"{name}.mat"))


def game(*rows: str, length: int = 7, tags: str = "") -> GameReplay:
    """Return the replay of a match of one game with these rows."""
    heading = "\n".join([tags, f" {length} point match", "", " Game 1", " Ada : 0                         Grace : 0"])
    return replay(parse_mat("\n".join([heading, *rows])))[0]


def hits(replayed: GameReplay) -> list[int]:
    """Return how many checkers stand on the opponent's bar after each play."""
    return [play.after.theirs[BAR] for play in replayed.plays if play.after is not None]


@pytest.mark.parametrize("name", ["unmarked-hits", "marked-hits", "chains", "cube", "beavers", "crawford", "endings"])
def test_every_play_of_a_good_transcript_is_legal(name: str) -> None:
    for replayed in load(name):
        assert all(play.legal for play in replayed.plays)
        assert not replayed.unreadable
        assert replayed.unjudged == 0
        assert replayed.disagreements == ()


def test_hits_that_are_not_marked_follow_from_the_hops() -> None:
    first, second = load("unmarked-hits")
    assert hits(first)[1] == 2
    assert hits(second)[1] == 1


def test_stars_tell_which_way_a_checker_went() -> None:
    assert [hits(replayed)[1] for replayed in load("chains")] == [1, 2, 1]


def test_a_star_may_stand_before_or_after_a_repeat() -> None:
    assert [hits(replayed)[1] for replayed in load("marked-hits")] == [1, 1]


def test_a_dance_may_be_written_or_not_and_a_forced_play_left_out() -> None:
    plays = load("dances")[0].plays
    danced = [play for play in plays if play.after == play.before]
    assert [play.roll for play in danced] == [Roll(6, 6), Roll(6, 6)]
    forced = [play for play in plays if isinstance(play.action, RollAlone) and play.after != play.before]
    assert [play.roll for play in forced] == [Roll(6, 1)]
    assert forced[0].after is not None
    assert forced[0].after.mine[24] == forced[0].before.mine[24] + 1
    assert all(play.legal for play in plays)


def test_the_roll_of_a_resignation_is_no_play_and_no_gap() -> None:
    assert len(load("dances")[1].plays) == 1
    assert load("dances")[1].unjudged == 0


def test_what_comes_after_a_gap_is_not_judged() -> None:
    replayed = load("dances")[2]
    assert len(replayed.plays) == 1
    assert replayed.unjudged == 3


def test_a_dance_that_is_none_is_not_legal() -> None:
    replayed = game("  1) 31: Cannot Move           42: 8/4 6/4")
    assert [play.legal for play in replayed.plays] == [False, True]


def test_an_illegal_play_stands_and_the_game_goes_on_from_there() -> None:
    for name in ("illegal-remark", "illegal-dump"):
        plays = load(name)[0].plays
        assert [play.legal for play in plays] == [True, False, True, True]
        assert plays[1].after is not None
        assert plays[2].before == plays[1].after.turned()


def test_a_dump_that_means_the_other_player_is_understood_from_the_position_before() -> None:
    text = (FILES / "illegal-dump.mat").read_text(encoding="utf-8")
    plain = replay(parse_mat(text))[0]
    flipped = replay(parse_mat(text.replace("(25;0;1;0;1;", "(25;0;1;0;0;")))[0]
    assert [play.after for play in flipped.plays] == [play.after for play in plain.plays]


def test_a_dump_after_a_gap_makes_the_rest_judgeable_again() -> None:
    text = (FILES / "illegal-dump.mat").read_text(encoding="utf-8").replace("31: 8/5 6/5", "31:        ")
    replayed = replay(parse_mat(text))[0]
    assert replayed.unjudged == 1
    assert [play.legal for play in replayed.plays] == [True, True]


@pytest.mark.parametrize("written", ["8/5 9/8", "7/4 6/5", "bar/24", "24/19"])
def test_a_play_that_cannot_be_made_is_not_legal_and_ends_the_judging(written: str) -> None:
    replayed = game(f"  1) 31: {written}                 42: 8/4 6/4")
    assert [(play.legal, play.after) for play in replayed.plays] == [(False, None)]
    assert replayed.unjudged == 1


@pytest.mark.parametrize("written", ["8/5 x", "30/27 6/5", "8/5/"])
def test_a_text_that_is_no_play_is_unreadable(written: str) -> None:
    replayed = game(f"  1) 31: {written}")
    assert replayed.plays == ()
    assert [one.text for one in replayed.unreadable] == [written]


@pytest.mark.parametrize(
    ("roll", "written", "legal"),
    [
        ((6, 5), "24/13", True),
        ((6, 5), "24/18 18/13", True),
        ((6, 6), "24/18(2) 13/7(2)", True),
        ((6, 6), "24/12(2)", False),
        ((3, 1), "8/5 6/5", True),
        ((3, 1), "8/5", False),
        ((5, 5), "24/19", False),
        ((4, 2), "24/20 24/23", False),
    ],
)
def test_a_written_play_is_legal_when_some_legal_play_has_its_points(
    roll: tuple[int, int],
    written: str,
    legal: bool,  # noqa: FBT001 - a table's column
) -> None:
    after = resolve_play(START, parse_play(written), legal_plays(START, Roll.of(*roll)))
    assert (after is not None) == legal


def test_an_illegal_play_is_made_as_it_is_written() -> None:
    after = play_as_written(START, parse_play("24/22"))
    assert after is not None
    assert (after.mine[24], after.mine[22], after.theirs[BAR]) == (1, 1, 0)
    hit = play_as_written(Position(START.mine, theirs_with_blot(4)), parse_play("24/21"))
    assert hit is not None
    assert (hit.mine[21], hit.theirs[4], hit.theirs[BAR]) == (1, 0, 1)
    assert play_as_written(START, parse_play("bar/24")) is None
    assert play_as_written(START, parse_play("24/19")) is None


def theirs_with_blot(point: int) -> tuple[int, ...]:
    """Return the start counts with one checker moved from the 6-point to another."""
    counts = list(START.theirs)
    counts[6] -= 1
    counts[point] += 1
    return tuple(counts)


@pytest.mark.parametrize(
    ("before", "roll", "after"),
    [
        ("220DAUDvOwAAAA", (1, 1), "220DAUD7DQAAAA"),
        ("97YBAGDbdisAAA", (1, 1), "97YBAGDb7g4AAA"),
        ("5x8HACDsNojAGA", (2, 1), "5x8HACDsNoiEGA"),
        ("Yr/NAABubwCAMQ", (2, 1), "sN9mAEDubgCAJQ"),
    ],
)
def test_plays_that_were_made_in_real_matches_and_are_not_legal_are_refused(
    before: str, roll: tuple[int, int], after: str
) -> None:
    legal = legal_plays(parse_position_id(before), Roll.of(*roll))
    assert len(legal) > 0
    assert not legal.allows(parse_position_id(after))
    assert not legal.allows(parse_position_id(after).turned())


@pytest.mark.parametrize(
    ("rows", "keys"),
    [
        (("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Drops                      Wins 1 point"), []),
        (
            ("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Drops                      Wins 2 points"),
            ["replay.points"],
        ),
        (
            ("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Drops", "      Wins 1 point"),
            ["replay.winner"],
        ),
        (
            ("  1) 31: 8/5 6/5                 Doubles => 4", "  2)  Takes                     31: 8/5 6/5"),
            ["replay.cube"],
        ),
        (("  1) 31: 8/5 6/5                 Takes",), ["replay.no_offer"]),
        (
            (
                "  1) 31: 8/5 6/5                 Doubles => 2",
                "  2)  Takes",
                "  3)                             Doubles => 4",
            ),
            ["replay.cube_refused"],
        ),
        (
            ("  1) 31: 8/5 6/5                 Doubles => 2", "  2)                            Takes"),
            ["replay.cube_refused"],
        ),
        (
            ("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Beavers => 4              Takes"),
            ["replay.cube_refused"],
        ),
        (("  1) 31: 8/5 6/5", "      Wins 3 points"), []),
        (("  1) 31: 8/5 6/5", "      Wins 4 points"), ["replay.points"]),
        (("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Takes", "      Wins 5 points"), ["replay.points"]),
        (("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Takes", "      Wins 6 points"), []),
    ],
)
def test_winner_points_and_cube_are_held_against_the_rules(rows: tuple[str, ...], keys: list[str]) -> None:
    assert [one.key for one in game(*rows).disagreements] == keys


def test_a_double_in_the_crawford_game_is_named_and_after_it_is_not() -> None:
    doubled = "\n  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops                      Wins 1 point\n"
    text = f" 7 point match\n Game 1\n A : 6         B : 5\n{doubled}"
    (after,) = replay(parse_mat(text))
    assert (after.game.crawford, after.disagreements) == (False, ())
    before = " 7 point match\n Game 1\n A : 5         B : 4\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
    second = f" Game 2\n A : 6         B : 4\n{doubled}"
    played = replay(parse_mat(before + second))
    assert [one.game.crawford for one in played] == [False, True]
    assert [(one.key, one.expected) for one in played[1].disagreements] == [("replay.cube_refused", ["crawford_game"])]


def test_a_double_before_the_first_roll_is_named_and_one_after_it_is_not() -> None:
    rows = ("  2) 31: 8/5 6/5                 64: 24/14", "      Wins 2 points")
    first = game("  1)  Doubles => 2               Takes", *rows)
    assert [(one.key, one.expected) for one in first.disagreements] == [("replay.cube_refused", ["first_roll"])]
    assert game(rows[0], "  3)  Doubles => 2               Takes", rows[1]).disagreements == ()


def test_points_may_be_capped_at_what_was_needed() -> None:
    rows = ("  1) 31: 8/5 6/5                 Doubles => 2", "  2)  Takes", "      Wins 5 points and the match")
    assert game(*rows, length=5).disagreements == ()


def test_jacoby_counts_in_a_money_session_that_is_tagged_so() -> None:
    rows = ("  1) 31: 8/5 6/5", "      Wins 2 points")
    assert game(*rows, length=0, tags='; [Jacoby "Off"]').disagreements == ()
    assert [one.key for one in game(*rows, length=0, tags='; [Jacoby "On"]').disagreements] == ["replay.points"]


def test_a_score_that_does_not_follow_is_noted_unless_games_are_missing() -> None:
    text = (
        " 9 point match\n Game 1\n A : 0         B : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
        " Game {}\n A : 2         B : 0\n"
    )
    noted = replay(parse_mat(text.format(2)))[0].disagreements
    assert noted == (Disagreement("replay.next_score", 6, (2, 0), (1, 0)),)
    assert replay(parse_mat(text.format(3)))[0].disagreements == ()


def short_game(rng: Random) -> tuple[MatchRecord, GameReplay]:
    """Return a game of three checkers a side that is borne off, as a record and replayed."""
    profile = replace(STANDARD, variant=HYPERGAMMON, cube_in_play=False)
    while True:
        record, _ = random_match(rng, 9, games=1, profile=profile)
        if not any(isinstance(action, Resign) for action in record.games[0].actions):
            return record, replay(record)[0]


@pytest.mark.parametrize("seed", range(5))
def test_a_game_borne_off_is_worth_what_the_rules_say(seed: int) -> None:
    record, replayed = short_game(Random(seed))
    assert replayed.disagreements == ()
    last = record.games[0]
    assert last.outcome is not None
    wrong = replace(last, outcome=Outcome(last.outcome.winner.other, last.outcome.points % 3 + 1))
    told = replay(replace(record, games=(wrong,)))[0].disagreements
    assert [one.key for one in told] == ["replay.winner", "replay.points"]


def test_plays_after_the_last_checker_are_not_judged() -> None:
    record, replayed = short_game(Random(1))
    last = record.games[0]
    after = RollAndPlay(player=last.actions[-1].player.other, roll=Roll(2, 1), play="6/5 6/4")
    longer = replace(last, actions=(*last.actions, after, RollAlone(player=after.player.other, roll=Roll(2, 1))))
    again = replay(replace(record, games=(longer,)))[0]
    assert again.plays == replayed.plays
    assert again.unjudged == 1


@pytest.mark.skipif(not VECTORS.is_dir(), reason="the folder ../shared/matches/vectors is not here")
def test_the_format_vectors_read_as_documented() -> None:
    replays = {path.stem: replay(read_mat(path)) for path in sorted(VECTORS.glob("*.mat"))}
    assert [len(replays[name]) for name in ("v1", "v2", "v3", "v4", "v5")] == [2, 1, 1, 2, 1]
    outcomes = {name: [one.game.outcome for one in games] for name, games in replays.items()}
    v1, v3, v4 = outcomes["v1"][0], outcomes["v3"][0], outcomes["v4"]
    assert v1 is not None
    assert (v1.winner, v1.points) == (Player.TWO, 1)
    assert v3 is not None
    assert (v3.winner, v3.points) == (Player.TWO, 2)
    assert [(one.points, one.wins_match) for one in v4 if one] == [(2, False), (1, True)]
    assert [one.game.crawford for one in replays["v4"]] == [False, True]
    illegal = {name for name, games in replays.items() for one in games for play in one.plays if not play.legal}
    assert illegal == {"v2", "v3", "v5"}
    assert not any(one.unreadable for games in replays.values() for one in games)
    written = [play for play in replays["v1"][0].plays if isinstance(play.action, RollAndPlay)]
    assert len(written) == 2
