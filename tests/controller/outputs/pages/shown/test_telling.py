"""What pages are told is what the referee knows, and nothing that is kept from those at the table."""

from __future__ import annotations

import json
from itertools import pairwise

from controller.outputs.pages.shown.snapshot import GROWING, LINES, Snapshot, to_json
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import reading, snapshot
from controller.rules import Player, parse_position_id
from controller.web.change import change, changed
from tests.controller.outputs.pages.played import MATCH, told


def snapshots(text: str = MATCH, *, everything: bool = False) -> list[Snapshot]:
    """Return the snapshot after each thing that is told of a match."""
    story, found = Story(everything=everything), []
    for one in told(text):
        story = story.heard(one)
        made = snapshot(story, 1000.0)
        assert made is not None
        found.append(made)
    return found


def kinds(found: list[Snapshot]) -> list[str]:
    """Return the kinds of the verdicts, one after the other."""
    return [one.verdict.kind for one in found if one.verdict is not None]


def test_before_anything_is_known_there_is_nothing_to_draw() -> None:
    assert snapshot(Story(everything=False), 0.0) is None


def test_a_snapshot_has_the_board_the_pips_and_the_position_id_of_the_state() -> None:
    last = snapshots()[-1]
    assert sum(last.board.one) == sum(last.board.two) == 15
    assert last.pips == tuple(
        sum(n * count for n, count in enumerate(side)) for side in (last.board.one, last.board.two)
    )
    on_roll = parse_position_id(last.position_id)
    assert last.turn == Player.TWO
    assert (on_roll.mine, on_roll.theirs) == (last.board.two, last.board.one)


def test_an_illegal_play_is_shown_as_it_lies_with_its_reasons_places_and_ways() -> None:
    wrong = next(one for one in snapshots() if one.verdict is not None and one.verdict.kind == "illegal")
    assert wrong.phase == "correcting"
    assert wrong.verdict is not None
    assert wrong.verdict.reasons
    assert {mark.point for mark in wrong.verdict.marks} >= {6, 4}
    assert {(arrow.source, arrow.target) for arrow in wrong.verdict.arrows} == {(6, 4)}
    assert wrong.board.two[4] == 3  # where no 3 leads, but where the checker lies


def test_a_correction_takes_the_place_of_the_verdict() -> None:
    found = kinds(snapshots())
    assert found[found.index("illegal") + 1] == "legal"


def test_an_offered_cube_shows_what_is_offered_and_by_whom() -> None:
    offered = next(one for one in snapshots() if one.phase == "answering")
    assert (offered.cube.value, offered.cube.offered, offered.cube.offered_by) == (1, 2, Player.TWO)
    assert snapshots()[-1].cube.owner == Player.ONE


def test_a_match_that_waits_for_its_players_is_shown_whatever_the_referee_may_say() -> None:
    text = "preset tournament\nmatch 5\nsetup\nrule pair 7\nbutton two confirm\nbutton one confirm\n"
    found = [one.next for one in snapshots(text)]
    waiting = [one for one in found if one is not None]
    assert [(one.names, one.length, one.confirmed) for one in waiting] == [
        (("Carla", "Dino"), 7, None),
        (("Carla", "Dino"), 7, Player.TWO),
    ]
    assert found[-1] is None
    assert [line.text for line in snapshots(text)[-2].said] == [
        "Carla against Dino, to 7 points. It begins when both have confirmed.",
        "Dino has confirmed. Carla, please confirm.",
    ]


def test_the_record_grows_with_the_turns_as_a_match_file_writes_them() -> None:
    turns = [(turn.player, turn.kind, turn.roll, turn.play) for turn in snapshots()[-1].turns]
    assert turns[:4] == [
        (0, "play", "31", "8/5 6/5"),
        (1, "play", "42", "8/4 6/4"),
        (0, "play", "65", "24/13"),
        (1, "double", "", ""),
    ]


