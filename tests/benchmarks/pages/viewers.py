"""Cost and delay of the pages with many viewers: `python -m tests.benchmarks.pages.viewers [--viewers 200]`.

Viewers are streams of another process on this computer, which reads what comes and notes when. Printed are the seconds
from when the bus tells something to when each viewer has it, the share of a core that the server takes between
events, and what its memory grows by over many events and new connections, twice.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import selectors
import socket
import sys
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.language import Words
from controller.outputs.pages.server import PageServer
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.played import told

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

IDLE_S: Final = 10.0
"""Seconds over which the cost between events is taken."""
PAUSED_AFTER: Final = 50
"""Events after which the server is given a hundredth of a second."""


def watch(port: int, viewers: int, said: Connection) -> None:
    """Open streams, and send for each event how late every viewer had it: (its count, when) as they come."""
    waiting = selectors.DefaultSelector()
    rests: dict[int, bytes] = {}
    for _ in range(viewers):
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        waiting.register(stream, selectors.EVENT_READ)
        rests[stream.fileno()] = b""
    said.send("ready")
    while not said.poll(0):
        found: list[tuple[int, float]] = []
        for key, _ in waiting.select(0.05):
            stream = key.fileobj  # type: ignore[assignment]
            came = stream.recv(1 << 16)
            now = time.monotonic()
            if not came:
                waiting.unregister(stream)
                continue
            *lines, rest = (rests[key.fd] + came).split(b"\n")
            rests[key.fd] = rest
            found += [(int(line.rpartition(b".")[2]), now) for line in lines if line.startswith(b"id: ")]
        if found:
            said.send(found)


def reconnect(port: int, times: int) -> None:
    """Open a stream and leave it again, many times."""
    for _ in range(times):
        with socket.create_connection(("127.0.0.1", port)) as stream:
            stream.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            stream.recv(4096)


def memory() -> float:
    """Return the megabytes that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def cpu() -> float:
    """Return the seconds of processor that this process has had."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--events", type=int, default=100, help="for the delay")
    parser.add_argument("--many", type=int, default=10_000, help="events for the memory")
    parser.add_argument("--reconnects", type=int, default=1_000)
    chosen = parser.parse_args(arguments)
    match = [one for one in told() if one.known is not None]
    with PageServer(Served(PageAddress(port=0), Words())) as server:
        server.hear(match[0])
        here, there = multiprocessing.Pipe()
        watching = multiprocessing.get_context("spawn").Process(target=watch, args=(server.port, chosen.viewers, there))
        watching.start()
        here.recv()
        time.sleep(3.0)
        began, used = time.monotonic(), cpu()
        while time.monotonic() - began < IDLE_S:
            server.alive(0.0)
            time.sleep(0.1)
        idle = (cpu() - used) / (time.monotonic() - began)
        while here.poll(0):
            here.recv()
        sent: dict[int, float] = {}
        delays: list[float] = []
        for number, one in enumerate(islice(cycle(match), chosen.events), 2):
            sent[number] = time.monotonic()
            server.hear(one)
            until = time.monotonic() + 0.3
            while time.monotonic() < until:
                if here.poll(0.02):
                    delays += [at - sent[count] for count, at in here.recv() if count in sent]
        here.send("end")
        while watching.is_alive():
            if here.poll(0.1):
                here.recv()
        held = [memory()]
        for half in range(2):
            for number, one in enumerate(islice(cycle(match), chosen.many)):
                known = one.known
                assert known is not None
                server.hear(replace(one, known=replace(known, number=half * chosen.many + number)))
                if number % PAUSED_AFTER == 0:
                    time.sleep(0.01)  # or what waits for the server would be measured
            reconnect(server.port, chosen.reconnects)
            time.sleep(2.0)
            held.append(memory())
    p50, p95, p99 = np.percentile(delays, (50, 95, 99)) * 1000
    heard = f"{len(delays)} of {chosen.viewers * chosen.events} heard"
    sys.stdout.write(
        f"{chosen.viewers} viewers: from the bus to the viewer {p50:.0f} ms in the middle, {p95:.0f} ms in 95 of 100,"
        f" {p99:.0f} ms in 99 of 100 ({heard}); {100 * idle:.1f} % of a core between events;"
        f" {held[1] - held[0]:+.1f} MB over {chosen.many} events and {chosen.reconnects} new connections, which fill"
        f" what is kept for whoever comes again, {held[2] - held[1]:+.1f} MB over as many more\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
