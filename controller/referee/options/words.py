"""Single options by words, such as "policy=legal-moves": what a table has otherwise than its preset."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from controller.referee.errors import OptionError
from controller.referee.options.options import CLUB, TABLE, ClockKind, Options

if TYPE_CHECKING:
    from collections.abc import Iterable

_YES_NO: Final = {"yes": True, "true": True, "no": False, "false": False}
_CLOCK: Final = ("clock", "clock_delay", "reserve_per_point")
"""What a clock in one word says, part by part."""
CLOCKS: Final = "none, delay, bronstein, delay:SECONDS, delay:SECONDS:SECONDS-A-POINT"
"""What a clock in one word looks like."""
_MOST: Final = 86_400
"""The largest number that an option takes: a day in seconds."""


def with_words(options: Options, words: Iterable[str]) -> Options:
    """Return options with single ones changed.

    Args:
        options: those of a preset.
        words: each an option's name, "=", and its value as `word_of` writes it.

    Raises:
        OptionError: "options.no_such_option" or "options.no_such_value".
    """
    changed: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in TABLE:
            raise OptionError("options.no_such_option", text=name, known=tuple(TABLE))
        changed[name] = _value(name, text)
    return replace(options, **changed)


def clock_words(text: str) -> tuple[str, ...]:
    """Return the options of a clock in one word, as `with_words` takes them.

    Args:
        text: "none", or the kind of the clock, then its delay and its reserve a point in seconds where they are not
            the preset's: "delay", "delay:8", "bronstein:12:90".

    Raises:
        OptionError: it has other parts ("options.no_such_value"); what the parts say is for `with_words`.
    """
    parts = text.split(":")
    if len(parts) > len(_CLOCK) or (len(parts) > 1 and parts[0].casefold() == word_of(ClockKind.NONE)):
        raise OptionError("options.no_such_value", name="clock", text=text, known=CLOCKS)
    return tuple(f"{name}={part}" for name, part in zip(_CLOCK, parts, strict=False))


def word_of(value: object) -> str:
    """Return the word for a value of an option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value) if isinstance(value, Enum) else f"{value:g}"


def values_of(name: str) -> str:
    """Return what an option may be, in words."""
    value = getattr(CLUB, name)
    if isinstance(value, bool):
        return "yes, no"
    if isinstance(value, Enum):
        return ", ".join(word_of(one) for one in type(value))
    return f"a whole number up to {_MOST}" if isinstance(value, int) else f"a number up to {_MOST}"


def _value(name: str, text: str) -> bool | float | Enum:
    """Return the value that a word stands for."""
    present: bool | float | Enum = getattr(CLUB, name)
    try:
        if isinstance(present, bool):
            return _YES_NO[text.casefold()]
        if isinstance(present, Enum):
            return next(one for one in type(present) if word_of(one) == text.casefold())
        number = type(present)(text)
    except (KeyError, StopIteration, ValueError):
        number = math.nan
    if not 0 <= number <= _MOST:
        raise OptionError("options.no_such_value", name=name, text=text, known=values_of(name))
    return number