def test_lines_are_numbered_and_bounded() -> None:
    many = "match 5\nsetup\n" + "open 3 3\nopen 4 4 again\n" * 60
    last = snapshots(many)[-1]
    numbers = [line.number for line in last.said]
    assert len(numbers) == LINES
    assert numbers == list(range(numbers[0], numbers[0] + LINES))


def test_undoing_takes_turns_out_of_the_record_and_the_verdict_away() -> None:
    text = MATCH + "rule undo\n"
    before, after = snapshots()[-1], snapshots(text)[-1]
    assert len(after.turns) < len(before.turns)
    assert after.verdict is None


def test_where_the_referee_is_silent_everybody_sees_no_verdict_and_the_director_does() -> None:
    text = "option tell silent\n" + MATCH.strip()
    everybody, director = snapshots(text), snapshots(text, everything=True)
    assert kinds(everybody) == []
    assert "illegal" in kinds(director)
    assert {one.phase for one in everybody}.isdisjoint({"correcting", "asking", "ended"})
    wrong = next(at for at, one in enumerate(director) if one.verdict is not None and one.verdict.kind == "illegal")
    assert everybody[wrong].board == everybody[wrong - 1].board  # not even the passing of the turn tells it
    assert [line.text for line in everybody[-1].said if "llegal" in line.text] == []
    assert all(one.clock is not None and one.clock.running is None for one in everybody)
    assert all(one.director is None for one in everybody)
    assert director[-1].director is not None
    assert director[-1].director.silent


def test_a_condoned_illegal_play_is_no_illegal_play_on_everybodys_record() -> None:
    text = "match 3\noption policy condone\nsetup\nopen 3 1\nplay 8/5 6/4\nlift\nroll two 5 2\nplay 13/8 13/11\nlift\n"
    everybody, director = snapshots(text)[-1], snapshots(text, everything=True)[-1]
    assert [turn.illegal for turn in everybody.turns] == [False, False]
    assert [turn.illegal for turn in director.turns] == [True, False]
    assert everybody.turns[0].play == "8/5 6/4"


def test_the_director_is_told_of_every_dispute_with_the_position_to_go_back_to() -> None:
    found = snapshots(everything=True)
    wrong = next(one for one in found if one.phase == "correcting")
    assert wrong.director is not None
    (asked,) = wrong.director.questions
    assert asked.open
    assert asked.number == wrong.director.settled[-1].number
    last = found[-1].director
    assert last is not None
    assert [one.open for one in last.questions] == [False]


def test_a_clock_is_read_at_a_time_of_the_match() -> None:
    story = Story(everything=False)
    for one in told():
        story = story.heard(one)
    assert story.known is not None
    state = story.known.state
    assert state.clock is not None
    began = state.clock.since / 1000
    first, later, late = (reading(state, began + seconds) for seconds in (0.0, 5.0, 20.0))
    assert first is not None
    assert later is not None
    assert late is not None
    assert (first.delay_left, later.delay_left, late.delay_left) == (12_000, 7_000, 0)
    assert first.reserve[1] - late.reserve[1] == 8_000
    assert late.running == Player.TWO


def test_the_json_form_comes_back_from_json_as_it_went() -> None:
    for one in snapshots(everything=True):
        plain = to_json(one)
        assert json.loads(json.dumps(plain)) == plain
        assert (plain["format"], plain["version"]) == ("tavola-page", 1)


def test_changes_from_one_snapshot_to_the_next_make_the_next() -> None:
    text = MATCH + "rule undo\nroll one 3 3\nplay 8/5 8/5 6/3 6/3\nlift\n"
    found = [to_json(one) for one in snapshots(text)]
    for before, after in pairwise(found):
        assert changed(before, json.loads(json.dumps(change(before, after, GROWING)))) == after
    assert changed(found[-1], change(found[-1], found[0], GROWING)) == found[0]
