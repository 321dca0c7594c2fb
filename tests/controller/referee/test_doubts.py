"""What a picture leaves in doubt: asked about, called all the same, or told by what has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.events import (
    Desync,
    Event,
    IllegalPlayStands,
    PlayAccepted,
    PlayIllegal,
    PlayUnsure,
    Rolled,
    RollRefused,
    TurnMended,
    TurnStarted,
)
from controller.referee.inputs import Action, Seen
from controller.referee.step import step
from controller.rules import START, Player, Position
from tests.controller.referee.boards import LAYOUT, dice_of, place_reading, reading
from tests.controller.referee.by_hand import ONE, TWO, Match, after, at, counts, kinds
from vision.checkers.unchanged_points import MOST_SURE
from vision.reading import PLACES, PlaceReading, content_index

if TYPE_CHECKING:
    from vision.reading import DieReading

SOMEWHAT = 250
"""What is said of a point that looks otherwise, but not clearly, in centinats."""


def test_a_board_in_doubt_is_asked_about_and_settled_by_a_word() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    nothing_known = PlaceReading((0,) * 31)
    blurred = {LAYOUT.place(ONE, point): nothing_known for point in (4, 5, 6)}
    (event,) = match.see(played, ONE, blurred=blurred)
    assert isinstance(event, PlayUnsure)
    accepted, _ = match.say(TWO, Action.CONFIRM)
    assert isinstance(accepted, PlayAccepted)
    assert accepted.confirmed


def test_a_call_that_wavers_between_two_illegal_plays_gets_more_looks_before_it_is_asked_about() -> None:
    match = Match()
    match.open(3, 1)
    plays = [after(START, (8, 5), (6, 4)), after(START, (13, 10), (6, 4))]

    def look(number: int) -> tuple[Event, ...]:
        seen = reading(plays[number % 2], ONE, time=9.0 + number)
        match.state, said = step(match.state, Seen(seen))
        return said

    assert [look(number) for number in range(5)] == [()] * 5
    asked, sure = match.state, step(match.state, Seen(reading(plays[0], ONE, time=20.0)))[1]
    assert kinds(sure) == [PlayIllegal]
    match.state = asked
    assert kinds(look(5)) == [PlayUnsure]


def unclear(match: Match, *dice: DieReading) -> None:
    """Show a 6-2 played as 24/20, and a three or a four from the 8-point: a three is hardly likelier."""
    played = after(START, (24, 20), (8, 5))
    shade = LAYOUT.shade(ONE)
    scores = {point: list(place_reading(shade, played.mine[point]).scores) for point in (4, 5)}
    scores[4][content_index(shade, 1)], scores[5][0] = -10, -50
    blurred = {LAYOUT.place(ONE, point): PlaceReading(tuple(seen)) for point, seen in scores.items()}
    match.see(played, ONE, *dice, blurred=blurred)


def test_a_play_is_called_that_is_illegal_for_certain_though_it_is_unclear_which_illegal_one_it_is() -> None:
    match = Match()
    match.open(6, 2)
    unclear(match)
    called = match.heard[-1]
    assert isinstance(called, PlayIllegal)
    assert (called.seen, called.unclear) == (after(START, (24, 20), (8, 5)), True)
    # No die takes a checker from the 24-point to the 20-point; where the other one went is not said.
    assert [reason.points for reason in called.explanation.reasons] == [(24, 20)]
    assert kinds(match.see(after(START, (24, 18), (13, 11)), ONE)) == [PlayAccepted, TurnStarted]


def test_what_an_illegal_play_was_that_stands_unclear_is_mended_when_a_later_play_shows_it() -> None:
    match = Match()
    match.open(6, 2)
    unclear(match)
    unclear(match, *dice_of(TWO, 5, 4))
    stands = next(event for event in match.heard if isinstance(event, IllegalPlayStands))
    assert stands.after == after(START, (24, 20), (8, 5))
    other = after(START, (24, 20), (8, 4))
    mended, accepted, _ = match.see(after(other.turned(), (13, 8), (13, 9)), TWO)
    assert isinstance(mended, TurnMended)
    assert isinstance(accepted, PlayAccepted)
    assert (mended.after, accepted.before) == (other, other.turned())


def test_a_checker_that_was_slid_is_no_other_way_in_which_the_turn_went() -> None:
    # Two are borne off with 3-1. The picture hardly allows that one of them went to the 2-point instead; then another
    # is slid there, and neither play explains the board.
    match = Match()
    match.open(3, 1)
    theirs = counts(p1=3, off=12)
    match.state = at(match.state, Position(counts(p1=4, p2=4, p3=4, p4=2, off=1), theirs))
    match.see(Position(counts(p1=4, p2=4, p3=4, p4=2, off=1), theirs), ONE, *dice_of(ONE, 3, 1))
    scores = list(place_reading(LAYOUT.shade(ONE), 4).scores)
    scores[content_index(LAYOUT.shade(ONE), 5)] = -450
    played = Position(counts(p1=3, p2=4, p3=3, p4=2, off=3), theirs)
    match.see(played, ONE, blurred={LAYOUT.place(ONE, 2): PlaceReading(tuple(scores))})
    assert match.state.position == played.turned()
    assert match.state.hypotheses
    slid = after(played, (4, 2))
    assert [type(event) for event in match.see(slid, ONE)] == [Desync]


def test_what_the_settled_picture_spoke_against_is_a_checker_slid_since_and_no_other_play() -> None:
    # Two are borne off with 3-1. The picture speaks against one borne off and one moved, each of three points a little;
    # then the checkers are laid as that play would have left them.
    match = Match()
    match.open(3, 1)
    theirs = counts(p1=3, off=12)
    match.state = at(match.state, Position(counts(p1=4, p2=4, p3=4, p4=2, off=1), theirs))
    match.see(Position(counts(p1=4, p2=4, p3=4, p4=2, off=1), theirs), ONE, *dice_of(ONE, 3, 1))
    played = Position(counts(p1=3, p2=4, p3=3, p4=2, off=3), theirs)
    other = Position(counts(p1=4, p2=5, p3=2, p4=2, off=2), theirs)
    blurred = {}
    for point in (1, 2, 3):
        scores = list(place_reading(LAYOUT.shade(ONE), played.mine[point]).scores)
        scores[content_index(LAYOUT.shade(ONE), other.mine[point])] = -150
        blurred[LAYOUT.place(ONE, point)] = PlaceReading(tuple(scores))
    match.see(played, ONE, blurred=blurred)
    assert match.state.position == played.turned()
    assert [type(event) for event in match.see(other, ONE)] == [Desync]


def five_point_in_doubt() -> dict[str, PlaceReading]:
    """Return a picture of player ONE's 5-point that hardly says whether two stand there, or one."""
    scores = list(place_reading(LAYOUT.shade(ONE), 2).scores)
    scores[content_index(LAYOUT.shade(ONE), 1)] = 500
    return {LAYOUT.place(ONE, 5): PlaceReading(tuple(scores))}


