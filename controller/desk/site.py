"""Site of a hall: the desk for its director, and a page for everybody, with a delay."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.announce.error_messages import trouble
from controller.control.orders import match_words
from controller.desk.exports import results_csv, results_document
from controller.desk.fetching import fetched, proved
from controller.desk.pairings import parse_pairings
from controller.desk.view import to_begin
from controller.errors import TavolaError
from controller.hall.messages import LONGEST_LINE, MOST_WORDS
from controller.outputs.pages.site import MATCH
from controller.web.rendering import PageRenderer
from controller.web.site import site
from controller.web.stream import Streams
from controller.web.words import page_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.announce.language import Words
    from controller.desk.desk import Desk
    from controller.hall.messages import OrderAnswer, TableResult
    from controller.web.channel import Channel
    from controller.web.gate import Endpoint, Gate

DESK: Final = Path(__file__).parent
"""Has `templates` and `static` of the pages of a hall."""
ANSWER: Final = 10.0
"""Seconds that is waited for the answers of tables."""
_AT_A_TIME: Final = 4
"""Journals that are fetched at a time."""


@dataclass(slots=True)
class HallSite:
    """What the pages of a hall are made of.

    Attributes:
        desk: what is known, and gives orders; None where tables are only followed.
        director: what the desk is shown.
        everybody: what spectators are shown, later.
        gate: who is the director.
        names: the host names under which pages may be asked for.
        words: the language of the pages.
    """

    desk: Desk | None
    director: Channel
    everybody: Channel
    gate: Gate
    names: frozenset[str]
    words: Words
    _busy: int = 0

    def application(self) -> ASGIApp:
        """Return the application, with the guard before it."""
        page, only, stream = PageRenderer(self.words, (DESK, MATCH)), self.gate.only_director, Streams().of
        routes = [
            Route("/", page.answer("spectators.html")),
            Route("/events", stream(self.everybody)),
            Route("/enter", page.answer("enter_desk.html"), methods=["GET"]),
            Route("/desk", self._admitted(page.answer("desk.html"))),
            Route("/desk/events", only(stream(self.director))),
            Route("/desk/tables/{table}/open", only(self._open)),
            Route("/desk/orders", only(self._orders), methods=["POST"]),
            Route("/desk/round", only(self._round), methods=["POST"]),
            Route("/desk/start", only(self._start), methods=["POST"]),
            Route("/desk/results.csv", only(self._csv)),
            Route("/desk/results.json", only(self._json)),
            Route("/desk/results/{table}/{match}.journal", only(self._journal)),
            Route("/desk/results/{table}/{match}.mat", only(self._match_file)),
        ]
        return site([*routes, *self.gate.routes()], self.names, (DESK, MATCH))

    def _admitted(self, page: Endpoint) -> Endpoint:
        """Return what answers with a page, or leads to where one is admitted."""

        async def answering(request: Request) -> Response:
            return await page(request) if self.gate.is_director(request) else RedirectResponse("/enter", 303)

        return answering

    async def _open(self, request: Request) -> Response:
        """Lead to a table's own page, where the director is admitted by a ticket; it stands behind the #."""
        address = "" if self.desk is None else self.desk.way_in(request.path_params["table"])
        return RedirectResponse(address, 303) if address else PlainTextResponse("That table has no pages.", 404)

    async def _orders(self, request: Request) -> Response:
        """Give an order to tables: {"tables": ["table-1"] or null for all, "words": [...], "why": "", "who": ""}."""
        given, tables = await self._given(request)
        words, who, why = given.get("words"), given.get("who", ""), given.get("why", "")
        if not isinstance(words, list) or not 0 < len(words) <= MOST_WORDS:
            return _no("words")
        if not all(isinstance(one, str) and len(one) <= LONGEST_LINE for one in (*words, who, why)):
            return _no("words")
        return await self._ordered({table: tuple(words) for table in tables}, who, why)

    async def _start(self, request: Request) -> Response:
        """Begin the matches of the round at tables: {"tables": [...] or null for all that are paired, "who": ""}.

        With "confirm": true they wait at their tables until both players have confirmed them.
        """
        if self.desk is None or self.desk.view.round is None:
            return _no("round")
        given, tables = await self._given(request)
        who = given.get("who", "")
        if not isinstance(who, str) or len(who) > LONGEST_LINE:
            return _no("who")
        order = ("pair",) if given.get("confirm") is True else ("new", "match")
        wanted = {
            table: (*order, *match_words(one.names, one.length, one.preset, one.clock))
            for table, one in to_begin(self.desk.view).items()
            if table in tables
        }
        if not wanted:
            return JSONResponse({"done": False, "lines": [page_words(self.words)["hall_nothing"]]}, 409)
        return await self._ordered(wanted, who, self.desk.view.round.title or "a round")

    async def _round(self, request: Request) -> Response:
        """Read pairings in: the body is CSV."""
        if self.desk is None:
            return _no("round")
        try:
            whole = parse_pairings((await request.body()).decode("utf-8", errors="replace"), "pairings")
        except TavolaError as error:
            return JSONResponse({"done": False, "lines": [trouble(error)]}, 400)
        self.desk.keep_round(whole)
        return JSONResponse({"done": True, "lines": [], "pairings": len(whole.pairings)})

    async def _csv(self, request: Request) -> Response:  # noqa: ARG002 - as Starlette wants it
        """Answer with all results as CSV."""
        return self._file(results_csv(self.desk.view) if self.desk is not None else "", "text/csv", "results.csv")

    async def _json(self, request: Request) -> Response:  # noqa: ARG002 - as Starlette wants it
        """Answer with all results as JSON."""
        text = results_document(self.desk.view) if self.desk is not None else "{}"
        return self._file(text, "application/json", "results.json")

    async def _journal(self, request: Request) -> Response:
        """Answer with the journal of a result, proved by its digest."""
        return await self._fetched(request, lambda content, _: Response(content, media_type="application/octet-stream"))

    async def _match_file(self, request: Request) -> Response:
        """Answer with the match file of a result, made of its proved journal."""
        return await self._fetched(request, lambda content, result: PlainTextResponse(proved(content, result)))

    async def _fetched(self, request: Request, made: Callable[[bytes, TableResult], Response]) -> Response:
        """Fetch a journal from its table, and answer with what is made of it."""
        table, match = request.path_params["table"], request.path_params["match"]
        result = None if self.desk is None else self.desk.view.results.get((table, match))
        if self.desk is None or result is None:
            return PlainTextResponse("There is no such result.", 404)
        known = self.desk.view.tables.get(table)
        pages = known.about.pages if known is not None and known.about is not None else ""

        def fetch() -> Response:
            return made(fetched(pages, result), result)

        return await self._bounded(fetch)

    async def _ordered(self, wanted: dict[str, tuple[str, ...]], who: str, why: str) -> Response:
        """Give orders, and answer with what came of each."""
        desk = self.desk
        if desk is None or not wanted:
            return _no("tables")

        def give() -> Response:
            answers = desk.orders(wanted, who.strip() or "the director", why, ANSWER)
            told = {table: _told(answer) for table, answer in answers.items()}
            return JSONResponse({"done": all(one["done"] for one in told.values()), "tables": told})

        return await self._bounded(give)

    async def _bounded(self, what: Callable[[], Response]) -> Response:
        """Do what takes its time without holding anybody else up."""
        if self._busy >= _AT_A_TIME:
            return JSONResponse({"done": False, "lines": ["The desk is busy."]}, 429, {"Retry-After": "2"})
        self._busy += 1
        try:
            return await run_in_threadpool(what)
        except TavolaError as error:
            return JSONResponse({"done": False, "lines": [trouble(error)]}, 409)
        finally:
            self._busy -= 1

    async def _given(self, request: Request) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Return the object of a request, and the tables that it names; all where it names none."""
        try:
            given = json.loads(await request.body())
        except (ValueError, RecursionError):
            given = None
        known = () if self.desk is None else tuple(self.desk.view.tables)
        if not isinstance(given, dict):
            return {}, ()
        named = given.get("tables")
        if named is None:
            return given, known
        return given, tuple(one for one in known if isinstance(named, list) and one in named)

    def _file(self, text: str, kind: str, name: str) -> Response:
        """Return a text as a file to be saved."""
        return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _told(answer: OrderAnswer | None) -> dict[str, Any]:
    """Return what came of an order as JSON."""
    if answer is None:
        return {"done": False, "lines": [], "answered": False}
    return {"done": answer.done, "lines": list(answer.lines), "answered": True}


def _no(what: str) -> Response:
    """Return the answer to a request that makes no sense."""
    return JSONResponse({"done": False, "lines": [f"That is no order: {what}."]}, 400)
