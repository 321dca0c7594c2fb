"""A computer player sits at the table: what the referee has to hear from it goes the way of a person's words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.announce.health import notice
from controller.outputs.told import Guide
from controller.players.levels import player_of
from controller.referee.events import GameWon, MatchStarted, ResignationOffered, ResignationRefused
from controller.referee.inputs import Announced, Pressed, Said
from controller.rules import Player
from controller.table.bot.questions import question, reflex, still_to_make
from controller.table.bot.worker import PATIENCE, Asker
from hardware.closing import Closing

if TYPE_CHECKING:
    from controller.announce.health import Notice
    from controller.players.player import ComputerPlayer, Note
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState
    from controller.rules import Level, Play
    from controller.table.bot.questions import Question
    from controller.table.session import Session
    from vision.reading import Reading

PLY: Final = 2
"""How many rolls ahead the engine looks where nothing else is said."""


_IN_A_ROW: Final = 4
"""How often it may speak before others are listened to again."""


def name_of(level: str) -> str:
    """Return the name under which a computer player of a level plays."""
    return f"Computer {level}"


def computer_at(me: Player, level: str, ply: int = PLY) -> Computer:
    """Return a computer player of a level; to be closed.

    Args:
        me: whose checkers it plays.
        level: one of `controller.players.levels.LEVELS`.
        ply: how many rolls ahead the engine looks, where the level is one's.

    Raises:
        LevelError: there is no such level, or no such depth.
    """
    return Computer(me, player_of(level, plies=ply))


def named(names: tuple[str, str], me: Player | None, level: str, usual: tuple[str, str]) -> tuple[str, str]:
    """Return the players' names with the computer's in its place, unless somebody has given it another one.

    Args:
        names: as they are given, ONE's first.
        me: whose checkers it plays; None where there is no computer.
        level: its level.
        usual: what the players are called to whom nobody has given a name.
    """
    if me is None or names[me] != usual[me]:
        return names
    return (name_of(level), names[1]) if me is Player.ONE else (names[0], name_of(level))


def is_of(given: Input | None, me: Player | None) -> bool:
    """Return whether an input is what a computer player has said, who is `me`; None where there is none."""
    return isinstance(given, Announced | Said) and given.player is me


class Computer(Closing):
    """A computer player at a table.

    Attributes:
        me: whose checkers it plays; another person moves them.
    """

    def __init__(self, me: Player, player: ComputerPlayer, patience: float = PATIENCE) -> None:
        """Sit down.

        Args:
            me: whose checkers it plays.
            player: who decides; it is closed with the computer. The built-in player decides where it fails.
            patience: seconds within which it has to answer.
        """
        self.me = me
        self._asker = Asker(player, lambda: player_of("club"), patience)
        self._state: RefereeState | None = None
        self._open: Question | None = None
        self._answered: Question | None = None
        self._offered: Level | None = None
        self._refused: Level | None = None
        self._notices: list[Notice] = []
        self._read: Reading | None = None
        self._lit: Play | None = None

    def attend(
        self, session: Session, heard: tuple[Event, ...], time: float, *, wait: bool = False
    ) -> tuple[Event, ...]:
        """Let the referee hear what the computer has to say now, and return what he says to it.

        Args:
            session: the match.
            heard: what he has said to others since this was last asked.
            time: now, on the clock of the frames.
            wait: wait until it has thought, as at a table whose time stands still meanwhile; else returns at once.
        """
        self._hear(heard)
        events: tuple[Event, ...] = ()
        for _ in range(_IN_A_ROW):
            given = self._given(session.state, session.now(time), wait=wait)
            if not given:
                break
            for one in given:
                said = session.give(one)
                self._hear(said)
                events += said
        return events

    def recall(self, events: tuple[Event, ...]) -> None:
        """Remember what the referee had said before an interruption."""
        self._hear(events)

    def guide(self, session: Session) -> Guide | None:
        """Return what the last picture leaves to be made of an announced play, once; None where it is as before."""
        if session.state.turn.announced is None:
            self._lit = None
        reading = session.reading
        if reading is None or reading is self._read:
            return None
        self._read = reading
        left = still_to_make(session.state, reading)
        if left is None or left == self._lit:
            return None
        self._lit = left
        return Guide(self.me, left)

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be told of the computer player itself since this was last asked."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def close(self) -> None:
        """Get up. May be called again."""
        self._asker.close()

    def _given(self, state: RefereeState, time: float, *, wait: bool) -> tuple[Input, ...]:
        """Return what the computer says now; nothing while it thinks, or is not asked."""
        at_once = reflex(state, self.me)
        if at_once is not None:
            return (Said(time, self.me, at_once),)
        if state is not self._state:
            self._state = state
            self._open = question(state, self.me, self._refused)
        if self._open is None:
            self._answered = None
            self._asker.forget()
            return ()
        if self._open == self._answered:
            return ()
        if self._asker.asked != self._open:
            self._asker.ask(self._open)
        said = self._asker.wait() if wait else self._asker.take()
        if said is None:
            return ()
        self._answered = self._open
        self._notices.extend(told for told in (_noticed(one, time) for one in said.notes) if told is not None)
        return said.inputs(self.me, time)

    def _hear(self, events: tuple[Event, ...]) -> None:
        """Remember what the computer wanted to resign in this game, and was refused."""
        for event in events:
            if isinstance(event, GameWon | MatchStarted):
                self._offered = self._refused = None
            elif isinstance(event, ResignationOffered) and event.player is self.me:
                self._offered = event.level
            elif isinstance(event, ResignationRefused) and self._offered is not None:
                self._offered, self._refused = None, self._offered


def of_the_person(given: Input | None, me: Player | None) -> Input | None:
    """Return an input by a button that both players share as that of the person: a computer presses none."""
    if me is None or not isinstance(given, Pressed) or given.player is not me:
        return given
    return replace(given, player=me.other)


def _noticed(note: Note, time: float) -> Notice | None:
    """Return what is told at the table of a note about a player."""
    if note.key == "players.engine_restarted":
        return notice(time, "players.restarted")
    if note.key != "players.engine_replaced":
        return None
    if note.params.get("reason") == "engine.missing":
        return notice(time, "players.missing")
    return notice(time, "players.given_up" if note.params.get("for_good", True) else "players.replaced")