def test_a_correction_that_stays_in_doubt_is_asked_about_instead_of_awaited() -> None:
    # A 3-1 played as 8/3 is put right.
    match = Match()
    match.open(3, 1)
    assert kinds(match.see(after(START, (8, 3)), ONE)) == [PlayIllegal]
    right, blurred = after(START, (8, 5), (6, 5)), five_point_in_doubt()
    for _ in range(3):
        assert match.see(right, ONE, blurred=blurred) == ()
    said = match.see(right, ONE, blurred=blurred)
    assert kinds(said) == [PlayUnsure]
    assert match.see(right, ONE, blurred=blurred) == ()
    confirmed = match.say(ONE, Action.CONFIRM)
    assert kinds(confirmed) == [PlayAccepted, TurnStarted]
    accepted = confirmed[0]
    assert isinstance(accepted, PlayAccepted)
    assert (accepted.after, accepted.corrected, accepted.confirmed) == (right, True, True)


def test_a_correction_in_doubt_that_turns_out_to_be_none_is_no_second_offence() -> None:
    match = Match()
    match.open(3, 1)
    wrong = after(START, (8, 3))
    match.see(wrong, ONE)
    for _ in range(4):
        match.see(after(START, (8, 5), (6, 5)), ONE, blurred=five_point_in_doubt())
    assert isinstance(match.heard[-1], PlayUnsure)
    offences = match.state.offences
    assert kinds(match.see(wrong, ONE)) == [PlayIllegal]
    assert match.state.offences == offences
    assert kinds(match.see(after(START, (8, 5), (6, 5)), ONE)) == [PlayAccepted, TurnStarted]


