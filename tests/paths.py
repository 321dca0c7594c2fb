"""Where the checkout is, the data beside the tests, and the measuring material that may lie beside the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DATA: Final = ROOT / "tests" / "data"
SHARED: Final = ROOT.parent / "shared"
