"""Make traced pictures of backgammon tables with their labels.

    python -m vision.training.traced.make OUT [--seed N] [--builds rollup,cork] [--later N] [--samples N]

Of each build one table is made: the start position, then later ones under the same camera and light. Pictures that are
there are not made again. It needs the extra `photo`, and is quick where LLVM 19 or newer is (`DRJIT_LIBLLVM_PATH`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hardware.simulated.errors import SceneError
from vision.training.traced.builds import BUILDS, build_named
from vision.training.traced.labels import label_of
from vision.training.traced.lying import laid
from vision.training.traced.tables import camera_of, picture_of, source_of, table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.traced.builds import TracedBuild
    from vision.training.traced.lying import Lying
    from vision.training.traced.tables import TracedTable

SAMPLES: Final = 16
"""Paths of light that are followed for a pixel."""

LATER: Final = 4
"""Later positions of a table."""

LABELS: Final = "labels.jsonl"


@lru_cache(maxsize=1)
def _table_of(build: TracedBuild, seed: int) -> TracedTable:
    """Return a table, which is the same in all of its pictures."""
    return table_of(build, seed)


def lying_in(build: TracedBuild, seed: int, number: int) -> Lying:
    """Return what lies in a table's picture of this number; number 0 is the start position."""
    return laid(build, source_of(seed, build, 100, number), start=number == 0)


def labelled(build: TracedBuild, seed: int, number: int) -> dict[str, Any]:
    """Return the label of a table's picture of this number."""
    label = label_of(build, lying_in(build, seed, number), camera_of(build, seed))
    name = f"{build.name}-{seed}-{number}.jpg"
    return {"file": name, "table": f"{build.name}-{seed}", "start": number == 0, **label}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.traced.make", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder for pictures and labels.jsonl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--builds", default=",".join(build.name for build in BUILDS))
    parser.add_argument("--later", type=int, default=LATER, help=f"later positions of a table (default {LATER})")
    parser.add_argument("--samples", type=int, default=SAMPLES, help=f"of a pixel (default {SAMPLES})")
    chosen = parser.parse_args(arguments)
    try:
        builds = [build_named(name) for name in chosen.builds.split(",")]
    except KeyError as error:
        parser.error(f"there is no build {error}; builds: {', '.join(build.name for build in BUILDS)}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    numbers = [(build, number) for build in builds for number in range(chosen.later + 1)]
    for done, (build, number) in enumerate(numbers, start=1):
        label, started = labelled(build, chosen.seed, number), time.process_time()
        path = chosen.out / label["file"]
        if path.exists():
            continue
        try:
            table, lying = _table_of(build, chosen.seed), lying_in(build, chosen.seed, number)
            path.write_bytes(picture_of(table, lying, number, chosen.samples))
        except SceneError as error:
            sys.stderr.write(f"{error.key}: pip install '.[photo]'\n")
            return 2
        with (chosen.out / LABELS).open("a", encoding="utf-8") as out:
            out.write(json.dumps(label) + "\n")
        spent = time.process_time() - started
        sys.stderr.write(f"{done} of {len(numbers)}: {label['file']}, {spent:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
