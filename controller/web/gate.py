"""Gate of the pages: a token is exchanged for a cookie, and who has the cookie is a director."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.web.admission import SITTING, Admission
from controller.web.admission import Answer as Admitted

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
        secure: the cookie is for encrypted connections only.
        clock: returns seconds, never going back.
        cookie: its name; sites of one computer that may be open at a time have different ones.
    """

    admission: Admission = field(default_factory=Admission)
    secure: bool = False
    clock: Callable[[], float] = time.monotonic
    cookie: str = COOKIE

    def routes(self) -> list[Route]:
        """Return where a token is sent and a cookie given back; the page for it is the site's own."""
        return [Route("/enter", self._enter, methods=["POST"]), Route("/leave", self._leave, methods=["POST"])]

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

    async def _enter(self, request: Request) -> Response:
        """Answer a token, with the cookie for whoever is admitted."""
        try:
            given = json.loads(await request.body())
            token = given["token"] if isinstance(given, dict) else None
        except (ValueError, RecursionError, KeyError):
            token = None
        if not isinstance(token, str):
            return JSONResponse({"answer": "refused"}, 400)
        answer, cookie = self.admission.admit(token[:200], address_of(request), self.clock())
        if answer is Admitted.WAIT:
            return JSONResponse({"answer": str(answer)}, 429, {"Retry-After": "60"})
        if answer is Admitted.REFUSED:
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


def address_of(request: Request) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client is not None else ""
