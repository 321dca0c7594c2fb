"""A long run, made short: two games of a real kind are played again before the whole chain, with faults, and scored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from controller.cli.main import main
from controller.simulation.faults import FAULTS
from controller.table.session import Session
from tests.benchmarks.refereeing.score_simulation import Score, read_run, score_match
from vision.calibrate.calibration import CalibrationError, calibrate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image

pytestmark = pytest.mark.films

MATCH = """ 3 point match

 Game 1
 Anna : 0                             Boris : 0
  1) 31: 8/5 6/5                      64: 24/18 13/9
  2)  Doubles => 2                     Takes
  3) 52: 13/8 13/11                    Doubles => 4
  4)  Drops                            Wins 2 points

 Game 2
 Anna : 0                             Boris : 2
  1)                                  42: 8/4 6/4
  2) 31: 8/5 6/5
       Wins 1 point
"""


SHORT = """ 1 point match

 Game 1
 Anna : 0                             Boris : 0
  1) 31: 8/5 6/5                      64: 24/18 13/9
       Wins 1 point
"""


def run(folder: Path, *words: str, match: str = MATCH) -> None:
    """Play a match again."""
    file = folder / "old.mat"
    file.write_text(match, "utf-8")
    out = ["--out", str(folder / "out"), "--strip", "memory", "--look", "drawn-11000"]
    assert main(["simulate", "--players", str(file), *out, *words]) == 0


@pytest.mark.timeout(900)
def test_a_run_with_faults_is_refereed_and_its_record_is_what_happened(tmp_path: Path) -> None:
    faults = "wrong-distance@1.2,camera-unplugged@1.3,serial-unplugged@2.1,power-cut@2.2"
    run(tmp_path, "--games", "2", "--neat", "--speed", "0", "--seed", "3", "--faults", faults)
    facts = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    assert facts["stuck"] == []
    assert facts["made"] == dict.fromkeys(("wrong-distance", "camera-unplugged", "power-cut", "serial-unplugged"), 1)
    (match,) = read_run(tmp_path / "out")
    score = Score()
    score_match(match, score)
    counts = score.counts
    assert counts["roll right"] == 5
    assert counts["roll wrong"] == counts["roll abstained"] == 0
    assert (counts["legal right"], counts["illegal caught"]) == (4, 1), score.cases
    assert score.devices["power-cut"] == {"right": 1, "told of": 1}
    assert counts["game the same"] == 2, score.cases
    assert counts["match the same without a touch"] == 1, score.cases
    assert 0.25 <= min(score.verdict) <= max(score.verdict) < 1.0


@pytest.mark.figures
@pytest.mark.timeout(900)
def test_computing_is_charged_only_where_it_is_asked_for_and_a_seed_then_plays_the_same_again(tmp_path: Path) -> None:
    told = []
    for name, speed in (("one", "0"), ("other", "0"), ("slow", "0.1")):
        (tmp_path / name).mkdir()
        run(tmp_path / name, "--seed", "5", "--speed", speed, "--games", "1", "--neat", match=SHORT)
        lines = (tmp_path / name / "out" / "events.jsonl").read_text("utf-8").splitlines()
        told.append([json.loads(line) for line in lines])
    # The strip blinks in real time, so that a picture, and with it the moment of an answer, may be another.
    untimed = [[{**line, "t": 0, "time": 0, "lit": 0} for line in lines] for lines in told]
    assert untimed[0] == untimed[1]
    rolled = [next(line["t"] for line in lines if line["event"] == "Rolled") for lines in told]
    assert rolled[2] > rolled[0] + 0.3


def test_on_a_slow_computer_what_is_read_ahead_is_given_up_when_a_hand_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overtaken: list[bool] = []
    overtake = Session.overtake

    def noted(self: Session, image: Image) -> bool:
        overtaken.append(overtake(self, image))
        return overtaken[-1]

    monkeypatch.setattr(Session, "overtake", noted)
    run(tmp_path, "--games", "1", "--neat", "--speed", "0.2", "--seed", "3", match=SHORT)
    assert any(overtaken)
    (match,) = read_run(tmp_path / "out")
    score = Score()
    score_match(match, score)
    assert score.counts["legal right"] == 2
    assert score.counts["match the same without a touch"] == 1, score.cases


def unlearned(times: int) -> Callable[..., Calibration]:
    """Return a calibration that fails so many times, and is the real one after that."""
    left = iter(range(times))

    def learn(*args: Any, **facts: Any) -> Calibration:
        if next(left, None) is not None:
            raise CalibrationError("calibration.other_position", places=["T1"])
        return calibrate(*args, **facts)

    return learn


def test_a_match_whose_set_cannot_be_learned_is_refused_and_the_next_one_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.table.accelerated.table.calibrate", unlearned(1))
    run(tmp_path, "--games", "2", "--neat", "--speed", "0", "--seed", "4", match=SHORT)
    facts = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    (refused,) = facts["refused"]
    assert refused.startswith("match 1, look drawn-11000: the board does not show the start position")
    assert (facts["games"], facts["turns"], facts["stuck"]) == (2, 2, [])
    one, other = read_run(tmp_path / "out")
    assert [line["what"] for line in one.truth] == ["match", "refused"]
    assert [line["what"] for line in other.truth][-1] == "end"
    assert "1 games, 2 turns, 0 matches stuck, 1 refused" in capsys.readouterr().out


def test_a_run_in_which_no_set_could_be_learned_says_so_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.table.accelerated.table.calibrate", unlearned(9))
    words = ["simulate", "--games", "2", "--strip", "memory", "--look", "drawn-11000", "--out", str(tmp_path / "out")]
    assert main(words) == 2
    facts = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    assert (len(facts["refused"]), facts["turns"]) == (2, 0)
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_charged_is_computed_on_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def learn(*_: object, **__: object) -> Calibration:
        threads.append(cv2.getNumThreads())
        raise CalibrationError("calibration.other_position", places=["T1"])

    monkeypatch.setattr("controller.table.accelerated.table.calibrate", learn)
    main(["simulate", "--games", "1", "--strip", "memory", "--look", "drawn-11000", "--out", str(tmp_path / "out")])
    assert threads == [1]


@pytest.mark.parametrize("name", ["truth.jsonl", "events.jsonl"])
def test_a_run_that_is_kept_is_not_written_over(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / name).write_text("kept\n", encoding="utf-8")
    assert main(["simulate", "--games", "1", "--strip", "memory", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"tavola: {tmp_path / name}: File exists\n"
    assert (tmp_path / name).read_text(encoding="utf-8") == "kept\n"


def test_every_fault_is_listed_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--list-faults"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(FAULTS)
    assert all(len(line.split()) > 5 for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        ("--faults", "walls-fall"),
        ("--scenario", "no-such-file"),
        ("--players", "no-such-file.mat"),
        ("--games", "1", "--look", "no-such-look"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--out", str(tmp_path / "out"), "--strip", "memory", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
