"""Counts what readings cost beside time: multiplications and bytes of the networks, memory; beside a detector's.

    python -m tests.benchmarks.reading.read_costs

Multiplications are those of convolutions and matrices, as ONNX Runtime tells the shapes of what it calculates. Asked is
for a full reading of a board that is known, cube and all, and for a photograph of a set that nobody knows, corners
given and not; pictures are 1280 x 720 of the simulated board. Memory is the most that `tavola read` of such a
photograph has in use. The detector is the stand-in of `tests.benchmarks.reading.stand_in`, 640 x 640.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime

from tests.benchmarks.reading.boards.read_simulated import learn, random_scene, set_up
from tests.benchmarks.reading.stand_in import write_stand_in
from vision.detect.photo import read_photo
from vision.detect.read import read
from vision.frame import Frame
from vision.runtime.onnx_file import MODELS, Net

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Given = Mapping[str, npt.NDArray[Any]]

READ: Final = """
import sys
from pathlib import Path
from controller.cli.main import main
main(["read", sys.argv[1]])
print(Path("/proc/self/status").read_text())
"""
"""Reads a photograph as `tavola read` does, then says what Linux knows of the process that did."""


def products(model: Path, given: Given) -> int:
    """Return how many multiplications a network makes of what it is given.

    Args:
        model: the file.
        given: all of its inputs.
    """
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # layers stay what they are
    options.log_severity_level = 3
    options.enable_profiling = True
    with tempfile.TemporaryDirectory() as folder:
        options.profile_file_prefix = f"{folder}/profile"
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        session.run(None, dict(given))
        events = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    return sum(_products_of(event["args"]) for event in events if event["name"].endswith("_kernel_time"))


def _products_of(layer: Mapping[str, Any]) -> int:
    """Return how many multiplications a layer makes: as many for each number of its output as it adds up."""
    kind = layer["op_name"]
    if kind not in ("Conv", "MatMul", "Gemm"):
        return 0
    (out,), before = ([next(iter(part.values())) for part in layer[f"{way}_type_shape"]] for way in ("output", "input"))
    if kind == "Conv":
        return int(np.prod(out)) * int(np.prod(before[1][1:]))
    return int(np.prod(out)) * int(before[0][-1])


def questions(work: Callable[[], object]) -> list[tuple[Path, Given]]:
    """Do some work, and return what networks were asked by it: their files, and all of their inputs."""
    asked: list[tuple[Path, Given]] = []
    ask = Net.ask

    def told(net: Net, wanted: Sequence[str] | None, **given: npt.NDArray[Any]) -> list[npt.NDArray[np.float32]]:
        asked.append((net.model, net.whole(**given)))
        return ask(net, wanted, **given)

    with patch.object(Net, "ask", told):
        work()
    return asked


def memory_of_reading(image: npt.NDArray[np.uint8]) -> float:
    """Return how much memory `tavola read` of a photograph has in use at most, in MB; asks Linux."""
    with tempfile.TemporaryDirectory() as folder:
        picture = f"{folder}/photograph.png"
        cv2.imwrite(picture, image)
        done = subprocess.run([sys.executable, "-c", READ, picture], check=True, capture_output=True, text=True)
    (most,) = (line.split()[1] for line in done.stdout.splitlines() if line.startswith("VmHWM:"))
    return int(most) / 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    argparse.ArgumentParser(prog="python -m tests.benchmarks.reading.read_costs", description=__doc__).parse_args(
        arguments
    )
    with tempfile.TemporaryDirectory() as folder:
        weights, detector = write_stand_in(Path(folder) / "stand-in.onnx")
    table = set_up("club", 1)
    calibration = learn(table)
    image = table.film(random_scene(table))
    works: dict[str, Callable[[], object]] = {
        "full reading": partial(read, Frame(image, 0.0, 0), calibration, with_cube=True),
        "photograph, corners given": partial(read_photo, image, calibration.geometry.corners),
        "photograph": partial(read_photo, image),
    }
    sizes = {path: path.stat().st_size / 1e6 for path in sorted(MODELS.glob("*.onnx"))}
    for name, work in works.items():
        costs: defaultdict[Path, list[int]] = defaultdict(list)
        for model, given in questions(work):
            costs[model].append(products(model, given))
        whole = sum(map(sum, costs.values()))
        print(f"{name:27s} {whole / 1e6:7.0f} million multiplications, {whole / detector:.2f} of the detector's")
        for model in sizes:
            print(f"- {model.name:25s} {sum(costs[model]) / 1e6:7.0f}, asked {len(costs[model])} times")
    told = ", ".join(f"{path.name} {size:.2f}" for path, size in sizes.items())
    print(f"bytes                       {sum(sizes.values()):.2f} MB: {told}")
    print(f"- the detector's            {2 * weights / 1e6:.2f} MB, in half floats too")
    print(f"memory of `tavola read`     {memory_of_reading(image):.0f} MB at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
