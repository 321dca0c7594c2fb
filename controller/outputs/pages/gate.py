"""Gate of the pages: a token is exchanged for a cookie, and who has the cookie is a director."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, Response

from controller.outputs.pages.admission import SITTING
from controller.outputs.pages.admission import Answer as Admitted

if TYPE_CHECKING:
    from starlette.requests import Request

    from controller.outputs.pages.admission import Admission

COOKIE: Final = "tavola_director"


async def entered(request: Request, admission: Admission, now: float, *, secure: bool) -> Response:
    """Return the answer to a token, with the cookie for whoever is admitted.

    Args:
        request: it has the token.
        admission: who may enter.
        now: seconds, never going back.
        secure: the cookie is for encrypted connections only.
    """
    body = await request.body()
    try:
        given = json.loads(body)
        token = given["token"] if isinstance(given, dict) else None
    except (ValueError, RecursionError, KeyError):
        token = None
    if not isinstance(token, str):
        return JSONResponse({"answer": "refused"}, 400)
    answer, cookie = admission.admit(token[:200], address_of(request), now)
    if answer is Admitted.WAIT:
        return JSONResponse({"answer": str(answer)}, 429, {"Retry-After": "60"})
    if answer is Admitted.REFUSED:
        return JSONResponse({"answer": str(answer)}, 403)
    response = JSONResponse({"answer": str(answer)})
    response.set_cookie(COOKIE, cookie, max_age=int(SITTING), path="/", secure=secure, httponly=True, samesite="strict")
    return response


def left(request: Request, admission: Admission) -> Response:
    """Return the answer to whoever leaves, and take the cookie back."""
    admission.leave(request.cookies.get(COOKIE, ""))
    response = JSONResponse({"answer": "left"})
    response.delete_cookie(COOKIE, path="/")
    return response


def is_director(request: Request, admission: Admission, now: float) -> bool:
    """Return whether a request comes from whoever was admitted."""
    return admission.is_director(request.cookies.get(COOKIE, ""), now)


def address_of(request: Request) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client is not None else ""
