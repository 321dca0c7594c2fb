"""The C core in this process, in virtual time: `StripModel` is held to it, and the link tested with it."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages import Board
from hardware.firmware import build

if TYPE_CHECKING:
    from ctypes import CDLL

_MOST_REPLIES: Final = 0xFFFF


def _load(variant: build.CoreVariant) -> CDLL:
    library = ctypes.CDLL(str(build.library(variant)))
    library.library_size.restype = ctypes.c_size_t
    library.library_leds.restype = ctypes.c_uint
    library.library_init.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint8, ctypes.c_uint8)
    library.library_tick.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
    library.library_feed.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.c_size_t,
    )
    library.library_feed.restype = ctypes.c_size_t
    library.library_overrun.argtypes = (ctypes.c_void_p,)
    library.library_dirty.argtypes = (ctypes.c_void_p,)
    library.library_dirty.restype = ctypes.c_uint8
    library.library_render.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    for function in ("library_init", "library_tick", "library_overrun", "library_render"):
        library[function].restype = None
    return library


class StripCore:
    """The compiled core; see `strip_model.StripLogic`."""

    def __init__(
        self,
        *,
        unique_id: int = 1,
        board: int = Board.PC,
        reset_cause: int = 1,
        variant: build.CoreVariant = build.STANDARD,
    ) -> None:
        """Compile the core if need be, and start it in the safe state.

        Args:
            unique_id: its own number, 64 bits.
            board: which build it says it is.
            reset_cause: why it started (`messages.ResetCause`).
            variant: which build it is.

        Raises:
            CompilerMissing: no C compiler is installed.
            CompileFailed: the core does not compile here.
        """
        self._library = _load(variant)
        self._unique_id = unique_id.to_bytes(8, "little")
        self._board = board
        self._leds = int(self._library.library_leds())
        self._strip = ctypes.create_string_buffer(self._library.library_size())
        self.restart(reset_cause)

    @property
    def leds(self) -> int:
        """Lights on the strip."""
        return self._leds

    def restart(self, cause: int) -> None:
        """Start anew, as `StripLogic.restart`."""
        self._library.library_init(self._strip, self._unique_id, self._board, cause)

    def tick(self, now_ms: int) -> None:
        """Tell the time, as `StripLogic.tick`."""
        self._library.library_tick(self._strip, now_ms & 0xFFFFFFFF)

    def feed(self, data: bytes, room: int = _MOST_REPLIES) -> bytes:
        """Take bytes from the wire, as `StripLogic.feed`."""
        out = ctypes.create_string_buffer(room or 1)
        length = self._library.library_feed(self._strip, data, len(data), out, room)
        return out.raw[:length]

    def overrun(self) -> None:
        """Count a lost byte, as `StripLogic.overrun`."""
        self._library.library_overrun(self._strip)

    def dirty(self) -> bool:
        """Return whether the colours may have changed, as `StripLogic.dirty`."""
        return bool(self._library.library_dirty(self._strip))

    def render(self) -> bytes:
        """Return the colours to latch, as `StripLogic.render`."""
        out = ctypes.create_string_buffer(3 * self._leds)
        self._library.library_render(self._strip, out)
        return out.raw
