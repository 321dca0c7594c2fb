"""Messages of a hall: frozen values, their JSON form, and the bounds of everything that is read from others.

Each says the version `v` of its schema. A version may bring new fields, never another meaning of an old one, so that
old and new programs read each other: fields that a program does not know are kept in `more`, and written again.
Times are seconds since 1970 by the clock of whoever says them; clocks of two computers are never compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Final, Literal, NoReturn, TypeVar

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from controller.foreign import Limits, parsed
from controller.hall.errors import HallError
from controller.hall.topics import is_name
from controller.others_text import is_plain

VERSION: Final = 1
"""The version of the schemas."""
LARGEST: Final = 16_384
"""Bytes of a message."""
LARGEST_STATE: Final = 2_048
"""Bytes of a table's state."""
LARGEST_ROUND: Final = 131_072
"""Bytes of a round's pairings: five hundred tables."""
LONGEST_NAME: Final = 40
"""Letters of a word or a person's name."""
LONGEST_LINE: Final = 200
"""Letters of a line, such as a word of an order."""
LONGEST_SENTENCE: Final = 400
"""Letters of a sentence of the referee, or of a reason."""
MOST_WORDS: Final = 8
"""Words of an order."""
MOST_LINES: Final = 40
"""Lines of an answer."""
LONGEST_MATCH: Final = 64
"""Points of a match that may be paired."""

More = tuple[tuple[str, str], ...]
"""Fields of a later version: each with its value as JSON."""


def _plain(text: str) -> str:
    """Return a text that is of one line.

    Raises:
        ValueError: it is not.
    """
    if not is_plain(text):
        raise ValueError("controls, line breaks and marks of direction have no place here")
    return text


def _name(text: str) -> str:
    """Return the name of a hall or a table.

    Raises:
        ValueError: it is none.
    """
    if not is_name(text):
        raise ValueError("small letters of English, digits and hyphens are wanted, 32 at most")
    return text


def _powers(value: int) -> int:
    """Return what a cube may show.

    Raises:
        ValueError: it is no power of two.
    """
    if value.bit_count() != 1:
        raise ValueError("a power of two is wanted")
    return value