def test_a_board_in_doubt_settles_itself_when_it_is_seen_clearly() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    nothing_known = PlaceReading((0,) * 31)
    match.see(played, ONE, blurred={LAYOUT.place(ONE, point): nothing_known for point in (4, 5, 6)})
    accepted, _ = match.see(played, ONE)
    assert isinstance(accepted, PlayAccepted)
    assert (accepted.confirmed, accepted.corrected) == (False, False)


def compared(match: Match, position: Position, blurred: dict[str, PlaceReading], touched: dict[int, int]) -> None:
    """Show a board three times, some places as given, and say on which of ONE's points checkers came or went since.

    Args:
        match: the match.
        position: what is shown.
        blurred: readings of places by name, where they are not as sure as can be.
        touched: log-odds by the own point; all others look as they did.
    """
    base = match.state.base
    assert base is not None
    places = [LAYOUT.place(ONE, point) for point in range(1, 25)]
    odds = tuple(touched.get(places.index(place) + 1, -MOST_SURE) for place in PLACES)
    for number in range(1, 4):
        seen = reading(position, ONE, (), time=base.time + 10 + number, blurred=blurred)
        match.state, said = step(match.state, Seen(replace(seen, since=base.time, touched=odds)))
        match.heard.extend(said)


def surely(*points: int) -> dict[int, int]:
    """Return what is said of points that clearly look otherwise."""
    return dict.fromkeys(points, MOST_SURE)


def mid_point(four: int, five: int) -> dict[str, PlaceReading]:
    """Return a reading of the other player's mid point, where five stand, by the scores of four and of five."""
    return counted(TWO, 13, {4: four, 5: five})


def counted(player: Player, point: int, said: dict[int, int]) -> dict[str, PlaceReading]:
    """Return a reading of a point by the scores of some counts of the player's; all others are out of the question."""
    scores = list(place_reading(LAYOUT.shade(player), 0).scores)
    scores[0] = min(scores)
    for count, score in said.items():
        scores[content_index(LAYOUT.shade(player), count)] = score
    return {LAYOUT.place(player, point): PlaceReading(tuple(scores))}


def test_a_stack_that_looks_as_before_holds_as_many_as_before_whatever_is_counted() -> None:
    match = Match()
    match.open(3, 1)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(0, -500), surely(5, 6, 8))
    assert [type(event) for event in match.heard if isinstance(event, (PlayUnsure, PlayAccepted))] == [PlayAccepted]


def test_a_stack_that_looks_otherwise_and_is_counted_lower_has_lost_a_checker() -> None:
    match = Match()
    match.open(3, 1)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(0, -650), surely(5, 6, 8, 12))
    assert type(match.heard[-1]) is PlayIllegal


def test_a_full_point_that_looks_somewhat_otherwise_and_is_counted_lower_has_lost_a_checker() -> None:
    match = Match()
    match.open(3, 1)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(0, -600), {**surely(5, 6, 8), 12: SOMEWHAT})
    assert type(match.heard[-1]) is PlayIllegal


