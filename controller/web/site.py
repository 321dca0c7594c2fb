"""Site: routes as one application, with static files, refusals in a line, and the guard before everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from controller.announce.error_messages import trouble
from controller.web.errors import PagesError
from controller.web.guard import Guard, TooLargeError
from controller.web.rendering import WEB

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import ASGIApp

_WORTH: Final = 1_000
"""Bytes of a static file from which on it is sent compressed; nothing else is, for pictures gain nothing."""
_EFFORT: Final = 5
"""How hard it is compressed, of 9."""


def site(routes: Iterable[BaseRoute], names: frozenset[str], rooms: tuple[Path, ...] = ()) -> ASGIApp:
    """Return an application.

    Args:
        routes: what it answers; static files are at `/static`.
        names: the host names under which it may be asked, see `own_names`.
        rooms: folders with a folder `static` of their own, before those of every site.
    """
    static = StaticFiles(directory=WEB / "static")
    static.all_directories = [room / "static" for room in (*rooms, WEB)]
    handlers: dict[Any, Any] = {TooLargeError: _too_large, PagesError: _refused, ClientDisconnect: _gone}
    return Guard(
        Starlette(
            routes=[*routes, Mount("/static", GZipMiddleware(static, _WORTH, _EFFORT))], exception_handlers=handlers
        ),
        names,
    )


async def _too_large(request: Request, error: TooLargeError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a body that has grown too large."""
    return PlainTextResponse("That is too large.", 413)


async def _gone(request: Request, error: ClientDisconnect) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to nobody: whoever asked has gone before the whole question was there."""
    return PlainTextResponse("", 400)


async def _refused(request: Request, error: PagesError) -> Response:  # noqa: ARG001 - as Starlette wants it
    """Answer to a request that makes no sense."""
    return JSONResponse({"done": False, "lines": [trouble(error)]}, 400)
