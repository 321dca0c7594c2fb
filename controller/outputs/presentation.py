"""The one table of how each kind of event, and of what Tavola says of itself, is presented by all outputs.

Not everything that is written is said: a legal play is not, since silence is the referee's consent. What only the
director is told (`Event.audience`) is neither printed nor said nor lit, whatever stands here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.announce.worth import Kind, Subject, Worth
from controller.referee import events as ev
from firmware_bridge.cells import Cell, Colour, Effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from controller.announce.health import Notice

ROLL_READ: Final = Cell(Colour.WHITE)
PLAY_LEGAL: Final = Cell(Colour.GREEN)
FROM: Final = Cell(Colour.RED)
TO: Final = Cell(Colour.RED, Effect.FAST)
ASKED: Final = Cell(Colour.AMBER, Effect.BLINK)
TURN: Final = Cell(Colour.BLUE)
CUBE: Final = Cell(Colour.MAGENTA, Effect.BREATHE)
CUBE_TAKEN: Final = Cell(Colour.MAGENTA)
LEAVE: Final = Cell(Colour.CYAN, Effect.BLINK)
ARRIVE: Final = Cell(Colour.CYAN)
WON: Final = Cell(Colour.GREEN, Effect.BREATHE)
LINK: Final = Cell(Colour.GREEN)

TROUBLE: Final = 3
"""Beeps for what keeps Tavola from refereeing."""


class PlayerLight(Enum):
    """A light whose place follows from whose event it is."""

    TURN = auto()
    """The turn light of the event's player."""
    OTHERS_TURN = auto()
    """That of the other player."""
    DICE = auto()
    """The light of the half in which the event's player throws; of both where it is nobody's event."""
    BOTH_DICE = auto()
    CUBE = auto()
    TRAY = auto()
    """The tray of the event's player."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """How something is presented.

    Attributes:
        worth: what its sentence is worth aloud, and whether those at the table hear it at all.
        style: of its line on the terminal.
        beeps: how often the buzzer beeps.
        lights: what shines on the strip beside the places that it names.
    """

    worth: Worth
    style: str = ""
    beeps: int = 0
    lights: tuple[tuple[PlayerLight, Cell], ...] = ()


_TURN: Final = frozenset({Subject.ROLL, Subject.DICE})
_GAME: Final = _TURN | {
    Subject.HASTE,
    Subject.PLAY,
    Subject.CUBE,
    Subject.RESIGNATION,
    Subject.BOARD,
    Subject.CLOCK,
}
"""What does not matter any more when a game ends or begins anew."""


def _said(kind: Kind, subject: Subject | None, *outdates: Subject) -> Worth:
    """Return what a sentence is worth that is said aloud."""
    return Worth(kind, subject, frozenset(outdates))


def _table(kind: Kind, subject: Subject, *, beeps: int = 0, style: str = "bold yellow") -> Presentation:
    """Return the row of a notice that concerns whoever sits at the table."""
    return Presentation(_said(kind, subject, subject), style, beeps)


_KEEPER: Final = Presentation(Worth(Kind.COURSE, None, spoken=False), "bold yellow")
"""The row of a notice for whoever looks after the computer."""

_OFFERED: Final = ((PlayerLight.CUBE, CUBE), (PlayerLight.OTHERS_TURN, ASKED))
_WON: Final = ((PlayerLight.TURN, WON), (PlayerLight.TRAY, WON))

EVENTS: Final[Mapping[type[ev.Event], Presentation]] = MappingProxyType(
    {
        ev.MatchStarted: Presentation(_said(Kind.SCORE, Subject.SCORE, *_GAME), style="bold"),
        ev.StartPositionAwaited: Presentation(_said(Kind.PROBLEM, Subject.BOARD, Subject.BOARD), style="yellow"),
        ev.GameStarted: Presentation(
            _said(Kind.SCORE, Subject.SCORE, *_GAME), style="bold", lights=((PlayerLight.BOTH_DICE, TURN),)
        ),
        ev.OpeningTie: Presentation(_said(Kind.COURSE, Subject.ROLL, *_TURN), lights=((PlayerLight.BOTH_DICE, TURN),)),
        ev.Rolled: Presentation(
            _said(Kind.COURSE, Subject.ROLL, Subject.HASTE, Subject.CUBE, Subject.RESIGNATION, *_TURN),
            style="cyan",
            lights=((PlayerLight.TURN, TURN), (PlayerLight.DICE, ROLL_READ)),
        ),
        ev.OpeningWon: Presentation(_said(Kind.COURSE, Subject.ROLL, *_TURN), style="cyan"),
        ev.DoubleNamed: Presentation(_said(Kind.COURSE, Subject.ROLL)),
        ev.RollsAgain: Presentation(_said(Kind.COURSE, Subject.PLAY), style="cyan", lights=((PlayerLight.TURN, TURN),)),
        ev.FurtherRollLost: Presentation(_said(Kind.COURSE, Subject.PLAY)),
        ev.StakeDoubled: Presentation(_said(Kind.SCORE, Subject.CUBE, Subject.CUBE), style="magenta"),
        ev.SideChosen: Presentation(_said(Kind.PROBLEM, Subject.BOARD, Subject.BOARD)),
        ev.RollRefused: Presentation(
            _said(Kind.PROBLEM, Subject.DICE, *_TURN), style="yellow", beeps=1, lights=((PlayerLight.DICE, ASKED),)
        ),
        ev.RollInferred: Presentation(_said(Kind.COURSE, Subject.ROLL, *_TURN)),
        ev.PrematureRoll: Presentation(
            _said(Kind.PROBLEM, Subject.HASTE, Subject.HASTE),
            lights=((PlayerLight.OTHERS_TURN, TURN), (PlayerLight.DICE, ASKED)),
        ),
        ev.RollVoided: Presentation(_said(Kind.COURSE, Subject.HASTE, Subject.HASTE, *_TURN)),
        ev.PlayAccepted: Presentation(
            _said(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN), lights=((PlayerLight.TURN, PLAY_LEGAL),)
        ),
        ev.Danced: Presentation(
            _said(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN), lights=((PlayerLight.TURN, PLAY_LEGAL),)
        ),
        ev.PlayIllegal: Presentation(
            _said(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
            style="bold red",
            beeps=2,
            lights=((PlayerLight.TURN, FROM),),
        ),
        ev.PlayAnnounced: Presentation(
            _said(Kind.COURSE, Subject.PLAY, Subject.PLAY),
            style="bold cyan",
            lights=((PlayerLight.TURN, TURN), (PlayerLight.DICE, ROLL_READ)),
        ),
        ev.PlayDiffers: Presentation(
            _said(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
            style="bold red",
            beeps=2,
            lights=((PlayerLight.TURN, ASKED),),
        ),
        ev.PlayUnsure: Presentation(
            _said(Kind.PROBLEM, Subject.PLAY, Subject.PLAY, *_TURN),
            style="yellow",
            beeps=1,
            lights=((PlayerLight.TURN, ASKED),),
        ),
        ev.IllegalPlayStands: Presentation(_said(Kind.COURSE, Subject.PLAY, Subject.PLAY, *_TURN), style="red"),
        ev.LastPlayLegal: Presentation(_said(Kind.COURSE, Subject.PLAY)),
        ev.TurnMended: Presentation(_said(Kind.PROBLEM, None)),
        ev.Desync: Presentation(_said(Kind.PROBLEM, Subject.BOARD, Subject.BOARD), beeps=1),
        ev.BoardAgrees: Presentation(_said(Kind.COURSE, Subject.BOARD, Subject.BOARD)),
        ev.OddStartStands: Presentation(_said(Kind.COURSE, Subject.BOARD, Subject.BOARD)),
        ev.TurnStarted: Presentation(_said(Kind.COURSE, None, *_TURN), lights=((PlayerLight.TURN, TURN),)),
        ev.Doubled: Presentation(_said(Kind.COURSE, Subject.CUBE, Subject.CUBE), style="magenta", lights=_OFFERED),
        ev.Taken: Presentation(
            _said(Kind.COURSE, Subject.CUBE, Subject.CUBE), style="magenta", lights=((PlayerLight.CUBE, CUBE_TAKEN),)
        ),
        ev.Dropped: Presentation(_said(Kind.COURSE, Subject.CUBE, Subject.CUBE), style="magenta"),
        ev.CubeRefused: Presentation(_said(Kind.PROBLEM, Subject.CUBE, Subject.CUBE), style="yellow", beeps=1),
        ev.CubeSeen: Presentation(
            _said(Kind.PROBLEM, Subject.CUBE, Subject.CUBE),
            lights=((PlayerLight.CUBE, ASKED), (PlayerLight.TURN, ASKED)),
        ),
        ev.Beavered: Presentation(_said(Kind.COURSE, Subject.CUBE, Subject.CUBE), lights=_OFFERED),
        ev.Raccooned: Presentation(_said(Kind.COURSE, Subject.CUBE, Subject.CUBE), lights=_OFFERED),
        ev.ResignationOffered: Presentation(
            _said(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION), lights=((PlayerLight.OTHERS_TURN, ASKED),)
        ),
        ev.ResignationRefused: Presentation(_said(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.Resigned: Presentation(_said(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.TimeLow: Presentation(_said(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK), beeps=1),
        ev.OvertimeBegun: Presentation(_said(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK), beeps=2),
        ev.TimeLost: Presentation(_said(Kind.PROBLEM, Subject.CLOCK, Subject.CLOCK), beeps=3),
        ev.GameWon: Presentation(_said(Kind.SCORE, Subject.SCORE, *_GAME), style="bold green", lights=_WON),
        ev.MatchWon: Presentation(_said(Kind.SCORE, Subject.SCORE, *_GAME), style="bold green", lights=_WON),
        ev.RematchOffered: Presentation(_said(Kind.PROBLEM, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.PairingAwaited: Presentation(_said(Kind.PROBLEM, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.PairingConfirmed: Presentation(_said(Kind.PROBLEM, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.RematchWithdrawn: Presentation(_said(Kind.COURSE, Subject.RESIGNATION, Subject.RESIGNATION)),
        ev.Ruled: Presentation(_said(Kind.COURSE, Subject.DIRECTOR)),
        ev.RulingRefused: Presentation(_said(Kind.PROBLEM, Subject.DIRECTOR)),
        ev.OffenceRepeated: Presentation(_said(Kind.PROBLEM, Subject.DIRECTOR)),
        ev.Penalised: Presentation(_said(Kind.SCORE, Subject.SCORE)),
        ev.Undone: Presentation(_said(Kind.COURSE, Subject.DIRECTOR, *_GAME)),
    }
)
"""Every kind of event."""

NOTICES: Final[Mapping[str, Presentation]] = MappingProxyType(
    {
        "button.free": _table(Kind.COURSE, Subject.BUTTON),
        "button.stuck": _table(Kind.PROBLEM, Subject.BUTTON, beeps=TROUBLE),
        "buttons.keys": _KEEPER,
        "buttons.without": _KEEPER,
        "buzzer.without": _KEEPER,
        "camera.back": _table(Kind.COURSE, Subject.CAMERA),
        "camera.covered": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.dark": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.frozen": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.garbled": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.lost": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.other_shape": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "camera.resized": _table(Kind.COURSE, Subject.CAMERA),
        "camera.stalled": _table(Kind.PROBLEM, Subject.CAMERA, beeps=TROUBLE),
        "control.closed": _KEEPER,
        "desk.announces": _table(Kind.SCORE, Subject.DIRECTOR, beeps=1),
        "director.called": _table(Kind.PROBLEM, Subject.DIRECTOR, beeps=TROUBLE),
        "journal.failing": _table(Kind.PROBLEM, Subject.JOURNAL, beeps=TROUBLE, style="bold red"),
        "journal.resumed": _KEEPER,
        "journal.unfinished": _KEEPER,
        "journal.unreadable": _KEEPER,
        "journal.written": _table(Kind.COURSE, Subject.JOURNAL),
        "options.money_only": _KEEPER,
        "output.failing": _KEEPER,
        "output.waiting": _KEEPER,
        "output.works": _KEEPER,
        "pages.admitted": _table(Kind.COURSE, Subject.DIRECTOR),
        "pages.asked": _table(Kind.PROBLEM, Subject.DIRECTOR, beeps=TROUBLE),
        "pictures.forgotten": _KEEPER,
        "pictures.left": _KEEPER,
        "players.given_up": _table(Kind.PROBLEM, Subject.PLAYERS),
        "players.missing": _table(Kind.PROBLEM, Subject.PLAYERS),
        "players.replaced": _table(Kind.COURSE, Subject.PLAYERS),
        "players.restarted": _table(Kind.COURSE, Subject.PLAYERS),
        "simulated.next": _KEEPER,
        "simulated.next_unanalysed": _KEEPER,
        "simulated.stuck": _table(Kind.PROBLEM, Subject.PLAYERS),
        "simulated.table": _KEEPER,
        "speaker.back": _KEEPER,
        "speaker.failed": _KEEPER,
        "speaker.missing": _KEEPER,
        "speaker.no_sound": _KEEPER,
        "speaker.stuck": _KEEPER,
        "status.without": _KEEPER,
        "strip.back": _table(Kind.COURSE, Subject.STRIP),
        "strip.lost": _table(Kind.PROBLEM, Subject.STRIP, beeps=TROUBLE),
        "table.back": _table(Kind.COURSE, Subject.TABLE),
        "table.fitted": _table(Kind.COURSE, Subject.TABLE),
        "table.light": _table(Kind.PROBLEM, Subject.TABLE),
        "table.moved": _table(Kind.PROBLEM, Subject.TABLE, beeps=TROUBLE),
        "table.unclear": _table(Kind.PROBLEM, Subject.TABLE, beeps=TROUBLE),
    }
)
"""Every key of what Tavola says of itself."""


ASKED_FOR: Final = _said(Kind.COURSE, Subject.QUESTION, Subject.QUESTION)
"""What an answer is worth to whoever asked."""


def worth(event: ev.Event, *, plays: bool = False) -> Worth:
    """Return what the sentence of an event is worth.

    Args:
        event: the event.
        plays: every legal play is said, and not only those in which something was wrong or in doubt.
    """
    if isinstance(event, ev.PlayAccepted):
        spoken = plays or event.corrected or event.confirmed or event.doubtful
        return replace(EVENTS[ev.PlayAccepted].worth, spoken=spoken)
    return EVENTS[type(event)].worth


def notice_worth(key: str) -> Worth:
    """Return what the sentence of a notice about Tavola itself is worth, by its key."""
    return NOTICES[key].worth


def beeps(events: Iterable[ev.Event], notices: Iterable[Notice]) -> int:
    """Return how often the buzzer beeps for what is told at one time, 0 for not at all.

    Args:
        events: what the referee says; what only the director is told makes no sound.
        notices: what Tavola says of itself.
    """
    loud = [EVENTS[type(event)].beeps for event in events if event.audience is ev.Audience.BOTH]
    return max([0, *loud, *(NOTICES[told.key].beeps for told in notices)])
