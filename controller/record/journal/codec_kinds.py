"""The kinds of values that can be written, by their names, and what the fields of each may hold.

Every dataclass and enumeration of the rooms below is found by its module and name. What a field may hold is what its
annotation says: a value of another kind would go unnoticed until somebody relies on it.
"""

from __future__ import annotations

import inspect
import pkgutil
import typing
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final

from controller.record.errors import CodecError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from dataclasses import Field

ROOMS: Final = ("controller.referee", "controller.rules", "controller.record.transcript", "vision.reading")
"""The packages and modules whose kinds can be written."""

OTHER_VERSION: Final = frozenset({"codec.unknown_name", "codec.unknown_fields"})
"""The keys of errors that tell of a text that another version of this program may have written."""


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
            tag = f"{module.rpartition('.')[2]}.{kind.__qualname__}"
            if found.setdefault(tag, kind) is not kind:
                raise CodecError("codec.same_name", name=tag)
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
    return lambda value: isinstance(value, whole) and all(map(part, value))


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
