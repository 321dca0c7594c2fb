"""Server of a hall's pages: what the desk knows, drawn four times a second at most, and told to everybody later."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from controller.desk.desk import Desk
from controller.desk.site import HallSite
from controller.desk.standings import paired, standings
from controller.desk.view import HallView, desk_json, public_json, result_json
from controller.web.channel import Channel
from controller.web.gate import Gate
from controller.web.server import WebServer

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.desk.following import Following
    from controller.web.served import Served

PACE: Final = 0.25
"""Seconds between two looks at what has changed."""
_BEATS: Final = 4
"""Looks after which a page is told that the desk is there."""


class HallServer(WebServer):
    """Serves the pages of a hall.

    Attributes:
        hall: what is known of it.
        admission: who may enter the desk.
    """

    def __init__(
        self,
        served: Served,
        hall: Desk | Following,
        *,
        wall: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to serve, and to connect.

        Args:
            served: how; its delay is that of the spectators.
            hall: what is known: a desk at its broker, or tables that are followed without one.
            wall: returns seconds since 1970.
            clock: returns seconds, never going back.

        Raises:
            PagesError: see `WebServer`.
        """
        gate = Gate(secure=served.secure, clock=clock, cookie="tavola_desk")
        self.admission = gate.admission
        self._delay, self._wall, self._clock = served.delay, wall, clock
        run = token_hex(4)
        self._session = run
        self.director, self.everybody = Channel(run), Channel(run)
        self.hall = hall
        self._drawn: HallView | None = None
        self._connected = False
        self._later: deque[tuple[float, HallView]] = deque()
        self._told: dict[str, bytes] = {}
        desk = hall if isinstance(hall, Desk) else None
        made = HallSite(desk, self.director, self.everybody, gate, served.own_names, served.words)
        super().__init__(served, made.application(), "tavola-hall", beside=self._draw, ending=self._close_streams)
        hall.begin()

    @property
    def desk_url(self) -> str:
        """The address that admits to the desk. What stands behind the # is never sent: the page there exchanges it."""
        return f"{self.url}/enter#{self.admission.token}"

    def close(self) -> None:
        """End the connection and the serving."""
        self.hall.close()
        super().close()

    async def _draw(self) -> None:
        """Tell the pages what has changed, and every second that the desk is there."""
        looks = 0
        while True:
            view, connected = self.hall.view, self.hall.connected
            if view is not self._drawn or connected is not self._connected:
                self._drawn, self._connected = view, connected
                self.director.publish(self._for_director(view))
                self._later.append((self._clock() + self._delay, view))
            self._tell_everybody()
            if looks % _BEATS == 0:
                beat = {"live": connected, "at": round(self._wall(), 3)}
                self.director.beat(beat)
                self.everybody.beat({**beat, "at": round(self._wall() - self._delay, 3)})
            looks += 1
            await asyncio.sleep(PACE)

    def _tell_everybody(self) -> None:
        """Tell spectators what was known when the delay began: whole, clocks and all."""
        now, due = self._clock(), None
        while self._later and self._later[0][0] <= now:
            due = self._later.popleft()[1]
        if due is None:
            return
        self.everybody.publish(self._for_everybody(due))
        for name, table in due.tables.items():
            payload = json.dumps(public_json(table), ensure_ascii=False, separators=(",", ":")).encode()
            if self._told.get(name) != payload:
                self._told[name] = payload
                self.hall.publish(name, payload)

    def _for_director(self, view: HallView) -> dict[str, Any]:
        """Return what the desk's page draws: a field a table, so that only those that changed are sent."""
        whole = view.round
        results = [(table, one) for (table, _), one in view.results.items()]
        return {
            "format": "tavola-hall",
            "version": 1,
            "session": self._session,
            "hall": view.hall,
            "connected": self._connected,
            "order": [one.name for one in view.in_order],
            "results": [result_json(*one) for one in sorted(results, key=lambda one: (one[1].ended, one[1].match))],
            "round": None
            if whole is None
            else {
                "title": whole.title,
                "format": whole.format,
                "pairings": [
                    {"table": one.pairing.table, "names": list(one.pairing.names), "length": one.pairing.length}
                    | {"preset": one.pairing.preset, "clock": one.pairing.clock, "group": one.pairing.group}
                    | {"score": None if one.result is None else _score(one.pairing.names, one.result)}
                    for one in paired(whole, results)
                ],
                "standings": [
                    {"name": one.name, "group": one.group, "won": one.won, "lost": one.lost, "points": one.points}
                    | {"against": one.against, "lives": one.lives, "out": one.out, "to_play": one.to_play}
                    for one in standings(whole, results)
                ],
            },
            **{f"table:{name}": desk_json(one) for name, one in view.tables.items()},
        }

    def _for_everybody(self, view: HallView) -> dict[str, Any]:
        """Return what the spectators' page draws."""
        names = sorted(view.tables, key=lambda name: (len(name), name))
        return {
            "format": "tavola-hall",
            "version": 1,
            "session": self._session,
            "hall": view.hall,
            "order": names,
            **{f"table:{name}": public_json(view.tables[name]) for name in names},
        }

    def _close_streams(self) -> None:
        """End every stream."""
        for channel in (self.director, self.everybody):
            channel.close()


def _score(names: tuple[str, str], result: Any) -> list[int]:
    """Return the score of a result in the order in which a pairing names the players."""
    turned = names[0].casefold() != result.names[0].casefold()
    return list(reversed(result.score)) if turned else list(result.score)
