"""The state of a link, its inputs and its events: the values that `link.step` works on."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from firmware_bridge import messages
from firmware_bridge.frames import Decoder
from firmware_bridge.statistics import Statistics

if TYPE_CHECKING:
    from firmware_bridge.messages import HelloAck, Pong, Request


class LinkState(enum.Enum):
    """Where a link stands."""

    ABSENT = "absent"
    """No port has been found yet."""
    OPENING = "opening"
    """A port was found and is being opened."""
    HELLO = "hello"
    """The port is open; whoever is there is asked who it is."""
    LIVE = "live"
    """The strip controller is there and listens."""
    LOST = "lost"
    """It was lost, or was not what it should be; `Link.reason` says why."""


@dataclass(frozen=True, slots=True)
class LinkReason:
    """Why a link was lost, or a session begun anew.

    Attributes:
        key: a stable name, such as "device.silent".
        params: what a sentence about it needs, as (name, value) pairs.
    """

    key: str
    params: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Lit:
    """A whole state of the strip.

    Attributes:
        cells: one byte a light (`Cell.code`).
        cap_ma: power cap in milliamperes.
    """

    cells: bytes
    cap_ma: int = messages.POWER_MA

    @property
    def digest(self) -> int:
        """What the controller's digest is when it shows this."""
        return messages.digest(self.cells, self.cap_ma)


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """What a link expects, and how long it waits. Times are in seconds.

    Attributes:
        leds: lights that the strip must have.
        device_id: unique id of the one controller to accept; None accepts any.
        ack_least: shortest wait for a reply.
        ack_most: longest first wait for a reply.
        tries: times a request is sent before the controller counts as silent. Each wait is twice the one before, so
            that a stall of 200 ms costs a repeat and not the link.
        ping_every: time after which a link with nothing to say asks what is shown.
        hello_every: time between repeats of HELLO.
        hello_for: time until a port where nobody answers HELLO is given up; a Nano's boot loader takes 2 s.
        resyncs: sessions begun anew in a row, without one right digest between them, before the link is given up.
    """

    leds: int = messages.LEDS
    device_id: int | None = None
    ack_least: float = 0.025
    ack_most: float = 0.25
    tries: int = 4
    ping_every: float = 0.25
    hello_every: float = 0.1
    hello_for: float = 2.5
    resyncs: int = 4


@dataclass(frozen=True, slots=True)
class Pending:
    """The request under way.

    Attributes:
        request: what was asked.
        data: its bytes.
        number: of a SHOW, which wanted state it carries.
        sent_at: when it was last sent.
        wait: seconds to wait for the reply since then.
        tries: times it was sent.
    """

    request: Request
    data: bytes
    number: int
    sent_at: float
    wait: float
    tries: int = 1


# ---- inputs ----


@dataclass(frozen=True, slots=True)
class PortFound:
    """A port was found and is about to be opened."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open."""


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes came in."""

    data: bytes


@dataclass(frozen=True, slots=True)
class PortLost:
    """The port could not be opened, or is gone."""

    reason: LinkReason


@dataclass(frozen=True, slots=True)
class Want:
    """From now on this is to be shown.

    Attributes:
        lit: the state.
        number: counts the states that were wanted; any number but the last one's.
    """

    lit: Lit
    number: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing but time passed."""


Input = PortFound | Opened | Received | PortLost | Want | Tick


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """The link's state changed.

    Attributes:
        at: when, seconds on the clock that was passed in.
        state: the state after.
        reason: why, for LOST and for a session begun anew.
    """

    at: float
    state: LinkState
    reason: LinkReason | None = None


NOTHING_SHOWN: Final = -1
"""No wanted state has this number."""


@dataclass(frozen=True, slots=True)
class Link:
    """Everything that a link knows.

    Attributes:
        settings: what it expects.
        wanted: what is to be shown.
        number: which wanted state that is.
        shown: number of the state that the controller last confirmed in this session by its digest.
        state: where it stands.
        reason: why it was last lost or begun anew; None while all is well.
        seed: where the next nonce comes from.
        nonce: of this session.
        seq: of the last request.
        gen: of the last state sent in this session.
        device: what the controller last confirmed; None before HELLO is answered.
        pending: the request under way.
        since: when HELLO was first sent on this port.
        sent_at: when anything was last sent.
        srtt: smoothed time between request and reply in seconds; None before the first.
        identity: who answered HELLO.
        minor: the minor version that both sides speak.
        resyncs: sessions begun anew since a digest was last right.
        health: the controller's own counters, as of its last PONG.
        decoder: bytes of an unfinished frame.
        statistics: counters since the link was made.
    """

    settings: LinkSettings
    wanted: Lit
    number: int = 0
    shown: int = NOTHING_SHOWN
    state: LinkState = LinkState.ABSENT
    reason: LinkReason | None = None
    seed: int = 0
    nonce: int = 0
    seq: int = 0
    gen: int = 0
    device: Lit | None = None
    pending: Pending | None = None
    since: float = 0.0
    sent_at: float = 0.0
    srtt: float | None = None
    identity: HelloAck | None = None
    minor: int = messages.MINOR
    resyncs: int = 0
    health: Pong | None = None
    decoder: Decoder = field(default_factory=Decoder)
    statistics: Statistics = field(default_factory=Statistics)

    @property
    def session(self) -> int:
        """The session byte of this session's frames."""
        return self.nonce & 0xFF

    @property
    def is_shown(self) -> bool:
        """Whether the controller is known to show the newest wanted state."""
        return self.state is LinkState.LIVE and self.shown == self.number

    @property
    def ack_wait(self) -> float:
        """Seconds to wait for a reply to a first try: four times the usual, within bounds."""
        usual = 0.0 if self.srtt is None else 4 * self.srtt
        return min(max(self.settings.ack_least, usual), self.settings.ack_most)


@dataclass(frozen=True, slots=True)
class Step:
    """What one input led to.

    Attributes:
        link: the link after it.
        send: bytes for the port; may be empty.
        events: what changed.
    """

    link: Link
    send: bytes = b""
    events: tuple[LinkEvent, ...] = ()
