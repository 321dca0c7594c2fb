"""Stream of server-sent events to one viewer, until it goes, does not keep up, or the server ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from controller.outputs.pages.channel import Channel, Viewer

SENDING: Final = 10.0
"""Seconds in which what was sent has to be on its way; who takes longer is let go."""

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream:
    """An answer that goes on."""

    def __init__(self, channel: Channel, last: str) -> None:
        """Take what is to be streamed, and the number after which to go on."""
        self._channel = channel
        self._last = last

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI has it
        """Stream."""
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
