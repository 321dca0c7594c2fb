"""Frozen values to text and back, exactly: inputs, events and states of the referee, as JSON.

The codec knows no kind of its own. Every dataclass and enumeration of `ROOMS` is found by its name, so that a new kind
of event or input needs no code here, and a journal does not depend on the file in which a kind is written.

What comes back is equal to what went in, type by type: JSON keeps integers, and floats to the last bit; tuples are
lists; a dataclass is an object whose key "~" names it; a member of an enumeration is a string that begins with "~", and
so is any other string that does, with one more in front. `encode` writes a row of scores, which are multiples of ten,
as a string of two digits to the base of 16 each.

A name that is not known is refused, and so is a field that is missing or unknown, or holds a value of another kind than
its annotation says: it would go unnoticed until somebody relies on it.
"""

from __future__ import annotations

import inspect
import json
import pkgutil
import typing
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from functools import cache, lru_cache
from importlib import import_module
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final

from controller.record.errors import CodecError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from dataclasses import Field

ROOMS: Final = ("controller.referee", "controller.rules", "controller.record.transcript", "vision.reading")
"""The packages and modules whose kinds can be written."""
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
    """Return the name under which the kind of a value is written, such as "Rolled"."""
    return tag_of_kind(type(value))


def _all_whole(values: Collection[object]) -> bool:
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
    kind = kind_of(str(tag))
    known = fields_of(kind)
    given = {name: from_plain(one) for name, one in plain.items() if name != _TAG}
    if given.keys() != known.keys() or not is_dataclass(kind):
        raise CodecError("codec.unknown_fields", name=tag, fields=sorted(given.keys() ^ known.keys()))
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


@cache
def known_kinds() -> Mapping[str, type]:
    """Return every dataclass and enumeration that can be written, by its name.

    Raises:
        CodecError: two have the same name ("codec.same_name"): a mistake of the program.
    """
    found: dict[str, type] = {}
    for module in _modules():
        for _, kind in inspect.getmembers(import_module(module), inspect.isclass):
            if kind.__module__ != module or kind.__name__.startswith("_") or not _can_be_written(kind):
                continue
            if found.setdefault(kind.__name__, kind) is not kind:
                raise CodecError("codec.same_name", name=kind.__name__)
    return found


def kind_of(tag: str) -> type:
    """Return the kind of a name.

    Raises:
        CodecError: there is none ("codec.unknown_name").
    """
    try:
        return known_kinds()[tag]
    except KeyError:
        raise CodecError("codec.unknown_name", name=tag) from None


def tag_of_kind(kind: type) -> str:
    """Return the name of a kind.

    Raises:
        CodecError: it has none ("codec.unknown_kind").
    """
    try:
        return _tags()[kind]
    except KeyError:
        raise CodecError("codec.unknown_kind", kind=kind.__name__) from None


@cache
def fields_of(kind: type) -> Mapping[str, Field[Any]]:
    """Return the fields of a dataclass that its constructor takes, by name; of what is no dataclass none."""
    return {one.name: one for one in fields(kind) if one.init} if is_dataclass(kind) else {}


@cache
def checks_of(kind: type) -> Mapping[str, Callable[[object], bool]]:
    """Return what tells, for each field of a dataclass, whether a value is of the kind that it holds."""
    hints = typing.get_type_hints(kind, {**_names(), **vars(import_module(kind.__module__))})
    return {name: _check(hints[name]) for name in fields_of(kind)}


@cache
def _check(hint: Any) -> Callable[[object], bool]:
    """Return what tells whether a value is of the kind that an annotation names."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, UnionType):
        parts = tuple(_check(one) for one in inner)
        return lambda value: any(part(value) for part in parts)
    if origin is tuple and inner[-1] is Ellipsis:
        return _all_are(tuple, _check(inner[0]))
    if origin is frozenset:
        return _all_are(frozenset, _check(inner[0]))
    if origin is tuple:
        parts = tuple(_check(one) for one in inner)
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(parts)
            and all(part(one) for part, one in zip(parts, value, strict=True))
        )
    if hint in (int, float):
        # JSON tells whole numbers from others, and so does whoever writes; a truth is no number.
        numbers = (int,) if hint is int else (int, float)
        return lambda value: isinstance(value, numbers) and not isinstance(value, bool)
    kind = NoneType if hint is None else hint
    return lambda value: isinstance(value, kind)


def _all_are(whole: type[tuple[Any, ...] | frozenset[Any]], part: Callable[[object], bool]) -> Callable[[object], bool]:
    """Return what tells whether a value is a tuple or a set of which every member passes."""
    if not part(0):
        return lambda value: isinstance(value, whole) and all(map(part, value))
    return lambda value: isinstance(value, whole) and (_all_whole(value) or all(map(part, value)))


@cache
def _names() -> dict[str, object]:
    """Return what annotations may name that is imported for the type checker only."""
    found: dict[str, object] = {kind.__name__: kind for kind in known_kinds().values()}
    for kind in known_kinds().values():
        module = vars(import_module(kind.__module__))
        found.update({name: one for name, one in module.items() if not name.startswith("_") and name not in found})
    return found


def _can_be_written(kind: type) -> bool:
    """Return whether a kind is an enumeration or a frozen dataclass."""
    if is_dataclass(kind):
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # where dataclasses keep it
    return issubclass(kind, Enum)


def _modules() -> list[str]:
    """Return the names of all modules of the rooms."""
    names = []
    for room in ROOMS:
        path = getattr(import_module(room), "__path__", None)
        names += [room] if path is None else [one.name for one in pkgutil.walk_packages(path, f"{room}.")]
    return names


@cache
def _tags() -> dict[type, str]:
    """Return the names of all kinds that can be written."""
    return {kind: tag for tag, kind in known_kinds().items()}
