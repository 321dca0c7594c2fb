"""What knowledge of the game adds to a reading: fifteen checkers a side, or the legal results of the play before.

The predecessors of labelled boards are a file, made once:

    python -m tests.benchmarks.reading.boards.board_priors LABELS.jsonl OUT.jsonl

For every board on which all places are labelled and each side has at most fifteen checkers, some positions are chosen
by chance from which some roll leads to it in a legal play, for either player and either direction of play. A line has
the picture's file, who played (`shade`), where that player's home is, the roll, and both players' counts before.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from controller.referee.layout import Corner, Layout
from controller.rules import BAR, OFF, Player, Position, Roll, legal_plays
from tests.paths import DATA
from vision.reading import MAX_COUNT, PLACES, Shade, content_at, content_index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from vision.reading import Reading

PREDECESSORS: Final = DATA / "predecessors.jsonl"
"""The file that was made."""

TRIALS: Final = 10
"""Predecessors of a board."""

SET: Final = 15

Whole = dict[str, tuple[Shade, int]]
"""What stands on the places that are not empty; "bar dark" and "bar light" are places, too."""


class Predecessor(NamedTuple):
    """A position before a play that led to what a picture shows.

    Attributes:
        file: the picture's name.
        layout: who plays what from where; player ONE made the play.
        roll: what was thrown.
        before: the position before, seen by player ONE.
    """

    file: str
    layout: Layout
    roll: Roll
    before: Position


def labelled(label: Mapping[str, Any]) -> Whole:
    """Return what a label says stands where."""
    whole: Whole = {place: (Shade(shade), count) for place, (count, shade) in label["points"].items() if count}
    whole.update({f"bar {shade}": (Shade(shade), count) for shade, count in label["BAR"].items() if count})
    return whole


def totals(whole: Whole) -> dict[Shade, int]:
    """Return how many checkers of each shade are on the board."""
    return {shade: sum(count for owner, count in whole.values() if owner is shade) for shade in Shade}


def is_whole(label: Mapping[str, Any]) -> bool:
    """Return whether every place is labelled, and there are checkers, at most fifteen a side."""
    count = totals(labelled(label)).values()
    return not label["unknown"] and min(count) > 0 and max(count) <= SET


def fifteen_a_side(reading: Reading, on_board: Mapping[Shade, int]) -> Whole:
    """Return the likeliest contents of the board with a known number of checkers of each shade on points and bar."""
    most = (on_board[Shade.DARK], on_board[Shade.LIGHT])
    choices: list[tuple[str, list[tuple[int, int, int]]]] = []
    for place, point in zip(PLACES, reading.points, strict=True):
        contents = []
        for index, score in enumerate(point.scores):
            shade, count = content_at(index)
            contents.append((count * (shade is Shade.DARK), count * (shade is Shade.LIGHT), score))
        choices.append((place, contents))
    choices.append(("bar dark", [(n, 0, score) for n, score in enumerate(reading.bar_dark.scores)]))
    choices.append(("bar light", [(0, n, score) for n, score in enumerate(reading.bar_light.scores)]))
    best: npt.NDArray[np.int64] = np.full((most[0] + 1, most[1] + 1), -(10**9), dtype=np.int64)
    best[0, 0] = 0
    taken: list[npt.NDArray[np.int64]] = []
    for _, contents in choices:
        after = np.full_like(best, -(10**9))
        how = np.zeros_like(best)
        for number, (dark, light, score) in enumerate(contents):
            if dark > most[0] or light > most[1]:
                continue
            reached = best[: most[0] + 1 - dark, : most[1] + 1 - light] + score
            area = after[dark:, light:]
            better = reached > area
            area[better] = reached[better]
            how[dark:, light:][better] = number
        best = after
        taken.append(how)
    left, whole = list(most), {}
    for (place, contents), how in zip(reversed(choices), reversed(taken), strict=True):
        dark, light, _ = contents[int(how[left[0], left[1]])]
        left = [left[0] - dark, left[1] - light]
        if dark or light:
            whole[place] = (Shade.DARK if dark else Shade.LIGHT, dark + light)
    return whole


def as_position(whole: Whole, layout: Layout) -> Position:
    """Return contents of the board as a position seen by player ONE; what is missing of fifteen is borne off."""
    sides = []
    for player in (Player.ONE, Player.TWO):
        shade, counts = layout.shade(player), [0] * 26
        for point in range(1, 25):
            owner, count = whole.get(layout.place(player, point), (None, 0))
            counts[point] = count if owner is shade else 0
        counts[BAR] = whole.get(f"bar {shade.value}", (shade, 0))[1]
        counts[OFF] = SET - sum(counts)
        sides.append(counts)
    return Position.of(sides[0], sides[1])


def score(reading: Reading, position: Position, layout: Layout) -> int:
    """Return how well a reading suits a position seen by player ONE, in centinats."""
    total = 0
    for place, point in zip(PLACES, reading.points, strict=True):
        shade, count = _content(position, layout, place)
        total += point.scores[content_index(shade, count)]
    for player, counts in ((Player.ONE, position.mine), (Player.TWO, position.theirs)):
        bar = reading.bar_dark if layout.shade(player) is Shade.DARK else reading.bar_light
        total += bar.scores[min(counts[BAR], MAX_COUNT)]
    return total


def _content(position: Position, layout: Layout, place: str) -> tuple[Shade | None, int]:
    for point in range(1, 25):
        if layout.place(Player.ONE, point) == place:
            if position.mine[point]:
                return layout.shade(Player.ONE), position.mine[point]
            theirs = position.theirs[25 - point]
            return (layout.shade(Player.TWO), theirs) if theirs else (None, 0)
    raise KeyError(place)


def legal_is_right(reading: Reading, label: Mapping[str, Any], one: Predecessor) -> bool:
    """Return whether the likeliest legal result of a predecessor and its roll is what the label says."""
    truth = as_position(labelled(label), one.layout)
    results = list(legal_plays(one.before, one.roll))
    best = max(results, key=lambda after: score(reading, after, one.layout))
    return best == truth


def read_predecessors(path: Path = PREDECESSORS) -> list[Predecessor]:
    """Return the predecessors of a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        stored = json.loads(line)
        layout = Layout(Corner(stored["home"]), Shade(stored["shade"]))
        found.append(
            Predecessor(stored["file"], layout, Roll(*stored["roll"]), Position.of(stored["mine"], stored["theirs"]))
        )
    return found


