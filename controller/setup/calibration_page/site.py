"""Site of a calibration: its page, its pictures, and what is read and saved, for whoever was admitted."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.announce.error_messages import trouble
from controller.outputs.pages.errors import PagesError
from controller.outputs.pages.gate import entered, is_director, left
from controller.outputs.pages.guard import Guard, TooLargeError
from controller.outputs.pages.site import HERE
from controller.setup.calibration_page.bench import encoded
from controller.setup.calibration_page.choice import parse_choice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from concurrent.futures import Future

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.outputs.pages.admission import Admission
    from controller.setup.calibration_page.bench import CalibrationBench
    from controller.setup.calibration_page.newest import NewestFirst

WAITING: Final = 2
"""Proposals and savings that may wait at a time."""


@dataclass(slots=True)
class CalibrationSite:
    """What the page of a calibration is made of.

    Attributes:
        bench: pictures, readings, what is saved.
        worker: reads and saves, one thing at a time.
        admission: who may see the camera's pictures.
        names: the host names under which the page may be asked for.
        words: the words of the pages, by key, in the language of the table.
        language: its code.
        secure: it is served encrypted.
        clock: returns seconds, never going back.
    """

    bench: CalibrationBench
    worker: NewestFirst
    admission: Admission
    names: frozenset[str]
    words: Mapping[str, str]
    language: str = "en"
    secure: bool = False
    clock: Callable[[], float] = time.monotonic
    _waiting: int = 0
    _sent: tuple[int, bytes] = (-1, b"")
    _templates: Environment = field(init=False)

    def __post_init__(self) -> None:
        """Load the pages."""
        loader = FileSystemLoader(HERE / "templates")
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    def application(self) -> ASGIApp:
        """Return the application, with the guard before it."""
        routes = [
            Route("/", self._home),
            Route("/enter", self._gate, methods=["GET"]),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/leave", self._leave, methods=["POST"]),
            Route("/calibrate", self._page),
            Route("/calibrate/picture", self._for_director(self._picture)),
            Route("/calibrate/corners", self._for_director(self._corners), methods=["POST"]),
            Route("/calibrate/look", self._for_director(self._look), methods=["POST"]),
            Route("/calibrate/save", self._for_director(self._save), methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ]
        handlers = {TooLargeError: _too_large, PagesError: _refused}
        return Guard(Starlette(routes=routes, exception_handlers=handlers), self.names)  # type: ignore[arg-type]

    async def _home(self, request: Request) -> Response:  # noqa: ARG002 - it is the only page there is
        """Lead to the page."""
        return RedirectResponse("/calibrate", 303)

    async def _gate(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with where one is admitted."""
        return self._rendered("enter_calibrate.html")

    async def _page(self, request: Request) -> Response:
        """Answer with the page, or lead to where one is admitted."""
        if not is_director(request, self.admission, self.clock()):
            return RedirectResponse("/enter", 303)
        return self._rendered("calibrate.html")

    def _rendered(self, name: str) -> HTMLResponse:
        """Return a page."""
        return HTMLResponse(self._templates.get_template(name).render(words=self.words, language=self.language))

    async def _enter(self, request: Request) -> Response:
        """Admit whoever has the token."""
        return await entered(request, self.admission, self.clock(), secure=self.secure)

    async def _leave(self, request: Request) -> Response:
        """Take the cookie back."""
        return left(request, self.admission)

    def _for_director(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers to whoever was admitted, and to nobody else: the camera sees people."""

        async def answering(request: Request) -> Response:
            if not is_director(request, self.admission, self.clock()):
                return PlainTextResponse("Only the director may see that.", 403)
            return await answer(request)

        return answering

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


async def _too_large(request: Request, error: TooLargeError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a body that has grown too large."""
    return PlainTextResponse("That is too large.", 413)


async def _refused(request: Request, error: PagesError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a request that makes no sense."""
    return PlainTextResponse(trouble(error), 400)
