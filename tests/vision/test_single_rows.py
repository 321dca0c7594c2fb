"""Rows of single checkers: which ones a calibration keeps, that files keep them, and what is judged beside which."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.board import BoardSize
from hardware.simulated.checkers import start
from hardware.simulated.scene import Seats
from tests.peers.read_simulated import Table, learn, set_up
from vision import place_close
from vision.calibration_file import CalibrationFileError, calibration_text, parse_calibration
from vision.close_look import ALONE, CLOSE, CloseView, with_close_look
from vision.counting import UNASKED
from vision.place_close import FEATURES, HEIGHTS, LAYERS, STEPS, cut_close
from vision.place_net import CONTENTS
from vision.preparation import prepare
from vision.reading import PLACES, PlaceReading, Shade, content_index
from vision.single_rows import IN_A_ROW, NO_ROWS, side_of, single_rows

if TYPE_CHECKING:
    from vision.calibration import Calibration
    from vision.geometry import Float
    from vision.strips import Bytes

PICTURE = (1280, 720)


@pytest.fixture(scope="module")
def table() -> Table:
    return set_up("club", 5)


@pytest.fixture(scope="module")
def known(table: Table) -> Calibration:
    return learn(table)


def rows_named(calibration: Calibration) -> dict[tuple[Shade, str], str]:
    """Return the points of a calibration's rows by their shade and side."""
    assert calibration.rows is not None
    pairs = zip(calibration.rows.places, calibration.rows.shades, strict=True)
    return {(shade, side_of(place)): PLACES[place] for place, shade in pairs}


def test_the_start_position_has_a_row_on_either_side_for_either_player(known: Calibration) -> None:
    rows = rows_named(known)
    assert set(rows) == {(shade, side) for shade in Shade for side in "TB"}
    assert {place[1:] for place in rows.values()} == {"1", "7"} or {place[1:] for place in rows.values()} == {"6", "12"}
    assert set(prepare(known, PICTURE).rows) == set(rows)


def test_a_row_is_left_out_where_the_fifth_checker_lies_on_the_first(known: Calibration, table: Table) -> None:
    size = BoardSize()
    scene = start(size, table.look, random.Random(6), Seats())
    stacked, over = [], {}
    for checker in scene.checkers:
        if checker.nth == 0:
            over[checker.place] = checker
        if checker.nth == 4 and isinstance(checker.place, int) and checker.place in {6, 13}:
            below = over[checker.place]
            stacked.append(replace(checker, x=below.x, y=below.y, z=size.checker_thickness))
        else:
            stacked.append(checker)
    image = table.film(replace(scene, checkers=tuple(stacked)))
    expected = {place: (shade, IN_A_ROW) for (shade, _), place in rows_named(known).items()}
    found = single_rows(image, known.geometry, prepare(known, PICTURE).stand, expected)
    assert len(found.places) == len(expected) - 2
    assert found.strips.shape[0] == found.shifts.shape[0] == len(found.shades) == len(found.places)


def test_a_calibration_keeps_its_rows_as_they_were_seen(known: Calibration) -> None:
    again = parse_calibration(calibration_text(known), "board.json")
    assert known.rows is not None
    assert again.rows is not None
    assert (again.rows.places, again.rows.shades) == (known.rows.places, known.rows.shades)
    np.testing.assert_array_equal(again.rows.strips, known.rows.strips)
    np.testing.assert_array_equal(again.rows.shifts, known.rows.shifts)


def test_an_older_calibration_can_be_read_and_has_no_rows(known: Calibration) -> None:
    document = json.loads(calibration_text(known))
    del document["rows"]
    older = parse_calibration(json.dumps(document), "board.json")
    assert older.rows is None
    assert prepare(older, PICTURE).rows == NO_ROWS
    assert parse_calibration(calibration_text(older), "board.json").rows is None


