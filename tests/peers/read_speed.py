"""Times a full reading against a network the size of the smallest detectors, on one core, in the same run.

    python -m tests.peers.read_speed [--rounds 15]

The pictures are 1280 x 720, two dice and the cube on the simulated board. Times are processor time of this process,
one thread, the least and the middle of all rounds; the two are measured by turns. What stands for the detector is in
`tests.peers.stand_in`: chance weights, 640 x 640 pixels in, nothing counted but its forward pass.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.peers.read_simulated import learn, random_scene, set_up
from tests.peers.stand_in import SIDE, write_stand_in
from vision.dice import find_dice_and_cube
from vision.frame import Frame
from vision.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def spent(work: Callable[[], object]) -> float:
    """Return the processor time of some work, milliseconds."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.read_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    table = set_up("club", 1)
    calibration = learn(table)
    frames = [Frame(table.film(random_scene(table)), 0.0, number) for number in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stand-in.onnx"
        weights, products = write_stand_in(path)
        net = cv2.dnn.readNetFromONNX(str(path))
    picture = np.zeros((1, 3, SIDE, SIDE), dtype=np.float32)

    def detect() -> None:
        net.setInput(picture)
        net.forward()

    times: dict[str, list[float]] = {"full reading": [], "dice and cube alone": [], "stand-in detector": []}
    for number in range(chosen.rounds + 2):
        frame = frames[number % len(frames)]
        each = (
            spent(partial(read, frame, calibration)),
            spent(partial(find_dice_and_cube, frame.image, calibration.geometry)),
            spent(detect),
        )
        if number >= 2:  # the first rounds load models and fill caches
            for name, taken in zip(times, each, strict=True):
                times[name].append(taken)
    print(f"stand-in: {weights / 1e6:.1f} million weights, {products / 1e9:.1f} thousand million multiplications")
    for name, every in times.items():
        print(f"{name:20s} least {min(every):6.1f} ms, middle {float(np.median(every)):6.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
