"""Text of others: what of it may come in as a name or a reason, and how it is shown where it goes out.

A terminal obeys escape sequences, a line feed forges a line, and marks of direction turn a line round; half of a
surrogate pair can be written into no file.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_NOT_PLAIN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls, surrogates and separators of lines."""

_DIRECTION: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The marks of direction."""

_SAID: Final = 300
"""How many characters of a stranger's words are told."""


def is_plain(text: str) -> bool:
    """Return whether a text is of one line, and holds nothing that a terminal would obey or a file could not."""
    return text.isprintable() or all(map(_is_plain, text))


def shown(text: str, keep: str = "") -> str:
    """Return a text with everything that is not plain written as an escape sequence of Python.

    Args:
        text: the text.
        keep: what stays as it is though it is not plain, such as the feeds of a text of several lines.
    """
    if is_plain(text):
        return text
    return "".join(one if one in keep or _is_plain(one) else _escaped(one) for one in text)


def one_line(said: str, *, end: bool = True) -> str:
    """Return the end of what a stranger has said, or its beginning: one line, of what is plain."""
    piece = said[-8 * _SAID :] if end else said[: 8 * _SAID]
    line = " ".join("".join(one if _is_plain(one) else " " for one in piece).split())
    return (line[-_SAID:] if end else line[:_SAID]).strip()


def _is_plain(one: str) -> bool:
    """Return whether a letter is plain."""
    return one.isprintable() or (unicodedata.category(one) not in _NOT_PLAIN and one not in _DIRECTION)


def _escaped(one: str) -> str:
    """Return the escape sequence of a letter."""
    return one.encode("unicode_escape", "surrogatepass").decode("ascii")
