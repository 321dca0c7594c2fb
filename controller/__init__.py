"""The referee's own rooms: rules, judging, record, announcements, and the program that joins them.

Other programs use the names in `__all__` (`docs/api.md`); what they need is loaded when a name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.api import Photographed, PlayJudgement, judge_play, read_photograph, run_table, sentences

__all__ = ["Photographed", "PlayJudgement", "judge_play", "read_photograph", "run_table", "sentences"]


def __getattr__(name: str) -> Any:
    """Load what other programs use when it is first used."""
    if name in __all__:
        return getattr(import_module("controller.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
