"""Scores how dice are read whose place is given by a box, on pictures of many kinds of dice.

    python -m tests.benchmarks.reading.dice.read_dice LABELS.jsonl [--contact-sheet OUT.png]

The pictures lie beside the labels. A box bounds a whole die or its upper face; how large the face is in it, and where
its middle, is not known. It is looked for as in whole pictures: by the network that proposes places, and by closer
looks at these; where it finds none, and as much where it does, looks spread over the box decide, each as much as it
sees a die at all. A die that none of these holds for one is read all the same and counted as unseen besides. Figures
come with their counts and 95 % intervals (Wilson); the table of reliability says how often faces are right that were
given such a chance.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import cv2
import numpy as np

from tests.benchmarks.reading.boards.read_boards import wilson
from vision.dice.candidates import classify_places, together
from vision.dice.crops import SPAN, Crop, cut
from vision.dice.die_net import FACES, NONE, shipped_die_net
from vision.dice.proposals import STRIDE, USUAL_SIDE, Proposal, shipped_proposal_net, spots_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.arrays import Float
    from vision.frame import Image

SIDES: Final = {"whole die": (0.52, 0.62, 0.74, 0.88), "upper face": (0.8, 1.05, 1.4, 2.0, 2.8, 3.8)}
"""Sides of upper faces tried, in widths of the box; round a single pip the box of an "upper face" is small."""

ASIDE: Final = {"whole die": 0.12, "upper face": 0.0}
"""How far from the box's middle the face's middle is looked for, in widths of the box."""

WINDOW: Final = 160
"""How much the network that proposes places is shown round a box, in its pixels."""

FARTHEST: Final = 0.3
"""How far an upper face's middle may be from the box's, in widths of the box: so far it is for a camera 45 degrees
above the table. What is farther off is another die's."""

LEAST_PROPOSED: Final = -6.0
MOST_PROPOSED: Final = 12
"""From which log-odds on, and how many places it names round a box at most, for each side tried."""

LIKELIEST: Final = 3
"""At how many of the places in a box is looked closely: mostly they are the same, as several sides are tried."""

TILE: Final = 96


class Face(NamedTuple):
    """A die as it was read: its picture, where it is from, and the chances of the six faces and of no die."""

    file: str
    tile: Image
    value: int
    chances: Float
    none: float

    @property
    def read(self) -> int:
        """The likeliest face."""
        return int(self.chances.argmax()) + 1


def looks_at(box: Sequence[float], kind: str) -> list[Crop]:
    """Return the looks at a box."""
    x0, y0, x1, y1 = box
    width = math.sqrt((x1 - x0) * (y1 - y0))
    steps = {0.0, -ASIDE[kind], ASIDE[kind]}
    return [
        Crop((x0 + x1) / 2 + dx * width, (y0 + y1) / 2 + dy * width, side * width)
        for side, dx, dy in product(SIDES[kind], sorted(steps), sorted(steps))
    ]


def proposed_in(image: Image, box: Sequence[float], kind: str) -> list[Proposal]:
    """Return where in a box upper faces of dice may lie most likely; at what place on a board is not known, and 0."""
    x0, y0, x1, y1 = box
    middle, width = ((x0 + x1) / 2, (y0 + y1) / 2), math.sqrt((x1 - x0) * (y1 - y0))
    found = []
    for side in SIDES[kind]:
        scale = side * width / USUAL_SIDE
        shown = cut(image, Crop(*middle, side * width), WINDOW / USUAL_SIDE, WINDOW)
        answer = shipped_proposal_net().look(shown)
        for *at, wide, odds in spots_of(answer, 0, LEAST_PROPOSED, MOST_PROPOSED):
            aside = [scale * ((answers + 0.5) * STRIDE - WINDOW / 2) for answers in at]
            if math.hypot(*aside) < FARTHEST * width:
                found.append(Proposal(middle[0] + aside[0], middle[1] + aside[1], scale * wide, 0.0, 0.0, odds))
    return sorted(found, key=lambda place: place.logit)[-LIKELIEST:]


