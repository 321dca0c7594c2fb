"""Channel of what viewers are told: one snapshot, then changes, each with a number from which one can go on.

All of it runs in the thread of the server's loop. A viewer has a bounded queue; one whose queue is full is let go, and
comes again by itself with the number of what it heard last.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from controller.web.change import change

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WAITING: Final = 64
"""Messages that may wait for a viewer."""
REMEMBERED: Final = 2_000_000
"""Bytes of past changes from which a viewer can go on."""
RETRY: Final = 2_000
"""Milliseconds after which a viewer that was lost comes again."""


class Viewer:
    """One open stream.

    Attributes:
        dropped: it did not keep up.
    """

    def __init__(self) -> None:
        """Begin with nothing that waits."""
        self.dropped = False
        self._waiting: deque[bytes] = deque()
        self._told = asyncio.Event()
        self._closed = False

    def put(self, message: bytes) -> bool:
        """Let a message wait; return whether there was room."""
        if len(self._waiting) >= WAITING:
            self.dropped = True
            self.close()
            return False
        self._waiting.append(message)
        self._told.set()
        return True

    async def take(self) -> bytes | None:
        """Return all that waits, as soon as anything does; None where the stream is to end."""
        await self._told.wait()
        if self._closed:
            return None
        self._told.clear()
        messages = b"".join(self._waiting)
        self._waiting.clear()
        return messages

    def close(self) -> None:
        """End the stream."""
        self._closed = True
        self._told.set()


class Channel:
    """What viewers of one kind are told.

    Attributes:
        current: the JSON form of the last snapshot; None before the first one.
        viewers: the open streams.
        dropped: how many did not keep up.
    """

    def __init__(self, run: str, growing: Sequence[str] = ()) -> None:
        """Begin without a snapshot.

        Args:
            run: tells this run of the program from any other; numbers of another run mean nothing here.
            growing: the fields of a snapshot that are lists which grow, see `change`.
        """
        self.current: dict[str, Any] | None = None
        self.viewers: set[Viewer] = set()
        self.dropped = 0
        self._run, self._growing = run, growing
        self._count = 0
        self._past: deque[tuple[str, bytes]] = deque()
        self._past_bytes = 0
        self._before = ""
        self._last = ""
        self._beat = b""

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """Tell every viewer what has changed."""
        new = dict(snapshot)
        self._count += 1
        number = f"{self._run}.{new.get('number', 0)}.{self._count}"
        if self.current is not None:
            message = encoded("change", change(self.current, new, self._growing), number)
            self._remember(number, message)
            self._send(message)
        self.current = new
        self._last = number
        if self._count == 1:
            self._send(self._whole())

    def beat(self, beat: Mapping[str, Any]) -> None:
        """Tell every viewer that the table is there, or that it is not."""
        self._beat = encoded("beat", beat)
        self._send(self._beat)

    def join(self, last: str = "") -> Viewer:
        """Return a new stream: it begins with a snapshot, or goes on after the number that was heard last."""
        viewer = Viewer()
        self.viewers.add(viewer)
        viewer.put(f"retry: {RETRY}\n\n".encode())
        missed = self._after(last) if last else None
        if missed is not None:
            viewer.put(b"".join(missed) or b": nothing was missed\n\n")
        elif self.current is not None:
            viewer.put(self._whole())
        if self._beat:
            viewer.put(self._beat)
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Forget a stream."""
        self.viewers.discard(viewer)

    def close(self) -> None:
        """End every stream."""
        for viewer in self.viewers:
            viewer.close()

    def _whole(self) -> bytes:
        """Return the message with the snapshot."""
        return encoded("snapshot", self.current or {}, self._last)

    def _after(self, last: str) -> list[bytes] | None:
        """Return the changes after a number; None where it is not known."""
        if last == self._last:
            return []
        numbers = [self._before, *(number for number, _ in self._past)]
        if last not in numbers:
            return None
        return [message for _, message in [*self._past][numbers.index(last) :]]

    def _remember(self, number: str, message: bytes) -> None:
        """Keep a change, and forget the oldest where there are too many."""
        if not self._past:
            self._before = self._last
        self._past.append((number, message))
        self._past_bytes += len(message)
        while self._past_bytes > REMEMBERED:
            self._before, gone = self._past.popleft()
            self._past_bytes -= len(gone)

    def _send(self, message: bytes) -> None:
        """Let a message wait for every viewer, and let those go that do not keep up."""
        self.viewers = {viewer for viewer in self.viewers if self._keeps_up(viewer, message)}

    def _keeps_up(self, viewer: Viewer, message: bytes) -> bool:
        """Let a message wait for a viewer; return whether it keeps up."""
        kept = viewer.put(message)
        self.dropped += not kept
        return kept


def encoded(kind: str, content: Mapping[str, Any], number: str = "") -> bytes:
    """Return a message of a stream of server-sent events: its kind, its content as JSON, and its number if it has one.

    JSON in ASCII has no line feed, so that it is one line of data whatever a name holds.
    """
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n".encode("ascii")
