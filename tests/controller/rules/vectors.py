"""The IDs that GNU Backgammon confirmed, from tests/data/format_vectors.json."""

from __future__ import annotations

import json
from typing import Any

from tests.paths import DATA

_FILE = DATA / "format_vectors.json"


def vectors(kind: str) -> list[dict[str, Any]]:
    """Return the vectors of one kind: "position_ids", "match_ids" or "xgids"."""
    found: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))[kind]
    return found
