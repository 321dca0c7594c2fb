"""Every class of fault that the lights are tested with, by name.

A test says with the marker `faults` which classes it is about; `test_fault_classes.py` sees that none is left out.
"""

from __future__ import annotations

import enum


class FaultClass(enum.Enum):
    """What can go wrong between a program and the lights."""

    BIT_FLIPS = "one to six bits of a frame are flipped"
    BURST = "garbage comes before a frame or in the place of a part of it"
    DROPPED_BYTE = "a byte is lost"
    DOUBLED_BYTE = "a byte comes twice"
    SWAPPED_BYTES = "two bytes change places"
    DROPPED_RUN = "a run of bytes is lost"
    DOUBLED_FRAME = "a frame comes twice"
    TRUNCATED_FRAME = "a frame's end or beginning is lost, or all of it"
    SPLICED_FRAME = "a frame goes on as another one"
    ALTERED_FRAME = "a frame says something else that makes sense, with the old checksum"
    OLD_SESSION = "a frame of an earlier session comes"
    OLD_GENERATION = "a frame with an older state of the same session comes"
    ZEROS = "a storm of zero bytes"
    ONES = "a storm of 0xff bytes"
    ONE_BYTE_READS = "every byte is a read of its own"
    COALESCED_READ = "4 KB come in one read"
    STALL = "nothing passes for 200 ms"
    NO_ACK = "no acknowledgement comes"
    LATE_ACK = "an acknowledgement comes after the repeat"
    CORRUPT_ACK = "an acknowledgement is damaged"
    WRONG_DIGEST = "an acknowledgement is for something else than what was meant"
    NAK = "the controller refuses, for each of its reasons"
    WRONG_VERSION = "the controller speaks another version"
    WRONG_LED_COUNT = "the strip has another number of lights"
    WRONG_BOARD = "another device is on the port: an echo, a GPS receiver"
    RESET_IN_A_FRAME = "the controller is reset in the midst of a frame"
    BROWN_OUT = "the controller is reset again and again"
    HANG = "the controller hangs until its watchdog bites"
    UNPLUGGED = "the plug is pulled, in each state of the host"
    NEW_NAME = "plugged in again, the port has another name"
    TWO_DEVICES = "two controllers are plugged in"
    PORT_BUSY = "somebody else holds the port"
    PORT_DENIED = "the port may not be opened"
    FULL_OUTPUT = "the port takes no more bytes"
    EIO = "the port fails where nobody expects it: flushing, asking how much waits"
    CLOCK_JUMP = "the clock jumps"
    FULL_LINE = "the wire never rests while the strip is drawn"
    SHORT_GAP = "the strip is drawn again before its lights have taken the last frame for ended"
    SILENT_HOST = "the program is gone, or stands still"
