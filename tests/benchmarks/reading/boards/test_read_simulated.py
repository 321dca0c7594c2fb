"""What the score of the reader on the simulated table counts for right."""

from __future__ import annotations

import random

import pytest

from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.table import CUBE_VALUES, Cube, Scene
from hardware.simulated.still import a_scene
from tests.benchmarks.reading.boards.read_simulated import compare, count_refused, main
from vision.reading import CountReading, CubeReading, PlaceReading, Reading

EMPTY = PlaceReading((0, *[-900] * 30))
NONE = CountReading((0, *[-900] * 15))
LYING = Cube(4, 100.0, 50.0)
WHERE = (700.0, 300.0, 36.0)
"""Middle and side of its upper face, pixels."""


def seen(value: int, right: float) -> CubeReading:
    """Return the cube as it is read so many pixels to the right of where it is seen."""
    return CubeReading(0.5, 0.5, WHERE[0] + right, WHERE[1], tuple(0 if value == one else -500 for one in CUBE_VALUES))


@pytest.mark.parametrize(
    ("there", "read", "counts"),
    [
        (LYING, seen(4, 20.0), {"cube right": 1}),
        (LYING, seen(8, 0.0), {"cube wrong": 1, "cube sure and wrong": 1}),
        (LYING, seen(4, 80.0), {"cube missed": 1, "cube false": 1}),
        (LYING, None, {"cube missed": 1}),
        (None, seen(4, 0.0), {"cube false": 1}),
        (None, None, {}),
    ],
)
def test_a_cube_is_right_only_where_it_lies(
    there: Cube | None, read: CubeReading | None, counts: dict[str, int]
) -> None:
    reading = Reading(
        time=0.0,
        points=(EMPTY,) * 24,
        bar_dark=NONE,
        bar_light=NONE,
        off_dark=None,
        off_light=None,
        hidden=frozenset(),
        dice=(),
        cube=read,
    )
    counted, _ = compare(Scene(BoardSize(), "club", cube=there), reading, [], WHERE if there else None)
    assert {name: count for name, count in counted.items() if name.startswith("cube") and count} == counts


def test_in_a_refused_picture_nothing_is_right() -> None:
    counts = count_refused(a_scene("club", random.Random(4), strewn=True, hand=False))
    assert counts["places wrong"] + counts["stacks wrong"] == 24
    assert counts["bar wrong"] == counts["dice missed"] == 2
    assert counts["cube missed"] == 1
    assert not any(name.endswith("right") for name in counts)


@pytest.mark.films
def test_a_board_that_nobody_knows_is_read_from_a_single_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--unknown", "--pictures", "1", "--looks", "drawn-16003", "--seed", "91"]) == 0
    said = capsys.readouterr().out
    places = next(line for line in said.splitlines() if line.startswith("places right"))
    assert float(places.split()[2]) >= 70, said
    assert "missed 0" in places
    assert "false 0" in places
    assert "looks not calibrated 0" in said
