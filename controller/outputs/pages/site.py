"""Site: the pages, streams and orders of a match, as one application."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.announce.error_messages import trouble
from controller.errors import TavolaError
from controller.outputs.pages.bench import parse_deed
from controller.outputs.pages.checking import checked
from controller.outputs.pages.ordering import OrderOutcome, parse_order
from controller.outputs.pages.portraits import listed
from controller.referee.options.options import PRESETS, ClockKind
from controller.web.rendering import PageRenderer
from controller.web.site import site
from controller.web.stream import Streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.announce.language import Words
    from controller.outputs.pages.bench import Bench
    from controller.outputs.pages.camera import CameraView
    from controller.outputs.pages.ordering import CarryOut
    from controller.outputs.pages.portraits import Portrait
    from controller.outputs.pages.shown.past import Past
    from controller.web.channel import Channel
    from controller.web.gate import Endpoint, Gate

_ORDERS: Final = 4
"""Orders that wait for the referee at a time."""
_LOOKING: Final = 4
"""Requests at a time that look into the past."""
_DIGITS: Final = 9
"""Of the number of an entry or a picture."""
_AGREED: Final = {"presets": tuple(PRESETS), "clocks": tuple(ClockKind)}
"""What may be agreed on for a match, as the director's page suggests it."""
MATCH: Final = Path(__file__).parent
"""Has `templates` and `static` of the pages of a match."""


@dataclass(slots=True)
class MatchSite:
    """What the pages are made of.

    Attributes:
        everybody: what every viewer is told.
        delayed: the same, later, for the overlay of a broadcast.
        director: what a director is told.
        gate: who may give orders.
        names: the host names under which pages may be asked for.
        words: the language of the table.
        carry_out: carries out an order; None where none can be given.
        past: the past of the match; None where it cannot be looked at.
        bench, scene: the simulated table that is played at by hand, and what lies there; None where there is none.
        camera: what the camera sees; None where there is none.
        portraits: photographs and flags of the players.
    """

    everybody: Channel
    delayed: Channel
    director: Channel
    gate: Gate
    names: frozenset[str]
    words: Words
    carry_out: CarryOut | None = None
    past: Past | None = None
    bench: Bench | None = None
    scene: Channel | None = None
    camera: CameraView | None = None
    portraits: tuple[Portrait, ...] = ()
    _ordering: int = 0
    _looking: int = 0

    def application(self) -> ASGIApp:
        """Return the application, with the guard before it."""
        page, only, stream = PageRenderer(self.words, (MATCH,)), self.gate.only_director, Streams().of
        over = self.past is not None and self.past.over
        pages = [
            Route("/", page.answer("table.html")),
            Route("/overlay", page.answer("overlay.html")),
            Route("/enter", page.answer("enter.html", asks=not over), methods=["GET"]),
            Route("/director", self._admitted("/enter", page.answer("director.html", **_AGREED))),
        ]
        streams = [
            Route("/events", stream(self.everybody)),
            Route("/overlay/events", stream(self.delayed)),
            Route("/director/events", only(stream(self.director))),
        ]
        facts = [
            Route("/snapshot.json", self._snapshot),
            Route("/director/check", only(self._check)),
            Route("/orders", only(self._order), methods=["POST"]),
            Route("/overlay/camera.jpg", self.gate.only_viewer(self._camera)),
            Route("/players.json", self._players),
            Route("/players/{number}", self._portrait),
        ]
        past = [
            Route("/replay", page.answer("replay.html")),
            Route("/replay/steps.json", self._steps),
            Route("/replay/steps/{number}.json", self._step),
            Route("/replay/pictures/{number}.jpg", only(self._picture)),
            Route("/director/pictures.json", only(self._pictures)),
            Route("/journals/{digest}.journal", self._journal),
        ]
        if self.bench is not None and self.scene is not None:
            pages.append(Route("/simulation", self._admitted("/enter?simulation", page.answer("simulation.html"))))
            streams.append(Route("/simulation/events", only(stream(self.scene))))
            facts.append(Route("/simulation/deeds", only(self._deed), methods=["POST"]))
        if over:  # there is no table any more
            pages = [*(Route(path, _to_replay) for path in ("/", "/director")), *pages]
        routes = [*pages, *streams, *facts, *self.gate.routes(), *(() if self.past is None else past)]
        return site(routes, self.names, (MATCH,))

    def _admitted(self, gate: str, page: Endpoint) -> Endpoint:
        """Return what answers with a page, or leads to where one is admitted."""

        async def answering(request: Request) -> Response:
            return await page(request) if self.gate.is_director(request) else RedirectResponse(gate, 303)

        return answering

    async def _snapshot(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with what everybody may know now."""
        if self.everybody.current is None:
            return JSONResponse({}, 404)
        return JSONResponse(self.everybody.current)

    async def _camera(self, request: Request) -> Response:
        """Answer with what the camera sees, unless it is the picture that was sent before (`after`)."""
        shown = None if self.camera is None else self.camera.shown()
        if shown is None or str(shown.number) == request.query_params.get("after", ""):
            return Response(status_code=204)
        headers = {"X-Number": str(shown.number), "X-Places": json.dumps(shown.places, separators=(",", ":"))}
        return Response(shown.jpeg, media_type="image/jpeg", headers=headers)

    async def _players(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with where photographs and flags of the players are."""
        return JSONResponse(listed(self.portraits))

    async def _portrait(self, request: Request) -> Response:
        """Answer with a photograph or a flag."""
        number = _number(request)
        if number is None or number >= len(self.portraits):
            return PlainTextResponse("", 404)
        found = self.portraits[number]
        return Response(found.content, media_type=found.media_type)

    async def _deed(self, request: Request) -> Response:
        """Have hands do something at the simulated table."""
        if self.bench is None:
            return PlainTextResponse("", 404)
        mark = request.headers.get("idempotency-key", "")
        number = self.bench.give(parse_deed(await request.body(), mark), mark)
        return JSONResponse({"number": number}, 429 if number is None else 200)

    async def _check(self, request: Request) -> Response:
        """Answer whether a position may be set, and whether the roll leads to it."""
        current = self.director.current
        if current is None:
            return JSONResponse({}, 404)
        return JSONResponse(checked(request.query_params.get("one", ""), request.query_params.get("two", ""), current))

    async def _order(self, request: Request) -> Response:
        """Have an order carried out."""
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
        director = self.gate.is_director(request)
        return await self._looked(lambda past: JSONResponse(past.steps(director=director)))

    async def _step(self, request: Request) -> Response:
        """Answer with the snapshot of a step."""
        number, director = _number(request), self.gate.is_director(request)

        def look(past: Past) -> Response:
            shown = None if number is None else past.at(number, director=director)
            return JSONResponse({}, 404) if shown is None else Response(shown, media_type="application/json")

        return await self._looked(look)

    async def _pictures(self, request: Request) -> Response:  # noqa: ARG002
        """Answer with which pictures are kept of disputed turns."""
        return await self._looked(lambda past: JSONResponse({"pictures": past.kept()}))

    async def _journal(self, request: Request) -> Response:
        """Answer with the journal in which an entry has a digest: who knows it has the match's result."""
        digest = request.path_params["digest"]

        def look(past: Past) -> Response:
            kept = past.journal_with(digest)
            if kept is None:
                return PlainTextResponse("", 404)
            return Response(kept, media_type="application/octet-stream")

        return await self._looked(look)

    async def _picture(self, request: Request) -> Response:
        """Answer with a kept picture; pictures are private."""
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
