"""Options of `tavola simulate` that say nothing beside others, or without them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.cli.idle import AGREED

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_ONE_TABLE: Final = (
    "--play --by-hand --against --ply --computer-plays --resume --keep-pictures --window --pages --speak --turns"
    " --record"
)
_OF_A_MATCH: Final = f"{_OF_ONE_TABLE} --serve --hall"
_OF_A_LONG_RUN: Final = "--neat --speed --pi --cores"
_LONG: Final = ("--games", "--players", "--faults", "--scenario")
_OF_PICTURES: Final = "--look --board --construction --light --camera --habit --strip"

BESIDE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_LONG, _OF_A_MATCH),
        "--stills": f"{_OF_A_MATCH} --length --preset --game --option --strip {' '.join(_LONG)} {_OF_A_LONG_RUN}",
        "--resume": f"{AGREED} --by-hand --seed {_OF_PICTURES}",
    }
)
"""Options that say nothing beside one that has something else done than a match, or one goes on as it was begun."""

BESIDE_A_FOLDER: Final[Mapping[str, str]] = MappingProxyType(
    {"--hall": f"{_OF_ONE_TABLE} --preset --game --option {_OF_PICTURES} --stills"}
)
"""Options that say nothing where people play at all tables of a hall, without pictures."""

WITHOUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_OF_A_LONG_RUN.split(), _LONG),
        **dict.fromkeys(("--ply", "--computer-plays"), ("--against",)),
    }
)
"""Options that say nothing where none of some others is typed."""
