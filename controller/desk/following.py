"""Tables followed without a broker, by the event streams of their pages: what everybody may see, and no orders."""

from __future__ import annotations

import http.client
import json
import logging
import threading
import time
import urllib.parse
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

from controller.desk.view import HallView, TableView
from controller.errors import TavolaError
from controller.foreign import Limits, parsed
from controller.hall.errors import HallError
from controller.hall.messages import LONGEST_LINE, AboutTable, TableAlert, TableState, TableStatus, decode
from controller.web.change import changed

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

_log: Final = logging.getLogger(__name__)

MOST: Final = 20
"""Tables that are followed: each is a connection and a thread."""
_LARGEST: Final = 1 << 20
"""Bytes of an event of a stream."""
_LIMITS: Final = Limits(size=_LARGEST, line=_LARGEST, digits=100)
_SILENT: Final = 5.0
"""Seconds without a word after which a table counts as lost; its stream has a beat every second."""
_AGAIN: Final = 2.0
"""Seconds after which a table that was lost is tried again."""
_WANTED: Final = {"illegal": "illegal", "differs": "illegal", "unsure": "unsure"}
_ASKING: Final = frozenset({"correcting", "asking"})


def parse_table(text: str) -> str:
    """Return the address of a table's pages, as it is followed.

    Raises:
        HallError: it is none ("hall.no_table_address").
    """
    whole = text if "://" in text else f"http://{text}"
    try:
        parts = urllib.parse.urlsplit(whole)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named or parts.scheme not in {"http", "https"} or parts.path not in {"", "/"} or not text.isascii():
        raise HallError("hall.no_table_address", text=text)
    return f"{parts.scheme}://{parts.netloc}"


def state_of_page(shown: dict[str, Any]) -> TableState:
    """Return the state of a table by the snapshot of its pages.

    Raises:
        ForeignError, HallError: it is no such snapshot.
    """
    board, clock, cube, verdict = (_part(shown, name) for name in ("board", "clock", "cube", "verdict"))
    plain = {
        "session": shown.get("session"),
        "seq": shown.get("number"),
        "game": shown.get("game_number"),
        "variant": shown.get("game"),
        "checkers": [board.get("one"), board.get("two")],
        "unentered": board.get("unentered", [0, 0]),
        "dice": _part(shown, "dice").get("values"),
        "cube": {name: cube.get(name) for name in ("value", "owner", "offered", "offered_by")},
        "clock": None
        if not clock
        else {"left": clock.get("reserve")}
        | {name: clock.get(name) for name in ("delay", "delay_left", "running", "paused", "flagged")},
        "verdict": verdict.get("kind", ""),
        "said": str(verdict.get("text", ""))[:LONGEST_LINE],
    }
    same = ("at", "names", "length", "score", "crawford", "phase", "turn", "winner", "position_id", "dark", "home")
    return decode(json.dumps({**plain, **{name: shown.get(name) for name in same}}).encode(), TableState, "the page")


