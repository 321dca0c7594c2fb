"""Server of an application in a thread of its own: its socket, names, encryption and end, whatever the pages show.

Whoever serves pages makes a `Served` of the settings, an application by `controller.web.site`, and gives both to
`WebServer`, a context manager. What the application shows is changed in its thread alone: by `call`.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

import uvicorn

from controller.web.address import own_addresses, url
from controller.web.errors import PagesError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType

    from starlette.types import ASGIApp

    from controller.web.address import PageAddress
    from controller.web.served import Served

_log: Final = logging.getLogger(__name__)

CONNECTIONS: Final = 800
"""Connections at a time."""
_ENDING: Final = 3.0
"""Seconds that the thread has to end."""


class WebServer:
    """Serves an application.

    Attributes:
        port: on which it listens; the one that was given, or one that was free.
        url: the address of its pages, as a browser wants it.
    """

    def __init__(
        self,
        served: Served,
        application: ASGIApp,
        name: str,
        *,
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
        ending: Callable[[], None] | None = None,
    ) -> None:
        """Begin to serve.

        Args:
            served: how.
            application: what.
            name: the thread's.
            beside: what goes on beside the serving, in its thread; it is cancelled at the end.
            ending: is called in the thread at the end, to close what is open without one, such as streams.

        Raises:
            PagesError: the address cannot be used ("pages.taken"), or the certificate not ("pages.certificate").
        """
        self._name, self._beside, self._ending = name, beside, ending
        self._socket = _bound(served.address)
        try:
            self._server = uvicorn.Server(_config(application, served))
        except BaseException:
            self._socket.close()
            raise
        self.port: int = self._socket.getsockname()[1]
        self.url = url(own_addresses(served.address)[0], self.port, secure=served.secure)
        self._loop = asyncio.new_event_loop()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call(self, what: Callable[..., None], *given: Any) -> None:
        """Have something done in the server's thread, unless it has ended; may be called in any."""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(what, *given)

    def later(self, seconds: float, what: Callable[..., None], *given: Any) -> None:
        """Have something done some seconds from now; called in the server's thread."""
        if seconds:
            self._loop.call_later(seconds, what, *given)
        else:
            what(*given)

    def close(self) -> None:
        """End the serving, and wait for its thread. May be called again."""
        if self._ended:
            return
        self._ended = True
        self.call(self._end)
        self._thread.join(_ENDING)
        self._socket.close()

    def __enter__(self) -> Self:
        """Return this server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _run(self) -> None:
        """Serve until the end."""
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        except Exception:  # noqa: BLE001 - the boundary of this thread: whoever serves goes on without pages
            _log.exception("%s: the pages are not served any more", self._name)
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        """Serve, with what goes on beside it."""
        beside = None if self._beside is None else asyncio.create_task(self._beside())
        try:
            await self._server.serve(sockets=[self._socket])
        finally:
            if beside is not None:
                beside.cancel()
                await asyncio.gather(beside, return_exceptions=True)  # or the loop would be closed before it ends

    def _end(self) -> None:
        """End what is open, and then the serving."""
        if self._ending is not None:
            self._ending()
        self._server.should_exit = True


def _config(application: ASGIApp, served: Served) -> uvicorn.Config:
    """Return how an application is served.

    Raises:
        PagesError: the certificate cannot be used ("pages.certificate").
    """
    config = uvicorn.Config(
        application,
        http="h11",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="error",  # what a stranger sends that is no request is no news
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16_384,
        ssl_certfile=served.certificate,
        ssl_keyfile=served.key,
    )
    try:
        config.load()
    except OSError as error:  # ssl's own errors are of that kind
        raise PagesError("pages.certificate", name=str(served.certificate), why=error.strerror or error) from None
    return config


def _bound(address: PageAddress) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        PagesError: it cannot be ("pages.taken").
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address.host, address.port))
        made.listen(CONNECTIONS)  # whoever comes before the serving has begun waits for it
    except OSError as error:
        made.close()
        raise PagesError("pages.taken", address=f"{address.host}:{address.port}", why=error.strerror or error) from None
    return made
