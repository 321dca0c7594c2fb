"""The desk at its broker: hears the hall, gives signed orders, keeps the round; begins again from the broker alone."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Self

from controller.announce.error_messages import trouble
from controller.desk.view import HallView
from controller.errors import TavolaError
from controller.hall.errors import HallError
from controller.hall.messages import DeskStatus, OrderAnswer, TableOrder, decode, encode
from controller.hall.signing import signed, table_key, ticket
from controller.hall.topics import DESK, PUBLIC, Topic, parse_topic
from controller.outputs.mqtt.link import HallLink, Letter

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from controller.hall.membership import Membership
    from controller.hall.messages import HallRound
    from controller.outputs.mqtt.link import Arrived

_log: Final = logging.getLogger(__name__)

EXPIRES: Final = 30
"""Seconds after which the broker drops an order that its table has not heard."""
_REMEMBERED: Final = 4_000
"""Answers that are remembered."""


class Desk:
    """A desk.

    Attributes:
        link: the connection.
        refused: how many messages were none.
    """

    def __init__(
        self,
        membership: Membership,
        changed: Callable[[HallView], None] = lambda _: None,
        *,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Prepare the desk; entering it begins.

        Args:
            membership: the desk's.
            changed: told what is known, whenever that has changed, in the connection's thread.
            wall: returns seconds since 1970.

        Raises:
            OSError: the authority's certificate is none.
        """
        self.refused = 0
        self._membership, self._changed, self._wall = membership, changed, wall
        self._view = HallView(membership.hall)
        self._run = secrets.token_hex(8)
        self._answered = threading.Condition()
        self._answers: OrderedDict[str, OrderAnswer] = OrderedDict()
        status = str(Topic(membership.hall, DESK, "status"))
        self.link = HallLink(
            membership,
            (status, encode(DeskStatus(state="lost", since=self._now(), run=self._run))),
            (f"tavola/1/{membership.hall}/#",),
            self._hear,
            name=f"tavola-{membership.hall}-desk-{self._run}",
        )
        self.link.keep(status, encode(DeskStatus(state="ready", since=self._now(), run=self._run)))

    @property
    def connected(self) -> bool:
        """Whether there is a connection to the broker."""
        return self.link.connected

    def begin(self) -> None:
        """Begin to connect."""
        self.link.begin()

    @property
    def view(self) -> HallView:
        """What is known of the hall."""
        return self._view

    def orders(
        self, wanted: dict[str, tuple[str, ...]], who: str, why: str, seconds: float
    ) -> dict[str, OrderAnswer | None]:
        """Give each of some tables its order, and return their answers; None for one that has not answered in time.

        Args:
            wanted: the words of each table's order, as `tavola ctl` has them.
            who: who orders.
            why: the reason.
            seconds: how long is waited for the answers.

        Raises:
            HallError: there is no connection to the broker ("hall.no_broker").
        """
        marks = {table: self._send(table, words, who, why) for table, words in wanted.items()}
        until = time.monotonic() + seconds
        with self._answered:
            waiting = {mark for mark in marks.values() if mark}
            self._answered.wait_for(lambda: waiting <= self._answers.keys(), max(0.0, until - time.monotonic()))
            return {table: self._answers.get(mark) for table, mark in marks.items()}

    def way_in(self, table: str) -> str:
        """Return the address of a table's own page, with a ticket that admits once; empty where it has none."""
        known = self._view.tables.get(table)
        if known is None or known.about is None or known.status is None or not known.about.pages:
            return ""
        key = table_key(self._membership.order_key, self._membership.hall, table)
        return f"{known.about.pages}/enter#{ticket(key, known.status.run)}"

    def keep_round(self, whole: HallRound) -> None:
        """Have the broker keep the pairings of a round."""
        self.link.keep(str(Topic(self._membership.hall, DESK, "round")), encode(whole))

    def publish(self, table: str, payload: bytes) -> None:
        """Tell spectators of a table."""
        self.link.keep(f"{PUBLIC}/{self._membership.hall}/{table}", payload)

    def close(self) -> None:
        """Say that the desk has gone, and end."""
        status = str(Topic(self._membership.hall, DESK, "status"))
        self.link.keep(status, encode(DeskStatus(state="gone", since=self._now(), run=self._run)))
        self.link.close()

    def __enter__(self) -> Self:
        """Begin, and return this desk."""
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _now(self) -> float:
        """Return seconds since 1970."""
        return max(0.0, round(self._wall(), 3))

    def _send(self, table: str, words: tuple[str, ...], who: str, why: str) -> str:
        """Send an order, and return its mark; empty where the table is not there.

        Raises:
            HallError: "hall.no_broker".
        """
        known = self._view.tables.get(table)
        if known is None or known.status is None or known.does in {"lost", "gone"}:
            return ""
        hall, mark = self._membership.hall, secrets.token_hex(12)
        order = TableOrder(mark=mark, words=words, who=who, why=why, run=known.status.run)
        payload = encode(signed(order, table_key(self._membership.order_key, hall, table)))
        answer = str(Topic(hall, table, "answer", self._run))
        if not self.link.send(Letter(str(Topic(hall, table, "order")), payload, EXPIRES, answer, mark.encode())):
            raise HallError("hall.no_broker", why=self.link.trouble or "-")
        return mark

    def _hear(self, arrived: Arrived) -> None:
        """Take what comes; what is no message of a hall is counted and left."""
        try:
            topic = parse_topic(arrived.topic)
            if topic is not None and topic.kind == "answer":
                if topic.part == self._run and topic.table != DESK:
                    self._remember(decode(arrived.payload, OrderAnswer, arrived.topic))
                return
            after = self._view.heard(arrived.topic, arrived.payload, self._now())
        except TavolaError as error:
            self.refused += 1
            _log.info("left alone: %s", trouble(error))
            return
        if after is not self._view:
            self._view = after
            self._changed(after)

    def _remember(self, answer: OrderAnswer) -> None:
        """Remember an answer, for whoever waits for it."""
        with self._answered:
            self._answers[answer.mark] = answer
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
            self._answered.notify_all()
