"""Times the simulated table's camera, on one core, against what a watcher on a PC needs to see it move.

    python -m tests.benchmarks.devices.draw_speed [--frames 60] [--look club]

The pictures are 1280 x 720, drawn in software. Times are processor time of this process, one thread, so that other work
on the machine hardly matters; the first picture of a table, which draws the plate, is told apart. Drawn are

- a table on which nothing moves, with dice thrown: only the sensor's noise is new in each frame;
- a hand that carries a checker across, nowhere twice, and two hands at once;
- dice that roll, at most frames seven centimetres on and at another angle;
- a play as people make it: hand in, checker up, across and down, hand out;
- the same hand and dice through a webcam that blurs what moves, reads its rows one after the other, and drifts.

Every frame is drawn in the one way there is: there is no mode with less physics or other pixels. The limits, in frames
a second: 25 where nothing moves, 10 where something does. The exit status says whether they were kept.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2

from hardware.simulated.conditions import CAMERAS
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import lift_checker, move_checker, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.motion import Earlier
from hardware.simulated.scene.table import Hand, with_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.scene.table import Scene

STILL: Final = 25.0
"""Frames a second that there have to be where nothing moves."""
MOVING: Final = 10.0
"""And where something does."""
ONE_THREAD: Final = "OMP_NUM_THREADS"
_WARM: Final = 3
"""Frames at the beginning that are not counted."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast a stretch of frames was drawn.

    Attributes:
        name: what was drawn.
        rate: frames a second of processor time, over all frames.
        slowest: milliseconds of the slowest frame.
        limit: frames a second that there have to be.
    """

    name: str
    rate: float
    slowest: float
    limit: float

    @property
    def kept(self) -> bool:
        """Return whether the limit was kept."""
        return self.rate >= self.limit


def carried(scene: Scene, frames: int, hands: int = 1) -> list[Scene]:
    """Return scenes in which hands carry checkers across the board, nowhere twice."""
    out = []
    for n in range(frames):
        way = n / frames
        hand = Hand(-240 + 470 * way, -150 + 260 * way, 14 + 30 * way, lean=24 * way, pose="pinch", holding="dark")
        moved = with_hand(scene, hand)
        if hands > 1:
            moved = with_hand(moved, Hand(230 - 400 * way, 120 - 200 * way, side="top", left=True))
        out.append(moved)
    return out


def rolled(scene: Scene, frames: int) -> list[Scene]:
    """Return scenes in which dice roll, nowhere twice."""
    out = []
    for n in range(frames):
        dice = tuple(
            replace(
                die,
                value=1 + (n // 3 + number) % 6,
                x=40 + (70.0 * n) % 230 + 9 * number,
                y=die.y + 40 * n / frames,
                z=12.0 * (1 - n / frames),
                turn=31.0 * n,
                tilt=(23.0 * n + 1.0) % 90.0,
                tilt_towards=17.0 * n,
            )
            for number, die in enumerate(scene.dice)
        )
        out.append(replace(scene, dice=dice))
    return out


def played(scene: Scene, rng: random.Random, frames: int) -> list[Scene]:
    """Return scenes in which a hand takes one checker after the other to another point."""
    out: list[Scene] = []
    moves: tuple[tuple[int, int], ...] = ((13, 8), (13, 10), (24, 20), (20, 15), (8, 3), (6, 4))
    while len(out) < frames:
        for source, target in moves:
            out += carried(scene, 4)
            lifted, _ = lift_checker(scene, source, "light")
            out += carried(lifted, 6)
            scene = move_checker(scene, "light", source, target, rng)
            out += carried(scene, 4)
        moves = tuple((target, source) for source, target in reversed(moves))
    return out[:frames]


def timed(renderer: Renderer, name: str, scenes: Sequence[Scene], limit: float) -> Speed:
    """Draw scenes one after the other, a tenth of a second apart, and return how fast that went."""
    rng = random.Random(1)
    spent = []
    earlier: Earlier | None = None
    for number, scene in enumerate(scenes):
        begun = time.process_time()
        renderer.draw(scene, rng, earlier=earlier, time=number / 10)
        spent.append(time.process_time() - begun)
        earlier = Earlier(scene, 0.1)
    counted = spent[_WARM:]
    return Speed(name, 1 / max(statistics.fmean(counted), 1e-9), 1000 * max(counted), limit)


def measure(frames: int, look: str = "club", width: int = 1280, height: int = 720) -> tuple[float, list[Speed]]:
    """Return the seconds that the first picture took, and how fast each kind of frames was drawn.

    Args:
        frames: how many of each kind are counted.
        look: the board's look.
        width: of the picture, pixels.
        height: of the picture, pixels.
    """
    cv2.setNumThreads(1)
    rng = random.Random(1)
    table = throw_dice(start(BoardSize(), look, rng), Throw((6, 2), "right"), rng)
    renderer = Renderer(looking_at(table.size, View(width=width, height=height)))
    count = frames + _WARM
    begun = time.process_time()
    renderer.draw(table, rng)
    first = time.process_time() - begun
    speeds = [
        timed(renderer, "nothing moves", [table] * count, STILL),
        timed(renderer, "a hand", carried(table, count), MOVING),
        timed(renderer, "two hands", carried(table, count, 2), MOVING),
        timed(renderer, "dice roll", rolled(table, count), MOVING),
        timed(renderer, "a play", played(table, rng, count), MOVING),
    ]
    webcam = CAMERAS["webcam"]
    renderer = Renderer(looking_at(table.size, replace(webcam.view, width=width, height=height)), webcam.sensor)
    renderer.draw(table, rng)
    speeds += [
        timed(renderer, "nothing, webcam", [table] * count, STILL),
        timed(renderer, "a hand, webcam", carried(table, count), MOVING),
        timed(renderer, "two hands, webcam", carried(table, count, 2), MOVING),
        timed(renderer, "dice, webcam", rolled(table, count), MOVING),
    ]
    return first, speeds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.devices.draw_speed", description=__doc__)
    parser.add_argument("--frames", type=int, default=60, help="frames of each kind that are counted (default 60)")
    parser.add_argument("--look", default="club", help="the board's look (default club)")
    chosen = parser.parse_args(arguments)
    if os.environ.get(ONE_THREAD) != "1":  # which NumPy asks for when it is loaded, and only then
        again = [
            sys.executable,
            "-m",
            "tests.benchmarks.devices.draw_speed",
            *(sys.argv[1:] if arguments is None else arguments),
        ]
        return subprocess.run(again, env={**os.environ, ONE_THREAD: "1"}, check=False).returncode
    first, speeds = measure(chosen.frames, chosen.look)
    print(f"the first picture of a table: {first:.1f} s")
    for speed in speeds:
        print(
            f"{speed.name:<18} {speed.rate:6.0f} frames a second (limit {speed.limit:.0f}), "
            f"slowest frame {speed.slowest:4.0f} ms{'' if speed.kept else '   TOO SLOW'}"
        )
    return 0 if all(speed.kept for speed in speeds) else 1


if __name__ == "__main__":
    sys.exit(main())
