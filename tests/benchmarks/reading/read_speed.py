"""Times a full reading against a network the size of the smallest detectors, on one core, in the same run.

    python -m tests.benchmarks.reading.read_speed [--rounds 15] [--photographs 2]

The pictures are 1280 x 720, two dice and the cube on the simulated board. Times are processor time of this process,
one thread, the least and the middle of all rounds; everything is measured by turns. Timed are

- a full reading of a board that is known: all places, bar and dice; and the same with the cube looked for;
- the same by the clock on the wall, in two threads (nothing else may run then);
- what a match does with a picture that has settled, here with dice thrown again: the motion gate, a look whether board
  or camera has moved, the reading, and the referee's judgement (`controller.table.session`); the cube stays where it
  is;
- the motion gate alone, on a frame in which nothing moves;
- the same pictures as photographs of a set that nobody knows, corners given: proportions and colours are found first;
- the command `tavola read` from start to end, by the clock on the wall, corners looked for.

What stands for the detector is in `tests.benchmarks.reading.stand_in`: chance weights, 640 x 640 pixels in, nothing
counted but its forward pass, by the engine that runs the reader's networks, and by whichever of OpenCV's is the faster.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.rules import match_to
from controller.table.session import Session
from controller.table.session_start import new_match
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from tests.benchmarks.reading.stand_in import SIDE, write_stand_in
from vision.detect.photo import read_photo
from vision.detect.read import read
from vision.frame import Frame
from vision.reading import Shade
from vision.runtime.memory import keep_freed_memory
from vision.runtime.onnx_file import Net
from vision.track.motion import SETTLE_TIME, pass_frame, start_motion_gate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.calibrate.calibration import Calibration
    from vision.frame import Image


ONE_THREAD: Final = "OMP_NUM_THREADS"


def spent(work: Callable[[], object]) -> float:
    """Return the processor time of some work, milliseconds."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def waited(work: Callable[[], object]) -> float:
    """Return the time on the wall that some work takes in two threads, milliseconds."""
    cv2.setNumThreads(2)
    begun = time.perf_counter()
    work()
    took = 1000 * (time.perf_counter() - begun)
    cv2.setNumThreads(1)
    return took


def command(image: Image) -> float:
    """Return the time on the wall that `tavola read` takes for a picture, milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.png"
        cv2.imwrite(str(picture), image)
        typed = [str(Path(sys.executable).with_name("tavola")), "read", str(picture)]
        environment = {name: value for name, value in os.environ.items() if name != ONE_THREAD}
        begun = time.perf_counter()
        subprocess.run(typed, env=environment, stdout=subprocess.DEVNULL, check=True)
        return 1000 * (time.perf_counter() - begun)


def detectors() -> tuple[Callable[[], object], list[Callable[[], object]]]:
    """Return what runs the stand-in, by the engine of the reader's networks, and by each of OpenCV's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stand-in.onnx"
        weights, products = write_stand_in(path)
        print(f"stand-in: {weights / 1e6:.1f} million weights, {products / 1e9:.1f} thousand million multiplications")
        engines = [getattr(cv2.dnn, name) for name in ("ENGINE_NEW", "ENGINE_CLASSIC") if hasattr(cv2.dnn, name)]
        nets = [cv2.dnn.readNetFromONNX(str(path), engine=engine) for engine in engines]
        nets = nets or [cv2.dnn.readNetFromONNX(str(path))]
        alike = Net(path)
    picture = np.zeros((1, 3, SIDE, SIDE), dtype=np.float32)

    def detect(net: cv2.dnn.Net) -> None:
        net.setInput(picture)
        net.forward()

    return partial(alike.answer, picture), [partial(detect, net) for net in nets]


def settled(calibration: Calibration, images: Sequence[Image]) -> Iterator[tuple[Session, Frame]]:
    """Yield again and again a session at a table, and the frame with which the next picture has settled for it."""
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    session = Session(calibration, new_match(setup, match_to(7), 0.0))
    for number in count():
        image = images[number % len(images)]
        session.see(Frame(image, 2.0 * number, 2 * number))
        yield session, Frame(image, 2.0 * number + 2 * SETTLE_TIME, 2 * number + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.read_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--photographs", type=int, default=2, help="how many are read")
    chosen = parser.parse_args(arguments)
    if os.environ.get(ONE_THREAD) != "1":  # which NumPy asks for when it is loaded, and only then
        again = [
            sys.executable,
            "-m",
            "tests.benchmarks.reading.read_speed",
            *(sys.argv[1:] if arguments is None else arguments),
        ]
        return subprocess.run(again, env={**os.environ, ONE_THREAD: "1"}, check=False).returncode
    cv2.setNumThreads(1)
    keep_freed_memory()
    table = set_up("club", 1)
    calibration = learn(table)
    corners = calibration.geometry.corners
    images = [table.film(random_scene(table)) for _ in range(3)]
    frames = [Frame(image, 0.0, number) for number, image in enumerate(images)]
    still = start_motion_gate(calibration.geometry, images[0].shape[1], images[0].shape[0])
    for begun in (0.0, 1.0):
        still, _ = pass_frame(still, Frame(images[0], begun, 0))
    stand_in, by_opencv = detectors()
    begun_game = start(BoardSize(), table.look, table.rng, table.seats)
    throws = [Throw((number + 1, number + 2), "right") for number in range(3)]
    match = settled(calibration, [table.film(throw_dice(begun_game, throw, table.rng)) for throw in throws])
    times: dict[str, list[float]] = {}
    for number in range(chosen.rounds + 2):
        frame = frames[number % len(frames)]
        session, fresh = next(match)
        each = {
            "full reading": spent(partial(read, frame, calibration)),
            "- and the cube": spent(partial(read, frame, calibration, with_cube=True)),
            "- two threads, on the wall": waited(partial(read, frame, calibration)),
            "settled picture in a match": spent(partial(session.see, fresh)),
            "motion gate, nothing moves": spent(partial(pass_frame, still, Frame(images[0], 2.0, 1))),
            "stand-in detector": spent(stand_in),
            "- by OpenCV": min(spent(detect) for detect in by_opencv),
            "`tavola read`, on the wall": command(frame.image),
        }
        if number < chosen.photographs:
            each["photograph of an unknown set"] = spent(partial(read_photo, frame.image, corners))
        for name, taken in each.items():
            # The first rounds load models and fill caches.
            if number >= 2 or name.startswith("photograph"):
                times.setdefault(name, []).append(taken)
    detector = float(np.median(times["stand-in detector"]))
    for name, every in times.items():
        middle = float(np.median(every))
        share = middle / detector
        print(f"{name:30s} least {min(every):7.1f} ms, middle {middle:7.1f} ms, {share:6.2f} of the detector's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
