"""A round of a hall with faults: `python -m tests.benchmarks.hall.faults [--tables 100] [--seconds 300]`.

Simulated tables play whole matches in five processes; the broker is killed twice, one of the five processes is killed
with all its tables and begun again, the network of another is cut for a while, clocks are off by minutes. At the end
the desk's results are compared with those of the tables' own journals, one by one.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from controller.desk.desk import Desk
from controller.hall.membership import joining_line
from controller.outputs.mqtt.results import results_of
from tests.paths import ROOT
from tests.rigs.mosquitto import Broker, Cable, at, until

PARTS: Final = 5
"""Processes, each with a fifth of the tables."""
NICE: Final = 5
PATIENCE: Final = 900.0
"""Seconds in which everything has to have been told at the end, however busy the computer is."""
PLAY: Final = """
import sys, time
from pathlib import Path
from controller.table.unseen import hall_tables
off, seed, telling = float(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
now = time.time
time.time = lambda: now() + off
if telling:
    hall_tables._ENDING = telling
hall_tables.play_hall(Path(sys.argv[1]), Path(sys.argv[2]), 1, seed, 0.0, lambda line: None, lambda: bool(telling))
"""
"""Plays at the tables of a part, with a clock that is off; or plays nothing, and has some seconds to tell results."""


def begun(folder: Path, out: Path, part: int, turn: int, telling: float = 0.0) -> subprocess.Popen[bytes]:
    """Begin the tables of a part."""
    words = [str(folder), str(out), str(120.0 * part), str(1000 * part + 100 * turn), str(telling)]
    return subprocess.Popen([sys.executable, "-c", PLAY, *words], cwd=ROOT)


def end(playing: list[subprocess.Popen[bytes]]) -> None:
    """Kill the tables of all parts."""
    for one in playing:
        one.kill()
        one.wait(60)


def played(count: int, seconds: float) -> str:
    """Return what has come of a round."""
    names = tuple(f"table-{number}" for number in range(1, count + 1))
    with tempfile.TemporaryDirectory() as made, Broker(Path(made), names) as broker, Cable(broker.port) as cable:
        out, folders = Path(made) / "out", []
        for part in range(PARTS):
            folder = Path(made) / f"part-{part}"
            (folder / "tables").mkdir(parents=True)
            folders.append(folder)
            for name in names[part::PARTS]:
                member = at(broker.tables[name], cable.port) if part == 1 else broker.tables[name]
                (folder / "tables" / f"{name}.txt").write_text(joining_line(member))
        with Desk(broker.desk) as desk, ExitStack() as ended:
            turn = [0] * PARTS
            playing = [begun(folder, out, part, 0) for part, folder in enumerate(folders)]
            ended.callback(end, playing)
            faults = [
                (0.2, lambda: again(broker)),
                (0.35, lambda: os.kill(playing[2].pid, signal.SIGKILL)),
                (0.45, lambda: setattr(cable, "cut", True)),
                (0.6, lambda: setattr(cable, "cut", False)),
                (0.7, lambda: again(broker)),
            ]
            began = time.monotonic()
            while (gone := time.monotonic() - began) < seconds:
                while faults and gone >= faults[0][0] * seconds:
                    faults.pop(0)[1]()
                for part, one in enumerate(playing):
                    if one.poll() is not None and gone < 0.8 * seconds:  # over, or killed: the next matches
                        turn[part] += 1
                        playing[part] = begun(folders[part], out, part, turn[part])
                time.sleep(0.2)
            end(playing)
            # Those come back at last whose results nobody has heard.
            playing[:] = [begun(folder, out, part, 9, PATIENCE) for part, folder in enumerate(folders)]
            for one in playing:
                one.wait(PATIENCE + 60)
            wanted = {(name, one.match): one for name in names for one in results_of(out / name)}
            until(lambda: dict(desk.view.results) == wanted, 30)
            found = dict(desk.view.results)
        lost = len(wanted.keys() - found.keys())
        more = len(found.keys() - wanted.keys())
        other = sum(found[key] != one for key, one in wanted.items() if key in found)
        return (
            f"{count} tables, {seconds:.0f} s: {len(wanted)} results in the tables' journals; at the desk"
            f" {lost} lost, {more} more than there are, {other} different; {desk.link.connections} connections of the"
            f" desk, {desk.refused} messages refused"
        )


def again(broker: Broker) -> None:
    """Kill the broker, and begin it again."""
    broker.kill()
    time.sleep(2.0)
    broker.start()


def main() -> int:
    """Print what has come of it."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=300.0)
    chosen = parser.parse_args()
    os.nice(NICE)
    said = played(chosen.tables, chosen.seconds)
    sys.stdout.write(f"{said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
