"""Options of `tavola simulate` that say nothing beside others, or without them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.cli.idle import AGREED

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_A_MATCH: Final = (
    "--play --by-hand --against --ply --computer-plays --resume --serve --keep-pictures --window --pages --hall --speak"
    " --turns --record"
)
_OF_A_LONG_RUN: Final = "--neat --speed --pi --cores"
_LONG: Final = ("--games", "--players", "--faults", "--scenario")
_OF_A_TABLE: Final = "--by-hand --seed --look --board --construction --light --camera --habit --strip"

BESIDE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_LONG, _OF_A_MATCH),
        "--stills": f"{_OF_A_MATCH} --length --preset --game --option --strip {' '.join(_LONG)} {_OF_A_LONG_RUN}",
        "--resume": f"{AGREED} {_OF_A_TABLE}",
    }
)
"""Options that say nothing beside one that has something else done than a match, or one goes on as it was begun."""

WITHOUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_OF_A_LONG_RUN.split(), _LONG),
        **dict.fromkeys(("--ply", "--computer-plays"), ("--against",)),
    }
)
"""Options that say nothing where none of some others is typed."""
