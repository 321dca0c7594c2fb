"""Listener of the bus that tells a hall: what it hears becomes messages, and what the desk orders becomes an answer."""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, Self

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.hall.errors import HallError
from controller.hall.messages import (
    AboutTable,
    DeskStatus,
    OrderAnswer,
    TableOrder,
    TableStatus,
    decode,
    encode,
)
from controller.hall.signing import is_signed, ticket_mark
from controller.hall.topics import DESK, Topic, parse_topic
from controller.outputs.mqtt.discovery import discovery
from controller.outputs.mqtt.link import Arrived, HallLink, Letter
from controller.outputs.mqtt.results import result_of, results_of
from controller.outputs.mqtt.telling import ALERTS, Alerts, alerts_after, status_word, table_events, table_state
from controller.outputs.pages.shown.story import Story
from controller.outputs.pages.shown.telling import snapshot
from controller.record.errors import CodecError, JournalError
from controller.referee.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from controller.announce.language import Words
    from controller.hall.membership import Membership
    from controller.outputs.told import Told

_log: Final = logging.getLogger(__name__)

STATE_EVERY: Final = 0.5
"""Seconds between two states."""
_WAITING: Final = 8
"""Orders that wait for the referee."""
_REMEMBERED: Final = 512
"""Orders of which the answer is remembered, for one that comes again."""


@dataclass(frozen=True, slots=True)
class HallTable:
    """What a table says of itself.

    Attributes:
        membership: of the hall.
        words: the language of the table.
        folder: of the journals; None where nothing is kept.
        pages: the address of the table's pages; empty where there are none.
        discovery: Home Assistant is to find the table.
    """

    membership: Membership
    words: Words
    folder: Path | None = None
    pages: str = ""
    discovery: bool = False


