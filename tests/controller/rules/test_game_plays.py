"""The legal plays of the games that begin beside the board, against a plain enumerator and the words of their rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.rules import (
    ACEY_DEUCEY,
    BACKGAMMON,
    BAR,
    DUTCH,
    HAND,
    VARIANTS,
    GamePlays,
    HitRight,
    IllegalPlayError,
    Position,
    PositionError,
    Problem,
    Roll,
    RulesProfile,
    Way,
    apply_play,
    find_play,
    format_play,
    legal_plays,
    parse_play,
    staged_rolls,
)
from tests.controller.rules.plain_games import House, results

HOUSES = {
    "dutch": (RulesProfile(variant=DUTCH), House()),
    "dutch-as-liked": (RulesProfile(variant=DUTCH, enter_all_first=False), House(all_first=False)),
    "dutch-present": (RulesProfile(variant=DUTCH, hit_right=HitRight.PRESENT), House(home_to_hit="now")),
    "acey-deucey": (RulesProfile(variant=ACEY_DEUCEY), House(False, True, "never", acey_deucey=True)),
    "acey-deucey-bar-free": (
        RulesProfile(variant=ACEY_DEUCEY, hit_must_reenter=False),
        House(False, False, "never", acey_deucey=True),
    ),
    "acey-deucey-european": (
        RulesProfile(variant=ACEY_DEUCEY, european_acey_deucey=True),
        House(False, True, "never", acey_deucey=True, complement=True),
    ),
}


def best(ways: set[tuple[int | None, bool]]) -> set[tuple[int | None, bool]]:
    """Return each double once: with the roll that it has earned, if it has in one of several ways."""
    return {(named, again) for named, again in ways if again or (named, True) not in ways}


@st.composite
def boards(draw: st.DrawFn, most: int = 6) -> Position:
    """Return a position with few checkers a side, on board, bar, in hand and borne off; none is shared."""
    places = list(range(1, 25))
    draw(st.randoms(use_true_random=False)).shuffle(places)
    mine, theirs = [0] * 26, [0] * 26
    for counts, where in ((mine, places[:12]), (theirs, places[12:])):
        for place in draw(st.lists(st.sampled_from([*where, 0, BAR, BAR]), min_size=1, max_size=most)):
            counts[place] += 1
    if draw(st.booleans()):  # bearing off, and entering against a home board
        mine[:] = [*[sum(mine[p] for p in range(26) if p and p % 6 == q % 6) if 0 < q < 7 else 0 for q in range(26)]]
    theirs = [theirs[0], *[theirs[25 - p] if not mine[25 - p] else 0 for p in range(1, 25)], theirs[BAR]]
    assume(any(mine[1:]))
    waiting = (draw(st.integers(0, mine[BAR])), draw(st.integers(0, theirs[BAR])))
    home = draw(st.booleans()) or any(mine[:7])
    return Position(tuple(mine), tuple(theirs), waiting, (home, draw(st.booleans())))


@pytest.mark.parametrize("house", [name for name in HOUSES if name != "acey-deucey-european"])
@settings(max_examples=25, deadline=None)
@given(position=boards(), high=st.integers(1, 6), low=st.integers(1, 6))
def test_legal_plays_are_those_that_a_plain_enumerator_finds(
    house: str, position: Position, high: int, low: int
) -> None:
    profile, plain = HOUSES[house]
    assume(Roll.of(high, low) != Roll(2, 1) or house.startswith("dutch"))
    plays = legal_plays(position, Roll.of(high, low), profile)
    found = results(position, (high, low), plain)
    if plays.is_dance:
        assert set(found) == {position}
        assert plays.allows(position)
        assert not set(plays)
    else:
        assert set(plays) == set(found)
        assert len(plays) == len(found)


@pytest.mark.parametrize("house", ["acey-deucey", "acey-deucey-bar-free"])
@settings(max_examples=12, deadline=None)
@given(position=boards(most=3))
def test_a_one_and_a_two_are_followed_by_any_double_as_a_plain_enumerator_finds(house: str, position: Position) -> None:
    profile, plain = HOUSES[house]
    plays = legal_plays(position, Roll(2, 1), profile)
    found = results(position, (1, 2), plain)
    assert isinstance(plays, GamePlays)
    if plays.is_dance:
        assert set(found) == {position}
        return
    assert set(plays) == set(found)
    for after, ways in found.items():
        assert {(way.named, way.again) for way in plays.ways(after)} == best(ways)


@settings(max_examples=12, deadline=None)
@given(position=boards(most=2), face=st.integers(1, 6))
def test_in_the_european_game_a_double_is_followed_by_its_complement(position: Position, face: int) -> None:
    profile, plain = HOUSES["acey-deucey-european"]
    plays = legal_plays(position, Roll(face, face), profile)
    found = results(position, (face, face), plain)
    assert isinstance(plays, GamePlays)
    if plays.is_dance:
        assert set(found) == {position}
        return
    assert set(plays) == set(found)
    for after, ways in found.items():
        assert {(way.named, way.again) for way in plays.ways(after)} == best(ways)


@settings(max_examples=25, deadline=None)
@given(position=boards(), high=st.integers(1, 6), low=st.integers(1, 6))
def test_with_nothing_beside_the_board_and_the_right_to_hit_dutch_is_backgammon(
    position: Position, high: int, low: int
) -> None:
    entered = replace(position, unentered=(0, 0), been_home=(True, True))
    dutch = legal_plays(entered, Roll.of(high, low), RulesProfile(variant=DUTCH))
    plain = legal_plays(Position(entered.mine, entered.theirs), Roll.of(high, low))
    assert set(dutch) == set(plain)
    assert dutch.is_dance is plain.is_dance


@pytest.mark.parametrize("house", list(HOUSES))
def test_every_position_of_a_game_is_sound_and_its_moves_lead_to_it(house: str) -> None:
    profile, rng = HOUSES[house][0], random.Random(5)
    position, turns = profile.variant.start, 0
    while any(position.mine[1:]) and any(position.theirs[1:]) and turns < (15 if profile.european_acey_deucey else 120):
        roll, turns = Roll.of(rng.randint(1, 6), rng.randint(1, 6)), turns + 1
        plays = legal_plays(position, roll, profile)
        if not plays.is_dance:
            assert isinstance(plays, GamePlays)
            staged = rng.choice(plays.staged_rolls)
            after = plays.play_staged(staged, lambda choices: rng.choice(sorted(choices, key=str)))
            assert plays.allows(after)
            play = find_play(position, roll, after, profile)
            assert apply_play(position, play) == after
            assert format_play(parse_play(format_play(play), most=10)) == format_play(play)
            assert after in plays.near(after)
            position = after
        assert not position.problems(15)
        position = position.turned()


def test_at_the_start_everything_is_beside_the_board_and_has_375_pips_to_go() -> None:
    for variant in (DUTCH, ACEY_DEUCEY):
        assert variant.begins_off_the_board
        assert variant.start.pips() == variant.start.turned().pips() == 375
        assert variant.start.on_the_bar() == (0, 0)
        assert sum(variant.start.mine) == variant.checkers == 15
        assert not variant.start.problems(15)


def test_more_unentered_checkers_than_there_are_to_enter_are_a_problem() -> None:
    odd = replace(BACKGAMMON.start, unentered=(1, 0))
    assert odd.problems() == Problem.UNENTERED
    with pytest.raises(PositionError, match=r"position\.unentered"):
        odd.check()


def on(mine: dict[int, int], theirs: dict[int, int], *, hand: int = 0, home: bool = False) -> Position:
    """Return a position of six checkers a side; those not named are borne off."""
    counts = [[there.get(point, 0) for point in range(26)] for there in (mine, theirs)]
    counts[0][BAR] += hand
    for one in counts:
        one[0] = 6 - sum(one)
    been = home or any(counts[0][:7])
    return Position(tuple(counts[0]), tuple(counts[1]), (hand, 0), (been, True))


def targets(position: Position, roll: Roll, profile: RulesProfile) -> set[str]:
    """Return every legal play in notation."""
    return {format_play(find_play(position, roll, after, profile)) for after in legal_plays(position, roll, profile)}


def test_dutch_players_enter_all_before_they_move() -> None:
    position = on({24: 5}, {12: 6}, hand=1)
    assert targets(position, Roll(5, 4), HOUSES["dutch"][0]) == {"hand/21 24/19", "hand/20 24/20", "hand/16"}
    assert "24/15" in targets(position, Roll(5, 4), HOUSES["dutch-as-liked"][0])


def test_a_dutch_blot_is_closed_to_whoever_has_nobody_at_home() -> None:
    position = on({24: 6}, {25 - 20: 1, 12: 5})
    assert targets(position, Roll(4, 3), HOUSES["dutch"][0]) == {"24/17"}


def test_the_right_to_hit_is_earned_within_the_turn_and_kept_by_default() -> None:
    position = on({8: 1, 12: 5}, {25 - 9: 1, 20: 5})
    assert "12/9* 8/6" in targets(position, Roll(3, 2), HOUSES["dutch"][0])
    lost = on({24: 6}, {25 - 20: 1, 12: 5}, home=True)
    assert "24/20*" in " ".join(targets(lost, Roll(4, 3), HOUSES["dutch"][0]))
    assert "*" not in " ".join(targets(lost, Roll(4, 3), HOUSES["dutch-present"][0]))


def test_in_acey_deucey_only_what_was_hit_must_be_entered_first() -> None:
    waiting = on({24: 5}, {12: 6}, hand=1)
    assert "24/15" in targets(waiting, Roll(5, 4), HOUSES["acey-deucey"][0])
    hit = on({24: 5, BAR: 1}, {12: 6})
    assert "24/15" not in targets(hit, Roll(5, 4), HOUSES["acey-deucey"][0])
    assert "24/15" in targets(hit, Roll(5, 4), HOUSES["acey-deucey-bar-free"][0])
    both = on({24: 4, BAR: 1}, {12: 6}, hand=1)
    assert all("bar/" in play for play in targets(both, Roll(5, 4), HOUSES["acey-deucey"][0]))


def test_a_double_that_cannot_all_be_played_earns_no_roll() -> None:
    profile = HOUSES["acey-deucey"][0]
    position = on({24: 6}, {25 - 15: 2, 25 - 14: 2, 25 - 13: 2})
    plays = legal_plays(position, Roll(2, 1), profile)
    assert isinstance(plays, GamePlays)
    staged = next(one for one in plays.staged_rolls if one.named == 4)
    whole = plays.play_staged(staged, lambda choices: max(choices, key=lambda one: one.mine))
    assert plays.ways(whole)
    assert all(way == Way(way.named, again=True) for way in plays.ways(whole))
    closed = on({20: 1, 1: 1}, {25 - 12: 2, 25 - 11: 2, 25 - 13: 2})
    short = legal_plays(closed, Roll(2, 1), profile)
    assert isinstance(short, GamePlays)
    sixes = [way for after in short for way in short.ways(after) if way.named == 6]
    assert sixes
    assert not any(way.again for way in sixes)


def test_a_one_or_a_two_that_cannot_be_played_forfeits_the_double() -> None:
    profile = HOUSES["acey-deucey"][0]
    position = on({}, {1: 2, 3: 2}, hand=1)  # the 2 enters, and the 1 can neither enter nor go on
    plays = legal_plays(position, Roll(2, 1), profile)
    assert isinstance(plays, GamePlays)
    (after,) = plays
    assert format_play(find_play(position, Roll(2, 1), after, profile)) == "hand/23"
    assert not any(way.again for way in plays.ways(after))


def test_courses_are_named_doubles_and_complements() -> None:
    american, european = HOUSES["acey-deucey"][0], HOUSES["acey-deucey-european"][0]
    assert [staged.named for staged in staged_rolls(Roll(2, 1), american)] == [1, 2, 3, 4, 5, 6]
    assert [staged.stages for staged in staged_rolls(Roll(2, 1), american, named=5)] == [((2, 1), (5, 5, 5, 5))]
    assert staged_rolls(Roll(4, 4), european)[0].stages == ((4,) * 4, (3,) * 4)
    assert staged_rolls(Roll(4, 4), european)[0].again
    assert not staged_rolls(Roll(4, 4), american)[0].again
    assert staged_rolls(Roll(2, 1), HOUSES["dutch"][0])[0].stages == ((2, 1),)


def test_what_no_play_leaves_has_no_moves() -> None:
    profile = HOUSES["dutch"][0]
    with pytest.raises(IllegalPlayError):
        find_play(DUTCH.start, Roll(3, 1), DUTCH.start, profile)
    assert Position((0,) * 26, (0,) * 26) not in legal_plays(DUTCH.start, Roll(3, 1), profile)
    assert find_play(DUTCH.start, Roll(6, 6), next(iter(legal_plays(DUTCH.start, Roll(6, 6), profile))), profile) == (
        parse_play("hand/19(4)")
    )
    assert HAND == 26


@pytest.mark.parametrize("name", ["backgammon", "nackgammon", "hypergammon"])
def test_games_that_differ_in_their_start_alone_are_played_as_backgammon(name: str) -> None:
    start = VARIANTS[name].start
    profile = RulesProfile(variant=VARIANTS[name])
    assert set(legal_plays(start, Roll(3, 1), profile)) == set(legal_plays(start, Roll(3, 1)))
    after = next(iter(legal_plays(start, Roll(3, 1))))
    assert apply_play(start, find_play(start, Roll(3, 1), after, profile)) == after
