"""`tavola calibrate`: a picture of the start position becomes a file with which pictures are read."""

from __future__ import annotations

import base64
import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from controller.cli.main import main
from hardware.cameras.pictures import decode_picture
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Seats
from hardware.simulated.stickers import lay_stickers
from tests.benchmarks.reading.boards.read_simulated import Standpoint, Table, contents, learn, random_scene, set_up
from tests.foreign import jpeg, png
from vision.calibrate.calibration_file import CalibrationFileError, calibration_text, parse_calibration
from vision.detect.read import read
from vision.frame import Frame
from vision.reading import PLACES

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.films


@pytest.fixture(scope="module")
def table() -> Table:
    return set_up("tournament", 12, Standpoint(elevation=68.0, homes="left"))


@pytest.fixture(scope="module")
def known(table: Table) -> Calibration:
    return learn(table)


def test_a_picture_with_stickers_becomes_a_file_that_reads_the_next_picture(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size, rng = BoardSize(), random.Random(4)
    first = table.film(start(size, table.look, rng, Seats(off="left")))
    assert cv2.imwrite(str(tmp_path / "start.png"), lay_stickers(first, size, table.renderer.pinhole, rng))
    typed = ["calibrate", str(tmp_path / "start.png"), "--height", "22", "--out", str(tmp_path / "board.json")]
    assert main([*typed, "--overlay", str(tmp_path / "over.png")]) == 0
    said = capsys.readouterr().out
    assert "by four stickers" in said
    assert "dark checkers top-left" in said
    assert "a sixth checker hardly shows on B" in said
    assert (tmp_path / "over.png").is_file()
    scene = random_scene(table)
    picture = lay_stickers(table.film(scene), size, table.renderer.pinhole, rng)
    assert cv2.imwrite(str(tmp_path / "next.png"), picture)
    assert main(["read", str(tmp_path / "next.png"), "--calibration", str(tmp_path / "board.json"), "--json"]) == 0
    places = json.loads(capsys.readouterr().out)["places"]
    truth = {place: [shade.value, count] for place, (shade, count) in contents(scene).items() if count < 6}
    assert {place: places.get(place) for place in truth} == truth


def test_a_calibration_reads_the_same_after_it_was_written_and_read(table: Table, known: Calibration) -> None:
    again = parse_calibration(calibration_text(known, {"note": "kept, not read"}), "board.json", decode_picture)
    assert again.geometry == known.geometry
    assert again.size == known.size
    frame = Frame(table.film(random_scene(table)), 0.0, 0)
    before, after = read(frame, known), read(frame, again)
    assert [p.best for p in after.points] == [p.best for p in before.points]
    assert len(after.points) == len(PLACES)
    assert again.bare is not None
    np.testing.assert_array_equal(again.bare, known.bare)
    np.testing.assert_array_equal(again.known.tokens, known.known.tokens)


def test_a_file_of_a_board_that_nobody_had_cleared_says_so(known: Calibration) -> None:
    document = json.loads(calibration_text(known))
    assert document["cleared"] is True
    uncleared = parse_calibration(json.dumps({**document, "cleared": False}), "board.json", decode_picture)
    assert uncleared.bare is None
    assert json.loads(calibration_text(uncleared))["cleared"] is False


def test_a_file_of_a_camera_that_was_moved_since_says_where_the_board_is_in_its_own_picture(known: Calibration) -> None:
    corners = known.geometry.corners
    moved = replace(corners, points=tuple((x + 4, y - 3) for x, y in corners.points))
    now = replace(known, geometry=replace(known.geometry, corners=moved))
    assert parse_calibration(calibration_text(now), "board.json", decode_picture).geometry == known.geometry


def test_dice_on_a_board_that_was_said_to_be_cleared_are_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, size, rng = set_up("tournament", 12), BoardSize(), random.Random(4)
    scene = start(size, table.look, rng, Seats())
    for name, dice in (("cleared", False), ("thrown", True)):
        shown = throw_dice(scene, Throw((6, 3), "right", "dark"), rng) if dice else scene
        stuck = lay_stickers(table.film(shown), size, table.renderer.pinhole, rng)
        assert cv2.imwrite(str(tmp_path / f"{name}.png"), stuck)
        assert main(["calibrate", str(tmp_path / f"{name}.png"), "--height", "22"]) == 0
        assert ("taken for part of the board" in capsys.readouterr().out) is dice


def test_a_file_that_is_no_calibration_is_refused_in_one_line(
    known: Calibration, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(calibration_text(known))
    bad = {
        "not a calibration": ["", "[]", "{", '{"format": "other"}', "\N{SNOWMAN}"],
        "of version 99": [json.dumps({**document, "version": 99})],
        "of version 2": [json.dumps({**document, "version": 2})],
    }
    damages: tuple[dict[str, object], ...] = (
        {"version": None},
        {"version": "3"},
        {"version": 3.0},
        {"version": True},
        {"corners": [[0, 0]]},
        {"corners": [["100", "100"], ["1100", "100"], ["1100", "700"], ["100", "700"]]},
        {"corners": [[0, 0], [9000, 0], [9000, 9000], [0, 9000]]},
        {"k1": 7.0},
        {"k1": "wide"},
        {"k1": "0.01"},
        {"k1": False},
        {"stands": None},
        {"stands": {}},
        {"stands": {"T1": ["dark", 2]}},
        {"stands": {**document["stands"], "T1": ["dark", True]}},
        {"stands": {**document["stands"], "T1": ["dark", 2.0]}},
        {"stands": {**document["stands"], "T2": ["dark", 15]}},
        {"stands": {"T1": ["dark", 16]}},
        {"stands": {"T1": ["red", 2]}},
        {"stands": {"T13": ["dark", 2]}},
        {"cleared": "yes"},
        {"picture": "AA"},
        {"picture": "no picture"},
        {"picture": 3},
        {"notes": None},
        {"notes": ["home of dark"]},
    )
    for changed in damages:
        answer = f"bad.json: the calibration is damaged: what it says of {next(iter(changed))} cannot be used\n"
        bad.setdefault(answer, []).append(json.dumps({**document, **changed}))
    answer = "bad.json: the calibration is damaged: what it says of home of dark cannot be used\n"
    bad[answer] = [json.dumps({**document, "notes": {"home of dark": home}}) for home in ("middle", 3, None)]
    picture = tmp_path / "picture.png"
    assert cv2.imwrite(str(picture), np.zeros((200, 200, 3), dtype=np.uint8))
    for answer, texts in bad.items():
        for text in texts:
            (tmp_path / "bad.json").write_text(text, encoding="utf-8")
            assert main(["read", str(picture), "--calibration", str(tmp_path / "bad.json")]) == 2
            said = capsys.readouterr().err
            assert answer in said
            assert said.count("\n") == 1
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00\x81")
    assert main(["read", str(picture), "--calibration", str(tmp_path / "bad.json")]) == 2
    assert "not a calibration" in capsys.readouterr().err


def test_a_picture_of_another_size_is_refused(
    known: Calibration, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "board.json").write_text(calibration_text(known), encoding="utf-8")
    assert cv2.imwrite(str(tmp_path / "small.png"), np.zeros((200, 300, 3), dtype=np.uint8))
    assert main(["read", str(tmp_path / "small.png"), "--calibration", str(tmp_path / "board.json")]) == 2
    assert "for pictures of 1280 by 720 pixels, not of 300 by 200" in capsys.readouterr().err


def test_the_error_of_a_damaged_file_says_what_is_missing(known: Calibration) -> None:
    document = json.loads(calibration_text(known))
    del document["picture"]
    with pytest.raises(CalibrationFileError) as caught:
        parse_calibration(json.dumps(document), "board.json", decode_picture)
    assert caught.value.params == {"name": "board.json", "where": "picture"}


@pytest.mark.parametrize("content", [jpeg(32_000, 32_000), png(30_000, 30_000), png(0, 0), b"\0", b""])
def test_a_picture_in_it_that_asks_for_more_than_it_should_is_refused_before_it_is_decoded(
    content: bytes, known: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = json.loads(calibration_text(known))
    plain["picture"] = base64.b64encode(content).decode()
    decode = cv2.imdecode

    def decoded(given: np.ndarray, how: int) -> object:
        assert given.tobytes() != content
        return decode(given, how)

    monkeypatch.setattr("hardware.cameras.pictures.cv2.imdecode", decoded)
    with pytest.raises(CalibrationFileError, match=r"calibration_file\.damaged"):
        parse_calibration(json.dumps(plain), "board.json", decode_picture)


def test_calibrate_prints_a_sheet_and_wants_something_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--print", str(tmp_path / "sheet.pdf"), "--page", "letter", "--size", "30"]) == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-1.4")
    assert main(["calibrate"]) == 2
    assert "wants a picture of the start position" in capsys.readouterr().err
