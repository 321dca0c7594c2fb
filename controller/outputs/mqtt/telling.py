"""A table as it is told to its hall: the state as everybody may know it, events, reasons to go there; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from controller.announce.health import sentence
from controller.announce.phrases import Phrases
from controller.hall.messages import (
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_SENTENCE,
    HallClock,
    HallCube,
    TableAlert,
    TableEvent,
    TableState,
)
from controller.others_text import shown
from controller.referee import events as ev
from controller.referee.state import Phase

if TYPE_CHECKING:
    from controller.announce.language import Words
    from controller.outputs.pages.shown.snapshot import Snapshot
    from controller.outputs.told import Told

_ASKING: Final = (Phase.CORRECTING, Phase.ASKING)
_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")

_BEGUN: Final = {
    "camera.lost": "camera",
    "camera.stalled": "camera",
    "camera.frozen": "camera",
    "camera.garbled": "camera",
    "camera.covered": "camera",
    "camera.dark": "camera",
    "camera.other_shape": "camera",
    "table.moved": "moved",
    "table.unclear": "moved",
    "journal.failing": "disk",
    "director.called": "called",
}
"""What a notice is a reason for."""
_ENDED: Final = {"camera.back": "camera", "table.back": "moved", "table.fitted": "moved", "journal.written": "disk"}
"""What a notice ends."""
ALERTS: Final = ("illegal", "unsure", "board", "clock", *dict.fromkeys(_BEGUN.values()))
"""Every reason, by which the topics are called; a table that begins empties all of them that are none any more."""


@dataclass(frozen=True, slots=True)
class Alerts:
    """The reasons why somebody is wanted at a table.

    Attributes:
        open: those that are not settled, by kind.
    """

    open: tuple[TableAlert, ...] = ()

    def find(self, kind: str) -> TableAlert | None:
        """Return the reason of a kind."""
        return next((one for one in self.open if one.kind == kind), None)

    def with_one(self, alert: TableAlert) -> Alerts:
        """Return these with one more; of a kind that is open already the first stays, as long as it says the same."""
        before = self.find(alert.kind)
        if before is not None and before.text == alert.text:
            return self
        since = alert.since if before is None else before.since
        return Alerts((*self.without(alert.kind).open, replace(alert, since=since)))

    def without(self, *kinds: str) -> Alerts:
        """Return these without some kinds."""
        return Alerts(tuple(one for one in self.open if one.kind not in kinds))


def alerts_after(before: Alerts, told: Told, snapshot: Snapshot, words: Words) -> Alerts:
    """Return the reasons after something was told.

    Args:
        before: those before.
        told: what was told.
        snapshot: the director's, after it.
        words: the language of the table.
    """
    after = before
    if any(isinstance(event, ev.Rolled | ev.MatchStarted) for event in told.events) or told.well:
        after = after.without("camera", "moved")  # the board is read again
    if any(isinstance(event, ev.Ruled | ev.MatchStarted) for event in told.events):
        after = after.without("called")
    for one in told.notices:
        if one.key in _ENDED:
            after = after.without(_ENDED[one.key])
        kind = _BEGUN.get(one.key)
        if one.key == "desk.announces":
            after = after.without("called")
        if kind is not None:
            after = after.with_one(_alert(kind, snapshot, shown(sentence(one, words)), None))
    waits = snapshot.phase in tuple(map(str, _ASKING))
    verdict = snapshot.verdict
    kinds = {"illegal": "illegal", "differs": "illegal", "unsure": "unsure", "board": "board"}
    wanted = None if verdict is None else kinds.get(verdict.kind)
    if wanted == "board" and snapshot.phase == str(Phase.SETTING_UP):
        wanted = None  # players set the board up, and need nobody for it
    for kind in ("illegal", "unsure", "board"):
        if verdict is not None and kind == wanted and (waits or kind == "board"):
            after = after.with_one(_alert(kind, snapshot, verdict.text, verdict.player))
        else:
            after = after.without(kind)
    if snapshot.clock is not None and snapshot.clock.flagged is not None and snapshot.phase != str(Phase.OVER):
        flagged = snapshot.clock.flagged
        return after.with_one(_alert("clock", snapshot, shown(snapshot.names[flagged]), flagged))
    return after.without("clock")


def table_state(snapshot: Snapshot) -> TableState:
    """Return the state of a table, of a snapshot that everybody may see."""
    clock, cube, verdict = snapshot.clock, snapshot.cube, snapshot.verdict
    board = snapshot.board
    return TableState(
        session=_journal(snapshot.session),
        seq=snapshot.number,
        at=snapshot.at,
        names=_names(snapshot.names),
        length=snapshot.length,
        score=snapshot.score,
        game=snapshot.game_number,
        crawford=snapshot.crawford,
        variant=snapshot.game[:LONGEST_NAME],
        phase=snapshot.phase,
        turn=_side(snapshot.turn),
        winner=_side(snapshot.winner),
        checkers=(board.one, board.two),
        unentered=board.unentered,
        position_id=snapshot.position_id,
        dark=int(snapshot.dark),
        home=snapshot.home,
        dice=None if snapshot.dice is None else snapshot.dice.values,
        cube=HallCube(
            value=cube.value, owner=_side(cube.owner), offered=cube.offered, offered_by=_side(cube.offered_by)
        ),
        clock=None
        if clock is None
        else HallClock(
            left=clock.reserve,
            delay=clock.delay,
            delay_left=clock.delay_left,
            running=_side(clock.running),
            paused=clock.paused,
            flagged=_side(clock.flagged),
        ),
        verdict="" if verdict is None else verdict.kind,
        said="" if verdict is None else verdict.text[:LONGEST_LINE],
    )


def status_word(snapshot: Snapshot) -> str:
    """Return what a table does, as its status says it."""
    if snapshot.next is not None:
        return "paired"
    begins = snapshot.phase in (str(Phase.SETTING_UP), str(Phase.OPENING)) and snapshot.game_number == 1
    if snapshot.phase == str(Phase.OVER) or begins:
        return "ready"
    if snapshot.phase in tuple(map(str, _ASKING)):
        return "asking"
    return "paused" if snapshot.clock is not None and snapshot.clock.paused else "playing"


def table_events(told: Told, words: Words, wall: float) -> tuple[TableEvent, ...]:
    """Return the events of what was told that everybody may hear."""
    if told.known is None:
        return ()
    phrases = Phrases(told.names, words)
    return tuple(
        TableEvent(
            session=_journal(told.known.session),
            seq=told.known.number,
            part=part,
            at=wall,
            kind=_WORD.sub("-", type(event).__name__).casefold(),
            player=_side(getattr(event, "player", None)),
            text=shown(phrases.sentence(event))[:LONGEST_SENTENCE],
        )
        for part, event in enumerate(told.heard)
    )


def _alert(kind: str, snapshot: Snapshot, text: str, player: int | None) -> TableAlert:
    """Return a reason."""
    return TableAlert(
        kind=kind,
        since=snapshot.at,
        session=_journal(snapshot.session),
        seq=snapshot.number,
        player=_side(player),
        text=text[:LONGEST_SENTENCE],
    )


def _names(names: tuple[str, str]) -> tuple[str, str]:
    """Return the players' names, as long as they may be."""
    return names[0][:LONGEST_NAME], names[1][:LONGEST_NAME]


def _journal(name: str) -> str:
    """Return the name of a journal as a message may have it."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", name)[:64]


def _side(player: int | None) -> int | None:
    """Return a player as a message has it."""
    return None if player is None else int(player)
