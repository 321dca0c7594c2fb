"""Delay and cost of a hall: `python -m tests.benchmarks.hall [--tables 10 100 500] [--seconds 40] [--every 1]`.

Tables are connections as tables have them, encrypted and each with its thread, some hundred in a process; what they
tell is what a table tells of a match, recorded once, a state and an event each time. A desk in a process of its own
notes when each comes. Printed are the seconds from when something is told to when the desk knows it, what tables,
broker and desk take of a core, and of memory, messages a second, and how long a desk that begins then takes until it
knows all tables. Where messages a second fall short of what the tables should tell, the computer was too slow for them.
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
SHARE: Final = 200
"""Tables in a process, so that one interpreter does not set the pace."""
QUIET: Final = 3.0
"""Seconds without an event after which a desk has heard all that was told."""
CONNECTING: Final = 240.0
"""Seconds in which all tables have to be connected."""


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
        cost, memory = time.process_time() - before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        known = -1
        while len(late) != known:  # what is on its way still comes
            known = len(late)
            time.sleep(QUIET)
        said.send((late, cost, memory, len(desk.view.tables)))
        said.recv()


def of_process(pid: int) -> tuple[float, float]:
    """Return the seconds of a core that a process has taken, and the megabytes that it has."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def play(members: tuple[Membership, ...], seconds: float, every: float, said: Connection) -> None:
    """Be some tables: tell moments for some seconds, and how many messages those were, in what time, at what cost."""
    moments, rng = recorded(), random.Random(members[0].table)
    links = [a_link(one) for one in members]
    for link in links:
        link.begin()
        time.sleep(0.01)
    said.send(until(lambda: all(link.connected for link in links), CONNECTING))
    said.recv()
    before, began, sent = time.process_time(), time.monotonic(), 0
    begun = [began + rng.random() * every for _ in members]
    turn = [rng.randrange(len(moments)) for _ in members]
    while time.monotonic() - began < seconds:
        at = min(range(len(members)), key=begun.__getitem__)
        time.sleep(max(0.0, begun[at] - time.monotonic()))
        begun[at] += every
        turn[at] += 1
        sent += tell(links[at], members[at].table, moments[turn[at] % len(moments)], turn[at])
    took, cost = time.monotonic() - began, time.process_time() - before
    until(lambda: not any(link.waiting for link in links), 10)
    said.send((sent, took, cost))
    said.recv()
    for link in links:
        link._closing.set()
    for link in links:
        link.close()


def measured(count: int, seconds: float, every: float, processes: int) -> str:
    """Return the figures of a hall of so many tables, in so many processes."""
    names = tuple(f"table-{number}" for number in range(1, count + 1))
    apart = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as made, Broker(Path(made), names) as broker:
        said, other = multiprocessing.Pipe()
        desk = apart.Process(target=watch, args=(broker.desk, other), daemon=True)
        desk.start()
        said.recv()
        playing = []
        for part in range(processes):
            here, there = multiprocessing.Pipe()
            members = tuple(broker.tables[name] for name in names[part::processes])
            one = apart.Process(target=play, args=(members, seconds, every, there), daemon=True)
            one.start()
            playing.append((one, here))
        assert all(here.recv() for _, here in playing), "not all tables have come"
        time.sleep(2.0)
        cpu, _ = of_process(broker.pid)
        said.send("count")
        for _, here in playing:
            here.send("begin")
        played = [here.recv() for _, here in playing]
        sent, took, cost = sum(one[0] for one in played), max(one[1] for one in played), sum(one[2] for one in played)
        time.sleep(0.5)
        used, memory = of_process(broker.pid)
        said.send("stop")
        late, desk_cpu, desk_memory, known = said.recv()
        whole = time.monotonic()
        with Desk(broker.desk) as again:
            assert until(lambda: sum(one.state is not None for one in again.view.tables.values()) == count, 60)
            whole = time.monotonic() - whole
        said.send("end")
        for one, here in playing:
            here.send("end")
            one.join(60)
        desk.join(10)
    p50, p99, worst = np.percentile(late, (50, 99, 100)) * 1000
    lost = sent // 2 - len(late)
    return (
        f"{count:4} tables: {sent / took:6.0f} messages/s of {2 * count / every:.0f};"
        f" event to desk p50 {p50:.1f} ms, p99 {p99:.0f} ms,"
        f" worst {worst:.0f} ms ({len(late)} events, {lost} lost);"
        f" broker {100 * (used - cpu) / took:.1f} % of a core, {memory:.0f} MB;"
        f" desk with pages {100 * desk_cpu / took:.0f} %, {desk_memory:.0f} MB, {known} tables known;"
        f" tables {100 * cost / took:.0f} % in {processes} processes;"
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
    parser.add_argument("--processes", type=int, default=0, help="of tables (default: one for each 200)")
    chosen = parser.parse_args()
    os.nice(NICE)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 16_384), files))
    for count in chosen.tables:
        processes = chosen.processes or -(-count // SHARE)
        sys.stdout.write(f"{measured(count, chosen.seconds, chosen.every, processes)}\n")
        sys.stdout.flush()
    return 0
