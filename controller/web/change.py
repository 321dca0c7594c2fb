"""Change from one snapshot to the next: what a viewer has to be told who has the one before.

A change is {"set": {name: value}, "lists": {name: [drop, keep, [added, ...]]}}: fields that are replaced whole, and
lists of which the first `drop` are left out, the next `keep` stay, and others follow. Corrections and undone turns are
such changes, too: a viewer never has to know why something is different.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Change = dict[str, dict[str, Any]]


def change(old: Mapping[str, Any], new: Mapping[str, Any], growing: Sequence[str] = ()) -> Change:
    """Return what makes the JSON form of one snapshot that of the next; both have the same fields.

    Args:
        old: the one.
        new: the other.
        growing: the fields that are lists of which the front goes and the end grows.
    """
    differs = [name for name in new if name not in old or old[name] != new[name]]
    lists = {name: _spliced(old[name], new[name]) for name in differs if name in growing and name in old}
    return {"set": {name: new[name] for name in differs if name not in lists}, "lists": lists}


def changed(old: Mapping[str, Any], told: Change) -> dict[str, Any]:
    """Return the JSON form of a snapshot after a change."""
    lists = {name: [*old[name][drop : drop + keep], *added] for name, (drop, keep, added) in told["lists"].items()}
    return {**old, **told["set"], **lists}


def _spliced(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """Return how many of a list to drop and to keep, and what to add, to make it another."""
    drop = old.index(new[0]) if new and new[0] in old else 0
    keep = 0
    for before, after in zip(old[drop:], new, strict=False):
        if before != after:
            break
        keep += 1
    return [drop, keep, list(new[keep:])]
