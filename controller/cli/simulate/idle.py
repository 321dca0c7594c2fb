"""Refuse options of `tavola simulate` that would say nothing beside others, or without them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.errors import TavolaError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping


class IdleError(TavolaError, ValueError):
    """An option says nothing beside another, or without it."""


_OF_A_MATCH: Final = (
    "--play --by-hand --against --ply --computer-plays --resume --serve --keep-pictures --window --pages --hall --speak"
    " --turns --record"
)
_OF_A_LONG_RUN: Final = "--neat --speed --pi --cores"
_LONG: Final = ("--games", "--players", "--faults", "--scenario")
_COMPUTER: Final = ("--against", "--resume")

_BESIDE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_LONG, _OF_A_MATCH),
        "--stills": f"{_OF_A_MATCH} --length --preset --game --option --strip {' '.join(_LONG)} {_OF_A_LONG_RUN}",
    }
)
"""Options that say nothing beside one that has something else done than a match."""

_WITHOUT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(_OF_A_LONG_RUN.split(), _LONG),
        **dict.fromkeys(("--ply", "--computer-plays"), _COMPUTER),
    }
)
"""Options that say nothing where none of some others is typed."""


def refuse_idle(chosen: argparse.Namespace, command: argparse.ArgumentParser) -> None:
    """Refuse what is typed and would say nothing; what is typed as it would be anyway is not looked at.

    Args:
        chosen: the command line.
        command: the grammar of the command.

    Raises:
        IdleError: "simulate.idle_beside" another option, or "simulate.idle_without" some.
    """
    typed = {
        option
        for action in command._actions  # noqa: SLF001 - no other way from what is chosen to how it is typed
        if getattr(chosen, action.dest, action.default) != action.default
        for option in action.option_strings
    }
    for other, options in _BESIDE.items():
        for option in options.split():
            if {other, option} <= typed:
                raise IdleError("simulate.idle_beside", option=option, other=other)
    for option, others in _WITHOUT.items():
        if option in typed and not typed.intersection(others):
            raise IdleError("simulate.idle_without", option=option, others=" or ".join(others))
