"""A journal's entries, packed: an input with its events as JSON, deflated against the pictures before.

Two pictures of the same board differ in little, and deflating one with the last ones as dictionary makes it a tenth.
Every so many entries one stands alone, so that damage spreads no farther. The entries are chained by a digest, so that
none can be altered, taken out or put in without notice. The digest is of all that the entry's row has, and of the rows
of other tables that were added since the entry before: facts, runs, states, pictures.
"""

from __future__ import annotations

import zlib
from collections import deque
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from controller.record.journal.codec import checks_of, decode, encode, tag_of
from controller.record.journal.schema import damaged
from controller.referee.inputs import Seen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.referee.state import RefereeState

CHAIN_START: Final = bytes(32)
"""The digest before the first entry."""

_ALONE_EVERY: Final = 64
_RAW: Final = -15
"""Deflate without a header, in a window of 32 KiB."""
_WINDOW: Final = 1 << 15
"""Bytes of a dictionary that deflate looks back to."""
_LIMIT: Final = 1 << 22
"""No entry is larger than this when unpacked; what claims to be is damaged."""
_LIMIT_OF_ALL: Final = 1 << 26
"""Nor are all of a match together: those of 25 points have a third of it."""
_DIGEST: Final = 32
"""Bytes of a digest."""

TableRow = tuple[Any, ...]
"""A row of another table: the table's name, and what its columns hold."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A row of the table of entries.

    Attributes:
        number: counts the entries from 0.
        run: in which run it was written, from 1.
        kind: the kind of the input, for whoever looks into the table.
        time: when it happened, on the match's own clock.
        base: the number of the entry from which on the texts of the pictures, up to this entry, are the dictionary
            against which the body is deflated; None where it stands alone.
        body: input and events.
        chain: a digest of this entry and all before it.
    """

    number: int
    run: int
    kind: str
    time: float
    base: int | None
    body: bytes
    chain: bytes


class Packer:
    """Packs entries one after another."""

    def __init__(self, run: int, number: int = 0, chain: bytes = CHAIN_START, beside: Iterable[TableRow] = ()) -> None:
        """Go on after the entries that are already there.

        Args:
            run: the number of the run.
            number: of the next entry.
            chain: the digest of the last one.
            beside: rows of other tables that are not in any digest yet.
        """
        self._run = run
        self.number = number
        self._chain = chain
        self._beside = [*beside]
        self._pictures: list[tuple[int, bytes]] = []
        self._alone = -_ALONE_EVERY

    def lay_beside(self, row: TableRow) -> None:
        """Have a row of another table in the digest of the next entry."""
        self._beside.append(row)

    def pack(self, given: object, events: tuple[object, ...], time: float) -> Packed:
        """Return the row of an input (or, for entry 0, of the state in which the match began) and its events."""
        text = encode((given, events))
        if self.number - self._alone >= _ALONE_EVERY:
            self._pictures, self._alone = [], self.number
        base = self._pictures[0][0] if self._pictures else None
        body = deflate(text, b"".join(picture for _, picture in self._pictures))
        packed = Packed(self.number, self._run, tag_of(given), float(time), base, body, b"")
        packed = replace(packed, chain=link(self._chain, packed, self._beside, text))
        if isinstance(given, Seen):
            self._pictures.append((self.number, text))
            while sum(len(picture) for _, picture in self._pictures[1:]) > _WINDOW:
                del self._pictures[0]
        self.number += 1
        self._chain = packed.chain
        self._beside = []
        return packed


class Unpacker:
    """Unpacks entries in the order in which they were packed."""

    def __init__(self, name: str) -> None:
        """Begin at entry 0 of the journal of this name; `first` will be that entry's text, as it was written."""
        self._name = name
        self.first = b""
        self.number = 0
        self.chain = CHAIN_START
        self._unpacked = 0
        self._pictures: deque[tuple[int, bytes]] = deque(maxlen=_ALONE_EVERY)

    def unpack(self, packed: Packed, beside: Iterable[TableRow] = ()) -> tuple[Any, tuple[Any, ...]]:
        """Return the input and the events of the next entry.

        Args:
            packed: its row.
            beside: the rows of other tables that were added since the entry before.

        Raises:
            JournalError: it is not the next one, or not what was written ("journal.damaged").
            zlib.error, CodecError, ValueError: it is not what any program has written.
        """
        since = packed.number if packed.base is None else packed.base
        dictionary = b"".join(picture for number, picture in self._pictures if number >= since)
        text = inflate(packed.body, dictionary)
        self._unpacked += len(text)
        chain = link(self.chain, packed, beside, text)
        if packed.number != self.number or chain != packed.chain or self._unpacked > _LIMIT_OF_ALL:
            raise damaged(self._name, self.number)
        given, events = decode(text)
        if packed.kind != tag_of(given):
            raise damaged(self._name, self.number)
        self.chain = chain
        self.number += 1
        if isinstance(given, Seen):
            self._pictures.append((packed.number, text))
        if packed.number == 0:
            self.first = text
        return given, events


def built(kind: type, row: TableRow) -> Any:
    """Return a row of the database as what it is read as.

    Raises:
        ValueError: a column holds something else than it should, or there is another number of columns.
    """
    checks = checks_of(kind)
    if any(not fits(value) for fits, value in zip(checks.values(), row, strict=True)):
        raise ValueError(row)
    return kind(*row)


def packed_state(state: RefereeState, before: RefereeState | None) -> tuple[int, RefereeState]:
    """Return a state without its first settled positions, as many as it has in common with the state kept before."""
    old = before.settled if before is not None else ()
    same = next((at for at, (one, other) in enumerate(zip(old, state.settled, strict=False)) if one != other), None)
    same = min(len(old), len(state.settled)) if same is None else same
    return same, replace(state, settled=state.settled[same:])


def whole_state(packed: tuple[int, RefereeState], before: RefereeState | None) -> RefereeState:
    """Return the state that `packed_state` has taken apart; `before` is the one that was kept before it."""
    same, state = packed
    return replace(state, settled=(*(before.settled[:same] if before is not None else ()), *state.settled))


def deflate(text: bytes, dictionary: bytes) -> bytes:
    """Return a text deflated, with the end of another as dictionary."""
    packing = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return packing.compress(text) + packing.flush()


def inflate(body: bytes, dictionary: bytes) -> bytes:
    """Return the text that `deflate` has packed.

    Raises:
        zlib.error: it has not packed this.
    """
    unpacking = zlib.decompressobj(_RAW, dictionary)
    text = unpacking.decompress(body, _LIMIT)
    if not unpacking.eof:
        raise zlib.error("cut short")
    return text


def link(chain: bytes, packed: Packed, beside: Iterable[TableRow], text: bytes) -> bytes:
    """Return the digest of an entry, of the rows beside it and of all entries before.

    Args:
        chain: the digest of the entry before.
        packed: the entry's row; its own digest does not matter.
        beside: the rows of other tables that were added since the entry before.
        text: what the entry's body is when unpacked.
    """
    row = (packed.number, packed.run, packed.kind, packed.time, packed.base)
    digest = blake2b(chain, digest_size=_DIGEST)
    digest.update(repr((row, sorted(beside, key=lambda one: one[:2]))).encode())
    digest.update(text)
    return digest.digest()