Schema = Annotated[int, Field(ge=1, le=999)]
Wall = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]
Number = Annotated[int, Field(ge=0, le=10**9)]
Points = Annotated[int, Field(ge=0, le=10_000)]
Milliseconds = Annotated[int, Field(ge=-(10**9), le=10**9)]
Side = Annotated[int, Field(ge=0, le=1)]
Cube = Annotated[int, Field(ge=1, le=2**20), AfterValidator(_powers)]
Die = Annotated[int, Field(ge=1, le=6)]
Checkers = Annotated[int, Field(ge=0, le=15)]
Word = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_plain)]
Person = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_plain)]
Line = Annotated[str, Field(max_length=LONGEST_LINE), AfterValidator(_plain)]
LongLine = Annotated[str, Field(max_length=LONGEST_SENTENCE), AfterValidator(_plain)]
Name = Annotated[str, AfterValidator(_name)]
Address = Annotated[str, Field(max_length=200, pattern=r"^(https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._/-]*)?)?$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Mark = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,64}$")]
Journal = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9._-]*$")]
PositionText = Annotated[str, Field(max_length=14, pattern=r"^([A-Za-z0-9+/]{14})?$")]
Row = Annotated[tuple[Checkers, ...], Field(min_length=26, max_length=26)]
Language = Annotated[str, Field(pattern=r"^[A-Za-z_-]{0,12}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HallMessage:
    """What every message has.

    Attributes:
        v: version of the schema.
        more: fields that this program does not know.
    """

    v: Schema = VERSION
    more: More = ()


_Kind = TypeVar("_Kind", bound=HallMessage)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStatus(HallMessage):
    """Whether a table is there, and what it does. Retained; the broker says "lost" for a table that has gone.

    Attributes:
        state: "init" before the first match, "ready" where one may begin, "paired" where one waits for its players,
            "playing", "asking" where a person is needed, "paused", "lost", "gone" where the program has ended.
        since: when that began.
        run: tells this run of the table's program from any other.
    """

    state: Word
    since: Wall
    run: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutTable(HallMessage):
    """What a table is. Retained.

    Attributes:
        table: its name, as in the topic.
        program: the version of Tavola.
        pages: the address of its pages; empty where it has none.
        language: that of its sentences.
        can: what it can: "orders", "journals".
    """

    table: Name
    program: Word
    pages: Address = ""
    language: Language = "en"
    can: Annotated[tuple[Word, ...], Field(max_length=20)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HallClock:
    """A reading of both clocks, in milliseconds; it is as old as the message that has it."""

    left: tuple[Milliseconds, Milliseconds]
    delay: Milliseconds = 0
    delay_left: Milliseconds = 0
    running: Side | None = None
    paused: bool = False
    flagged: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HallCube:
    """The cube: its value and owner, and what is offered by whom."""

    value: Cube
    owner: Side | None = None
    offered: Cube | None = None
    offered_by: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState(HallMessage):
    """Where a match stands, as everybody may know it. Retained, told when it changes, at most twice a second.

    Attributes:
        session: the name of the journal.
        seq: the number of the journal's last entry; within a session it never goes back.
        at: when it was told.
        names: the players'.
        length: points that win the match, 0 for money.
        score: points of both.
        game: the number of the game, from 1.
        crawford: it is the Crawford game.
        variant: which game is played.
        phase: what is waited for, as the pages have it.
        turn: who is on turn.
        winner: who has won the match.
        checkers: of player 0 and of player 1, 26 counts each: off, the points 1 to 24 as the player counts them, bar.
        unentered: how many of those on the bar have never been in play.
        position_id: the same as GNU Backgammon writes it, seen by whoever is on turn; empty where it cannot be written.
        dark: who plays the dark checkers.
        home: the quadrant of the table in which player 0 has his home.
        dice: the roll that lies there.
        cube, clock: as they are.
        verdict: the kind of the last verdict while it matters: "illegal", "unsure" and so on.
        said: its sentence.
    """

    session: Journal
    seq: Number
    at: Wall
    names: tuple[Person, Person]
    length: Points
    score: tuple[Points, Points]
    game: Number
    crawford: bool = False
    variant: Word = "backgammon"
    phase: Word
    turn: Side | None = None
    winner: Side | None = None
    checkers: tuple[Row, Row]
    unentered: tuple[Checkers, Checkers] = (0, 0)
    position_id: PositionText = ""
    dark: Side = 0
    home: Word = "bottom-right"
    dice: tuple[Die, Die] | None = None
    cube: HallCube
    clock: HallClock | None = None
    verdict: Word = ""
    said: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent(HallMessage):
    """Something that the referee has said. Not retained.

    Attributes:
        session, seq: the journal's name, and its last entry then.
        part: counts the events of that entry, from 0: with both before it tells an event that comes twice.
        at: when it was told.
        kind: the name of the event.
        player: whom it concerns.
        text: the sentence, in the language of the table.
    """

    session: Journal
    seq: Number
    part: Number
    at: Wall
    kind: Word
    player: Side | None = None
    text: LongLine = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAlert(HallMessage):
    """A reason to go to a table. Retained until it is settled; then the topic is emptied.

    Attributes:
        kind: as in the topic: "illegal", "unsure", "clock", "called", "camera", "moved", "board", "disk".
        since: when it began.
        session, seq: the journal's name, and its last entry then.
        player: whom it concerns.
        text: the sentence, in the language of the table.
    """

    kind: Word
    since: Wall
    session: Journal = ""
    seq: Number = 0
    player: Side | None = None
    text: LongLine = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult(HallMessage):
    """The result of a match. Retained, and told again at every connection: the same match is the same message.

    Attributes:
        match: the first sixteen digits of the digest of the journal's beginning; as in the topic.
        session: the name of the journal.
        seq: the journal's entry with which the match was decided.
        digest: the journal's digest of that entry: whoever has the journal can prove the result.
        names: the players'.
        length: points that win the match, 0 for money.
        score: points of both.
        winner: who has won.
        games: how many games there were.
        variant: which game was played.
        ended: when, by the table's clock.
    """

    match: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    session: Journal
    seq: Number
    digest: Digest
    names: tuple[Person, Person]
    length: Points
    score: tuple[Points, Points]
    winner: Side | None
    games: Number
    variant: Word = "backgammon"
    ended: Wall


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOrder(HallMessage):
    """An order to a table. Never retained; the broker drops it after thirty seconds.

    Attributes:
        mark: tells this order from any other, so that it counts once however often it comes.
        words: as `tavola ctl` has them.
        who: under which name it lands in the audit trail.
        why: the reason.
        run: that of the table's status; an order to an earlier run is refused.
        sign: the signature, see `controller.hall.signing`.
    """

    mark: Mark
    words: Annotated[tuple[Line, ...], Field(min_length=1, max_length=MOST_WORDS)]
    who: Annotated[str, Field(max_length=64), AfterValidator(_plain)]
    why: LongLine = ""
    run: Mark
    sign: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswer(HallMessage):
    """What came of an order; told on the topic that the order names.

    Attributes:
        mark: the order's.
        done: it was carried out.
        lines: what the referee said, or why nothing was done.
        key: the name of what is wrong; empty where it was carried out.
    """

    mark: Mark
    done: bool
    lines: Annotated[tuple[LongLine, ...], Field(max_length=MOST_LINES)] = ()
    key: Word = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskStatus(HallMessage):
    """Whether a desk is there. Retained; tables tell everything again when another run of it says that it is ready.

    Attributes:
        state: "ready", "lost" or "gone".
        since: when that began.
        run: tells this run of the desk from any other.
    """

    state: Literal["ready", "lost", "gone"]
    since: Wall
    run: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPairing:
    """A match to be played: where, by whom, and to how many points, 0 for money."""

    table: Name
    names: tuple[Person, Person]
    length: Annotated[int, Field(ge=0, le=64)]
    preset: Word = ""
    clock: Word = ""
    group: Word = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallRound(HallMessage):
    """The pairings of a round, as the desk has read them. Retained, so that a desk that begins again has them.

    Attributes:
        title: of the round.
        format: how it counts: "round-robin", "swiss", "knock-out", or empty.
        lives: with how many a player begins; of a Swiss tournament.
        pairings: of this round and those before.
    """

    title: Word = ""
    format: Literal["", "round-robin", "swiss", "knock-out"] = ""
    lives: Annotated[int, Field(ge=1, le=9)] = 2
    pairings: Annotated[tuple[HallPairing, ...], Field(max_length=1000)] = ()


KINDS: Final[dict[str, type[HallMessage]]] = {
    "status": TableStatus,
    "about": AboutTable,
    "state": TableState,
    "event": TableEvent,
    "alert": TableAlert,
    "result": TableResult,
    "order": TableOrder,
    "answer": OrderAnswer,
}
"""Kinds of what is told of a table, by the word in the topic."""
DESK_KINDS: Final[dict[str, type[HallMessage]]] = {"status": DeskStatus, "round": HallRound}
"""Kinds of what the desk tells."""
RETAINED: Final = frozenset({"status", "about", "state", "alert", "result"})
"""Kinds that the broker keeps."""

_ADAPTERS: Final[dict[type[HallMessage], TypeAdapter[Any]]] = {
    kind: TypeAdapter(kind) for kind in (*KINDS.values(), *DESK_KINDS.values())
}
_DEEPEST: Final = 8
"""Levels of a message within each other, those of fields of later versions too."""


def largest(kind: type[HallMessage]) -> int:
    """Return how many bytes a message of a kind has at most."""
    return {TableState: LARGEST_STATE, HallRound: LARGEST_ROUND}.get(kind, LARGEST)


def encode(message: HallMessage) -> bytes:
    """Return a message as it is sent.

    Raises:
        HallError: it is too large ("hall.too_large").
    """
    plain = _ADAPTERS[type(message)].dump_python(message, mode="json")
    plain.pop("more")
    plain = {**{name: json.loads(value) for name, value in message.more}, **plain}
    return _within(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), type(message))


def decode(payload: bytes, kind: type[_Kind], name: str = "message") -> _Kind:
    """Return the message that somebody has sent.

    Args:
        payload: what came.
        kind: what it has to be.
        name: what it is called where something is said of it, such as its topic.

    Raises:
        HallError: it is too large ("hall.too_large").
        ForeignError: it is no such message.
    """
    most = largest(kind)
    text = _within(payload, kind, name).decode("utf-8", errors="replace")
    return parsed(text, name, lambda one: _read(one, kind), Limits(size=most, line=most, digits=100))


def schema(kind: type[HallMessage]) -> dict[str, Any]:
    """Return the JSON schema of a kind of message."""
    found = _ADAPTERS[kind].json_schema()
    found["properties"].pop("more")
    found["description"] = str(kind.__doc__).partition("\n")[0]
    return found


def _read(text: str, kind: type[_Kind]) -> _Kind:
    """Return the message of a text; raises what a parser raises."""
    given = json.loads(text, parse_constant=_refused, object_pairs_hook=_once)
    if not isinstance(given, dict):
        raise TypeError("an object is wanted")
    _check_depth(given, _DEEPEST)
    known = {field.name for field in fields(kind)} - {"more"}
    plain = json.dumps({name: value for name, value in given.items() if name in known})
    try:
        message: _Kind = _ADAPTERS[kind].validate_json(plain, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise HallError("hall.bad_field", field=field, why=first["msg"]) from None
    more = {name: value for name, value in given.items() if name not in known and name != "more"}
    return replace(message, more=tuple(sorted((name, json.dumps(value)) for name, value in more.items())))


def _within(payload: bytes, kind: type[HallMessage], name: str = "message") -> bytes:
    """Return a payload that is not too large.

    Raises:
        HallError: "hall.too_large".
    """
    if len(payload) > largest(kind):
        raise HallError("hall.too_large", name=name, size=len(payload), most=largest(kind))
    return payload


def _refused(text: str) -> NoReturn:
    """Refuse a number that is none.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of which every field is said once.

    Raises:
        ValueError: one is said twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field is said twice")
    return found


def _check_depth(value: Any, left: int) -> None:
    """Check how deep values lie within each other.

    Raises:
        ValueError: too deep.
    """
    if left < 0:
        raise ValueError("nested too deeply")
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in below:
        _check_depth(one, left - 1)
