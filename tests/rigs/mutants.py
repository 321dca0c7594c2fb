"""The firmware with one of its protections taken out: what shows that the rigs would see it missing.

The sources are copied and one place in the copy is changed; what is shipped has no switches.
"""

from __future__ import annotations

import enum
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.firmware import build

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cut:
    """One change.

    Attributes:
        file: where, relative to the firmware.
        before: what stands there, exactly once.
        after: what takes its place.
    """

    file: str
    before: str
    after: str


class Protection(enum.Enum):
    """Each protection, and how it is taken out."""

    CRC = Cut("core/strip.c", "if (request[length + i] != crc[i]) {", "if (0) {")
    GENERATION = Cut("core/strip.c", "if (strip->has_gen && newer_by >= 0x8000u) {", "if (0) {")
    SESSION = Cut("core/strip.c", "if (!strip->linked || request[1] != strip->nonce[0]) {", "if (!strip->linked) {")
    SILENCE = Cut(
        "core/strip.c", "if (strip->linked && (uint32_t)(now_ms - strip->last_good) >= PROTO_SAFE_MS) {", "if (0) {"
    )
    POWER_CAP = Cut("core/render.c", "if (sum <= allowed) return;", "if (1) return;")
    WATCHDOG = Cut("avr/main.c", "  wdt_enable(WDTO_250MS);\n", "")
    LATCH_GAP = Cut("avr/main.c", "if (!waiting || !pixels_ready()) return waiting;", "if (!waiting) return waiting;")
    FIFO_DRAINING = Cut("avr/pixels.c", "    if (UCSR0A & _BV(RXC0)) uart_take();\n", "")


def mutated(protection: Protection, folder: Path) -> Path:
    """Return a copy of the firmware's sources, in an empty folder, without a protection."""
    cut = protection.value
    for name in ("core", "avr"):
        shutil.copytree(build.SOURCES / name, folder / name)
    place = folder / cut.file
    text = place.read_text()
    assert text.count(cut.before) == 1, f"{cut.file} no longer has: {cut.before}"
    place.write_text(text.replace(cut.before, cut.after))
    return folder
