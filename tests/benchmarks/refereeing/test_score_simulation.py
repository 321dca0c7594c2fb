"""The score of a run: every way in which a referee can fail is counted, and only where he failed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from controller.record.keeper import Keeper
from controller.record.mat_writer import write_mat
from controller.referee import events as ev
from controller.rules import START, Ending, Level, Player, Roll, find_play
from controller.rules.position import Position
from tests.benchmarks.refereeing.score_simulation import Score, is_stacked, main, read_run, report, score_match

if TYPE_CHECKING:
    from pathlib import Path

Line = dict[str, Any]


def counts(position: Position) -> list[list[int]]:
    """Return a position as both files have it."""
    return [list(position.mine), list(position.theirs)]


def moved(position: Position, *moves: tuple[int, int]) -> Position:
    """Return the position after some moves that hit nothing."""
    mine = list(position.mine)
    for source, target in moves:
        mine[source] -= 1
        mine[target] += 1
    return Position(tuple(mine), position.theirs)


PLAYED = moved(START, (8, 5), (6, 5))
ILLEGAL = moved(START, (8, 5), (6, 4))
BEFORE, AFTER, WRONG = counts(START), counts(PLAYED), counts(ILLEGAL)


def truth(slip: str | None = None, **roll: Any) -> list[Line]:
    """Return one turn as people tell it: a throw at 1 s, the last hand gone at 5 s, over at 7 s."""
    facts = {"game": 1, "turn": 1, "player": 0, "dice": [3, 1]}
    lines: list[Line] = [
        {"t": 0.0, "what": "match"},
        {"t": 0.5, "what": "set-up", "game": 1},
        {"t": 1.0, "what": "roll", **facts, **roll},
        {"t": 5.0, "what": "play", **facts, "before": BEFORE, "after": WRONG if slip else AFTER, "slip": slip},
        {"t": 7.0, "what": "done", **facts, "before": BEFORE, "after": AFTER},
        {"t": 9.0, "what": "end"},
    ]
    if slip:
        lines.insert(4, {"t": 6.0, "what": "corrected", "player": 0, "after": AFTER})
    return [{"match": 1, "fault": None, **line} for line in lines]


def rolled(t: float = 1.4, dice: tuple[int, int] = (3, 1), player: int = 0) -> Line:
    """Return the announcement of a roll."""
    return {"t": t, "match": 1, "lit": t, "event": "Rolled", "player": player, "roll": list(dice)}


def accepted(t: float = 5.4, after: list[list[int]] = AFTER) -> Line:
    """Return the acceptance of a play."""
    return {"t": t, "match": 1, "lit": t + 0.1, "event": "PlayAccepted", "player": 0, "before": BEFORE, "after": after}


def called(event: str, t: float = 5.4, **facts: Any) -> Line:
    """Return another verdict on a play."""
    return {"t": t, "match": 1, "lit": t + 0.1, "event": event, "player": 0, "before": BEFORE, **facts}


def scored(folder: Path, happened: list[Line], said: list[Line]) -> Score:
    """Write both files, and return their score."""
    folder.mkdir(exist_ok=True)
    for name, lines in (("truth", happened), ("events", said)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    score = Score()
    for match in read_run(folder):
        score_match(match, score)
    return score


def test_what_was_seen_as_it_was_is_right_and_timed(tmp_path: Path) -> None:
    score = scored(tmp_path, truth(), [rolled(), accepted()])
    assert score.counts["roll right"] == score.counts["legal right"] == 1
    assert score.verdict == [pytest.approx(0.4)]
    assert score.light == [pytest.approx(0.5)]
    assert [case for case in score.cases if "game" not in case] == []


@pytest.mark.parametrize(
    ("happened", "said", "what"),
    [
        (truth(), [rolled(dice=(3, 2)), accepted()], "roll wrong"),
        (truth(), [rolled(player=1), accepted()], "roll wrong"),
        (truth(), [rolled(), rolled(2.0, (6, 1)), accepted()], "roll wrong"),
        (truth(), [{**rolled(), "event": "OpeningTie"}, accepted()], "roll wrong"),
        (truth(), [{**rolled(), "event": "RollRefused"}, accepted()], "roll abstained"),
        (truth(), [accepted()], "roll abstained"),
        (truth(), [rolled(5.2), accepted()], "roll abstained"),
        (truth(lies=["flat", "cocked"]), [rolled(), accepted()], "thrown cocked: announced"),
        (truth(lies=[None, "flat"]), [rolled(), accepted()], "thrown off the board: announced"),
        (truth(), [rolled(), accepted(after=WRONG)], "legal wrong"),
        (truth(), [rolled(), called("Danced")], "legal wrong"),
        (truth(), [rolled(), called("PlayIllegal", seen=WRONG)], "legal false"),
        (truth(), [rolled(), called("PlayUnsure")], "legal unsure"),
        (truth(), [rolled()], "legal unjudged"),
        (truth(), [rolled(), accepted(7.5)], "legal unjudged"),
        (truth("wrong-distance"), [rolled(), accepted()], "illegal missed"),
        (truth("wrong-distance"), [rolled(), called("PlayUnsure")], "illegal unsure"),
        (truth("wrong-distance"), [rolled()], "illegal unjudged"),
        (truth("wrong-distance"), [rolled(), called("PlayIllegal", 6.5, seen=WRONG)], "illegal unjudged"),
        (truth(), [rolled(), called("Desync", 3.0), accepted()], "false Desync"),
        (truth(), [rolled(), called("PrematureRoll", 3.0), accepted()], "false PrematureRoll"),
    ],
)
def test_every_failure_is_counted_as_what_it_is(
    happened: list[Line], said: list[Line], what: str, tmp_path: Path
) -> None:
    score = scored(tmp_path, happened, said)
    assert score.counts[what] == 1
    assert sum(what in case for case in score.cases) == 1


def test_an_illegal_play_that_was_called_is_caught_and_what_was_seen_of_it_told(tmp_path: Path) -> None:
    right = scored(tmp_path, truth("backwards"), [rolled(), called("PlayIllegal", seen=WRONG)])
    other = scored(tmp_path, truth("backwards"), [rolled(), called("PlayIllegal", seen=AFTER)])
    assert right.caught["backwards"] == other.caught["backwards"] == {"caught": 1}
    assert right.counts["illegal caught as it lay"] == 1
    assert other.counts["illegal caught as it lay"] == 0


def test_what_was_seen_of_a_play_wrong_in_a_high_stack_alone_is_told_with_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.benchmarks.refereeing.score_simulation.is_stacked", lambda line: True)
    score = scored(tmp_path, truth("checker-gone"), [rolled(), called("PlayIllegal", seen=WRONG)])
    assert score.counts["illegal caught as it lay"] == 0


def test_dice_that_do_not_count_are_right_to_be_refused(tmp_path: Path) -> None:
    score = scored(tmp_path, truth(lies=["flat", "cocked"]), [{**rolled(), "event": "RollRefused"}, accepted()])
    assert score.counts["thrown cocked: refused"] == 1
    assert score.counts["roll right"] == score.counts["roll wrong"] == score.counts["roll abstained"] == 0


@pytest.mark.parametrize(
    ("what", "ends", "answer"),
    [
        ("wrong-start", "set-up", "StartPositionAwaited"),
        ("slid", "slid-back", "Desync"),
        ("early", "play", "PrematureRoll"),
    ],
)
def test_what_players_do_besides_is_told_of_or_missed(what: str, ends: str, answer: str, tmp_path: Path) -> None:
    lines = [
        {"t": 1.0, "match": 1, "what": what, "dice": [6, 4]},
        {
            "t": 3.0, "match": 1, "what": ends, "slip": None, "fault": None, "player": 0, "dice": [3, 1],
            "before": BEFORE, "after": AFTER,
        },
    ]  # fmt: skip
    said = {"t": 2.0, "match": 1, "lit": None, "event": answer, "player": 1, "roll": [6, 4]}
    assert scored(tmp_path, lines, [said]).counts[f"{what} told of"] == 1
    late = scored(tmp_path, lines, [{**said, "t": 4.0}])
    assert late.counts[f"{what} missed"] == 1
    assert late.counts[f"{what} told of"] == 0


def test_a_turn_with_a_fault_of_the_devices_is_counted_apart_and_not_timed(tmp_path: Path) -> None:
    lines = truth()
    lines[3]["fault"] = "camera-moved"
    lines.insert(3, {"t": 4.0, "match": 1, "what": "happens", "name": "camera-moved"})
    notice = {"t": 5.2, "match": 1, "event": "notice", "key": "table.fitted"}
    score = scored(tmp_path, lines, [rolled(), notice, accepted()])
    assert score.devices["camera-moved"] == {"right": 1, "told of": 1}
    assert score.verdict == []
    assert scored(tmp_path, lines, [rolled(), accepted()]).devices["camera-moved"]["told of"] == 0


def match_file(after: Position) -> str:
    """Return the match file of a game in which ONE plays 3-1 once and then wins a point by a drop."""
    play = find_play(START, Roll(3, 1), after)
    keeper = Keeper().heard(
        (
            ev.MatchStarted(0.0, ("Anna", "Boris"), 1),
            ev.GameStarted(0.0, 1, (0, 0), crawford=False),
            ev.Rolled(0.0, Player.ONE, Roll(3, 1), opening=True, can_play=True),
            ev.PlayAccepted(0.0, Player.ONE, Roll(3, 1), START, after, play, corrected=False, confirmed=False),
            ev.GameWon(0.0, Player.ONE, Level.SINGLE, Ending.RESIGNED, 1, (1, 0)),
            ev.MatchWon(0.0, Player.ONE, (1, 0)),
        )
    )
    return write_mat(keeper.record)


def test_a_match_whose_set_could_not_be_learned_is_refused_and_no_match_of_the_figures(tmp_path: Path) -> None:
    happened = [
        {"t": 0.0, "match": 1, "what": "match", "seed": 3, "look": "drawn-1"},
        {"t": 0.0, "match": 1, "what": "refused", "why": "calibration.other_position"},
    ]
    score = scored(tmp_path, happened, [])
    assert (score.counts["match refused"], score.counts["matches"]) == (1, 0)
    assert len(score.cases) == 1
    assert any("refused 1" in line for line in report(score))


def test_a_match_that_was_cut_off_with_its_run_is_judged_as_far_as_it_went_and_has_no_record(tmp_path: Path) -> None:
    happened = [line for line in truth() if line["what"] not in {"done", "end"}]
    score = scored(tmp_path, happened, [rolled(), accepted()])
    assert (score.counts["roll right"], score.counts["legal right"]) == (1, 1)
    assert (score.counts["matches cut off"], score.counts["matches"], score.counts["game differs"]) == (1, 0, 0)
    assert score.cases == []
    assert any("cut off 1" in line for line in report(score))


@pytest.mark.parametrize("fault", ["", "other play", "other points", "touched", "tidied", "unfinished", "no file"])
def test_a_record_is_what_happened_only_if_all_of_it_is(fault: str, tmp_path: Path) -> None:
    lines = truth()
    lines.insert(-1, {"t": 8.0, "match": 1, "what": "won", "player": 0, "points": 2 if fault == "other points" else 1})
    if fault in {"touched", "tidied"}:
        line = {"what": "touch", "why": "said ask"} if fault == "touched" else {"what": "tidied", "player": 0}
        lines.insert(-1, {"t": 8.5, "match": 1, **line})
    if fault == "unfinished":
        lines[-1]["what"] = "stuck"
    if fault != "no file":
        other = moved(START, (24, 23), (13, 10))
        (tmp_path / "match-0001.mat").write_text(match_file(other if fault == "other play" else PLAYED), "utf-8")
    score = scored(tmp_path, lines, [rolled(), accepted()])
    assert score.counts["match the same without a touch"] == (fault in {"", "tidied"})
    assert score.counts["match the same without a touch or a checker laid neatly"] == (fault == "")
    assert score.touches == ({"said ask": 1} if fault == "touched" else {})
    assert score.counts["game the same"] == (fault in {"", "touched", "tidied", "unfinished"})


def test_a_difference_in_a_high_stack_alone_is_counted_apart() -> None:
    mine = [0] * 26
    mine[8], mine[6], mine[0] = 2, 6, 7
    before = Position(tuple(mine), START.theirs)
    legal = moved(before, (8, 6), (8, 7))
    line = {"before": counts(before), "dice": [2, 1], "slip": "checker-gone"}
    for point, stacked in ((6, True), (7, False)):
        gone = list(legal.mine)
        gone[point] -= 1
        assert is_stacked({**line, "after": counts(Position(tuple(gone), legal.theirs))}) is stacked


def test_the_command_prints_every_figure_with_its_number_and_interval(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored(tmp_path / "one", truth(), [rolled(), accepted()])
    scored(tmp_path / "two", truth("wrong-distance"), [rolled(dice=(6, 6)), accepted()])
    assert main([str(tmp_path / "one"), str(tmp_path / "two"), "--cases"]) == 0
    text = capsys.readouterr().out
    assert "announced wrong 50.0 % (1 of 2, 9.5..90.5)" in text
    assert "missed 100.0 % (1 of 1, 20.7..100.0)" in text
    assert "two match 1 at 5.0: illegal missed" in text
    assert "median 0.40 s" in text


def test_without_anything_to_count_no_share_is_claimed() -> None:
    assert "- (0)" in "\n".join(report(Score()))


def test_a_folder_without_a_run_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