def found_in(image: Image, box: Sequence[float], kind: str) -> Float | None:
    """Return the chances of the six faces of the die in a box as it is found and read in whole pictures, if it is."""
    seen = [one.chances for one in classify_places(image, proposed_in(image, box, kind)) if one.odds >= 0]
    return faces_only(together(np.stack(seen))) if seen else None


def faces_only(chances: Float) -> Float:
    """Return the chances of the six faces, of sum 1, by those of all classes."""
    return np.asarray(chances[FACES] / chances[FACES].sum(), dtype=np.float32)


def read_faces(label: Mapping[str, Any], folder: Path) -> list[Face]:
    """Read the dice of one picture."""
    picture = cv2.imread(str(folder / label["file"]))
    if picture is None:
        message = f"{folder / label['file']} cannot be opened"
        raise FileNotFoundError(message)
    image = np.asarray(picture, dtype=np.uint8)
    faces = []
    for die in label["dice"]:
        looks = looks_at(die["box"], label["box_is"])
        chances = np.exp(shipped_die_net().judge(image, looks))
        seen = faces_only(together(chances))
        found = found_in(image, die["box"], label["box_is"])
        if found is not None:
            seen = np.sqrt(seen * found)
            seen /= seen.sum()
        middle = looks[len(looks) // 2]
        tile = cut(image, middle._replace(side=middle.side * 1.2), SPAN, TILE)
        faces.append(Face(label["file"], tile, die["value"], seen, float(chances[:, NONE].min())))
    return faces


def print_reliability(faces: Sequence[Face]) -> None:
    """Print how often the likeliest face is right, by the chance that it was given."""
    bounds = (0.0, 0.5, 0.7, 0.9, 0.99, 1.01)
    print("reliability: chance given to the likeliest face, how often it is right")
    for low, high in pairwise(bounds):
        within = [face for face in faces if low <= float(face.chances.max()) < high]
        if within:
            given = sum(float(face.chances.max()) for face in within) / len(within)
            right = wilson(sum(face.read == face.value for face in within), len(within))
            print(f"  {low:.2f} to {min(high, 1):.2f}, mean {given:.3f}: {right}")


def contact_sheet(faces: Sequence[Face], out: Path) -> None:
    """Write the dice that were misread, side by side: what they show, then what was read."""
    tiles = []
    for face in faces:
        tile = face.tile.copy()
        text = f"{face.value} read {face.read} {Path(face.file).stem}"
        cv2.putText(tile, text, (2, 10), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0, 0, 255), 1)
        tiles.append(tile)
    while len(tiles) % 16:
        tiles.append(np.zeros((TILE, TILE, 3), dtype=np.uint8))
    if tiles:
        cv2.imwrite(str(out), np.vstack([np.hstack(tiles[i : i + 16]) for i in range(0, len(tiles), 16)]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.dice.read_dice", description=__doc__)
    parser.add_argument("labels", type=Path, help="labels.jsonl, the pictures beside it")
    parser.add_argument("--contact-sheet", type=Path, help="where to write the dice that were misread")
    chosen = parser.parse_args(arguments)
    labels = [json.loads(line) for line in chosen.labels.read_text(encoding="utf-8").splitlines() if line.strip()]
    faces = [face for label in labels for face in read_faces(label, chosen.labels.parent)]
    sources: dict[str, list[Face]] = defaultdict(list)
    for face in faces:
        sources[Path(face.file).parts[0]].append(face)
    for source, within in [*sources.items(), ("all", faces)]:
        right = sum(face.read == face.value for face in within)
        unseen = sum(face.none > 0.5 for face in within)
        print(f"{source}: values right {wilson(right, len(within))}, held for no die {unseen}")
        for value in sorted({face.value for face in within}):
            of = [face for face in within if face.value == value]
            print(f"  {value}: {wilson(sum(face.read == value for face in of), len(of))}")
    print_reliability(faces)
    if chosen.contact_sheet is not None:
        contact_sheet([face for face in faces if face.read != face.value], chosen.contact_sheet)
    return 0


if __name__ == "__main__":
    sys.exit(main())
