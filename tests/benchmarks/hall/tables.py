"""Delay and cost of a hall: `python -m tests.benchmarks.hall [--tables 10 100 500] [--seconds 40] [--every 1]`.

Tables are connections as tables have them, encrypted and each with its thread, in one process; what they tell is what a
table tells of a match, recorded once, a state and an event each time. A desk in a process of its own notes when
each comes. Printed are the seconds from when something is told to when the desk knows it, what broker and desk take
of a core and of memory, messages a second, and how long a desk that begins then takes until it knows all tables.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from controller.announce.language import Words
from controller.desk.desk import Desk
from controller.desk.server import HallServer
from controller.hall.messages import AboutTable, TableEvent, TableState, TableStatus, decode, encode
from controller.hall.topics import Topic
from controller.outputs.mqtt.link import Arrived, HallLink, Letter
from controller.outputs.mqtt.telling import table_events, table_state
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import snapshot
from controller.web.address import PageAddress
from controller.web.served import Served
from tests.controller.outputs.pages.played import told
from tests.rigs.mosquitto import HALL, Broker, until

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from controller.hall.membership import Membership

NICE: Final = 5


@dataclass(frozen=True, slots=True)
class Moment:
    """What a table tells at one moment."""

    state: TableState
    event: TableEvent


def recorded() -> tuple[Moment, ...]:
    """Return what a table tells of a match."""
    story, found = Story(everything=False), []
    for one in told():
        story = story.heard(one)
        shown, events = snapshot(story, 1.0), table_events(one, Words(), 1.0)
        if shown is not None and events:
            found.append(Moment(table_state(shown), events[-1]))
    return tuple(found)


def watch(member: Membership, said: Connection) -> None:
    """Be the desk with its pages: note how late each event comes, and what it costs."""
    late: list[float] = []
    with HallServer(Served(PageAddress("127.0.0.1", 0), Words()), (desk := Desk(member))):
        taken = desk.link._hear

        def hear(arrived: Arrived) -> None:
            taken(arrived)
            if arrived.topic.endswith("/event"):
                late.append(time.time() - decode(arrived.payload, TableEvent).at)

        desk.link._hear = hear
        said.send("ready")
        said.recv()
        late.clear()
        before = time.process_time()
        said.recv()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        said.send((late, time.process_time() - before, memory, len(desk.view.tables)))
        said.recv()


def of_process(pid: int) -> tuple[float, float]:
    """Return the seconds of a core that a process has taken, and the megabytes that it has."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(count: int, seconds: float, every: float) -> str:
    """Return the figures of a hall of so many tables."""
    moments, rng = recorded(), random.Random(count)
    names = tuple(f"table-{number}" for number in range(1, count + 1))
    with tempfile.TemporaryDirectory() as made, Broker(Path(made), names) as broker:
        said, other = multiprocessing.Pipe()
        desk = multiprocessing.get_context("spawn").Process(target=watch, args=(broker.desk, other), daemon=True)
        desk.start()
        said.recv()
        links = [a_link(broker.tables[name]) for name in names]
        for link in links:
            link.begin()
            time.sleep(0.01)
        assert until(lambda: all(link.connected for link in links), 240)
        time.sleep(2.0)
        cpu, _ = of_process(broker.pid)
        said.send("count")
        began, sent = time.monotonic(), 0
        begun = [began + rng.random() * every for _ in names]
        turn = [rng.randrange(len(moments)) for _ in names]
        while time.monotonic() - began < seconds:
            at = min(range(count), key=begun.__getitem__)
            time.sleep(max(0.0, begun[at] - time.monotonic()))
            begun[at] += every
            turn[at] += 1
            sent += tell(links[at], names[at], moments[turn[at] % len(moments)], turn[at])
        took = time.monotonic() - began
        until(lambda: not any(link.waiting for link in links), 10)
        time.sleep(0.5)
        used, memory = of_process(broker.pid)
        said.send("stop")
        late, desk_cpu, desk_memory, known = said.recv()
        whole = time.monotonic()
        with Desk(broker.desk) as again:
            assert until(lambda: sum(one.state is not None for one in again.view.tables.values()) == count, 60)
            whole = time.monotonic() - whole
        said.send("end")
        desk.join(10)
        for link in links:
            link._closing.set()
        for link in links:
            link.close()
    p50, p99, worst = np.percentile(late, (50, 99, 100)) * 1000
    lost = sent // 2 - len(late)
    return (
        f"{count:4} tables: {sent / took:6.0f} messages/s; event to desk p50 {p50:.1f} ms, p99 {p99:.0f} ms,"
        f" worst {worst:.0f} ms ({len(late)} events, {lost} lost);"
        f" broker {100 * (used - cpu) / took:.1f} % of a core, {memory:.0f} MB;"
        f" desk with pages {100 * desk_cpu / took:.0f} %, {desk_memory:.0f} MB, {known} tables known;"
        f" a new desk knows all after {whole:.2f} s"
    )


def a_link(member: Membership) -> HallLink:
    """Return a table's connection, with what it tells at its beginning."""
    status = str(Topic(HALL, member.table, "status"))
    run = "5f" * 4
    link = HallLink(
        member,
        (status, encode(TableStatus(state="lost", since=1.0, run=run))),
        (str(Topic(HALL, member.table, "order")), str(Topic(HALL, "desk", "status"))),
        lambda _: None,
    )
    link.keep(status, encode(TableStatus(state="playing", since=1.0, run=run)))
    link.keep(str(Topic(HALL, member.table, "about")), encode(AboutTable(table=member.table, program="0.1")))
    return link


def tell(link: HallLink, name: str, moment: Moment, seq: int) -> int:
    """Tell a moment as it is now; return how many messages that were."""
    now = time.time()
    link.keep(str(Topic(HALL, name, "state")), encode(replace(moment.state, seq=seq, at=now)), every=0.5)
    link.send(Letter(str(Topic(HALL, name, "event")), encode(replace(moment.event, seq=seq, at=now))))
    return 2


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500])
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two moments of a table (default 1)")
    chosen = parser.parse_args()
    os.nice(NICE)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 16_384), files))
    for count in chosen.tables:
        sys.stdout.write(f"{measured(count, chosen.seconds, chosen.every)}\n")
        sys.stdout.flush()
    return 0
