"""The errors for which there is a sentence: whatever else a command raises is a mistake of the program."""

from __future__ import annotations

from typing import Final

from controller.errors import TavolaError
from firmware_bridge.errors import BridgeError
from hardware.errors import HardwareError
from vision.errors import VisionError

KNOWN: Final = (TavolaError, BridgeError, HardwareError, VisionError)
