"""Server of the pages: a thread that serves them, fed by the bus, begun and ended by whoever sits at the table."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, Self

import uvicorn

from controller.outputs.pages.address import own_addresses, own_names, url
from controller.outputs.pages.admission import Admission
from controller.outputs.pages.channel import Channel
from controller.outputs.pages.errors import PagesError
from controller.outputs.pages.serving import bound, server_config
from controller.outputs.pages.shown.snapshot import to_json
from controller.outputs.pages.shown.story import Story, told_before
from controller.outputs.pages.shown.telling import clocks, snapshot
from controller.outputs.pages.site import Site
from controller.outputs.pages.words import page_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.ordering import CarryOut
    from controller.outputs.pages.served import Served
    from controller.outputs.pages.shown.past import Past
    from controller.outputs.told import Told
    from controller.referee.events import Event

_log: Final = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two beats of a stream; they also keep what lies between from ending it."""
LOST: Final = 1.8
"""Seconds after which a table that gives no sign of life counts as lost; with a beat more a page knows it."""
_ENDING: Final = 3.0
"""Seconds that the thread has to end."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """The last sign of life of the table: when by the clock, when by the wall, and the time of the match then."""

    clock: float
    wall: float
    time: float


class PageServer:
    """Serves the pages of a table; an output of its bus."""

    def __init__(  # noqa: PLR0913 - what pages are made of
        self,
        served: Served,
        carry_out: CarryOut | None = None,
        past: Past | None = None,
        bench: Bench | None = None,
        *,
        wall: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to serve.

        Args:
            served: how.
            carry_out: carries out a director's order; None where none can be given.
            past: the past of the match, for its replay; None where it cannot be looked at.
            bench: the simulated table where it is played at by hand.
            wall: returns seconds since 1970.
            clock: returns seconds, never going back.

        Raises:
            PagesError: the address cannot be used ("pages.taken"), or the certificate not ("pages.certificate").
        """
        self.admission = Admission()
        self._served, self._wall, self._clock = served, wall, clock
        self._secure = served.certificate is not None
        run = token_hex(4)
        self.everybody, self.delayed, self.director = Channel(run), Channel(run), Channel(run)
        self.scene = Channel(run)
        self._stories = (Story(everything=False, words=served.words), Story(everything=True, words=served.words))
        self._sign = _Sign(clock(), wall(), 0.0)
        self._socket = bound(served.address)
        self.port: int = self._socket.getsockname()[1]
        site = Site(
            self.everybody,
            self.delayed,
            self.director,
            self.admission,
            own_names(served.address, served.names),
            page_words(served.words),
            served.words.code,
            carry_out,
            self._secure,
            clock,
            past,
            bench,
            self.scene,
        )
        try:
            self._server = uvicorn.Server(server_config(site.application(), served))
        except PagesError:
            self._socket.close()
            raise
        self._loop = asyncio.new_event_loop()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="tavola-pages", daemon=True)
        self._thread.start()
        if bench is not None:
            bench.hear = lambda shown: self._call(self.scene.publish, shown)

    @property
    def url(self) -> str:
        """The address of the pages."""
        return url(own_addresses(self._served.address)[0], self.port, secure=self._secure)

    @property
    def director_url(self) -> str:
        """The address that admits a director. What stands behind the # is never sent: the page there exchanges it."""
        return f"{self.url}/enter#{self.admission.token}"

    @property
    def bench_url(self) -> str:
        """The address that admits to the simulated table."""
        return f"{self.url}/enter?simulation#{self.admission.token}"

    def recall(self, past: Iterable[Event], names: tuple[str, str]) -> None:
        """Remember what was said before an interruption; called before anything is told."""
        past = tuple(past)
        everybody, director = self._stories
        self._stories = (told_before(everybody, past, names), told_before(director, past, names))

    def hear(self, told: Told) -> None:
        """Show what is told."""
        everybody, director = self._stories
        self._stories = (everybody.heard(told), director.heard(told))
        now = self._wall()
        shown = [None if (one := snapshot(story, now)) is None else to_json(one) for story in self._stories]
        self._call(self._publish, *shown)

    def alive(self, at: float) -> None:
        """Take a sign of life from the table, with the time of the match; called often."""
        self._sign = _Sign(self._clock(), self._wall(), at)

    def close(self) -> None:
        """End every stream and the thread. May be called again."""
        if self._ended:
            return
        self._ended = True
        self._call(self._end)
        self._thread.join(_ENDING)
        self._socket.close()

    def __enter__(self) -> Self:
        """Return this server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _run(self) -> None:
        """Serve until the end."""
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        except Exception:  # noqa: BLE001 - the boundary of this thread: a match goes on without pages
            _log.exception("the pages are not served any more")
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        """Serve, with a beat a second."""
        beating = asyncio.create_task(self._beat())
        try:
            await self._server.serve(sockets=[self._socket])
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        """Tell all viewers every second whether the table is there, and what the clocks show."""
        while True:
            everybody, director = self._beats()
            self.everybody.beat(everybody)
            self.director.beat(director)
            self.scene.beat({"live": director["live"], "at": director["at"]})
            self._later(self.delayed.beat, everybody)
            await asyncio.sleep(BEAT)

    def _beats(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the beats for everybody and for the director."""
        sign = self._sign
        live = self._clock() - sign.clock < LOST
        told: list[dict[str, Any]] = []
        for story in self._stories:
            shown = clocks(story, sign.time)
            told.append({"live": live, "at": round(sign.wall, 3), "clock": None if shown is None else asdict(shown)})
        return told[0], told[1]

    def _publish(self, everybody: dict[str, Any] | None, director: dict[str, Any] | None) -> None:
        """Tell what is shown now; in the server's thread."""
        if everybody is not None:
            self.everybody.publish(everybody)
            self._later(self.delayed.publish, everybody)
        if director is not None:
            self.director.publish(director)

    def _later(self, tell: Callable[[dict[str, Any]], None], told: dict[str, Any]) -> None:
        """Tell something after the delay of the overlay."""
        if self._served.delay:
            self._loop.call_later(self._served.delay, tell, told)
        else:
            tell(told)

    def _call(self, what: Callable[..., None], *given: Any) -> None:
        """Have something done in the server's thread, unless it has ended."""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(what, *given)

    def _end(self) -> None:
        """End every stream, and then the serving."""
        for channel in (self.everybody, self.delayed, self.director, self.scene):
            channel.close()
        self._server.should_exit = True
