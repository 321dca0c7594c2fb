"""Delay of the referee's light, with and without viewers of the pages: `python -m tests.benchmarks.pages.light`.

Printed are the milliseconds from when the bus is told something to when the output that lights hears it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from itertools import cycle, islice
from typing import TYPE_CHECKING

import numpy as np

from controller.announce.language import Words
from controller.outputs.bus import Bus
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.benchmarks.pages.viewers import watch
from tests.controller.outputs.pages.played import told

if TYPE_CHECKING:
    from controller.outputs.told import Told


class Lamp:
    """Notes when it hears something."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.heard: list[float] = []

    def hear(self, told_of: Told) -> None:
        """Note it."""
        if told_of.events:
            self.heard.append(time.monotonic())


def light_delays(viewers: int, events: int) -> list[float]:
    """Return for each event the seconds until the output that lights has heard it.

    Args:
        viewers: streams of another process that are open meanwhile.
        events: how many.
    """
    lamp, sent = Lamp(), []
    match = [one for one in told() if one.events]
    with PageServer(Served(PageAddress(port=0), Words())) as server, Bus() as bus:
        server.hear(match[0])
        here, there = multiprocessing.Pipe()
        watching = multiprocessing.get_context("spawn").Process(
            target=watch, args=(server.port, viewers, there), daemon=True
        )
        watching.start()
        here.recv()
        bus.add("lights", lamp)
        bus.add("pages", server)
        for one in islice(cycle(match), events):
            sent.append(time.monotonic())
            bus.tell(one)
            until = time.monotonic() + 0.1
            while time.monotonic() < until:
                if here.poll(0.02):
                    here.recv()
        bus.finish(10.0)
        here.send("end")
        while watching.is_alive():
            if here.poll(0.1):
                here.recv()
    return [heard - told_at for heard, told_at in zip(lamp.heard, sent, strict=True)]


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--events", type=int, default=200)
    chosen = parser.parse_args(arguments)
    for viewers in (0, chosen.viewers):
        p50, p95, most = np.percentile(light_delays(viewers, chosen.events), (50, 95, 100)) * 1000
        sys.stdout.write(
            f"{viewers} viewers: the light hears after {p50:.2f} ms in the middle, {p95:.2f} ms in 95 of 100,"
            f" {most:.2f} ms at most, of {chosen.events} events\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