def _part(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an object within a snapshot; an empty one where there is none."""
    part = shown.get(name)
    return part if isinstance(part, dict) else {}


def table_by_page(table: TableView, shown: dict[str, Any], run: str) -> TableView:
    """Return what is known of a table after a snapshot of its pages.

    Raises:
        ForeignError, HallError: it is none.
    """
    state = state_of_page(shown)
    kind = _WANTED.get(state.verdict, "") if state.phase in _ASKING else ""
    before = table.alerts.get(kind)
    since = state.at if before is None else before.since
    alerts = {kind: TableAlert(kind=kind, since=since, text=state.said, session=state.session)} if kind else {}
    does = "asking" if state.phase in _ASKING else "ready" if state.phase == "over" else "playing"
    status = TableStatus(state=does, since=state.at, run=run)
    return replace(table, state=state, status=status, alerts=MappingProxyType(alerts))


class Following:
    """Tables that are followed.

    Attributes:
        refused: how much of what came was none.
    """

    def __init__(self, addresses: tuple[str, ...], *, wall: Callable[[], float] = time.time) -> None:
        """Take the addresses of their pages; entering it begins.

        Raises:
            HallError: one is none, or there are too many ("hall.too_many").
        """
        if not 0 < len(addresses) <= MOST:
            raise HallError("hall.too_many", most=MOST)
        self.refused = 0
        self._wall = wall
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._addresses = {f"table-{number}": parse_table(text) for number, text in enumerate(addresses, start=1)}
        tables = {
            name: TableView(name, about=AboutTable(table=name, program="", pages=address))
            for name, address in self._addresses.items()
        }
        self.view = HallView("tables", MappingProxyType(tables))
        self._threads = [
            threading.Thread(target=self._follow, args=one, name=f"hall-{one[0]}", daemon=True)
            for one in self._addresses.items()
        ]

    @property
    def connected(self) -> bool:
        """Whether any table is heard."""
        return any(table.does not in {"", "lost"} for table in self.view.tables.values())

    def begin(self) -> None:
        """Begin to follow."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End. Threads that wait for a table end by themselves."""
        self._ending.set()

    def publish(self, table: str, payload: bytes) -> None:
        """Do nothing: there is nobody to be told but the pages."""

    def __enter__(self) -> Self:
        """Begin."""
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""
        self.close()

    def _follow(self, name: str, address: str) -> None:
        """Follow a table until the end."""
        while not self._ending.is_set():
            try:
                self._listen(name, address)
            except (OSError, http.client.HTTPException, TavolaError) as error:
                _log.info("%s, %s: %s", name, address, error)
            except Exception:  # noqa: BLE001 - the boundary of a table: the others are followed
                self.refused += 1
                _log.warning("%s, %s cannot be followed", name, address, exc_info=True)
            self._is_lost(name)
            self._ending.wait(_AGAIN)

    def _listen(self, name: str, address: str) -> None:
        """Hear a table's stream until it ends.

        Raises:
            OSError, HTTPException: it cannot be reached, or is lost.
            ForeignError, HallError: what comes is no stream of a table.
        """
        parts = urllib.parse.urlsplit(address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        asking = kind(parts.hostname or "", parts.port, timeout=_SILENT)
        try:
            asking.request("GET", "/events", headers={"Accept": "text/event-stream"})
            stream = asking.getresponse()
            if stream.status != http.client.OK:
                raise http.client.HTTPException(f"status {stream.status}")
            shown: dict[str, Any] | None = None
            event = ""
            while not self._ending.is_set():
                line = stream.readline(_LARGEST + 1)
                if not line.endswith(b"\n"):
                    raise http.client.HTTPException("the stream has ended")
                field, _, value = line.decode("utf-8", errors="replace").rstrip("\r\n").partition(": ")
                if field == "event":
                    event = value
                elif field == "data":
                    shown = self._hear(name, event, value, shown)
        finally:
            asking.close()

    def _hear(self, name: str, event: str, value: str, shown: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return the snapshot after an event of a stream.

        Raises:
            ForeignError, HallError: it is none.
        """
        told: dict[str, Any] = parsed(value, "the stream", json.loads, _LIMITS)
        if not isinstance(told, dict):
            raise HallError("hall.no_table_address", text=name)
        if event == "beat":
            if told.get("live") is not True:
                self._is_lost(name)
            elif shown is not None and self.view.tables[name].does == "lost":
                self._is(name, lambda table: table_by_page(table, shown, name))
            return shown
        if event == "change" and shown is not None:
            before = shown
            told = parsed(value, "the stream", lambda text: changed(before, json.loads(text)), _LIMITS)
        elif event != "snapshot":
            return shown
        self._is(name, lambda table: table_by_page(table, told, name))
        return told

    def _is_lost(self, name: str) -> None:
        """Note that a table is not heard."""
        now = max(0.0, self._wall())
        if self.view.tables[name].does != "lost":
            status = TableStatus(state="lost", since=now, run=name)
            self._is(name, lambda table: replace(table, status=status))

    def _is(self, name: str, after: Callable[[TableView], TableView]) -> None:
        """Change what is known of a table."""
        with self._lock:
            table = replace(after(self.view.tables[name]), heard=self._wall())
            self.view = replace(self.view, tables=MappingProxyType({**self.view.tables, name: table}))
