"""Frozen values to text and back, exactly: inputs, events and states of the referee, as JSON.

The codec knows no kind of its own. Every dataclass and enumeration is found by its module and name (`codec_kinds`), so
that a new kind of event or input needs no code here. What comes back is equal to what went in, type by type: JSON
keeps integers, and floats to the last bit; tuples are lists; a dataclass is an object whose key "~" names it; a member
of an enumeration is a string that begins with "~", and so is any other string that does, with one more in front.
`encode` writes a row of scores, which are multiples of ten, as a string of two digits to the base of 16 each.

A field that an older program did not write takes its default; a name that this program does not know is refused, and
so is a value of another kind than its field holds. What an older program wrote of a turn beside the rest of the state
is read as the state's turn.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, is_dataclass
from enum import Enum, Flag
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from controller.record.errors import CodecError
from controller.record.journal.codec_kinds import checks_of, fields_of, kind_of, tag_of_kind
from controller.referee.state import Dice, RefereeState, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAG: Final = "~"
_SCORES: Final = "~*"
"""Begins a row of scores."""
_STEP: Final = -10
"""What a score written as a byte is counted in, in centinats."""
_ROW: Final = 8
"""From how many numbers on it is worth while."""


def encode(value: object) -> bytes:
    """Return a value as JSON without blanks, in ASCII; equal values give equal bytes.

    Raises:
        CodecError: it holds something of a kind that cannot be written ("codec.unknown_kind").
    """
    return json.dumps(to_plain(value, short=True), separators=(",", ":")).encode("ascii")


def decode(text: bytes) -> Any:
    """Return the value that `encode` has written.

    Raises:
        CodecError: it is no such text ("codec.not_json"), has something where another kind belongs
            ("codec.wrong_kind"), or speaks of something that this program does not know ("codec.unknown_name",
            "codec.unknown_fields").
    """
    try:
        return from_plain(json.loads(text))
    except CodecError:
        raise
    except (ValueError, RecursionError) as error:
        raise CodecError("codec.not_json", why=str(error)) from None


def to_plain(value: object, *, short: bool = False) -> Any:
    """Return a value as what JSON has: objects, lists, strings, numbers.

    Args:
        value: what is to be written.
        short: write rows of scores as strings.

    Raises:
        CodecError: see `encode`.
    """
    if isinstance(value, Enum):
        tag = tag_of_kind(type(value))
        return f"{_TAG}{tag}#{value.value}" if isinstance(value, Flag) else f"{_TAG}{tag}:{value.name}"
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return _TAG + value if value.startswith(_TAG) else value
    if isinstance(value, tuple):
        # A reading is mostly scores: hundreds of whole numbers.
        if _all_whole(value):
            return (_as_row(value) if short else None) or list(value)
        return [to_plain(one, short=short) for one in value]
    if isinstance(value, frozenset):
        return {_TAG: "frozenset", "of": sorted((to_plain(one, short=short) for one in value), key=json.dumps)}
    if is_dataclass(value) and not isinstance(value, type):
        return {
            _TAG: tag_of_kind(type(value)),
            **{one.name: to_plain(getattr(value, one.name), short=short) for one in fields_of(type(value)).values()},
        }
    raise CodecError("codec.unknown_kind", kind=type(value).__name__)


def from_plain(plain: Any) -> Any:
    """Return the value that `to_plain` has made into this.

    Raises:
        CodecError: see `decode`.
    """
    if isinstance(plain, str):
        return _member(plain) if plain.startswith(_TAG) else plain
    if isinstance(plain, list):
        return tuple(plain) if _all_whole(plain) else tuple(from_plain(one) for one in plain)
    if isinstance(plain, dict):
        return _built(plain)
    return plain


def tag_of(value: object) -> str:
    """Return the name under which the kind of a value is written, such as "events.Rolled"."""
    return tag_of_kind(type(value))


def _all_whole(values: Sequence[object]) -> bool:
    """Return whether all are plain integers, which are written as they are."""
    return set(map(type, values)) <= {int}


@lru_cache(maxsize=1024)  # from one picture to the next most places keep their scores
def _as_row(values: tuple[int, ...]) -> str | None:
    """Return whole numbers as a row of scores, None where they cannot be one."""
    if len(values) < _ROW or any(one % _STEP or not 0 <= one // _STEP <= 255 for one in values):
        return None
    return _SCORES + bytes([one // _STEP for one in values]).hex()


def _member(text: str) -> object:
    """Return what a marked string stands for: a member of an enumeration, scores, or another string with a mark."""
    if text.startswith(2 * _TAG):
        return text[1:]
    if text.startswith(_SCORES):
        return _row(text)
    tag, mark, name = text[1:].partition("#" if "#" in text else ":")
    kind = kind_of(tag)
    try:
        return kind(int(name)) if mark == "#" else kind[name]  # type: ignore[index]  # only an Enum is written so
    except (KeyError, TypeError, ValueError):
        raise CodecError("codec.unknown_name", name=text[1:]) from None


def _row(text: str) -> tuple[int, ...]:
    """Return the scores of a row."""
    try:
        return tuple([_STEP * one for one in bytes.fromhex(text[len(_SCORES) :])])
    except ValueError:
        raise CodecError("codec.unknown_name", name=text[1:]) from None


def _built(plain: dict[str, Any]) -> object:
    """Return the dataclass, or the set, that an object describes."""
    tag = plain.get(_TAG)
    if tag == "frozenset":
        return _set(plain.get("of"))
    if tag == tag_of_kind(RefereeState) and "turn" not in plain:
        plain = _with_turn(plain)
    kind = kind_of(str(tag))
    known = fields_of(kind)
    given = {name: from_plain(one) for name, one in plain.items() if name != _TAG}
    missing = [
        name
        for name, one in known.items()
        if name not in given and one.default is MISSING and one.default_factory is MISSING
    ]
    if missing or not given.keys() <= known.keys() or not is_dataclass(kind):
        raise CodecError("codec.unknown_fields", name=tag, fields=missing or sorted(given.keys() - known.keys()))
    checks = checks_of(kind)
    for name, value in given.items():
        if not checks[name](value):
            raise CodecError("codec.wrong_kind", name=f"{tag}.{name}")
    return kind(**given)


def _set(members: object) -> frozenset[Any]:
    """Return a set of what a list has."""
    if not isinstance(members, list):
        raise CodecError("codec.wrong_kind", name="frozenset.of")
    try:
        return frozenset(from_plain(one) for one in members)
    except TypeError:  # one that cannot be a member
        raise CodecError("codec.wrong_kind", name="frozenset.of") from None


def _with_turn(plain: dict[str, Any]) -> dict[str, Any]:
    """Return a state as an older program wrote it with what belongs to its turn put there."""
    of_turn, dice = fields_of(Turn).keys(), plain.get("dice")
    dice = dice if isinstance(dice, dict) else {}
    turn = {name: one for name, one in (*dice.items(), *plain.items()) if name in of_turn}
    state = {name: one for name, one in plain.items() if name not in of_turn}
    lasting = {name: one for name, one in dice.items() if name not in of_turn}
    return {**state, "turn": {_TAG: tag_of_kind(Turn), **turn}, "dice": lasting or {_TAG: tag_of_kind(Dice)}}
