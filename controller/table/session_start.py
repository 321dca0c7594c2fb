"""Sitting down to a match, new or interrupted, with the journal that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.announce.error_messages import trouble, what_failed
from controller.announce.health import Notice, notice
from controller.errors import ResumeError
from controller.record.errors import CodecError, JournalError
from controller.record.journal.folder import journals, run_now
from controller.record.journal.pictures import forget_old
from controller.record.journal.reader import JournalContents, last_state, read_about, read_journal
from controller.record.journal.writer import Journal
from controller.referee.commands import Appoint
from controller.referee.inputs import Action, Commanded, Said
from controller.referee.options.options import Tell, without_effect
from controller.referee.state import Phase
from controller.referee.step import start
from controller.rules import Player

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState, Setup
    from controller.rules import MatchState


@dataclass(frozen=True, slots=True)
class Sitting:
    """What the referee begins with when he sits down.

    Attributes:
        state: what he knows.
        events: what he has to say first.
        journal: where everything is kept; None where nothing is.
        past: what the journal of an interrupted match holds; None for a new one.
        shift: seconds to be added to the clock of the frames, so that the match's own clock never goes back.
        notices: what else has to be said.
    """

    state: RefereeState
    events: tuple[Event, ...] = ()
    journal: Journal | None = None
    past: JournalContents | None = None
    shift: float = 0.0
    notices: tuple[Notice, ...] = ()


def new_match(
    setup: Setup,
    match: MatchState,
    time: float,
    *,
    journal: Path | None = None,
    about: Mapping[str, str] | None = None,
) -> Sitting:
    """Return the beginning of a match.

    Args:
        setup: what was agreed before.
        match: what is played for.
        time: now, on the clock of the frames.
        journal: the file in which it is kept, which is not there yet; None keeps it nowhere.
        about: further facts for the journal.
    """
    state, events = start(setup, match, time)
    kept = None if journal is None else Journal.begin(journal, state, events, run_now(time), about)
    return Sitting(state, events, kept, notices=agreed_in_vain(setup, match, time))


def appointed(setup: Setup, time: float) -> tuple[Input, ...]:
    """Return the order with which a director lets a referee speak who would be silent; nothing where he speaks.

    Args:
        setup: what was agreed.
        time: now, on the match's own clock.
    """
    if setup.options.tell is not Tell.SILENT:
        return ()
    return (Commanded(time, "the director", "a monitor was asked for", Appoint()),)


def confirmed(state: RefereeState, time: float) -> tuple[Input, ...]:
    """Return with what both players begin a match that waits for them; nothing where none waits.

    Args:
        state: what the referee knows.
        time: now, on the match's own clock.
    """
    return () if state.turn.paired is None else tuple(Said(time, player, Action.CONFIRM) for player in Player)


def agreed_in_vain(setup: Setup, match: MatchState, time: float) -> tuple[Notice, ...]:
    """Return what has to be said where something is agreed on that only money play knows, and a match is played."""
    names = ", ".join(without_effect(setup.options, match))
    return (notice(time, "options.money_only", options=names, length=match.length),) if names else ()


def resume(path: Path, time: float) -> Sitting:
    """Return an interrupted match in the state in which it was interrupted.

    The time of the interruption belongs to nobody: the match's clock goes on where it stood.

    Args:
        path: the journal.
        time: now, on the clock of the frames.

    Raises:
        JournalError, CodecError: the journal cannot be read, or the match not be gone on with.
    """
    return gone_on(read_journal(path), time)


def gone_on(contents: JournalContents, time: float) -> Sitting:
    """Return the match of a journal in the state in which it was interrupted, as `resume` does.

    Raises:
        JournalError, CodecError: the match cannot be gone on with.
    """
    state = last_state(contents)
    shift = max(0.0, contents.entries[-1].time - time)
    journal = Journal.go_on(contents, run_now(time + shift))
    told = notice(time + shift, "journal.resumed", count=len(contents.entries), name=contents.path.name)
    return Sitting(state, (), journal, contents, shift, (told,))


def awaited(
    folder: Path, journal: Path | None, belongs: Callable[[Mapping[str, str]], bool], *, wanted: bool
) -> tuple[Path | None, tuple[Notice, ...]]:
    """Return the journal of the match that waits to be gone on with, and what has to be said where none can.

    Args:
        folder: where the journals lie.
        journal: the one that was named; None for the newest of the folder.
        belongs: returns by what a journal knows besides whether its match was played at this kind of table.
        wanted: a match is to be gone on with, whatever there is.

    Raises:
        ResumeError: one is wanted, and none waits ("resume.nothing"), or it cannot be read ("resume.unreadable").
    """
    waiting, told = unfinished(folder, belongs) if journal is None else (journal, ())
    if wanted and waiting is None:
        if told:  # the newest cannot be read
            facts = dict(told[0].facts)
            raise ResumeError("resume.unreadable", name=facts["name"], why=facts["why"])
        raise ResumeError("resume.nothing", name=str(folder))
    return waiting, told


def forget_pictures(folder: Path, now: float, days: float) -> tuple[Notice, ...]:
    """Delete the pictures of disputed turns that are older than some days, and return what is to be said of it.

    Args:
        folder: where the journals lie.
        now: the time, as `time.time` tells it.
        days: how long they are kept; with 0 none are, and there is nothing to delete.
    """
    if not days:
        return ()
    forgotten = forget_old(folder, now, days)
    told = (notice(0.0, "pictures.forgotten", count=forgotten.count),) if forgotten.count else ()
    return told + tuple(
        notice(0.0, "pictures.left", name=path.name, why=what_failed(error)) for path, error in forgotten.errors
    )


def unfinished(folder: Path, belongs: Callable[[Mapping[str, str]], bool]) -> tuple[Path | None, tuple[Notice, ...]]:
    """Return the newest journal of a kind of table in a folder if its match is not over.

    A journal that cannot be read is spoken of and left as it is; those before it are not looked at.

    Args:
        folder: where the journals lie.
        belongs: returns by what a journal knows besides whether it is of that kind.
    """
    for newest in reversed(journals(folder)):
        try:
            if belongs(read_about(newest)):
                return (None if last_state(read_journal(newest)).phase is Phase.OVER else newest), ()
        except (JournalError, CodecError) as error:
            if error.key == "journal.empty":  # the power went before the match began
                return None, ()
            return None, (notice(0.0, "journal.unreadable", name=newest.name, why=trouble(error)),)
    return None, ()
