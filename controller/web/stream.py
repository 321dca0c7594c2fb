"""Streams of server-sent events, each to one viewer, until it goes, does not keep up, or the server ends."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from starlette.responses import PlainTextResponse, Response

from controller.web.gate import address_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from controller.web.channel import Channel, Viewer
    from controller.web.gate import Endpoint

MOST_VIEWERS: Final = 500
"""Open streams at a time."""
MOST_OF_ONE: Final = 250
"""Open streams of one address at a time: a whole club may sit behind one."""
SENDING: Final = 10.0
"""Seconds in which what was sent has to be on its way; who takes longer is let go."""

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams of a site, so many at a time and no more.

    Attributes:
        open: how many each address has.
    """

    open: Counter[str] = field(default_factory=Counter)

    def of(self, channel: Channel) -> Endpoint:
        """Return what answers with the stream of a channel."""

        async def answering(request: Request) -> Response:
            if request.method == "HEAD":  # no more is wanted than what kind of answer there would be
                return Response(media_type="text/event-stream")
            address = address_of(request)
            if self.open.total() >= MOST_VIEWERS or self.open[address] >= MOST_OF_ONE:
                return PlainTextResponse("There are too many viewers.", 429, {"Retry-After": "10"})
            return EventStream(channel, request.headers.get("last-event-id", "")[:100], self.open, address)

        return answering


class EventStream(Response):
    """An answer that goes on, and counts for its address as long as it does."""

    def __init__(self, channel: Channel, last: str, streams: Counter[str], address: str) -> None:
        """Take what is to be streamed, the number after which to go on, and where it is counted."""
        super().__init__()
        self._channel = channel
        self._last = last
        self._streams = streams
        self._of = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI has it
        """Stream."""
        self._streams[self._of] += 1
        try:
            await self._stream(receive, send)
        finally:
            self._streams[self._of] -= 1
            if self._streams[self._of] <= 0:
                del self._streams[self._of]

    async def _stream(self, receive: Receive, send: Send) -> None:
        """Stream until it ends."""
        viewer = self._channel.join(self._last)
        watching = asyncio.create_task(_watch(receive, viewer))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            while (messages := await viewer.take()) is not None:
                async with asyncio.timeout(SENDING):
                    await send({"type": "http.response.body", "body": messages, "more_body": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            viewer.dropped = True
        finally:
            watching.cancel()
            self._channel.leave(viewer)


async def _watch(receive: Receive, viewer: Viewer) -> None:
    """Close a stream when its viewer has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.close()
