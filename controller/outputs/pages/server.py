"""Server of the pages of a match: fed by the bus, begun and ended by whoever sits at the table."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import asdict, dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from controller.outputs.pages.camera import CameraView
from controller.outputs.pages.shown.snapshot import GROWING, to_json
from controller.outputs.pages.shown.story import Story, told_before
from controller.outputs.pages.shown.telling import clocks, snapshot
from controller.outputs.pages.site import MatchSite
from controller.web.channel import Channel
from controller.web.gate import Gate
from controller.web.server import WebServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.camera import Places
    from controller.outputs.pages.ordering import CarryOut
    from controller.outputs.pages.portraits import Portrait
    from controller.outputs.pages.shown.past import Past
    from controller.outputs.told import Told
    from controller.referee.events import Event
    from controller.web.served import Served
    from vision.frame import Image

BEAT: Final = 1.0
"""Seconds between two beats of a stream; they also keep what lies between from ending it."""
LOST: Final = 1.8
"""Seconds after which a table that gives no sign of life counts as lost; with a beat more a page knows it."""

_CODES: Final = 4
"""Codes of devices that wait for the table to hear them."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """The last sign of life of the table: when by the clock, when by the wall, and the time of the match then."""

    clock: float
    wall: float
    time: float


class PageServer(WebServer):
    """Serves the pages of a table; an output of its bus."""

    def __init__(  # noqa: PLR0913 - what pages are made of
        self,
        served: Served,
        carry_out: CarryOut | None = None,
        past: Past | None = None,
        bench: Bench | None = None,
        *,
        portraits: tuple[Portrait, ...] = (),
        wall: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to serve.

        Args:
            served: how.
            carry_out: carries out a director's order; None where none can be given.
            past: the past of the match, for its replay; None where it cannot be looked at.
            bench: the simulated table where it is played at by hand.
            portraits: photographs and flags of the players.
            wall: returns seconds since 1970.
            clock: returns seconds, never going back.

        Raises:
            PagesError: see `WebServer`.
        """
        gate = Gate(secure=served.secure, heard=self._device_asks, clock=clock)
        self._codes: deque[str] = deque(maxlen=_CODES)
        self._camera = CameraView(served.delay, clock)
        self.admission = gate.admission
        self._delay, self._wall, self._clock = served.delay, wall, clock
        run = token_hex(4)
        self.everybody, self.delayed, self.director = (Channel(run, GROWING) for _ in range(3))
        self.scene = Channel(run)
        self._stories = (Story(everything=False, words=served.words), Story(everything=True, words=served.words))
        self._sign = _Sign(clock(), wall(), 0.0)
        made = MatchSite(
            self.everybody,
            self.delayed,
            self.director,
            gate,
            served.own_names,
            served.words,
            carry_out,
            past,
            bench,
            self.scene,
            self._camera,
            portraits,
        )
        super().__init__(served, made.application(), "tavola-pages", beside=self._beside, ending=self._close_streams)
        if bench is not None:
            bench.hear = lambda shown: self.call(self.scene.publish, shown)

    @property
    def director_url(self) -> str:
        """The address that admits a director. What stands behind the # is never sent: the page there exchanges it."""
        return f"{self.url}/enter#{self.admission.token}"

    @property
    def bench_url(self) -> str:
        """The address that admits to the simulated table."""
        return f"{self.url}/enter?simulation#{self.admission.token}"

    @property
    def camera_url(self) -> str:
        """The address of the overlay that shows the camera's picture, with the token that lets see it and no more."""
        return f"{self.url}/overlay?part=camera#{self.admission.viewer_token}"

    @property
    def time(self) -> float:
        """The time of the match when the table gave its last sign of life."""
        return self._sign.time

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
        self.call(self._publish, *shown)

    def alive(self, at: float) -> None:
        """Take a sign of life from the table, with the time of the match; called often."""
        self._sign = _Sign(self._clock(), self._wall(), at)

    def look(self, image: Image, places: Callable[[], Places]) -> None:
        """Take what the camera sees, and what returns where the board's places are in it; called often."""
        self._camera.take(image, places)

    def take_codes(self) -> tuple[str, ...]:
        """Return the codes of devices that have asked to be admitted since this was last asked."""
        codes = []
        while self._codes:
            codes.append(self._codes.popleft())
        return tuple(codes)

    def admit(self, code: str | None = None) -> bool:
        """Admit the device that asks, if one does and shows that code; None where nobody says one."""
        return self.admission.confirm(code, self._clock())

    def _device_asks(self, code: str) -> None:
        """Keep the code of a device for the table to hear."""
        self._codes.append(code)

    async def _beside(self) -> None:
        """Beat, and make pictures of the camera where somebody looks on."""
        await asyncio.gather(self._beat(), self._camera.keep())

    async def _beat(self) -> None:
        """Tell all viewers every second whether the table is there, and what the clocks show."""
        while True:
            everybody, director = self._beats()
            self.everybody.beat(everybody)
            self.director.beat(director)
            self.scene.beat({"live": director["live"], "at": director["at"]})
            self.later(self._delay, self.delayed.beat, everybody)
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
            self.later(self._delay, self.delayed.publish, everybody)
        if director is not None:
            self.director.publish(director)

    def _close_streams(self) -> None:
        """End every stream."""
        for channel in (self.everybody, self.delayed, self.director, self.scene):
            channel.close()