def test_a_sixth_checker_that_is_hardly_seen_was_laid_where_a_full_point_looks_somewhat_otherwise() -> None:
    match = Match()
    bearing_off = Position(counts(p1=4, p2=5, p4=1, p5=1, off=4), counts(p1=6, off=9))
    match.state = at(match.state, bearing_off)
    match.see(bearing_off, ONE)
    match.see(bearing_off, ONE, *dice_of(ONE, 4, 3))
    compared(match, after(bearing_off, (5, 2), (4, 0)), counted(ONE, 2, {5: 0, 6: -20}), {**surely(4, 5), 2: SOMEWHAT})
    assert [type(event) for event in match.heard if isinstance(event, (PlayUnsure, PlayAccepted))] == [PlayAccepted]


def test_a_low_point_that_looks_somewhat_otherwise_in_a_neighbours_shadow_is_taken_for_no_other() -> None:
    match = Match()
    match.open(3, 1)
    eight_point = counted(ONE, 8, {2: 0, 3: -250})
    compared(match, after(START, (6, 5), (6, 3)), eight_point, {**surely(3, 5, 6), 8: 0})
    assert kinds(tuple(match.heard[-2:])) == [PlayAccepted, TurnStarted]


def test_a_stack_that_was_nudged_and_is_clearly_counted_is_what_it_was() -> None:
    match = Match()
    match.open(3, 1)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(-1100, 0), surely(5, 6, 8, 12))
    assert kinds(tuple(match.heard[-2:])) == [PlayAccepted, TurnStarted]


def test_checkers_below_a_die_that_lies_on_them_are_no_difference_of_the_board() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    match.see(played, ONE)
    one, other = dice_of(TWO, 6, 4)
    hidden = {LAYOUT.place(TWO, 8): place_reading(LAYOUT.shade(TWO), 2)}
    said: list[type[Event]] = []
    for _ in range(2):
        said += kinds(match.see(played, ONE, one, replace(other, on_checker=600), blurred=hidden))
    assert said == [RollRefused]
    assert kinds(match.see(played, ONE, *dice_of(TWO, 6, 4)))[-1] is Rolled


def test_a_stack_that_was_straightened_when_the_referee_asked_for_it_speaks_against_nothing() -> None:
    match = Match()
    match.open(3, 1)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(0, -400), {**surely(5, 6, 8), 12: SOMEWHAT})
    assert isinstance(match.heard[-1], PlayUnsure)
    compared(match, after(START, (8, 5), (6, 5)), mid_point(0, 0), surely(5, 6, 8, 12))
    assert kinds(tuple(match.heard[-2:])) == [PlayAccepted, TurnStarted]


def test_no_turn_is_mended_to_a_position_with_more_checkers_than_there_are() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))

    def eight_point(two: int) -> dict[str, PlaceReading]:
        scores = list(place_reading(LAYOUT.shade(ONE), 3).scores)
        scores[content_index(LAYOUT.shade(ONE), 2)] = two
        return {LAYOUT.place(ONE, 8): PlaceReading(tuple(scores))}

    match.see(played, ONE, blurred=eight_point(-100))
    assert match.state.position == played.turned()
    assert kinds(match.see(played, ONE, blurred=eight_point(-700))) == []


def test_a_row_of_two_that_is_read_as_three_is_no_illegal_play_where_there_would_be_a_checker_too_many() -> None:
    match = Match()
    match.open(3, 1)
    played = after(START, (8, 5), (6, 5))
    scores = list(place_reading(LAYOUT.shade(ONE), 3).scores)
    scores[content_index(LAYOUT.shade(ONE), 2)] = -1110
    for _ in range(3):
        match.see(played, ONE, blurred={LAYOUT.place(ONE, 5): PlaceReading(tuple(scores))})
    assert [type(event) for event in match.heard if isinstance(event, (PlayIllegal, PlayUnsure))] == [PlayUnsure]
