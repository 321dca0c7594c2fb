"""Site: the pages, streams and orders, as one application."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.announce.error_messages import trouble
from controller.outputs.pages.checking import checked
from controller.outputs.pages.errors import PagesError
from controller.outputs.pages.gate import address_of, entered, is_director, left
from controller.outputs.pages.guard import Guard, TooLargeError
from controller.outputs.pages.ordering import OrderOutcome, parse_order
from controller.outputs.pages.stream import EventStream

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.outputs.pages.admission import Admission
    from controller.outputs.pages.channel import Channel
    from controller.outputs.pages.ordering import CarryOut

MOST_VIEWERS: Final = 500
"""Open streams at a time."""
MOST_OF_ONE: Final = 250
"""Open streams of one address at a time: a whole club may sit behind one."""
_ORDERS: Final = 4
"""Orders that wait for the referee at a time."""
HERE: Final = Path(__file__).parent
"""Where templates and static files lie."""


@dataclass(slots=True)
class Site:
    """What the pages are made of.

    Attributes:
        everybody: what every viewer is told.
        delayed: the same, later, for the overlay of a broadcast.
        director: what a director is told.
        admission: who may give orders.
        names: the host names under which pages may be asked for.
        words: the words of the pages, by key, in the language of the table.
        language: its code.
        carry_out: carries out an order; None where none can be given.
        secure: pages are served encrypted.
        clock: returns seconds, never going back.
    """

    everybody: Channel
    delayed: Channel
    director: Channel
    admission: Admission
    names: frozenset[str]
    words: Mapping[str, str]
    language: str = "en"
    carry_out: CarryOut | None = None
    secure: bool = False
    clock: Callable[[], float] = time.monotonic
    _streams: Counter[str] = field(default_factory=Counter)
    _ordering: int = 0
    _templates: Environment = field(init=False)

    def __post_init__(self) -> None:
        """Load the pages."""
        loader = FileSystemLoader(HERE / "templates")
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    def application(self) -> ASGIApp:
        """Return the application, with the guard before it."""
        pages = [
            Route("/", self._page("table.html")),
            Route("/overlay", self._page("overlay.html")),
            Route("/enter", self._page("enter.html"), methods=["GET"]),
            Route("/director", self._desk),
        ]
        streams = [
            Route("/events", self._stream_of(self.everybody)),
            Route("/overlay/events", self._stream_of(self.delayed)),
            Route("/director/events", self._stream_of(self.director, director=True)),
        ]
        facts = [
            Route("/snapshot.json", self._snapshot),
            Route("/director/check", self._check),
            Route("/enter", self._enter, methods=["POST"]),
            Route("/leave", self._leave, methods=["POST"]),
            Route("/orders", self._order, methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ]
        app = Starlette(
            routes=[*pages, *streams, *facts],
            exception_handlers={TooLargeError: _too_large, PagesError: _refused},  # type: ignore[dict-item]
        )
        return Guard(app, self.names)

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers with a page."""

        async def answer(request: Request) -> Response:  # noqa: ARG001 - every viewer gets the same page
            return self._rendered(name)

        return answer

    def _rendered(self, name: str) -> HTMLResponse:
        """Return a page."""
        text = self._templates.get_template(name).render(words=self.words, language=self.language)
        return HTMLResponse(text)

    def _stream_of(self, channel: Channel, *, director: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers with the stream of a channel."""

        async def answer(request: Request) -> Response:
            if director and not self._is_director(request):
                return PlainTextResponse("Only the director is told that.", 403)
            if request.method == "HEAD":  # no more is wanted than what kind of answer there would be
                return Response(media_type="text/event-stream")
            address = address_of(request)
            if self._streams.total() >= MOST_VIEWERS or self._streams[address] >= MOST_OF_ONE:
                return PlainTextResponse("There are too many viewers.", 429, {"Retry-After": "10"})
            last = request.headers.get("last-event-id", "")[:100]
            return _Counted(EventStream(channel, last), self._streams, address)

        return answer

    async def _snapshot(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with what everybody may know now."""
        if self.everybody.current is None:
            return JSONResponse({}, 404)
        return JSONResponse(self.everybody.current)

    async def _desk(self, request: Request) -> Response:
        """Answer with the director's page, or lead to where one is admitted."""
        if not self._is_director(request):
            return RedirectResponse("/enter", 303)
        return self._rendered("director.html")

    async def _enter(self, request: Request) -> Response:
        """Admit whoever has the token."""
        return await entered(request, self.admission, self.clock(), secure=self.secure)

    async def _leave(self, request: Request) -> Response:
        """Take the cookie back."""
        return left(request, self.admission)

    async def _check(self, request: Request) -> Response:
        """Answer whether a position may be set, and whether the roll leads to it."""
        if not self._is_director(request):
            return PlainTextResponse("Only the director is told that.", 403)
        current = self.director.current
        if current is None:
            return JSONResponse({}, 404)
        return JSONResponse(checked(request.query_params.get("one", ""), request.query_params.get("two", ""), current))

    async def _order(self, request: Request) -> Response:
        """Have an order carried out."""
        if not self._is_director(request):
            return PlainTextResponse("Only the director may order that.", 403)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if kind != "application/json":
            return PlainTextResponse("JSON is wanted.", 415)
        order = parse_order(await request.body(), request.headers.get("idempotency-key", ""))
        if self.carry_out is None:
            return _outcome(OrderOutcome(done=False, lines=("No order can be given here.",)))
        if self._ordering >= _ORDERS:
            return _outcome(OrderOutcome(done=False, lines=("The referee is busy.",), busy=True))
        self._ordering += 1
        try:
            return _outcome(await run_in_threadpool(self.carry_out, order))
        finally:
            self._ordering -= 1

    def _is_director(self, request: Request) -> bool:
        """Return whether a request comes from whoever was admitted."""
        return is_director(request, self.admission, self.clock())


class _Counted(Response):
    """A stream that counts for its address as long as it goes on."""

    def __init__(self, stream: EventStream, streams: Counter[str], address: str) -> None:
        """Take the stream, and where it is counted."""
        super().__init__()
        self._stream = stream
        self._streams = streams
        self._of = address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Stream."""
        self._streams[self._of] += 1
        try:
            await self._stream(scope, receive, send)
        finally:
            self._streams[self._of] -= 1
            if self._streams[self._of] <= 0:
                del self._streams[self._of]


def _outcome(outcome: OrderOutcome) -> JSONResponse:
    """Return the answer to an order."""
    status = 200 if outcome.done else 429 if outcome.busy else 409
    return JSONResponse({"done": outcome.done, "lines": list(outcome.lines)}, status)


async def _too_large(request: Request, error: TooLargeError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a body that has grown too large."""
    return PlainTextResponse("That is too large.", 413)


async def _refused(request: Request, error: PagesError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a request that makes no sense."""
    return JSONResponse({"done": False, "lines": [trouble(error)]}, 400)
