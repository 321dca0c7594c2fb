"""Counters of a link since it was made, and its one line for logs."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of the host's side.

    Attributes:
        bytes_in: bytes received.
        bytes_out: bytes given to the port.
        requests: new requests sent.
        retries: requests sent again for want of a reply.
        replies: replies that belonged to the request under way.
        strays: right frames that belonged to nothing: late or repeated replies, echoes, other sessions.
        crc_errors: frames with a wrong CRC.
        frame_errors: stretches of bytes that are no frame, and replies whose payload is none.
        naks: refusals of the request under way.
        wrong_digests: replies that told of other lights than were meant.
        resyncs: sessions begun anew on an open port.
        lost: times the link was lost.
    """

    bytes_in: int = 0
    bytes_out: int = 0
    requests: int = 0
    retries: int = 0
    replies: int = 0
    strays: int = 0
    crc_errors: int = 0
    frame_errors: int = 0
    naks: int = 0
    wrong_digests: int = 0
    resyncs: int = 0
    lost: int = 0

    def plus(self, **counts: int) -> Statistics:
        """Return these statistics with the counts added to the counters of those names."""
        return replace(self, **{name: getattr(self, name) + count for name, count in counts.items()})

    def line(self) -> str:
        """Return all counters as one line, `name=value` with a space between."""
        return " ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))
