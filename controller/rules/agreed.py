"""Agreed rules as words that a record of a match can keep, such as "jacoby=yes": those that others have to know.

They say what a game is worth and who may turn the cube. Only what differs from tournament backgammon has a word, and
only where it has an effect.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from controller.rules.match import Form
from controller.rules.profile import STANDARD, ProfileError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.rules.profile import RulesProfile

_ANYWHERE: Final = ("cube_in_play", "cube_cap", "backgammon_despite_borne_off")
_IN_MATCHES: Final = ("crawford", "no_match_winning_double", "dead_cube")
_FOR_MONEY: Final = ("jacoby", "beavers", "raccoons")


def words_of(profile: RulesProfile, form: Form) -> tuple[str, ...]:
    """Return the words for the rules of a match, a session or a game."""
    names = (*_ANYWHERE, *(_IN_MATCHES if form is Form.MATCH else _FOR_MONEY))
    return tuple(f"{name}={_word(value)}" for name in names if (value := getattr(profile, name)) != _usual(name))


def with_words(profile: RulesProfile, words: Iterable[str]) -> RulesProfile:
    """Return a profile with what the words say; what makes no sense is passed over."""
    changed: dict[str, Any] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name in (*_ANYWHERE, *_IN_MATCHES, *_FOR_MONEY):
            changed.update((name, value) for value in _values(name, text) if _word(value) == text.casefold())
    try:
        return replace(profile, **changed)
    except ProfileError:
        return profile


def _word(value: object) -> str:
    """Return the word for a value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)


def _values(name: str, text: str) -> Iterable[object]:
    """Return the values among which that of a rule is, as far as a text can mean them."""
    usual = _usual(name)
    if isinstance(usual, Enum):
        return type(usual)
    if isinstance(usual, bool):
        return (True, False)
    return tuple(2**power for power in range(1, 31) if text == str(2**power))


def _usual(name: str) -> object:
    """Return the value in tournament backgammon."""
    return getattr(STANDARD, name)