@pytest.mark.parametrize(
    "damage",
    [{"place": "T13"}, {"place": 5}, {"shade": "pale"}, {"shift": [0.0]}, {"shift": [9.0, 0.0]}, {"picture": "AAAA"}],
)
def test_a_calibration_whose_rows_make_no_sense_is_refused(known: Calibration, damage: dict[str, object]) -> None:
    document = json.loads(calibration_text(known))
    document["rows"][1].update(damage)
    with pytest.raises(CalibrationFileError) as caught:
        parse_calibration(json.dumps(document), "board.json")
    assert caught.value.key == "calibration_file.damaged"


@dataclass(frozen=True, slots=True)
class Witness:
    """Sees of a strip no more than which one of its batch it is, and keeps what it was asked to judge."""

    judged: list[tuple[Float, Float]] = field(default_factory=list)

    def see(self, strips: Bytes, shifts: Float) -> Float:
        """Return each strip's number, from 1 on."""
        assert len(strips) == len(shifts)
        numbers = np.arange(1, len(strips) + 1, dtype=np.float32)
        return np.asarray(np.broadcast_to(numbers[:, None, None], (len(strips), FEATURES, STEPS)), dtype=np.float32)

    def judge(self, seen: Float, rows: Float) -> Float:
        """Hold all heights for as likely."""
        self.judged.append((seen, rows))
        return np.full((len(seen), HEIGHTS, STEPS), -np.log(HEIGHTS), dtype=np.float32)


def test_a_point_is_judged_beside_the_row_of_its_shade_on_its_side(
    known: Calibration, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness, prepared = Witness(), prepare(known, PICTURE)
    monkeypatch.setattr(place_close, "shipped_net", lambda: witness)
    image = table.film(start(BoardSize(), table.look, random.Random(1), Seats()))
    points = [PlaceReading((0, *(-900 for _ in range(CONTENTS - 1))))] * 24
    wanted = {"T3": Shade.DARK, "T9": Shade.LIGHT, "B2": Shade.DARK, "B11": Shade.LIGHT}
    for place, shade in wanted.items():
        scores = [-900] * CONTENTS
        scores[content_index(shade, 5)], scores[content_index(shade, 6)] = 0, -10
        points[PLACES.index(place)] = PlaceReading(tuple(scores))
    rows = {
        (Shade.DARK, "T"): np.full((FEATURES, STEPS), 10, dtype=np.float32),
        (Shade.LIGHT, "T"): np.full((FEATURES, STEPS), 20, dtype=np.float32),
        (Shade.DARK, "B"): np.full((FEATURES, STEPS), 30, dtype=np.float32),
    }
    with_close_look(tuple(points), image, CloseView(prepared.calibration.geometry, prepared.stand, rows), UNASKED)
    ((seen, beside),) = witness.judged
    assert seen[:, 0, 0].tolist() == [1, 2, 3, 4]
    assert beside[:, 0, 0].tolist() == [10, 20, 30, 0]


def test_beside_a_row_alone_six_checkers_are_held_for_likelier_beforehand(
    known: Calibration, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place_close, "shipped_net", Witness)
    image = table.film(start(BoardSize(), table.look, random.Random(1), Seats()))
    scores = [-900] * CONTENTS
    five, six = content_index(Shade.DARK, 5), content_index(Shade.DARK, 6)
    scores[five], scores[six] = 0, -10
    points = (PlaceReading(tuple(scores)),) * 24
    rows = {(Shade.DARK, "T"): np.zeros((FEATURES, STEPS), dtype=np.float32)}
    view = CloseView(known.geometry, prepare(known, PICTURE).stand, rows)
    read, _ = with_close_look(points, image, view, UNASKED)
    more = [point.scores[six] - point.scores[five] for point in (read[PLACES.index("T3")], read[PLACES.index("B3")])]
    assert more[0] - more[1] == pytest.approx(100 * (CLOSE.tall - ALONE.tall), abs=2)


def test_strips_of_rows_are_cut_as_those_of_points_are(known: Calibration, table: Table) -> None:
    assert known.rows is not None
    image = table.film(start(BoardSize(), table.look, random.Random(1), Seats()))
    assert known.rows.strips.shape[1:] == cut_close(image, known.geometry, prepare(known, PICTURE).stand, [0]).shape[1:]
    assert known.rows.strips.shape[1] == LAYERS