def a_predecessor(after: Position, rng: random.Random) -> tuple[Position, Roll] | None:
    """Return a position from which a legal play of player ONE led to `after`, or None where chance finds none."""
    high, low = rng.randint(1, 6), rng.randint(1, 6)
    mine, theirs = list(after.mine), list(after.theirs)
    for die in [high] * 4 if high == low else [high, low]:
        froms = [p for p in range(25) if mine[p] and p + die <= BAR and _open(theirs, p + die)]
        if not froms:
            continue
        point = rng.choice(froms)
        mine[point] -= 1
        mine[point + die] += 1
        alone = 0 < point < BAR and mine[point] == 0
        if alone and theirs[BAR] and rng.random() < 0.5:  # that checker had been hit here
            theirs[BAR] -= 1
            theirs[25 - point] += 1
    before, roll = Position(tuple(mine), tuple(theirs)), Roll(max(high, low), min(high, low))
    if before == after or before.problems(SET) or after not in legal_plays(before, roll):
        return None
    return before, roll


def _open(theirs: Sequence[int], point: int) -> bool:
    return point == BAR or theirs[25 - point] == 0


def make(labels: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of the file for the boards that are whole."""
    lines = []
    for label in labels:
        if not is_whole(label):
            continue
        rng = random.Random(f"predecessors {label['file']}")
        made = 0
        for _ in range(3000):
            layout = Layout(rng.choice(list(Corner)), rng.choice(list(Shade)))
            found = a_predecessor(as_position(labelled(label), layout), rng)
            if found is None:
                continue
            before, roll = found
            lines.append(
                {
                    "file": label["file"],
                    "shade": layout.shade_one.value,
                    "home": layout.home_one.value,
                    "roll": [roll.high, roll.low],
                    "mine": list(before.mine),
                    "theirs": list(before.theirs),
                }
            )
            made += 1
            if made == TRIALS:
                break
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.boards.board_priors", description=__doc__)
    parser.add_argument("labels", type=Path, help="labels.jsonl")
    parser.add_argument("out", type=Path, help="the file to write")
    chosen = parser.parse_args(arguments)
    labels = [json.loads(line) for line in chosen.labels.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines = make(labels)
    chosen.out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} predecessors of {len({line['file'] for line in lines})} boards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
