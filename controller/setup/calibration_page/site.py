"""Site of a calibration: its page, its pictures, and what is read and saved, for whoever was admitted."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.outputs.pages.camera import encoded
from controller.outputs.pages.site import MATCH
from controller.setup.calibration_page.choice import parse_choice
from controller.web.rendering import PageRenderer
from controller.web.site import site

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.announce.language import Words
    from controller.setup.calibration_page.bench import CalibrationBench
    from controller.setup.calibration_page.newest import NewestFirst
    from controller.web.gate import Gate

CALIBRATION: Final = Path(__file__).parent
"""Has `templates` and `static` of this page."""
WAITING: Final = 2
"""Proposals and savings that may wait at a time."""


@dataclass(slots=True)
class CalibrationSite:
    """What the page of a calibration is made of.

    Attributes:
        bench: pictures, readings, what is saved.
        worker: reads and saves, one thing at a time.
        gate: who may see the camera's pictures, for the camera sees people.
        names: the host names under which the page may be asked for.
        words: the language of the table.
    """

    bench: CalibrationBench
    worker: NewestFirst
    gate: Gate
    names: frozenset[str]
    words: Words
    _waiting: int = 0
    _sent: tuple[int, bytes] = (-1, b"")

    def application(self) -> ASGIApp:
        """Return the application, with the guard before it."""
        rooms = (CALIBRATION, MATCH)
        page, only = PageRenderer(self.words, rooms), self.gate.only_director

        async def home(_request: Request) -> Response:  # it is the only page there is
            return RedirectResponse("/calibrate", 303)

        async def calibrate(request: Request) -> Response:
            return page.page("calibrate.html") if self.gate.is_director(request) else RedirectResponse("/enter", 303)

        routes = [
            Route("/", home),
            Route("/enter", page.answer("enter_calibrate.html"), methods=["GET"]),
            *self.gate.routes(),
            Route("/calibrate", calibrate),
            Route("/calibrate/picture", only(self._picture)),
            Route("/calibrate/corners", only(self._corners), methods=["POST"]),
            Route("/calibrate/look", only(self._look), methods=["POST"]),
            Route("/calibrate/save", only(self._save), methods=["POST"]),
        ]
        return site(routes, self.names, rooms)

    async def _picture(self, request: Request) -> Response:
        """Answer with the newest picture, unless it is the one that was sent before (`after`)."""
        newest, after = self.bench.newest, request.query_params.get("after", "")
        if newest is None or str(newest.frame.number) == after:
            return Response(status_code=204)
        frame = newest.frame
        if self._sent[0] != frame.number:
            self._sent = (frame.number, await run_in_threadpool(encoded, frame.image))
        number, jpeg = self._sent
        height, width = frame.image.shape[:2]
        headers = {"X-Number": str(number), "X-Size": f"{width}x{height}", "X-Still": str(int(newest.still))}
        return Response(jpeg, media_type="image/jpeg", headers=headers)

    async def _corners(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with corners to begin with."""
        return await self._in_turn(self.bench.proposal)

    async def _look(self, request: Request) -> Response:
        """Answer with what is read with the corners that were chosen, unless newer ones have come meanwhile."""
        choice = parse_choice(await request.body())
        made = self.worker.in_passing(lambda: self.bench.look(choice))
        seen = await _come_of(made)
        return PlainTextResponse("Newer corners have come.", 409) if seen is None else JSONResponse(seen)

    async def _save(self, request: Request) -> Response:
        """Save what was chosen."""
        choice = parse_choice(await request.body())
        return await self._in_turn(lambda: asdict(self.bench.save(choice)))

    async def _in_turn(self, work: Callable[[], dict[str, Any]]) -> Response:
        """Answer with what comes of some work, where not too much waits already."""
        if self._waiting >= WAITING:
            return PlainTextResponse("One thing after the other.", 429, {"Retry-After": "2"})
        self._waiting += 1
        try:
            made = await _come_of(self.worker.surely(work))
        finally:
            self._waiting -= 1
        return PlainTextResponse("The calibration has ended.", 409) if made is None else JSONResponse(made)


async def _come_of(future: Future[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what comes of some work; None where it was cancelled."""
    try:
        return await asyncio.wrap_future(future)
    except asyncio.CancelledError:
        if future.cancelled():
            return None
        raise
