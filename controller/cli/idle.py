"""Refuse options that would say nothing beside others, or without them."""

from __future__ import annotations

import argparse
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.errors import TavolaError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

AGREED: Final = "--length --preset --game --option --against --ply --computer-plays"
"""Options that say what is agreed of a match before it begins."""


class IdleError(TavolaError, ValueError):
    """An option says nothing beside another, or without it."""


def refuse_idle(
    chosen: argparse.Namespace,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    beside: Mapping[str, str],
    without: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> None:
    """Refuse what is typed and would say nothing; what is typed as it would be anyway is not looked at.

    Args:
        chosen: the command line.
        add_arguments: adds those of the command to a parser; what has no option is called as its help calls it.
        beside: options that say nothing beside one, with spaces between.
        without: for each option those of which one is needed.

    Raises:
        IdleError: "idle.beside" another option, or "idle.without" some.
    """
    command = argparse.ArgumentParser()
    add_arguments(command)
    typed = {
        name
        for action in command._actions  # noqa: SLF001 - no other way from what is chosen to how it is typed
        if getattr(chosen, action.dest, action.default) != action.default
        for name in action.option_strings or [str(action.metavar)]
    }
    for other, options in beside.items():
        for option in options.split():
            if {other, option} <= typed:
                raise IdleError("idle.beside", option=option, other=other)
    for option, others in without.items():
        if option in typed and not typed.intersection(others):
            raise IdleError("idle.without", option=option, others=" or ".join(others))
