"""Scores the network for whole boards on kinds of construction that trained nothing.

    python -m tests.benchmarks.reading.boards.read_kinds [--tables 24]

Tables of each kind are drawn (`vision.training.board.drawn`), three pictures each, which are harder than boards are:
colours of one family, night, glare, crooked and crowded rows. "Other tables" are of kinds that trained, and of other
numbers; a third as many are simulated. "Alone" every picture is judged as a photograph of a board that nobody knows,
with its images in mirrors and with fifteen checkers a set; "beside" each later one as in a match, beside the start
position of its table, by the network alone. "Sure" is a doubt of less than 1 %. Places that are covered are not asked
about but whether they are called hidden. Where both sets are about as light, either may be called the dark one. Figures
come with counts and 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count, islice
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

import cv2
import numpy as np

from tests.benchmarks.reading.boards.read_boards import wilson
from vision.checkers.board_net import HIDDEN, KnownBoard, shipped_board_net
from vision.checkers.whole_sets import within_sets
from vision.reading import IN_A_ROW, MAX_COUNT
from vision.training.board.drawn.matter import Materials
from vision.training.board.drawn.pictures import drawn_examples
from vision.training.board.drawn.tables import FIRST_JUDGING, TEMPERED_BY, KeptApart
from vision.training.board.example import MOST_ON_BAR, UNNAMED
from vision.training.board.simulated import simulated_pair
from vision.training.proposals.plates import HELD_OUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.arrays import Double
    from vision.checkers.board_net import Judged
    from vision.reading import CountReading, PlaceReading
    from vision.training.board.example import Bytes, Example, Flags

LATER: Final = 2
"""Pictures of a table after that of the start position."""

SURE: Final = 0.01
"""Doubt below which a place is called sure."""


class Read(NamedTuple):
    """A picture as it was read.

    Attributes:
        contents: what is seen on each point, 24 indexes into `reading.PlaceReading.scores`.
        bar: how many dark and light checkers on the bar.
        doubts: the chance that a point is another, shape (24,).
        hidden: which points, and the bar as the 25th, are called hidden.
    """

    contents: Bytes
    bar: tuple[int, int]
    doubts: Double
    hidden: Flags


def read_table(table: Sequence[Example]) -> Iterator[tuple[str, Example, list[Read]]]:
    """Yield the pictures of a table, the start position first, alone and beside that.

    Each comes as it is read; where either set may be called the dark one, in both ways.
    """
    known: KnownBoard | None = None
    for example in table:
        judged = shipped_board_net().judge_with_mirrors(example.picture)
        called = [judged] if example.apart >= UNNAMED else [judged, judged.renamed()]
        yield "alone", example, [as_read(one, *within_sets(*one.readings(), one.hidden_places)) for one in called]
        if known is None:
            known = KnownBoard(judged.tokens, tuple(int(content) for content in example.contents))
        else:
            judged = shipped_board_net().judge(example.picture, known)
            yield "beside", example, [as_read(judged, *judged.readings())]


def as_read(judged: Judged, points: Sequence[PlaceReading], on_bar: Sequence[CountReading]) -> Read:
    """Return what readings of points and bar say, and what is called hidden."""
    chances = np.exp(np.array([point.scores for point in points]) / 100)
    chances /= chances.sum(axis=1, keepdims=True)
    dark, light = (min(int(np.argmax(one.scores)), MOST_ON_BAR) for one in on_bar)
    return Read(chances.argmax(axis=1).astype(np.uint8), (dark, light), 1 - chances.max(axis=1), judged.hidden > HIDDEN)


def compared(example: Example, read: Read) -> Counter[str]:
    """Return what is asked about a picture, and what of it is right, by name."""
    found = Counter[str]()
    bar = min(example.bar[0], MOST_ON_BAR), min(example.bar[1], MOST_ON_BAR)
    right, bar_right = read.contents == example.contents, read.bar == bar
    seen, full = (
        ~example.hidden[:24],
        (example.contents > 0) & ((example.contents.astype(int) - 1) % MAX_COUNT >= IN_A_ROW),
    )
    asked = {
        "up to five": (seen & ~full, right),
        "six and more": (seen & full, right),
        "sure": (seen & (read.doubts < SURE), right),
        "bar": (np.array([not example.hidden[24] and sum(bar) > 0]), np.array([bar_right])),
        "whole boards": (np.array([True]), np.array([right[seen].all() and (bar_right or example.hidden[24])])),
        "covered": (example.hidden, read.hidden),
        "called hidden": (read.hidden, example.hidden),
    }
    for name, (those, good) in asked.items():
        found[name] = int(those.sum())
        found[f"{name} right"] = int((those & good).sum())
    return found


def print_kind(name: str, tables: Iterator[Sequence[Example]], most: int) -> None:
    """Read so many tables of one kind and print its figures."""
    total = {"alone": Counter[str](), "beside": Counter[str]()}
    for done, table in enumerate(islice(tables, most), start=1):
        for way, example, called in read_table(table):
            found = [compared(example, read) for read in called]
            total[way] += found[int(np.argmax([one["up to five right"] for one in found]))]
        print(f"\r{name}: {done} of {most} tables ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for way, counts in total.items():
        print(f"{name}, {way}:")
        for what in ("up to five", "six and more", "bar", "whole boards", "sure", "covered"):
            print(f"  {what:13} right {wilson(counts[f'{what} right'], counts[what])}")
        print(f"  others called hidden: {counts['called hidden'] - counts['called hidden right']}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.read_kinds", description=__doc__)
    parser.add_argument("--tables", type=int, default=24, help="tables of each kind (default 24)")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    materials = Materials(FIRST_JUDGING)
    kinds: list[KeptApart | None] = [kind for kind in get_args(KeptApart) if kind not in TEMPERED_BY]
    for kind in (*kinds, None):
        drawn = (drawn_examples(number, materials, LATER, kind) for number in count(FIRST_JUDGING))
        print_kind(kind or "other tables", drawn, chosen.tables)
    print_kind("simulated", (simulated_pair(number, LATER) for number in count(HELD_OUT)), chosen.tables // 3)
    return 0


if __name__ == "__main__":
    sys.exit(main())
