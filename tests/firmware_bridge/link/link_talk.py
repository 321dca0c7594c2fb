"""A link in virtual time, with what it sends written down, and the words of a controller for its ear."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge import frames, link, messages
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.link_state import (
    Input,
    Link,
    LinkEvent,
    LinkReason,
    LinkSettings,
    LinkState,
    Lit,
    Opened,
    PortFound,
    PortLost,
    Received,
    Tick,
    Want,
)
from firmware_bridge.messages import Ack, Board, HelloAck, Message

LEDS = 4
SETTINGS = LinkSettings(leds=LEDS)
DARK = bytes(LEDS)
RED = b"\x02\x00\x00\x00"
BLUE = b"\x00\x04\x00\x00"
GONE = PortLost(LinkReason("port.gone"))


class Talk:
    """A link, what it has sent, and a controller's words put into its ear."""

    def __init__(self, settings: LinkSettings = SETTINGS, seed: int = 1) -> None:
        """Begin with a new link."""
        self.link: Link = link.new_link(settings, Lit(bytes(settings.leds)), seed)
        self.now = 100.0
        self.sent: list[WireFrame] = []
        self.raw = b""
        self.events: list[LinkEvent] = []
        self._decoder = Decoder()

    def state(self) -> LinkState:
        """Where the link stands."""
        return self.link.state

    def shown(self) -> bool:
        """Whether the link believes that the newest state is shown."""
        return self.link.is_shown

    def give(self, given: Input, after: float = 0.0) -> list[Message]:
        """Give an input; return the requests that it caused."""
        self.now += after
        result = link.step(self.link, self.now, given)
        self.link = result.link
        self.events += result.events
        self.raw = result.send
        self._decoder, found = frames.decode(self._decoder, result.send)
        new = [frame for frame in found if isinstance(frame, WireFrame)]
        assert len(new) == len(found), "a link sends whole frames"
        self.sent += new
        return [messages.unpack(frame.type, frame.payload) for frame in new]

    def reply(self, message: Message, after: float = 0.0, *, to: WireFrame | None = None) -> list[Message]:
        """Answer the last request, or another one."""
        request = to or self.sent[-1]
        number = messages.TYPES[type(message)]
        data = frames.encode(WireFrame(number, request.session, request.seq, messages.pack(message)))
        return self.give(Received(data), after)

    def who(self, **changes: int) -> HelloAck:
        """A controller that is as it should be, but for the changes."""
        base = HelloAck(self.link.nonce, messages.MAJOR, messages.MINOR, LEDS, 1, 0, 1, 0, Board.PC, 400, 1)
        return replace(base, **changes)

    def pass_time(self, seconds: float) -> list[Message]:
        """Tick whenever the link asks to be ticked; return what it sends meanwhile."""
        sent: list[Message] = []
        end = self.now + seconds
        for _ in range(1000):
            due = link.deadline(self.link)
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            sent += self.give(Tick())
        else:
            pytest.fail("the link never comes to rest")
        self.now = end
        return sent


def hello(talk: Talk) -> list[Message]:
    talk.give(PortFound())
    return talk.give(Opened())


def acked(cells: bytes, gen: int, cap_ma: int = 400) -> Ack:
    return Ack(gen, messages.digest(cells, cap_ma))


def wanted(talk: Talk, cells: bytes, cap_ma: int = 400) -> list[Message]:
    return talk.give(Want(Lit(cells, cap_ma), talk.link.number + 1))
