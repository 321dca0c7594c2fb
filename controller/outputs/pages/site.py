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
from controller.errors import TavolaError
from controller.outputs.pages.bench import parse_deed
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
    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.channel import Channel
    from controller.outputs.pages.ordering import CarryOut
    from controller.outputs.pages.shown.past import Past

MOST_VIEWERS: Final = 500
"""Open streams at a time."""
MOST_OF_ONE: Final = 250
"""Open streams of one address at a time: a whole club may sit behind one."""
_ORDERS: Final = 4
"""Orders that wait for the referee at a time."""
_LOOKING: Final = 4
"""Requests at a time that look into the past."""
_DIGITS: Final = 9
"""Of the number of an entry or a picture."""
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
        past: the past of the match; None where it cannot be looked at.
        bench, scene: the simulated table that is played at by hand, and what lies there; None where there is none.
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
    past: Past | None = None
    bench: Bench | None = None
    scene: Channel | None = None
    _streams: Counter[str] = field(default_factory=Counter)
    _ordering: int = 0
    _looking: int = 0
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
        past = [
            Route("/replay", self._page("replay.html")),
            Route("/replay/steps.json", self._steps),
            Route("/replay/steps/{number}.json", self._step),
            Route("/replay/pictures/{number}.jpg", self._picture),
        ]
        if self.bench is not None and self.scene is not None:
            pages.append(Route("/simulation", self._bench))
            streams.append(Route("/simulation/events", self._stream_of(self.scene, director=True)))
            facts.append(Route("/simulation/deeds", self._deed, methods=["POST"]))
        if self.past is not None and self.past.over:  # there is no table any more
            pages = [*(Route(path, _to_replay) for path in ("/", "/director")), *pages]
        app = Starlette(
            routes=[*pages, *streams, *facts, *(() if self.past is None else past)],
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

    async def _bench(self, request: Request) -> Response:
        """Answer with the page of the simulated table, or lead to where one is admitted."""
        if not self._is_director(request):
            return RedirectResponse("/enter?simulation", 303)
        return self._rendered("simulation.html")

    async def _deed(self, request: Request) -> Response:
        """Have hands do something at the simulated table."""
        if not self._is_director(request) or self.bench is None:
            return PlainTextResponse("Only the director may do that.", 403)
        mark = request.headers.get("idempotency-key", "")
        number = self.bench.give(parse_deed(await request.body(), mark), mark)
        return JSONResponse({"number": number}, 429 if number is None else 200)

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

    async def _steps(self, request: Request) -> Response:
        """Answer with which steps of the match can be looked at."""
        director = self._is_director(request)
        return await self._looked(lambda past: JSONResponse(past.steps(director=director)))

    async def _step(self, request: Request) -> Response:
        """Answer with the snapshot of a step."""
        number, director = _number(request), self._is_director(request)

        def look(past: Past) -> Response:
            shown = None if number is None else past.at(number, director=director)
            return JSONResponse({}, 404) if shown is None else Response(shown, media_type="application/json")

        return await self._looked(look)

    async def _picture(self, request: Request) -> Response:
        """Answer with a kept picture; pictures are private."""
        if not self._is_director(request):
            return PlainTextResponse("Only the director is shown that.", 403)
        number = _number(request)

        def look(past: Past) -> Response:
            kept = None if number is None else past.picture(number)
            return PlainTextResponse("", 404) if kept is None else Response(kept, media_type="image/jpeg")

        return await self._looked(look)

    async def _looked(self, look: Callable[[Past], Response]) -> Response:
        """Look into the past without holding anybody else up; a journal that cannot be read is a line."""
        if self.past is None or self._looking >= _LOOKING:
            return JSONResponse({"trouble": "The server is busy."}, 429, {"Retry-After": "1"})
        self._looking += 1
        try:
            return await run_in_threadpool(look, self.past)
        except TavolaError as error:
            return JSONResponse({"trouble": trouble(error)}, 409)
        finally:
            self._looking -= 1

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


def _number(request: Request) -> int | None:
    """Return the number in the path of a request; None where there is none that can be."""
    text = request.path_params["number"]
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None


async def _to_replay(request: Request) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Lead to the replay."""
    return RedirectResponse("/replay", 303)


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
