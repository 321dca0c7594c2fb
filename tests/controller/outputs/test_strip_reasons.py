"""Every reason that the wire may give for a lost link has a sentence."""

from __future__ import annotations

import ast
import re

from controller.setup.strip.source import WHY
from tests.paths import ROOT

KEY = re.compile(r"(bridge|device|hello|port)\.[a-z]+")
NEVER_A_REASON = {"port.url", "port.stalled"}


def test_every_reason_that_the_wire_may_give_has_a_sentence() -> None:
    found = set()
    for file in (ROOT / "firmware_bridge").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                found.add(node.value)
    assert found - NEVER_A_REASON == set(WHY)
