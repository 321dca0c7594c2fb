"""View of a hall: all that its desk knows, as a frozen value, and how each message changes it; pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from controller.hall.messages import (
    DESK_KINDS,
    KINDS,
    AboutTable,
    HallPairing,
    HallRound,
    TableAlert,
    TableEvent,
    TableResult,
    TableState,
    TableStatus,
    decode,
)
from controller.hall.topics import DESK, parse_topic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.hall.messages import HallMessage

MOST_TABLES: Final = 2_000
"""Tables of a hall."""
RANKS: Final = ("called", "illegal", "unsure", "clock", "board", "lost", "camera", "moved", "disk")
"""Reasons to go to a table, the most urgent first; whatever a later version tells comes after them."""
_RANK: Final = {kind: rank for rank, kind in enumerate(RANKS)}
_CALM: Final = ("asking", "playing", "paused", "init", "paired", "ready", "gone")
"""What tables do where nobody is wanted, in the order in which they are shown after the others."""


@dataclass(frozen=True, slots=True)
class TableView:
    """What is known of a table; None for what it has not told.

    Attributes:
        name: the table's.
        status, about, state: as told.
        alerts: what is not settled, by kind.
        said: the last event.
        heard: when something of it came last, by the desk's clock.
    """

    name: str
    status: TableStatus | None = None
    about: AboutTable | None = None
    state: TableState | None = None
    alerts: Mapping[str, TableAlert] = field(default_factory=lambda: MappingProxyType({}))
    said: TableEvent | None = None
    heard: float = 0.0

    @property
    def does(self) -> str:
        """What the table does, as its status says it; empty before it has said anything."""
        return "" if self.status is None else self.status.state

    @property
    def reasons(self) -> tuple[tuple[str, str, float], ...]:
        """Why somebody is wanted there, the most urgent first: kind, sentence, since when by the table's clock."""
        found = [(kind, one.text, one.since) for kind, one in self.alerts.items()]
        if self.does == "lost" and self.status is not None:
            found.append(("lost", "", self.status.since))
        return tuple(sorted(found, key=lambda one: (_RANK.get(one[0], len(RANKS)), one[2])))

    @property
    def urgency(self) -> tuple[int, float]:
        """What the tables are sorted by: the lower the sooner somebody should go there."""
        if self.reasons:
            kind, _, since = self.reasons[0]
            return _RANK.get(kind, len(RANKS)), since
        place = _CALM.index(self.does) if self.does in _CALM else len(_CALM)
        return len(RANKS) + 1 + place, 0.0


@dataclass(frozen=True, slots=True)
class HallView:
    """What is known of a hall.

    Attributes:
        hall: its name.
        tables: by name.
        results: by table and match.
        round: the pairings, None where none were read in.
    """

    hall: str
    tables: Mapping[str, TableView] = field(default_factory=lambda: MappingProxyType({}))
    results: Mapping[tuple[str, str], TableResult] = field(default_factory=lambda: MappingProxyType({}))
    round: HallRound | None = None

    def heard(self, topic: str, payload: bytes, now: float) -> HallView:
        """Return what is known after a message; one that is older than what is known changes nothing.

        Args:
            topic: where it came.
            payload: what came; nothing empties the topic.
            now: seconds since 1970 by the desk's clock.

        Raises:
            HallError, ForeignError: it is no message of a hall.
        """
        about = parse_topic(topic)
        if about is None or about.hall != self.hall:
            return self
        kinds = DESK_KINDS if about.table == DESK else KINDS
        kind = kinds.get(about.kind)
        if kind is None or about.kind in {"order", "answer"}:
            return self
        message = decode(payload, kind, topic) if payload else None
        if about.table == DESK:
            return replace(self, round=message) if isinstance(message, HallRound | None) and kind is HallRound else self
        if about.kind == "result":
            return self._with_result(about.table, about.part, message)
        before = self.tables.get(about.table)
        if before is None and (message is None or len(self.tables) >= MOST_TABLES):
            return self
        after = _after(before or TableView(about.table), about.kind, about.part, message)
        return replace(self, tables=MappingProxyType({**self.tables, about.table: replace(after, heard=now)}))

    def _with_result(self, table: str, match: str, message: HallMessage | None) -> HallView:
        """Return what is known after a result was told, or taken back."""
        others = {key: one for key, one in self.results.items() if key != (table, match)}
        if isinstance(message, TableResult):
            others[table, match] = message
        return replace(self, results=MappingProxyType(others))

    @property
    def in_order(self) -> tuple[TableView, ...]:
        """The tables, those first where somebody is wanted."""
        return tuple(sorted(self.tables.values(), key=lambda one: (*one.urgency, _natural(one.name))))


