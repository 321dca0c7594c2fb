"""The network that looks at a whole board at once: what stands on each point and on the bar, and what is hidden.

It is told nothing but the canvas, and, of a board that was calibrated, the canvas of its start position with what
stood there. How it was trained, and how well it reads, is in `vision/models/README.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.checkers.seen_checkers import checkers_in
from vision.geometry.board import MIRRORS
from vision.geometry.layout import Proportions
from vision.reading import FLOOR, MAX_COUNT, PLACES, CountReading, PlaceReading
from vision.runtime.onnx_file import BOARD, loaded
from vision.runtime.worker import alongside

if TYPE_CHECKING:
    from pathlib import Path

    from vision.arrays import Float
    from vision.checkers.seen_checkers import SeenCheckers
    from vision.frame import Image

SAID: Final = ("points", "bar", "hidden", "things", "proportions", "tokens", "unlike")
"""What the network says of canvases."""

HIDDEN: Final = 0.5
"""Chance 0..1, from which a place counts as hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownBoard:
    """A board of which one position was known.

    Attributes:
        tokens: what the network made of its canvas, one for each point and two for the bar, shape (26, n).
        contents: what stood on each point, 24 indexes into `reading.PlaceReading.scores`.
    """

    tokens: Float
    contents: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The network's answer to a canvas.

    Attributes:
        points: log-chances of what stands on each point, shape (24, 31), see `reading.PlaceReading`.
        bar: log-chances of 0, 1, ... dark and light checkers on the bar, shape (2, 8); the last is seven or more.
        hidden: chances that a point, or the bar as the 25th, is hidden, shape (25,).
        proportions: of the board.
        tokens: what is kept of a known position, see `KnownBoard`.
        checkers: one by one, as they are seen.
        dice: chances of a die's middle, for `seen_checkers.CELL` by `CELL` pixels of the canvas each, shape (h, w).
        unlike: how unlike anything learned the points look: above 1 it is no whole board, or not where it was said to
            be.
    """

    points: Float
    bar: Float
    hidden: Float
    proportions: Proportions
    tokens: Float
    checkers: SeenCheckers
    dice: Float
    unlike: float

    @property
    def hidden_places(self) -> frozenset[str]:
        """Names of the places that something hides."""
        return frozenset(name for name, chance in zip((*PLACES, "bar"), self.hidden, strict=True) if chance > HIDDEN)

    def renamed(self) -> Judged:
        """Return the same with dark and light exchanged."""
        order = [0, *range(MAX_COUNT + 1, 2 * MAX_COUNT + 1), *range(1, MAX_COUNT + 1)]
        return replace(self, points=self.points[:, order], bar=self.bar[::-1])

    def mirrored(self, axes: tuple[int, ...]) -> Judged:
        """Return the same of the canvas turned over along some of its axes; tokens are of no use there."""

        def turned(rows: Float) -> Float:
            halves = rows.reshape(2, len(PLACES) // 2, *rows.shape[1:])
            return np.flip(halves, axes).reshape(rows.shape)

        hidden = np.concatenate([turned(self.hidden[:-1]), self.hidden[-1:]])
        return replace(self, points=turned(self.points), hidden=hidden)

    def readings(self) -> tuple[tuple[PlaceReading, ...], tuple[CountReading, CountReading]]:
        """Return what stands on the points, in the order of `reading.PLACES`, and what lies on the bar."""
        dark, light = (CountReading((*row, *(FLOOR,) * (MAX_COUNT + 1 - len(row)))) for row in _scores(self.bar))
        return tuple(PlaceReading(row) for row in _scores(self.points)), (dark, light)


def _scores(chances: Float) -> list[tuple[int, ...]]:
    """Return log-chances as scores: centinats below the best of each row."""
    below = np.rint(100 * (chances - chances.max(axis=1, keepdims=True))).astype(np.int64)
    return [tuple(row) for row in np.maximum(below, FLOOR).tolist()]


class BoardNet:
    """The network, loaded."""

    def __init__(self, model: Path = BOARD) -> None:
        """Load a model file in the ONNX format."""
        self._net = loaded(model)

    def judge(self, canvas: Image, known: KnownBoard | None = None) -> Judged:
        """Return what a canvas shows.

        Args:
            canvas: see `canvas.to_canvas`.
            known: a position of this board that is known; its sets are called as they are there. Without one the
                darker set is called dark.
        """
        tokens = self._net.nothing("known", 1)
        stands = np.zeros(tokens.shape[:2], dtype=np.int64)
        if known is not None:
            tokens[0], stands[0, : len(known.contents)] = known.tokens, known.contents
        given = np.array([known is not None], dtype=np.float32)
        points, bar, hidden, things, shape, made, unlike = self._net.ask(
            SAID, canvas=canvas[None], known=tokens, stands=stands, given=given
        )
        return Judged(
            points=points[0],
            bar=bar[0],
            hidden=hidden[0],
            proportions=_proportions(shape[0]),
            tokens=made[0],
            checkers=checkers_in(things[0]),
            dice=things[0, 0],
            unlike=float(unlike[0]),
        )

    def judge_with_mirrors(self, canvas: Image) -> Judged:
        """Return what a canvas of an unknown board shows, as it and its images in mirrors say together.

        Chances are the mean of their logarithms; what else is said is of the canvas itself.

        Args:
            canvas: see `canvas.to_canvas`.
        """

        def mirrored(axes: tuple[int, ...]) -> Judged:
            return self.judge(np.ascontiguousarray(np.flip(canvas, axes))).mirrored(axes)

        _, *others, last_axes = MIRRORS
        some = alongside(lambda: [mirrored(axes) for axes in others])
        first, last = self.judge(canvas), mirrored(last_axes)

        def likeness(one: Judged) -> float:
            return float(np.sum(np.exp(one.points + first.points)))

        said = [first, *(max(seen, seen.renamed(), key=likeness) for seen in (*some(), last))]
        points, bar = (_mean(np.stack(each)) for each in zip(*((one.points, one.bar) for one in said), strict=True))
        return replace(first, points=points, bar=bar, hidden=np.stack([one.hidden for one in said]).mean(axis=0))


def _mean(logs: Float) -> Float:
    """Return the log-chances, of sum 1 in each row, of which several log-chances, shape (n, rows, k), are the mean."""
    mean = logs.mean(axis=0)
    return np.asarray(mean - np.logaddexp.reduce(mean, axis=1, keepdims=True), dtype=np.float32)


def _proportions(said: Float) -> Proportions:
    """Return proportions from logarithms of aspect, diameter in points, bar in points, and how far the bar is off."""
    aspect, diameter, bar, off = (float(value) for value in said)
    wide = float(np.exp(bar))
    point = 1 / (12 + wide)
    middle = 0.5 + off * point
    return Proportions(
        float(np.exp(aspect)), float(np.exp(diameter)) * point, middle - wide * point / 2, middle + wide * point / 2
    )


@cache
def shipped_board_net() -> BoardNet:
    """Return the network that is shipped, loaded at the first call."""
    return BoardNet()