class HallOutput:
    """Tells the hall of a table; an output of its bus.

    Attributes:
        link: the connection.
        run: tells this run of the program from any other.
        ordered: how many orders were carried out or refused by the referee.
    """

    def __init__(
        self,
        table: HallTable,
        carry_out: Callable[[TableOrder], OrderAnswer],
        *,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Begin to connect.

        Args:
            table: what the table says of itself.
            carry_out: carries an order out; waits for the referee.
            wall: returns seconds since 1970.
        """
        self.run = secrets.token_hex(8)
        self.ordered = 0
        self._table, self._carry_out, self._wall = table, carry_out, wall
        self._everybody = Story(everything=False, words=table.words)
        self._director = Story(everything=True, words=table.words)
        self._alerts = Alerts()
        self._status = ""
        self._over: tuple[str, bool] = ("", False)
        self._lock = threading.Lock()
        self._pending: list[str] = []
        self._results: dict[str, str] = {}
        self._looked = False
        self._tickets: set[str] = set()
        self._orders: queue.Queue[tuple[TableOrder, Arrived] | None] = queue.Queue(_WAITING)
        self._answers: OrderedDict[str, OrderAnswer | None] = OrderedDict()
        hall, name = table.membership.hall, table.membership.table
        self._desk = str(Topic(hall, DESK, "status"))
        self._desk_run = ""
        will = TableStatus(state="lost", since=self._now(), run=self.run)
        self.link = HallLink(
            table.membership,
            (self._topic("status"), encode(will)),
            (str(Topic(hall, name, "order")), self._desk),
            self._hear_hall,
            self._attend,
        )
        self._say_status("init")
        self._introduce()
        self.link.begin()
        self._worker = threading.Thread(target=self._work, name=f"hall-orders-{name}", daemon=True)
        self._worker.start()

    def hear(self, told: Told) -> None:
        """Tell the hall what is told."""
        self._everybody, self._director = self._everybody.heard(told), self._director.heard(told)
        now = self._now()
        everybody, director = snapshot(self._everybody, now), snapshot(self._director, now)
        if everybody is None or director is None:
            return
        self.link.keep(self._topic("state"), encode(table_state(everybody)), every=STATE_EVERY)
        for event in table_events(told, self._table.words, now):
            self.link.send(Letter(self._topic("event"), encode(event)))
        self._keep_alerts(alerts_after(self._alerts, told, director, self._table.words))
        self._say_status(status_word(director))
        self._mind_the_end(told)

    @property
    def told_all(self) -> bool:
        """Whether the broker has confirmed everything that there is to be told."""
        with self._lock:
            pending = bool(self._pending) or not self._looked
        return self.link.connected and not pending and not self.link.waiting

    def takes(self, given: str) -> bool:
        """Return whether a text is a ticket of the desk for this run of the table; each counts once."""
        mark = ticket_mark(given, self._table.membership.order_key, self.run)
        with self._lock:
            if not mark or mark in self._tickets:
                return False
            self._tickets.add(mark)
            return True

    def close(self) -> None:
        """Say that the table has gone, as far as that can be said at once, and end. May be called again."""
        self._say_status("gone")
        self.link.close()
        if self._worker.is_alive():
            try:
                self._orders.put_nowait(None)
            except queue.Full:
                _log.info("orders wait at the end")

    def __enter__(self) -> Self:
        """Return this output."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _now(self) -> float:
        """Return seconds since 1970."""
        return max(0.0, round(self._wall(), 3))

    def _topic(self, kind: str, part: str = "") -> str:
        """Return a topic of this table."""
        return str(Topic(self._table.membership.hall, self._table.membership.table, kind, part))

    def _introduce(self) -> None:
        """Say what the table is, and that of no reason it is known yet that it holds."""
        table, program = self._table, version("tavola")
        can = ("orders", *(("journals",) if table.folder is not None and table.pages else ()))
        about = AboutTable(
            table=table.membership.table, program=program, pages=table.pages, language=table.words.code, can=can
        )
        self.link.keep(self._topic("about"), encode(about))
        for kind in ALERTS:
            self.link.keep(self._topic("alert", kind), b"")
        if table.discovery:
            self.link.keep(*discovery(table.membership, program))

    def _say_status(self, state: str) -> None:
        """Say what the table does, where that is something else than before."""
        if state != self._status:
            self._status = state
            status = TableStatus(state=state, since=self._now(), run=self.run)
            self.link.keep(self._topic("status"), encode(status))

    def _keep_alerts(self, alerts: Alerts) -> None:
        """Tell the reasons that have changed."""
        for kind in ALERTS:
            now = alerts.find(kind)
            if now != self._alerts.find(kind):
                self.link.keep(self._topic("alert", kind), b"" if now is None else encode(now))
        self._alerts = alerts

    def _mind_the_end(self, told: Told) -> None:
        """Remember of which match the result is to be told, or taken back."""
        if told.known is None or not told.known.session:
            return
        over = (told.known.session, told.known.state.phase is Phase.OVER)
        before, self._over = self._over, over
        if over[1] and before != over:
            with self._lock:
                self._pending.append(over[0])
        elif not over[1] and before == (over[0], True):
            with self._lock:
                topic = self._results.pop(over[0], "")
            if topic:
                self.link.keep(topic, b"")

    def _attend(self) -> None:
        """Tell results: at the start those of the folder, then those of matches that have ended since."""
        folder = self._table.folder
        if folder is None:
            return
        if not self._looked:
            self._looked = True
            for result in results_of(folder):
                self._keep_result(folder, result.session)
        with self._lock:
            pending, self._pending = self._pending, []
        for session in pending:
            if not self._keep_result(folder, session):
                with self._lock:
                    if self._over == (session, True):  # it is still to be written
                        self._pending.append(session)

    def _keep_result(self, folder: Path, session: str) -> bool:
        """Tell the result of a match; return whether there was one."""
        try:
            result = result_of(folder / f"{session}.journal")
        except (JournalError, CodecError, OSError) as error:
            _log.info("%s has no result yet: %s", session, error)
            return False
        if result is None:
            return False
        topic = self._topic("result", result.match)
        with self._lock:
            self._results[session] = topic
        self.link.keep(topic, encode(result))
        return True

    def _hear_hall(self, arrived: Arrived) -> None:
        """Take what comes from the hall; what is no message of it is logged and left."""
        topic = parse_topic(arrived.topic)
        try:
            if arrived.topic == self._desk:
                self._hear_desk(decode(arrived.payload, DeskStatus, arrived.topic))
            elif topic is not None and topic.kind == "order" and not arrived.retained:
                self._take_order(decode(arrived.payload, TableOrder, arrived.topic), arrived)
        except TavolaError as error:
            _log.info("left alone: %s", trouble(error))

    def _hear_desk(self, status: DeskStatus) -> None:
        """Tell everything again to a desk that begins."""
        if status.state == "ready" and status.run != self._desk_run:
            self._desk_run = status.run
            self.link.tell_again()

    def _take_order(self, order: TableOrder, arrived: Arrived) -> None:
        """Let an order wait for the referee; one that has come before is answered as it was."""
        if order.mark in self._answers:
            known = self._answers[order.mark]
            if known is not None:
                self._answer(known, arrived)
            return
        if not is_signed(arrived.payload, self._table.membership.order_key):
            self._answer(_refused(order, HallError("hall.not_signed")), arrived)
        elif order.run != self.run:
            self._answer(_refused(order, HallError("hall.other_run")), arrived)
        else:
            try:
                self._orders.put_nowait((order, arrived))
            except queue.Full:
                self._answer(_refused(order, HallError("hall.busy")), arrived)
                return
            self._answers[order.mark] = None
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)

    def _work(self) -> None:
        """Have orders carried out, one after the other."""
        while (waiting := self._orders.get()) is not None:
            order, arrived = waiting
            try:
                answer = self._carry_out(order)
            except Exception:  # noqa: BLE001 - the boundary of an order: the next one is carried out
                _log.warning("an order of the desk has failed", exc_info=True)
                answer = _refused(order, HallError("hall.failed"))
            self.ordered += 1
            self._answers[order.mark] = answer
            self._answer(answer, arrived)

    def _answer(self, answer: OrderAnswer, arrived: Arrived) -> None:
        """Answer where that is wanted: on a topic of this table, and nowhere else."""
        to = parse_topic(arrived.answer_to)
        membership = self._table.membership
        if to is not None and (to.hall, to.table, to.kind) == (membership.hall, membership.table, "answer"):
            self.link.send(Letter(str(to), encode(answer), mark=arrived.mark[:64]))


def _refused(order: TableOrder, why: HallError) -> OrderAnswer:
    """Return the answer to an order that the referee is not told of."""
    return OrderAnswer(mark=order.mark, done=False, lines=(trouble(why),), key=why.key)
