"""Gate of the pages: a token, or a word at the table, is exchanged for a cookie, and who has that is a director."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.web.admission import SITTING, Admission
from controller.web.admission import AdmissionAnswer as Admitted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    Endpoint = Callable[[Request], Awaitable[Response]]
    """What answers a request."""

COOKIE: Final = "tavola_director"


@dataclass(frozen=True, slots=True)
class Gate:
    """Where one is admitted.

    Attributes:
        admission: who may enter.
        heard: is told the code of a device that asks to be admitted; None where nobody could hear it.
        secure: the cookie is for encrypted connections only.
        clock: returns seconds, never going back.
        cookie: its name; sites of one computer that may be open at a time have different ones.
    """

    admission: Admission = field(default_factory=Admission)
    secure: bool = False
    heard: Callable[[str], None] | None = None
    clock: Callable[[], float] = time.monotonic
    cookie: str = COOKIE

    def routes(self) -> list[Route]:
        """Return where a token is sent and a cookie given back; the page for it is the site's own."""
        asked = (
            []
            if self.heard is None
            else [
                Route("/enter/ask", self._ask, methods=["POST"]),
                Route("/enter/asked", self._asked, methods=["POST"]),
            ]
        )
        entered = [Route("/enter", self._enter, methods=["POST"]), Route("/leave", self._leave, methods=["POST"])]
        return entered + asked

    def is_director(self, request: Request) -> bool:
        """Return whether a request comes from whoever was admitted."""
        return self.admission.is_director(request.cookies.get(self.cookie, ""), self.clock())

    def only_director(self, answer: Endpoint) -> Endpoint:
        """Return what answers to whoever was admitted, and to nobody else."""

        async def answering(request: Request) -> Response:
            if not self.is_director(request):
                return PlainTextResponse("That is for the director alone.", 403)
            return await answer(request)

        return answering

    def only_viewer(self, answer: Endpoint) -> Endpoint:
        """Return what answers to a director, and to whoever sends the token of a viewer as a bearer."""

        async def answering(request: Request) -> Response:
            if not self.is_director(request):
                kind, _, token = request.headers.get("authorization", "").partition(" ")
                if kind != "Bearer":
                    return PlainTextResponse("A token is wanted.", 403)
                admitted = self.admission.may_see(token[:200], address_of(request), self.clock())
                if admitted is not Admitted.ADMITTED:
                    return PlainTextResponse("That is not the token.", 429 if admitted is Admitted.WAIT else 403)
            return await answer(request)

        return answering

    async def _enter(self, request: Request) -> Response:
        """Answer a token, with the cookie for whoever is admitted."""
        token = await _given(request, "token")
        if token is None:
            return JSONResponse({"answer": "refused"}, 400)
        answer, cookie = self.admission.admit(token, address_of(request), self.clock())
        if answer is Admitted.WAIT:
            return JSONResponse({"answer": str(answer)}, 429, {"Retry-After": "60"})
        return self._admitted(answer, cookie)

    async def _ask(self, request: Request) -> Response:
        """Answer a device that asks to be admitted: with the code that it is to show."""
        asking = self.admission.ask(address_of(request), self.clock())
        if asking is None or self.heard is None:
            return JSONResponse({"answer": str(Admitted.WAIT)}, 429, {"Retry-After": "60"})
        self.heard(asking.code)
        return JSONResponse({"code": asking.code, "key": asking.key})

    async def _asked(self, request: Request) -> Response:
        """Answer a device that has asked what became of it."""
        answer, cookie = self.admission.came_of(await _given(request, "key") or "", self.clock())
        if answer is Admitted.WAIT:
            return JSONResponse({"answer": str(answer)}, 202)
        return self._admitted(answer, cookie)

    def _admitted(self, answer: Admitted, cookie: str) -> Response:
        """Return the answer to whoever is admitted or refused."""
        if answer is not Admitted.ADMITTED:
            return JSONResponse({"answer": str(answer)}, 403)
        response = JSONResponse({"answer": str(answer)})
        response.set_cookie(
            self.cookie, cookie, max_age=int(SITTING), path="/", secure=self.secure, httponly=True, samesite="strict"
        )
        return response

    async def _leave(self, request: Request) -> Response:
        """Answer to whoever leaves, and take the cookie back."""
        self.admission.leave(request.cookies.get(self.cookie, ""))
        response = JSONResponse({"answer": "left"})
        response.delete_cookie(self.cookie, path="/")
        return response


async def _given(request: Request, name: str) -> str | None:
    """Return a text in the JSON of a request; None where there is none."""
    try:
        given = json.loads(await request.body())
        text = given[name] if isinstance(given, dict) else None
    except (ValueError, RecursionError, KeyError):
        return None
    return text[:200] if isinstance(text, str) else None


def address_of(request: Request) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client is not None else ""
