"""Guard before every request: names that lead here, origins, sizes; and the headers of every answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from controller.web.address import host_name

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 16_384
"""Bytes of a request."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""What a page of this server may load and run: nothing but what comes from here, and no script within its text."""

_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE: Final = ("GET", "HEAD")
_METHODS: Final = (*_SAFE, "POST")


class Guard:
    """An application with a guard before it."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        """Take the application.

        Args:
            app: what is guarded.
            names: the host names under which it may be asked; beside them only the address that was connected to.
        """
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    given[name] = value
                given.setdefault("Cache-Control", "no-store")
            await send(message)

        wrong = self._wrong(scope, headers)
        if wrong is not None:
            status, text = wrong
            await PlainTextResponse(text, status)(scope, receive, sending)
            return
        await self._app(scope, _Bounded(receive).receive, sending)

    def _wrong(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Return what is wrong with a request: a status and a text; None where it may pass."""
        if scope["method"] not in _METHODS:
            return 405, "There is nothing here for that method."
        server = scope.get("server")
        hosts = headers.getlist("host")
        name = host_name(hosts[0]) if len(hosts) == 1 else ""
        if not name or (name not in self._names and (server is None or name != str(server[0]).casefold())):
            return 400, "This name does not lead here."
        if scope["method"] in _SAFE:
            return None
        origins = headers.getlist("origin")
        if len(origins) != 1 or origins[0].casefold() != f"{scope['scheme']}://{hosts[0].casefold()}":
            return 403, "Only a page of this server may send that."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > LARGEST_BODY:
            return 413, "That is too large."
        return None


class TooLargeError(Exception):
    """A body without a length that has grown too large."""


class _Bounded:
    """Receives a request's body up to the largest there may be."""

    def __init__(self, receive: Receive) -> None:
        """Take what receives."""
        self._receive = receive
        self._bytes = 0

    async def receive(self) -> Message:
        """Return the next message.

        Raises:
            TooLargeError: the body is too large.
        """
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > LARGEST_BODY:
            raise TooLargeError
        return message