def to_begin(view: HallView) -> dict[str, HallPairing]:
    """Return the match of the round that is to be begun next at each table; none where it is played already."""
    played = {(table, frozenset(one.names), one.length) for (table, _), one in view.results.items()}
    found: dict[str, HallPairing] = {}
    for one in () if view.round is None else view.round.pairings:
        if (one.table, frozenset(one.names), one.length) not in played:
            found.setdefault(one.table, one)
    return {table: one for table, one in found.items() if table in view.tables and not _is_on(view.tables[table], one)}


def _is_on(table: TableView, pairing: HallPairing) -> bool:
    """Return whether the match of a pairing has begun at its table, and is not over."""
    state = table.state
    if state is None or state.winner is not None:
        return False
    return frozenset(state.names) == frozenset(pairing.names) and state.length == pairing.length


def _after(table: TableView, kind: str, part: str, message: HallMessage | None) -> TableView:
    """Return what is known of a table after a message of a kind."""
    match message:
        case TableStatus():
            return replace(table, status=message)
        case AboutTable():
            return replace(table, about=message)
        case TableState():
            old = table.state
            stale = old is not None and old.session == message.session and old.seq > message.seq
            return table if stale else replace(table, state=message)
        case TableEvent():
            return replace(table, said=message)
        case TableAlert():
            return replace(table, alerts=MappingProxyType({**table.alerts, part: message}))
        case None if kind == "alert":
            return replace(table, alerts=MappingProxyType({k: one for k, one in table.alerts.items() if k != part}))
        case None if kind == "status":
            return replace(table, status=None)
        case None if kind == "about":
            return replace(table, about=None)
        case None if kind == "state":
            return replace(table, state=None)
        case _:
            return table


def _natural(name: str) -> tuple[str, int]:
    """Return what names are sorted by, so that table-2 comes before table-10."""
    bare = name.rstrip("0123456789")
    return bare, int(name[len(bare) :] or 0)


def desk_json(table: TableView) -> dict[str, Any]:
    """Return what the desk's page draws of a table."""
    pages = "" if table.about is None else table.about.pages
    return {
        "name": table.name,
        "does": table.does,
        "reasons": [{"kind": kind, "text": text, "since": since} for kind, text, since in table.reasons],
        "pages": pages,
        "program": "" if table.about is None else table.about.program,
        "shown": None if table.state is None else shown_json(table.state),
    }


def public_json(table: TableView) -> dict[str, Any]:
    """Return what spectators are shown of a table: the match, and nothing of what the director is wanted for."""
    does = {"asking": "playing", "lost": "paused"}.get(table.does, table.does)
    return {"name": table.name, "does": does, "shown": None if table.state is None else shown_json(table.state)}


def shown_json(state: TableState) -> dict[str, Any]:
    """Return a state as the board of the pages draws it."""
    clock = state.clock
    return {
        "session": state.session,
        "number": state.seq,
        "at": state.at,
        "names": list(state.names),
        "length": state.length,
        "score": list(state.score),
        "game_number": state.game,
        "crawford": state.crawford,
        "phase": state.phase,
        "turn": state.turn,
        "winner": state.winner,
        "home": state.home,
        "dark": state.dark,
        "board": {"one": list(state.checkers[0]), "two": list(state.checkers[1]), "unentered": list(state.unentered)},
        "position_id": state.position_id,
        "dice": None if state.dice is None else {"player": state.turn or 0, "values": list(state.dice)},
        "cube": {
            "value": state.cube.value,
            "owner": state.cube.owner,
            "offered": state.cube.offered,
            "offered_by": state.cube.offered_by,
            "in_play": True,
        },
        "clock": None if clock is None else {"left": list(clock.left), "running": clock.running},
        "verdict": None,
        "last": None,
        "said": state.said,
    }


def result_json(table: str, result: TableResult) -> dict[str, Any]:
    """Return a result as JSON has it."""
    return {
        "table": table,
        "match": result.match,
        "session": result.session,
        "names": list(result.names),
        "length": result.length,
        "score": list(result.score),
        "winner": None if result.winner is None else result.names[result.winner],
        "games": result.games,
        "variant": result.variant,
        "ended": result.ended,
        "digest": result.digest,
    }
