"""What tests of a hall need beside a broker: a desk that only listens, and tables that play a short match."""

from __future__ import annotations

import time
from dataclasses import replace
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar

from controller.announce.language import Words
from controller.hall.messages import (
    DeskStatus,
    HallMessage,
    OrderAnswer,
    TableOrder,
    TableResult,
    TableState,
    TableStatus,
    decode,
    encode,
)
from controller.hall.signing import signed, table_key
from controller.hall.topics import DESK, Topic, parse_topic
from controller.outputs.mqtt.link import Arrived, HallLink, Letter
from controller.outputs.mqtt.listener import HallOutput, HallTable
from tests.controller.outputs.pages.played import RUN, kept
from tests.rigs.mosquitto import HALL, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Self

    from controller.hall.membership import Membership
    from controller.record.journal.writer import Journal

_Kind = TypeVar("_Kind", bound=HallMessage)
SHORT = """
match 1
setup
open 3 1
play 8/5 6/5
lift
say two resign-single
say one confirm
"""
"""A match that ends at once."""


def carried(order: TableOrder) -> OrderAnswer:
    """Return the answer of a referee who does what is ordered."""
    return OrderAnswer(mark=order.mark, done=True, lines=(" ".join(order.words),))


def a_table(
    member: Membership,
    folder: Path | None = None,
    carry_out: Callable[[TableOrder], OrderAnswer] = carried,
    off: float = 0.0,
) -> HallOutput:
    """Return a table's output; its clock may be off by some seconds."""
    return HallOutput(HallTable(member, Words(), folder), carry_out, wall=lambda: time.time() + off)


def finished(folder: Path, number: int = 1) -> Journal:
    """Return the journal of a match that is over; it is closed."""
    path = folder / f"match-{number:04}.journal"
    run = replace(RUN, wall=RUN.wall + number + len(folder.name) * 1000.0, boot=folder.name)
    journal = kept(path, SHORT, run=run)
    journal.close()
    return journal


class Ear:
    """A desk that listens.

    Attributes:
        link: its connection.
        heard: everything, in order.
        kept: what the broker keeps, by topic.
    """

    def __init__(self, member: Membership, topics: tuple[str, ...] = (f"tavola/1/{HALL}/#",), name: str = "") -> None:
        """Listen to some topics."""
        self.heard: list[Arrived] = []
        self.kept: dict[str, bytes] = {}
        self.member = member
        status = str(Topic(HALL, DESK, "status"))
        run = token_hex(4)
        self.link = HallLink(
            member,
            (status, encode(DeskStatus(state="lost", since=0.0, run=run))),
            topics,
            self._hear,
            name=name or f"ear-{run}",
        )

    def _hear(self, arrived: Arrived) -> None:
        """Remember what has come."""
        self.heard.append(arrived)
        if arrived.payload:
            self.kept[arrived.topic] = arrived.payload
        else:
            self.kept.pop(arrived.topic, None)

    def __enter__(self) -> Self:
        """Begin."""
        self.link.begin()
        assert until(lambda: self.link.connected), self.link.trouble
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self.link.close()

    def status(self, table: str) -> TableStatus | None:
        """Return a table's status."""
        return self._find(table, "status", TableStatus)

    def state(self, table: str) -> TableState | None:
        """Return a table's state."""
        return self._find(table, "state", TableState)

    def _find(self, table: str, what: str, kind: type[_Kind]) -> _Kind | None:
        """Return a message that is kept."""
        payload = self.kept.get(str(Topic(HALL, table, what)))
        return None if payload is None else decode(payload, kind)

    def does(self, table: str) -> str:
        """Return what a table does."""
        status = self.status(table)
        return "" if status is None else status.state

    def results(self) -> list[TableResult]:
        """Return all results that are kept."""
        found = [(parse_topic(topic), payload) for topic, payload in self.kept.items()]
        return [
            decode(payload, TableResult) for topic, payload in found if topic is not None and topic.kind == "result"
        ]

    def order(self, table: str, *words: str, **change: Any) -> TableOrder:
        """Send an order to a table, and return it; what is said is changed after it was signed."""
        status = self.status(table)
        assert status is not None
        order = TableOrder(mark=token_hex(8), words=words, who="Carla", why="a test", run=status.run)
        order = replace(signed(order, table_key(self.member.order_key, HALL, table)), **change)
        self.send(table, order)
        return order

    def send(self, table: str, order: TableOrder) -> None:
        """Send an order as it is."""
        to, answer = str(Topic(HALL, table, "order")), str(Topic(HALL, table, "answer", "ear"))
        assert self.link.send(Letter(to, encode(order), 30, answer, order.mark.encode()))

    def answers(self, order: TableOrder) -> list[OrderAnswer]:
        """Return the answers to an order so far."""
        found = [(parse_topic(one.topic), one) for one in self.heard]
        told = [
            decode(one.payload, OrderAnswer) for topic, one in found if topic is not None and topic.kind == "answer"
        ]
        return [one for one in told if one.mark == order.mark]
