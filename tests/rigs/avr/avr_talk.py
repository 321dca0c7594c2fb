"""A plain host in front of the simulated Nano: asks, and waits in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge import frames, messages
from firmware_bridge.frames import Decoder, WireFrame
from firmware_bridge.messages import Hello, HelloAck

if TYPE_CHECKING:
    from firmware_bridge.messages import Message
    from tests.rigs.avr.avr_rig import AvrRig

STEP_US = 100.0
PATIENCE_US = 60_000.0
TRIES = 2


class Talk:
    """One session after the other with a rig."""

    def __init__(self, rig: AvrRig) -> None:
        """Begin without a session."""
        self.rig = rig
        self.nonce = 0
        self.seq = 0
        self._decoder = Decoder()

    def data(self, request: Message) -> bytes:
        """Return the frame of a request, with the next number."""
        self.seq = (self.seq + 1) % 256
        return frames.encode(
            WireFrame(messages.TYPES[type(request)], self.nonce & 0xFF, self.seq, messages.pack(request))
        )

    def heard(self) -> list[Message]:
        """Return the replies that have come since this was last asked."""
        self._decoder, found = frames.decode(self._decoder, self.rig.read())
        return [messages.unpack(one.type, one.payload) for one in found if isinstance(one, WireFrame)]

    def ask(self, request: Message, wanted: type[Message] | None = None) -> Message:
        """Ask and return the reply; fails if none comes.

        Args:
            request: what to ask.
            wanted: the kind of reply to wait for, where others may come before it; None takes the first.
        """
        self.heard()
        self.rig.write(self.data(request))
        answer = self._answer(wanted)
        assert answer is not None, f"no answer to {request}"
        return answer

    def hello(self) -> HelloAck:
        """Begin a new session; says HELLO again as a host does, since a reset may have cut the reply before."""
        self.nonce = (self.nonce & ~0xFF) + 0x100 | ((self.nonce & 0xFF) % 255 + 1)
        self.heard()
        for _ in range(TRIES):
            self.rig.write(frames.DELIMITER + self.data(Hello(self.nonce, messages.MAJOR, messages.MINOR)))
            answer = self._answer(HelloAck)
            if isinstance(answer, HelloAck):
                assert answer.nonce == self.nonce
                return answer
        message = "nobody answers HELLO"
        raise AssertionError(message)

    def _answer(self, wanted: type[Message] | None) -> Message | None:
        end = self.rig.now_us + PATIENCE_US
        while self.rig.now_us < end:
            self.rig.run(STEP_US)
            for one in self.heard():
                if wanted is None or isinstance(one, wanted):
                    return one
        return None
